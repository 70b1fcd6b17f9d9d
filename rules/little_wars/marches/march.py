"""Marches of men: how far, past whom, and where they may halt.  [LW-MOVE-03 to LW-MOVE-09]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.errors import Illegal, Invalid
from rules.ground.geometry import Line, between_legs, legs, square
from rules.little_wars.events import ContactMade, MenMarched, MenRetired, MenTouchedLine
from rules.little_wars.floor.conditions import clause_of, who_may_move
from rules.little_wars.floor.crowd import box_about, standing_in
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.ground import (
    FINE,
    back_line,
    barred,
    footprint,
    in_sixteenths,
    nearest_on,
    side_of_line,
    stands_in,
    touches,
    travelled,
)
from rules.little_wars.floor.long_moves import must_stop, reach_of, too_near
from rules.little_wars.floor.men import RETIRED, Man
from rules.little_wars.floor.nearness import near_any, parts, within, within_of_gun
from rules.little_wars.floor.rejoin import rejoined
from rules.little_wars.floor.sight import hidden_by_curtain
from rules.little_wars.orders import March, Retire
from rules.little_wars.tables.forces import OFF_THE_LINE
from rules.little_wars.tables.nearness import CONTACT, SIX_INCHES
from rules.values.measure import INCH, Point, inches
from rules.values.sentence import of_field, say, word

CARRIAGE = INCH
"""Sixteenths from the middle of a box or waggon to its edge."""


Lines = Mapping[int, tuple[Point, ...]]
"""The line of each man's march, by the man."""


@dataclass(frozen=True)
class Way:
    """The way of men: each with his line, or none if places are unknown.  distance: the furthest, in sixteenths."""

    men: list[Man]
    lines: Lines
    distance: int

    def end(self, man: Man) -> Point | None:
        """The end of a man's way."""
        line = self.lines.get(id(man))
        return line[-1] if line else man.at


# -- distance ------------------------------------------------------------------------------------------


def origin_of(field: Field, man: Man) -> Point | None:
    """The place a man's travel counts from: in the first move his back line, if he was put down off it.  [LW-SETUP-03]"""
    if man.origin is None or field.own_moves.get(man.side) or field.options.variety == "defensive":
        return man.origin
    line = back_line(field.country, man.side)
    return from_the_line(line, man.origin) if line else man.origin


def from_the_line(line: Line, at: Point) -> Point:
    """The place on a back line that replaces one near it."""
    near = nearest_on(line, at)
    return near if within(near, 0, at, 0, OFF_THE_LINE) else at


def way_of(field: Field, men: Sequence[Man], path: Line, figures: Line = ()) -> dict[int, tuple[Point, ...]]:
    """The line of each man: like the first body's along the path, or to a place given for each."""
    if figures and len(figures) != len(men):
        raise Invalid(
            of_field(
                "figures",
                say("a place is wanted for each of {men} men, got {figures}", men=len(men), figures=len(figures)),
            )
        )
    placed = [man for man in men if man.at is not None]
    if not placed or not (path or figures):
        return {}
    lead = field.bodies[placed[0].body].at or placed[0].at
    whole = len(placed) > 1
    lines: dict[int, tuple[Point, ...]] = {}
    for i, man in enumerate(men):
        start = origin_of(field, man)
        if start is None or man.at is None or lead is None:
            continue
        dx, dy = (man.at[0] - lead[0], man.at[1] - lead[1]) if whole else (0, 0)
        points = [(x + dx, y + dy) for x, y in path]
        if figures:
            points = [*points[:-1], figures[i]]
        lines[id(man)] = (start, *points)
    return lines


def length_of_way(field: Field, line: Line) -> int:
    """A man's travel in fine parts: along his path, or by option straight.  [LW-MOVE-05]"""
    return travelled((line[0], line[-1]) if field.options.travel_measure == "straight" else line)


