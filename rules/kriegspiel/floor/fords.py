"""Fords on the map: how far a body is from the bank, and its place on the other side.  [KS-INF-01, KS-CAV-01]"""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import Illegal
from rules.ground.batch_geometry import points
from rules.ground.compass import bearing
from rules.ground.geometry import Line, gone, legs, point_at, square, square_to_leg, stretches_inside
from rules.kriegspiel.floor.contact import along
from rules.kriegspiel.floor.distances import Shape, apart
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures, depth
from rules.kriegspiel.floor.obstacles import barred, bars_on
from rules.kriegspiel.floor.tracks import nearest_on
from rules.kriegspiel.force import Body
from rules.kriegspiel.tables.figures import CLEARANCE, MOUNTED
from rules.values.measure import FOOT, INCH, Point, inches
from rules.values.sentence import say

WIDEST = 1_000 * FOOT
"""A width in sixteenths greater than that of any water."""


ALONG = 4
"""The part of its length within which a way through water has no bank beside it, or it leads along the water."""


class Crossing(NamedTuple):
    """A ford from the nearer bank: the distance to the bank, and the line over the water from there.

    waded: the water that may be waded anywhere; empty at a marked ford.
    """

    away: int
    line: Line
    waded: str = ""


def may_be_forded(field: Field) -> bool:
    """Whether there is anything to ford: a marked ford or water that may be waded; on a floor without a map nobody knows."""
    country = field.ground.country
    return not field.has_map or bool(country.fords) or any(one.fordable for one in country.water.values())


def crossing_at(field: Field, ford: str, stand: Shape) -> Crossing | None:
    """A marked ford from its nearer bank, or water that may be waded anywhere; if none is named, the nearest of all.

    None if there is no such ford.  [KS-INF-01]
    """
    country = field.ground.country
    named = {ford} if ford else country.fords.keys() | country.water.keys()
    found = [_marked(stand, tuple(country.fords[one].line)) for one in sorted(named & country.fords.keys())]
    for name in sorted(named & country.water.keys()):
        if country.water[name].fordable and (wade := _waded(field, stand, country.water[name].outline)) is not None:
            found.append(wade._replace(waded=name))
    return min(found, default=None, key=lambda one: one.away)


def _marked(stand: Shape, line: Line) -> Crossing:
    """A marked ford, from the nearer bank."""
    there, back = Crossing(_from(stand, line[0]), line), Crossing(_from(stand, line[-1]), tuple(reversed(line)))
    return there if there.away <= back.away else back


def _from(stand: Shape, bank: Point) -> int:
    return apart(Figures(points([bank]), 0), stand)


def _waded(field: Field, stand: Shape, outline: Line) -> Crossing | None:
    """The way through water that may be waded: from the nearest place on its bank from which one leads straight over.

    None if the water has no other bank there, as it goes over the edge of the country, or if it is only to be followed.
    """
    men = stand.men.tolist() if isinstance(stand, Figures) else stand
    banks = sorted(
        (min(square_to_leg(a, b, man) for man in men), number, (a, b))
        for number, (a, b) in enumerate(legs(outline, closed=True))
        if a != b
    )
    for near, _, bank in banks:
        # The middle of a front along the bank crosses from its own place.
        (west, south), *_, (east, north) = sorted(man for man in men if square_to_leg(*bank, man) == near) * 2
        line = _over(bank, nearest_on(bank, ((west + east) // 2, (south + north) // 2)), outline)
        if line is not None:
            return Crossing(apart(stand, bank), line) if _within(field, line[-1]) else None
    return None


def _over(leg_of_bank: tuple[Point, Point], bank: Point, outline: Line) -> Line | None:
    """The way square to a leg of a bank, over the water behind it; None if it leads along the water."""
    (ax, ay), (bx, by) = leg_of_bank
    for way in ((ay - by, bx - ax), (by - ay, ax - bx)):
        across = along(way, WIDEST)
        end = (bank[0] + across[0], bank[1] + across[1])
        wet = next((one for one in stretches_inside(bank, end, outline) if one[0] * WIDEST <= CLEARANCE), None)
        if wet is not None:
            x, y = point_at(bank, end, wet[1])
            far = round(x), round(y)
            return (bank, far) if _leads_across(bank, far, outline) else None
    return None


def _leads_across(bank: Point, far: Point, outline: Line) -> bool:
    """Whether a way leads over water and not along it: from its middle no bank is nearer than a quarter of its length."""
    middle = (bank[0] + far[0]) // 2, (bank[1] + far[1]) // 2
    nearest = min(square_to_leg(a, b, middle) for a, b in legs(outline, closed=True))
    return ALONG**2 * nearest >= square(bank, far)


def _within(field: Field, at: Point) -> bool:
    """Whether a place is inside the country and not on its edge."""
    size = field.ground.country.size
    return size is None or all(0 < here < far for here, far in zip(at, size, strict=True))


def may_ford(field: Field, called: str, at: Point, over: Crossing, end: Point, pace: int, *, on_foot: bool) -> None:
    """E-PATH, E-DEEP, E-BANK if anything but the water that is forded bars the way over a ford.  [KS-MOVE-08, KS-INF-01]

    end: the place beyond.  pace: inches a move, than which nobody goes farther to the ford.
    """
    path = (at, *over.line, end)
    bars = bars_on(field, path, on_foot=on_foot)
    first = min((bar for bar in bars if bar.kind not in ("water", "bridge")), default=None)
    if first is not None:
        raise barred(field, called, first, gone(path, first.at))
    deep = over.waded and any(bar.kind == "water" and bar.id != over.waded for bar in bars)
    if deep or next(field.ground.waters_on(path[-2:], field.bridges), None) is not None:
        raise Illegal(
            "E-DEEP",
            say("{called} would come into deep water, or find no dry ground beyond.", called=called),
            "KS-INF-01",
        )
    if square(at, over.line[0]) > (pace * INCH) ** 2:
        far = inches(pace * INCH)
        said = say("The middle of {called} is more than {far} from the ford.", called=called, far=far)
        raise Illegal("E-BANK", said, "KS-INF-01")


def beyond(body: Body, line: Line) -> tuple[Point, int]:
    """The place of a body's front beyond a ford, with its last rank clear of the bank, and its facing."""
    return _beyond(line, depth(body.formation, body.men), body.facing)


def general_beyond(line: Line) -> Point:
    """The place of a General beyond a ford."""
    return _beyond(line, MOUNTED, 0)[0]


def _beyond(line: Line, deep: int, facing: int) -> tuple[Point, int]:
    start, end = line[-2], line[-1]
    way = (end[0] - start[0], end[1] - start[1])
    ahead = along(way, deep + CLEARANCE + 1)
    heading = bearing(start, end)
    return (end[0] + ahead[0], end[1] + ahead[1]), facing if heading is None else heading
