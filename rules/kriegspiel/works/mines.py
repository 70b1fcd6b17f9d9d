"""Mines trodden on: what sets one off, where on its way, and the effect.  [KS-MINE-02, KS-MINE-03, KS-MINE-04]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from rules.errors import Refused
from rules.floor.rails import on_line
from rules.ground.batch_geometry import Numbers, points
from rules.ground.compass import bearing
from rules.ground.geometry import gone, part_within, point_at
from rules.kriegspiel.events import BodyMarched, MineExploded
from rules.kriegspiel.floor import distances
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures, breadth, depth, laid_out, radius_of, rectangle
from rules.kriegspiel.floor.places import Cells
from rules.kriegspiel.floor.tracks import distance_of, rails_of
from rules.kriegspiel.force import Mine, Work
from rules.kriegspiel.orders import Assault, Charge, Order, RunTrain
from rules.kriegspiel.tables.figures import CARRIAGE, GUN, MOUNTED, WAGGON
from rules.kriegspiel.tables.works import BLAST, TRIGGER
from rules.kriegspiel.works.blasts import blow_up, blow_up_as_reported
from rules.kriegspiel.works.notes import open_notes
from rules.values.measure import Point, inches, of_a_move
from rules.values.sentence import say


class Tread(NamedTuple):
    """A mine trodden on: which, by what, and the way up to it; along: for a train, where it is halted."""

    mine: Mine
    by: str
    path: tuple[Point, ...]
    along: int = 0


def armed(field: Field) -> Iterator[tuple[Mine, Point]]:
    """The mines that can explode, by id, each with its place."""
    for _, mine in sorted(field.mines.items()):
        if mine.armed and not mine.exploded and mine.at is not None:
            yield mine, mine.at


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


def along_path(field: Field, identity: str, path: tuple[Point, ...]) -> Tread | None:
    """The first mine that a thing treads on along a path."""
    start, men = _piece(field, identity)
    if start is None or men is None:
        return None
    way = (start, *path)
    found: list[tuple[Fraction, str]] = []
    for mine, at in _about(field, way, _girth(field, identity) + TRIGGER):
        if exempt(field, mine, identity):
            continue
        for number, (a, b) in enumerate(pairwise(way)):
            part = _first(men(bearing(a, b)), a, b, at) if a != b else None
            if part is not None:
                found.append((number + part, mine.id))
                break
    if not found:
        return None
    at_part, name = min(found)
    leg = min(int(at_part), len(way) - 2)
    x, y = point_at(way[leg], way[leg + 1], at_part - leg)
    return Tread(field.mines[name], identity, (*way[1 : leg + 1], (round(x), round(y))))


def mine_between(field: Field, identity: str, ways: Sequence[tuple[Point, Point]], radius: int) -> Mine | None:
    """The first mine that one of some men treads on, all going straight at once, each on his own way.  [KS-MINE-02]"""
    found: list[tuple[Fraction, str]] = []
    for start, end in ways:
        for mine, at in _about(field, (start, end), radius + TRIGGER):
            part = None if exempt(field, mine, identity) else part_within(start, end, at, at, 2 * (radius + TRIGGER))
            if part is not None:
                found.append((part[0], mine.id))
    return field.mines[min(found)[1]] if found else None


def _about(field: Field, way: Sequence[Point], reach: int) -> Iterator[tuple[Mine, Point]]:
    """The mines that can explode in the cells around a way, widened by a reach."""
    laid = _laid(field)
    for name in sorted({name for a, b in pairwise(way) for name, _ in laid.along(a, b, reach)}):
        mine = field.mines[name]
        if mine.armed and not mine.exploded and mine.at is not None:
            yield mine, mine.at


def _laid(field: Field) -> Cells:
    """The mines by place, whether or not they can explode."""
    number: int
    laid: Cells
    number, laid = field.notes.get("mines laid", (0, Cells()))
    # A mine may go off or be lifted but keeps its place: a grid of as many is the same.
    if number != len(field.mines):
        laid = Cells()
        for mine in field.mines.values():
            laid.put(mine.id, mine.at)
        field.notes["mines laid"] = len(field.mines), laid
    return laid


def _girth(field: Field, identity: str) -> int:
    """Sixteenths within which all edges of a thing are from its place, whatever its facing."""
    body = field.bodies.get(identity)
    return max(GUN) if body is None else breadth(body.formation, body.ashore) + depth(body.formation, body.ashore)


Layout = Callable[[int | None], Figures]


def _piece(field: Field, identity: str) -> tuple[Point | None, Layout | None]:
    """Where a thing starts, and its shape about its place by its facing; None for things that cannot tread on a mine."""
    body, gun, waggon = field.bodies.get(identity), field.guns.get(identity), field.waggons.get(identity)
    if body is not None and not body.aboard and body.ashore:
        formation, facing, number = body.formation, body.facing, body.ashore

        def men(going: int | None) -> Figures:
            return Figures(laid_out(formation, number, facing if going is None else going), radius_of(formation))

        return body.at, men
    if gun is not None:
        return gun.at, lambda going: _outline(GUN, going)
    if waggon is not None:
        return waggon.at, lambda going: _outline(WAGGON, going)
    general = field.generals.get(identity)
    if general is not None:
        return general.at, lambda going: Figures(points([(0, 0)]), MOUNTED)
    return None, None


def _outline(size: tuple[int, int], going: int | None) -> Figures:
    """A gun or waggon by the points of its outline, half an inch apart, about its middle."""
    corners = rectangle((0, 0), going or 0, size)
    edge = [
        (a[0] + (b[0] - a[0]) * n // 6, a[1] + (b[1] - a[1]) * n // 6)
        for a, b in pairwise((*corners, corners[0]))
        for n in range(6)
    ]
    return Figures(points(edge), 0)


def _first(figures: Figures, a: Point, b: Point, mine: Point) -> Fraction | None:
    """The part of a leg at which the first of some men has an edge within half an inch of a mine."""
    reach = TRIGGER + figures.radius
    near: Numbers = figures.men[_near_enough(figures, a, b, mine, reach)]
    parts = []
    for x, y in near.tolist():
        part = part_within((a[0] + x, a[1] + y), (b[0] + x, b[1] + y), mine, mine, 2 * reach)
        if part is not None:
            parts.append(part[0])
    return min(parts, default=None)


def _near_enough(figures: Figures, a: Point, b: Point, mine: Point, reach: int) -> Any:
    """Which men's ways pass near enough to a mine to need a check, by the box of each way."""
    offsets, low, high = figures.men, np.minimum(a, b) - reach, np.maximum(a, b) + reach
    return ((offsets + low <= mine) & (offsets + high >= mine)).all(axis=1)