def check_reach(field: Field, men: Sequence[Man], lines: Lines, measured: int | None, enemy: int | None) -> int:
    """The distance of men's way, in sixteenths.  E-MOVE-05, E-EXT-04.  [LW-MOVE-04, LW-MOVE-05, LW-EXT-03]"""
    furthest = measured or 0
    for man in men:
        rate = field.options.rate(man.arm)
        line = lines.get(id(man))
        fine = measured * FINE if measured is not None else length_of_way(field, line) if line else 0
        reach = reach_of(field, rate, man.origin, enemy, line or ())
        if fine > reach * FINE:
            if too_near(field, rate, reach) and fine <= rate * field.options.long_move * FINE:
                raise must_stop(field)
            gone = in_sixteenths(fine)
            words = say(
                "The path is {gone}; {arm} may move {reach}.", gone=inches(gone), arm=word(man.arm), reach=inches(reach)
            )
            raise Illegal("E-MOVE-05", words, clause_of(man.arm))
        furthest = max(furthest, in_sixteenths(fine))
    return furthest


# -- obstacles and halts -----------------------------------------------------------------------------


def check_way(
    field: Field, men: Sequence[Man], lines: Lines, *, beyond: bool = False, about: Sequence[Man] | None = None
) -> None:
    """Check that nothing bars the way, and that each man is clear at its end.  E-MOVE-06, E-MOVE-07, E-MOVE-08.

    beyond: it may end beyond the edge of the field, like the trail of a gun on the back line.
    about: the men who stand about the way, among others, in the sequence of all; else all are looked at.
    """
    walked = [(man, (man.at, *lines[id(man)][1:])) for man in men if man.at is not None and lines.get(id(man))]
    going = {id(man) for man in men}
    first: Line = ()
    everybody = field.all_men() if about is None else about
    about = standing_about(field, everybody, [at for _, line in walked for at in line])
    for man, line in walked:
        first = first or line
        _past_enemies(field, man, line, about)
        _past_the_country(field, line, first)
        _stands_free(field, man, line[-1], going, about, beyond=beyond)
    _not_packed(field, men, lines)


def standing_about(field: Field, men: Iterable[Man], places: Sequence[Point]) -> list[Man]:
    """Of some men, those whom somebody might touch who goes from place to place, in their sequence."""
    touching = 2 * max(field.options.figure_radius) + CONTACT
    return standing_in(men, box_about(places, touching)) if places else []


def _past_enemies(field: Field, man: Man, line: Line, about: Sequence[Man]) -> None:
    """E-MOVE-06: not within an eighth of an inch of an armed enemy except at the end, nor through a gun.  [LW-MOVE-06]

    about: the men about the way, among others.
    """
    radius, foe = field.radius(man), field.other(man.side)
    for other in standing_about(field, about, line):
        if other.at is None or other.side != foe or not other.fit:
            continue
        reach = radius + field.radius(other) + CONTACT
        ends = within(line[-1], 0, other.at, 0, reach) or within(line[0], 0, other.at, 0, reach)
        if not ends and any(near_leg(a, b, other.at, reach) for a, b in legs(line)):
            raise Illegal("E-MOVE-06", say("The path passes within 1/8 in. of an armed enemy."), "LW-MOVE-06")
    for gun in field.guns.values():
        if gun.at is None or gun.owner == man.side or gun.retired:
            continue
        muzzle, trail, left, right = parts(gun.at, gun.facing, field.options)
        clear = (radius + 1) ** 2
        for a, b in legs(line):
            if min(between_legs(a, b, muzzle, trail), between_legs(a, b, left, right)) < clear:
                raise Illegal(
                    "E-MOVE-06", say("The path leads through gun {id}.", id=field.called(gun.id)), "LW-MOVE-06"
                )
    for place in _carriages(field):
        if not within(line[0], 0, place, 0, radius + CARRIAGE) and any(
            near_leg(a, b, place, radius + CARRIAGE - 1) for a, b in legs(line)
        ):
            raise Illegal("E-MOVE-06", say("The path leads through a box or waggon."), "LW-MOVE-06")


def _carriages(field: Field) -> Iterator[Point]:
    """The places of the enemy's boxes and waggons."""
    for box in field.boxes.values():
        if box.side == field.enemy and box.at is not None and not box.opened:
            yield box.at
    for waggon in field.waggons.values():
        if waggon.owner == field.enemy and waggon.at is not None:
            yield waggon.at


