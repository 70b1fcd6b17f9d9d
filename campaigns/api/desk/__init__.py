"""The API of the umpire's desk."""
