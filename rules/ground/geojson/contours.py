"""The contours of a survey: one real interval becomes one contour of the game; neighbours decide its upper side.  [KS-GAME-06]

The contours cut the window into terraces.  A terrace bounded by two heights lies between them, and then
the next terrace over each of its contours is known too; so one such place, or one spot of known height, settles all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import shapely
from shapely import LineString, STRtree
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.errors import Invalid
from rules.ground.country_file import cross
from rules.ground.geojson.kinds import elevation
from rules.ground.geojson.parse import Feature
from rules.ground.geojson.shapes import OUTSIDE, clip_line, thinned, window, without_repeats
from rules.ground.geojson.tally import Tally
from rules.ground.geometry import area
from rules.values.measure import INCH, Point
from rules.values.sentence import of_field, say

STEP = 6
"""Inches of height of one contour of the game."""

LEAST_RING = 36
"""The least area of a ring, in square inches."""

MOST_STEPS = 60
MOST_TOUCHING = 1_000
"""The most pairs of contours that may touch."""

UNTOLD = say("nothing near it tells which side is higher")
AGAINST = say("its height does not agree with that of its neighbours")


@dataclass
class Drawn:
    """A contour line being made.  height: in the file's unit; rough: before thinning; upper: 1 left, -1 right, 0 unknown."""

    height: Fraction
    line: list[Point]
    features: list[Feature]
    rough: list[Point] = field(default_factory=list)
    upper: int = 0

    @property
    def ring(self) -> bool:
        """Whether the line is closed."""
        return self.line[0] == self.line[-1]

    @property
    def higher(self) -> str:
        """Its upper side in the words of a country file."""
        if not self.ring:
            return "left" if self.upper > 0 else "right"
        return "inside" if (area(self.line[:-1]) > 0) == (self.upper > 0) else "outside"


def interval_of(heights: Iterable[Fraction], asked: Fraction | None) -> Fraction:
    """The real interval: as asked, else the least step between two heights in the file."""
    if asked is not None:
        if not 0 < asked <= 10_000:
            raise Invalid(of_field("interval", say("a height over nought, in the file's own unit, is wanted")))
        return asked
    known = sorted(set(heights))
    return min((b - a for a, b in pairwise(known)), default=Fraction(1))


def draw_contours(
    rows: Sequence[tuple[Feature, list[Point]]],
    spots: Sequence[tuple[Point, Fraction]],
    size: Point,
    interval: Fraction,
    tolerance: int,
    tally: Tally,
    ground: BaseGeometry,
) -> list[dict[str, Any]]:
    """Contours as plain data: line, height and upper side.

    rows: lines with their features; spots: points of known height.  ground: of which the survey tells, within the window; a
    contour may end where that ends.
    """
    lines = []
    for feature, line in rows:
        height = elevation(feature)
        if height is None:
            tally.leave("contours", [feature], say("it has no height"))
        elif height % interval:
            tally.leave(
                "contours",
                [feature],
                say("it lies between the heights that were chosen, every {interval}", interval=f"{float(interval):g}"),
            )
        else:
            lines.append(Drawn(height, line, [feature]))
    edge = _Edge(size, ground)
    found = _apart(list(_cut(_joined(lines), size, tolerance, tally, edge)), tally)
    while True:
        _find_upper_sides(found, spots, edge)
        against = [one for one in found if one.upper == 2]
        if not against:
            break
        for one in against:
            tally.leave("contours", one.features, AGAINST)
        found = [one for one in found if one.upper != 2]
        for one in found:
            one.upper = 0
    for one in found:
        if not one.upper:
            tally.leave("contours", one.features, UNTOLD)
    return _numbered([one for one in found if one.upper], interval, tally)


def _numbered(taken: list[Drawn], interval: Fraction, tally: Tally) -> list[dict[str, Any]]:
    """The contours with their heights in the game, counted from the lowest one taken."""
    if not taken:
        return []
    lowest = min(one.height for one in taken)
    most = (max(one.height for one in taken) - lowest) / interval
    if most >= MOST_STEPS:
        raise Invalid(
            f"interval: it would make {int(most) + 1} contours one over another; at most {MOST_STEPS} are taken"
        )
    rows = []
    for one in taken:
        tally.take("contours", one.features)
        step = int((one.height - lowest) / interval) + 1
        rows.append({"line": one.line, "height": step * STEP * INCH, "higher": one.higher})
    return rows


# -- lines ------------------------------------------------------------------------------------------


