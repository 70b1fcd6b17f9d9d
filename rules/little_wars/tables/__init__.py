"""Numbers as printed in the book, with unit and clause; for rates and sizes that may be chosen, see ``options/``."""
