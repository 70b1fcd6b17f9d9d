"""The board, the figures on it, and how its places are written."""
