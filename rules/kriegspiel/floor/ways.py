"""A way over the country and what it costs: ground, road and contours.  [KS-DEF-03, KS-MOVE, KS-CONT]

Each stretch is paid at its own rate and the contours on top, in parts of a move.
If an umpire measured the way, those figures count; else the legs of the path.
Steepness (KS-CONT-03) is seen on the map; for a measured way it is known
only if so many contours cannot lie on it otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rules.errors import Illegal, Invalid
from rules.kriegspiel.country.routes import farthest
from rules.kriegspiel.events import ContoursCrossed
from rules.kriegspiel.floor.conditions import in_moves
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.survey import cross_country, enemies_around, place
from rules.kriegspiel.force import Body
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders.facts import Measured
from rules.kriegspiel.tables.annex import FAR_FROM_THE_ENEMY
from rules.kriegspiel.tables.paces import CONTOUR_DOWN, CONTOUR_UP, PACES, STEEP, Pace, climb, with_the_bonus
from rules.values.measure import MOVE, Point, cost, inches, length_of
from rules.values.sentence import Unread, of_field, say, say_many, to_join, to_say, to_say_many, worded

COLUMN_OF_ARM = {"infantry": "fours", "cavalry": "column"}
"""The marching column of the arms that have one.  [KS-MOVE-03]"""


class Way(NamedTuple):
    """The length of a way, the length by road, and the contours crossed.  Lengths in sixteenths.  [KS-CONT-05]

    road_up, road_down: the contours crossed by road, if known.
    """

    distance: int
    road: int = 0
    up: int = 0
    down: int = 0
    road_up: int = 0
    road_down: int = 0


class Price(NamedTuple):
    """The cost of a way in parts of a move: its ground and its contours; unit: parts for a sixteenth where they are crossed."""

    parts: int
    ground: int
    contours: int
    unit: int


# -- pace ---------------------------------------------------------------------------------------


def pace_of(options: Options, body: Body) -> Pace:
    """The pace of a body in its formation; half as much again for a column on a road.  [KS-MOVE-01 to KS-MOVE-06]

    Dismounted cavalry goes 12 in., leading its horses, and has no column (KS-MOVE-02).  A box is a column (KS-ANX-05).
    """
    formation = COLUMN_OF_ARM.get(body.arm, body.formation) if body.boxed else body.formation
    return _pace(cross_country(body), body.arm, formation, body.arm in options.road_bonus_arms)


@cache
def _pace(country: int, arm: str, formation: str, has_bonus: bool) -> Pace:
    """The pace of an arm in a formation; country: inches a move across country."""
    if arm == "transport":
        return PACES[arm]._replace(country=country)
    column = COLUMN_OF_ARM.get(arm, formation)
    road = with_the_bonus(country) if has_bonus and formation == column else country
    return Pace(country, road, PACES[arm].clause)


def in_column(pace: Pace, body: Body) -> Pace:
    """The pace that a body would have in column of march."""
    return pace._replace(road=with_the_bonus(cross_country(body)))


# -- the way and its price ------------------------------------------------------------------------


def way_of(
    options: Options, measured: Measured, start: Point | None, path: tuple[Point, ...], by_road: bool
) -> Way | None:
    """The way as measured or drawn; None if it is neither.

    If it goes by road and no stretch of road was measured, the whole way is road.
    """
    distance = measured.distance
    if distance is None:
        if start is not None and path:
            distance = length_of(start, path)
        elif measured.contours_up or measured.contours_down:
            distance = 0
        else:
            return None
    road = measured.road if measured.road is not None else distance if by_road else 0
    if road > distance:
        raise Invalid(
            of_field(
                "measured.road",
                say(
                    "the road is part of the way of {distance}, not {road}",
                    distance=inches(distance),
                    road=inches(road),
                ),
            )
        )
    if not options.use_contours:
        return Way(distance, road)
    by_the_road = (measured.road_up, measured.road_down) if road else (0, 0)
    return Way(distance, road, measured.contours_up or 0, measured.contours_down or 0, *by_the_road)


def price_of(options: Options, way: Way, pace: Pace, credit: int = 0, by_road: bool = False) -> Price:
    """The cost of a way: each stretch at its own rate, and the contours.  [KS-MOVE-03, KS-CONT-01, KS-CONT-02]

    Contours cost the road's rate if the whole way is road, or if they are known to lie on the road;
    else, if only part of the way is road, the country's.
    credit: sixteenths already spent on the first contour (KS-CONT-04).

    >>> from rules.values.measure import INCH
    >>> infantry = Pace(12, 18, "KS-MOVE-01")
    >>> price_of(Options(), Way(15 * INCH, road=9 * INCH), infantry).parts == MOVE
    True
    >>> price_of(Options(), Way(6 * INCH, road=6 * INCH, up=1), infantry).parts == MOVE
    True
    """
    on_road, across = cost(1, pace.road), cost(1, pace.country)
    ground = way.road * on_road + (way.distance - way.road) * across
    all_road = way.road == way.distance and (way.road > 0 or by_road)
    unit = on_road if all_road else across
    rise = rise_of(way)
    contours = max(0, rise - min(credit, first_contour(way))) * unit if rise else 0
    if not all_road and (way.road_up or way.road_down):
        contours -= climb(way.road_up, way.road_down) * (across - on_road)
    parts = max(ground, contours) if options.contour_cost == "replace" else ground + contours
    return Price(parts, ground, contours, unit)


def rise_of(way: Way) -> int:
    """The length in sixteenths that the contours of a way count for.

    >>> rise_of(Way(0, up=1, down=1))
    288
    """
    return climb(way.up, way.down)


def first_contour(way: Way) -> int:
    """Sixteenths that the contour at a body's place counts for; the way up is assumed to come first."""
    return CONTOUR_UP if way.up else CONTOUR_DOWN if way.down else 0


