"""How a campaign and its battles are made: terms, country, placement."""
