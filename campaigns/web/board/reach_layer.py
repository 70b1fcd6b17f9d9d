"""The layers of the map that show how far a thing reaches, with a text version; the book gives the figures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.templatetags.marks import inches
from campaigns.web.board.ground import Sheet

Kinds = Iterable[tuple[str, str, bool]]
"""What can be shown on the map, with its label, in the order in which it is offered, and whether it is shown at first."""


@dataclass(frozen=True)
class ReachPath:
    """One reach: its path on the drawing, and its text version."""

    kind: str
    path: str
    title: str
    far: str
    clause: str


@dataclass(frozen=True)
class ReachLayer:
    """Reaches of one kind, shown or hidden together.  shown: whether they are shown at first."""

    kind: str
    title: str
    shown: bool
    reaches: tuple[ReachPath, ...]


def layers(reaches: Iterable[Mapping[str, Any]], sheet: Sheet, kinds: Kinds) -> tuple[ReachLayer, ...]:
    """The reaches of a thing on a sheet, kind by kind."""
    drawn = [
        ReachPath(one["kind"], _path(one, sheet), one["title"], inches(one["inches"]), one["clause"]) for one in reaches
    ]
    return tuple(_layers(drawn, kinds))


def _layers(drawn: list[ReachPath], kinds: Kinds) -> Iterator[ReachLayer]:
    for kind, title, shown in kinds:
        those = tuple(one for one in drawn if one.kind == kind)
        if those:
            yield ReachLayer(kind, title, shown, those)


def _path(reach: Mapping[str, Any], sheet: Sheet) -> str:
    """The edge of a reach: as the book gives it, else a sector, else a circle."""
    if reach.get("outline"):
        return sheet.path(reach["outline"], closed=True)
    (x, y), radius = sheet.at(reach["at"]), reach["inches"] * sheet.unit
    if reach.get("arc"):
        first, last = (math.radians(bearing) for bearing in reach["arc"])
        start = f"{x + radius * math.sin(first):.1f} {y - radius * math.cos(first):.1f}"
        end = f"{x + radius * math.sin(last):.1f} {y - radius * math.cos(last):.1f}"
        wide = int((reach["arc"][1] - reach["arc"][0]) % 360 > 180)
        return f"M{x:.1f} {y:.1f}L{start}A{radius:.1f} {radius:.1f} 0 {wide} 1 {end}Z"
    half = f"{radius:.1f} {radius:.1f} 0 1 1"
    return f"M{x - radius:.1f} {y:.1f}A{half} {x + radius:.1f} {y:.1f}A{half} {x - radius:.1f} {y:.1f}Z"
