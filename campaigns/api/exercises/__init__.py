"""The API of the shelf and of exercise files."""
