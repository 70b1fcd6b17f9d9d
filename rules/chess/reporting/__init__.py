"""The board drawn, what happened told, lines played through."""
