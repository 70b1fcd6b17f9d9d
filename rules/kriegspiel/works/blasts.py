"""What blasts destroy: everything within six inches of a mine, and everything on a span that falls.

[KS-MINE-03, KS-GENL-08, KS-DEST-08]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from rules.ground.batch_geometry import points
from rules.ground.geometry import NOUGHT, WHOLE, Line, part_within, point_at, square_to_leg, where
from rules.kriegspiel.command import generals
from rules.kriegspiel.events import (
    BoatDestroyed,
    BridgeDestroyed,
    EngineDestroyed,
    GunDestroyed,
    PacketsLost,
    PiecesDestroyed,
    TrucksDestroyed,
    WaggonDestroyed,
    WorkLost,
)
from rules.kriegspiel.fire.fire_stage import kill, present
from rules.kriegspiel.floor import distances
from rules.kriegspiel.floor.carriers import carriers
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.severed import part, severed
from rules.kriegspiel.floor.tracks import train_on_floor
from rules.kriegspiel.force import NONE, Bridge, Mine, Train, Work
from rules.kriegspiel.orders.facts import ShotMeasured
from rules.kriegspiel.tables.works import BLAST
from rules.values.measure import INCH, Point, length_of
from rules.values.sentence import say, to_say

NARROW = INCH
"""Half the width of a bridge that is drawn only as a line."""

Hit = Callable[[distances.Shape], "distances.Mask | bool"]
"""Which men of a shape are within something; for an outline, whether it is."""


def blow_up(field: Field, mine: Mine, at: Point, by: str) -> None:
    """Destroy everything of both sides within six inches of a mine, without halving or cover.  [KS-MINE-03]

    by: the piece that trod on it; a General who did is lost as by a rifle shot, any other is injured as by a shell.
    """
    spot = Figures(points([at]), 0)

    def hit(shape: distances.Shape) -> distances.Mask | bool:
        return (
            distances.within(shape, spot, BLAST)
            if isinstance(shape, Figures)
            else distances.apart(shape, spot) <= BLAST
        )

    _destroy(field, hit, "KS-MINE-03", mine.side, say("within 6 in. of {id}", id=field.called(mine.id)))
    for name in sorted(field.generals):
        shape = distances.shape(field, name)
        if shape is not None and _any(hit(shape)):
            (generals.shot if name == by else generals.shelled)(field, name)
    _tear_works(field, at)
    for name, bridge in sorted(field.bridges.items()):
        if bridge.standing and _touches(bridge, at):
            said = to_say("its span within 6 in. of {id}", id=field.called(mine.id))
            field.bridges[name] = bridge.but(standing=False)
            field.emit(BridgeDestroyed(clause="KS-MINE-03", side=mine.side, body=name, sum=said))
            fall(field, field.bridges[name], mine.side)


def fall(field: Field, bridge: Bridge, side: str) -> None:
    """Destroy everything on the span of a falling bridge, and cut a column in two.  [KS-DEST-08]"""
    span = bridge.span
    if len(span) < 2:
        return

    def on(at: Point) -> bool:
        if len(span) > 2:
            return where(span, at) >= 0
        return square_to_leg(span[0], span[1], at) <= NARROW * NARROW

    def hit(shape: distances.Shape) -> distances.Mask | bool:
        if isinstance(shape, Figures):
            return np.array([on((x, y)) for x, y in shape.men.tolist()], dtype=bool)
        xs, ys = zip(*shape, strict=True)
        return on((sum(xs) // len(xs), sum(ys) // len(ys)))

    cut = severed(field, hit)
    _destroy(field, hit, "KS-DEST-08", side, say("on the span of {name} as it fell", name=field.called(bridge.id)))
    for one in cut:
        part(field, one)
    for name in sorted(field.generals):
        shape = distances.shape(field, name)
        if shape is not None and _any(hit(shape)):
            generals.shot(field, name)


def _any(hit: distances.Mask | bool) -> bool:
    return bool(np.any(hit))


def _destroy(field: Field, hit: Hit, clause: str, side: str, said: str) -> None:
    """Destroy the men, guns, waggons, depots, boats and trains hit, but not Generals, works and bridges."""
    _carriers(field, hit, clause, said)
    dead: dict[str, int] = {}
    for body in field.by_id():
        men = distances.men_of(field, body) if present(body) else None
        if men is None or (body.held_by and not body.men):
            continue
        number = int(np.count_nonzero(hit(men)))
        if number:
            dead[body.id] = number
    things = (*sorted(field.guns), *sorted(field.waggons), *sorted(field.depots))
    found = [name for name in things if (shape := distances.shape(field, name)) is not None and _any(hit(shape))]
    _fell(field, dead, found, clause, side, said)


def blow_up_as_reported(field: Field, mine: Mine, told: Sequence[ShotMeasured], by: str) -> None:
    """Destroy what people found within six inches of a mine, if places are unknown.  [KS-MINE-03]"""
    dead: dict[str, int] = {}
    found: list[str] = []
    for shot in told:
        known = {name: men for name, men in shot.men.items() if name in field.bodies}
        dead |= {name: min(dead.get(name, 0) + men, present(field.bodies[name])) for name, men in known.items()}
        found += [*shot.guns_wholly, *shot.guns_partly, *shot.waggons]
    _fell(
        field,
        {name: men for name, men in dead.items() if men},
        found,
        "KS-MINE-03",
        mine.side,
        say("within 6 in. of {id}", id=field.called(mine.id)),
    )
    hurt = {shot.general for shot in told} - {""}
    for name, general in sorted(field.generals.items()):
        if name == by:
            generals.shot(field, name)
        elif general.side in hurt or name in hurt:
            generals.shelled(field, name)


def _fell(field: Field, dead: Mapping[str, int], things: Iterable[str], clause: str, side: str, said: str) -> None:
    """Kill men, and destroy guns and stores with their content."""
    for name, number in dead.items():
        kill(field, name, number)
    if dead:
        total = sum(dead.values())
        field.emit(
            PiecesDestroyed(
                clause=clause, side=side, dead=dead, sum=to_say("{total} {said}: dead", total=total, said=said)
            )
        )
    for name in dict.fromkeys(things):
        gun, store = field.guns.get(name), field.waggons.get(name) or field.depots.get(name)
        if gun is not None and not gun.destroyed:
            field.change_gun(name, destroyed=True)
            field.emit(GunDestroyed(clause=clause, side=gun.owner, body=name, sum=said))
        elif store is not None and not store.destroyed:
            if store.packets.total:
                field.emit(PacketsLost(clause=clause, side=store.owner, body=name, packets=store.packets, sum=said))
            field.change_store(name, packets=NONE, destroyed=True)
            field.emit(WaggonDestroyed(clause=clause, side=store.owner, body=name, sum=said))


def _carriers(field: Field, hit: Hit, clause: str, said: str) -> None:
    """Destroy a boat with all in it; of a train, the engine and its trucks with all in them, if any part is hit."""
    for by in carriers(field):
        train = isinstance(by, Train)
        shape = train_on_floor(field, by) if isinstance(by, Train) else distances.shape(field, by.id)
        if shape is None or (by.destroyed and not by.aboard) or not _any(hit(shape)):
            continue
        dead = {name: number for name, number in by.aboard.items() if name in field.bodies}
        for name, number in dead.items():
            body = field.bodies[name]
            field.change(name, embarked=body.embarked - number, **({} if body.ashore else {"aboard": ""}))
            kill(field, name, number)
        for name in by.aboard:
            if name in field.guns:
                field.change_gun(name, destroyed=True, aboard="")
                field.emit(GunDestroyed(clause=clause, side=field.guns[name].owner, body=name, sum=said))
        if dead:
            lost = PiecesDestroyed(
                clause=clause,
                side=by.owner,
                dead=dead,
                aboard=by.id,
                sum=to_say("aboard {id}, {said}: dead", id=by.id, said=said),
            )
            field.emit(lost)
        field.change_carrier(by.id, destroyed=True, aboard={}, **({"trucks": 0, "packets": NONE} if train else {}))
        if isinstance(by, Train):
            field.emit(EngineDestroyed(clause=clause, side=by.owner, body=by.id, sum=said))
            if by.trucks:
                field.emit(TrucksDestroyed(clause=clause, side=by.owner, body=by.id, trucks=by.trucks, sum=said))
        else:
            field.emit(BoatDestroyed(clause=clause, side=by.owner, body=by.id, sum=said))


# -- works and bridges ----------------------------------------------------------------------------


def _tear_works(field: Field, at: Point) -> None:
    """Destroy every inch of a trench within six inches, and an epaulement if part of it is.  [KS-MINE-03]"""
    for _, work in sorted(field.works.items()):
        if not work.is_raised:
            continue
        if len(work.line) > 1:
            left = list(_left_of(work.line, at))
            if left != [work.line]:
                _cut(field, work, left)
        else:
            spot = work.at or getattr(field.guns.get(work.target), "at", None)
            if spot is not None and (spot[0] - at[0]) ** 2 + (spot[1] - at[1]) ** 2 <= BLAST**2:
                _cut(field, work, [])


def _left_of(line: Line, at: Point) -> Iterator[Line]:
    """The pieces of a line farther than six inches from a point."""
    piece: list[Point] = [line[0]]
    for a, b in pairwise(line):
        gone = part_within(a, b, at, at, 2 * BLAST)
        if gone is None:
            piece.append(b)
            continue
        if gone[0] > NOUGHT:
            piece.append(_rounded(a, b, gone[0]))
        if len(piece) > 1:
            yield tuple(piece)
        piece = [_rounded(a, b, gone[1]), b] if gone[1] < WHOLE else [b]
    if len(piece) > 1:
        yield tuple(piece)


def _rounded(a: Point, b: Point, part: Fraction) -> Point:
    x, y = point_at(a, b, part)
    return round(x), round(y)


def _cut(field: Field, work: Work, left: list[Line]) -> None:
    """Replace a work by what is left of it; a second piece becomes a separate work."""
    inches = [length_of(line[0], tuple(line[1:])) // INCH for line in left]
    lost = work.inches - sum(inches)
    field.works[work.id] = work.but(state="lost", inches=0) if not left else work.but(line=left[0], inches=inches[0])
    for number, line in enumerate(left[1:], 2):
        identity = f"{work.id}-{number}"
        if identity not in field.works:
            field.works[identity] = work.but(id=identity, line=line, inches=inches[number - 1])
    said = say("{lost} in. of it within 6 in. of the mine", lost=lost) if work.line else say("within 6 in. of the mine")
    field.emit(
        WorkLost(clause="KS-MINE-03", side=work.side, work=work.id, kind=work.kind, lost=work.moves_done, sum=said)
    )


def _touches(bridge: Bridge, at: Point) -> bool:
    """Whether a blast reaches the span of a bridge, or its place if no span is drawn."""
    span = bridge.span or ((bridge.at,) if bridge.at is not None else ())
    if len(span) > 2:
        return distances.apart(tuple(span), Figures(points([at]), 0)) <= BLAST
    if len(span) == 2:
        return square_to_leg(span[0], span[1], at) <= BLAST**2
    return bool(span) and (span[0][0] - at[0]) ** 2 + (span[0][1] - at[1]) ** 2 <= BLAST**2
