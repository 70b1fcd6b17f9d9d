"""What the bench prints: headings, tables and aims, as Markdown, so that the last run can be kept in docs/bench.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Aim:
    """An aim, the figure that was reached, and whether it holds."""

    aim: str
    figure: str
    holds: bool


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with its columns in line."""
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    lines = [
        "| " + " | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) + " |"
        for row in (heads, *rows)
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def aims(reached: Sequence[Aim]) -> str:
    """The aims, each with its figure."""
    return table(("aim", "figure", "holds"), [(one.aim, one.figure, "yes" if one.holds else "NO") for one in reached])
