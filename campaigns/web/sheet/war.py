"""The course of a campaign as a chart: both sides' points battle by battle, as figures for an SVG."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from campaigns.sight import Standing

WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 640, 300, 64, 18, 34, 52


@dataclass(frozen=True)
class Mark:
    """What a side had after a battle (0: before the first), and where that lies on the chart."""

    number: int
    halves: Fraction
    x: float
    y: float


@dataclass(frozen=True)
class Track:
    """The course of one side."""

    side: str
    name: str
    path: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Chart:
    """A chart ready to be drawn.  levels: halves and height of the lines of its grid; target: its height, if it has one."""

    tracks: tuple[Track, ...]
    levels: tuple[tuple[int, float], ...]
    battles: tuple[tuple[str, float], ...]
    target: float | None
    foot: float


def course(standing: Standing) -> Chart | None:
    """The accounts of the sides after each battle; nothing before the first has been counted."""
    over = [one for one in standing.battles if one.is_counted]
    if not over:
        return None
    handicaps = {row.side: row.handicap for row in standing.league}
    sums = {side: [handicaps[side], *(one.after[side] for one in over)] for side in standing.seat.side_names}
    top = max(standing.target, 2, *(int(halves) + 1 for course in sums.values() for halves in course))
    low = min(0, *(int(halves) - 1 for course in sums.values() for halves in course if halves < 0), 0)

    def x(number: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * number / len(over)

    def y(halves: Fraction | int) -> float:
        return TOP + (HIGH - FOOT - TOP) * float((top - halves) / Fraction(top - low))

    tracks = []
    for side, name in standing.seat.side_names.items():
        marks = tuple(Mark(number, halves, x(number), y(halves)) for number, halves in enumerate(sums[side]))
        path = "M" + "L".join(f"{mark.x:.1f} {mark.y:.1f}" for mark in marks)
        tracks.append(Track(side, name, path, marks))
    step = max(20, -(-(top - low) // 120) * 20)
    levels = tuple((halves, y(halves)) for halves in range(low - low % step, top + 1, step))
    battles = tuple((str(one.fact.number), x(place)) for place, one in enumerate(over, 1))
    return Chart(tuple(tracks), levels, battles, y(standing.target) if standing.target else None, y(0))
