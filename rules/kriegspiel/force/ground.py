"""Things that are built, laid, surrounded or put down: works, bridges, mines, pockets, sealed notes."""

from __future__ import annotations

from dataclasses import dataclass

from rules.values.codec import ANGLE, COUNT, FLAG, IDENTITY, IDS, PATH, POINT, TEXT, choice, key, line_along
from rules.values.measure import Point
from rules.values.value import Value

WORKS = ("entrenchment", "epaulement", "mine", "destroy", "repair")


@dataclass(frozen=True)
class Work(Value):
    """A work begun, standing or lost: its crew and its progress."""

    id: str
    kind: str = key(choice(*WORKS, "burn-depot", "wreck-waggons"))
    side: str = key(IDENTITY)
    crew: str = key(IDENTITY, "")
    at: Point | None = key(POINT, None)
    line: tuple[Point, ...] = key(line_along(PATH), ())
    target: str = key(IDENTITY, "")
    others: tuple[str, ...] = key(IDS, (), note="further waggons that are being emptied")
    facing: int = key(ANGLE, 0)
    moves_done: int = key(COUNT, 0)
    state: str = key(choice("begun", "done", "lost"), "begun")
    inches: int = key(COUNT, 0)

    @property
    def is_raised(self) -> bool:
        """Whether it stands for everybody to see: a trench or an epaulement that is finished."""
        return self.state == "done" and self.kind in ("entrenchment", "epaulement")

    @property
    def is_trench(self) -> bool:
        """Whether it is a trench that stands.  [KS-WORK-05]"""
        return self.state == "done" and self.kind == "entrenchment"


@dataclass(frozen=True)
class Bridge(Value):
    """A bridge or culvert; or a rail, if rails are torn up.  [KS-ANX-07]"""

    id: str
    kind: str = key(choice("railway-bridge", "culvert", "road-bridge", "rail"))
    at: Point | None = key(POINT, None)
    span: tuple[Point, ...] = key(PATH, ())
    standing: bool = key(FLAG, True)
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class Mine(Value):
    """A contact mine."""

    id: str
    side: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
    armed: bool = key(FLAG, True)
    exploded: bool = key(FLAG, False)
    layers: tuple[str, ...] = key(IDS, (), note="bodies that laid it and have not left its six inches yet")


@dataclass(frozen=True)
class Pocket(Value):
    """A force surrounded by the enemy: its bodies and its clock of surrender.  [KS-SIEGE-01, KS-SIEGE-06]

    surrender_at: the own move at whose close it surrenders, or None while the clock stands.
    """

    bodies: tuple[str, ...] = key(IDS)
    since: int = key(COUNT, 0)
    last_horse: int | None = key(COUNT, None)
    surrender_at: int | None = key(COUNT, None)


@dataclass(frozen=True)
class Note(Value):
    """A sealed note of a work.  number: own move in which it was sealed; digest: its proof.  [KS-NOTE-02]"""

    id: str
    side: str = key(IDENTITY)
    work: str = key(IDENTITY, "")
    kind: str = key(TEXT, "")
    text: str = key(TEXT, "")
    number: int = key(COUNT, 0)
    salt: str = key(TEXT, "")
    digest: str = key(TEXT, "")
    opened: bool = key(FLAG, False)
