"""What a side may know of a position and of events: only fields that are named as allowed.

A side knows everything about its own things.  Of the enemy's it knows what stands on the
floor in full view; never works in progress, mines, supplies, duties,
crews and commanders.  An observer knows of both sides what each knows of
the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract import data as contract
from rules.contract.events import fields_visible_to
from rules.floor.sight.memory import Sightings
from rules.ground.country_file import write_country
from rules.kriegspiel import events
from rules.kriegspiel.floor import distances
from rules.kriegspiel.force import (
    GROUPS,
    Boat,
    Body,
    Depot,
    General,
    Gun,
    Note,
    Pocket,
    Position,
    Train,
    Waggon,
    Work,
)
from rules.kriegspiel.reports import by_sight
from rules.values import codec
from rules.values.measure import FOOT, Point

OBSERVER = "observer"

OWNED = (Gun, Waggon, Boat, Train)
"""Kinds of things that may be another side's than they were."""


def seen(position: Position, side: str) -> Position:
    """The position as a side may know it; of the enemy, only what the floor shows."""
    if position.by_sight:
        return position if position.viewer else _by_sight(position, side)
    groups: dict[str, Any] = {}
    for group, shown in SHOWN.items():
        known: dict[str, Any] = {}
        hidden = HIDDEN.get(group)
        for identity, thing in getattr(position, group).items():
            if _own(thing, side):
                known[identity] = thing
            elif hidden is None or not hidden(thing):
                known[identity] = shown(thing, side)
        groups[group] = known
    pockets = {name: one for name, one in position.pockets.items() if _shut_in(position, one, side)}
    return Position(
        options=position.options,
        country=position.country,
        own_moves=position.own_moves,
        bridges=position.bridges,
        weather=position.weather,
        pockets=pockets,
        sealed=_notes(position, side),
        result=position.result,
        settled=position.settled,
        **groups,
    )


def _by_sight(position: Position, side: str) -> Position:
    """The position as a side sees it with its own eyes; nobody who has no side sees anything.  [HOUSE-SIGHT-02]"""
    own = {group: {name: one for name, one in getattr(position, group).items() if _own(one, side)} for group in SHOWN}
    pockets = {name: one for name, one in position.pockets.items() if _shut_in(position, one, side)}
    seen_now = (
        by_sight.as_seen(position, side, own, SHOWN)
        if side in position.sides
        else {**own, "sightings": {}, "viewer": side}
    )
    return position.but(sealed=_notes(position, side), pockets=pockets, **seen_now)


def seen_by_general(position: Position, general: General) -> Position:
    """The position as a General may know it: the side's sight, with only the enemy things within the General's view.  [KS-GENL-02]

    If the General's place is unknown, or the campaign sets no distance, nothing more is hidden.
    """
    known, radius = seen(position, general.side), position.options.general_view_radius_ft
    if radius is None or general.at is None:
        return known
    groups = {
        group: {
            name: one
            for name, one in getattr(known, group).items()
            if _own(one, general.side) or _in_view(position, one, general.at, radius * FOOT)
        }
        for group in SHOWN
    }
    return known.but(**groups, sightings=_within(known, general.side, general.at, radius * FOOT))


def _within(known: Position, side: str, eye: Point, reach: int) -> Mapping[str, Sightings]:
    """What a side has seen, with only the marks within reach of a point."""
    if side not in known.sightings:
        return known.sightings
    near = {
        name: mark
        for name, mark in known.sightings[side].marks.items()
        if distances.apart(distances.spot(mark.at), distances.spot(eye)) <= reach
    }
    return {side: known.sightings[side].but(marks=near)}


def _in_view(position: Position, thing: Any, eye: Point, reach: int) -> bool:
    """Whether any part of a thing is within reach of a point; always true for a train or work without a single place."""
    if getattr(thing, "at", None) is None:
        return isinstance(thing, Train | Work)
    stand = distances.shape(position, thing.id) if position.has_map else None
    return distances.apart(stand if stand is not None else distances.spot(thing.at), distances.spot(eye)) <= reach


def sees(position: Position, side: str) -> contract.Known:
    """What a side, ``observer``, or a General (by id) may know of a position, as plain data."""
    general = position.generals.get(side)
    known = seen(position, side) if general is None else seen_by_general(position, general)
    side = side if general is None else general.side
    out = contract.Known({"own_moves": dict(known.own_moves), "first": known.sides[0]})
    for group in GROUPS:
        things = getattr(known, group)
        if things:
            out[group] = {name: codec.write(one) for name, one in things.items()}
    for name, body in known.bodies.items():
        if body.arm == "cavalry":
            out["bodies"][name].pop("horses", None)
            if body.side == side:
                out["bodies"][name]["horses"] = body.horses
    if marks := by_sight.marks_of(known, side):
        out["marks"] = marks
    if known.pockets:
        out["pockets"] = {name: codec.write(one) for name, one in known.pockets.items()}
    if known.sealed:
        out["sealed"] = {name: codec.write(one) for name, one in known.sealed.items()}
    if known.has_map:
        out["country"] = write_country(known.country)
    if known.result:
        out["result"] = dict(known.result)
    if known.settled:
        out["settled"] = dict(known.settled)
    return out


