"""The sources of supplies: depots and standing waggons within reach, with no enemy between.  [KS-SUP-05 to KS-SUP-07, KS-SUP-11]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.ground.batch_geometry import points
from rules.kriegspiel.floor import surroundings, survey
from rules.kriegspiel.floor.contact import strings
from rules.kriegspiel.floor.distances import apart, distances, extent, shape
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.places import Cells
from rules.kriegspiel.floor.tracks import place_of_train, train_on_floor
from rules.kriegspiel.force import NONE, Depot, Waggon
from rules.kriegspiel.orders.facts import IssueMeasured
from rules.kriegspiel.supply.claims import Claim
from rules.kriegspiel.supply.detour import shortest_way
from rules.kriegspiel.supply.groups import remembered
from rules.kriegspiel.supply.nearest import Nearest
from rules.kriegspiel.tables.figures import CONTACT, WAGGON
from rules.kriegspiel.tables.supply import CUTS_WITHIN
from rules.values.measure import FOOT, INCH, Point, feet
from rules.values.sentence import say, word

CELL = 6 * FOOT
"""Side of a cell of the grid of stores, in sixteenths."""


class Way(NamedTuple):
    """The way from a source to a claim: its length in sixteenths, and the clause that bars it, or empty."""

    distance: int
    source: str
    bar: str = ""


class Ways(NamedTuple):
    """The ways to one claim: lengths and sources, nearest first, and by source the clause that bars it, or empty.

    Whether an enemy bars a way is worked out only when asked for, as most ways are never used.
    """

    lengths: list[tuple[int, str]]
    bars: dict[str, str]


def store(field: Field, identity: str) -> Waggon | Depot:
    """A waggon or depot by its id; for a train, its trucks as a waggon at the engine's place.  [KS-SUP-07]"""
    train = field.trains.get(identity)
    if train is not None:
        at = place_of_train(field, train)
        return Waggon(identity, side=train.side, held_by=train.held_by, at=at, packets=train.packets)
    return field.waggons[identity] if identity in field.waggons else field.depots[identity]


def own_source(field: Field, identity: str) -> Waggon | Depot:
    """A waggon, a depot or the trucks of a train that the moving side holds.  E-NONE."""
    train = field.trains.get(identity)
    return store(field, identity) if train is not None and train.owner == field.side else field.own_store(identity)


def stores(field: Field) -> list[str]:
    """The waggons and depots that the moving side holds and that are not destroyed, by id.  [KS-SUP-07]"""
    return remembered(field, "stores", lambda: sorted(_stores(field)))


def _stores(field: Field) -> list[str]:
    both = (*field.waggons.values(), *field.depots.values())
    trains = (one.id for one in field.trains.values() if one.owner == field.side and one.packets != NONE)
    return [*(one.id for one in both if one.owner == field.side and not one.destroyed), *trains]


def has_moved(field: Field, identity: str) -> bool:
    """Whether a waggon marched in this move, and so may not deliver in it.  [KS-TS-01]"""
    return (identity in field.waggons or identity in field.trains) and field.did(identity, "marched")


def marched(field: Field) -> frozenset[str]:
    """The waggons of the moving side that marched in this move, and so may not deliver in it.  [KS-TS-01]"""
    return remembered(field, "marched", lambda: frozenset(one for one in stores(field) if has_moved(field, one)))


def reach_clause(arm: str) -> str:
    """The clause that sets the supply range of an arm.  [KS-SUP-05, KS-SUP-06]"""
    return "KS-SUP-05" if arm == "infantry" else "KS-SUP-06"


def ways(field: Field, claim: Claim) -> Iterator[Way]:
    """The ways from the sources within reach of a claim, nearest first, with those that are barred.

    A measured issue overrides the places; the rest is computed from them.
    """
    known = _known(field, claim)
    for distance, source in known.lengths:
        yield Way(distance, source, _bar(field, claim, known, source))


