"""One side's move, adjudicated in the book's order of resolution.  [rulebook part 22]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rules.errors import Refused
from rules.floor import names, outcome
from rules.floor.field import nothing
from rules.floor.given import ENGINE, Given, judged, leaves_nothing
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
    unseen = names.hidden(names.standing(sight.seen(position, side), GROUPS), names.standing(position, GROUPS))

    def judge(without: Mapping[int, Refused]) -> tuple[Outcome, dict[int, Refused], Given]:
        field = opened(position, side, facts, chance)
        field.notes["unseen"] = unseen
        field.given = Given({at: one for at, one in enumerate(orders) if at not in without})
        return _made(field, fire_only=fire_only)

    made, refused = judged(judge)
    return made.but(refused=tuple(Refusal(at, refused[at]) for at in sorted(refused)))


def _made(field: Field, *, fire_only: bool) -> tuple[Outcome, dict[int, Refused], Given]:
    """What comes of the orders given on a floor, their refusals, and what leans upon them."""
    orders = dict(field.given.of(Order))
    counted = not preparing(field.position, [*orders.values()])
    if counted:
        allowed = seconds_allowed(field.position, field.side)
        field.emit(MoveOpened(clause="LW-TIME-01", side=field.side, number=field.number, seconds=allowed))
    refused: dict[int, Refused] = {}
    for place, order in orders.items():
        if not isinstance(order, AFTER_THE_MEN):
            carry_out(field, place, order, refused)
            if field.firing and fire_only and order.stage == MEN:
                break
    if not fire_only:
        _close(field, orders, refused, counted=counted)
    stood = [one for place, one in orders.items() if place not in refused]
    if counted == preparing(field.position, stood):
        field.given.lean(refused, ENGINE)  # whether this was a move at all was decided by orders that were refused
    left = field.closed(counted=counted and not fire_only)
    return Outcome(left, tuple(field.events), ()), refused, field.given


def _close(field: Field, orders: Mapping[int, Order], refused: dict[int, Refused], *, counted: bool) -> None:
    """Settle the end of a move, with the steps that wait for it.  refused: filled here.  [rulebook part 22, steps 9 to 15]"""
    late = {place: order for place, order in orders.items() if isinstance(order, AFTER_THE_MEN)}
    if counted:
        rise(field)
        trail.fill_empty_trails(field)
    for place, order in late.items():
        if not isinstance(order, given.Capture):
            carry_out(field, place, order, refused)
    if counted:
        _settle(field)
    for place, order in late.items():
        if isinstance(order, given.Capture) and order.gun not in field.notes.get("taken", ()):
            carry_out(field, place, order, refused)
    if counted:
        field.emit(MoveClosed(clause="LW-MOVE-01", side=field.side, number=field.number))


def carry_out(field: Field, place: int, order: Order, refused: dict[int, Refused]) -> None:
    """Carry out one order; a refused order changes nothing.  refused: filled here."""
    field.given.judging = place
    try:
        _names_what_is_seen(field, order)
        _do_whole(field, place, order)
    except Refused as refusal:
        refused[place] = refusal


def _do_whole(field: Field, place: int, order: Order) -> None:
    """Carry out one order; one that is refused only half-way is noted, and the move judged again without it."""
    try:
        do(field, order)
    except Refused as refusal:
        leaves_nothing(field.given, place, refusal, partial(check, field, order))
        raise


def check(field: Field, order: Order) -> None:
    """Check that an order may be carried out now: Refused if not."""
    may_be_given(field, order)
    RULES[type(order)].check(field, order)


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
