"""The API of a game on a board."""
