"""Marches, formations, splits and merges, and guns on the move."""
