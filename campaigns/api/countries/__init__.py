"""The API of countries and surveys."""
