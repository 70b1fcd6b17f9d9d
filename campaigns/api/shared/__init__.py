"""The API of several subjects."""
