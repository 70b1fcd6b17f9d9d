"""Orders tried on a copy of the floor, before a commander commits to them.

On a real floor, a way or a distance is measured only when the move is made.  Here
such an order is tried with the least possible length, so that everything else that
forbids it is found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.errors import Invalid, Refused
from rules.floor.given import ENGINE, Given, judged
from rules.floor.unbroken import quietly, unbroken
from rules.kriegspiel import orders as given
from rules.kriegspiel.command.seats import check_seat
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.crews import bind_measured_men, unknown
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Position
from rules.kriegspiel.melee import fight
from rules.kriegspiel.moves.rule import RULES
from rules.kriegspiel.moves.sequence import arranged
from rules.kriegspiel.orders import CONTACT, FIRE, RIFLES, Order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.tables.fire import CREW
from rules.values.chance import Chance
from rules.values.measure import MOVE

WAYS = (given.March, given.Retire, given.MoveGun, given.MoveWaggon, given.MoveGeneral, given.Sail, given.Escort)
"""Orders that go along a path."""

PAIRS = {
    "charge": ("body", "target"),
    "assault": ("body", "target"),
    "load": ("waggon", "source"),
    "unload": ("waggon", "to"),
    "issue": ("source", "body"),
}
"""Orders that need the distance of two things, with the keys of both."""


def unmeasured(floor: Field | Position, order: Order) -> bool:
    """Whether an order needs a length that only people can measure."""
    if order.measured.distance is not None:
        return False
    if isinstance(order, WAYS):
        general = floor.generals.get(order.subject)
        return not order.path or (survey.place(floor, order.subject) if general is None else general.at) is None
    if isinstance(order, given.Merge):
        return len(order.bodies) == 2 and survey.distance(floor, *order.bodies) is None
    if isinstance(order, given.RunTrain):
        return order.inches is None
    pair = PAIRS.get(order.name)
    return pair is not None and survey.distance(floor, getattr(order, pair[0]), getattr(order, pair[1])) is None


def presumed(floor: Field | Position, order: Order) -> Order:
    """The order with no distance, if that of two things is still to be measured; a way may stay open."""
    if isinstance(order, WAYS) or not unmeasured(floor, order):
        return order
    return order.but(measured=order.measured.but(distance=0))


def tried(position: Position, side: str, before: Iterable[Order]) -> Field:
    """The floor after the orders that a side has already given, as far as their effect is known.

    Fire and contact affect only the budget, as their results are not known yet.
    """
    orders = dict(enumerate(before))

    def judge(without: Mapping[int, Refused]) -> tuple[Field, dict[int, Refused], Given]:
        field = begun(position, side)
        queue = arranged(field, {at: one for at, one in orders.items() if at not in without})
        refused = {}
        for stage in sorted(queue):
            for at, order in queue[stage]:
                field.given.judging = at
                if (refusal := attempt(field, order, stage)) is not None:
                    refused[at] = refusal
        field.given.judging = ENGINE
        return field, refused, field.given

    field, _ = judged(judge)
    quietly(fight.foresee_melees)(field)
    return field


def begun(position: Position, side: str) -> Field:
    """The floor before a side's first order, with the men at each gun of whom nobody knows taken to be a crew."""
    field = Field(position, side, NO_FACTS, Chance())
    field.facts = NO_FACTS.but(near={name: CREW for name, gun in sorted(field.guns.items()) if unknown(field, gun)})
    bind_measured_men(field)
    return field


def attempt(field: Field, order: Order, stage: int) -> Refused | None:
    """Carry an order out as far as its effect is known; its refusal if it has none."""
    try:
        _foresee(field, presumed(field, order), stage)
    except Invalid:
        if isinstance(order, WAYS):
            # The length will be measured; until then it is the least that spends anything.
            field.spend(order.subject, 1, "marched")
    except Refused as refusal:
        return refusal
    return None


@unbroken
def _foresee(field: Field, order: Order, stage: int) -> None:
    """Carry an order out as far as its effect is known."""
    rule = RULES[type(order)]
    if stage in (FIRE, RIFLES) and not isinstance(order, given.Split | given.Unlimber):
        rule.check(field, order)
        field.spend(order.subject, field.left(order.subject), "fired")
        if isinstance(order, given.FireGun):
            field.shots[order.gun] = field.shots.get(order.gun, 0) + (order.shots or field.shots_in_a_move)
    elif stage == CONTACT:
        if isinstance(order, given.Assault):
            rule.carry_out(field, order)
        else:
            rule.check(field, order)
        if order.subject:
            field.spend(order.subject, field.left(order.subject), "fought")
            field.frozen.add(order.subject)
    else:
        rule.carry_out(field, order)


@unbroken
def try_order(field: Field, order: Order) -> int:
    """The cost of an order in parts of a move, after those already tried; Refused if it may not be given."""
    check_seat(field, order)
    return RULES[type(order)].check(field, presumed(field, order))


def left_after(field: Field, order: Order, parts: int) -> int:
    """Parts of a move that a thing has left after an order; none after charges and fire."""
    if order.stage in (FIRE, RIFLES, CONTACT) and parts and not isinstance(order, given.Split):
        return 0
    return max(MOVE - field.spent.get(order.subject, 0) - parts, 0)


def by_arrangement(field: Field, orders: Sequence[Order]) -> list[tuple[int, int]]:
    """The indexes of orders in the sequence of adjudication, each with its stage.  [KS-SEQ]"""
    queue = arranged(field, dict(enumerate(orders)))
    return [(place, stage) for stage in sorted(queue) for place, _ in queue[stage]]
