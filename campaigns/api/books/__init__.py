"""The API of the rulebooks."""
