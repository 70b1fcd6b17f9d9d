"""What a map shows of orders, as plain data: what the books of the floor share.

A trace is only for drawing: no rule uses it.  Each is worked out from the floor as one side knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from rules.contract.data import Trace
from rules.ground.compass import bearing
from rules.values.codec import LENGTH
from rules.values.measure import Point

Spot = list[int | float]
"""A point in inches."""


def spot(at: Point) -> Spot:
    """A point in inches.

    >>> spot((16, 8))
    [1, 0.5]
    """
    return [LENGTH.write(one) for one in at]


def trace(kind: str, of: int, thing: str, side: str, line: Iterable[Point], **more: Any) -> Trace:
    """A trace along points in sixteenths.  more: its other keys; those that are empty are left out.

    >>> trace("march", 0, "a", "red", [(0, 0), (16, 0)], front=90, target="")["line"]
    [[0, 0], [1, 0]]
    """
    found: Trace = {"kind": kind, "of": of, "thing": thing, "side": side, "line": [spot(at) for at in line]}
    if more.get("radius"):
        more["radius"] = LENGTH.write(more["radius"])
    found.update({key: value for key, value in more.items() if value not in (None, "")})  # type: ignore[typeddict-item]
    return found


def way(start: Point | None, path: Sequence[Point], end: Point | None) -> list[Point]:
    """The line of something that goes: from its start along its path to where it came to stand; empty if it stands.

    >>> way((0, 0), [(0, 5), (0, 9)], (0, 8)), way((0, 0), [], (0, 8)), way((0, 0), [], (0, 0)), way(None, [(0, 5)], None)
    ([(0, 0), (0, 5), (0, 8)], [(0, 0), (0, 8)], [], [])
    """
    if start is None:
        return []
    points = [start, *path]
    if end is not None and end != start:
        points = [*points[:-1], end] if path else [start, end]
    line = [points[0], *(after for before, after in pairwise(points) if after != before)]
    return line if len(line) > 1 else []


def front_of(line: Sequence[Point]) -> int | None:
    """The bearing of the last leg of a way.

    >>> front_of([(0, 0), (5, 0)]), front_of([(0, 0)])
    (90, None)
    """
    return bearing(line[-2], line[-1]) if len(line) > 1 else None


def shifted(path: Sequence[Point], start: Point | None, lead: Point | None) -> list[Point]:
    """The path of one of several that go together, each beside the first as it stood.

    >>> shifted([(0, 9)], (5, 0), (0, 0)), shifted([(0, 9)], None, (0, 0))
    ([(5, 9)], [(0, 9)])
    """
    if start is None or lead is None:
        return list(path)
    return [(x + start[0] - lead[0], y + start[1] - lead[1]) for x, y in path]


def along_the_rails(rails: Sequence[Point], first: int, last: int) -> list[Point]:
    """The line of rails between two distances from its start, in the sense of travel; empty without rails.

    >>> along_the_rails([(0, 0), (100, 0), (100, 100)], 150, 50)
    [(100, 50), (100, 0), (50, 0)]
    """
    if len(rails) < 2 or first == last:
        return []
    low, high = sorted((first, last))
    gone, points = 0.0, []
    for a, b in pairwise(rails):
        length = hypot(b[0] - a[0], b[1] - a[1])
        for at in (low, high):
            if gone <= at <= gone + length and length:
                part = (at - gone) / length
                points.append((round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part)))
        gone += length
        if low < gone < high:
            points.append(b)
    line = list(dict.fromkeys(points))
    return line if first < last else line[::-1]