def near_leg(a: Point, b: Point, p: Point, reach: int) -> bool:
    """Whether a point lies within a reach of a leg, computed in whole numbers.

    >>> near_leg((0, 0), (100, 0), (50, 14), 14), near_leg((0, 0), (100, 0), (50, 15), 14)
    (True, False)
    """
    dx, dy, px, py = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    length, along = dx * dx + dy * dy, px * dx + py * dy
    if along <= 0 or not length:
        return px * px + py * py <= reach * reach
    if along >= length:
        return (px - dx) ** 2 + (py - dy) ** 2 <= reach * reach
    return (dx * py - dy * px) ** 2 <= reach * reach * length


def _past_the_country(field: Field, line: Line, first: Line) -> None:
    """E-MOVE-07: not through houses, walls, stems or water, on his own line or in file behind the first man.  [LW-CTRY-09, LW-MOVE-06]

    In file a man goes to the first man's start, follows him, and goes to his own place: so men pass a bridge one by one.
    """
    if not field.position.has_map:
        return
    # The first man's line was found clear before: only the ways to it and from it need a check.
    filing = line is not first and not (_bar(field, (line[0], first[0])) or _bar(field, (first[-1], line[-1])))
    thing = "" if filing else _bar(field, line)
    if thing:
        raise Illegal("E-MOVE-07", say("The path leads through {thing}.", thing=thing), "LW-CTRY-09")


def _bar(field: Field, line: Line) -> str:
    """What of the Country bars a line, or empty."""
    return next((thing for a, b in legs(line) if (thing := barred(field.country, a, b, field.options))), "")


def _stands_free(
    field: Field, man: Man, at: Point, going: set[int], about: Sequence[Man], *, beyond: bool = False
) -> None:
    """E-MOVE-07 and E-MOVE-08: at least a sixteenth of an inch from everything there.  [LW-MOVE-07, LW-MOVE-08]

    about: the men about the place, among others.  While the curtain hangs, the enemy's places are unknown.  [LW-SETUP-04]
    """
    radius, called = field.radius(man), field.called(man.body)
    if field.position.has_map:
        thing = (footprint if beyond else stands_in)(field.country, at, radius, field.options)
        if thing:
            raise Illegal(
                "E-MOVE-07", say("{called} is not fairly clear of {thing}.", called=called, thing=thing), "LW-MOVE-07"
            )
    insisted, curtain = field.options.clearance == "always", hidden_by_curtain(field)
    for gun in field.guns.values():
        if curtain and gun.owner != field.side:
            continue
        if gun.at is not None and not gun.retired and gun.id not in field.notes.get("moving_gun", ()):
            if within_of_gun(gun.at, gun.facing, field.options, at, radius, -1 + insisted):
                words = say("{called} is not fairly clear of gun {id}.", called=called, id=field.called(gun.id))
                raise Illegal("E-MOVE-07", words, "LW-MOVE-07")
    for other in standing_about(field, about, (at,)):
        if other.at is None or id(other) in going or not (other.free or other.held):
            continue
        if curtain and other.side != field.side:
            continue
        if within(at, radius, other.at, field.radius(other), 0):
            raise _packed(field, man, other)


def _not_packed(field: Field, men: Sequence[Man], lines: Lines) -> None:
    """E-MOVE-08 among men who go together.  [LW-MOVE-08]"""
    ends = [(man, lines[id(man)][-1]) for man in men if id(man) in lines]
    for i, (one, here) in enumerate(ends):
        for other, there in ends[i + 1 :]:
            if within(here, field.radius(one), there, field.radius(other), 0):
                raise _packed(field, one, other)


def check_places(field: Field, men: Sequence[Man], places: Sequence[Point]) -> None:
    """Check that men may be put at places, clear of each other and of everything else.  E-MOVE-07, E-MOVE-08."""
    going = {id(man) for man in men}
    about = standing_about(field, field.all_men(), places)
    for man, at in zip(men, places, strict=True):
        _stands_free(field, man, at, going, about)
    _not_packed(field, men, {id(man): (at,) for man, at in zip(men, places, strict=True)})


