"""What the map editor asks for: a few points in, features of the country out, as plain data.  [KS-GAME-08]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.errors import Invalid
from rules.ground.country import Contour
from rules.ground.features import CONTOURS
from rules.ground.sketch.curves import curve
from rules.ground.sketch.houses import row_of_houses
from rules.ground.sketch.rivers import river
from rules.ground.sketch.simplify import simplified
from rules.ground.sketch.slopes import between, hill
from rules.values import codec
from rules.values.codec import COUNT, FLAG, LENGTH, POINT
from rules.values.measure import FOOT, INCH, Point
from rules.values.sentence import of_field, say

FINENESS = 3 * INCH
"""The longest step of a curve, in sixteenths, where nothing else is said."""

LEAST_FINENESS, GREATEST = INCH // 2, 120 * FOOT
"""The finest step of a curve, and the longest side of a country, in sixteenths."""

MOST_GIVEN, MOST_STEPS, MOST_DRAWN = 400, 30, 1_000
"""Points and contours that are asked for at most, and points of a line that is drawn by hand."""

GREATEST_TOLERANCE = 2 * FOOT
"""How far a line may be from where it was drawn by hand, at most, in sixteenths."""

Features = list[dict[str, Any]]
"""Each as ``{"group", "thing"}``."""


def sketch(given: Any) -> Features:
    """The features that a sketch makes; Invalid, with the place and the reason, if it is none.

    given: ``sort`` and ``size``, and for a ``curve`` points, closed and fineness; for a ``river`` points, width, smooth
    and fineness; for a ``hill`` one contour, steps and step; ``between`` one, other and steps; for a ``line`` points and
    closed, a ``row`` of houses points and house (its length along the row, and its depth).  ``tolerance``: the points of a
    line, a curve or a river are drawn by hand, and so far may it be from them.  Lengths in inches.
    """
    asked = codec.read_map(given, "sketch")
    size = POINT.read(asked.get("size"), "sketch.size")
    if not all(0 < side <= GREATEST for side in size):
        raise Invalid(of_field("sketch.size", say("give width and depth, of at most 120 feet")))
    sorts = {"curve": _curve, "river": _river, "hill": _hill, "between": _between, "line": _line, "row": _row}
    sort = asked.get("sort")
    if not isinstance(sort, str) or sort not in sorts:
        raise Invalid(of_field("sketch.sort", say("one of {values}", values=", ".join(sorts))))
    return sorts[sort](asked, size)


def _curve(asked: Mapping[str, Any], size: Point) -> Features:
    """A curve: its points alone, for whatever is drawn by them."""
    closed = FLAG.read(asked.get("closed", False), "sketch.closed")
    line = curve(_points(asked, size), size, closed=closed, fineness=_fineness(asked))
    return [{"group": "", "thing": {"line": [POINT.write(point) for point in line]}}]


def _line(asked: Mapping[str, Any], size: Point) -> Features:
    """A line without the points that it does not need."""
    return [{"group": "", "thing": {"line": [POINT.write(point) for point in _points(asked, size)]}}]


def _row(asked: Mapping[str, Any], size: Point) -> Features:
    """A row of houses."""
    house, ends = POINT.read(asked.get("house"), "sketch.house"), _points(asked, size)
    if not all(INCH <= side <= 10 * FOOT for side in house):
        raise Invalid(
            of_field("sketch.house", say("give the length and the depth of a house, from 1 inch to 120 inches"))
        )
    found = row_of_houses(ends[0], ends[-1], house, size)
    return [{"group": "houses", "thing": {"outline": [POINT.write(point) for point in one]}} for one in found]


def _river(asked: Mapping[str, Any], size: Point) -> Features:
    """The water along a line."""
    line, width = _points(asked, size), LENGTH.read(asked.get("width"), "sketch.width")
    if not INCH // 2 <= width <= 10 * FOOT:
        raise Invalid(of_field("sketch.width", say("give the width of the river, from half an inch to 120 inches")))
    if FLAG.read(asked.get("smooth", False), "sketch.smooth"):
        line = curve(line, size, closed=False, fineness=_fineness(asked))
    found = river(line, width, size)
    if not found:
        raise Invalid(of_field("sketch.points", say("the river has no water in this country")))
    return [{"group": "water", "thing": {"outline": [POINT.write(point) for point in one]}} for one in found]


def _hill(asked: Mapping[str, Any], size: Point) -> Features:
    """Contours within a ring."""
    ring = _contour(asked.get("one"), "sketch.one")
    if not ring.ring:
        raise Invalid(of_field("sketch.one", say("choose a contour that is closed")))
    step = LENGTH.read(asked.get("step", 6), "sketch.step")
    return _written(hill(ring, _steps(asked), step))


def _between(asked: Mapping[str, Any], size: Point) -> Features:
    """Contours between two others."""
    one, other = (_contour(asked.get(key), f"sketch.{key}") for key in ("one", "other"))
    return _written(between(one, other, _steps(asked)))


def _written(contours: list[Contour]) -> Features:
    return [{"group": CONTOURS, "thing": codec.write(one)} for one in contours]


def _contour(given: Any, where: str) -> Contour:
    """A contour as the country has it."""
    found: Contour = codec.read(Contour, codec.read_map(given, where), where)
    if len(found.line) > 4 * MOST_GIVEN or (found.ring and len(found.line) < 4):
        raise Invalid(of_field(where, say("give {least} to {most} points", least=4, most=4 * MOST_GIVEN)))
    return found


def _points(asked: Mapping[str, Any], size: Point) -> list[Point]:
    """The pressed points, in the country, none twice running."""
    given, by_hand = codec.read_list(asked.get("points"), "sketch.points"), asked.get("tolerance") is not None
    most = MOST_DRAWN if by_hand else MOST_GIVEN
    if not 2 <= len(given) <= most:
        raise Invalid(of_field("sketch.points", say("give {least} to {most} points", least=2, most=most)))
    points: list[Point] = []
    for number, one in enumerate(given):
        point = POINT.read(one, f"sketch.points.{number}")
        if not (0 <= point[0] <= size[0] and 0 <= point[1] <= size[1]):
            raise Invalid(of_field(f"sketch.points.{number}", say("the point lies outside the country")))
        if not points or points[-1] != point:
            points.append(point)
    if by_hand:
        tolerance = LENGTH.read(asked["tolerance"], "sketch.tolerance")
        if not 0 <= tolerance <= GREATEST_TOLERANCE:
            raise Invalid(
                of_field("sketch.tolerance", say("give at most {most} inches", most=GREATEST_TOLERANCE // INCH))
            )
        closed = FLAG.read(asked.get("closed", False), "sketch.closed")
        drawn, points = points, simplified(points, tolerance, closed=closed)
        while len(points) > MOST_GIVEN:  # of a hand that never comes to rest; what is computed from it has its bound
            tolerance = 2 * tolerance or 1
            points = simplified(drawn, tolerance, closed=closed)
    if len(points) < 2:
        raise Invalid(of_field("sketch.points", say("give {least} to {most} points", least=2, most=most)))
    return points


def _fineness(asked: Mapping[str, Any]) -> int:
    """The longest step of a curve."""
    fineness: int = LENGTH.read(asked.get("fineness", FINENESS // INCH), "sketch.fineness")
    if fineness < LEAST_FINENESS:
        raise Invalid(of_field("sketch.fineness", say("give at least half an inch")))
    return fineness


def _steps(asked: Mapping[str, Any]) -> int:
    """How many contours are wanted."""
    steps: int = COUNT.read(asked.get("steps"), "sketch.steps")
    if not 1 <= steps <= MOST_STEPS:
        raise Invalid(of_field("sketch.steps", say("give 1 to {most} contours", most=MOST_STEPS)))
    return steps
