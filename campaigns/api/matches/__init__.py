"""The API of matches and machines."""