def _packed(field: Field, one: Man, other: Man) -> Illegal:
    words = say(
        "{body} is packed against {body2}; leave 1/16 in.", body=field.called(one.body), body2=field.called(other.body)
    )
    return Illegal("E-MOVE-08", words, "LW-MOVE-08")


# -- orders --------------------------------------------------------------------------------------------


def check_march(field: Field, order: March) -> Way:
    """Check that men may go a way.  E-MOVE-01, -03, -05 to -08, E-MELEE-02, E-PRIS-06, E-EXT-04, E-EXT-11."""
    men = who_may_move(field, order.bodies, order.men)
    for gun in order.to:
        if field.gun(gun).owner != field.side:
            raise Illegal("E-NONE", say("There is no gun {gun} on your map.", gun=gun), "LW-GUN-03")
    lines = way_of(field, men, order.path, order.figures)
    if not order.figures and order.measured.distance is None:
        lines = rejoined(field, men, lines)
    distance = check_reach(field, men, lines, order.measured.distance, order.measured.enemy)
    check_way(field, men, lines)
    way = Way(men, lines, distance)
    _may_touch(field, way)
    _stays_by_its_waggon(field, way)
    return way


def _stays_by_its_waggon(field: Field, way: Way) -> None:
    """E-EXT-11: by option, men without a waggon may not move away from one.  [LW-EXT-11]"""
    waggons = [one.at for one in field.waggons.values() if one.owner == field.side and one.at is not None]
    for man in way.men:
        end = way.end(man)
        if man.body not in field.notes.get("stranded", {}) or not way.distance:
            continue
        if not (man.at and end and any(square(end, one) < square(man.at, one) for one in waggons)):
            raise Illegal(
                "E-EXT-11", say("These men are out of supply and may not move away from a waggon."), "LW-EXT-11"
            )


def _may_touch(field: Field, way: Way) -> None:
    """E-EXT-11: men without a waggon may not come into contact.  [LW-EXT-11]"""
    unsupplied = field.notes.get("unsupplied", {})
    if not unsupplied:
        return
    ends = [end for man in way.men if (end := way.end(man)) is not None]
    enemies = standing_about(field, field.fit_men(field.enemy), ends)
    for man in way.men:
        end = way.end(man)
        if man.body in unsupplied and end is not None and _in_contact(field, man, end, enemies):
            raise out_of_supply()


def out_of_supply() -> Illegal:
    """The refusal of an attack by men without a waggon.  [LW-EXT-11]"""
    return Illegal("E-EXT-11", say("These men are out of supply and may not attack."), "LW-EXT-11")


def _in_contact(field: Field, man: Man, at: Point, enemies: Sequence[Man]) -> bool:
    return any(
        other.at is not None and within(at, field.radius(man), other.at, field.radius(other), CONTACT)
        for other in enemies
    )


def march(field: Field, order: March) -> None:
    """Men go; those who come into contact stay there.  [LW-MOVE-04, LW-MOVE-05, LW-MELEE-01, LW-MELEE-02]"""
    way = check_march(field, order)
    left = dict.fromkeys(order.bodies, not order.men)
    go(
        field,
        way,
        {name: order.path[-1] for name in order.bodies[:1] if order.path and left[name] and not order.figures},
    )
    for gun in order.to:
        _record_at_own_gun(field, gun, way.men)
    for identity, men in counts(way.men).items():
        field.emit(
            MenMarched(
                clause=clause_of(field.bodies[identity].arm), side=field.side, body=identity, men=men,
                distance=way.distance, at=order.path[-1] if order.path else None,
            )
        )  # fmt: skip
    touch_lines(field, way.men, order.measured.line)


def _record_at_own_gun(field: Field, gun: str, men: Sequence[Man]) -> None:
    """Men without a known place are within six inches of a gun of their side.  [LW-GUN-03, LW-GUN-05]"""
    crew = dict(field.guns[gun].crew)
    for identity, number in counts([man for man in men if man.at is None]).items():
        crew[identity] = 0 if number == len(field.free(identity)) else number
    field.change_gun(gun, crew=crew)


