"""Pictures: sent and kept, laid under a country, taken over by a battle."""
