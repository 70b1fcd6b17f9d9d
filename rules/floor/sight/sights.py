"""What each side sees of the other where everything stands, and from the way of one that marches.  [HOUSE-SIGHT-06]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.floor.sight.look import Looker, Target, best_looks, looks
from rules.floor.sight.memory import Sight
from rules.floor.sight.screen import Screen
from rules.floor.sight.standing import Standing
from rules.floor.sight.tables import A_GLIMPSE, LINE
from rules.values.measure import Point


class Prospect:
    """A floor as its sides look at it: who looks and what stands there, what hides, and by which light."""

    def __init__(self, standing: Standing, screen: Screen, light: str) -> None:
        self.standing, self.screen, self.light = standing, screen, light
        self._seen: dict[str, dict[str, Sight]] = {}

    def sees(self, side: str) -> dict[str, Sight]:
        """What a side sees, by true id."""
        if side not in self._seen:
            self._seen[side] = self.sights(self.lookers(side), self.standing.seen_by(side))
        return self._seen[side]

    def lookers(self, side: str) -> Sequence[Looker]:
        """Whoever looks for a side."""
        return self.standing.lookers.get(side, ())

    def sights(self, lookers: Sequence[Looker], targets: Sequence[Target]) -> dict[str, Sight]:
        """The best sight of each target that any of some lookers has."""
        return {
            target.id: Sight(look.grade, target.points[0], looker.id)
            for looker, target, look in best_looks(self.screen, self.light, lookers, targets)
        }

    def is_looked_at(self, side: str, at: Point) -> bool:
        """Whether a side sees a place well enough to say whether anything stands there."""
        found = looks(self.screen, self.light, self.lookers(side), (Target("", (at,), LINE),))
        return any(one.grade > A_GLIMPSE for one in found)


def best_of(several: Iterable[Sight]) -> Sight:
    """The best of several sights of one thing, the latest of equals."""
    return max(enumerate(several), key=lambda one: (one[1].grade, one[0]))[1]
