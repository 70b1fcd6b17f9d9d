"""Drawings of the map and of the boards of games."""