def _notes(position: Position, side: str) -> dict[str, Note]:
    """A side's own sealed notes; of the other's, the opened ones, and the existence of the rest.  [KS-NOTE-02]"""
    known: dict[str, Note] = {}
    for identity, note in position.sealed.items():
        if note.side == side or note.opened:
            known[identity] = note
        elif position.options.show_note_count:
            known[identity] = Note(id=note.id, side=note.side, digest=note.digest)
    return known


def _shut_in(position: Position, pocket: Pocket, side: str) -> bool:
    """Whether a pocket is of a side's own bodies."""
    return any(position.bodies[one].side == side for one in pocket.bodies if one in position.bodies)


def _own(thing: Any, side: str) -> bool:
    """Whether a thing is a side's own: its men, or a thing that it holds."""
    if isinstance(thing, OWNED):
        return thing.owner == side
    return bool(thing.side == side)


# -- what the floor shows of each thing ---------------------------------------------------------


def _body(body: Body, side: str) -> Body:
    """Men on the floor; of those in a box only the box is visible."""
    if body.boxed:
        return Body(
            id=body.id, side=body.side, arm="transport", men=1, name="Box", at=body.at, facing=body.facing, boxed=True
        )
    horses = body.ashore if body.arm == "cavalry" and body.formation != "dismounted" else 0
    return Body(
        id=body.id,
        side=body.side,
        arm=body.arm,
        men=body.ashore,
        horses=horses,
        formation=body.formation,
        name=body.name,
        at=body.at,
        facing=body.facing,
        prisoners=body.prisoners,
        captors=body.captors,
        held_by=body.held_by,
        surrendered=body.surrendered,
        disarmed=body.disarmed,
    )


def _gun(gun: Gun, side: str) -> Gun:
    return Gun(
        id=gun.id,
        side=gun.side,
        at=gun.at,
        facing=gun.facing,
        limbered=gun.limbered,
        held_by=gun.held_by,
        name=gun.name,
        destroyed=gun.destroyed,
        in_dispute=gun.in_dispute,
    )


def _waggon(store: Waggon, side: str) -> Waggon:
    """A waggon or depot without its content."""
    cls = Depot if isinstance(store, Depot) else Waggon
    return cls(
        id=store.id, side=store.side, at=store.at, facing=store.facing, destroyed=store.destroyed,
        held_by=store.held_by, name=store.name,
    )  # fmt: skip


def _work(work: Work, side: str) -> Work:
    return Work(
        id=work.id, kind=work.kind, side=work.side, at=work.at, line=work.line, state=work.state, inches=work.inches
    )


def _general(general: General, side: str) -> General:
    return General(id=general.id, side=general.side, at=general.at, name=general.name)


def _boat(boat: Boat, side: str) -> Boat:
    return Boat(id=boat.id, side=boat.side, at=boat.at, destroyed=boat.destroyed, held_by=boat.held_by)


def _train(train: Train, side: str) -> Train:
    return Train(
        id=train.id, side=train.side, along=train.along, line=train.line, trucks=train.trucks, destroyed=train.destroyed,
        held_by=train.held_by,
    )  # fmt: skip


SHOWN: Mapping[str, Callable[[Any, str], Any]] = {
    "bodies": _body,
    "guns": _gun,
    "waggons": _waggon,
    "depots": _waggon,
    "works": _work,
    "mines": lambda mine, _: mine,
    "generals": _general,
    "boats": _boat,
    "trains": _train,
}
"""For each group, what may be known of another side's thing that is not hidden."""

HIDDEN: Mapping[str, Callable[[Any], bool]] = {
    "bodies": lambda body: bool(body.aboard),
    "works": lambda work: not work.is_raised,
    "mines": lambda _: True,
}
"""For each group of which the other side is not shown everything, whether a thing is hidden from it.

Men aboard are hidden in their carrier; only a trench or epaulement that is completed stands there for all; a mine is
known only to the side that laid it.  [KS-MINE-04]
"""


def hides(position: Position, side: str) -> bool:
    """Whether there is anything on the floor that a side does not see; of what it sees, no more is known than ``seen`` tells."""
    return position.by_sight or any(
        hidden(thing) and not _own(thing, side)
        for group, hidden in HIDDEN.items()
        for thing in getattr(position, group).values()
    )


# -- events -------------------------------------------------------------------------------------

EVENTS: Mapping[str, type[events.Event]] = {
    one.name: one
    for one in vars(events).values()
    if isinstance(one, type) and issubclass(one, events.Event) and hasattr(one, "name")
}
"""Every event of this edition by its name."""


def visible_to(event: contract.Event, side: str) -> contract.Event | None:
    """What a side, or ``observer``, may know of an event (plain data), or None; what was told by sight stands under ``eyes``."""
    if "eyes" in event:
        told = event["eyes"].get(side)
        return None if told is None else contract.Event(dict(told))
    return fields_visible_to(event, EVENTS, side)
