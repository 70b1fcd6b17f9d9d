"""Weather, by house rule: a factor on the rates of march and on the shots of guns.  The book knows none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.values.codec import COUNT, TEXT, FieldType, key, refuse
from rules.values.sentence import say
from rules.values.value import Value

WHOLE = Fraction(1)
MOST = 4
"""The greatest factor."""

WRITTEN = re.compile(r"[0-9]{1,3}(/[1-9][0-9]{0,2})?")


def _read(value: Any, where: str) -> Fraction:
    """An exact factor, as ``2/3``."""
    text = str(value) if isinstance(value, str) or type(value) is int else ""
    factor = Fraction(text) if WRITTEN.fullmatch(text) else Fraction(0)
    if not 0 < factor <= MOST:
        raise refuse(where, say("a fraction such as 2/3, at most {most}", most=MOST), value)
    return factor


FACTOR = FieldType(_read, str, {"type": ["string", "integer"], "pattern": WRITTEN.pattern})


@dataclass(frozen=True)
class Weather(Value):
    """Weather over the whole country.  moves: of either side that it still lasts; without a number, until it is taken away."""

    id: str
    march: Fraction = key(FACTOR, WHOLE, note="of the rates of march")
    shots: Fraction = key(FACTOR, WHOLE, note="of the shots of a gun in a move, rounded down, but never none")
    moves: int | None = key(COUNT, None)
    name: str = key(TEXT, "")

    @property
    def later(self) -> Weather | None:
        """The same after a move; none if it is over."""
        if self.moves is None:
            return self
        return self.but(moves=self.moves - 1) if self.moves > 1 else None
