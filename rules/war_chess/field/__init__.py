"""The board, its figures, and how cells are written."""
