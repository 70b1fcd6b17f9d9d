"""The API of people and the door."""
