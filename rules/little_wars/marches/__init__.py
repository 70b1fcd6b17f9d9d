"""Marches, long moves and coming to contact."""
