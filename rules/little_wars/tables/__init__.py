"""Numbers as the book prints them, with unit and clause; rates and sizes that may be chosen stand in ``options/``."""
