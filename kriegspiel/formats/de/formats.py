"""Numbers in German: with a point, as in every language here.

Lengths and points are written as fractions, and all other numbers in templates belong to a drawing, a field or a
script, where a comma would split them.  Dates are as in Django.
"""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ""
