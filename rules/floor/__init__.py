"""What the books that are played on a floor have in common."""
