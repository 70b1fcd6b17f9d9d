"""Neighbours on a country: by the men as they are laid out.  [KS-DEF-05, KS-DEF-09, KS-DEF-11]"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from rules.ground.batch_geometry import Box, box_round
from rules.ground.geometry import Line, gone, legs, meet, part_within
from rules.kriegspiel.floor.contact import strings
from rules.kriegspiel.floor.distances import Floor, Shape, apart, boxes_meet, cutting, extent, men_of, within
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures, rectangle
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.tables.figures import CONTACT, GUN
from rules.kriegspiel.tables.paces import CONTOUR_DOWN, CONTOUR_UP, PACES
from rules.values.measure import INCH, Point


def bodies_about(field: Field, side: str, box: Box) -> Iterator[tuple[Body, Figures]]:
    """The bodies of a side that take up ground in a box, by id, at their places; including gunners at their guns."""
    margin = _farthest(field)
    west, south, east, north = box
    found = {name for name, _ in field.places(side).box(west - margin, south - margin, east + margin, north + margin)}
    found |= {gun.crew for gun in field.guns.values() if gun.crew in field.bodies and gun.at is not None}
    for name in sorted(found):
        body = field.bodies[name]
        stand = men_of(field, body) if body.side == side else None
        if stand is not None and boxes_meet(extent(stand), box):
            yield body, stand


def _farthest(field: Field) -> int:
    """The most sixteenths from the middle of its front to any man of a body: greatest in extended order."""
    known: int | None = field.notes.get("farthest man")
    if known is None:
        most = max((body.men for body in field.bodies.values()), default=0)
        known = field.notes["farthest man"] = (most + 2) * INCH
    return known


def near(field: Field, side: str, thing: Shape, reach: int) -> Iterator[tuple[Body, int]]:
    """The bodies of a side with men within reach of a thing, edge to edge, by id; and the number of these men."""
    for body, stand in bodies_about(field, side, extent(thing, reach)):
        men = int(within(stand, thing, reach).sum())
        if men:
            yield body, men


def support(
    field: Field, side: str, exclude: Collection[str], contact: Iterable[Shape], inches_a_move: Callable[[Body], int]
) -> int:
    """Fit men of a side who could reach men in contact in the next move.  [KS-DEF-09]

    exclude: bodies in the fight.  inches_a_move: the pace of a body across country.
    """
    counted: dict[str, int] = {}
    for thing in contact:
        for body, stand in bodies_about(field, side, extent(thing, PACES["cavalry"].country * INCH)):
            if body.fit and body.id not in exclude:
                men = int(within(stand, thing, inches_a_move(body) * INCH).sum())
                counted[body.id] = max(counted.get(body.id, 0), men)
    return sum(counted.values())


def met(
    field: Field, side: str, start: Point, path: Sequence[Point], may_be_met: Callable[[Body], bool]
) -> tuple[str, int] | None:
    """The first enemy body whose men a path would pass through, and the sixteenths to it; or None.  [KS-MOVE-08]

    An enemy in contact at the start, left there by a charge, does not bar the way away from it.
    """
    line = (start, *path)
    found = []
    for body, stand in bodies_about(field, field.other(side), box_round(line, CONTACT)):
        if not may_be_met(body) or within(Figures(np.array([start]), 0), stand, CONTACT).any():
            continue
        for i, (a, b) in enumerate(pairwise(line)):
            parts = (
                part_within(a, b, man, man, 2 * (stand.radius + CONTACT)) for man in map(tuple, stand.men.tolist())
            )
            first = min((part[0] for part in parts if part is not None), default=None)
            if first is not None:
                found.append((i + first, body.id))
                break
    if not found:
        return None
    at, name = min(found)
    return name, gone(line, at)


def groups(field: Floor, bodies: Iterable[Body], reach: int) -> tuple[tuple[str, ...], ...]:
    """Bodies grouped by chains of links of at most ``reach`` from nearest man to nearest man, by lowest id.  [KS-SUP-09]

    A body without a place is a group by itself.
    """
    stands = {body.id: men_of(field, body) for body in sorted(bodies, key=lambda body: body.id)}
    placed = [(name, stand) for name, stand in stands.items() if stand is not None]
    boxes = np.array([stand.box for _, stand in placed], dtype=np.int64).reshape(-1, 4)
    found, left = [(name,) for name, stand in stands.items() if stand is None], np.arange(len(placed))
    while left.size:
        group, left = left[:1].tolist(), left[1:]
        others = boxes[left]
        for one in group:  # to which those are added whom it links
            gaps = np.maximum(others[:, :2] - boxes[one, 2:], boxes[one, :2] - others[:, 2:]).clip(min=0)
            near = left[(gaps[:, 0] ** 2 + gaps[:, 1] ** 2) <= reach * reach].tolist()
            linked = [two for two in near if apart(placed[one][1], placed[two][1]) <= reach]
            if linked:
                group += linked
                left = np.setdiff1d(left, linked, assume_unique=True)
                others = boxes[left]
        found.append(tuple(placed[one][0] for one in sorted(group)))
    return tuple(sorted(found))


def enemies_cutting(field: Field, start: Point, end: Point, reach: int) -> dict[str, list[Point]]:
    """By body, the fit enemies whose nearest edge is within reach of a string.  [KS-SUP-11, KS-DEF-13]"""
    found = {}
    for body, stand in bodies_about(field, field.enemy, box_round((start, end), reach)):
        if body.fit:
            cut = stand.men[cutting(start, end, stand, reach)].tolist()
            if cut:
                found[body.id] = [(x, y) for x, y in cut]
    return found


# -- the line of a charge ---------------------------------------------------------------------------


def stops_a_charge(field: Field, start: Point, end: Point) -> str:
    """The id of what cuts the straight line of a charge: a house, wall, wood, trench or water; empty if nothing does.

    [KS-DEF-11, KS-GAME-08, KS-WORK-05]
    """
    line, ground = (start, end), field.ground
    bars = [*ground.houses_on(line), *ground.walls_on(line)]
    if field.options.wood_blocks_charge:
        bars += ground.woods_on(line)
    wet = ground.into_water(line, field.bridges)
    bars += [wet] if wet is not None else []
    if bars:
        return min(bars).id
    return next((work for work, trench in trenches(field) if _cuts(trench, start, end)), "")


def trenches(field: Field) -> list[tuple[str, Line]]:
    """The trenches that stop a charge, by id.  [KS-WORK-05]"""
    if not field.options.trench_blocks_charge:
        return []
    return [(name, work.line) for name, work in sorted(field.works.items()) if work.is_trench and len(work.line) > 1]


def _cuts(trench: Line, start: Point, end: Point) -> bool:
    return any(meet(start, end, *leg) for leg in legs(trench))


def threats(
    field: Field, riders: Sequence[tuple[Body, int]], may_be_met: Callable[[Body], bool]
) -> Mapping[str, tuple[str, ...]]:
    """For each body and gun, the enemy cavalry that could charge it now.  [KS-DEF-11]

    riders: bodies that may charge, each with the reach of its charge in sixteenths, contours included.
    """
    found: dict[str, list[str]] = {}
    for rider, reach in riders:
        stand = men_of(field, rider)
        if stand is None or rider.at is None:
            continue
        for name, thing in _chargeable(field, field.other(rider.side), extent(stand, reach), may_be_met):
            if _could_charge(field, rider.at, stand, thing, reach):
                found.setdefault(name, []).append(rider.id)
    return {name: tuple(sorted(enemies)) for name, enemies in sorted(found.items())}


def _chargeable(field: Field, side: str, box: Box, may_be_met: Callable[[Body], bool]) -> Iterator[tuple[str, Shape]]:
    """The bodies and guns of a side in a box that could be charged."""
    for body, stand in bodies_about(field, side, box):
        if may_be_met(body):
            yield body.id, stand
    for gun in guns_about(field, side, box):
        yield gun.id, rectangle(gun.at or (0, 0), gun.facing, GUN)


def guns_about(field: Floor, side: str, box: Box) -> Iterator[Gun]:
    """The intact guns that a side holds in a box, by id."""
    for _, gun in sorted(field.guns.items()):
        if gun.owner == side and gun.at is not None and not gun.destroyed:
            if boxes_meet(extent(rectangle(gun.at, gun.facing, GUN)), box):
                yield gun


def _could_charge(field: Field, at: Point, stand: Figures, thing: Shape, reach: int) -> bool:
    """Whether a charge would reach a thing over the contours without anything cutting its line.  [KS-DEF-11, KS-CONT-01]"""
    far = apart(stand, thing)
    far = 0 if far <= CONTACT else far
    if far > reach:
        return False
    start, end = strings(stand, thing).middle(at)
    if field.options.use_contours and field.ground.contours:
        climbs = field.ground.climbs((start, end))
        rise = sum(CONTOUR_UP if one.up else CONTOUR_DOWN for one in climbs)
        if (max(far, rise) if field.options.contour_cost == "replace" else far + rise) > reach:
            return False
    return not stops_a_charge(field, start, end)
