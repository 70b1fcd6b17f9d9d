"""The one way from place to place: what bars whoever goes, where he may halt, and where he then stands.

[LW-MOVE-06 to LW-MOVE-08, LW-CTRY-09]

An order asks with ``check_way`` (men, each on his line), ``check_carriage`` (a gun, a box, a waggon) or ``check_places``
(men put down); ``put`` and ``put_thing`` are then the only ones that write a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.errors import Illegal
from rules.ground.geometry import Line, between_legs, legs, square
from rules.little_wars.floor.crowd import box_about, standing_in
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.ground import barred, footprint, off_the_field, stands_in
from rules.little_wars.floor.men import BETWEEN, PRISONER, Man, laid_out
from rules.little_wars.floor.nearness import parts, within, within_of_gun
from rules.little_wars.floor.sight import hidden_by_curtain
from rules.little_wars.tables.nearness import CONTACT
from rules.values.measure import INCH, Point
from rules.values.sentence import say

CARRIAGE = INCH
"""Sixteenths from the middle of a box or waggon to its edge."""

Lines = Mapping[int, tuple[Point, ...]]
"""The line of each man's march, by the man."""

# -- may he? ----------------------------------------------------------------------------------------------------


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
        _past_enemies(field, _goes_with(field, man), field.radius(man), line, about)
        _past_the_country(field, line, first)
        _stands_free(field, man, line[-1], going, about, beyond=beyond)
    _not_packed(field, men, lines)


def standing_about(field: Field, men: Iterable[Man], places: Sequence[Point]) -> list[Man]:
    """Of some men, those whom somebody might touch who goes from place to place, in their sequence."""
    touching = 2 * max(field.options.figure_radius) + CONTACT
    return standing_in(men, box_about(places, touching)) if places else []


def check_leaving(field: Field, man: Man, line: Line) -> None:
    """E-MOVE-06, E-MOVE-07 if an enemy or the Country bars the way on which a man leaves the field.  [LW-MOVE-06, LW-MOVE-09]"""
    _past_enemies(field, _goes_with(field, man), field.radius(man), line, field.all_men())
    if field.position.has_map:
        _past_the_country(field, line, line)


def may_walk(field: Field, man: Man, line: Line) -> bool:
    """Whether nothing of the Country and no enemy bars a man's way; where he ends is not asked.  [LW-MOVE-06, LW-CTRY-09]"""
    try:
        _past_enemies(field, _goes_with(field, man), field.radius(man), line, field.all_men())
    except Illegal:
        return False
    return not (field.position.has_map and _bar(field, line))


def check_carriage(field: Field, called: str, line: Line, width: int, *, off: bool = False) -> None:
    """E-MOVE-06, E-MOVE-07 for a gun, a box or a waggon: what bars men bars it in the same way.  [LW-MOVE-06, LW-CTRY-09]

    width: sixteenths from its middle to its sides.  off: it leaves the field at the end of its way.
    """
    if not line:
        return
    _past_enemies(field, field.side, width, line, field.all_men())
    if not field.position.has_map:
        return
    thing = _bar(field, line)
    if thing:
        raise Illegal("E-MOVE-07", say("The path leads through {thing}.", thing=thing), "LW-CTRY-09")
    thing = "" if off else stands_in(field.country, line[-1], 0, field.options)
    if thing:
        raise Illegal(
            "E-MOVE-07", say("{called} is not fairly clear of {thing}.", called=called, thing=thing), "LW-MOVE-07"
        )


def _past_enemies(field: Field, side: str, radius: int, line: Line, about: Iterable[Man]) -> None:
    """E-MOVE-06: not within an eighth of an inch of an armed enemy except at the end, nor through a gun.  [LW-MOVE-06]

    side: with which somebody goes, radius: his.  about: the men about the way, among others.
    """
    for other in standing_about(field, about, line):
        if other.at is None or other.side == side or not other.fit:
            continue
        reach = radius + field.radius(other) + CONTACT
        ends = within(line[-1], 0, other.at, 0, reach) or within(line[0], 0, other.at, 0, reach)
        if not ends and any(near_leg(a, b, other.at, reach) for a, b in legs(line)):
            raise Illegal("E-MOVE-06", say("The path passes within 1/8 in. of an armed enemy."), "LW-MOVE-06")
    for gun in field.guns.values():
        if gun.at is None or gun.owner == side or gun.retired:
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


def _goes_with(field: Field, man: Man) -> str:
    """The side with which a man goes: a prisoner with those who lead him.  [LW-PRIS-02]"""
    return field.other(man.side) if man.status == PRISONER else man.side


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
    """What of the Country bars a line, or the edge of the field if it leaves that on its way; or empty."""
    if field.options.terrain_effects != "all_open":
        off = next((edge for at in line[1:-1] if (edge := off_the_field(field.country, at))), "")
        if off:
            return off
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


def places_about(field: Field, men: Sequence[Man], at: Point, reach: int) -> list[Point]:
    """Places for men who stand out around a box or a train: in ranks, else wherever each finds room, the nearest first.

    Each is clear of the Country and of everybody, out of contact, and within reach of the middle (LW-EXT-07); whoever
    finds none stays at the middle.
    """
    radius = max((field.radius(man) for man in men), default=0)
    ranks = laid_out(at, 0, len(men), radius)
    if _are_free(field, men, ranks):
        return list(ranks)
    pitch = 2 * radius + BETWEEN
    steps = range(-(reach // pitch), reach // pitch + 1)
    about = sorted(
        ((at[0] + pitch * x, at[1] + pitch * y) for x in steps for y in steps), key=lambda one: (square(one, at), one)
    )
    found: list[Point] = []
    for man in men:
        near = (one for one in about if within(one, field.radius(man), at, 0, reach) and one not in found)
        found.append(next((one for one in near if _are_free(field, [man], [one])), at))
    return found


def _are_free(field: Field, men: Sequence[Man], places: Sequence[Point]) -> bool:
    """Whether men may stand at places, out of contact with the enemy."""
    try:
        check_places(field, men, places)
    except Illegal:
        return False
    enemies = standing_about(field, field.fit_men(field.other(men[0].side)), places) if men else ()
    return not any(
        one.at is not None and within(at, field.radius(man), one.at, field.radius(one), CONTACT)
        for man, at in zip(men, places, strict=True)
        for one in enemies
    )


def _packed(field: Field, one: Man, other: Man) -> Illegal:
    words = say(
        "{body} is packed against {body2}; leave 1/16 in.", body=field.called(one.body), body2=field.called(other.body)
    )
    return Illegal("E-MOVE-08", words, "LW-MOVE-08")


# -- he goes -------------------------------------------------------------------------------------------


def put(man: Man, at: Point | None) -> None:
    """Put a man where he then stands; None: where nobody sees him, or off the board."""
    man.at = at


def put_thing(field: Field, identity: str, at: Point | None, **changes: Any) -> None:
    """Put a body, gun, box, waggon or train where it then stands.  changes: further fields of it."""
    for group in (field.bodies, field.guns, field.boxes, field.waggons, field.trains):
        if identity in group:
            things: dict[str, Any] = group
            things[identity] = things[identity].but(at=at, **changes)
            return


def run(field: Field, identity: str, along: int) -> None:
    """Put a train at a place of its rails.  [LW-EXT-22]"""
    field.trains[identity] = field.trains[identity].but(along=along)
