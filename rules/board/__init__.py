"""What the books of board games share."""
