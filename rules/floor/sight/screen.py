"""What stops a line of sight: ground, houses, walls for what lies low, and woods.  [HOUSE-SIGHT-04]

Many lines are decided at once with whole numbers; a line that runs through a corner or along an edge is decided by
itself, by the fractions of its way (``stop_on``), and so is one that a wood nearly stops.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from rules.floor.sight.cells import Grid
from rules.floor.sight.tables import EYE, INTO_A_WOOD, WITHIN_A_WOOD
from rules.ground.batch_geometry import Legs, Numbers, box_round, point, points, turns
from rules.ground.geometry import Stretch, joined, marks_on, square
from rules.ground.relief import Relief
from rules.values.measure import Point

Mask = NDArray[np.bool_]

GROUND, HOUSE, WALL, WOOD = "contours", "houses", "walls", "woods"
"""What stops a line, by the sorts of features of a country."""

MOST_KNOWN = 1 << 16
"""Points of a country of which is kept what is known: twice the cells of the widest floor that is played on."""

NEARLY = 1 / 256
"""Sixteenths of wood within which a sum is made again with fractions: a million times what such a sum may be wrong."""


class Stop(NamedTuple):
    """What stops a line of sight, and where, as a fraction of the line.  feature: its sort and its id in the country."""

    at: Fraction
    sort: str
    feature: str


class Spot(NamedTuple):
    """A point of the country: the level of its ground in sixteenths, an eye above it in eighths of one, and what it lies in.

    woods: by number; housed: whether it lies in a house.
    """

    level: int
    eye: int
    woods: frozenset[int]
    housed: bool


class Rays(NamedTuple):
    """Lines of sight, a row for each.

    eyes: the heights of both ends, in eighths of a sixteenth; low: whether one of the two lies low; housed: whether it
    begins in a house; wooded: whether each end lies in a wood; spared: the woods that do not count, by row.
    """

    starts: Numbers
    ends: Numbers
    eyes: Numbers
    low: Mask
    housed: Mask
    wooded: Mask
    spared: dict[int, frozenset[int]]


class _Crossed(NamedTuple):
    """Lines that cross legs: the numbers of both, and the sides of the leg on which the ends of the line lie."""

    ray: Numbers
    leg: Numbers
    before: Numbers
    after: Numbers

    def of(self, chosen: Mask) -> _Crossed:
        """Some of them."""
        return _Crossed(self.ray[chosen], self.leg[chosen], self.before[chosen], self.after[chosen])


class Screen:
    """What hides in a country.  contour: height of one contour in sixteenths; 0 plays without contours."""

    def __init__(self, relief: Relief, contour: int) -> None:
        self.relief, self.contour = relief, contour
        country = relief.country
        self.sorts = (GROUND, HOUSE, WALL, WOOD) if contour else (HOUSE, WALL, WOOD)
        lines = [
            (feature.outline if closed else feature.line, closed, sort, number)
            for sort, closed in ((GROUND, False), (HOUSE, True), (WALL, False), (WOOD, True))
            if sort in self.sorts
            for number, feature in enumerate(getattr(country, sort).values())
        ]
        legs = Legs([(line, closed) for line, closed, _, _ in lines])
        self.starts, self.ends = legs.starts, legs.ends
        self.columns = [tuple(np.ascontiguousarray(one.T)) for one in (legs.starts, legs.ends)]
        self.grid = Grid(legs.starts, legs.ends)
        sorts = np.array([(GROUND, HOUSE, WALL, WOOD).index(sort) for _, _, sort, _ in lines], dtype=np.int64)
        self.sort = sorts[legs.owner]
        self.number = np.array([number for _, _, _, number in lines], dtype=np.int64)[legs.owner]
        self.tops = np.array([one.height for one in country.contours.values()], dtype=np.int64)
        self.inner = np.array(relief.woods[1].inner, dtype=np.int64)
        self.known: dict[Point, Spot] = {}

    def about(self, at: Point) -> Spot:
        """What is known of a point."""
        return self.known.get(at) or self.about_all((at,))[0]

    def about_all(self, places: Sequence[Point]) -> list[Spot]:
        """The same of some points; kept, as the same things stand there again and again."""
        if len(self.known) > MOST_KNOWN:
            self.known.clear()
        new = [at for at in dict.fromkeys(places) if at not in self.known]
        levels = self.relief.levels(new, self.contour) if self.contour else [0] * len(new)
        woods: dict[int, list[int]] = {}
        for row, wood in self.relief.woods[1].holding(points(new)).tolist():
            woods.setdefault(row, []).append(wood)
        housed = {row for row, _ in self.relief.houses[1].holding(points(new)).tolist()}
        for row, (at, level) in enumerate(zip(new, levels, strict=True)):
            self.known[at] = Spot(level, EYE * level + self.contour, frozenset(woods.get(row, ())), row in housed)
        return [self.known[at] for at in places]

    # -- one line -----------------------------------------------------------------------------------

    def stop_on(self, start: Point, end: Point, *, low: bool, spared: Collection[int] = ()) -> Stop | None:
        """What stops a line first, None if nothing does.  low: whether one of its ends lies low; spared: woods that do not count."""
        return min(self._stops(start, end, low, spared), default=None)

    def _stops(self, start: Point, end: Point, low: bool, spared: Collection[int]) -> Iterator[Stop]:
        """Everything that stops a line."""
        if start != end:
            yield from self._solids_on(start, end, low=low)
            yield from self._woods_on(start, end, spared)
            yield from self._ground_on(start, end)

    def _ground_on(self, start: Point, end: Point) -> Iterator[Stop]:
        """The contours that rise above a line."""
        if not self.contour:
            return
        here, there = self.about(start).eye, self.about(end).eye
        for climb in self.relief.climbs((start, end)):
            if EYE * self.relief.country.contours[climb.contour].height > here + (there - here) * climb.brow:
                yield Stop(climb.brow, GROUND, climb.contour)

    def _solids_on(self, start: Point, end: Point, *, low: bool) -> Iterator[Stop]:
        """The houses on a line, and the walls if it is low."""
        names, areas = self.relief.houses
        for (at, _), which in areas.on((start, end)):
            yield Stop(at, HOUSE, names[which])
        walls, legs = list(self.relief.country.walls), self.relief.wall_legs
        for row in legs.in_box(box_round((start, end))) if low else ():
            met = marks_on(start, end, *legs.leg(row))
            if met and met[0] < 1 and met[-1] > 0:
                yield Stop(met[0], WALL, walls[legs.places[row][0]])

    def _woods_on(self, start: Point, end: Point, spared: Collection[int]) -> Iterator[Stop]:
        """The wood in which a line has gone too far."""
        names, areas = self.relief.woods
        inside = [(stretch, which) for stretch, which in areas.on((start, end)) if which not in spared]
        if not inside:
            return
        both = (self.about(start).woods & self.about(end).woods).difference(spared)
        at = _gone_too_far(joined(one for one, _ in inside), WITHIN_A_WOOD if both else INTO_A_WOOD, square(start, end))
        if at is not None:
            where = max(one for one in inside if one[0][0] < at)
            yield Stop(at, WOOD, names[where[1]])

    # -- many lines ---------------------------------------------------------------------------------

    def clear(self, rays: Rays) -> tuple[Mask, Numbers]:
        """Which lines nothing stops; and for each of the others a leg that stops it, -1 if not a single leg does."""
        found: Mask = ~(rays.housed & (rays.starts != rays.ends).any(axis=1))
        stopping = np.full(len(found), -1, dtype=np.int64)
        if not len(self.starts) or not len(found):
            return found, stopping
        crossed, touched = self._stop_by_one(rays, found, stopping)
        by_itself = np.zeros(len(found), dtype=bool)
        by_itself[touched] = True
        by_itself[list(rays.spared)] = True
        in_wood = (self.sort[crossed.leg] == 3) & (found & ~by_itself)[crossed.ray]
        self._through_woods(rays, crossed.of(in_wood), found, by_itself)
        for row in np.flatnonzero(by_itself & found).tolist():
            start, end = point(rays.starts[row]), point(rays.ends[row])
            stops = self._stops(start, end, bool(rays.low[row]), rays.spared.get(row, ()))
            found[row] = next(stops, None) is None
        return found, stopping

    def _stop_by_one(self, rays: Rays, found: Mask, stopping: Numbers) -> tuple[_Crossed, Numbers]:
        """Decide the lines that a single leg stops; gives what the others cross, and those that touch a leg.

        Most lines are stopped, and in several places: one cell in four decides most of them, and few are left for the rest.
        """
        ray, cell = self.grid.touched_by(rays.starts, rays.ends)
        fourth = np.arange(len(ray)) % 4 == 0
        parts = []
        for some in (fourth, ~fourth):
            chosen = some & found[ray]
            crossed, touched = self._crossings(rays, *self.grid.met_in(ray[chosen], cell[chosen]))
            stopped = self._stop(rays, crossed)
            found[crossed.ray[stopped]] = False
            stopping[crossed.ray[stopped]] = crossed.leg[stopped]
            parts.append((*crossed, touched))
        *crossings, touches = (np.concatenate(both) for both in zip(*parts, strict=True))
        return _Crossed(*crossings), touches

    def stopped_by(self, rays: Rays, legs: Numbers) -> Mask:
        """Which lines are stopped by a given leg each, -1 for none; a line that only touches it is not."""
        found = np.zeros(len(legs), dtype=bool)
        crossed, _ = self._crossings(rays, ray := np.flatnonzero(legs >= 0), legs[ray])
        found[crossed.ray[self._stop(rays, crossed)]] = True
        return found

    def _crossings(self, rays: Rays, ray: Numbers, leg: Numbers) -> tuple[_Crossed, Numbers]:
        """Of pairs of a line and a leg those that cross; and the lines that touch a leg which they do not cross."""
        (x, y), (dx, dy) = rays.starts.T, (rays.ends - rays.starts).T
        turned = (dx * y - dy * x)[ray]  # so that the side of a point is the turn of the line to it
        dx, dy = dx[ray], dy[ray]
        (cx, cy), (ex, ey) = self.columns
        first, second = dx * cy[leg] - dy * cx[leg] - turned, dx * ey[leg] - dy * ex[leg] - turned
        met = np.flatnonzero(((first >= 0) | (second >= 0)) & ((first <= 0) | (second <= 0)))
        first, second, ray, leg = first[met], second[met], ray[met], leg[met]
        c, d = self.starts[leg], self.ends[leg]
        before, after = turns(c, d, rays.starts[ray]), turns(c, d, rays.ends[ray])
        along = np.sign(before) * np.sign(after)
        across = np.sign(first) * np.sign(second)
        crossed, wanted = (across < 0) & (along < 0), (self.sort[leg] != 2) | rays.low[ray]
        touched = (along <= 0) & ~crossed & wanted
        return _Crossed(ray, leg, before, after).of(crossed & wanted), ray[touched]

    def _stop(self, rays: Rays, crossed: _Crossed) -> Mask:
        """Which legs stop the lines that cross them by themselves: all but those of woods and of ground that is no higher."""
        sort = self.sort[crossed.leg]
        rises = self._rises(rays, *crossed) if len(self.tops) else np.zeros(len(sort), dtype=bool)
        return cast(Mask, (sort == 1) | (sort == 2) | ((sort == 0) & rises))

    def _rises(self, rays: Rays, ray: Numbers, leg: Numbers, before: Numbers, after: Numbers) -> Mask:
        """Whether legs, taken as of contours, rise above the lines that cross them."""
        top = EYE * self.tops[np.minimum(self.number[leg], len(self.tops) - 1)]
        here, there = rays.eyes[ray, 0], rays.eyes[ray, 1]
        gone, whole = np.abs(before), np.abs(before) + np.abs(after)
        return cast(Mask, (top - here) * whole > (there - here) * gone)

    def _through_woods(self, rays: Rays, crossed: _Crossed, found: Mask, by_itself: Mask) -> None:
        """Decide the lines that woods stop or do not stop by far; the others are left to be decided by themselves."""
        woods = len(self.inner)
        if not woods:
            return
        ray, leg, before, after = crossed
        pairs, index = np.unique(ray * woods + self.number[leg], return_inverse=True)
        sense = -self.inner[self.number[leg]] * np.sign(after)
        # A leg in two cells may stand there twice: each crossing counts once.
        _, once = np.unique(ray * len(self.starts) + leg, return_index=True)
        parts = np.bincount(index[once], (sense * (before / (before - after)))[once], minlength=len(pairs))
        sums = dict(zip(pairs.tolist(), parts.tolist(), strict=True))
        lengths, inside = self._ends_in_woods(rays, found & ~by_itself)
        for row, wood in inside:
            sums[row * woods + wood] = sums.get(row * woods + wood, 0.0) + 1.0
        total: dict[int, list[float]] = {}
        for pair, part in sums.items():
            total.setdefault(pair // woods, []).append(part * float(lengths[pair // woods]))
        wooded = cast(Mask, rays.wooded.all(axis=1))
        for row, through in total.items():
            most = WITHIN_A_WOOD if wooded[row] and self._in_one_wood(rays, row) else INTO_A_WOOD
            if max(through) > most + NEARLY:
                found[row] = False
            elif sum(through) > most - NEARLY:
                by_itself[row] = True

    def _ends_in_woods(self, rays: Rays, rows: Mask) -> tuple[NDArray[np.float64], list[tuple[int, int]]]:
        """The lengths of lines, and for some of them each wood in which the end lies."""
        lengths = np.sqrt(((rays.ends - rays.starts) ** 2).sum(axis=1))
        inside = [
            (row, wood)
            for row in np.flatnonzero(rows & rays.wooded[:, 1] & (lengths > INTO_A_WOOD - 1)).tolist()
            for wood in self.about(point(rays.ends[row])).woods
        ]
        return lengths, inside

    def _in_one_wood(self, rays: Rays, row: int) -> bool:
        """Whether both ends of a line lie in the same wood."""
        return bool(self.about(point(rays.starts[row])).woods & self.about(point(rays.ends[row])).woods)


def _gone_too_far(stretches: list[Stretch], most: int, length: int) -> Fraction | None:
    """Where the stretches of a line, as parts of it, come to more than ``most`` sixteenths; None if they do not.

    length: of the line, squared.  The place is on the line, as far as a whole number of its 2 ** 20 parts says.
    """
    total = sum((last - first for first, last in stretches), Fraction(0))
    if total * total * length <= most * most:
        return None
    fine = 1 << 20
    left = Fraction(int(most * fine / length**0.5), fine)
    for first, last in stretches:
        if last - first > left:
            return first + left
        left -= last - first
    return stretches[-1][1]


def screen_of(relief: Relief, contour: int) -> Screen:
    """The screen of a country, made once and cached with it."""
    kept = relief.__dict__.setdefault("screens", {})
    if contour not in kept:
        kept[contour] = Screen(relief, contour)
    return cast(Screen, kept[contour])
