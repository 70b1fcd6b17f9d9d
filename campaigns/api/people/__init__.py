"""The API of people and log-in."""
