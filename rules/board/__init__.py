"""What the books that are played on a board share."""
