"""The course of a side's points as a small chart: figures for an SVG, and the same as a list."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.sight import PointsSheet

WIDE, HIGH, LEFT, FOOT = 640, 220, 44, 26


@dataclass(frozen=True)
class Mark:
    """A point of the course: after which move, how many halves, and where it lies on the chart."""

    number: int
    halves: int
    x: float
    y: float


@dataclass(frozen=True)
class Chart:
    """A chart ready to be drawn.  levels: halves and height of each line of its grid."""

    marks: tuple[Mark, ...]
    levels: tuple[tuple[int, float], ...]
    path: str


def course(book: PointsSheet) -> Chart | None:
    """The running sum of the points, move by move; nothing where none were ever entered."""
    sums: dict[int, int] = {}
    total = 0
    for line in reversed(book.lines):
        total += line.amount
        sums[line.move_number or 0] = total
    if not sums:
        return None
    numbers = sorted(sums)
    top = max(*sums.values(), 2)
    low = min(*sums.values(), 0)
    across = max(numbers[-1], 1)

    def x(number: int) -> float:
        return LEFT + (WIDE - LEFT - 16) * number / across

    def y(halves: int) -> float:
        return 12 + (HIGH - FOOT - 12) * (top - halves) / (top - low)

    marks = tuple(Mark(number, sums[number], x(number), y(sums[number])) for number in numbers)
    path = "M" + "".join(
        f"{'' if place == 0 else 'H'}{mark.x:.1f}{' ' if place == 0 else 'V'}{mark.y:.1f}"
        for place, mark in enumerate(marks)
    )
    step = max(2, -(-(top - low) // 8) * 2)
    levels = tuple((halves, y(halves)) for halves in range(low - low % 2, top + 1, step))
    return Chart(marks, levels, path)
