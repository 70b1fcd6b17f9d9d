"""What stands on a floor, as it looks and is looked at: the points of each thing and the row of the table it is in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rules.floor.sight.look import Looker, Target
from rules.floor.sight.screen import Screen
from rules.floor.sight.tables import BEHIND_A_TRENCH, COLUMN, COVERED, IN_A_VILLAGE, INTO_A_WOOD, LOW
from rules.ground.batch_geometry import Numbers, point
from rules.ground.compass import ahead
from rules.ground.geometry import Line, square_to_leg
from rules.values.measure import Point

FINE = 1 << 20
"""The length of a direction in whole numbers."""


@dataclass(frozen=True)
class Standing:
    """Everything that looks, and everything that may be seen, by the side that it belongs to; what is nobody's under no side."""

    lookers: Mapping[str, Sequence[Looker]]
    targets: Mapping[str, Sequence[Target]]

    def seen_by(self, side: str) -> list[Target]:
        """What a side may look at: what is not its own."""
        return [one for owner, targets in self.targets.items() if owner != side for one in targets]


Found = tuple[str, Looker | None, Target]
"""A thing of a side: how it looks, None if it looks nowhere, and how it may be seen."""


def found(
    screen: Screen,
    side: str,
    identity: str,
    at: tuple[Point, ...],
    row: str,
    trenches: Sequence[Line] = (),
    *,
    looks: bool,
    scout: bool = False,
    fired: bool = False,
) -> Found:
    """A thing of a side that shows itself in the open by a row of the table; as of ``row_of``.  looks: whether anybody looks from it."""
    row = row_of(screen, at, row, trenches, fired=fired)
    target = Target(identity, at, row, fired, low=row == LOW)
    return side, Looker(identity, at, scout, row == LOW) if looks else None, target


def standing(sides: Iterable[str], things: Iterable[Found]) -> Standing:
    """Everything that looks and that may be seen, by side."""
    lookers: dict[str, list[Looker]] = {side: [] for side in sides}
    targets: dict[str, list[Target]] = {side: [] for side in (*lookers, "")}
    for side, looker, target in things:
        targets[side].append(target)
        if looker is not None:
            lookers[side].append(looker)
    return Standing(lookers, targets)


def front_of(middle: Point | None, men: Numbers, facing: int) -> tuple[Point, ...]:
    """The points of men who face somewhere: their middle, and the outermost to the left and to the right.

    middle: of their front; else of the first man.

    >>> front_of((0, 0), np.array([[-32, 0], [0, 0], [32, 0], [-32, -16], [32, -16]]), 0)
    ((0, 0), (-32, 0), (32, 0))
    """
    right = np.array(ahead((0, 0), (facing + 90) % 360, FINE), dtype=np.int64)
    along = men @ right
    ends = (point(men[along.argmin()]), point(men[along.argmax()]))
    return tuple(dict.fromkeys((middle or point(men[0]), *ends)))


def row_of(
    screen: Screen, points: Sequence[Point], row: str, trenches: Sequence[Line] = (), *, fired: bool = False
) -> str:
    """The row of a thing where it stands.  row: the one that it has in the open; trenches: the lines of all that stand.

    fired: whether it fired in the move; then nothing covers it.  [HOUSE-SIGHT-01]
    """
    if not fired:
        if _deep_in_a_wood(screen, points) or _in_a_village(screen, points[0]):
            return COVERED
        if row == LOW or any(_near(line, points[0], BEHIND_A_TRENCH) for line in trenches):
            return LOW
    return COLUMN if screen.relief.on_a_road(points[0]) else row


def _deep_in_a_wood(screen: Screen, points: Sequence[Point]) -> bool:
    """Whether all points of a thing lie in one wood and none of them at its edge."""
    woods = set.intersection(*(set(screen.relief.in_woods(at)) for at in points))
    outlines = [screen.relief.woods[1].outlines[one] for one in woods]
    return any(not any(_near((*line, line[0]), at, INTO_A_WOOD) for at in points) for line in outlines)


def _in_a_village(screen: Screen, at: Point) -> bool:
    """Whether two houses or more stand about a place."""
    _, areas = screen.relief.houses
    x, y = at
    near = areas.boxes.touching((x - IN_A_VILLAGE, y - IN_A_VILLAGE, x + IN_A_VILLAGE, y + IN_A_VILLAGE))
    return sum(_near(areas.rings[one], at, IN_A_VILLAGE) for one in near) > 1


def _near(line: Line, at: Point, reach: int) -> bool:
    """Whether a line comes within a reach of a place."""
    return any(square_to_leg(a, b, at) <= reach * reach for a, b in pairwise(line))
