"""One side's move, adjudicated in the book's order of resolution.  [rulebook part 22]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Refused
from rules.floor import names, outcome
from rules.floor.field import nothing
from rules.floor.outcome import Refusal
from rules.little_wars import orders as given
from rules.little_wars.captures import prisoners, seizure
from rules.little_wars.chapter_five import boxes, railway
from rules.little_wars.events import MoveClosed, MoveOpened
from rules.little_wars.floor import sight
from rules.little_wars.floor.clock import seconds_allowed
from rules.little_wars.floor.conditions import may_be_given
from rules.little_wars.floor.field import Field
from rules.little_wars.force.position import GROUPS, Position
from rules.little_wars.force.setup import BEFORE
from rules.little_wars.gunnery import trail
from rules.little_wars.gunnery.shots import rise
from rules.little_wars.melee import fight
from rules.little_wars.orders import MEN, SETUP, Order
from rules.little_wars.orders.facts import NO_FACTS, MoveFacts
from rules.little_wars.outcome import end
from rules.little_wars.rule import RULES
from rules.values.chance import Chance

AFTER_THE_MEN = (given.Choose, given.Object, given.Capture, given.Resign, given.Draw, given.ClaimEnd)
"""Steps settled when the move has ended."""


Outcome = outcome.Outcome[Position]
"""The outcome of a move of this book."""


def opened(position: Position, side: str, facts: MoveFacts, chance: Chance) -> Field:
    """The floor at the start of a move: who is armed again, who is without supplies, who serves which gun.  [LW-PRIS-08, LW-EXT-11]"""
    field = Field(position, side, facts, chance)
    if not preparing(position, ()):
        field.notes["served"] = seizure.served_now(field)
        prisoners.rearm(field)
        boxes.count_unsupplied(field)
    return field


def preparing(position: Position, orders: Sequence[Order]) -> bool:
    """Whether the battle is before its first move or between two moves: actions then do not count as a move.  [LW-SETUP-06]"""
    if position.setup.phase in BEFORE or position.setup.phase == "interval":
        return True
    return bool(orders) and all(
        order.stage == SETUP or (isinstance(order, given.Adjourn) and not isinstance(order, given.Draw))
        for order in orders
    )


def adjudicate(
    position: Position, side: str, orders: Sequence[Order], facts: MoveFacts, chance: Chance, *, fire_only: bool = False
) -> Outcome:
    """One own move of ``side``: its orders in sequence, and what the rules do by themselves.

    fire_only: stop after the guns; the own move then does not count as made.
    """
    orders = names.apart(
        orders,
        side,
        seen=lambda: names.standing(sight.seen(position, side), GROUPS),
        there=names.standing(position, GROUPS),
        write=given.write_order,
        read=given.read_order,
    )
    field = opened(position, side, facts, chance)
    field.notes["unseen"] = names.hidden(
        names.standing(sight.seen(position, side), GROUPS), names.standing(position, GROUPS)
    )
    counted = not preparing(position, orders)
    if counted:
        allowed = seconds_allowed(position, side)
        field.emit(MoveOpened(clause="LW-TIME-01", side=side, number=field.number, seconds=allowed))
    refusals: list[Refusal] = []
    late = [(place, order) for place, order in enumerate(orders) if isinstance(order, AFTER_THE_MEN)]
    now = [(place, order) for place, order in enumerate(orders) if not isinstance(order, AFTER_THE_MEN)]
    for place, order in now:
        carry_out(field, place, order, refusals)
        if field.firing and fire_only and order.stage == MEN:
            break
    if fire_only:
        return Outcome(field.closed(counted=False), tuple(field.events), tuple(refusals))
    if counted:
        rise(field)
        trail.fill_empty_trails(field)
    for place, order in late:
        if not isinstance(order, given.Capture):
            carry_out(field, place, order, refusals)
    if counted:
        _settle(field)
    for place, order in late:
        if isinstance(order, given.Capture) and order.gun not in field.notes.get("taken", ()):
            carry_out(field, place, order, refusals)
    if counted:
        field.emit(MoveClosed(clause="LW-MOVE-01", side=side, number=field.number))
    refused = tuple(sorted(refusals, key=lambda one: one.order))
    return Outcome(field.closed(counted=counted), tuple(field.events), refused)


def carry_out(field: Field, place: int, order: Order, refusals: list[Refusal]) -> None:
    """Carry out one order; a refused order changes nothing."""
    try:
        _names_what_is_seen(field, order)
        do(field, order)
    except Refused as refused:
        refusals.append(Refusal(place, refused))


def _names_what_is_seen(field: Field, order: Order) -> None:
    """E-NONE, or another refusal, for an order that names something hidden from its side: as if it did not exist."""
    hidden: frozenset[str] = field.notes["unseen"]
    unseen = names.unseen(given.write_order(order), hidden) if hidden else ""
    if unseen:
        do(opened(sight.seen(field.position, field.side), field.side, NO_FACTS, Chance()), order)
        raise nothing("thing", unseen)


def do(field: Field, order: Order) -> None:
    """Carry out one order in its phase: the first that moves men ends the gun phase.  [LW-MOVE-02]"""
    may_be_given(field, order)
    if order.stage == MEN:
        RULES[type(order)].check(field, order)
        if not field.men_have_moved and not isinstance(order, given.PlaceTrail):
            rise(field)
        field.firing = ""
        field.men_have_moved = True
    RULES[type(order)].carry_out(field, order)


def _settle(field: Field) -> None:
    """Settle what follows the end of the move.  [rulebook part 22, steps 9 to 15]"""
    fight.fight_melees(field)
    prisoners.seize_the_disarmed(field)
    prisoners.settle_prisoners(field)
    seizure.settle_guns(field)
    seizure.settle_waggons(field)
    railway.advance_rails(field)
    boxes.disclose(field)
    end.settle_lines(field)
    end.settle_battle(field)
