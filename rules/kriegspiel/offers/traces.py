"""What a map shows of the orders of a side: ways, aims, works, each from where its thing stands after the orders before.

Everything is computed from the floor as one side knows it (``sight.seen``).  What has no place is not drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.contract.data import Trace
from rules.floor.traces import along_the_rails, front_of, trace, way
from rules.ground.compass import ahead
from rules.kriegspiel import orders as given
from rules.kriegspiel.fire.flight import aimed_range
from rules.kriegspiel.floor import survey, tracks
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Position
from rules.kriegspiel.moves.sequence import arranged
from rules.kriegspiel.offers.dry_run import attempt, begun
from rules.kriegspiel.orders import Aim, Order
from rules.kriegspiel.tables.fire import ZONE
from rules.kriegspiel.works.start import work_id
from rules.values.measure import INCH, Point

BEFORE_THE_GUN, HALF_AN_EPAULEMENT = 2 * INCH, 2 * INCH
"""Where the line of an epaulement is drawn, and half of its length; only for drawing."""


@dataclass(frozen=True)
class Drawn:
    """An order that is drawn.  field: the floor after it; starts: where the things that it moves stood before it."""

    field: Field
    of: int
    order: Any
    starts: Mapping[str, Point | None]

    @property
    def start(self) -> Point | None:
        """Where its thing stood before it."""
        return self.starts.get(self.order.subject)

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
    field, index = begun(position, side), [place for place, _ in orders]
    queue = arranged(field, dict(enumerate(order for _, order in orders)))
    found: list[Trace] = []
    for stage in sorted(queue):
        for place, order in queue[stage]:
            named = (order.subject, *getattr(order, "bodies", ()), getattr(order, "into", ""))
            starts = {one: where(field, one) for one in named}
            attempt(field, order, stage)
            if _is_own(field, order.subject):
                found += OF_ORDER.get(type(order), _nothing)(Drawn(field, index[place], order, starts))
    return tuple(sorted(found, key=lambda one: one["of"]))


def where(field: Field, identity: str) -> Point | None:
    """The place of anything on the floor, or None if nobody knows it."""
    for group in (field.generals, field.bridges, field.mines):
        thing: Any = group.get(identity)
        if thing is not None:
            at: Point | None = thing.at
            return at
    train = field.trains.get(identity)
    return survey.place(field, identity) if train is None else tracks.place_of_train(field, train)


def _is_own(field: Field, identity: str) -> bool:
    """Whether the ordered thing is the side's own."""
    general = field.generals.get(identity)
    return (field.side_of(identity) if general is None else general.side) == field.side


def _nothing(_: Drawn) -> Iterator[Trace]:
    yield from ()


# -- ways -----------------------------------------------------------------------------------------


def _goes(drawn: Drawn) -> Iterator[Trace]:
    """An order to go: its way, and its front where it has one."""
    thing = drawn.order.subject
    line = way(drawn.start, getattr(drawn.order, "path", ()), drawn.at(thing))
    if line:
        kind = "retire" if isinstance(drawn.order, given.Retire) else "march"
        yield drawn.trace(kind, line, front=_front(drawn, thing, line))


def _front(drawn: Drawn, identity: str, line: Sequence[Point]) -> int | None:
    """The front of a thing at the end of its way: as it stands there, or along its last leg if it has not got there."""
    field = drawn.field
    thing: Any = field.bodies.get(identity) or field.guns.get(identity) or field.waggons.get(identity)
    if thing is None:
        return None
    facing: int = thing.facing
    return facing if thing.at == line[-1] else front_of(line)


def _by_rail(drawn: Drawn) -> Iterator[Trace]:
    """A train along its rails."""
    train, order = drawn.field.trains.get(drawn.order.train), drawn.order
    far = None if train is None else tracks.distance_of(order)
    if train is None or far is None:
        return
    gone = "marched" in drawn.field.done.get(train.id, ())
    forth = far if order.direction == "forward" else -far
    first = train.along - forth if gone else train.along
    line = along_the_rails(tracks.rails_of(drawn.field, train), first, first + forth)
    if len(line) > 1:
        yield drawn.trace("march", line)


def _boards(drawn: Drawn) -> Iterator[Trace]:
    """Into a boat or train, or out of it."""
    order, by = drawn.order, drawn.at(drawn.order.carrier)
    end = order.at or by
    if end is None:
        return
    if not order.inward:
        yield drawn.trace("arrival", [end], target=order.carrier)
    elif line := way(drawn.start, (), end):
        yield drawn.trace("march", line, target=order.carrier)


# -- fire and contact --------------------------------------------------------------------------------


def _at_a_target(drawn: Drawn) -> Iterator[Trace]:
    """A charge or an assault: from where it begins to its target."""
    target = drawn.at(drawn.order.target)
    if drawn.start is not None and target is not None:
        yield drawn.trace("charge", [drawn.start, target], target=drawn.order.target)


def _shells(drawn: Drawn) -> Iterator[Trace]:
    """Shells: to the place aimed at, with their circle; along the bearing, if no distance is laid."""
    order, start = drawn.order, drawn.start
    if start is None:
        return
    aim = order.aim or Aim()
    reach = aimed_range(drawn.field, order)
    if aim.at is not None or (aim.bearing is not None and aim.elevation):
        yield drawn.trace("shell", [start, aim.at or ahead(start, aim.bearing or 0, reach)], radius=ZONE)
    elif aim.bearing is not None:
        yield drawn.trace("fire", [start, ahead(start, aim.bearing, reach)])
    else:
        yield drawn.trace("fire", [start])


