"""Heights on a grid made into contours, by contourpy, at a chosen step, within a window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np

from rules.errors import Invalid
from rules.ground.geojson.contours import MOST_STEPS
from rules.ground.geojson.parse import MOST_POSITIONS, Feature, Shape
from rules.ground.surveys.grids import Box, Grid
from rules.ground.surveys.mosaic import laid_together
from rules.ground.surveys.projections import System
from rules.values.sentence import of_field, say

USUAL = tuple(
    Fraction(one) for one in ("0.5", "1", "2", "2.5", "5", "10", "20", "25", "50", "100", "200", "250", "500")
)
"""Usual steps from one contour to the next."""

USUAL_CONTOURS = 12
"""The most contours one over another if nobody asks for a step."""

BELOW = 64
"""A contour is drawn by this part of a step below its height: grids of whole metres have plains of just that height."""

SPOTS = 3
"""Known heights are taken on a net of so many rows and columns."""

Pair = tuple[float, float]


@dataclass(frozen=True)
class Heights:
    """The heights of a survey within a window, laid together, and the step from one contour to the next."""

    grid: Grid
    step: Fraction

    def features(self, first: int) -> Iterator[Feature]:
        """Contours, then spots of known height, in degrees or plain metres.  first: the number of the first of them."""
        number, points = first, 0
        for height, line in _lines(self.grid, self.step):
            points += len(line)
            if points > MOST_POSITIONS:
                raise Invalid(
                    of_field(
                        "interval",
                        say(
                            "the contours would have more than {most} points; choose a longer step",
                            most=f"{MOST_POSITIONS:,}",
                        ),
                    )
                )
            yield Feature(number, {"kind": "contour", "ele": _written(height)}, (Shape("line", (line,)),))
            number += 1
        for at, found in _spots(self.grid, self.step):
            yield Feature(number, {"kind": "height", "ele": found}, (Shape("point", ([at],)),))
            number += 1


def heights_within(
    grids: Iterable[Grid], window: Box | None, step: Fraction | None, fine: float | None
) -> Heights | None:
    """The grids cut to a window in degrees (or plain metres); None where none of them reaches into it.

    fine: metres of ground, in which a sample of a grid need not be finer.  step: as asked, else a usual one.
    """
    cut = [one for grid in grids if (one := _cut(grid, window)) is not None]
    cut = [one for one in cut if not np.isnan(one.heights).all()]
    if not cut:
        return None
    whole = _no_finer(laid_together(cut), fine)
    if np.isnan(whole.heights).all():
        return None
    low, high = float(np.nanmin(whole.heights)), float(np.nanmax(whole.heights))
    chosen = step or next((one for one in USUAL if (high - low) / float(one) <= USUAL_CONTOURS), Fraction(1000))
    if (most := int((high - low) / float(chosen)) + 1) > MOST_STEPS:
        raise Invalid(
            of_field(
                "interval",
                say(
                    "from {low} to {high} it would make {number} contours one over another; at most {most} are taken",
                    low=f"{low:.6g}",
                    high=f"{high:.6g}",
                    number=most,
                    most=MOST_STEPS,
                ),
            )
        )
    return Heights(whole, chosen)


def within(grids: Iterable[Grid], window: Box) -> dict[str, int]:
    """How many known heights of each grid are in a window, by its name."""
    found = ((grid, _cut(grid, window)) for grid in grids)
    return {grid.name: int(np.isfinite(cut.heights).sum()) for grid, cut in found if cut is not None}


def _cut(grid: Grid, window: Box | None) -> Grid | None:
    """The part of a grid within a window; None where it does not reach into it."""
    if window is None:
        return grid
    west, south, east, north = window
    edge = np.linspace(0, 1, 9)
    xs = np.concatenate([west + (east - west) * edge] * 2 + [np.full(9, west), np.full(9, east)])
    ys = np.concatenate([np.full(9, south), np.full(9, north)] + [south + (north - south) * edge] * 2)
    if grid.system:
        xs, ys = System(grid.system).from_degrees(xs, ys)
    if not (np.isfinite(xs).all() and np.isfinite(ys).all()):
        return None
    return grid.cut((float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())))


def _no_finer(grid: Grid, fine: float | None) -> Grid:
    """A grid that is no finer than need be.  fine: in metres."""
    if fine is None:
        return grid
    across, along = (fine / one for one in _metres(grid))
    return grid.coarser(int(across), int(along))


def _metres(grid: Grid) -> Pair:
    """About how many metres it is from one sample to the next, eastward and northward."""
    if not grid.system:
        return grid.east, grid.north
    west, south, east, north = grid.box
    x, y = (west + east) / 2, (south + north) / 2
    lons, lats = System(grid.system).to_degrees(
        np.array([x, x + grid.east, x]), np.array([y, y, y + grid.north]), grid.name
    )
    upward = max(abs(float(lats[2] - lats[0])), abs(float(lats[1] - lats[0])), 1e-9) * 111_000.0
    across = max(abs(float(lons[1] - lons[0])) * float(np.cos(np.radians(lats[0]))), 1e-9) * 111_320.0
    return across, upward


def _lines(grid: Grid, step: Fraction) -> Iterator[tuple[Fraction, list[Pair]]]:
    """The contours of a grid from the lowest up, each with its height."""
    from contourpy import LineType, contour_generator

    rows, columns = grid.heights.shape
    xs = grid.west + np.arange(columns) * grid.east
    ys = grid.south + np.arange(rows) * grid.north
    made = contour_generator(
        xs, ys, np.ma.masked_invalid(grid.heights.astype(np.float64)), line_type=LineType.Separate, corner_mask=False
    )
    low, high = float(np.nanmin(grid.heights)), float(np.nanmax(grid.heights))
    size = float(step)
    for number in range(ceil(low / size), floor(high / size) + 1):
        for line in made.lines((number - 1 / BELOW) * size):
            yield number * step, _placed(grid, line)


def _placed(grid: Grid, line: Any) -> list[Pair]:
    """A line in degrees, or in plain metres where the grid has no system."""
    xs, ys = line[:, 0], line[:, 1]
    if grid.system:
        xs, ys = System(grid.system).to_degrees(xs, ys, grid.name)
    placed: list[Pair] = list(zip(xs.tolist(), ys.tolist(), strict=True))
    if len(placed) > 2 and tuple(line[0]) == tuple(line[-1]):
        placed[-1] = placed[0]
    return placed


def _spots(grid: Grid, step: Fraction) -> Iterator[tuple[Pair, str]]:
    """A few places of known height far from any contour, by which the upper sides of contours are found."""
    rows, columns = grid.heights.shape
    steps = grid.heights.astype(np.float64) / float(step)
    middling = np.abs(steps + 1 / BELOW - np.floor(steps + 1 / BELOW) - 0.5)
    middling[np.isnan(middling)] = 1.0
    for i in range(SPOTS):
        for j in range(SPOTS):
            part = (
                slice(i * rows // SPOTS, (i + 1) * rows // SPOTS),
                slice(j * columns // SPOTS, (j + 1) * columns // SPOTS),
            )
            if not middling[part].size:
                continue
            y, x = divmod(int(np.argmin(middling[part])), middling[part].shape[1])
            y, x = y + part[0].start, x + part[1].start
            if middling[y, x] > 0.3:
                continue
            place = np.array([[grid.west + x * grid.east, grid.south + y * grid.north]])
            yield _placed(grid, place)[0], f"{float(grid.heights[y, x]):.3f}"


def _written(height: Fraction) -> str:
    """A height as the properties of a feature have it: a decimal number."""
    return format(float(height), ".10f").rstrip("0").rstrip(".")
