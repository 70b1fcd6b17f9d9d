"""The API of orders."""
