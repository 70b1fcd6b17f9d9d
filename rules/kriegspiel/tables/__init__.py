"""Numbers as printed in the book, with unit and clause."""
