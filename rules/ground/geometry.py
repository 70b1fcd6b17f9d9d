"""Plane geometry in whole sixteenths: sides, crossings, areas and distances, decided exactly.  [KS-DEF-04, KS-DEF-05]

Points and their products are whole numbers; the place where two lines meet is a fraction of the leg.
No float decides anything here, so that results do not depend on the machine.  A polygon is the tuple of its corners, the
first not repeated; a ring is a line whose last point is its first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import isqrt, lcm
from operator import itemgetter
from typing import NamedTuple

from rules.values.measure import Point, leg, rounded_root

Line = Sequence[Point]
Stretch = tuple[Fraction, Fraction]
"""A part of a leg or of a path: from and to, as whole legs before it plus a fraction of a leg."""

NOUGHT, WHOLE = Fraction(0), Fraction(1)


# -- sides --------------------------------------------------------------------------------------


def turn(a: Point, b: Point, c: Point) -> int:
    """Twice the area of a triangle: positive if ``c`` lies to the left of the line from ``a`` to ``b``.

    >>> turn((0, 0), (0, 10), (-3, 5)), turn((0, 0), (0, 10), (0, 99)), turn((0, 0), (0, 10), (3, 5))
    (30, 0, -30)
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def sign(number: int | Fraction) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def in_box(a: Point, b: Point, p: Point) -> bool:
    """Whether a point lies in the box with two others as corners, edges included."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def on_leg(a: Point, b: Point, p: Point) -> bool:
    """Whether a point lies on a leg, its ends included."""
    return turn(a, b, p) == 0 and in_box(a, b, p)


def legs(line: Line, closed: bool = False) -> Iterator[tuple[Point, Point]]:
    """The legs of a line; of a polygon also the one from its last corner to its first."""
    yield from pairwise(line)
    if closed and len(line) > 1:
        yield line[-1], line[0]


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two legs have a point in common; touching is meeting.

    >>> meet((0, 0), (4, 4), (0, 4), (4, 0)), meet((0, 0), (4, 0), (4, 0), (9, 9)), meet((0, 0), (4, 0), (5, 0), (9, 0))
    (True, True, False)
    """
    c_side, d_side = turn(a, b, c), turn(a, b, d)
    if (c_side > 0 and d_side > 0) or (c_side < 0 and d_side < 0):
        return False
    a_side, b_side = turn(c, d, a), turn(c, d, b)
    if (a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0):
        return False
    if c_side or d_side:
        return True
    return in_box(a, b, c) or in_box(a, b, d) or in_box(c, d, a)


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two legs cross in a point that is an end of neither."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


# -- distances ------------------------------------------------------------------------------------


