"""Numbers as the book prints them, with unit and clause."""
