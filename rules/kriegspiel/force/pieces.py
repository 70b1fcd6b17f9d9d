"""Guns, waggons, depots, Generals, boats and trains.  [KS-DEF-06]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.floor.force import Holdable
from rules.kriegspiel.force.body import LOT, NOBODY, Lot
from rules.kriegspiel.force.packets import NONE, PACKETS, Packets
from rules.kriegspiel.tables.supply import TEAM
from rules.values.codec import (
    ANGLE,
    COUNT,
    COUNTS,
    FLAG,
    IDENTITY,
    IDS,
    LENGTH,
    POINT,
    SOME_OF,
    TEXT,
    FieldType,
    key,
    map_of,
)
from rules.values.measure import Point
from rules.values.value import Value

CREW = FieldType(
    lambda value, where: (IDS if isinstance(value, list) else IDENTITY).read(value, where),
    lambda value: list(value) if isinstance(value, tuple) else value,
    {"anyOf": [IDENTITY.schema, IDS.schema]},
)
"""The body that serves a gun; the others of a mixed crew help."""


@dataclass(frozen=True)
class Gun(Holdable, Value):
    """A gun, with the body that serves it and the horses that draw it.

    disabled_for: remaining own moves of its owner; at: the middle of its axle.
    """

    GROUP: ClassVar[str] = "guns"

    id: str
    side: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
    facing: int = key(ANGLE, 0)
    limbered: bool = key(FLAG, False)
    crew: str = key(CREW, "")
    helpers: tuple[str, ...] = key(IDS, (), note="further bodies taken to be within six inches of it")
    strayed: Mapping[str, int] = key(
        map_of(LENGTH),
        factory=lambda: NOBODY,
        note="inches that those who serve it, whose place nobody knows, have gone since they were by it",
    )
    team_horses: int = key(COUNT, TEAM)
    held_by: str = key(IDENTITY, "")
    name: str = key(TEXT, "")
    destroyed: bool = key(FLAG, False)
    disabled_for: int = key(COUNT, 0)
    in_dispute: bool = key(FLAG, False)
    elevation: int = key(ANGLE, 0)
    trail: Mapping[str, int] = key(
        COUNTS, factory=lambda: NOBODY, note="men at the end of its trail since it fired, by body"
    )
    flight: tuple[str, ...] = key(IDS, ())
    must_retire: int = key(LENGTH, 0)
    retire_from: tuple[str, ...] = key(IDS, ())
    retire_clause: str = key(TEXT, "", note="the clause under which it must retire")
    threatened: tuple[str, ...] = key(
        IDS, (), note="enemy cavalry within charging distance as the enemy's last move closed"
    )
    gave_way: tuple[str, ...] = key(IDS, (), note="enemy cavalry before which it retired in its last own move")
    taken_by: str = key(IDENTITY, "", note="enemy cavalry that takes it unless dealt with in the next move")
    arrears: Packets = key(PACKETS, NONE, note="forage owed for its team")
    unsupplied_since: int | None = key(COUNT, None, note="own move of the tick that failed for its team")
    team_out: bool = key(FLAG, False, note="its team went six moves without forage and draws it no more")
    aboard: str = key(IDENTITY, "", note="the boat or train that carries it")
    lot: Lot | None = key(LOT, None)


@dataclass(frozen=True)
class Waggon(Holdable, Value):
    """A supply waggon and its load."""

    GROUP: ClassVar[str] = "waggons"

    id: str
    side: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
    packets: Packets = key(PACKETS, NONE)
    destroyed: bool = key(FLAG, False)
    held_by: str = key(IDENTITY, "")
    name: str = key(TEXT, "")
    facing: int = key(ANGLE, 0)
    climbed: int = key(LENGTH, 0)


@dataclass(frozen=True)
class Depot(Waggon):
    """A supply depot; its store is unlimited."""

    GROUP: ClassVar[str] = "depots"


@dataclass(frozen=True)
class General(Value):
    """A side's chief; absent_for: remaining own moves of the side; seniority: the successors, as filed before play."""

    id: str
    side: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
    absent_for: int = key(COUNT, 0)
    gone: bool = key(FLAG, False)
    name: str = key(TEXT, "")
    seniority: tuple[str, ...] = key(IDS, ())


@dataclass(frozen=True)
class Boat(Holdable, Value):
    """A boat and what it carries.  aboard: men by body, and 1 for each gun."""

    id: str
    side: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
    aboard: Mapping[str, int] = key(SOME_OF, factory=lambda: NOBODY)
    destroyed: bool = key(FLAG, False)
    held_by: str = key(IDENTITY, "")


@dataclass(frozen=True)
class Train(Holdable, Value):
    """A train on the rails; along: sixteenths from the start of its line.

    aboard: men by body, and 1 for each gun; destroyed: it has no engine; packets: a source while it stands (KS-SUP-07).
    """

    id: str
    side: str = key(IDENTITY)
    along: int = key(LENGTH, 0)
    line: str = key(IDENTITY, "", note="the rails of the country on which it runs; the first by id where it names none")
    aboard: Mapping[str, int] = key(SOME_OF, factory=lambda: NOBODY)
    trucks: int = key(COUNT, 0)
    destroyed: bool = key(FLAG, False)
    held_by: str = key(IDENTITY, "")
    packets: Packets = key(PACKETS, NONE, note="in its trucks")
