"""How numbers are written: with a point in every language.

Lengths and points are said in fractions, and what else a template fills in is a number of a drawing, a field or a script, which a
comma would part in two.  Dates stay as Django has them.  Django asks for a module for each language
(``kriegspiel.formats.de.formats``): whichever it asks for is ``numbers.py``, so that a language needs none of its own.
"""

import sys

from kriegspiel.formats import numbers
from kriegspiel.languages import languages

for _code, _ in languages():
    sys.modules[f"{__name__}.{_code}"] = sys.modules[f"{__name__}.{_code}.formats"] = numbers
