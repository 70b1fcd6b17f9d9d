"""The API of the war between battles."""
