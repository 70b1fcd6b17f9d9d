"""Who is in a melee, who could join it, and who falls in it.  [KS-LW-01, KS-LW-03, KS-LW-07, KS-DEF-09]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from rules.floor.melee import isolated
from rules.kriegspiel.events import SupportCounted
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.distances import extent, men_of, within
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.surroundings import bodies_about
from rules.kriegspiel.force import Body
from rules.kriegspiel.tables.figures import CONTACT
from rules.kriegspiel.tables.melee import REACH
from rules.values.measure import Point
from rules.values.sentence import to_say_many

Party = Mapping[str, int]
"""Men by body, those in contact first, then the nearest."""


def party(field: Field, first: Sequence[str], at: Point | None, measured: int | None) -> Party:
    """The men of one side in a melee: those in contact, and all within six inches of them.

    first: its bodies in contact; at: the point of contact, if known; measured: the total that took part,
    counted from those in contact, then their neighbours, then bodies without a known place.
    """
    near = _about(field, first, at)
    if measured is None:
        return {body.id: body.ashore for body in (*(field.bodies[one] for one in first), *near)}
    taking_part: dict[str, int] = {}
    for body in chain((field.bodies[one] for one in first), near, _unplaced(field, first)):
        left = measured - sum(taking_part.values())
        if not left:
            break
        if body.ashore:
            taking_part[body.id] = min(body.ashore, left)
    return taking_part


def parties_on_the_map(field: Field, attackers: Sequence[str], defender: str) -> tuple[Party, Party] | None:
    """The men of both sides in a melee, by their places: those in contact, and all within six inches of one in contact.

    None if they do not touch, or one of them has no place.  [KS-LW-03]
    """
    stands = [stand for one in attackers if (stand := men_of(field, field.bodies[one])) is not None]
    met = men_of(field, field.bodies[defender])
    if met is None or len(stands) < len(attackers):
        return None
    contact = [
        Figures(stand.men[touching], stand.radius)
        for stand in stands
        if (touching := within(stand, met, CONTACT)).any()
    ]
    touched = [within(met, stand, CONTACT) for stand in stands]
    if not contact:
        return None
    contact.append(Figures(met.men[np.logical_or.reduce(touched)], met.radius))
    sides = (field.bodies[attackers[0]].side, field.bodies[defender].side)
    ours, theirs = (_within_reach(field, side, contact, (*attackers, defender)) for side in sides)
    first = {one: ours[one] for one in attackers if one in ours}
    return {**first, **ours}, {defender: theirs.get(defender, 0), **theirs}


def _within_reach(field: Field, side: str, contact: Sequence[Figures], first: Sequence[str]) -> dict[str, int]:
    """Fit men of a side within six inches of a man in contact, by body, the largest number first.

    first: the bodies in contact, which fight every melee that comes to them; of the others, those that have fought are not in it.
    """
    boxes = [extent(one, REACH) for one in contact]
    west, south, east, north = zip(*boxes, strict=True)
    found: dict[str, int] = {}
    for body, stand in bodies_about(field, side, (min(west), min(south), max(east), max(north))):
        if not body.fit or (body.id not in first and field.did(body.id, "charged", "fought")):
            continue
        men = int(np.logical_or.reduce([within(stand, one, REACH) for one in contact]).sum())
        if men:
            found[body.id] = men
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def could_be_in(field: Field, identity: str, first: Sequence[str], at: Point | None) -> bool:
    """Whether a body may be in a melee although not in contact, as far as its place is known.

    first: empty if nobody else is in it, as between cavalry (KS-CHARGE-19).
    """
    return bool(first) and any(identity == body.id for body in chain(_about(field, first, at), _unplaced(field, first)))


def _about(field: Field, first: Sequence[str], at: Point | None) -> list[Body]:
    """The other fit bodies of a side near a place, the nearest first, that have not fought in this move."""
    if at is None:
        return []
    near = [
        one
        for one in survey.friends_around(field, field.bodies[first[0]].side, at, REACH)
        if _is_free(field, one, first)
    ]
    return sorted(near, key=lambda one: (survey.apart(at, one.at or at), one.id))


def _unplaced(field: Field, first: Sequence[str]) -> Iterator[Body]:
    """The other fit bodies of a side without a known place, by id, that have not fought in this move."""
    for body in field.bodies_of(field.bodies[first[0]].side):
        if body.at is None and body.fit and _is_free(field, body, first):
            yield body


def _is_free(field: Field, body: Body, first: Sequence[str]) -> bool:
    return body.id not in first and not field.did(body.id, "charged", "assaulted", "fought")


def allot(among: Party, number: int) -> dict[str, int]:
    """A number of men of a party, by body, those in contact first.  [KS-LW-07]

    >>> allot({"a": 3, "b": 5}, 4), allot({"a": 3}, 0)
    ({'a': 3, 'b': 1}, {})
    """
    out: dict[str, int] = {}
    for identity, men in among.items():
        falling = min(men, number)
        number -= falling
        if falling:
            out[identity] = falling
    return out


def less(among: Party, gone: Mapping[str, int]) -> dict[str, int]:
    """What is left of a party."""
    return {identity: men - gone.get(identity, 0) for identity, men in among.items()}


def count_support(field: Field, identity: str, engaged: Party, measured: int | None) -> int:
    """Count the friends within a move of the smaller side of a fight, and report them with the number it needs.  [KS-LW-01, KS-DEF-09]

    identity: its body in contact; engaged: its men in the fight.  The other men of these bodies count as friends.
    """
    friends = measured
    side = field.bodies[identity].side
    if friends is None:
        friends = survey.friends_within_a_move(field, side, engaged.keys(), (identity,))
        friends += sum(max(field.bodies[one].ashore - men, 0) for one, men in engaged.items() if field.bodies[one].fit)
    number = sum(engaged.values())
    alone = isolated(number, friends)
    words = to_say_many(
        "{n} friend within a move; {number} men need {number2}: isolated"
        if alone
        else "{n} friend within a move; {number} men need {number2}: supported",
        "{n} friends within a move; {number} men need {number2}: isolated"
        if alone
        else "{n} friends within a move; {number} men need {number2}: supported",
        friends,
        number=number,
        number2=-(-number // 2),
    )
    field.emit(
        SupportCounted(
            clause="KS-LW-01", side=side, body=identity, men=number, friends=friends, isolated=alone, sum=words
        )
    )
    return friends
