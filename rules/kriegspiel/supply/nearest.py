"""The nearest of many places to a point, computed for all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

import numpy as np

from rules.ground.batch_geometry import points, squares
from rules.values.measure import Point


class Nearest:
    """Places by name.

    >>> depots = Nearest([((0, 0), "west"), ((90, 0), "east"), ((90, 80), "north")])
    >>> depots.to((80, 30), lambda name: True), depots.to((80, 30), lambda name: name != "east")
    ('east', 'north')
    """

    def __init__(self, places: Iterable[tuple[Point, str]]) -> None:
        by_name = sorted(places, key=itemgetter(1))
        self.names, self.rows = [name for _, name in by_name], points(at for at, _ in by_name)

    def to(self, at: Point, wanted: Callable[[str], bool]) -> str | None:
        """The name of the nearest wanted place, ties by name; None if there is none."""
        near = np.argsort(squares(self.rows, np.array(at)), kind="stable").tolist()
        return next((self.names[row] for row in near if wanted(self.names[row])), None)
