"""A move: opened, closed, found, published."""
