"""Orders tried on a copy of the floor, and the facts that people must measure for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.contract.answers import Need, Part, Shot
from rules.contract.data import Said
from rules.errors import Refused
from rules.floor.unbroken import broken, unbroken
from rules.little_wars import orders as given
from rules.little_wars.adjudicate import do, opened
from rules.little_wars.chapter_five.boxes import rate_of_box
from rules.little_wars.chapter_five.railway import train_reach
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.long_moves import reach_of
from rules.little_wars.floor.nearness import armed_near_gun, near_gun
from rules.little_wars.force.position import Position
from rules.little_wars.marches.contact import check_assault
from rules.little_wars.orders import CLOSE, MEN, Order
from rules.little_wars.orders.facts import NO_FACTS, OVER, TOUCH, MoveFacts
from rules.little_wars.reports.read_back import name_of
from rules.little_wars.tables.nearness import CREW
from rules.values.chance import Chance
from rules.values.measure import INCH, shown
from rules.values.sentence import say

WAYS = (
    given.March, given.Retire, given.MoveGun, given.MoveWaggon, given.MoveBox, given.MovePrisoners, given.Assault,
)  # fmt: skip
"""Orders that go along a path."""

EFFECTS = Shot(
    parts=(
        Part("effects", "effects", "bodies", say("Body"), men=say("Men"), ways=((OVER, "overset"), (TOUCH, "touched"))),
    ),
    misses=say("A shot that you leave empty hit nobody"),
)
"""The facts asked for each shot of a gun.  [LW-SHOT-03]"""

STAGES = {
    given.SETUP: say("Before the battle"),
    given.TALK: say("Arrangements"),
    given.GUNS: say("Guns"),
    given.MEN: say("Men"),
    given.CLOSE: say("Close"),
}
"""The names of the phases of a move, in the sequence in which simultaneous orders are adjudicated.  [LW-MOVE-02]"""


def arranged(orders: Sequence[Order]) -> list[int]:
    """The indexes of simultaneous orders, guns first; within a phase in the sequence given.  [LW-MOVE-02]"""
    ranks = list(STAGES)
    return sorted(range(len(orders)), key=lambda place: (ranks.index(orders[place].stage), place))


def up_to(stage: int, orders: Sequence[Order]) -> list[Order]:
    """The orders of a sheet that are carried out before or in a phase: guns go first.  [LW-MOVE-02]"""
    ranks = list(STAGES)
    return [order for order in orders if ranks.index(order.stage) <= ranks.index(stage)]


def tried(position: Position, side: str, before: Sequence[Order], facts: MoveFacts = NO_FACTS) -> Field:
    """The floor after some orders of a side; refused orders have no effect."""
    field = opened(position, side, facts, Chance(seed=say("a trial")))
    for place in arranged(before):
        field = attempted(field, before[place])
    return field


def attempted(field: Field, order: Order) -> Field:
    """The floor after an order; the same one if it is refused."""
    trial = field.copy()
    try:
        do(trial, _supposed(trial, order))
    except Refused:
        return field
    except Exception:
        broken(order)
        return field
    return trial


@unbroken
def try_order(field: Field, order: Order) -> Field:
    """The floor after an order that may be given now; Refused if it may not.

    Lengths that only people can measure are assumed to be the least possible.
    """
    after = field.copy()
    if not (order.stage == CLOSE and isinstance(order, given.Capture)):
        do(after, _supposed(field, order))
    return after


def _supposed(field: Field, order: Order) -> Order:
    """An order with a way of an eighth of an inch if it is not measured yet."""
    if unmeasured(field, order):
        return order.but(measured=order.measured.but(distance=2))
    return order


def unmeasured(field: Field, order: Order) -> bool:
    """Whether an order needs a length that only people can measure."""
    if not isinstance(order, WAYS) or order.measured.distance is not None:
        return False
    placed = all(_at(field, one) for one in _who(order))
    if isinstance(order, given.Assault):
        return not (placed and _at(field, order.target))
    return not (placed and (order.path or getattr(order, "figures", ())))


def _who(order: Order) -> tuple[str, ...]:
    if isinstance(order, given.OfBodies):
        return order.bodies
    return tuple(order.escorts) if isinstance(order, given.MovePrisoners) else (order.subject,)


def _at(field: Field, identity: str) -> bool:
    for group in (field.bodies, field.guns, field.waggons, field.boxes):
        thing: Any = group.get(identity)
        if thing is not None:
            return thing.at is not None
    return False


# -- the price ---------------------------------------------------------------------------------------------


@unbroken
def price(before: Field, after: Field, order: Order) -> tuple[str, str, int]:
    """What an order costs, what is left of the move, and the inches of the whole, if it goes some way; before, after: the floor.

    Whoever has gone any part of his move has made it.  [LW-MOVE-03]
    """
    if unmeasured(before, order):
        return say("as measured"), "", 0
    gone, whole = _gone(before, after, order), _whole(before, order)
    if gone and whole:
        return shown(gone, whole), "0", whole // INCH
    return (say("the move") if order.stage == MEN else ""), "", 0


def _gone(before: Field, after: Field, order: Order) -> int:
    """Sixteenths that an order makes its thing go: the furthest of its men."""
    if isinstance(order, given.Assault):
        return check_assault(before, order).distance
    new: Sequence[Any] = after.events[len(before.events) :]
    return max((one.distance for one in new if hasattr(one, "distance")), default=0)


def _whole(field: Field, order: Order) -> int:
    """Sixteenths of a whole move of what an order moves: of the slowest of the men who go, or of a carriage; 0 if nobody knows."""
    if isinstance(order, given.OfBodies):
        free = [man for name in order.bodies for man in field.free(name)]
        rates = [(field.options.rate(man.arm), man.at) for man in free]
    elif isinstance(order, given.MoveGun) and order.gun in field.guns:
        crew = armed_near_gun(field, field.guns[order.gun], field.side)
        horse = sum(man.arm == "cavalry" for man in crew) >= CREW or field.options.legacy_1
        rates = [(field.options.rate("cavalry" if horse else "infantry"), field.guns[order.gun].at)]
    elif isinstance(order, given.MoveTrain) and order.train in field.trains:
        return train_reach(field, field.trains[order.train])
    elif isinstance(order, given.MoveBox) and order.box in field.boxes:
        rates = [(rate_of_box(field, field.boxes[order.box]), field.boxes[order.box].at)]
    elif isinstance(order, given.MoveWaggon) and order.waggon in field.waggons:
        rates = [(field.options.rate("infantry"), field.waggons[order.waggon].at)]
    else:
        return 0
    return min((reach_of(field, rate, at, None, ()) for rate, at in rates), default=0)


# -- what people measure ---------------------------------------------------------------------------------


def needs(position: Position, side: str, orders: Sequence[Order], facts: MoveFacts) -> tuple[Need, ...]:
    """The facts still to be measured for these orders, and for the whole move."""
    field = opened(position, side, facts, Chance(seed=say("a trial")))
    asked = [need for place, order in enumerate(orders) for need in _of_order(field, place, order)]
    return (*asked, *_of_the_move(position, side, orders, facts))


def _of_order(field: Field, place: int, order: Order) -> Iterator[Need]:
    subject = name_of(field.position, order.subject)
    if unmeasured(field, order):
        words = say("How many inches does {subject} go, the whole way?", subject=subject)
        yield Need(place, "distance", "length", order.subject, words, "LW-GEN-02")
    ask = OF_ORDER.get(type(order))
    if ask is not None:
        yield from ask(field, place, order)


def _of_assault(field: Field, place: int, order: given.Assault) -> Iterator[Need]:
    """The numbers in the melee and their support, if the engine does not see them.  [LW-MELEE-04, LW-ISO-01]"""
    if all(_at(field, one) for one in (*order.bodies, order.target)):
        return
    ours = sum(len(field.fit(one)) for one in order.bodies)
    theirs = len(field.fit(order.target))
    gun = field.guns.get(order.target)
    if gun is not None:
        theirs = len([man for man in near_gun(field, gun, field.enemy) if man.armed])
    if not theirs:
        return
    sides = (("attackers", order.subject, ours), ("defenders", order.target, theirs))
    for key, identity, men in sides:
        called = name_of(field.position, identity)
        if getattr(order.measured, key) is None:
            words = say(
                "How many men of {called}'s side are in contact, or within 6 in. of a man who is?", called=called
            )
            yield Need(place, key, "count", order.subject, words, "LW-MELEE-04", men)
        if getattr(order.measured, f"{key}_support") is None:
            words = say(
                "How many armed friends of {called}, outside the fight, are within their own move of it?", called=called
            )
            yield Need(place, f"{key}_support", "count", order.subject, words, "LW-ISO-01", 0)


def _of_fire(field: Field, place: int, order: given.FireGun) -> Iterator[Need]:
    """The effect of each shot, if shots are really fired.  [LW-SHOT-08]"""
    drawn = field.options.shot_source == "simulated" and order.target
    if order.measured.shots is None and not drawn:
        shots = order.shots or field.options.shots_per_move
        words = say(
            "Who was knocked over or touched by each shot of {gun}, in the order in which it happened?",
            gun=name_of(field.position, order.gun),
        )
        yield Need(place, "shots", "effects", order.gun, words, "LW-SHOT-03", times=shots, shot=EFFECTS)


def _of_surrender(field: Field, place: int, order: given.Surrender) -> Iterator[Need]:
    """The men who could reach a body that surrenders.  [LW-ISO-07]"""
    if order.measured.supporters is None and not all(_at(field, one) for one in order.bodies):
        words = say(
            "How many armed friends are within their own move of {subject}?",
            subject=name_of(field.position, order.subject),
        )
        yield Need(place, "supporters", "count", order.subject, words, "LW-ISO-07", 0)


OF_ORDER: Mapping[type[Order], Callable[[Field, int, Any], Iterator[Need]]] = {
    given.Assault: _of_assault,
    given.FireGun: _of_fire,
    given.Surrender: _of_surrender,
}
"""The needs of each order, except of the ways of marches."""


def _of_the_move(position: Position, side: str, orders: Sequence[Order], facts: MoveFacts) -> Iterator[Need]:
    """At the close: the men past the axle of a gun in contact, and those of its side near it.  [LW-CAP-01]"""
    field = tried(position, side, orders, facts)
    aimed_at = {one.target for one in orders if isinstance(one, given.Assault) and one.target in field.guns}
    disputed = {name for name, gun in field.guns.items() if gun.in_dispute and gun.at is None}
    for name in field.by_id(aimed_at | disputed):
        gun = field.guns[name]
        if gun.at is not None:
            continue
        called = name_of(position, name)
        if name not in (facts.past_axle or {}):
            words = say(
                "How many enemies have gone past the axle of {called}, and are within 6 in. of it?", called=called
            )
            yield Need(None, "past_axle", "counts", name, words, "LW-CAP-01", 0)
        if name not in (facts.dealt_with or {}):
            words = say("How many free men of its side are within 6 in. of {called}?", called=called)
            yield Need(None, "dealt_with", "counts", name, words, "LW-CAP-01", len(near_gun(field, gun, gun.owner)))
    yield from _of_the_lines(position, facts)


def _of_the_lines(position: Position, facts: MoveFacts) -> Iterator[Need]:
    """The men who touch a back line, if a battle depends on it and the engine does not see it.  [LW-REAR-01, LW-DEF-02]"""
    if position.options.variety == "finish" or facts.on_line is not None:
        return
    if all(body.at is not None for body in position.bodies.values() if body.men):
        return
    clause = "LW-REAR-01" if position.options.variety == "rear" else "LW-DEF-02"
    for side in position.sides:
        yield Need(
            None,
            "on_line",
            "counts",
            side,
            say("How many armed men of {side} touch the enemy's back line?", side=side),
            clause,
            0,
        )


def left_to_people(simulated: bool, has_map: bool) -> tuple[Said, ...]:
    """What people must measure in a battle: clause and sentence of each."""
    left: list[Said] = []
    if not simulated:
        left.append(
            {
                "clause": "LW-SHOT-08",
                "sentence": say("Who is knocked over or touched by each shot, in the order in which it happens."),
            }
        )
    if not has_map:
        left.append({"clause": "LW-GEN-02", "sentence": say("How far everything goes.")})
        left.append({"clause": "LW-MELEE-04", "sentence": say("Who is in each melee, and who could come up to it.")})
        left.append({"clause": "LW-CAP-01", "sentence": say("Who has passed the axle of a gun, and who is near it.")})
    return tuple(left)