def way_from(field: Field, claim: Claim, source: str) -> Way | None:
    """The way from one source to a claim; None if it is not within reach."""
    known = _known(field, claim)
    found = (Way(distance, one, _bar(field, claim, known, one)) for distance, one in known.lengths if one == source)
    return next(found, None)


def effective(field: Field, claim: Claim, kind: str) -> Iterator[Way]:
    """The ways by which packets of a kind can be issued to a claim, nearest first.  [KS-SUP-07, KS-SUP-11]"""
    known = _known(field, claim)
    for distance, source in known.lengths:
        bar = known.bars.get(source)
        if not bar and getattr(store(field, source).packets, kind):
            if bar is None and _bar(field, claim, known, source):
                continue
            yield Way(distance, source)


def _known(field: Field, claim: Claim) -> Ways:
    known = remembered(field, "ways", dict[tuple[str, str], Ways])
    found = known.get((claim.id, claim.pocket))
    if found is None:
        found = known[claim.id, claim.pocket] = _found(field, claim)
    return found


def _bar(field: Field, claim: Claim, known: Ways, source: str) -> str:
    """The clause that bars the way from a source, or empty."""
    bar = known.bars.get(source)
    if bar is None:
        reach = field.options.supply_range(claim.arm)
        there = store(field, source).at
        if field.has_map:
            bar = _bar_on_the_map(field, claim, source, reach)
            known.bars[source] = bar
            return bar
        cut = claim.at is not None and is_cut(field, there or claim.at, claim.at, reach)
        bar = known.bars[source] = "KS-SUP-11" if cut else "KS-TS-01" if has_moved(field, source) else ""
    return bar


def _bar_on_the_map(field: Field, claim: Claim, source: str, reach: int) -> str:
    """The clause that bars the way from a source to the nearest man of a claim, or empty.  [KS-SUP-11]"""
    there, thing = store(field, source).at, shape(field, claim.id)
    if there is not None and thing is not None:
        _, man = strings(Figures(points([there]), 0), thing).middle(there)
        if is_cut(field, there, man, reach):
            return "KS-SUP-11"
    return "KS-TS-01" if has_moved(field, source) else ""


def _found(field: Field, claim: Claim) -> Ways:
    """The ways by places, overridden by what was measured; inside a pocket, only those within it."""
    found = _computed(field, claim)
    bars: dict[str, str] = {}
    measured = (field.facts.supply or {}).get(claim.measured_as)
    way = _measured(field, claim, measured, found) if measured is not None else None
    if way is not None:
        found[way.source] = way.distance
        bars[way.source] = way.bar or ("KS-TS-01" if has_moved(field, way.source) else "")
    if claim.pocket:
        _shut_in(field, claim, found, bars)
    return Ways(sorted((distance, source) for source, distance in found.items()), bars)


def _shut_in(field: Field, claim: Claim, found: dict[str, int], bars: dict[str, str]) -> None:
    """Only packets inside a pocket serve it; if no length is known there, they are at hand.  [KS-SIEGE-03]"""
    inside = stores_inside(field, claim.pocket)
    bars.update({source: "KS-SIEGE-03" for source in found if source not in inside})
    for source in inside:
        if source not in found and length(field, claim, source) is None:
            found[source], bars[source] = 0, "KS-TS-01" if has_moved(field, source) else ""


def _computed(field: Field, claim: Claim) -> dict[str, int]:
    """The sources within the supply range of the arm, by places, with their distances.  [KS-SUP-05, KS-SUP-06]"""
    if field.has_map:
        return _computed_on_the_map(field, claim)
    if claim.at is None:
        return {}
    standing = _standing(field)
    around = standing.around(claim.at, field.options.supply_range(claim.arm))
    return {source: _off(standing.where[source], claim.at) for source in around}


