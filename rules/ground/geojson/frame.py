"""The window of a survey and its scale: coordinates of a file to sixteenths of the country and back.  [KS-GAME-02, KS-GAME-08]

These floats decide nothing: results are rounded to sixteenths.  Only operations are used that are the same on
every machine, so the cosine is computed here and not by a library.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor

from rules.errors import Invalid
from rules.values.measure import INCH, Point
from rules.values.sentence import of_field, say

FEET = 12 * INCH
LEAST_SCALE, GREATEST_SCALE = 0.02, 1000.0
"""Metres to the inch; 0.0254 is life size."""

LEAST_FEET, GREATEST_FEET = 2, 120
"""The limits of a country's width and depth, in feet."""

FARTHEST_METRES = 1e8
PI = Fraction("3.14159265358979323846264338327950288")

Pair = tuple[float, float]


@lru_cache(maxsize=64)
def cosine(degrees: float) -> float:
    """The cosine of an angle by its series, in fractions: the same on every machine.

    >>> cosine(0.0), cosine(60.0), round(cosine(51.5), 12)
    (1.0, 0.5, 0.622514636638)
    """
    angle = Fraction(round(Fraction(degrees) * PI / 180 * 2**60), 2**60)
    total = term = Fraction(1)
    for n in range(1, 16):
        term = -term * angle * angle / (2 * n * (2 * n - 1))
        total += term
    return float(total)


@dataclass(frozen=True)
class Frame:
    """A window on the ground: origin: its south-west corner in the file's coordinates; size in sixteenths; scale in metres to the inch.

    plain: whether the file's coordinates are metres to the east and north; else degrees of WGS84.
    """

    scale: float
    size: Point | None
    origin: Pair = (0.0, 0.0)
    plain: bool = False

    @property
    def steps(self) -> Pair:
        """Sixteenths in a unit of the file's coordinates, eastward and northward."""
        one = INCH / self.scale
        east, north = self.metres
        return east * one, north * one

    @property
    def metres(self) -> Pair:
        """Metres of ground in a unit of the file's coordinates, eastward and northward."""
        if self.plain:
            return 1.0, 1.0
        cos = cosine(self.origin[1])
        cos2 = 2 * cos * cos - 1
        cos3, cos4 = 4 * cos * cos * cos - 3 * cos, 2 * cos2 * cos2 - 1
        return 111412.84 * cos - 93.5 * cos3, 111132.92 - 559.82 * cos2 + 1.175 * cos4

    def to_country(self, pairs: list[Pair]) -> list[Point]:
        """Coordinates of the file as points of the country, in whole sixteenths."""
        (x0, y0), (east, north) = self.origin, self.steps
        return [(floor((x - x0) * east + 0.5), floor((y - y0) * north + 0.5)) for x, y in pairs]

    def to_file(self, points: tuple[Point, ...] | list[Point]) -> list[list[float]]:
        """Points of the country as coordinates of a file, precise enough to be parsed back to the same sixteenth."""
        (x0, y0), (east, north), digits = self.origin, self.steps, 6 if self.plain else 10
        return [[round(x0 + x / east, digits), round(y0 + y / north, digits)] for x, y in points]

    def centred(self, west: float, south: float, east: float, north: float) -> Frame:
        """The same window, centred on a box of the file's coordinates."""
        assert self.size is not None
        middle = ((west + east) / 2, (south + north) / 2)
        there = Frame(self.scale, self.size, middle, self.plain)
        step_x, step_y = there.steps
        return Frame(
            self.scale,
            self.size,
            (middle[0] - self.size[0] / 2 / step_x, middle[1] - self.size[1] / 2 / step_y),
            self.plain,
        )


def read_scale(value: object, where: str = "scale") -> float:
    """Metres to the inch."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not LEAST_SCALE <= value <= GREATEST_SCALE:
        raise Invalid(
            of_field(
                where,
                say(
                    "metres to the inch, from {least_scale} to {greatest_scale}, are wanted",
                    least_scale=LEAST_SCALE,
                    greatest_scale=f"{GREATEST_SCALE:g}",
                ),
            )
        )
    return float(value)


def read_size(value: object, where: str = "size") -> Point:
    """Width and depth in whole feet, as sixteenths."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Invalid(of_field(where, say("width and depth in feet are wanted")))
    for one in value:
        if isinstance(one, bool) or not isinstance(one, int) or not LEAST_FEET <= one <= GREATEST_FEET:
            raise Invalid(
                of_field(
                    where,
                    say(
                        "whole feet from {least_feet} to {greatest_feet} are wanted",
                        least_feet=LEAST_FEET,
                        greatest_feet=GREATEST_FEET,
                    ),
                )
            )
    return value[0] * FEET, value[1] * FEET


def read_origin(value: object, plain: bool, where: str = "origin") -> Pair:
    """The south-west corner in the file's coordinates."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Invalid(of_field(where, say("two coordinates of the south-western corner are wanted")))
    return read_pair(value, plain, where)


def read_pair(value: list[object] | tuple[object, ...], plain: bool, where: str) -> Pair:
    """East and north: degrees of WGS84 or plain metres, both finite and on the earth."""
    found = []
    limits = (FARTHEST_METRES, FARTHEST_METRES) if plain else (180, 85)
    for one, limit in zip(value, limits, strict=False):
        if isinstance(one, bool) or not isinstance(one, int | float) or not -limit <= one <= limit:
            wanted = (
                "metres"
                if plain
                else say("degrees of longitude and latitude (WGS84; metres must be said to be metres)")
            )
            raise Invalid(
                of_field(where, say("{wanted} are wanted, got {given}", wanted=wanted, given=str(value)[:60]))
            )
        found.append(float(one))
    return found[0], found[1]
