"""The waters of a country, prepared for queries about many points: what is wet, and where dry land begins.

A survey may mark thousands of fords and bridges, and a lake may have thousands of corners: each query looks only at
what is near.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, cast

import numpy as np
import shapely
from shapely import LineString, Polygon, STRtree

from rules.ground.geojson.shapes import inner_point
from rules.ground.geometry import square_to_leg
from rules.values.measure import INCH, Point

FARTHEST = 72 * INCH
"""The most sixteenths of water over which a ford or a bridge is extended to dry land."""

BANK = INCH
"""Sixteenths by which it is extended beyond the water."""

NEAR = 24 * INCH
"""The most sixteenths from a point that marks a ford to its road or water."""

STEPS = np.split(np.arange(INCH // 2, FARTHEST + 1, INCH // 2), [16])
"""How far from a wet point dry land is searched, in half inches: nearest first, as most waters are narrow."""


class NearLegs:
    """The legs of many lines, each with the number of its line."""

    def __init__(self, lines: Sequence[Sequence[Point]]) -> None:
        self._legs = [(i, a, b) for i, line in enumerate(lines) for a, b in pairwise(line)]
        self._tree = STRtree([LineString((a, b)) for _, a, b in self._legs])

    def about(self, spot: Point, reach: int) -> Iterator[tuple[int, Point, Point]]:
        """The legs that may lie within a reach of a point, in order: the number of the line, and both ends."""
        x, y = spot
        found = self._tree.query(shapely.box(x - reach, y - reach, x + reach, y + reach))
        return (self._legs[i] for i in sorted(found.tolist()))


class Waters:
    """The outlines of all waters in a window."""

    def __init__(self, outlines: Sequence[tuple[Point, ...]], size: Point) -> None:
        self._outlines, self._size = outlines, size
        self._areas = [Polygon(outline) for outline in outlines]
        shapely.prepare(self._areas)
        self._tree = STRtree(self._areas)

    @cached_property
    def _banks(self) -> NearLegs:
        return NearLegs([(*outline, outline[0]) for outline in self._outlines])

    def wet(self, point: Point) -> bool:
        """Whether a point lies in a water or on its bank."""
        about = self._tree.query(shapely.Point(point)).tolist()
        return any(shapely.intersects_xy(self._areas[i], *point) for i in about)

    def dry_from(self, start: Point, way: Point) -> Point | None:
        """A dry point itself, or the first dry one beyond the water in a direction; None if none is in reach."""
        return self.beyond(start, way) if self.wet(start) else start

    def beyond(self, start: Point, way: Point) -> Point | None:
        """The first dry point beyond a wet one in a direction, within the window; None if none is in reach."""
        long = max(abs(way[0]), abs(way[1]))

        def at(gone: Any) -> tuple[Any, Any]:
            return start[0] + way[0] * gone // long, start[1] + way[1] * gone // long

        for steps in STEPS:
            xs, ys = at(steps)
            ends = ~self._within(xs, ys) | ~self._wet_of(xs, ys)
            if ends.any():
                gone = int(steps[ends.argmax()])
                point, bank = at(gone), at(gone + BANK)
                if not self._within(*point):
                    return None
                return bank if self._within(*bank) and not self.wet(bank) else point
        return None

    def nearest(self, spot: Point) -> Point | None:
        """A wet point itself, else the nearest one in water; None if none is near."""
        if self.wet(spot):
            return spot
        best = min(((square_to_leg(a, b, spot), i) for i, a, b in self._banks.about(spot, NEAR)), default=None)
        if best is None or best[0] > NEAR * NEAR:
            return None
        near = self._areas[best[1]].intersection(shapely.Point(spot).buffer(NEAR + 2 * INCH))
        point = inner_point(cast(Any, near))
        return point if self.wet(point) else None

    def _wet_of(self, xs: Any, ys: Any) -> Any:
        """Which of many points are wet."""
        wet = np.zeros(len(xs), dtype=bool)
        about = self._tree.query(shapely.box(xs.min(), ys.min(), xs.max(), ys.max()))
        for i in about.tolist():
            wet |= shapely.intersects_xy(self._areas[i], xs, ys)
        return wet

    def _within(self, x: Any, y: Any) -> Any:
        return (x >= 0) & (x <= self._size[0]) & (y >= 0) & (y <= self._size[1])