def ceil_root(numerator: int, denominator: int = 1) -> int:
    """The least whole number whose square is at least a fraction.

    >>> [ceil_root(n) for n in (0, 1, 2, 4, 5)], ceil_root(9, 2)
    ([0, 1, 2, 2, 3], 3)
    """
    square = -(-numerator // denominator)
    root = isqrt(square)
    return root if root * root == square else root + 1


def square(a: Point, b: Point) -> int:
    """The square of the distance of two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def square_to_leg(a: Point, b: Point, p: Point) -> Fraction:
    """The square of the distance of a point from a leg.

    >>> square_to_leg((0, 0), (100, 0), (50, 7)), square_to_leg((0, 0), (100, 0), (103, 4))
    (Fraction(49, 1), Fraction(25, 1))
    """
    length = square(a, b)
    along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
    if along <= 0 or not length:
        return Fraction(square(a, p))
    if along >= length:
        return Fraction(square(b, p))
    return Fraction(turn(a, b, p) ** 2, length)


def to_leg(a: Point, b: Point, p: Point) -> int:
    """The least whole number of sixteenths that is at least the distance of a point from a leg.  [KS-DEF-04]"""
    found = square_to_leg(a, b, p)
    return ceil_root(found.numerator, found.denominator)


def between_legs(a: Point, b: Point, c: Point, d: Point) -> Fraction:
    """The square of the distance of two legs; zero if they meet."""
    if meet(a, b, c, d):
        return NOUGHT
    return min(square_to_leg(a, b, c), square_to_leg(a, b, d), square_to_leg(c, d, a), square_to_leg(c, d, b))


def to_polygon(polygon: Line, p: Point) -> int:
    """Sixteenths from a point to the nearest point of a polygon, rounded as in ``to_leg``; zero inside."""
    if where(polygon, p) >= 0:
        return 0
    found = min(square_to_leg(a, b, p) for a, b in legs(polygon, closed=True))
    return ceil_root(found.numerator, found.denominator)


def between_polygons(one: Line, other: Line) -> int:
    """Sixteenths between two polygons, rounded as in ``to_leg``; zero if they have a point in common."""
    if where(one, other[0]) >= 0 or where(other, one[0]) >= 0:
        return 0
    found = min(between_legs(*mine, *yours) for mine in legs(one, closed=True) for yours in legs(other, closed=True))
    return ceil_root(found.numerator, found.denominator)


# -- areas ------------------------------------------------------------------------------------------


def where(polygon: Line, p: tuple[int, int] | tuple[Fraction, Fraction]) -> int:
    """1 if a point lies inside a polygon, 0 on its edge, -1 outside.

    >>> box = ((0, 0), (8, 0), (8, 8), (0, 8))
    >>> where(box, (4, 4)), where(box, (8, 3)), where(box, (9, 3))
    (1, 0, -1)
    """
    x, y = p
    if isinstance(x, Fraction) and isinstance(y, Fraction):  # whole numbers compute ten times as fast
        times = lcm(x.denominator, y.denominator)
        polygon = [(ax * times, ay * times) for ax, ay in polygon]
        x, y = int(x * times), int(y * times)
    inside = False
    for (ax, ay), (bx, by) in legs(polygon, closed=True):
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if not side and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return 0
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            inside = not inside
    return 1 if inside else -1


def area(polygon: Line) -> int:
    """Twice the area of a polygon, positive if its corners go anticlockwise.

    >>> area(((0, 0), (8, 0), (8, 8), (0, 8))), area(((0, 0), (0, 8), (8, 8), (8, 0)))
    (128, -128)
    """
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in legs(polygon, closed=True))


def stretches_inside(start: Point, end: Point, polygon: Line) -> list[Stretch]:
    """The parts of a leg that lie inside a polygon; its edge is not inside.

    >>> [(str(a), str(b)) for a, b in stretches_inside((-8, 4), (24, 4), ((0, 0), (8, 0), (8, 8), (0, 8)))]
    [('1/4', '1/2')]
    """
    marks = sorted({NOUGHT, WHOLE, *_marks(start, end, polygon)})
    found: list[Stretch] = []
    for here, there in pairwise(marks):
        if where(polygon, point_at(start, end, (here + there) / 2)) > 0:
            if found and found[-1][1] == here and where(polygon, point_at(start, end, here)) > 0:
                found[-1] = (found[-1][0], there)
            else:
                found.append((here, there))
    return found


def _marks(start: Point, end: Point, polygon: Line) -> Iterator[Fraction]:
    """Where a leg meets the edges of a polygon, as fractions of the leg."""
    for c, d in legs(polygon, closed=True):
        yield from marks_on(start, end, c, d)


def marks_on(a: Point, b: Point, c: Point, d: Point) -> tuple[Fraction, ...]:
    """The fractions of the leg from ``a`` to ``b`` at which another leg starts and stops meeting it: none, one or two."""
    if not meet(a, b, c, d):
        return ()
    a_side, b_side = turn(c, d, a), turn(c, d, b)
    if a_side != b_side:
        return (Fraction(a_side, a_side - b_side),)
    length = square(a, b)
    if not length:
        return (NOUGHT,)
    ends = sorted(Fraction((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]), length) for p in (c, d))
    first, last = max(ends[0], NOUGHT), min(ends[1], WHOLE)
    return (first,) if first == last else (first, last)


def point_at(start: Point, end: Point, part: Fraction) -> tuple[Fraction, Fraction]:
    """The point at a fraction of a leg."""
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in order, with those that overlap or touch joined."""
    found: list[Stretch] = []
    for first, last in sorted(stretches):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def covered(stretches: Sequence[Stretch], first: Fraction, last: Fraction) -> bool:
    """Whether one stretch covers everything from one place to another, ends included.  stretches: as from ``joined``.

    >>> road = joined([(Fraction(0), Fraction(1)), (Fraction(3), Fraction(4))])
    >>> covered(road, Fraction(1), Fraction(1)), covered(road, Fraction(3), Fraction(4)), covered(road, Fraction(1), Fraction(3))
    (True, True, False)
    """
    before = bisect_right(stretches, first, key=itemgetter(0))
    return before > 0 and last <= stretches[before - 1][1]


def without(stretches: Iterable[Stretch], taken: Iterable[Stretch]) -> list[Stretch]:
    """What is left of stretches after others are removed from them."""
    left = list(stretches)
    for first, last in taken:
        left = [
            part
            for start, end in left
            for part in ((start, min(end, first)), (max(start, last), end))
            if part[0] < part[1]
        ]
    return left


# -- lengths along a path -----------------------------------------------------------------------------

FINE = 1 << 24
"""Parts of a leg, used for the ends of a stretch that are not fractions."""


def part_of_leg(start: Point, end: Point, part: Fraction) -> int:
    """Sixteenths in a part of a leg, to the nearest, ties upwards.  [KS-DEF-04]

    >>> part_of_leg((0, 0), (0, 33), Fraction(1, 2)), part_of_leg((0, 0), (160, 160), WHOLE)
    (17, 226)
    """
    return rounded_root(part.numerator**2 * square(start, end), part.denominator**2)


def milestones(path: Line) -> list[int]:
    """Sixteenths along a path to each of its points, leg by leg.  [KS-DEF-04]

    >>> milestones(((0, 0), (3, 4), (3, 10)))
    [0, 5, 11]
    """
    return list(accumulate((leg(a, b) for a, b in pairwise(path)), initial=0))


def gone(path: Line, at: Fraction, stones: Sequence[int] = ()) -> int:
    """Sixteenths along a path to a place on it, leg by leg.  [KS-DEF-04]

    stones: its milestones, if known, to save time for many places.
    """
    whole = min(int(at // 1), len(path) - 1)
    total = (stones or milestones(path[: whole + 1]))[whole]
    return total + part_of_leg(path[whole], path[whole + 1], at - whole) if at > whole else total


def part_within(start: Point, end: Point, a: Point, b: Point, width: int) -> Stretch | None:
    """The part of a leg within ``width`` sixteenths of another leg, None if there is none.

    An end that is not a fraction of the leg is rounded outward to one of its 2 ** 24 parts.

    >>> part_within((0, -100), (0, 100), (-50, 0), (50, 0), 32) == (Fraction(42, 100), Fraction(58, 100))
    False
    >>> [round(200 * float(part)) for part in part_within((0, -100), (0, 100), (-50, 0), (50, 0), 32) or ()]
    [84, 116]
    """
    way, strip = (2 * (end[0] - start[0]), 2 * (end[1] - start[1])), (2 * (b[0] - a[0]), 2 * (b[1] - a[1]))
    found = [_in_disc(way, (2 * (start[0] - p[0]), 2 * (start[1] - p[1])), width) for p in (a, b)]
    found.append(_beside(way, strip, (2 * (start[0] - a[0]), 2 * (start[1] - a[1])), width))
    parts = [(max(first, 0), min(last, FINE)) for first, last in filter(None, found) if first <= FINE and last >= 0]
    if not parts:
        return None
    return Fraction(min(first for first, _ in parts), FINE), Fraction(max(last for _, last in parts), FINE)


def _in_disc(way: Point, off: Point, radius: int) -> tuple[int, int] | None:
    """The part of a way, in fine parts, that lies within a radius of a point.  off: from the point to the way's start."""
    length = way[0] ** 2 + way[1] ** 2
    along = way[0] * off[0] + way[1] * off[1]
    under = along * along - length * (off[0] ** 2 + off[1] ** 2 - radius * radius)
    if not length or under < 0:
        return None
    root = isqrt(under * FINE * FINE)
    return (-along * FINE - root - 1) // length, -((along * FINE - root - 1) // length)


def _beside(way: Point, strip: Point, off: Point, reach: int) -> tuple[int, int] | None:
    """The part of a way, in fine parts, that lies beside a leg and within reach of it."""
    length = strip[0] ** 2 + strip[1] ** 2
    if not length:
        return None
    across = (strip[0] * off[1] - strip[1] * off[0], strip[0] * way[1] - strip[1] * way[0])
    along = (strip[0] * off[0] + strip[1] * off[1], strip[0] * way[0] + strip[1] * way[1])
    wide = isqrt(reach * reach * length * FINE * FINE) + 1
    first, last = -FINE, 2 * FINE
    for (begun, rate), low, high in ((across, -wide, wide), (along, 0, length * FINE)):
        if not rate:
            if not low <= begun * FINE <= high:
                return None
            continue
        ends = (low - begun * FINE, high - begun * FINE)
        near, far = ends if rate > 0 else (-ends[1], -ends[0])
        first, last = max(first, near // abs(rate)), min(last, -(-far // abs(rate)))
    return (first, last) if first <= last else None


# -- a path and a line --------------------------------------------------------------------------------


class Crossing(NamedTuple):
    """Where a path crosses a line: whole legs before it plus the part of the leg; leftward: to the left of the line.

    since: where it reached the line, if it went along it before crossing.
    """

    at: Fraction
    leftward: bool
    since: Fraction


def crossings(path: Line, line: Line, on_the_line: int = -1, among: Iterable[int] | None = None) -> list[Crossing]:
    """Every crossing of a line by a path, in the order of the path; touching and turning back is not crossing.  [KS-CONT-05]

    A path that begins or ends exactly on the line counts as being on its left (``on_the_line`` = 1) or right (-1).
    path: without equal neighbours.  line: a ring if its last point is its first.
    among: the legs of the line to check.

    >>> ring = ((0, 0), (8, 0), (8, 8), (0, 8), (0, 0))
    >>> [(str(one.at), one.leftward) for one in crossings(((-4, 4), (12, 4)), ring)]
    [('1/4', True), ('3/4', False)]
    >>> crossings(((-4, 0), (12, 0)), ring), crossings(((-4, 4), (0, 4)), ring), crossings(((0, 4), (-4, 4)), ring)
    ([], [], [])
    """
    clear: list[Crossing] = []
    contacts: list[Stretch] = []
    chosen = range(len(line) - 1) if among is None else among
    for i, (a, b) in enumerate(pairwise(path)):
        for j in chosen:
            c, d = line[j], line[j + 1]
            a_side, b_side = turn(c, d, a), turn(c, d, b)
            if (a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0):
                continue
            if a_side and b_side and turn(a, b, c) * turn(a, b, d) < 0:
                over = i + Fraction(a_side, a_side - b_side)
                clear.append(Crossing(over, a_side < 0, over))
            else:
                marks = marks_on(a, b, c, d)
                if marks:
                    contacts.append((i + marks[0], i + marks[-1]))
    for first, last in joined(contacts):
        before, after = _sides(path, line, first, last, on_the_line)
        if before * after < 0:
            clear.append(Crossing(last, after > 0, first))
    return sorted(clear)


def _sides(path: Line, line: Line, first: Fraction, last: Fraction, on_the_line: int) -> tuple[int, int]:
    """The side of a line on which a path is before it lies on the line, and the side after."""
    before = after = on_the_line
    if first > 0:
        leg = -(-first // 1) - 1
        before = side_of_line(line, _whole(path, first), path[leg])
    if last < len(path) - 1:
        leg = int(last // 1)
        after = side_of_line(line, _whole(path, last), path[leg + 1])
    return before, after


def _whole(path: Line, at: Fraction) -> Point:
    """The point of a path with whole coordinates where the path starts or stops lying on a line."""
    leg = min(int(at // 1), len(path) - 2)
    x, y = point_at(path[leg], path[leg + 1], at - leg)
    return int(x), int(y)


def side_of_line(line: Line, p: Point, towards: Point) -> int:
    """The side of a line, 1 left and -1 right, that lies in the direction from a point on it towards another point.

    0 if that way lies on the line or on its straight continuation beyond an end.
    """
    ring = line[0] == line[-1]
    for j, (c, d) in enumerate(pairwise(line)):
        if p == c:
            back = line[j - 1] if j else line[-2] if ring else (2 * c[0] - d[0], 2 * c[1] - d[1])
            return _side_at_corner(back, p, d, towards)
        if p != d and on_leg(c, d, p):
            return sign(turn(c, d, towards))
    return _side_at_corner(line[-2], p, (2 * p[0] - line[-2][0], 2 * p[1] - line[-2][1]), towards)


def _side_at_corner(back: Point, corner: Point, on: Point, towards: Point) -> int:
    """The side of a bend from ``back`` via ``corner`` to ``on``, in the direction of a point."""
    from_back, from_on = turn(back, corner, towards), turn(corner, on, towards)
    bend = turn(back, corner, on)
    for end, side in ((back, from_back), (on, from_on)):
        if (
            side == 0
            and (end[0] - corner[0]) * (towards[0] - corner[0]) + (end[1] - corner[1]) * (towards[1] - corner[1]) > 0
        ):
            return 0
    if bend >= 0:
        return 1 if from_back > 0 and from_on > 0 else -1
    return -1 if from_back < 0 and from_on < 0 else 1
