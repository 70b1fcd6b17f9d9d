"""The API of campaigns and battles."""
