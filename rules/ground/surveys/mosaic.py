"""Grids that lie beside or over one another laid together into one, and the ground on which the heights of a grid are known.

[KS-GAME-08]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.errors import Invalid
from rules.ground.surveys.grids import MOST_CELLS_TOGETHER, Box, Grid
from rules.ground.surveys.projections import System
from rules.values.sentence import of_field, say

CLOSE = 0.01
"""The part of a step by which grids may be off one another and still have the same places."""

REACH = 0.5 + 2 * CLOSE
"""The part of a step beyond the outermost samples that they still speak for."""

MOST_RUNS = 60_000
"""The most stretches of known heights in one grid; one with more is full of holes, and refused."""


def laid_together(grids: Sequence[Grid]) -> Grid:
    """One grid of several, on the places of the finest; grids that touch have no gap between them.

    Where several have a height, that of the earlier one counts.
    """
    if len(grids) == 1:
        return grids[0]
    first = min(grids, key=lambda one: one.east * (111_320.0 if System(one.system).degrees else 1.0))
    west, south, east, north = _box_of(grids, first)
    columns, rows = (
        int(np.floor((high - low) / step + 0.5)) + 1
        for low, high, step in ((west, east, first.east), (south, north, first.north))
    )
    if columns * rows > MOST_CELLS_TOGETHER:
        raise Invalid(of_field("survey", say("the grids lie too far from one another: send those of the window alone")))
    whole = np.full((rows, columns), np.nan, dtype=np.float32)
    for grid in (first, *(one for one in grids if one is not first)):
        _lay(whole, west, south, first, grid)
    return replace(first, heights=whole, west=west, south=south)


def _box_of(grids: Sequence[Grid], first: Grid) -> Box:
    """The box of all grids in the coordinates of one, on its places."""
    boxes = np.array([_box_in(grid, first) for grid in grids])
    west = first.west + np.floor((boxes[:, 0].min() - first.west) / first.east + CLOSE) * first.east
    south = first.south + np.floor((boxes[:, 1].min() - first.south) / first.north + CLOSE) * first.north
    return float(west), float(south), float(boxes[:, 2].max()), float(boxes[:, 3].max())


def _box_in(grid: Grid, first: Grid) -> Box:
    west, south, east, north = grid.box
    if grid.system == first.system:
        return west, south, east, north
    xs, ys = _between(grid, first, np.array([west, east, west, east]), np.array([south, south, north, north]))
    return float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())


def _between(one: Grid, other: Grid, xs: Any, ys: Any) -> tuple[Any, Any]:
    """Coordinates of one grid as those of the other."""
    return System(other.system).from_degrees(*System(one.system).to_degrees(xs, ys, one.name))


def _lay(whole: Any, west: float, south: float, first: Grid, grid: Grid) -> None:
    """Fill in what a grid knows and the earlier ones do not."""
    columns = np.arange(whole.shape[1])
    for row in range(whole.shape[0]):
        empty = np.isnan(whole[row])
        if not empty.any():
            continue
        xs, ys = west + columns[empty] * first.east, np.full(int(empty.sum()), south + row * first.north)
        if grid.system != first.system:
            with np.errstate(invalid="ignore"):
                xs, ys = _between(first, grid, xs, ys)
        whole[row, empty] = _sampled(grid, xs, ys)


def _sampled(grid: Grid, xs: Any, ys: Any) -> Any:
    """The heights of a grid at places, between its samples; NaN beyond what they speak for."""
    rows, columns = grid.heights.shape
    across, along = (xs - grid.west) / grid.east, (ys - grid.south) / grid.north
    within = (across > -REACH) & (across < columns - 1 + REACH) & (along > -REACH) & (along < rows - 1 + REACH)
    across, along = np.clip(across, 0, columns - 1), np.clip(along, 0, rows - 1)
    near_x, near_y = np.rint(across), np.rint(along)
    across = np.where(np.abs(across - near_x) < CLOSE, near_x, across)
    along = np.where(np.abs(along - near_y) < CLOSE, near_y, along)
    x, y = np.floor(across).astype(int), np.floor(along).astype(int)
    right, up = np.minimum(x + 1, columns - 1), np.minimum(y + 1, rows - 1)
    part_x, part_y = across - x, along - y
    found = np.zeros(len(xs))
    for there_y, there_x, weight in (
        (y, x, (1 - part_y) * (1 - part_x)),
        (y, right, (1 - part_y) * part_x),
        (up, x, part_y * (1 - part_x)),
        (up, right, part_y * part_x),
    ):
        found += np.where(weight > 0, grid.heights[there_y, there_x] * weight, 0)
    return np.where(within, found, np.nan)


# -- known ground ------------------------------------------------------------------------------------


def known_ground(grid: Grid) -> BaseGeometry:
    """The ground between samples of known height, in degrees or plain metres."""
    known = np.isfinite(grid.heights)
    between = known[:-1, :-1] & known[1:, :-1] & known[:-1, 1:] & known[1:, 1:]
    boxes = list(_stretches(between))
    if not boxes:
        return shapely.Polygon()
    rows = np.array(boxes, dtype=float)
    area: BaseGeometry = shapely.union_all(shapely.box(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3]))
    if grid.system and not System(grid.system).degrees:
        area = shapely.segmentize(area, max(max(between.shape) / 16, 1.0))

    def placed(points: Any) -> Any:
        xs, ys = grid.west + points[:, 0] * grid.east, grid.south + points[:, 1] * grid.north
        if grid.system:
            xs, ys = System(grid.system).to_degrees(xs, ys, grid.name)
        return np.stack([xs, ys], axis=1)

    return shapely.transform(area, placed)


def _stretches(between: Any) -> Iterator[tuple[int, int, int, int]]:
    """Boxes that together cover what is known, in steps of the grid: west, south, east, north."""
    edges = np.diff(np.pad(between.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    if int((edges > 0).sum()) > MOST_RUNS:
        raise Invalid(of_field("survey", say("its heights are full of holes; fill them, or take a smaller window")))
    begun: dict[tuple[int, int], int] = {}
    for row in range(between.shape[0]):
        runs = set(zip(np.flatnonzero(edges[row] > 0).tolist(), np.flatnonzero(edges[row] < 0).tolist(), strict=True))
        for run in [run for run in begun if run not in runs]:
            yield run[0], begun.pop(run), run[1], row
        for run in runs:
            begun.setdefault(run, row)
    for run, start in begun.items():
        yield run[0], start, run[1], between.shape[0]
