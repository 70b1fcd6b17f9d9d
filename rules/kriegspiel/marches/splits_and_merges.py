"""A body split into two, and two merged into one, with all that they owe.  [KS-DEF-07]

Each part inherits every duty, counter and stop of the whole, and a merged body takes the worse
of each, so that no penalty is lost.  A split costs nothing, as nobody moves;
men who move for a merge pay for it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rules.errors import Illegal, Invalid
from rules.floor import names
from rules.floor.assignment import about
from rules.floor.called import known_as
from rules.ground.batch_geometry import points
from rules.kriegspiel.events import BodiesMerged, BodySplit
from rules.kriegspiel.floor import distances
from rules.kriegspiel.floor.conditions import may_act
from rules.kriegspiel.floor.distances import about_guns, men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import laid_out
from rules.kriegspiel.floor.remake import split_off, unite
from rules.kriegspiel.floor.survey import enemies_around
from rules.kriegspiel.force import GROUPS, Body
from rules.kriegspiel.marches.shifts import (
    Party,
    blow,
    mine_trodden_on,
    parted_at,
    parties,
    price,
    record_start_places,
    remember,
    touches_no_enemy,
)
from rules.kriegspiel.orders import Merge, Split
from rules.kriegspiel.tables.figures import CONTACT
from rules.values.measure import INCH, Point, inches, of_a_move
from rules.values.sentence import of_field, say, to_say, to_say_many, word

# -- SPLIT --------------------------------------------------------------------------------------


def check_split(field: Field, order: Split) -> int:
    """Check that some men of a body may become a separate body: E-MEN, E-ENGAGED, E-NONE.  [KS-DEF-07]"""
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    if not 0 < order.men < body.men:
        raise Illegal(
            "E-MEN",
            say(
                "Name some men of {body}, not all: it has {men}, {men2} named.",
                body=known_as(body),
                men=body.men,
                men2=order.men,
            ),
            "KS-DEF-07",
        )
    not_engaged(field, body)
    if taken(field, order.into):
        raise Illegal(
            "E-NONE",
            say("The name {into} is taken. Choose another name for the new body.", into=order.into),
            "KS-DEF-07",
        )
    return 0


def split(field: Field, order: Split) -> None:
    """Some men of a body become a separate body at their places; prisoners and guns stay with the parent.  [KS-DEF-07]"""
    check_split(field, order)
    parent = field.bodies[order.body]
    left = parent.men - order.men
    divide(field, parent, order.into, order.men)
    field.emit(
        BodySplit(
            clause="KS-DEF-07",
            side=field.side,
            body=order.body,
            into=order.into,
            men=order.men,
            sum=to_say_many(
                "{men} - {men2} = {n} man stays", "{men} - {men2} = {n} men stay", left, men=parent.men, men2=order.men
            ),
        )
    )


def divide(field: Field, body: Body, into: str, men: int) -> Body:
    """Split men from a body without moving anybody; gives the new body.  [KS-DEF-07]

    Gunners at their guns stay at them.
    """
    stand = men_of(field, body) if field.has_map else None
    if stand is None:
        return split_off(field, body, into, men)
    parted = parted_at(body, stand, men)
    at_guns = about_guns(field, body) is not None if body.arm == "artillery" else False
    if body.id not in field.notes.get("stood", {}):
        record_start_places(field, {into: (parted.part,), body.id: (parted.rest,)})
    return split_off(field, body, into, men, places=(parted.part_at, body.at if at_guns else parted.rest_at))


# -- MERGE --------------------------------------------------------------------------------------


def check_merge(field: Field, order: Merge) -> int:
    """Check that two bodies may become one: E-UNLIKE, E-ENGAGED, E-GAP, E-NONE.  [KS-DEF-07]"""
    if len(order.bodies) != 2 or order.bodies[0] == order.bodies[1]:
        raise Invalid(of_field("merge.bodies", say("the ids of two bodies are wanted")))
    first, second = (field.own_body(identity) for identity in order.bodies)
    for body in (first, second):
        may_act(field, body, order.name)
    for what in ("arm", "formation"):
        if getattr(first, what) != getattr(second, what):
            raise Illegal(
                "E-UNLIKE",
                say(
                    "{first} and {second} differ in {what}.",
                    first=known_as(first),
                    second=known_as(second),
                    what=word(what),
                ),
                "KS-DEF-07",
            )
    for body in (first, second):
        not_engaged(field, body)
    _at_one_work(field, first, second)
    _not_apart(field, order, first, second)
    if order.into and order.into not in order.bodies and taken(field, order.into):
        raise Illegal(
            "E-NONE",
            say("The name {into} is taken. Choose another name for the new body.", into=order.into),
            "KS-DEF-07",
        )
    return max(merged_place(field, order).prices)


def _at_one_work(field: Field, first: Body, second: Body) -> None:
    """E-UNLIKE if each has a work of its own: men cannot be counted at two.  [KS-DEF-07, KS-DEST-07]

    Two epaulements of six men each may be raised together.
    """
    kinds = [
        [work.kind for work in field.works.values() if work.crew == body.id and work.state == "begun"]
        for body in (first, second)
    ]
    if all(kinds) and {*kinds[0], *kinds[1]} != {"epaulement"}:
        said = say(
            "{first} and {second} differ in their work; let one of them stop it first.",
            first=known_as(first),
            second=known_as(second),
        )
        raise Illegal("E-UNLIKE", said, "KS-DEF-07")


def _not_apart(field: Field, order: Merge, first: Body, second: Body) -> None:
    """E-GAP: the widest gap inside one body is ``body_link_in``.  [KS-DEF-05, KS-DEF-07]

    A gap that can be neither measured nor computed counts as none.
    """
    gap = order.measured.distance
    if gap is None:
        gap = distances.distance(field, first.id, second.id)
    widest = field.options.body_link_in
    if gap is not None and gap > widest * INCH:
        raise Illegal(
            "E-GAP",
            say(
                "{first} and {second} are {gap} apart; {widest} at most.",
                first=known_as(first),
                second=known_as(second),
                gap=inches(gap),
                widest=widest,
            ),
            "KS-DEF-07",
        )


class MergedPlace(NamedTuple):
    """The place of a merged body, its facing, who goes where, and what each of its parts pays."""

    at: Point | None
    facing: int
    parties: tuple[Party, ...] = ()
    prices: tuple[int, ...] = (0, 0)


def merged_place(field: Field, order: Merge) -> MergedPlace:
    """The place of two bodies merged: about the middle of all their men, who go there by lawful ways and pay.  [KS-DEF-07]

    Refused as a march of those men would be.  If a body has no place, nobody is known to move.
    """
    first, second = (field.bodies[identity] for identity in order.bodies)
    larger = second if second.men > first.men else first
    if not field.has_map:
        return _merged_place_without_country(field, first, second, larger.facing)
    before = tuple((body, stand) for body in (first, second) if (stand := men_of(field, body)) is not None)
    if len(before) < 2:
        return MergedPlace(first.at, larger.facing)
    men = np.concatenate([stand.men for _, stand in before])
    at = about(men, laid_out(first.formation, len(men), larger.facing))
    trial = field.copy()
    stand = men_of(trial, unite(trial, order.bodies, order.into or order.bodies[0], at=at, facing=larger.facing))
    if stand is None:
        return MergedPlace(first.at, larger.facing)
    found = parties(before, stand, larger.facing)
    touches_no_enemy(field, known_as(larger), found, stand)
    return MergedPlace(at, larger.facing, found, tuple(price(field, party) for party in found))


def _merged_place_without_country(field: Field, first: Body, second: Body, facing: int) -> MergedPlace:
    """The same without a country, where a body is one point: between the two by their men, or the place of a body that may not move."""
    if first.at is None or second.at is None or first.at == second.at:
        return MergedPlace(first.at, facing)
    men = first.men + second.men
    x, y = ((2 * (a * first.men + b * second.men) + men) // (2 * men) for a, b in zip(first.at, second.at, strict=True))
    refusals: list[Illegal] = []
    for at in ((x, y), first.at, second.at):
        found = tuple(Party(body, points([body.at or at]), points([at])) for body in (first, second))
        try:
            return MergedPlace(at, facing, found, tuple(price(field, party) for party in found))
        except Illegal as refused:
            refusals.append(refused)
    raise refusals[0]


def merge(field: Field, order: Merge) -> None:
    """Two bodies become one, which takes the worse of each duty and counter; men who move pay for it.  [KS-DEF-07]"""
    check_merge(field, order)
    into = order.into or order.bodies[0]
    first, second = (field.bodies[identity] for identity in order.bodies)
    laid = merged_place(field, order)
    mines = [mine for party in laid.parties if (mine := mine_trodden_on(field, party)) is not None]
    remember(field, into, first, second)
    spent = [field.spent.get(body.id, 0) + parts for body, parts in zip((first, second), laid.prices, strict=True)]
    whole = unite(field, order.bodies, into, at=laid.at, facing=laid.facing)
    if any(laid.prices):
        field.spend(into, max(spent) - field.spent.get(into, 0), "shifted")
    said = to_say("{men} + {men2} = {men3} men", men=first.men, men2=second.men, men3=whole.men)
    if any(laid.prices):
        paid = of_a_move(max(laid.prices))
        said = to_say(
            "{men} + {men2} = {men3} men: {paid} of a move", men=first.men, men2=second.men, men3=whole.men, paid=paid
        )
    field.emit(
        BodiesMerged(
            clause="KS-DEF-07",
            side=field.side,
            body=into,
            bodies=tuple(order.bodies),
            men=whole.men,
            sum=said,
        )
    )
    for mine in mines[:1]:
        blow(field, mine, into)


# -- common -------------------------------------------------------------------------------------


def taken(field: Field, identity: str) -> bool:
    """Whether a name is taken, for a new body of the moving side."""
    return names.is_taken(identity, names.standing(field, GROUPS), others=(field.enemy,))


def not_engaged(field: Field, body: Body) -> None:
    """E-ENGAGED: a body in contact with the enemy.  [KS-DEF-07, KS-LW-02]"""
    touching = body.id in field.frozen
    if not touching and body.at is not None:
        touching = any(enemy.fit for enemy in enemies_around(field, body.side, body.at, CONTACT))
    if touching:
        raise Illegal("E-ENGAGED", say("{body} is in a fight.", body=known_as(body)), "KS-DEF-07")
