"""The map and the boards of games, drawn."""
