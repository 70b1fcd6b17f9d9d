"""Pictures: sent, laid under a country, and changed in a battle."""
