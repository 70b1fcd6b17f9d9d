"""Lengths in whole sixteenths of an inch, and a move's budget in exact parts.  [KS-DEF-03, KS-DEF-04]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd, isqrt

from rules.values.sentence import Sentence, say

INCH = 16
"""Sixteenths in an inch."""

FOOT = 12 * INCH
"""Sixteenths in a foot."""

Point = tuple[int, int]
"""x to the east and y to the north, both in sixteenths of an inch."""

MOVE = 864 * INCH
"""Parts in one move's budget.

Every rate of the books (6, 12, 18, 24, 36, 54, 72 and 96 inches a move) divides
864 inches, so that any march costs a whole number of parts and no sum is rounded.
"""

HALF_MOVE = MOVE // 2

MOST_KEPT = 4096
"""Lengths of which the words are kept: few are told, and again and again."""


def cost(length: int, rate: int) -> int:
    """Parts of a move that ``length`` sixteenths take at ``rate`` inches a move.  [KS-DEF-03]

    >>> cost(6 * INCH, 12) == HALF_MOVE
    True
    """
    return length * (864 // rate)


def leg(start: Point, end: Point) -> int:
    """Length of a leg to the nearest sixteenth, ties upwards.  [KS-DEF-04]

    >>> leg((0, 0), (10 * INCH, 10 * INCH))
    226
    """
    square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    root = isqrt(square)
    return root + 1 if square > root * root + root else root


def length_of(start: Point, path: tuple[Point, ...]) -> int:
    """Length of a path from ``start``, leg by leg, in sixteenths.  [KS-DEF-04]"""
    total = 0
    for point in path:
        total += leg(start, point)
        start = point
    return total


def rounded_root(numerator: int, denominator: int) -> int:
    """The square root of a fraction to the nearest whole number, ties upwards.

    >>> rounded_root(2, 1), rounded_root(9, 4), rounded_root(0, 1)
    (1, 2, 0)
    """
    return (isqrt(4 * numerator // denominator) + 1) // 2


def displaced(point: Point, away_from: Point, distance: int) -> Point:
    """The point ``distance`` sixteenths further from another, on the straight line; due north if they coincide.

    >>> displaced((0, 16), (0, 0), 32), displaced((48, 64), (0, 0), 80)
    ((0, 48), (96, 128))
    """
    dx, dy = point[0] - away_from[0], point[1] - away_from[1]
    square = dx * dx + dy * dy
    if not square:
        return (point[0], point[1] + distance)
    x, y = (rounded_root((distance * part) ** 2, square) * (1 if part > 0 else -1) for part in (dx, dy))
    return (point[0] + x, point[1] + y)


@lru_cache(maxsize=MOST_KEPT)
def inches(sixteenths: int) -> Sentence:
    """A length as people read it.

    >>> inches(12 * INCH), inches(12 * INCH + 2), inches(1), inches(0)
    ('12 in.', '12 1/8 in.', '1/16 in.', '0 in.')
    """
    sign = "-" if sixteenths < 0 else ""
    whole, rest = divmod(abs(sixteenths), INCH)
    part = shown(rest, INCH) if rest else ""
    length = say("{whole} {part}", whole=whole, part=part) if whole and rest else part or str(whole)
    return say("{length} in.", length=f"{sign}{length}")


@lru_cache(maxsize=MOST_KEPT)
def feet(sixteenths: int) -> Sentence:
    """A length in feet and inches if it is at least a foot, else in inches.

    >>> feet(6 * FOOT), feet(72 * INCH + 2), feet(5 * INCH)
    ('6 ft', '6 ft 1/8 in.', '5 in.')
    """
    whole, rest = divmod(sixteenths, FOOT)
    if not whole:
        return inches(sixteenths)
    return say("{whole} ft {rest}", whole=whole, rest=inches(rest)) if rest else say("{whole} ft", whole=whole)


def of_a_move(parts: int) -> str:
    """A budget as people read it: ``1``, ``1/2``, ``13/12``."""
    return shown(parts, MOVE)


def shown(over: int, under: int) -> str:
    """A fraction as people read it, in its lowest terms; whole numbers without a denominator.

    >>> shown(6, 12), shown(24, 12), shown(0, 12), shown(-26, 24)
    ('1/2', '2', '0', '-13/12')
    """
    common = gcd(over, under)
    return f"{over // common}/{under // common}" if under > common else str(over // common)


def without_halts(path: Sequence[Point]) -> tuple[Point, ...]:
    """A path without repeated neighbouring points.

    >>> without_halts(((0, 0), (0, 0), (3, 0), (0, 0)))
    ((0, 0), (3, 0), (0, 0))
    """
    return tuple(point for i, point in enumerate(path) if not i or point != path[i - 1])