def _rifles(drawn: Drawn) -> Iterator[Trace]:
    """Rifles: a line for each place aimed at; only their own place, where the shots are made on the floor."""
    if drawn.start is None:
        return
    reach = (drawn.field.options.rifle_range_in or 0) * INCH
    ends = [
        five.aim.at if five.aim.at is not None else ahead(drawn.start, five.aim.bearing, reach)
        for five in drawn.order.fives
        if five.aim.at is not None or (five.aim.bearing is not None and reach)
    ]
    for end in dict.fromkeys(ends):
        yield drawn.trace("fire", [drawn.start, end])
    if not ends:
        yield drawn.trace("fire", [drawn.start])


# -- bodies that appear or join --------------------------------------------------------------------


def _parts(drawn: Drawn) -> Iterator[Trace]:
    """The new body of a split, where it will stand."""
    new = drawn.field.bodies.get(drawn.order.into)
    if new is not None and new.at is not None and drawn.starts.get(new.id) is None:
        yield drawn.trace("arrival", [new.at], new.id, front=new.facing, men=drawn.order.men)


def _joins(drawn: Drawn) -> Iterator[Trace]:
    """Bodies that merge: each to where they will stand together."""
    order = drawn.order
    end = drawn.at(order.into or order.subject)
    for body in order.bodies:
        if line := way(drawn.starts.get(body), (), end):
            yield drawn.trace("march", line, body, target=order.into or order.subject)


def _out_of_its_box(drawn: Drawn) -> Iterator[Trace]:
    """Men taken out of their box."""
    body = drawn.field.bodies.get(drawn.order.body)
    if body is not None and body.at is not None:
        yield drawn.trace("arrival", [body.at], front=body.facing, men=body.ashore)


def _hands_over(drawn: Drawn) -> Iterator[Trace]:
    """Packets: from where they are taken to where they go."""
    order = drawn.order
    if isinstance(order, given.Load):
        giver, taker = order.source, order.waggon
    else:
        giver, taker = order.subject, order.to if isinstance(order, given.Unload) else order.body
    start, end = drawn.at(giver), drawn.at(taker)
    if start is not None and end is not None:
        yield drawn.trace("arrival", [start, end], target=taker)


# -- works -------------------------------------------------------------------------------------------


def _trench(drawn: Drawn) -> Iterator[Trace]:
    """A trench: its line, as ordered or as begun before."""
    work = drawn.field.works.get(work_id(drawn.field, drawn.order))
    line = drawn.order.line or (work.line if work is not None else ())
    spots = line or ((drawn.start,) if drawn.start is not None else ())
    if spots:
        yield drawn.trace("work", spots)


def _mine(drawn: Drawn) -> Iterator[Trace]:
    """A mine: the spot at which it is laid."""
    work = drawn.field.works.get(work_id(drawn.field, drawn.order))
    at = drawn.order.at or (work.at if work is not None else None) or drawn.start
    if at is not None:
        yield drawn.trace("work", [at])


def _epaulement(drawn: Drawn) -> Iterator[Trace]:
    """An epaulement: a line before its gun, across its facing."""
    gun = drawn.field.guns.get(drawn.order.gun)
    if gun is None or gun.at is None:
        return
    facing = gun.facing if drawn.order.facing is None else drawn.order.facing
    middle = ahead(gun.at, facing, BEFORE_THE_GUN)
    ends = [ahead(middle, facing + turn, HALF_AN_EPAULEMENT) for turn in (-90, 90)]
    yield drawn.trace("work", ends, target=gun.id)


def _on_targets(drawn: Drawn) -> Iterator[Trace]:
    """A work on things: the place of each."""
    for target in drawn.order.targets_named:
        at = drawn.at(target)
        rails = drawn.field.position.country.rails.get(target)
        if at is None and rails is not None and drawn.start is not None:
            at = tracks.nearest_on(rails.line, drawn.start)
        if at is not None:
            yield drawn.trace("work", [at], target=target)


OF_ORDER: Mapping[type[Order], Draw] = {
    **dict.fromkeys((given.March, given.Retire, given.Ford, given.MoveGun, given.MoveWaggon), _goes),
    **dict.fromkeys((given.MoveGeneral, given.Sail, given.Escort), _goes),
    given.RunTrain: _by_rail,
    **dict.fromkeys((given.Embark, given.Disembark, given.Entrain, given.Detrain), _boards),
    given.Charge: _at_a_target,
    given.Assault: _at_a_target,
    given.FireGun: _shells,
    given.FireRifles: _rifles,
    given.Split: _parts,
    given.Merge: _joins,
    given.SetOut: _out_of_its_box,
    **dict.fromkeys((given.Load, given.Unload, given.Issue), _hands_over),
    given.Entrench: _trench,
    given.LayMine: _mine,
    given.Epaulement: _epaulement,
    **dict.fromkeys((given.Destroy, given.Repair, given.BurnDepot, given.WreckWaggons), _on_targets),
}
"""What is drawn of each order; an order that is not here has no place of its own."""