def _joined(lines: list[Drawn]) -> list[Drawn]:
    """Lines of one height, joined if exactly two ends meet at a place."""
    ends: dict[tuple[Fraction, Point], list[Drawn]] = {}
    for one in lines:
        if len(one.line) > 1 and not one.ring:
            for point in (one.line[0], one.line[-1]):
                ends.setdefault((one.height, point), []).append(one)
    merged: dict[int, Drawn] = {id(one): one for one in lines}
    for (_, point), pair in ends.items():
        if len(pair) != 2:
            continue
        first, other = merged[id(pair[0])], merged[id(pair[1])]
        if first is other:  # both ends of the joined line meet: it is closed
            continue
        line = _chained(first.line, other.line, point)
        whole = Drawn(first.height, line, [*first.features, *other.features])
        for key, held in merged.items():
            if held is first or held is other:
                merged[key] = whole
    return list({id(one): one for one in merged.values()}.values())


def _chained(one: list[Point], other: list[Point], at: Point) -> list[Point]:
    """Two lines joined at their common end."""
    before = one if one[-1] == at else one[::-1]
    after = other if other[0] == at else other[::-1]
    return [*before, *after[1:]]


def _cut(lines: list[Drawn], size: Point, tolerance: int, tally: Tally, edge: _Edge) -> Iterable[Drawn]:
    """The pieces of contours within the window, thinned; those that end inside known ground or are too small are left out."""
    for one in lines:
        pieces = clip_line(without_repeats(one.line), size)
        if not pieces:
            tally.leave("contours", one.features, OUTSIDE, loss=False)
        for piece in pieces:
            drawn = Drawn(one.height, thinned(piece, tolerance), one.features, piece)
            if not drawn.ring and not edge.ends(piece):
                tally.leave("contours", one.features, say("it ends inside the country"))
            elif drawn.ring and (len(drawn.line) < 4 or abs(area(drawn.line[:-1])) < 2 * LEAST_RING * INCH * INCH):
                tally.leave(
                    "contours",
                    one.features,
                    say("its ring is smaller than {least_ring} square inches", least_ring=LEAST_RING),
                )
            else:
                yield drawn


class _Edge:
    """Where known ground ends: at the edges of the window, or within it."""

    def __init__(self, size: Point, ground: BaseGeometry) -> None:
        self.size = size
        self.border = window(size).boundary
        self.whole = shapely.boundary(ground)
        self.inner = shapely.difference(self.whole, self.border.buffer(1))
        shapely.prepare(self.inner)

    def ends(self, piece: Sequence[Point]) -> bool:
        """Whether a contour may end where it does; not one that runs along the end of known ground."""
        inside = [point for point in (piece[0], piece[-1]) if not self._on_window(point)]
        if not inside:
            return True
        near = shapely.dwithin(self.inner, shapely.points(inside), INCH)
        return bool(near.all() and not shapely.dwithin(self.inner, shapely.points(piece), INCH).all())

    def _on_window(self, point: Point) -> bool:
        return point[0] in (0, self.size[0]) or point[1] in (0, self.size[1])

    def within(self, lines: Sequence[Drawn]) -> list[BaseGeometry]:
        """The ends of known ground within the window, if a contour ends there."""
        ends = (point for one in lines if not one.ring for point in (one.line[0], one.line[-1]))
        return [] if all(map(self._on_window, ends)) else [self.whole]

    def carried(self, one: Drawn) -> list[Point]:
        """A contour carried over the edge of known ground where it ends there, so that it parts one side from the other."""
        if one.ring:
            return one.line
        first, last = (self._beyond(point) for point in (one.line[0], one.line[-1]))
        return [*first, *one.line, *last]

    def _beyond(self, point: Point) -> list[Point]:
        if self._on_window(point):
            return []
        on = shapely.get_coordinates(shapely.shortest_line(Spot(point), self.inner))[-1]
        way = on[0] - point[0], on[1] - point[1]
        far = max(abs(way[0]), abs(way[1])) or 1.0
        return [(round(on[0] + way[0] / far * 2), round(on[1] + way[1] / far * 2))]


