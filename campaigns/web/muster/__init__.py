"""How a campaign and its battles are made: terms, country, who stands where."""
