"""Facts as an umpire measured them on a real floor; they replace geometry.  [CASES.md, KS-OFF-03]

A fact that is not given is ``None``: the engine then computes it if it can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kriegspiel.force import NOBODY
from rules.values import codec
from rules.values.codec import (
    COUNT,
    COUNTS,
    FLAG,
    IDENTITY,
    IDS,
    LENGTH,
    MOST_NAMED,
    POINT,
    key,
    list_of,
    map_of,
    value_of,
)
from rules.values.measure import Point
from rules.values.value import Value


@dataclass(frozen=True)
class ShotMeasured(Value):
    """What lay in a shell's circle, or who was knocked down by a rifle shot.  [KS-SHELL-02, KS-LW-19]

    at: the place of a shell; if nothing else is given, the rest is computed from it.
    men: by body, inside the circle; covered: of those, screened; knocked_down: dead of a rifle shot.
    nearest: the body of each man inside and not covered, the nearest to the shell first.
    """

    at: Point | None = key(POINT, None)
    men: Mapping[str, int] = key(COUNTS, factory=lambda: NOBODY)
    covered: Mapping[str, int] = key(COUNTS, factory=lambda: NOBODY)
    guns_wholly: tuple[str, ...] = key(IDS, ())
    guns_partly: tuple[str, ...] = key(IDS, ())
    waggons: tuple[str, ...] = key(IDS, ())
    general: str = key(IDENTITY, "")
    knocked_down: Mapping[str, int] = key(COUNTS, factory=lambda: NOBODY)
    nearest: tuple[str, ...] = key(IDS, ())

    @property
    def only_lies(self) -> bool:
        """Whether only the place of a shell is given."""
        return self.at is not None and self == ShotMeasured(at=self.at)


SHOTS = list_of(value_of(ShotMeasured), MOST_NAMED)


@dataclass(frozen=True)
class Measured(Value):
    """The facts of one order.

    Known only to the map (``rules.kriegspiel.moves.measurements``): the contours crossed by road, and that a body at
    the foot of a contour spends what it has left on it.
    """

    distance: int | None = key(LENGTH, None)
    road: int | None = key(LENGTH, None)
    contours_up: int | None = key(COUNT, None)
    contours_down: int | None = key(COUNT, None)
    ford: bool | None = key(FLAG, None)
    chargers: int | None = key(COUNT, None)
    charged: int | None = key(COUNT, None)
    supporters: int | None = key(COUNT, None)
    guns: tuple[str, ...] | None = key(IDS, None)
    attackers: int | None = key(COUNT, None)
    defenders: int | None = key(COUNT, None)
    attackers_support: int | None = key(COUNT, None)
    defenders_support: int | None = key(COUNT, None)
    shells: tuple[ShotMeasured, ...] | None = key(SHOTS, None)
    shots: tuple[ShotMeasured, ...] | None = key(SHOTS, None)
    enemy_between: bool | None = key(FLAG, None)
    road_up: int = 0
    road_down: int = 0
    climbing: bool = False


NOTHING_MEASURED = Measured()
MEASURED = value_of(Measured)


@dataclass(frozen=True)
class IssueMeasured(Value):
    """The source that supplies a body, its distance, and whether an enemy stands between."""

    source: str | None = key(IDENTITY, None)
    distance: int | None = key(LENGTH, None)
    enemy_between: bool = key(FLAG, False)


_GROUPS = list_of(IDS)


@dataclass(frozen=True)
class MoveFacts(Value):
    """The facts of a whole move, measured at its close.

    supply: by body; supply_groups: bodies within twelve feet of each other; pockets: forces surrounded;
    threatened_by: by body, enemy cavalry within charging distance at the close; pursued_by: by body, its pursuers;
    dealt_with: by gun, defenders near it; past_axle: by gun, men past its axle.
    near: by gun of the moving side, its fit men within six inches at the start of the move.
    trodden: by mine, the pieces that came within half an inch of it, in sequence; blast: by mine, what lay within six
    inches of it when it exploded.
    driven_off: by body in flight or thrown back, men driven over an edge or into water that it cannot ford.
    caught: by General of the other side, whether a fit enemy touches him and no fit friend is within six inches of him.
    rearmed: by body of freed men, whether it has reached its own back line.
    """

    supply: Mapping[str, IssueMeasured] | None = key(map_of(value_of(IssueMeasured)), None)
    supply_groups: tuple[tuple[str, ...], ...] | None = key(_GROUPS, None)
    pockets: tuple[tuple[str, ...], ...] | None = key(_GROUPS, None)
    threatened_by: Mapping[str, tuple[str, ...]] | None = key(map_of(IDS), None)
    pursued_by: Mapping[str, tuple[str, ...]] | None = key(map_of(IDS), None)
    dealt_with: Mapping[str, int] | None = key(COUNTS, None)
    past_axle: Mapping[str, int] | None = key(COUNTS, None)
    near: Mapping[str, int] | None = key(COUNTS, None)
    trodden: Mapping[str, tuple[str, ...]] | None = key(map_of(IDS), None)
    blast: Mapping[str, tuple[ShotMeasured, ...]] | None = key(map_of(SHOTS), None)
    driven_off: Mapping[str, int] | None = key(COUNTS, None)
    caught: Mapping[str, bool] | None = key(map_of(FLAG), None)
    rearmed: Mapping[str, bool] | None = key(map_of(FLAG), None)


NO_FACTS = MoveFacts()


def read_facts(data: Any, where: str = "measured") -> MoveFacts:
    """The facts of a move from plain data."""
    return codec.read(MoveFacts, data or {}, where)


def things_named(data: Mapping[str, Any]) -> frozenset[str]:
    """The ids that the facts of an order or of the move name; measured things must exist and be visible.

    >>> sorted(things_named({"guns": ["g"], "threatened_by": {"a": ["b"]}}))
    ['a', 'b', 'g']
    """
    of_move = {name: value for name, value in data.items() if name in codec.fields_of(MoveFacts)}
    of_order = {name: value for name, value in data.items() if name not in of_move}
    named = _of_order(codec.read(Measured, of_order, "measured")) | _of_move(read_facts(of_move))
    return frozenset(named - {""})


def _of_order(facts: Measured) -> set[str]:
    return set(facts.guns or ()) | _of_shots((*(facts.shells or ()), *(facts.shots or ())))


def _of_shots(shots: Iterable[ShotMeasured]) -> set[str]:
    named: set[str] = set()
    for shot in shots:
        named |= {*shot.men, *shot.covered, *shot.knocked_down, shot.general}
        named |= {*shot.guns_wholly, *shot.guns_partly, *shot.waggons, *shot.nearest}
    return named


def _of_move(facts: MoveFacts) -> set[str]:
    named = {one.source or "" for one in (facts.supply or {}).values()}
    for group in (*(facts.supply_groups or ()), *(facts.pockets or ())):
        named.update(group)
    for lists in (facts.threatened_by, facts.pursued_by, facts.trodden):
        named.update(one for others in (lists or {}).values() for one in others)
    for shots in (facts.blast or {}).values():
        named |= _of_shots(shots)
    for one in BY_THING:
        named.update(getattr(facts, one) or {})
    return named


BY_THING = (
    "supply", "threatened_by", "pursued_by", "dealt_with", "past_axle", "near", "trodden", "blast", "driven_off", "caught",
    "rearmed",
)  # fmt: skip
"""The facts of a move that are given by thing."""
