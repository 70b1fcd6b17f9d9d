"""The API of a commander's sheet."""
