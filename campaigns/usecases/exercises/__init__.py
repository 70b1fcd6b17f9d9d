"""Exercises as files: read, written, played, and kept on a shelf."""