def longest(options: Options, way: Way, pace: Pace, price: Price, left: int) -> int:
    """Sixteenths that can still be marched on this way, by its road first, with the same contours."""
    if options.contour_cost == "replace":
        free = left if price.contours <= left else 0
    else:
        free = max(0, left - price.contours)
    on_road = cost(1, pace.road)
    if cost(way.road, pace.road) > free:
        return free // on_road
    if way.road == way.distance and way.distance:
        return free // on_road
    return way.road + (free - cost(way.road, pace.road)) // cost(1, pace.country)


def too_steep(way: Way) -> bool:
    """Whether wheels are certainly barred from a way off the road.  [KS-CONT-03]

    Ground is barred if twelve inches meet four contours, or one inch two.  For n contours in one sense on so
    long a stretch, this is certain if they cannot be spread out thinner.

    >>> from rules.values.measure import INCH
    >>> too_steep(Way(12 * INCH, down=4)), too_steep(Way(12 * INCH + 1, down=4)), too_steep(Way(12 * INCH, 12 * INCH, 4))
    (True, False, False)
    >>> too_steep(Way(INCH, up=2)), too_steep(Way(INCH + 1, up=2)), too_steep(Way(0, up=1))
    (True, False, False)
    """
    contours = max(way.up, way.down)
    if contours < 2 or way.road:
        return False
    return way.distance <= max((contours - 1) // (one.contours - 1) * one.within for one in STEEP)


def not_too_steep(options: Options, called: str, way: Way) -> None:
    """E-STEEP if the measured contours bar wheels; steep areas marked on the map are not measured.  [KS-CONT-03]"""
    if options.steep_rule == "4_in_12" and too_steep(way):
        contours = max(way.up, way.down)
        said = say_many(
            "{n} contour in {distance}: ground too steep for {called} off the road (KS-CONT-03).",
            "{n} contours in {distance}: ground too steep for {called} off the road (KS-CONT-03).",
            contours,
            distance=inches(way.distance),
            called=called,
        )
        raise Illegal("E-STEEP", said, "KS-CONT-03")


def multiple_of(field: Field, identity: str) -> Fraction:
    """What a thing's moves are multiplied by now: an approach of the campaign, and the weather.  [KS-ANX-01]"""
    return _of_an_approach(field, identity) * field.marching


def _of_an_approach(field: Field, identity: str) -> int:
    """The campaign's multiple, while no enemy is within fifteen feet; a thing without a place has no enemy near.  [KS-ANX-01]"""
    multiple = field.options.approach_multiplier
    if multiple <= 1:
        return 1
    general = field.generals.get(identity)
    at = place(field, identity) if general is None else general.at
    return 1 if at is not None and enemies_around(field, field.side, at, FAR_FROM_THE_ENEMY) else multiple


def approached(field: Field, identity: str, price: Price) -> Price:
    """A price in parts of the longer move of an approach, or of the move that the weather leaves, rounded up.  [KS-ANX-01]"""
    if field.options.approach_multiplier <= 1 and not field.weather:
        return price
    return price._replace(parts=-(-price.parts // multiple_of(field, identity)))


def payable(
    field: Field, identity: str, called: str, way: Way, pace: Pace, price: Price, path: tuple[Point | None, ...] = ()
) -> None:
    """E-BUDGET if a way costs more than is left, with the clause that makes it too expensive.  [KS-DEF-03]

    path: its points, the start first; on a country, the refusal says how much of it can be marched.
    """
    left = int(field.left(identity) * multiple_of(field, identity))
    if price.parts <= left:
        return
    drawn = tuple(point for point in path if point is not None)
    if field.has_map and len(drawn) > 1 and len(drawn) == len(path) and field.options.contour_cost == "additive":
        units = (cost(1, pace.country), cost(1, pace.road) if way.road else cost(1, pace.country))
        reach = farthest(field.ground, drawn, units, left, contours=field.options.use_contours)
    else:
        reach = longest(field.options, way, pace, price, left)
    raise Illegal(
        "E-BUDGET",
        say(
            "{called} can go {reach} at most. This costs {parts} ({pace}); left: {left}.",
            called=called,
            reach=inches(reach),
            parts=in_moves(price.parts),
            pace=worded(reckoning(way, pace)),
            left=in_moves(left),
        ),
        _too_dear(way, pace, price, left),
    )


def _too_dear(way: Way, pace: Pace, price: Price, left: int) -> str:
    """The clause that makes a way too expensive: the budget spent before, the contours, the road's pace or the arm's."""
    if price.parts <= MOVE:
        return "KS-DEF-03"
    if price.ground <= left:
        return "KS-CONT-05" if way.up and way.down else "KS-CONT-01" if way.up else "KS-CONT-02"
    return clause_of(way, pace)


def clause_of(way: Way, pace: Pace) -> str:
    """The clause of a march: its arm's rate, or the road bonus."""
    if way.road and pace.road > pace.country and pace.clause != "KS-MOVE-06":
        return "KS-MOVE-03"
    return pace.clause


def reckoning(way: Way, pace: Pace) -> Unread:
    """The calculation of a way's cost in words and figures, to be said.

    >>> from rules.values.measure import INCH
    >>> worded(reckoning(Way(15 * INCH, road=9 * INCH, up=1), Pace(12, 18, "KS-MOVE-01")))
    '9 in. of road at 18 in. a move + 6 in. at 12 in. a move + 1 contour up at 12 in.'
    """
    across = to_say("{inches} at {country} in. a move", inches=inches(way.distance - way.road), country=pace.country)
    if not (way.road or way.up or way.down):
        return across
    parts: list[Unread] = []
    if way.road:
        parts.append(to_say("{road} of road at {road2} in. a move", road=inches(way.road), road2=pace.road))
    if way.distance > way.road or not way.road:
        parts.append(across)
    if way.up:
        parts.append(
            to_say_many("{n} contour up at {each}", "{n} contours up at {each}", way.up, each=inches(CONTOUR_UP))
        )
    if way.down:
        parts.append(
            to_say_many(
                "{n} contour down at {each}", "{n} contours down at {each}", way.down, each=inches(CONTOUR_DOWN)
            )
        )
    return to_join(" + ", parts)


# -- events -----------------------------------------------------------------------------------


def emit_contours(field: Field, identity: str, way: Way, credit: int = 0) -> None:
    """Report the contours that a way crossed, up and down separately.  [KS-CONT-01, KS-CONT-02, KS-CONT-05]

    credit: sixteenths kept from earlier moves, which the first contour uses up (KS-CONT-04).
    """
    used = min(credit, first_contour(way))
    kept: str = say(", {used} of it kept from before", used=inches(used)) if used else ""
    for up, down, each, clause in ((way.up, 0, CONTOUR_UP, "KS-CONT-01"), (0, way.down, CONTOUR_DOWN, "KS-CONT-02")):
        if not (up or down):
            continue
        total = (up + down) * each
        _emit(
            field,
            identity,
            "KS-CONT-04" if kept else clause,
            up,
            down,
            total,
            say("{lines} x {each} = {total}{kept}", lines=up + down, each=inches(each), total=inches(total), kept=kept),
        )
        kept = ""
    if way.up and way.down:
        total = rise_of(way)
        said = say(
            "{up} x {contour_up} up + {down} x {contour_down} down = {total} besides the ground",
            up=way.up,
            contour_up=inches(CONTOUR_UP),
            down=way.down,
            contour_down=inches(CONTOUR_DOWN),
            total=inches(total),
        )
        _emit(field, identity, "KS-CONT-05", way.up, way.down, total, said)


def _emit(field: Field, identity: str, clause: str, up: int, down: int, total: int, said: str) -> None:
    """Report contours."""
    side = field.side_of(identity)
    field.emit(ContoursCrossed(clause=clause, side=side, body=identity, up=up, down=down, inches=total, sum=said))
