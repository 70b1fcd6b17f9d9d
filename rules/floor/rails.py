"""Places on rails: how far along its line a train stands, in exact sixteenths."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rules.ground.geometry import Line, point_at
from rules.values.codec import POINT, read_length, read_point
from rules.values.measure import Point, length_of


def on_line(line: Line, along: int) -> Point:
    """The point at a distance along a line, to the nearest sixteenth; the end if the line is shorter."""
    left = along
    for a, b in pairwise(line):
        length = length_of(a, (b,))
        if left <= length:
            x, y = point_at(a, b, Fraction(left, length))
            return round(x), round(y)
        left -= length
    return line[-1]


def place_on_rails(known: Mapping[str, Any], train: Mapping[str, Any]) -> list[int | float] | None:
    """The place of a train of plain data, in inches, from how far along its rails it stands; None without rails."""
    rails = (known.get("country") or {}).get("rails") or {}
    if not rails:
        return None
    line = (rails.get(train.get("line")) or rails[min(rails)])["line"]
    spots = tuple(read_point(one, "line") for one in line)
    return list(POINT.write(on_line(spots, read_length(train.get("along", 0), "along"))))
