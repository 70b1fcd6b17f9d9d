"""Sight between two things, decided once more: slowly, ray by ray, in fractions.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]

It shares with the rules the plain data of a looker and a target, and no geometry, so that the two can be held against
each other.  All lengths are sixteenths of an inch.  Every outline or line is cut out of a ray at all the places where
the two meet, and each piece of the ray is judged by its middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from math import cos, pi, sin
from random import Random

from rules.floor.sight.look import Looker, Target
from rules.ground.country import Contour, Country, House, Wall, Wood
from rules.values.measure import INCH, Point

# -- what is asked ----------------------------------------------------------------------------------------------------

Situation = tuple[Country, int, Fraction, list[Looker], list[Target]]
"""A country, the height of one contour in sixteenths, the light, who looks and what is looked for."""

GRADES = ("known", "seen", "glimpse")
"""From the best to the least."""

ROWS = {
    "column": (24, 72, 144),
    "line": (24, 60, 108),
    "extended": (18, 36, 60),
    "low": (12, 24, 36),
    "covered": (6, 6, 9),
    "raised": (36, 72, 144),
}
"""The ranges of each row in inches, in the order of ``GRADES``."""

DAY, DUSK, NIGHT = Fraction(1), Fraction(1, 2), Fraction(1, 6)
IN_WOODS, IN_ONE_WOOD = 3 * INCH, 9 * INCH
"""The most of a ray that may lie inside woods, in sixteenths; the second if both its points lie inside one wood."""

# -- points, legs and rays --------------------------------------------------------------------------------------------

Number = int | Fraction
Place = tuple[Number, Number]
"""A place that need not be a whole sixteenth."""
Line = Sequence[Point]
Piece = tuple[Fraction, Fraction]
"""A piece of a ray: from which share of it to which, 0 at the looker and 1 at the target."""


def legs(line: Line) -> list[tuple[Point, Point]]:
    """The legs of a line that is not closed, or repeats its first point at its end."""
    return list(pairwise(line))


def sides(outline: Line) -> list[tuple[Point, Point]]:
    """The legs round an outline, which does not repeat its first corner."""
    return [*pairwise(outline), (outline[-1], outline[0])]


def left(a: Place, b: Place, p: Place) -> Number:
    """Over 0 if a place lies to the left of the straight line from a to b, under 0 to its right, 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def square(a: Place, b: Place) -> Number:
    """The distance of two places, squared."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def share(a: Place, b: Place, p: Place) -> Fraction:
    """Where on the straight line from a to b its place nearest to p is: 0 at a, 1 at b."""
    along = (b[0] - a[0]) * (p[0] - a[0]) + (b[1] - a[1]) * (p[1] - a[1])
    return Fraction(along) / Fraction(square(a, b))


def at(a: Place, b: Place, t: Fraction) -> Place:
    """The place at a share of the way from a to b."""
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def meetings(a: Place, b: Place, c: Point, d: Point) -> list[Fraction]:
    """The shares of the ray from a to b at which it meets a leg; both ends of the stretch if it runs along it."""
    if a == b:
        return []
    one, other = left(a, b, c), left(a, b, d)
    if one == other == 0:
        low, high = sorted((share(a, b, c), share(a, b, d)))
        low, high = max(low, Fraction(0)), min(high, Fraction(1))
        return [low, high] if low <= high else []
    if one == other:
        return []
    u = Fraction(one) / Fraction(one - other)
    t = share(a, b, at(c, d, u))
    return [t] if 0 <= u <= 1 and 0 <= t <= 1 else []


def pieces(a: Point, b: Point, met: Iterable[tuple[Point, Point]]) -> list[Piece]:
    """A ray cut wherever it meets one of these legs; none if it has no length."""
    if a == b:
        return []
    cuts = {Fraction(0), Fraction(1)}
    for c, d in met:
        cuts.update(meetings(a, b, c, d))
    return list(pairwise(sorted(cuts)))


def middle(a: Point, b: Point, piece: Piece) -> Place:
    """The middle of a piece of the ray."""
    return at(a, b, (piece[0] + piece[1]) / 2)


def on_leg(p: Place, c: Place, d: Place) -> bool:
    """Whether a place lies on a leg, ends included."""
    return left(c, d, p) == 0 and 0 <= share(c, d, p) <= 1


def inside(p: Place, outline: Line) -> bool:
    """Whether a place is inside an outline, by even-odd; on the outline is outside."""
    odd = False
    for c, d in sides(outline):
        if on_leg(p, c, d):
            return False
        if (c[1] > p[1]) != (d[1] > p[1]):
            x = c[0] + Fraction(p[1] - c[1]) / (d[1] - c[1]) * (d[0] - c[0])
            odd ^= x > p[0]
    return odd


def signed_area(outline: Line) -> int:
    """Twice the area of an outline, over 0 if it runs against the clock."""
    return sum(c[0] * d[1] - d[0] * c[1] for c, d in sides(outline))


# -- the ground -------------------------------------------------------------------------------------------------------


def distance(p: Place, c: Point, d: Point) -> Fraction:
    """How far a place is from a leg, squared."""
    return Fraction(square(p, at(c, d, min(max(share(c, d, p), Fraction(0)), Fraction(1)))))


def on_line(p: Place, contour: Contour) -> bool:
    """Whether a place lies on a contour line."""
    return any(on_leg(p, c, d) for c, d in legs(contour.line))


def above(p: Place, contour: Contour) -> bool:
    """Whether a place is on the upper side of a contour line; on the line is not."""
    if on_line(p, contour):
        return False
    if contour.ring:
        corners = contour.line[:-1]
        upper_is_inside = (signed_area(corners) > 0) == (contour.upper == 1)
        return inside(p, corners) == upper_is_inside
    return left_of(p, contour.line) * contour.upper > 0


def left_of(p: Place, line: Line) -> Number:
    """Over 0 if a place is to the left of a line from edge to edge, by the leg or the corner nearest to it."""
    i, (c, d) = min(enumerate(legs(line)), key=lambda leg: distance(p, *leg[1]))
    # If its end is the nearest, it is the first of two legs that share this corner (of equals the first was taken), or
    # the last of all: its beginning can be the nearest only at the beginning of the line.
    if share(c, d, p) >= 1 and i + 2 < len(line):
        turn = left(c, d, line[i + 2])
        if turn:
            return -turn  # what is nearest to a corner lies on the outer side of its turn
    return left(c, d, p)


def level(p: Place, country: Country, contour: int) -> int:
    """The height of the ground, in sixteenths: by the nearest contour line, and of equals by the first."""
    if not country.contours:
        return 0
    nearest = min(country.contours.values(), key=lambda one: min(distance(p, c, d) for c, d in legs(one.line)))
    return nearest.height if above(p, nearest) else nearest.height - contour


def crossed(a: Point, b: Point, contour: Contour) -> list[Fraction]:
    """The shares of a ray at which it crosses a contour: at the brow, where it goes on to the upper side or leaves it.

    A place on the line is at its foot, and so is an end of the ray on it: to go up from there, or to come down to it,
    is to cross.  To touch the line and go back to the side from which it came is none.
    """
    found: list[Fraction] = []
    was = False if on_line(a, contour) else above(a, contour)
    brow = Fraction(0)  # how far it has come on the upper side
    for piece in pieces(a, b, legs(contour.line)):
        p = middle(a, b, piece)
        if on_line(p, contour):
            continue
        is_up = above(p, contour)
        if is_up != was:
            found.append(piece[0] if is_up else brow)
        if is_up:
            brow = piece[1]
        was = is_up
    if was and on_line(b, contour) and a != b:
        found.append(brow)
    return found


# -- what stops a ray -------------------------------------------------------------------------------------------------


def ground_stops(a: Point, b: Point, country: Country, contour: int) -> bool:
    """Whether the ground is in the way: a contour that is crossed is higher than the ray there."""
    eye = level(a, country, contour) + Fraction(contour, 8)
    mark = level(b, country, contour) + Fraction(contour, 8)
    return any(one.height > eye + t * (mark - eye) for one in country.contours.values() for t in crossed(a, b, one))


def house_stops(a: Point, b: Point, country: Country) -> bool:
    """Whether the ray runs through the inside of a house."""
    return any(
        inside(middle(a, b, piece), house.outline)
        for house in country.houses.values()
        for piece in pieces(a, b, sides(house.outline))
    )


def wall_stops(a: Point, b: Point, country: Country) -> bool:
    """Whether the ray meets a wall between its ends: to touch it is enough, with an end of the ray it is not."""
    return any(
        touched[0] < 1 and touched[-1] > 0
        for wall in country.walls.values()
        for c, d in legs(wall.line)
        if (touched := meetings(a, b, c, d))
    )


def wood_stops(a: Point, b: Point, country: Country, fired: bool) -> bool:
    """Whether too much of the ray lies inside woods; of what fired, the woods in which it lies are as if not there."""
    woods = [one.outline for one in country.woods.values() if not (fired and inside(b, one.outline))]
    most = IN_ONE_WOOD if any(inside(a, one) and inside(b, one) for one in woods) else IN_WOODS
    within = Fraction(0)
    for piece in pieces(a, b, [leg for one in woods for leg in sides(one)]):
        if any(inside(middle(a, b, piece), one) for one in woods):
            within += piece[1] - piece[0]
    return within**2 * square(a, b) > most**2


def stopped(a: Point, b: Point, country: Country, contour: int, low: bool, fired: bool) -> bool:
    """Whether anything stops the ray from a to b."""
    return (
        ground_stops(a, b, country, contour)
        or house_stops(a, b, country)
        or (low and wall_stops(a, b, country))
        or wood_stops(a, b, country, fired)
    )


# -- what is seen -----------------------------------------------------------------------------------------------------


def times(looker: Looker, target: Target, higher: int, light: Fraction) -> Fraction:
    """By how much the ranges of the row are taken; higher: whole contours by which the looker is higher."""
    by_height = min(1 + Fraction(higher, 2), Fraction(2)) if higher >= 1 else Fraction(1)
    return (
        (2 if target.fired else 1)
        * (Fraction(3, 2) if looker.scout else 1)
        * by_height
        * (Fraction(1) if target.burning else light)
    )


def seen(
    country: Country, contour: int, light: Fraction, lookers: Iterable[Looker], targets: Iterable[Target]
) -> dict[tuple[str, str], tuple[str, int, int]]:
    """For each looker and target between whom there is a grade: it, and the points of both between which it is had.

    contour: the height of one contour, in sixteenths.  light: by how much it takes the ranges.
    """
    found: dict[tuple[str, str], tuple[str, int, int]] = {}
    targets = list(targets)
    for looker in lookers:
        for target in targets:
            low = looker.low or (target.low and not target.fired)
            rays: list[tuple[int, Number, int, int]] = []
            for i, a in enumerate(looker.points):
                for j, b in enumerate(target.points):
                    rises = level(a, country, contour) - level(b, country, contour)
                    by = times(looker, target, rises // contour, light)
                    reached = [square(a, b) <= (inches * INCH * by) ** 2 for inches in ROWS[target.row]]
                    if any(reached) and not stopped(a, b, country, contour, low, target.fired):
                        rays.append((reached.index(True), square(a, b), i, j))
            if rays:
                grade, _, i, j = min(rays)
                found[looker.id, target.id] = (GRADES[grade], i, j)
    return found


# -- random situations ------------------------------------------------------------------------------------------------

MOST = (200 * INCH, 150 * INCH)
"""The greatest country, in sixteenths."""


def simple(line: Line, closed: bool = True) -> bool:
    """Whether a line does not meet itself, nor turns back on itself."""
    all_legs = sides(line) if closed else legs(line)
    last = len(all_legs) - 1
    if any(c == d for c, d in all_legs):
        return False
    for i, (a, b) in enumerate(all_legs):
        for j in range(i + 1, last + 1):
            allowed = set()
            if j == i + 1:
                allowed.add(Fraction(1))
            if closed and i == 0 and j == last:
                allowed.add(Fraction(0))
            if set(meetings(a, b, *all_legs[j])) != allowed:
                return False
    return not closed or (len(line) >= 3 and signed_area(line) != 0)


def meet(one: Line, other: Line) -> bool:
    """Whether two lines have a place in common."""
    return any(meetings(a, b, c, d) for a, b in legs(one) for c, d in legs(other))


@dataclass
class Draft:
    """A situation in the making.  unit: the sixteenths on whose whole numbers its places lie, mostly."""

    rng: Random
    unit: int
    size: Point
    contour: int
    contours: dict[str, Contour] = field(default_factory=dict)
    houses: dict[str, House] = field(default_factory=dict)
    walls: dict[str, Wall] = field(default_factory=dict)
    woods: dict[str, Wood] = field(default_factory=dict)

    def country(self) -> Country:
        """The country as drawn so far."""
        return Country(size=self.size, contours=self.contours, houses=self.houses, walls=self.walls, woods=self.woods)

    def snapped(self, p: tuple[float, float]) -> Point:
        """The nearest place of the grid that lies in the country."""
        x, y = (
            min(max(round(one / self.unit), 0), most // self.unit) * self.unit
            for one, most in zip(p, self.size, strict=True)
        )
        return (x, y)

    def anywhere(self) -> Point:
        """A place of the grid."""
        return self.snapped((self.rng.uniform(0, self.size[0]), self.rng.uniform(0, self.size[1])))

    def has(self, p: Point) -> bool:
        """Whether a place lies in the country."""
        return 0 <= p[0] <= self.size[0] and 0 <= p[1] <= self.size[1]

    def outline(self, about: Point, across: float, up: float) -> tuple[Point, ...]:
        """A simple outline about a place, so far across and up, either way round."""
        for _ in range(20):
            corners = [self.snapped((about[0] + x * across / 2, about[1] + y * up / 2)) for x, y in self.shape()]
            if simple(corners):
                turned = self.rng.randrange(len(corners))
                corners = corners[turned:] + corners[:turned]
                return tuple(corners if self.rng.random() < 0.5 else corners[::-1])
        x, y = (min(one, most - self.unit) for one, most in zip(self.snapped(about), self.size, strict=True))
        return ((x, y), (x + self.unit, y), (x + self.unit, y + self.unit), (x, y + self.unit))

    def shape(self) -> list[tuple[float, float]]:
        """The corners of a shape from -1 to 1 either way: a box, a triangle, an L, a U, a diamond or a ragged star."""
        shapes: list[list[tuple[float, float]]] = [
            [(-1, -1), (1, -1), (1, 1), (-1, 1)],
            [(-1, -1), (1, -1), (0, 1)],
            [(-1, -1), (1, -1), (1, 0), (0, 0), (0, 1), (-1, 1)],
            [(-1, -1), (1, -1), (1, 1), (0.5, 1), (0.5, 0), (-0.5, 0), (-0.5, 1), (-1, 1)],
            [(0, -1), (1, 0), (0, 1), (-1, 0)],
            [(-1, -1), (0, -1), (1, -1), (1, 1), (0, 0.5), (-1, 1)],
        ]
        if self.rng.random() < 0.65:
            return self.rng.choice(shapes)
        corners = self.rng.randint(5, 9)
        turned = self.rng.random()
        far = [self.rng.uniform(0.3, 1) for _ in range(corners)]
        angles = [2 * pi * (i + turned) / corners for i in range(corners)]
        return [(r * cos(one), r * sin(one)) for r, one in zip(far, angles, strict=True)]

    # -- the country

    def draw_hill(self, about: Point, base: int, called: str) -> None:
        """One to three rings, one in the other, of a hill or of a hollow, with the level of the ground round it."""
        across, up = (self.rng.uniform(0.25, 0.9) * one for one in self.size)
        outer = self.outline(about, across, up)
        sinks = base >= 3 * self.contour and self.rng.random() < 0.6  # no contour's height is under 0
        height = base
        drawn: list[tuple[Point, ...]] = []
        by = Fraction(1)
        for i in range(self.rng.randint(1, 3)):
            corners = tuple(
                self.snapped((float(about[0] + by * (x - about[0])), float(about[1] + by * (y - about[1]))))
                for x, y in outer
            )
            by *= Fraction(self.rng.randint(4, 8), 10)
            ring = (*corners, corners[0])
            if not simple(corners) or (any(meet(ring, one) for one in drawn) and self.rng.random() < 0.9):
                continue
            drawn.append(ring)
            if self.rng.random() < 0.5:
                ring = ring[::-1]
            if not sinks:
                height += self.contour
            against_the_clock = signed_area(ring[:-1]) > 0
            higher = "outside" if sinks else "inside"
            if self.rng.random() < 0.3:
                higher = "left" if against_the_clock != sinks else "right"
            uneven = self.rng.randint(-self.contour, self.contour) if self.rng.random() < 0.05 else 0
            self.contours[f"{called}{i}"] = Contour(line=ring, height=max(height + uneven, 0), higher=higher)
            if sinks:
                height -= self.contour

    def draw_step(self, base: int) -> None:
        """A contour line from edge to edge, which leaves what is drawn already on one side of it."""
        width, depth = self.size
        ys = [self.snapped((0, self.rng.uniform(0.05, 0.95) * depth))[1] for _ in range(self.rng.randint(2, 5))]
        xs = [self.snapped((width * i / (len(ys) - 1), 0))[0] for i in range(len(ys))]
        line = tuple(zip([*xs[:-1], width], ys, strict=True))
        if self.rng.random() < 0.4:  # from south to north
            xs = [self.snapped((self.rng.uniform(0.05, 0.95) * width, 0))[0] for _ in ys]
            ys = [self.snapped((0, depth * i / (len(xs) - 1)))[1] for i in range(len(xs))]
            line = tuple(zip(xs, [*ys[:-1], depth], strict=True))
        if self.rng.random() < 0.5:
            line = line[::-1]
        on_edges = [(x in (0, width)) + (y in (0, depth)) for x, y in line]
        if on_edges != [1, *(0 for _ in line[2:]), 1]:
            return
        if not simple(line, closed=False) or any(meet(line, one.line) for one in self.contours.values()):
            return
        step = Contour(line=line, height=base + self.contour, higher=self.rng.choice(("left", "right")))
        if self.contours and above(next(iter(self.contours.values())).line[0], step):
            step = replace(step, height=base)
        items = [*self.contours.items(), ("step", step)]
        self.contours = dict(items if self.rng.random() < 0.5 else items[::-1])

    def draw(self) -> None:
        """The contours, houses, walls and woods."""
        base = self.rng.choice((0, 0, 0, self.contour, 3, 3 * self.contour, 3 * self.contour + 5))
        if self.rng.random() < 0.7:
            self.draw_hill(self.anywhere(), base, "hill")
        if self.rng.random() < 0.25:
            self.draw_step(base)
        for i in range(self.rng.randint(0, 5)):
            across, up = (self.rng.choice((2, 4, 8, 12, 24)) * INCH for _ in "xy")
            self.houses[f"house{i}"] = House(outline=self.outline(self.anywhere(), across, up))
        for i in range(self.rng.randint(0, 4)):
            start = self.a_place()
            line = [start, *(self.near(start, 40 * INCH) for _ in range(self.rng.randint(1, 3)))]
            if self.rng.random() < 0.5:
                line[1] = (line[0][0], line[1][1])
            if simple(line, closed=False):
                self.walls[f"wall{i}"] = Wall(line=tuple(line))
        for i in range(self.rng.randint(0, 4)):
            about = self.anywhere()
            if self.rng.random() < 0.4:  # a strip, as deep as can just be looked through
                x, y = about
                deep = self.rng.choice((1, 2, 3, 3, 3, 4, 9, 9)) * INCH + self.rng.choice((0, 0, 0, 1, -1))
                far = self.rng.randint(5, 80) * INCH
                dx, dy = (deep, far) if self.rng.random() < 0.5 else (far, deep)
                self.woods[f"wood{i}"] = Wood(outline=((x, y), (x + dx, y), (x + dx, y + dy), (x, y + dy)))
                continue
            across, up = (self.rng.choice((6, 12, 24, 40, 80)) * INCH for _ in "xy")
            self.woods[f"wood{i}"] = Wood(outline=self.outline(about, across, up))

    # -- places on it

    def lines(self) -> list[Line]:
        """Every line drawn, outlines closed."""
        outlines = [one.outline for one in self.houses.values()] + [one.outline for one in self.woods.values()]
        lines = [one.line for one in self.contours.values()] + [one.line for one in self.walls.values()]
        return [*lines, *((*one, one[0]) for one in outlines)]

    def near(self, p: Point, far: float) -> Point:
        """A place of the grid about another, up to so far off either way."""
        return self.snapped((p[0] + self.rng.uniform(-far, far), p[1] + self.rng.uniform(-far, far)))

    def a_place(self) -> Point:
        """A place anywhere, or on a corner, on a line, on the straight line on from a face, or inside a wood."""
        drawn = self.lines()
        how = self.rng.random()
        if not drawn or how < 0.45:
            return self.anywhere()
        if how < 0.6 and self.woods:
            outline = self.rng.choice(list(self.woods.values())).outline
            for _ in range(10):
                p = self.near(self.rng.choice(outline), 20 * INCH)
                if inside(p, outline):
                    return p
        c, d = self.rng.choice(legs(self.rng.choice(drawn)))
        dx, dy = d[0] - c[0], d[1] - c[1]
        steps = self.rng.choice([n for n in (1, 2, 3, 4, 5, 6, 8) if dx % n == 0 == dy % n])
        k = self.rng.choice((0, steps, self.rng.randint(0, steps), self.rng.randint(-2 * steps, 3 * steps)))
        p = (c[0] + k * dx // steps, c[1] + k * dy // steps)
        return p if self.has(p) else c

    def allowed(self, p: Point) -> bool:
        """Whether something may be there: seldom inside a house."""
        return self.has(p) and (self.rng.random() < 0.03 or not self.in_house(p))

    def in_house(self, p: Point) -> bool:
        """Whether a place is inside a house."""
        return any(inside(p, one.outline) for one in self.houses.values())

    def a_thing(self, start: Point | None = None) -> tuple[Point, ...]:
        """One to three points, near each other or not."""
        found: list[Point] = [] if start is None else [start]
        wanted = self.rng.choice((1, 1, 2, 3))
        far = self.rng.choice((4, 12, 30, 100)) * INCH
        for _ in range(50):
            if len(found) >= wanted:
                break
            p = self.near(found[0], far) if found and self.rng.random() < 0.7 else self.a_place()
            if self.allowed(p):
                found.append(p)
        return tuple(found or [self.anywhere()])

    def past_a_brow(self) -> tuple[Point, Point] | None:
        """Two places so far apart that a ray just clears a straight brow between them, or just fails to."""
        straight = [(c, d) for one in self.contours.values() for c, d in legs(one.line) if c[0] == d[0] or c[1] == d[1]]
        if not straight:
            return None
        c, d = self.rng.choice(straight)
        brow = at(c, d, Fraction(self.rng.randint(0, 8), 8))
        x, y = int(brow[0]), int(brow[1])
        near = self.rng.randint(1, 12) * self.rng.choice((8, 9))
        far = near * 7 if near % 9 or self.rng.random() < 0.5 else near // 9 * 7
        far += self.rng.choice((0, 0, 0, 1, -1))
        if self.rng.random() < 0.5:
            near, far = -near, -far
        pair = ((x - near, y), (x + far, y)) if c[0] == d[0] else ((x, y - near), (x, y + far))
        return pair if all(self.has(p) for p in pair) else None

    def at_range(self, looker: Looker, target: Target, light: Fraction) -> Point | None:
        """A place exactly as far from a looker as it sees a target, or one sixteenth more or less."""
        by = times(looker, target, self.rng.choice((0, 0, 1, 2)), light)
        reach = self.rng.choice(ROWS[target.row]) * INCH * by
        if reach.denominator != 1:
            return None
        far = int(reach) + self.rng.choice((0, 0, 1, -1))
        sign, other_sign = self.rng.choice((1, -1)), self.rng.choice((1, -1))
        dx, dy = self.rng.choice(((far, 0), (0, far)))
        if far % 5 == 0 and self.rng.random() < 0.6:
            dx, dy = self.rng.choice(((far // 5 * 3, far // 5 * 4), (far // 5 * 4, far // 5 * 3)))
        x, y = self.rng.choice(looker.points)
        p = (x + sign * dx, y + other_sign * dy)
        return p if self.has(p) else None

    def over_against(self, p: Point) -> Point | None:
        """A place due north, east, south or west; of a place in a wood 9 inches off, or one sixteenth more or less."""
        far = self.rng.randint(1, 60) * INCH
        if any(inside(p, one.outline) for one in self.woods.values()) and self.rng.random() < 0.7:
            far = IN_ONE_WOOD + self.rng.choice((0, 0, 1, -1))
        dx, dy = self.rng.choice(((far, 0), (-far, 0), (0, far), (0, -far)))
        found = (p[0] + dx, p[1] + dy)
        return found if self.has(found) else None


def without_idle_rays(draft: Draft, lookers: Sequence[Looker], targets: Sequence[Target]) -> Iterator[Target]:
    """The targets, but with no point that is also a looker's inside a house or on a wall, of which the rule is silent."""
    taken = {p for one in lookers for p in one.points}
    for target in targets:
        left_over = tuple(
            p
            for p in target.points
            if p not in taken
            or not (
                draft.in_house(p) or any(on_leg(p, c, d) for wall in draft.walls.values() for c, d in legs(wall.line))
            )
        )
        if left_over:
            yield replace(target, points=left_over)


