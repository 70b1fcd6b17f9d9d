"""Charts as numbers: the SVG of a page and a printed sheet draw the same ones.

A chart is drawn in units of its own, x to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.values.sentence import say

WIDE, HIGH, LEFT, RIGHT, HEAD, FOOT = 640.0, 220.0, 56.0, 18.0, 14.0, 28.0
MOST_LEVELS = 6
MOST_COLUMNS = 16
Say = Callable[[int], str]


@dataclass(frozen=True)
class Mark:
    """A point, and its label."""

    x: float
    y: float
    said: str


@dataclass(frozen=True)
class Track:
    """A course as a line of steps, with an amount at each mark."""

    name: str
    side: str
    marks: tuple[Mark, ...]

    @property
    def points(self) -> tuple[tuple[float, float], ...]:
        """The corners of the line: level until the next mark, then up or down."""
        corners = [(mark.x, mark.y) for mark in self.marks[:1]]
        for before, mark in pairwise(self.marks):
            corners += [(mark.x, before.y), (mark.x, mark.y)]
        return tuple(corners)

    @property
    def path(self) -> str:
        """The line as the path of an SVG."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.points) if self.marks else ""


@dataclass(frozen=True)
class Bar:
    """A bar by its upper left corner.  kind: ``allowed``, ``taken`` or ``due``."""

    x: float
    y: float
    wide: float
    high: float
    side: str
    kind: str
    said: str


@dataclass(frozen=True)
class Chart:
    """A chart ready to be drawn.  levels and columns: the labels at its edges, each with its height or place.

    ready: marks across the bars.
    """

    key: str
    title: str
    levels: tuple[tuple[str, float], ...]
    columns: tuple[tuple[str, float], ...]
    tracks: tuple[Track, ...] = ()
    bars: tuple[Bar, ...] = ()
    ready: tuple[Mark, ...] = ()
    wide: float = WIDE
    high: float = HIGH
    left: float = LEFT
    right: float = WIDE - RIGHT
    floor: float = HIGH - FOOT


def round_step(span: float, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50 … of which no more than ``most`` go into a span.

    >>> [round_step(span, 6) for span in (3, 7, 13, 40, 75_319)]
    [1, 2, 5, 10, 20000]
    """
    step = 1
    while span > step * most:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


class Scale:
    """Where an amount and a column are on a chart."""

    def __init__(self, low: int, top: int, columns: int) -> None:
        self.step = round_step(max(top - low, 1), MOST_LEVELS)
        self.low = low // self.step * self.step
        self.top = max(-(-top // self.step) * self.step, self.low + self.step)
        self.across = max(columns - 1, 1)

    def x(self, place: float) -> float:
        """The x of a column from 0, which may lie between two."""
        return LEFT + 8 + (WIDE - LEFT - RIGHT - 16) * place / self.across

    def y(self, amount: float) -> float:
        """The y of an amount."""
        return HEAD + (HIGH - FOOT - HEAD) * (self.top - amount) / (self.top - self.low)

    def levels(self, shown: Say) -> tuple[tuple[str, float], ...]:
        """The lines of the grid, each with its figure."""
        return tuple((shown(level), self.y(level)) for level in range(self.low, self.top + 1, self.step))

    def columns(self, labels: Sequence[str]) -> tuple[tuple[str, float], ...]:
        """The labels under the chart: all, or every second, fifth … where they are many."""
        every = round_step(len(labels), MOST_COLUMNS)
        return tuple((label, self.x(place)) for place, label in enumerate(labels) if place % every == 0)


def track(
    name: str, side: str, amounts: Sequence[int | None], scale: Scale, labels: Sequence[str], shown: Say
) -> Track:
    """A course on a chart; an unknown amount has no mark."""
    marks = (
        Mark(
            scale.x(place),
            scale.y(amount),
            say("{name}, {labels}: {amount}", name=name, labels=labels[place], amount=shown(amount)),
        )
        for place, amount in enumerate(amounts)
        if amount is not None
    )
    return Track(name, side, tuple(marks))


def bar(place: float, amount: float, scale: Scale, *, wide: float, side: str, kind: str, said: str) -> Bar:
    """A bar that stands on the bottom of a chart, around a place.  wide: as a part of the distance between two columns."""
    across = wide * (scale.x(1) - scale.x(0))
    top = scale.y(max(amount, 0))
    return Bar(scale.x(place) - across / 2, top, across, scale.y(max(scale.low, 0)) - top, side, kind, said)
