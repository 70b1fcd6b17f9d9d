"""How the things of a book are drawn: blocks in the manner of the period, as figures that are told by shape and not by colour.

A block is 54 wide and 36 high.  Red's and all others' are square and filled, Blue's cut at the corners and hatched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LINE, FILL, SOLID, EDGE, KNOCK = "line", "fill", "solid", "edge", "knock"
"""Inks: a line; a face, hatched where the block is cut; a face never hatched; the edge of the block; what is left out."""

BOTH, SQUARE, CUT = "both", "square", "cut"


@dataclass(frozen=True)
class Stroke:
    """One figure of a block: a path as SVG writes it, or a circle by x, y and radius.  on: on which blocks it stands."""

    path: str = ""
    circle: tuple[int, int, int] | None = None
    ink: str = LINE
    on: str = BOTH


@dataclass(frozen=True)
class Sign:
    """A block.  title: in the legend, where it stands there; also: what is shown by it besides.

    strokes: what is drawn within its edge.  forms: what stands behind it on a map for each form of the thing, as paths.
    labelled: whether its things are named on a map; on_top: whether they lie over others there.
    """

    key: str
    title: str = ""
    also: tuple[str, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    forms: Mapping[str, str] = field(default_factory=dict)
    labelled: bool = False
    on_top: bool = False
