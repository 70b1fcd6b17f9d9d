"""The window of a country on the sketch of a survey.

These floats decide nothing: the sketch is looked at, and the country is made of the origin in the file's own coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ground.geojson.frame import Frame, Pair
from rules.values.measure import INCH, Point


def window_on(
    sketch: Mapping[str, Any], scale: float, size: Point, origin: Sequence[float] | None
) -> tuple[float, float, float, float]:
    """Left, top, width and depth of a window in units of the sketch.  size: in sixteenths; origin: None for the middle.

    >>> flat = {"bounds": [0, 0, 2000, 1000], "size": [1000, 500], "plain": True, "unit": 0.5}
    >>> window_on(flat, 5.0, (4800, 3200), [500, 0]), window_on(flat, 5.0, (4800, 3200), None)
    ((250.0, 0.0, 750.0, 500.0), (125.0, 0.0, 750.0, 500.0))
    """
    west, _, _, north = sketch["bounds"]
    x0, y0 = origin_on(sketch, scale, size) if origin is None else origin
    across, along = units_per(sketch)
    wide, deep = (one / INCH * scale * sketch["unit"] for one in size)
    return (x0 - west) * across, (north - y0) * along - deep, wide, deep


def origin_on(sketch: Mapping[str, Any], scale: float, size: Point) -> Pair:
    """The south-western corner of a window on the middle of a survey."""
    return Frame(scale, size, (0.0, 0.0), bool(sketch["plain"])).centred(*sketch["bounds"]).origin


def about_the_same_middle(
    plain: bool, origin: Sequence[float], was: tuple[float, Point], now: tuple[float, Point]
) -> Pair:
    """The corner of a window of another scale or size with the same middle.  was, now: metres to the inch, and size in sixteenths.

    >>> about_the_same_middle(True, (0.0, 0.0), (10.0, (4608, 3072)), (5.0, (4608, 3072)))
    (720.0, 480.0)
    """
    if was == now:
        return origin[0], origin[1]
    size = was[1]
    before = Frame(was[0], size, (origin[0], origin[1]), plain)
    ((west, south), (east, north)) = before.to_file([(0, 0), size])
    return Frame(now[0], now[1], (0.0, 0.0), plain).centred(west, south, east, north).origin


def units_per(sketch: Mapping[str, Any]) -> Pair:
    """Units of the sketch in a unit of the survey's coordinates, eastward and northward."""
    across, along = _metres(sketch)
    return across * sketch["unit"], along * sketch["unit"]


def _metres(sketch: Mapping[str, Any]) -> Pair:
    """Metres in a unit of the survey's coordinates, in its middle."""
    west, south, _, north = sketch["bounds"]
    return Frame(1.0, None, (west, (south + north) / 2), bool(sketch["plain"])).metres
