"""What a map shows of the orders of a side: ways, aims, works, each from where its thing stands after the orders before.

Everything is computed from the floor as one side knows it.  What has no place is not drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.contract.data import Trace
from rules.errors import Refused
from rules.floor.traces import along_the_rails, front_of, shifted, trace, way
from rules.ground.compass import ahead
from rules.little_wars import orders as given
from rules.little_wars.adjudicate import opened
from rules.little_wars.floor.field import Field
from rules.little_wars.force.position import Position
from rules.little_wars.gunnery.simulated import target_man
from rules.little_wars.offers.dry_run import arranged, attempted
from rules.little_wars.orders import Order
from rules.little_wars.orders.facts import NO_FACTS
from rules.little_wars.orders.order import Aim
from rules.values.chance import Chance
from rules.values.measure import FOOT, Point
from rules.values.sentence import say

FAR = 6 * FOOT
"""How long the line of a gun is drawn that is only laid by its bearing."""


@dataclass(frozen=True)
class Drawn:
    """An order that is drawn.  before, field: the floor before it and after it."""

    before: Field
    field: Field
    of: int
    order: Any

    def was(self, identity: str) -> Point | None:
        """Where a thing stood before it."""
        return where(self.before, identity)

    def at(self, identity: str) -> Point | None:
        """Where a thing stands after it."""
        return where(self.field, identity)

    def trace(self, kind: str, line: Sequence[Point], thing: str = "", **more: Any) -> Trace:
        """A trace of the order; of its own thing if no other is named."""
        return trace(kind, self.of, thing or self.order.subject, self.field.side, line, **more)


Draw = Callable[[Drawn], Iterator[Trace]]


def traces(position: Position, side: str, orders: Sequence[tuple[int, Order]]) -> tuple[Trace, ...]:
    """The traces of orders, each with its index; in the sequence of the orders; none for somebody who orders nothing."""
    if not orders or side not in position.sides:
        return ()
    field = opened(position, side, NO_FACTS, Chance(seed=say("a trial")))
    found: list[Trace] = []
    for place in arranged([order for _, order in orders]):
        index, order = orders[place]
        after = attempted(field, order)
        if after.side_of(order.subject) == side:
            found += OF_ORDER.get(type(order), _nothing)(Drawn(field, after, index, order))
        field = after
    return tuple(sorted(found, key=lambda one: one["of"]))


def where(field: Field, identity: str) -> Point | None:
    """The place of anything on the floor, or None if nobody knows it."""
    if identity in field.bodies:
        return field.settled(identity).at
    for group in (field.guns, field.waggons, field.boxes, field.trains, field.bridges, field.generals):
        thing: Any = group.get(identity)
        if thing is not None:
            at: Point | None = thing.at
            return at
    return None


def _nothing(_: Drawn) -> Iterator[Trace]:
    yield from ()


# -- ways -------------------------------------------------------------------------------------------------


def _men_go(drawn: Drawn) -> Iterator[Trace]:
    """Men go: the first body along the path, those who go with it beside it."""
    order = drawn.order
    lead = drawn.was(order.bodies[0])
    kind = "retire" if isinstance(order, given.Retire) else "march"
    for name in order.bodies:
        start = drawn.was(name)
        if line := way(start, shifted(order.path, start, lead), drawn.at(name)):
            yield drawn.trace(kind, line, name, front=_front(drawn, name, line), men=order.men)


def _front(drawn: Drawn, identity: str, line: Sequence[Point]) -> int | None:
    """The front of a body or gun at the end of its way: as it stands there, or along its last leg."""
    thing: Any = drawn.field.bodies.get(identity) or drawn.field.guns.get(identity)
    if thing is None:
        return None
    facing: int = thing.facing
    return facing if drawn.at(identity) == line[-1] else front_of(line)


def _goes(drawn: Drawn) -> Iterator[Trace]:
    """A gun, waggon, box, or prisoners with their escort: along its path."""
    thing = drawn.order.subject
    path = (*getattr(drawn.order, "via", ()), *drawn.order.path)
    if line := way(drawn.was(thing), path, drawn.at(thing)):
        yield drawn.trace("march", line, front=_front(drawn, thing, line))


def _by_rail(drawn: Drawn) -> Iterator[Trace]:
    """A train along its rails."""
    before, after = (one.trains.get(drawn.order.train) for one in (drawn.before, drawn.field))
    rails = drawn.field.country.rails
    if before is None or after is None or not rails:
        return
    line = along_the_rails((rails.get(after.line) or next(iter(rails.values()))).line, before.along, after.along)
    if len(line) > 1:
        yield drawn.trace("march", line)


def _to(key: str) -> Draw:
    """Into something: from where each stood to its place."""

    def draw(drawn: Drawn) -> Iterator[Trace]:
        target = getattr(drawn.order, key)
        end = getattr(drawn.order, "at", None) or drawn.at(target)
        for name in drawn.order.bodies:
            if line := way(drawn.was(name), (), end):
                yield drawn.trace("march", line, name, target=target)

    return draw


def _out_of_the_train(drawn: Drawn) -> Iterator[Trace]:
    """Out of a train."""
    end = drawn.order.at or drawn.at(drawn.order.train)
    for name in drawn.order.bodies if end is not None else ():
        yield drawn.trace("arrival", [end] if end is not None else [], name, target=drawn.order.train)


def _out_of_the_box(drawn: Drawn) -> Iterator[Trace]:
    """Out of a box."""
    at = drawn.at(drawn.order.box)
    if at is not None:
        yield drawn.trace("arrival", [at])


# -- fire and contact ---------------------------------------------------------------------------------------


def _fires(drawn: Drawn) -> Iterator[Trace]:
    """A gun: to the man or the place aimed at, along its bearing, or only where it stands."""
    order, start = drawn.order, drawn.was(drawn.order.gun)
    if start is None:
        return
    aim = order.aim or Aim()
    end = _target(drawn) or aim.at
    if end is None and aim.bearing is not None:
        end = ahead(start, aim.bearing, FAR)
    yield drawn.trace("fire", [start] if end is None else [start, end], target=order.target.partition("#")[0])


def _target(drawn: Drawn) -> Point | None:
    """The place of the man at whom a gun is aimed, where that is known."""
    gun = drawn.before.guns.get(drawn.order.gun)
    if gun is None or not drawn.order.target:
        return None
    try:
        return target_man(drawn.before, gun, drawn.order.target).at
    except Refused:
        return None


def _assaults(drawn: Drawn) -> Iterator[Trace]:
    """Men come into contact: along their path to the target."""
    order, target = drawn.order, drawn.was(drawn.order.target)
    lead = drawn.was(order.bodies[0])
    for name in order.bodies if target is not None else ():
        start = drawn.was(name)
        if line := way(start, [*shifted(order.path, start, lead), target or (0, 0)], None):
            yield drawn.trace("charge", line, name, target=order.target)


# -- bodies that appear or join, and works ---------------------------------------------------------------


def _put_down(drawn: Drawn) -> Iterator[Trace]:
    """A thing that is put down before the battle."""
    at = drawn.order.at
    if at is not None:
        yield drawn.trace("arrival", [at], front=drawn.order.facing)


def _parts(drawn: Drawn) -> Iterator[Trace]:
    """The new body of a split, where it will stand."""
    order = drawn.order
    at = drawn.at(order.into)
    if at is not None and order.into not in drawn.before.bodies:
        yield drawn.trace("arrival", [at], order.into, men=order.men)


def _joins(drawn: Drawn) -> Iterator[Trace]:
    """Bodies that merge: each to where they will stand together."""
    order = drawn.order
    into = order.into or order.subject
    for name in order.bodies:
        if line := way(drawn.was(name), (), drawn.at(into)):
            yield drawn.trace("march", line, name, target=into)


def _at_a_rail(drawn: Drawn) -> Iterator[Trace]:
    """A work on a rail."""
    at = drawn.at(drawn.order.rail)
    if at is not None:
        yield drawn.trace("work", [at], target=drawn.order.rail)


def _at_the_gun(drawn: Drawn) -> Iterator[Trace]:
    """Men at the trail of a gun."""
    at = drawn.at(drawn.order.gun)
    if at is not None:
        yield drawn.trace("work", [at])


OF_ORDER: Mapping[type[Order], Draw] = {
    given.March: _men_go,
    given.Retire: _men_go,
    **dict.fromkeys((given.MoveGun, given.MoveWaggon, given.MoveBox, given.MovePrisoners), _goes),
    given.MoveTrain: _by_rail,
    given.PackBox: _to("box"),
    given.Entrain: _to("train"),
    given.Detrain: _out_of_the_train,
    given.Unbox: _out_of_the_box,
    given.FireGun: _fires,
    given.Assault: _assaults,
    given.PutDown: _put_down,
    given.Split: _parts,
    given.Merge: _joins,
    given.TearRail: _at_a_rail,
    given.ReplaceRail: _at_a_rail,
    given.PlaceTrail: _at_the_gun,
}
"""What is drawn of each order; an order that is not here has no place of its own."""
