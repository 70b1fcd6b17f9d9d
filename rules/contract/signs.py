"""How the things of a book are drawn: blocks in the style of the period, distinguished by shape and not by colour.

A block is 54 wide and 36 high.  Blue's are cut at the corners and hatched, all others square and filled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LINE, FILL, SOLID, EDGE, KNOCK = "line", "fill", "solid", "edge", "knock"
"""Inks: a line; a face, hatched if the block is cut; a face never hatched; the edge of the block; a part left out."""

EMPTY = "empty"
"""The form of a block that holds nothing: its faces are left open, and a nought stands behind it."""

BOTH, SQUARE, CUT = "both", "square", "cut"


@dataclass(frozen=True)
class Stroke:
    """One figure of a block: an SVG path, or a circle by x, y and radius.  on: the blocks that have it."""

    path: str = ""
    circle: tuple[int, int, int] | None = None
    ink: str = LINE
    on: str = BOTH


@dataclass(frozen=True)
class Sign:
    """A block.  title: in the legend, empty if it is not there; also: what else it shows.

    strokes: the figures within its edge.  forms: the paths behind it on a map, for each form of the thing.
    labelled: whether its things are named on a map; on_top: whether they are drawn over others there.
    """

    key: str
    title: str = ""
    also: tuple[str, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    forms: Mapping[str, str] = field(default_factory=dict)
    labelled: bool = False
    on_top: bool = False
