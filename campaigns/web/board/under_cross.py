"""What lies at a place of the map, by name: of what its reader sees, for a cross that is moved by keys."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from campaigns import sight
from rules.ground import features
from rules.values.sentence import joined, say, word

NEAR = 3
"""Inches from its place at which the block of a thing lies under the cross."""

BESIDE = 1
"""Inches from a line, or from the place of a bridge, at which the cross is on it."""

Spot = tuple[float, float]


def lying_at(spot: Spot, around: sight.Around) -> str:
    """What lies there: bodies, then the ground under them; that it is open ground where nothing does.  In inches."""
    size = around.country.get("size")
    if size and not all(0 <= one <= most for one, most in zip(spot, size, strict=False)):
        return say("off the map")
    those = [*_bodies(spot, (*around.own, *around.enemy)), *_ground(spot, around.country)]
    return joined(", ", dict.fromkeys(those)) if those else say("open ground")


def _bodies(spot: Spot, things: Iterable[sight.Thing]) -> Iterator[str]:
    """The things at a place, the nearest first."""
    placed = [(math.dist(spot, one.state["at"]), one.name) for one in things if one.state.get("at")]
    yield from (name for far, name in sorted(placed) if far <= NEAR)


def _ground(spot: Spot, country: Mapping[str, Any]) -> Iterator[str]:
    """The features of the ground at a place, the topmost first."""
    for sort in reversed(features.DRAWN):
        if sort.key == features.CONTOURS:
            continue
        for one in (country.get(sort.key) or {}).values():
            if _is_at(spot, one):
                yield str(one.get("name") or features.NAMELESS.get(sort.key) or word(sort.word))


def _is_at(spot: Spot, one: Mapping[str, Any]) -> bool:
    """Whether a feature covers a place: an area, a span, a line with its width, or a point."""
    if one.get("outline") or one.get("span"):
        return _inside(spot, one.get("outline") or one["span"])
    if one.get("line"):
        far = max(float(one.get("width", 0)) / 2, BESIDE)
        return any(_off(spot, a, b) <= far for a, b in pairwise(one["line"]))
    return bool(one.get("at")) and math.dist(spot, one["at"]) <= BESIDE


def _inside(spot: Spot, outline: Sequence[Sequence[float]]) -> bool:
    """Whether a place is inside an outline.

    >>> square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    >>> _inside((1, 1), square), _inside((5, 1), square)
    (True, False)
    """
    x, y = spot
    found = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def _off(spot: Spot, a: Sequence[float], b: Sequence[float]) -> float:
    """How far a place is from a leg.

    >>> _off((1, 2), (0, 0), (4, 0)), _off((7, 4), (0, 0), (4, 0))
    (2.0, 5.0)
    """
    (dx, dy), (x, y) = (b[0] - a[0], b[1] - a[1]), (spot[0] - a[0], spot[1] - a[1])
    square = dx * dx + dy * dy
    share = min(max((x * dx + y * dy) / square, 0), 1) if square else 0
    return math.hypot(x - share * dx, y - share * dy)