def _computed_on_the_map(field: Field, claim: Claim) -> dict[str, int]:
    """The sources within the supply range from the nearest man of a claim, edge to edge, with their distances.  [KS-DEF-05]"""
    reach, thing = field.options.supply_range(claim.arm), shape(field, claim.id)
    if thing is None:
        return {}
    near = dict(_standing(field).box(*extent(thing, reach + WAGGON[0])))
    lengths = {source: length(field, claim, source) for source in near if source not in field.depots}
    depots = {source: at for source, at in near.items() if source in field.depots}
    lengths |= zip(depots, distances(list(depots.values()), thing), strict=True) if depots else ()
    return {source: far for source, far in lengths.items() if far is not None and far <= reach}


def _measured(field: Field, claim: Claim, measured: IssueMeasured, found: dict[str, int]) -> Way | None:
    """The measured way; if its source was not named, the nearest one is meant.

    A length that was not measured is computed, or else 0.
    """
    known = stores(field)
    source = measured.source
    if source is None and (measured.distance is not None or measured.enemy_between) and known:
        source = min(found, key=lambda one: (found[one], one)) if found else known[0]
    if source not in known:
        return None
    far = measured.distance if measured.distance is not None else length(field, claim, source) or 0
    if far > field.options.supply_range(claim.arm):
        return Way(far, source, reach_clause(claim.arm))
    return Way(far, source, "KS-SUP-11" if measured.enemy_between else "")


def length(field: Field, claim: Claim, source: str) -> int | None:
    """Sixteenths from a source to a claim, by places; 0 in contact.  [KS-DEF-05]"""
    if field.has_map:
        return (
            survey.distance(field, source, claim.id)
            if source not in field.trains
            else _from_trucks(field, source, claim)
        )
    there = store(field, source).at
    return None if claim.at is None or there is None else _off(there, claim.at)


def _off(there: Point, here: Point) -> int:
    """Sixteenths between two places; 0 in contact."""
    far = survey.apart(there, here)
    return 0 if far <= CONTACT else far


def _from_trucks(field: Field, source: str, claim: Claim) -> int | None:
    """Sixteenths from the nearest truck of a train, or its engine, to a claim."""
    trucks, thing = train_on_floor(field, field.trains[source]), shape(field, claim.id)
    return None if trucks is None or thing is None else apart(trucks, thing)


def _standing(field: Field) -> Cells:
    """The stores of the moving side, by place."""

    def placed() -> Cells:
        cells = Cells(CELL)
        for identity in stores(field):
            cells.put(identity, store(field, identity).at)
        return cells

    return remembered(field, "standing stores", placed)


# -- an enemy between ---------------------------------------------------------------------------


def is_cut(field: Field, source: Point, man: Point, reach: int) -> bool:
    """Whether an enemy is between a source and a man.  [KS-SUP-11]

    ``interdiction`` line_6in: the straight string is cut; route: no way round the enemy is within ``reach``.
    """
    if not enemies_on(field, source, man, CUTS_WITHIN):
        return False
    if field.options.interdiction == "line_6in":
        return True
    return (
        shortest_way(source, man, reach, lambda a, b: enemies_on(field, a, b, CUTS_WITHIN, about_end=b != man)) is None
    )


def enemies_on(field: Field, start: Point, end: Point, width: int, *, about_end: bool = False) -> list[Point]:
    """The places of fit enemies within ``width`` of a line, if there are enough men to cut it.  [KS-SUP-11, KS-DEF-13]

    about_end: those around the end count even if their foot falls beyond it, as the way goes on from there.
    """
    if start == end:
        return []
    if field.has_map:
        cutting = surroundings.enemies_cutting(field, start, end, width)
        enough = sum(map(len, cutting.values())) >= max(field.options.interdiction_min_men, 1)
        return sorted(man for men in cutting.values() for man in men) if enough else []
    west, east = sorted((start[0], end[0]))
    south, north = sorted((start[1], end[1]))
    found, men = [], 0
    grid = field.places(field.enemy)
    for identity, point in grid.box(west - width, south - width, east + width, north + width):
        if not (survey.between(start, end, point, width) or (about_end and survey.near(end, point, width))):
            continue
        body = field.bodies[identity]
        if body.fit:
            found.append(point)
            men += body.ashore
    return sorted(found) if men >= max(field.options.interdiction_min_men, 1) else []