def situation(rng: Random) -> Situation:
    """A random situation, with many a case that is decided by a hair: on a corner, along a face, at a range."""
    unit = rng.choice((1, 1, INCH, 4 * INCH, 6 * INCH, 8 * INCH, 10 * INCH))
    size = rng.choice((MOST, (100 * INCH, 80 * INCH), (rng.randint(640, MOST[0]), rng.randint(640, MOST[1]))))
    size = (size[0] // unit * unit, size[1] // unit * unit)
    draft = Draft(rng, unit, size, rng.choice((8, 16, 16, 24, 40, 7, 96)))
    draft.draw()
    light = rng.choice((DAY, DAY, DAY, DUSK, NIGHT))

    pairs = [draft.past_a_brow() if rng.random() < 0.4 else None for _ in range(4)]
    lookers = [
        Looker(
            f"looker{i}",
            draft.a_thing(pair[0] if pair else None),
            scout=rng.random() < 0.3,
            low=rng.random() < 0.25,
        )
        for i, pair in zip(range(rng.randint(1, 4)), pairs, strict=False)
    ]
    targets: list[Target] = []
    for i, pair in zip(range(rng.randint(1, 4)), pairs, strict=False):
        low = rng.random() < 0.25
        row = "low" if low and rng.random() < 0.7 else rng.choice(list(ROWS))
        burning = rng.random() < 0.2
        target = Target(f"target{i}", (), row, fired=rng.random() < 0.25, burning=burning, low=low)
        looker = rng.choice(lookers)
        start = pair[1] if pair else None
        if start is None and rng.random() < 0.4:
            start = draft.at_range(looker, target, light)
        if start is None and rng.random() < 0.4:
            start = draft.over_against(rng.choice(looker.points))
        if start is None and rng.random() < 0.5:
            start = draft.near(rng.choice(looker.points), rng.choice((3, 9, 20, 60)) * INCH)
        if start is not None and not draft.allowed(start):
            start = None
        targets.append(replace(target, points=draft.a_thing(start)))
    targets = list(without_idle_rays(draft, lookers, targets)) or [Target("target0", ((0, 0),), "line")]
    return (draft.country(), draft.contour, light, lookers, targets)


def names_of(found: Mapping[tuple[str, str], tuple[str, int, int]]) -> list[str]:
    """What is seen, in words, for a failure to show."""
    return [f"{a}[{i}] -> {b}[{j}]: {grade}" for (a, b), (grade, i, j) in found.items()]
