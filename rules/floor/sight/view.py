"""What each side sees of the other where everything stands, and from the way of one that marches.  [HOUSE-SIGHT-06]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.floor.sight.look import Looker, Target, looks
from rules.floor.sight.memory import Sight
from rules.floor.sight.screen import Screen
from rules.floor.sight.standing import Standing
from rules.floor.sight.tables import LINE
from rules.ground.geometry import square
from rules.values.measure import Point

SEEN = 2
"""The grade by number in which a place is looked at."""


def sights(screen: Screen, light: str, lookers: Sequence[Looker], targets: Sequence[Target]) -> dict[str, Sight]:
    """The best sight of each target that any of some lookers sees; of equals the nearest looker's."""
    best: dict[str, tuple[int, int, str, Sight]] = {}
    for one in looks(screen, light, lookers, targets):
        looker, target = lookers[one.looker], targets[one.target]
        far = square(looker.points[one.start], target.points[one.end])
        rank = (-one.grade, far, looker.id, Sight(one.grade, target.points[0], looker.id))
        if target.id not in best or rank[:3] < best[target.id][:3]:
            best[target.id] = rank
    return {thing: sight for thing, (_, _, _, sight) in best.items()}


def now(standing: Standing, screen: Screen, light: str, side: str) -> dict[str, Sight]:
    """What a side sees where everything stands, by true id."""
    return sights(screen, light, standing.lookers.get(side, ()), standing.seen_by(side))


def looked_at(standing: Standing, screen: Screen, light: str, side: str) -> Callable[[Point], bool]:
    """Whether a side sees a place well enough to say whether anything stands there."""
    lookers = standing.lookers.get(side, ())

    def looked(at: Point) -> bool:
        found = looks(screen, light, lookers, (Target("", (at,), LINE),))
        return any(one.grade >= SEEN for one in found)

    return looked


def best_of(several: Iterable[Sight]) -> Sight:
    """The best of several sights of one thing, the latest of equals."""
    return max(enumerate(several), key=lambda one: (one[1].grade, one[0]))[1]
