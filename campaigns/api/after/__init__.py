"""The API of what is left after a battle."""
