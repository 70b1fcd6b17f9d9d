"""The tint of heights: what lies at least so high, enclosed by the contours of that height.

A contour that ends at the edges of the country is closed along them.  Crossing a contour leads in or out; whether the
inside or the outside is the higher one must be the same at every contour of a height, else that height has no tint.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

Point = tuple[float, float]
Loop = list[Point]

NEAR_AN_EDGE = 2.0
"""Inches from an edge within which a contour ends at it."""

BESIDE = 0.02
"""Inches beside a contour at which is asked what lies there."""


def tints(contours: Mapping[str, Mapping[str, Any]], size: Sequence[float] | None) -> list[tuple[float, list[Loop]]]:
    """The heights that can be tinted, the lowest first, each with its outlines, which are filled by the even-odd rule."""
    rows = [[one["line"], one.get("height", 0), one.get("higher", "inside")] for one in contours.values()]
    return _tints(json.dumps([rows, list(size) if size else None]))


@lru_cache(maxsize=64)
def _tints(asked: str) -> list[tuple[float, list[Loop]]]:
    """The same; a country is asked for on every page on which it lies."""
    rows, size = json.loads(asked)
    levels: dict[float, list[tuple[Loop, str]]] = {}
    for line, height, higher in rows:
        levels.setdefault(height, []).append(([(x, y) for x, y in line], higher))
    made = ((height, _enclosed(levels[height], size)) for height in sorted(levels))
    return [(height, loops) for height, loops in made if loops]


def _enclosed(lines: list[tuple[Loop, str]], size: Sequence[float] | None) -> list[Loop]:
    """The outlines of what lies higher than these contours; none where that is not well defined."""
    loops = [closed(line, size) for line, _ in lines]
    if not all(loops):
        return []
    inside = {_within(spot, loops) if (spot := beside(line, higher)) else None for line, higher in lines}
    if inside == {True}:
        return loops
    return [*loops, _frame(size)] if inside == {False} and size else []


def closed(line: Loop, size: Sequence[float] | None) -> Loop:
    """A contour as an outline, along the edges of the country where it ends at them; empty where it ends elsewhere."""
    if line[0] == line[-1]:
        return line[:-1]
    ends = [_edge(point, size) for point in (line[-1], line[0])] if size else []
    if not size or None in ends:
        return []
    (first, start), (last, end) = ends  # type: ignore[misc]  # none of them is None
    marks = _corners(size)
    before = [corner for mark, corner in marks if mark > first and (last <= first or mark < last)]
    after = [corner for mark, corner in marks if mark < last and last <= first]
    return [*line, start, *before, *after, end]


def _corners(size: Sequence[float]) -> list[tuple[float, Point]]:
    """The corners of the country, each with how far round it is from the south-west one, by way of the south-east."""
    wide, deep = size
    return [(0, (0, 0)), (wide, (wide, 0)), (wide + deep, (wide, deep)), (2 * wide + deep, (0, deep))]


def _frame(size: Sequence[float]) -> Loop:
    """The edges of the country as an outline."""
    return [corner for _, corner in _corners(size)]


def _edge(point: Point, size: Sequence[float]) -> tuple[float, Point] | None:
    """How far round the edges a point is, and where on them; none where it is not at an edge."""
    wide, deep = size
    x, y = min(max(point[0], 0), wide), min(max(point[1], 0), deep)
    there = [(y, x, (x, 0)), (wide - x, wide + y, (wide, y)), (deep - y, 2 * wide + deep - x, (x, deep))]
    off, mark, on = min([*there, (x, 2 * (wide + deep) - y, (0, y))])
    return (mark, on) if off <= NEAR_AN_EDGE else None


def beside(line: Loop, higher: str) -> Point | None:
    """A spot just beside a contour, on its higher side; none where that is not known."""
    (ax, ay), (bx, by) = max(pairwise(line), key=lambda leg: math.dist(*leg))
    long = math.dist((ax, ay), (bx, by))
    if higher not in ("left", "right"):
        if line[0] != line[-1]:
            return None
        twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(line))
        higher = "left" if (twice > 0) == (higher == "inside") else "right"
    by_left = (BESIDE if higher == "left" else -BESIDE) / long if long else 0
    return (ax + bx) / 2 - (by - ay) * by_left, (ay + by) / 2 + (bx - ax) * by_left


def _within(spot: Point, loops: Iterable[Loop]) -> bool:
    """Whether a spot lies within an odd number of outlines."""
    x, y = spot
    odd = False
    for loop in loops:
        for (ax, ay), (bx, by) in pairwise([*loop, loop[0]]):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                odd = not odd
    return odd
