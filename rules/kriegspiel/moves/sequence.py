"""The sequence of a move: its opening, and its orders by stage and arm.  [KS-SEQ-01, KS-SEQ-05 to KS-SEQ-07]"""

from __future__ import annotations

from collections.abc import Mapping

from rules.floor.given import ENGINE, Given
from rules.kriegspiel import orders as given
from rules.kriegspiel.events import MoveOpened
from rules.kriegspiel.floor.crews import bind_measured_men
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Position
from rules.kriegspiel.orders import CONTACT, DUTY, FIRE, MOVEMENT, Order
from rules.kriegspiel.orders.facts import MoveFacts
from rules.values.chance import Chance

RANK_OF_ARM = {"artillery": 0, "transport": 4, "engineers": 5, "infantry": 6, "cavalry": 7}
"""The rank of the arms inside a stage; 1 to 3 are the General's, the trains' and the boats'.  [KS-SEQ-06]"""


RANK_OF_GENERALS = 1
RANK_OF_TRAINS = 2
RANK_OF_BOATS = 3

CONTACT_RANKS = {"charge": 0, "assault": 1}
"""Stage 7: cavalry on infantry and on cavalry, melees, choices (2), cavalry on guns (3).  [KS-SEQ-07]"""

Queue = Mapping[int, list[tuple[int, Order]]]


def opened(position: Position, side: str, facts: MoveFacts, chance: Chance) -> Field:
    """The floor at the opening of a side's own move: its number is one more, every budget whole.  [KS-SEQ-01]"""
    field = Field(position, side, facts, chance)
    bind_measured_men(field)
    field.emit(MoveOpened(clause="KS-SEQ-01", side=side, number=field.number))
    return field


def arranged(field: Field, orders: Mapping[int, Order]) -> Queue:
    """The orders, by index, by stage; inside a stage by arm, then in the sequence given.  [KS-SEQ]"""
    field.given = Given(orders)
    field.notes.setdefault("orders", tuple(orders.values()))
    queue: dict[int, list[tuple[int, Order]]] = {}
    for index, order in orders.items():
        field.given.judging = index
        queue.setdefault(stage_of(field, order), []).append((index, order))
    field.given.judging = ENGINE
    for stage, waiting in queue.items():
        if stage == CONTACT:
            waiting.sort(key=lambda one: contact_rank(field, one[1]))
        elif stage in (DUTY, MOVEMENT):
            waiting.sort(key=lambda one: arm_rank(field, one[1]))
    return queue


def stage_of(field: Field, order: Order) -> int:
    """The stage in which an order acts; what a retreat needs is done just before the retreat.  [KS-SEQ-05]"""
    if isinstance(order, given.Unlimber):
        before_firing = field.options.unlimber_then_fire and field.given.is_to(given.FireGun, order.subject)
        return FIRE if before_firing else order.stage
    if isinstance(order, (given.Form, given.Limber)):
        thing = field.bodies.get(order.subject) or field.guns.get(order.subject)
        if thing is not None and (thing.must_retire or thing.flight):
            return DUTY
        if field.given.is_to(given.Retire, order.subject):
            return DUTY
    return order.stage


def arm_rank(field: Field, order: Order) -> int:
    """Guns, General, trains, boats, transport, Engineers, infantry, cavalry.  [KS-SEQ-06]"""
    body = field.bodies.get(order.subject)
    if body is not None:
        return RANK_OF_ARM[body.arm]
    if isinstance(order, given.MoveWaggon):
        return RANK_OF_ARM["transport"]
    if isinstance(order, given.Sail):
        return RANK_OF_BOATS
    if isinstance(order, given.RunTrain):
        return RANK_OF_TRAINS
    return RANK_OF_GENERALS if order.subject in field.generals else 0


def contact_rank(field: Field, order: Order) -> int:
    """Charges, melees, the choice of the fallen, charges on guns.  [KS-SEQ-07, KS-LW-07]"""
    if isinstance(order, given.Choose):
        return 2
    if isinstance(order, given.Charge) and order.target in field.guns:
        return 3
    return CONTACT_RANKS.get(order.name, 1)
