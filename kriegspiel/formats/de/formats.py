"""How German writes numbers: with a point, as every language here.

Lengths and points are said in fractions, and what else a template fills in is a number of a drawing, a field or a script, which a
comma would part in two.  Dates stay as Django has them.
"""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ""