def go(field: Field, way: Way, places: dict[str, Point] | None = None) -> None:
    """Put men at the end of their way, and off the guns and prisoners that they left; men in contact are fixed."""
    ends = [end for man in way.men if (end := way.end(man)) is not None]
    enemies = standing_about(field, field.fit_men(field.enemy), ends)
    for man in way.men:
        field.walk(man, way.end(man))
        if man.at is not None and man.armed and _in_contact(field, man, man.at, enemies):
            _fix(field, man, enemies)
    for identity, at in (places or {}).items():
        field.change(identity, at=at)
    if way.distance > SIX_INCHES:
        leave(field, way.men)


def _fix(field: Field, man: Man, enemies: Sequence[Man]) -> None:
    """Fix a man in contact.  [LW-MELEE-02]"""
    met = next(one for one in enemies if near_any(field, man, (one,), CONTACT))
    first = not any(other.frozen for other in field.men[man.body])
    man.frozen = True
    if first:
        field.emit(ContactMade(clause="LW-MELEE-01", side=field.side, body=man.body, target=met.body))


def leave(field: Field, men: Sequence[Man]) -> None:
    """Men without a known place leave the guns they served and the prisoners they guarded.  [LW-GUN-03, LW-PRIS-12]"""
    gone = counts([man for man in men if man.at is None])
    for identity, number in gone.items():
        rest = len(field.free(identity)) - number
        for gun in list(field.guns.values()):
            if identity in gun.crew:
                crew = {name: there for name, there in gun.crew.items() if name != identity}
                field.change_gun(gun.id, crew={**crew, identity: rest} if rest else crew)
        if not rest:
            for man in field.all_men(field.enemy):
                if man.held and man.guard == identity:
                    man.guard = ""
                    field.notes.setdefault("left_behind", set()).add(man.body)


def touch_lines(field: Field, men: Sequence[Man], line: str) -> None:
    """Report men who were measured at a back line.  [LW-PRIS-08, LW-REAR-01]"""
    for identity, number in counts(men).items():
        if field.bodies[identity].line != line:
            field.change(identity, line=line)
        if line:
            clause = "LW-PRIS-08" if line == "own" else "LW-REAR-01"
            field.emit(MenTouchedLine(clause=clause, side=field.side, body=identity, men=number, line=line))


def check_retire(field: Field, order: Retire) -> Way:
    """Check that men reach their own back line within the move.  E-MOVE-09.  [LW-MOVE-09]"""
    men = who_may_move(field, order.bodies, order.men)
    line = back_line(field.country, field.side)
    lines = way_of(field, men, order.path)
    for man in men:
        rate = field.options.rate(man.arm)
        reach = reach_of(field, rate, man.origin, order.measured.enemy, lines.get(id(man), ()))
        if order.measured.distance is not None:
            fine = order.measured.distance * FINE
        elif line is None and id(man) in lines:
            fine = length_of_way(field, lines[id(man)])
        elif line is None or man.at is None:
            raise Invalid(say("retire of {body}: the distance to the back line is wanted", body=field.called(man.body)))
        else:
            fine = _to_the_line(field, man, line, lines.get(id(man)))
        if fine > reach * FINE:
            raise Illegal(
                "E-MOVE-09",
                say("{body} cannot reach your back line in this move.", body=field.called(man.body)),
                "LW-MOVE-09",
            )
    return Way(men, lines, order.measured.distance or 0)


def _to_the_line(field: Field, man: Man, line: Line, path: tuple[Point, ...] | None) -> int:
    """A man's travel to his back line in fine parts: along a path that ends on or behind it, else straight."""
    start = man.at or (0, 0)
    if path and (touches(line, path[-1], 0) or side_of_line(line, path[-1]) != side_of_line(line, start)):
        return length_of_way(field, (start, *path[1:]))
    if touches(line, start, field.radius(man)):
        return 0
    return travelled((start, nearest_on(line, start)))


def retire(field: Field, order: Retire) -> None:
    """Men cross their own back line, for good.  [LW-MOVE-09, LW-FIN-02]"""
    way = check_retire(field, order)
    leave(field, way.men)
    for man in way.men:
        man.moved, man.status = True, RETIRED
    for identity, men in counts(way.men).items():
        field.emit(MenRetired(clause="LW-MOVE-09", side=field.side, body=identity, men=men))
