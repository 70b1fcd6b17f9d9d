"""Orders that begin and leave works."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kriegspiel.orders.order import ARRANGE, WAY, WORKS, OfBody
from rules.values.codec import ANGLE, IDENTITY, NAMED, POINT, key, line_along
from rules.values.measure import Point


@dataclass(frozen=True, kw_only=True)
class StopWork(OfBody):
    """STOP WORK."""

    name = "stop-work"
    stage = ARRANGE


@dataclass(frozen=True, kw_only=True)
class Undertaking(OfBody):
    """An order that begins a work, or resumes one.  work: the id of the work."""

    stage = WORKS
    kind: ClassVar[str]
    work: str = key(IDENTITY, "")

    @property
    def targets_named(self) -> tuple[str, ...]:
        """The ids of the objects of the work."""
        return ()


@dataclass(frozen=True, kw_only=True)
class OnATarget(Undertaking):
    """A work on one thing."""

    target: str = key(IDENTITY)

    @property
    def targets_named(self) -> tuple[str, ...]:
        """The id of the object of the work."""
        return (self.target,)


@dataclass(frozen=True, kw_only=True)
class Destroy(OnATarget):
    """DESTROY: a bridge or culvert."""

    name = "destroy"
    kind = "destroy"


@dataclass(frozen=True, kw_only=True)
class Repair(OnATarget):
    """REPAIR: a bridge or culvert."""

    name = "repair"
    kind = "repair"


@dataclass(frozen=True, kw_only=True)
class BurnDepot(OnATarget):
    """BURN DEPOT."""

    name = "burn-depot"
    kind = "burn-depot"


@dataclass(frozen=True, kw_only=True)
class WreckWaggons(Undertaking):
    """WRECK WAGGONS: their load is destroyed."""

    name = "wreck-waggons"
    kind = "wreck-waggons"
    targets: tuple[str, ...] = key(NAMED)

    @property
    def targets_named(self) -> tuple[str, ...]:
        """The waggons, without repetition."""
        return tuple(dict.fromkeys(self.targets))


@dataclass(frozen=True, kw_only=True)
class LayMine(Undertaking):
    """LAY MINE: at a spot within reach."""

    name = "lay-mine"
    kind = "mine"
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class Entrench(Undertaking):
    """ENTRENCH: along a line."""

    name = "entrench"
    kind = "entrenchment"
    line: tuple[Point, ...] = key(line_along(WAY), ())


@dataclass(frozen=True, kw_only=True)
class Epaulement(Undertaking):
    """EPAULEMENT: before one gun, fixed to the ground."""

    name = "epaulement"
    kind = "epaulement"
    gun: str = key(IDENTITY)
    facing: int | None = key(ANGLE, None)

    @property
    def targets_named(self) -> tuple[str, ...]:
        """The gun that it shelters."""
        return (self.gun,)
