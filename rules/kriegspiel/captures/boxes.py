"""Troops in closed boxes behind scouts, if the campaign has them: the fog of a floor.  [KS-ANX-02, KS-ANX-05]

A box moves as its body would, by road as a column; men in it do not fight, work or count as fit, and the other side sees
only a box and its place.
"""

from __future__ import annotations

import numpy as np

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.kriegspiel.events import BoxClosed, BoxOpened
from rules.kriegspiel.floor import distances, surroundings, survey
from rules.kriegspiel.floor.conditions import affordable, may_act, not_used
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body
from rules.kriegspiel.marches.shifts import Party, blow, mine_trodden_on, touches_no_enemy, ways_are_open
from rules.kriegspiel.orders import Box, SetOut
from rules.kriegspiel.tables.annex import BOXING, CLEAR_FOR, SEEN_WITHIN
from rules.values.sentence import say, say_many, to_say

CLAUSE = "KS-ANX-02"


def check_box(field: Field, order: Box) -> int:
    """The cost of putting a body into its box: E-FORM, E-ALREADY, E-USED, E-GUARD, E-BUDGET."""
    body = _body(field, order.body, order.name)
    if body.boxed:
        raise Illegal("E-ALREADY", say("{name} is already in its box.", name=known_as(body)), CLAUSE)
    enemies = _about(field, body, CLEAR_FOR)
    if enemies:
        said = say_many(
            "{n} enemy body is within 20 ft of {name}; its box stays open.",
            "{n} enemy bodies are within 20 ft of {name}; its box stays open.",
            len(enemies),
            name=known_as(body),
        )
        raise Illegal("E-GUARD", said, CLAUSE)
    _through_the_lid(field, body, boxed=True)
    return _half(field, body, say("into its box"))


def box(field: Field, order: Box) -> None:
    """Put a body into its box; from then on the enemy sees only the box."""
    parts = check_box(field, order)
    body = field.bodies[order.body]
    party = _through_the_lid(field, body, boxed=True)
    field.spend(body.id, parts, "formed")
    field.put(body.but(boxed=True))
    field.emit(BoxClosed(clause=CLAUSE, side=body.side, body=body.id, sum=to_say("no enemy within 20 ft")))
    _tread(field, party)


def check_set_out(field: Field, order: SetOut) -> int:
    """The cost of taking a body out of its box: E-FORM, E-ALREADY, E-USED, E-BUDGET."""
    body = _body(field, order.body, order.name)
    if not body.boxed:
        raise Illegal("E-ALREADY", say("{name} is out of its box already.", name=known_as(body)), CLAUSE)
    _through_the_lid(field, body, boxed=False)
    return _half(field, body, say("out of its box"))


def set_out(field: Field, order: SetOut) -> None:
    """Take a body out of its box, in its formation."""
    parts = check_set_out(field, order)
    body = field.bodies[order.body]
    party = _through_the_lid(field, body, boxed=False)
    field.spend(body.id, parts, "formed")
    _open(field, body, say("set out by order"))
    _tread(field, party)


def _through_the_lid(field: Field, body: Body, *, boxed: bool) -> Party | None:
    """Who goes where when a body goes into its box or out of it, as when it forms; None if it has no place.

    E-PATH, E-WATER, E-BRIDGEDOWN, E-CONTACT.  [KS-ANX-02, KS-DEF-07, KS-MOVE-08]
    """
    before = distances.men_of(field, body) if field.has_map else None
    after = distances.men_of(field, body.but(boxed=boxed)) if before is not None else None
    if before is None or after is None:
        return None
    men = max(len(before.men), len(after.men))
    party = Party(body, np.resize(before.men, (men, 2)), np.resize(after.men, (men, 2)))
    ways_are_open(field, party)
    touches_no_enemy(field, known_as(body), (party,), after)
    return party


def _tread(field: Field, party: Party | None) -> None:
    """A mine between the box and the men's places goes off.  [KS-MINE-02]"""
    if party is not None:
        blow(field, mine_trodden_on(field, party), party.body.id)


def open_boxes(field: Field) -> None:
    """Open the boxes of either side that have a hostile scout within ten feet: a fit enemy outside a box.

    This is done before contact and at the close of the move, so that contact never meets a box.
    """
    for body in field.by_id() if field.options.boxed_troops else ():
        scouts = [one for one in _about(field, body, SEEN_WITHIN) if one.fit] if body.boxed else []
        if scouts:
            _open(
                field, body, say_many("{n} hostile body within 10 ft", "{n} hostile bodies within 10 ft", len(scouts))
            )


def _open(field: Field, body: Body, why: str) -> None:
    field.put(body.but(boxed=False))
    field.emit(
        BoxOpened(
            clause=CLAUSE,
            side=body.side,
            body=body.id,
            arm=body.arm,
            men=body.ashore,
            formation=body.formation,
            sum=why,
        )
    )


def _body(field: Field, identity: str, order: str) -> Body:
    """The body of an order; E-FORM if the campaign has no boxes."""
    body = field.own_body(identity)
    if not field.options.boxed_troops:
        raise Illegal("E-FORM", say("There are no boxes in this campaign."), CLAUSE)
    may_act(field, body, order)
    return body


def _half(field: Field, body: Body, what: str) -> int:
    """Half a move, the cost of every change of a body's shape."""
    called = known_as(body)
    not_used(field, body.id, called, "fired", "worked")
    affordable(field, body.id, called, BOXING, what, CLAUSE)
    return BOXING


def _about(field: Field, body: Body, reach: int) -> list[Body]:
    """The enemy bodies within reach of a body that can be met; empty if it has no place."""
    if body.at is None:
        return []
    if field.has_map:
        stand = distances.men_of(field, body)
        near = surroundings.near(field, field.other(body.side), stand, reach) if stand is not None else ()
        return [one for one, _ in near if survey.on_the_floor(one)]
    return survey.enemies_around(field, body.side, body.at, reach)