# -- inside a pocket ----------------------------------------------------------------------------


def stores_inside(field: Field, pocket: str) -> list[str]:
    """The stores inside a pocket of the moving side, by id.  [KS-SIEGE-03, KS-SIEGE-06]

    A store is inside if it was measured so, or if the issue to a body of the pocket was measured from it.
    On a map it is also inside if the straight way to it from such a body is nowhere
    within ``siege_bar_in`` of an enemy.
    """
    return remembered(field, f"inside {pocket}", lambda: _stores_inside(field, pocket))


def _stores_inside(field: Field, pocket: str) -> list[str]:
    bodies = field.pockets[pocket].bodies
    inside = {one for listed in field.facts.pockets or () if not set(bodies).isdisjoint(listed) for one in listed}
    measured = field.facts.supply or {}
    inside |= {measured[one].source or "" for one in bodies if one in measured}
    places: list[Point] = []
    if field.has_map:
        return [one for one in stores(field) if one in inside]
    if any(body.side != field.side and body.at is not None and body.fit for body in field.bodies.values()):
        places = [body.at for one in bodies if (body := field.bodies.get(one)) is not None and body.at is not None]
    return [one for one in stores(field) if one in inside or _is_open(field, places, store(field, one).at)]


def _is_open(field: Field, places: list[Point], there: Point | None) -> bool:
    """Whether a straight way from one of some places to a point is free of enemies."""
    bar = field.options.siege_bar_in * INCH
    return there is not None and any(not enemies_on(field, here, there, bar) for here in places)


# -- why there is none --------------------------------------------------------------------------


def want_of_source(field: Field, claim: Claim, kind: str) -> tuple[str, str]:
    """Why a claim has no source of a kind: the clause, and the reason in words, which never names the enemy."""
    barred = [way for way in ways(field, claim) if getattr(store(field, way.source).packets, kind)]
    if barred:
        return _reason(field, claim, min(barred, key=lambda way: (way.bar == "KS-SIEGE-03", way)))
    holding = remembered(field, f"holding {kind}", lambda: _holding(field, kind))
    if claim.pocket and any(getattr(store(field, one).packets, kind) for one in holding.names):
        return "KS-SIEGE-03", say("no {kind} lies inside the pocket", kind=word(kind))
    nearest = claim.at and holding.nearest.to(claim.at, lambda one: bool(getattr(store(field, one).packets, kind)))
    if nearest:
        return _reason(field, claim, Way(length(field, claim, nearest) or 0, nearest, reach_clause(claim.arm)))
    return "KS-SUP-12", say("no {kind} is within reach", kind=word(kind))


class Holding(NamedTuple):
    """The stores with packets of a kind: all their ids, and those with a place, to find the nearest."""

    names: list[str]
    nearest: Nearest


def _holding(field: Field, kind: str) -> Holding:
    names = [one for one in stores(field) if getattr(store(field, one).packets, kind)]
    return Holding(names, Nearest((at, one) for one in names if (at := store(field, one).at) is not None))


def _reason(field: Field, claim: Claim, way: Way) -> tuple[str, str]:
    within = feet(field.options.supply_range(claim.arm))
    words = {
        "KS-SUP-11": say("an enemy is between {source} and {id}", source=way.source, id=claim.id),
        "KS-TS-01": say("{source} moved this move and delivers nothing", source=way.source),
        "KS-SIEGE-03": say("{source} is outside the pocket; only packets inside can be used", source=way.source),
    }
    return way.bar, words.get(
        way.bar,
        say(
            "{source} is {distance} off; {arm} is supplied within {within}",
            source=way.source,
            distance=feet(way.distance),
            arm=word(claim.arm),
            within=within,
        ),
    )