def _apart(lines: list[Drawn], tally: Tally) -> list[Drawn]:
    """The contours that meet neither themselves nor others; the longest are tried first, thinned, else unthinned."""
    taken: list[Drawn] = []
    order = sorted(range(len(lines)), key=lambda i: (-LineString(lines[i].line).length, i))
    drawn: dict[int, Any] = {}
    tree = STRtree([LineString(one.rough) for one in lines])
    touched = 0
    for i in order:
        one = lines[i]
        near = [j for j in sorted(tree.query(shapely.box(*LineString(one.rough).bounds)).tolist()) if j in drawn]
        for line in (one.line, one.rough):
            shape = LineString(line)
            touching = [j for j in near if shape.intersects(drawn[j])] if shape.is_simple else []
            touched += len(touching)
            if touched > MOST_TOUCHING:
                raise Invalid(
                    say("The contours lie on one another: choose a longer interval, or fewer metres to the inch.")
                )
            if shape.is_simple and not any(cross(line, lines[j].line) for j in touching):
                one.line, drawn[i] = line, shape
                taken.append(one)
                break
        else:
            tally.leave("contours", one.features, say("it crosses itself or another contour"))
    return taken


# -- which side is higher ---------------------------------------------------------------------------


def _find_upper_sides(lines: list[Drawn], spots: Sequence[tuple[Point, Fraction]], edge: _Edge) -> None:
    """Set each contour's upper side; 2 if it contradicts what is known of both its sides."""
    heights = sorted({one.height for one in lines})
    terraces = _terraces(lines, edge)
    tree = STRtree(terraces)
    sides = [_sides_of(one, terraces, tree) for one in lines]
    known = _seeds(lines, sides, heights, spots, terraces, tree)
    beside: dict[int, list[int]] = {}
    for i, (left, right) in enumerate(sides):
        beside.setdefault(left, []).append(i)
        beside.setdefault(right, []).append(i)
    waiting = deque(sorted(known))
    while waiting:
        here = waiting.popleft()
        for i in beside.get(here, ()):
            left, right = sides[i]
            step, there = heights.index(lines[i].height), right if here == left else left
            if known[here] not in (step, step - 1) or left == right:
                lines[i].upper = 2
                continue
            beyond = step - 1 if known[here] == step else step
            if known.setdefault(there, beyond) != beyond:
                lines[i].upper = 2
            elif lines[i].upper != 2:
                lines[i].upper = 1 if (here == left) == (known[here] == step) else -1
                if there not in waiting and any(not lines[j].upper for j in beside[there]):
                    waiting.append(there)


def _terraces(lines: list[Drawn], edge: _Edge) -> list[Any]:
    """The areas into which the contours cut the window, and the edges of known ground."""
    carried = (LineString(edge.carried(one)) for one in lines)
    drawn = shapely.union_all([edge.border, *edge.within(lines), *carried])
    return shapely.get_parts(shapely.polygonize(shapely.get_parts(drawn))).tolist()  # type: ignore[no-any-return]


def _sides_of(one: Drawn, terraces: list[Any], tree: STRtree) -> tuple[int, int]:
    """The terraces to the left and right of a contour, at the middle of its longest leg; -1 if there is none."""
    (ax, ay), (bx, by) = max(
        pairwise(one.line), key=lambda leg: (leg[1][0] - leg[0][0]) ** 2 + (leg[1][1] - leg[0][1]) ** 2
    )
    long = max(abs(bx - ax), abs(by - ay))
    off = ((ay - by) / long / 4, (bx - ax) / long / 4)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    left, right = (
        _terrace_at(Spot(middle[0] + sign * off[0], middle[1] + sign * off[1]), terraces, tree) for sign in (1, -1)
    )
    return left, right


def _terrace_at(spot: Spot, terraces: list[Any], tree: STRtree) -> int:
    return next((i for i in sorted(tree.query(spot).tolist()) if terraces[i].contains(spot)), -1)


def _seeds(
    lines: list[Drawn],
    sides: list[tuple[int, int]],
    heights: list[Fraction],
    spots: Sequence[tuple[Point, Fraction]],
    terraces: list[Any],
    tree: STRtree,
) -> dict[int, int]:
    """What is known of terraces at first, each by the number of the height that it lies above; -1 below all."""
    bounds: dict[int, set[int]] = {}
    for one, pair in zip(lines, sides, strict=True):
        for terrace in pair:
            bounds.setdefault(terrace, set()).add(heights.index(one.height))
    known: dict[int, int] = {}
    for terrace, steps in sorted(bounds.items()):
        if len(steps) == 2 and max(steps) - min(steps) == 1 and terrace >= 0:
            known[terrace] = min(steps)
    for point, height in spots:
        terrace, step = _terrace_at(Spot(point), terraces, tree), bisect_right(heights, height) - 1
        if terrace >= 0 and any(step in (one, one - 1) for one in bounds.get(terrace, ())):
            known.setdefault(terrace, step)
    return known
