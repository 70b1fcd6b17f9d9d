"""A picture laid under a country: where each of its pixels lies on the floor, computed in fractions.  [KS-GAME-08]

A picture is only looked at: it decides nothing.  Pixels are counted from its upper left corner, x to the right and y
down; places of the country in inches from the south-western corner, x to the east and y to the north.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.errors import Invalid
from rules.values.measure import INCH
from rules.values.sentence import of_field, say

Spot = tuple[Fraction, Fraction]
"""A pixel, or a place of the country."""

Crop = tuple[int, int, int, int]
"""The part of a picture that is shown, in pixels: left, top, right, bottom."""

TURNS = (0, 90, 180, 270)
"""By how much a picture may be turned clockwise where it is laid by a scale."""

PIXELS = Fraction(1, 10_000), Fraction(100_000)
"""The least and the most pixels to the inch."""

DIGITS = 6
"""Decimals of a matrix as it is drawn: a pixel lies a thousandth of a unit off at most."""


@dataclass(frozen=True)
class Matrix:
    """``x' = a·x + c·y + e`` and ``y' = b·x + d·y + f``, in the sequence in which SVG writes them."""

    a: Fraction
    b: Fraction
    c: Fraction
    d: Fraction
    e: Fraction
    f: Fraction

    def at(self, x: Fraction | int, y: Fraction | int) -> Spot:
        """Where a point goes.

        >>> Matrix(*map(Fraction, (2, 0, 0, -2, 10, 20))).at(3, 4) == (16, 12)
        True
        """
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def turned_over(self) -> int:
        """1 where it shows things the right way round, for pixels count down and inches up; -1 mirrored, 0 to nothing."""
        area = self.a * self.d - self.b * self.c
        return (area < 0) - (area > 0)

    def on_sheet(self, west: Fraction, north: Fraction, unit: Fraction) -> Matrix:
        """The same onto a drawing on which y counts down.  west, north: its edges in inches; unit: its units to the inch."""
        return Matrix(
            self.a * unit,
            -self.b * unit,
            self.c * unit,
            -self.d * unit,
            (self.e - west) * unit,
            (north - self.f) * unit,
        )

    @property
    def said(self) -> str:
        """The six numbers with a point and spaces, whatever language is read.

        >>> Matrix(*map(Fraction, ("1/3", 0, "-2/3", "0.5", 7, "-1/8"))).said
        '0.333333 0 -0.666667 0.5 7 -0.125'
        """
        return " ".join(map(decimal, (self.a, self.b, self.c, self.d, self.e, self.f)))


def decimal(number: Fraction) -> str:
    """A fraction as a decimal of ``DIGITS`` places at most, without needless digits."""
    whole, rest = divmod(abs(round(number * 10**DIGITS)), 10**DIGITS)
    said = f"{whole}.{rest:0{DIGITS}}".rstrip("0").rstrip(".")
    return f"-{said}" if number < 0 and said != "0" else said


def matrix_of(placing: Mapping[str, Any], crop: Crop) -> Matrix:
    """Where the pixels of a picture lie in the country, in inches.

    placing: as ``read_placing`` gives it.  crop: what is shown of the picture; by a scale its south-western corner, once
    it is turned, lies on the origin.
    """
    if "pairs" in placing:
        pixels = [spot_of(one) for one, _ in placing["pairs"]]
        places = [spot_of(one) for _, one in placing["pairs"]]
        return _by_two(pixels, places) if len(pixels) == 2 else _by_three(pixels, places)
    return _by_scale(1 / Fraction(placing["pixels"]), spot_of(placing["origin"]), placing["turn"], crop)


def spot_of(given: Sequence[Any]) -> Spot:
    """Two numbers as they are kept, exactly."""
    return Fraction(given[0]), Fraction(given[1])


def _by_two(pixels: Sequence[Spot], places: Sequence[Spot]) -> Matrix:
    """By two points: shifted, turned, and made larger or smaller, never stretched and never mirrored."""
    (ax, ay), (bx, by) = pixels
    (px, py), (qx, qy) = places
    across, up, east, north = bx - ax, ay - by, qx - px, qy - py
    square = across**2 + up**2
    along, aside = (east * across + north * up) / square, (north * across - east * up) / square
    return Matrix(
        along, aside, aside, -along, px - along * ax - aside * ay, py - aside * ax + along * ay
    )  # fmt: skip


def _by_three(pixels: Sequence[Spot], places: Sequence[Spot]) -> Matrix:
    """By three points: also stretched and slanted, as a photograph of a sheet is."""
    (ax, ay), (bx, by), (cx, cy) = pixels
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)

    def row(at: int) -> tuple[Fraction, Fraction, Fraction]:
        """What x and y are multiplied by, and what is added, for one of the two numbers of a place."""
        one, other = places[1][at] - places[0][at], places[2][at] - places[0][at]
        by_x = (one * (cy - ay) - other * (by - ay)) / area
        by_y = (other * (bx - ax) - one * (cx - ax)) / area
        return by_x, by_y, places[0][at] - by_x * ax - by_y * ay

    (a, c, e), (b, d, f) = row(0), row(1)
    return Matrix(a, b, c, d, e, f)


def _by_scale(inch: Fraction, origin: Spot, turn: int, crop: Crop) -> Matrix:
    """By the inches of a pixel and the place of the lower left corner of what is shown."""
    left, top, right, bottom = crop
    east, north = origin
    none = Fraction(0)
    return {
        0: Matrix(inch, none, none, -inch, east - left * inch, north + bottom * inch),
        90: Matrix(none, -inch, -inch, none, east + bottom * inch, north + right * inch),
        180: Matrix(-inch, none, none, inch, east + right * inch, north - top * inch),
        270: Matrix(none, inch, inch, none, east - top * inch, north - left * inch),
    }[turn]


# -- as it is given ----------------------------------------------------------------------------------


def fitting(size: tuple[int, int], country: Sequence[Any]) -> dict[str, Any]:
    """A placing by which a picture is as wide as the country.  size: in pixels.

    >>> fitting((1000, 800), [288, 192])
    {'pixels': '125/36', 'origin': [0, 0], 'turn': 0}
    """
    return {"pixels": str(size[0] / Fraction(country[0])), "origin": [0, 0], "turn": 0}


def read_crop(given: Any, size: tuple[int, int]) -> Crop:
    """What is shown of a picture of this size; all of it where nothing is given."""
    wide, high = size
    if given is None:
        return 0, 0, wide, high
    if not _is_list(given, 4) or not all(isinstance(one, int) and not isinstance(one, bool) for one in given):
        raise Invalid(of_field("crop", say("four whole numbers of pixels are wanted: left, top, right, bottom")))
    left, top, right, bottom = given
    if not (0 <= left < right <= wide and 0 <= top < bottom <= high):
        raise Invalid(
            of_field(
                "crop",
                say(
                    "({crop}) is no part of a picture of {wide} by {high} pixels: left before right, top before bottom",
                    crop=", ".join(map(str, given)),
                    wide=wide,
                    high=high,
                ),
            )
        )
    return left, top, right, bottom


def read_placing(given: Any, size: tuple[int, int], crop: Crop, country: Sequence[Any]) -> dict[str, Any]:
    """How a picture is laid, in normal form: by two or three pairs of points, or by a scale; Invalid where it cannot be.

    given: ``{"pairs": [[[x, y], [east, north]], …]}``, or ``{"pixels", "origin", "turn"}``.  size: of the picture in
    pixels; country: its width and depth in inches.
    """
    if not isinstance(given, Mapping):
        raise Invalid(of_field("placing", say("two or three pairs of points, or a scale and an origin are wanted")))
    placing = _pairs(given["pairs"], size, country) if "pairs" in given else _scale(given, country)
    matrix = matrix_of(placing, crop)
    if matrix.turned_over < 1:
        raise Invalid(
            of_field(
                "points",
                say("by these three points the picture would be mirrored; give them the same way round on both")
                if matrix.turned_over
                else say("the three points lie in one line; choose one that lies well beside it"),
            )
        )
    _touches(matrix, crop, country)
    return placing


def _pairs(given: Any, size: tuple[int, int], country: Sequence[Any]) -> dict[str, Any]:
    """Pairs of a pixel and a place; points that are the same, or all in one line, are refused."""
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) not in (2, 3):
        raise Invalid(of_field("points", say("two or three pairs of points are wanted")))
    pairs: list[list[list[Any]]] = []
    for number, pair in enumerate(given, 1):
        if not _is_list(pair, 2):
            raise Invalid(of_field("points", say("a point of the picture and one of the country are wanted")))
        pairs.append([_pixel(pair[0], number, size), place(pair[1], say("point {number}", number=number), country)])
    for at, what in ((0, say("of the picture")), (1, say("of the country"))):
        spots = [spot_of(pair[at]) for pair in pairs]
        if len(set(spots)) < len(spots):
            raise Invalid(of_field("points", say("two points {what} are the same", what=what)))
        if len(spots) == 3 and not _area(spots):
            raise Invalid(
                of_field(
                    "points",
                    say("the three points {what} lie in one line; choose one that lies well beside it", what=what),
                )
            )
    return {"pairs": pairs}


def _pixel(given: Any, number: int, size: tuple[int, int]) -> list[int]:
    """A point of the picture, in whole pixels."""
    if not _is_list(given, 2) or not all(isinstance(one, int) and not isinstance(one, bool) for one in given):
        raise Invalid(
            of_field("points", say("point {number} of the picture: two whole numbers are wanted", number=number))
        )
    if not (0 <= given[0] <= size[0] and 0 <= given[1] <= size[1]):
        raise Invalid(
            of_field(
                "points",
                say(
                    "point {number}: ({x}, {y}) lies outside the picture of {wide} by {high} pixels",
                    number=number,
                    x=given[0],
                    y=given[1],
                    wide=size[0],
                    high=size[1],
                ),
            )
        )
    return [given[0], given[1]]


def place(given: Any, what: str, country: Sequence[Any]) -> list[int | float]:
    """A place of the country in inches, in steps of a sixteenth."""
    if not _is_list(given, 2) or not all(_is_number(one) for one in given):
        raise Invalid(of_field("points", say("{what}: inches east and north are wanted", what=what)))
    spot = spot_of(given)
    if any((one * INCH).denominator != 1 for one in spot):
        raise Invalid(of_field("points", say("{what}: inches in steps of a sixteenth are wanted", what=what)))
    if not (0 <= spot[0] <= Fraction(country[0]) and 0 <= spot[1] <= Fraction(country[1])):
        raise Invalid(
            of_field(
                "points",
                say(
                    "{what}: ({x}, {y}) lies outside the country of {wide} by {deep} inches",
                    what=what,
                    x=f"{given[0]:g}",
                    y=f"{given[1]:g}",
                    wide=f"{country[0]:g}",
                    deep=f"{country[1]:g}",
                ),
            )
        )
    return [given[0], given[1]]


def _scale(given: Mapping[str, Any], country: Sequence[Any]) -> dict[str, Any]:
    """A scale in pixels to the inch, the place of the lower left corner, and a turn."""
    try:
        pixels = Fraction(str(given.get("pixels", ""))[:40].strip())
    except (ValueError, ZeroDivisionError):
        pixels = Fraction(0)
    if not PIXELS[0] <= pixels <= PIXELS[1]:
        raise Invalid(
            of_field(
                "scale", say("give the pixels to the inch, as 12.5 or 125/36, from {least} to {most}", least="0.0001", most="100000")
            )
        )  # fmt: skip
    origin = given.get("origin", [0, 0])
    if not _is_list(origin, 2) or not all(_is_number(one) and abs(one) <= 100_000 for one in origin):
        raise Invalid(of_field("origin", say("inches east and north are wanted")))
    if any((one * INCH).denominator != 1 for one in spot_of(origin)):
        raise Invalid(of_field("origin", say("inches in steps of a sixteenth are wanted")))
    turn = given.get("turn", 0)
    if turn not in TURNS or isinstance(turn, bool):
        raise Invalid(of_field("rotation", say("0, 90, 180 or 270 degrees are wanted")))
    return {"pixels": str(pixels), "origin": list(origin), "turn": int(turn)}


def _touches(matrix: Matrix, crop: Crop, country: Sequence[Any]) -> None:
    """A picture of which nothing would lie on the country is refused."""
    left, top, right, bottom = crop
    corners = [matrix.at(x, y) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))]
    wide, deep = Fraction(country[0]), Fraction(country[1])
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    if max(xs) <= 0 or min(xs) >= wide or max(ys) <= 0 or min(ys) >= deep:
        raise Invalid(of_field("placing", say("so the whole picture would lie outside the country")))


def _area(spots: Sequence[Spot]) -> Fraction:
    """Twice the area between three points."""
    (ax, ay), (bx, by), (cx, cy) = spots
    return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)


def _is_list(given: Any, many: int) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, str) and len(given) == many


def _is_number(given: Any) -> bool:
    """Whether it is a finite number."""
    return isinstance(given, (int, float)) and not isinstance(given, bool) and given == given and abs(given) < 1e9
