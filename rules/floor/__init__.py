"""What the books of games on a floor share."""
