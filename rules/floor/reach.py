"""How far a thing reaches, as plain data for a map: what the books share.

A reach has ``kind``, ``title``, ``clause``, ``inches`` (steps of a sixteenth) and ``at``, the point it is measured from.
``outline`` is its edge if that is not a circle about ``at``; ``arc`` the two bearings that limit it, if it is not all round.
Edges are only for drawing: no rule uses them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from shapely.geometry import MultiPoint, Polygon

from rules.contract.data import Reach
from rules.values.codec import LENGTH
from rules.values.measure import INCH, Point

BEARINGS = range(0, 360, 6)
"""The number of directions in which the reach of a march is tried."""


def ring(
    kind: str,
    title: str,
    reach: int,
    clause: str,
    at: Point,
    *,
    outline: list[list[float]] | None = None,
    arc: list[int] | None = None,
) -> Reach:
    """A reach in sixteenths around a point, or with an outline or an arc.

    >>> ring("six-inch", "Six inches", 96, "KS-LW-03", (16, 8))["at"]
    [1, 0.5]
    """
    written = LENGTH.write
    found: Reach = {
        "kind": kind,
        "title": title,
        "inches": written(reach),
        "clause": clause,
        "at": [written(one) for one in at],
    }
    if outline is not None:
        found["outline"] = outline
    if arc is not None:
        found["arc"] = arc
    return found


def around(points: Iterable[Point], reach: int, *, closed: bool = False) -> list[list[float]]:
    """The edge of all that is within so many sixteenths of some points, or of the area that they enclose."""
    spots = [(float(x), float(y)) for x, y in points]
    shape = (Polygon(spots) if closed else MultiPoint(spots)).buffer(reach, quad_segs=12).simplify(INCH / 8)
    edge = max(getattr(shape, "geoms", [shape]), key=lambda one: one.area)
    return [_inches(x, y) for x, y in edge.exterior.coords]


def marched(at: Point, most: int, far: Callable[[Point], int]) -> list[list[float]]:
    """The edge of what a straight march reaches.  far: how much of the way to a point can be marched, in sixteenths."""
    edge = []
    for bearing in BEARINGS:
        east, north = math.sin(math.radians(bearing)), math.cos(math.radians(bearing))
        gone = far((at[0] + round(most * east), at[1] + round(most * north)))
        edge.append(_inches(at[0] + gone * east, at[1] + gone * north))
    return edge


def _inches(x: float, y: float) -> list[float]:
    """A point in inches, to the nearest sixteenth."""
    return [round(x) / INCH, round(y) / INCH]
