"""The board drawn, and what happened told."""