def exempt(field: Field, mine: Mine, identity: str) -> bool:
    """Whether a thing does not set off a mine: its layers, and its side's Engineers if mines are lifted.  [KS-MINE-02, KS-MINE-04]"""
    body = field.bodies.get(identity)
    lifts = field.options.mine_lifting and body is not None and body.arm == "engineers" and body.side == mine.side
    return identity in mine.layers or lifts


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
    said = say("{far} to a mine: it halts there", far=inches(far))
    told = BodyMarched(clause="KS-MINE-02", side=body.side, body=body.id, distance=far, cost=share, sum=said)
    field.spend(tread.by, field.left(tread.by), "marched")
    if tread.path:
        field.change(tread.by, at=tread.path[-1])
    field.emit(told)


def set_off(field: Field, tread: Tread) -> None:
    """Explode a mine under what trod on it.  [KS-MINE-02, KS-MINE-03, KS-NOTE-02]"""
    mine = field.mines[tread.mine.id]
    if mine.exploded:
        return
    _put_on_mine(field, tread)
    field.spend(tread.by, field.left(tread.by), "halted")
    field.mines[mine.id] = mine.but(armed=False, exploded=True)
    said = say("an edge of {by} within 1/2 in. of it", by=tread.by)
    field.emit(MineExploded(clause="KS-MINE-02", side=mine.side, body=mine.id, by=tread.by, at=mine.at, sum=said))
    told = (field.facts.blast or {}).get(mine.id)
    if told:
        blow_up_as_reported(field, mine, told, tread.by)
    elif mine.at is not None:
        blow_up(field, mine, mine.at, tread.by)
    open_notes(field, field.works.get(mine.id) or Work(id=mine.id, kind="mine", side=mine.side))


def _put_on_mine(field: Field, tread: Tread) -> None:
    """Put the thing that trod on a mine at that place."""
    if not tread.path:
        return
    at = tread.path[-1]
    if tread.by in field.bodies and field.bodies[tread.by].at != at:
        field.change(tread.by, at=at)
    elif tread.by in field.guns:
        field.change_gun(tread.by, at=at)
    elif tread.by in field.waggons:
        field.change_store(tread.by, at=at)
    elif tread.by in field.generals:
        field.generals[tread.by] = field.generals[tread.by].but(at=at)


def mine_on_straight_way(field: Field, identity: str, at: Point | None) -> Tread | None:
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
