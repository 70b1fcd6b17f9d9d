"""The API of the clock."""
