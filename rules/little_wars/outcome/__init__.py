"""How a battle ends, and its points."""
