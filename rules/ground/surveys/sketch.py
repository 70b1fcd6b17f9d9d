"""What the files of a survey hold, drawn small, so that a window can be laid on it before anything is made.  [KS-GAME-08]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.ground.geojson.account import lost_files, rows_of
from rules.ground.geojson.frame import Frame, Pair
from rules.ground.geojson.heights import choices_of
from rules.ground.geojson.kinds import kinds_of
from rules.ground.geojson.parse import Feature, Shape
from rules.ground.surveys.files import Files
from rules.values.sentence import say

Plain = dict[str, Any]

SIDE = 1000
"""Units of the longer side of the sketch."""

MOST_POINTS = 8_000
"""The most points of a sketch; what comes later is left out of it."""

SAMPLES = 160
"""The most heights along a side that the contours of a sketch are made of."""

MOST_OF_A_LINE = 2_000
"""The most points of one line that are looked at; of a longer one every so many are left out, so that its cost is bounded."""

FINE = 3
"""Units within which a line of the sketch is thinned."""

SHORT = 12
"""Points of a line that keeps its corners, as a house has them."""

LAYERS = {
    "water": "water",
    "streams": "stream",
    "roads": "road",
    "rails": "rail",
    "woods": "wood",
    "houses": "house",
    "contours": "contour",
}
"""What is drawn of a survey, by its kind, the most important first."""


def sketch(files: Files, *, plain: bool = False, crs: Any = None, height_property: Any = None, **figures: Any) -> Plain:
    """A sketch of files, or of a country of our own only that it is one (``ours``).

    ``bounds``: west, south, east, north in degrees or plain metres; ``metres``: of the ground; ``size``: of the drawing;
    ``unit``: of the drawing in a metre; ``plain``: whether bounds are in plain metres; ``heights``: lowest and highest of
    the grids; ``things``: how many features there are; ``lines``: by layer, with y downward; ``files``: the account of each
    file, in which what can be used counts as taken; ``losses``: the files that could not be read; ``height_choices``: the
    properties of which one may be the height, if there is more than one, with what each would give.
    """
    from rules.ground.surveys.sources import read_sources

    files.told("reading", 2)
    sources = read_sources(files, plain, crs, lambda stage, percent: files.told(stage, percent * 2), height_property)
    if sources.ours is not None:
        return {"ours": True}
    files.told("sketching", 62)
    west, south, east, north = sources.box
    per = Frame(1.0, None, (west, (south + north) / 2), sources.plain).metres
    wide, deep = max((east - west) * per[0], 1.0), max((north - south) * per[1], 1.0)
    unit = SIDE / max(wide, deep)
    drawing = _Drawing(west, north, (per[0] * unit, per[1] * unit))
    lows: list[float] = []
    for grid in sources.grids:
        lows += _heights(drawing, grid)
    files.told("sketching", 78)
    rows, taken, left = _by_kind(sources.features)
    for kind, shapes in rows.items():
        for shape in shapes:
            drawing.draw(LAYERS[kind], shape.rings[0])
    return {
        "bounds": [west, south, east, north],
        "metres": [round(wide, 1), round(deep, 1)],
        "size": [max(round(wide * unit), 1), max(round(deep * unit), 1)],
        "unit": unit,
        "plain": sources.plain,
        "heights": [round(min(lows), 1), round(max(lows), 1)] if lows else None,
        "things": len(sources.features),
        "lines": drawing.lines,
        "files": rows_of(sources.pages, taken, left, {one.name: one.heights.size for one in sources.grids}),
        "losses": lost_files(sources.pages),
        "height_choices": choices_of(replace(one, height_property="") for one in sources.features),
    }


def _by_kind(features: Iterable[Feature]) -> tuple[dict[str, list[Shape]], dict[int, str], dict[int, str]]:
    """What is drawn by its kind; the numbers of the features that can be used, and the reasons of those that cannot."""
    rows: dict[str, list[Shape]] = {kind: [] for kind in LAYERS}
    taken: dict[int, str] = {}
    left: dict[int, str] = {}
    for feature in features:
        for kind, why in kinds_of(feature):
            if why or not feature.shapes:
                left.setdefault(feature.number, why or feature.why or say("it has no place"))
            else:
                taken[feature.number] = kind
            if not why and kind in rows:
                rows[kind] += [shape for shape in feature.shapes if shape.kind != "point"]
    return rows, taken, left


def _heights(drawing: _Drawing, grid: Any) -> Iterable[float]:
    """Draw a few contours of a grid; its lowest and highest height."""
    import numpy as np

    from rules.ground.surveys.isolines import heights_within

    rows, columns = grid.heights.shape
    few = replace(
        grid,
        heights=grid.heights[:: max(rows // SAMPLES, 1), :: max(columns // SAMPLES, 1)],
        east=grid.east * max(columns // SAMPLES, 1),
        north=grid.north * max(rows // SAMPLES, 1),
    )
    found = heights_within([few], None, None, None)
    for feature in found.features(1) if found is not None else ():
        if feature.shapes[0].kind == "line":
            drawing.draw("contour", feature.shapes[0].rings[0])
    return float(np.nanmin(grid.heights)), float(np.nanmax(grid.heights))


class _Drawing:
    """Lines in whole units of a drawing, y downward from the north-west corner, up to a limit."""

    def __init__(self, west: float, north: float, per: Pair) -> None:
        self.west, self.north, self.per = west, north, per
        self.left = MOST_POINTS
        self.lines: dict[str, list[list[list[int]]]] = {}

    def draw(self, layer: str, line: Sequence[Pair]) -> None:
        """Draw a line, thinned, unless it is too small to be seen or there is no room left."""
        import numpy as np
        import shapely

        if self.left < 2:
            return
        placed = np.rint((np.array(line) - (self.west, self.north)) * (self.per[0], -self.per[1])).astype(int)
        points = few(placed, min(MOST_OF_A_LINE, self.left))
        if (points == points[0]).all():
            return
        thin = shapely.linestrings(points).simplify(FINE if len(placed) > SHORT else 1)
        drawn = shapely.get_coordinates(thin).astype(int).tolist()
        self.left -= len(drawn)
        self.lines.setdefault(layer, []).append(drawn)


def few(points: Any, most: int) -> Any:
    """Points of a line, an array of whole units: at most so many, its ends among them.

    Of those in one square of ``FINE`` units that follow one another the first alone, and if they are still too many,
    every so many.  So much costs no more than the points are, which the thinning after it may not.
    """
    import numpy as np

    if len(points) > SHORT:
        squares = points // FINE
        points = points[_with_the_last(np.append(True, (squares[1:] != squares[:-1]).any(axis=1)))]
    if len(points) > most:
        points = points[_with_the_last(np.arange(len(points)) % -(-len(points) // (most - 1)) == 0)]
    return points


def _with_the_last(kept: Any) -> Any:
    """Which points are kept, the last of them too."""
    kept[-1] = True
    return kept
