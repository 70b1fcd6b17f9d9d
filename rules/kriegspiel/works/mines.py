"""Mines that go off: under what treads on them on its way, and what comes of it.  [KS-MINE-02, KS-MINE-03]"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rules.errors import Refused
from rules.floor.rails import on_line
from rules.ground.batch_geometry import points
from rules.ground.geometry import gone
from rules.kriegspiel.events import BodyMarched, MineExploded
from rules.kriegspiel.floor import distances
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.go import go
from rules.kriegspiel.floor.tracks import distance_of, rails_of
from rules.kriegspiel.floor.treads import Tread, along_path, armed, exempt
from rules.kriegspiel.force import Work
from rules.kriegspiel.orders import Assault, Charge, Order, RunTrain
from rules.kriegspiel.tables.figures import CARRIAGE
from rules.kriegspiel.tables.works import BLAST, TRIGGER
from rules.kriegspiel.works.blasts import blow_up, blow_up_as_reported
from rules.kriegspiel.works.notes import open_notes
from rules.values.measure import Point, inches, of_a_move
from rules.values.sentence import to_say


def on_the_way(field: Field, order: Order) -> Tread | None:
    """The first mine that the ordered thing will tread on, on its way.  [KS-MINE-02]"""
    if isinstance(order, RunTrain):
        return _on_rails(field, order)
    path: tuple[Point, ...] = getattr(order, "path", ())
    if isinstance(order, Charge | Assault):
        there = distances.shape(field, order.target)
        at = getattr(field.bodies.get(order.target) or field.guns.get(order.target), "at", None)
        path = (at,) if there is not None and at is not None else ()
    found = along_path(field, order.subject, path) if path else None
    return found or reported(field, order.subject)


def reported(field: Field, by: str) -> Tread | None:
    """The first mine that a piece trod on, as people report it if its way is unknown.  [KS-MINE-02]"""
    for name, pieces in sorted((field.facts.trodden or {}).items()):
        mine = field.mines.get(name)
        if (
            mine is not None
            and mine.armed
            and not mine.exploded
            and pieces[:1] == (by,)
            and not exempt(field, mine, by)
        ):
            return Tread(mine, by, ())
    return None


def _on_rails(field: Field, order: RunTrain) -> Tread | None:
    """The first mine that the front of a train reaches."""
    train, distance = field.trains.get(order.train), distance_of(order)
    line = rails_of(field, train) if train is not None else ()
    if train is None or not line or not distance:
        return None
    forward = order.direction == "forward"
    ahead = CARRIAGE[0] // 2 if forward else -CARRIAGE[0] // 2 - train.trucks * CARRIAGE[0]
    reach = TRIGGER + CARRIAGE[1] // 2
    mines = list(armed(field))
    for step in range(distance + 1):
        along = train.along + (step if forward else -step)
        x, y = on_line(line, max(along + ahead, 0))
        for mine, at in mines:
            if (x - at[0]) ** 2 + (y - at[1]) ** 2 <= reach * reach:
                return Tread(mine, train.id, (), along)
    return None


# -- what comes of it -----------------------------------------------------------------------------


def halt_at_mine(field: Field, tread: Tread, order: Order, carry_out: Callable[[Field, Any], None]) -> None:
    """A thing that treads on a mine goes as far as the mine, which then explodes; it halts there for the move.  [KS-MINE-02]"""
    if isinstance(order, RunTrain):
        run = abs(tread.along - field.trains[order.train].along)
        carry_out(field, order.but(inches=run, measured=order.measured.but(distance=None)))
    elif isinstance(order, Charge | Assault):
        _approach(field, tread)
    elif not tread.path:
        carry_out(field, order)
    else:
        try:
            carry_out(field, order.but(path=tread.path))
        except Refused:
            carry_out(field, order)
    set_off(field, tread)


def _approach(field: Field, tread: Tread) -> None:
    """Bring a body on its way into contact no farther than the mine."""
    body = field.bodies[tread.by]
    way = () if body.at is None else (body.at, *tread.path)
    far = gone(way, Fraction(len(tread.path))) if tread.path and way else 0
    share = of_a_move(field.left(tread.by))
    said = to_say("{far} to a mine: it halts there", far=inches(far))
    told = BodyMarched(clause="KS-MINE-02", side=body.side, body=body.id, distance=far, cost=share, sum=said)
    field.spend(tread.by, field.left(tread.by), "marched")
    field.emit(told)
    go(field, tread.by, tread.path)


def go_off(field: Field) -> None:
    """Explode the mines on which things have trodden since the last time.  [KS-MINE-02]"""
    while field.trodden:
        set_off(field, field.trodden.pop(0))


def set_off(field: Field, tread: Tread) -> None:
    """Explode a mine under what trod on it.  [KS-MINE-02, KS-MINE-03, KS-NOTE-02]"""
    mine = field.mines[tread.mine.id]
    if mine.exploded:
        return
    field.spend(tread.by, field.left(tread.by), "halted")
    field.mines[mine.id] = mine.but(armed=False, exploded=True)
    said = to_say("an edge of {by} within 1/2 in. of it", by=tread.by)
    field.emit(MineExploded(clause="KS-MINE-02", side=mine.side, body=mine.id, by=tread.by, at=mine.at, sum=said))
    told = (field.facts.blast or {}).get(mine.id)
    if told:
        blow_up_as_reported(field, mine, told, tread.by)
    elif mine.at is not None:
        blow_up(field, mine, mine.at, tread.by)
    open_notes(field, field.works.get(mine.id) or Work(id=mine.id, kind="mine", side=mine.side))


def on_straight_way(field: Field, identity: str, at: Point | None) -> Tread | None:
    """The mine that a thing treads on when the engine moves it straight to a place, or as reported.  [KS-MINE-02, KS-CHARGE-30]"""
    if not field.mines:
        return None
    found = along_path(field, identity, (at,)) if at is not None else None
    return found or reported(field, identity)


def leave(field: Field) -> None:
    """Those who laid a mine and have left its six inches are no longer exempt.  [KS-MINE-02]"""
    for mine, at in list(armed(field)):
        still = tuple(name for name in mine.layers if _is_near(field, name, at))
        if still != mine.layers:
            field.mines[mine.id] = field.mines[mine.id].but(layers=still)


def _is_near(field: Field, identity: str, at: Point) -> bool:
    """Whether a thing is within six inches of a place, as far as is known."""
    shape = distances.shape(field, identity)
    if shape is None:
        return bool(identity in field.bodies and field.bodies[identity].men and field.bodies[identity].at is None)
    return distances.apart(shape, Figures(points([at]), 0)) <= BLAST
