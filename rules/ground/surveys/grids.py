"""Heights on a grid: ESRI ASCII grids and SRTM ``.hgt``; ``geotiff`` reads the third sort.

A grid counts in its own coordinates from its south-west sample; heights are metres, or the file's own unit.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any

import numpy as np

from rules.errors import Invalid
from rules.ground.surveys.files import File
from rules.ground.surveys.projections import DEGREES
from rules.values.sentence import of_field, say

MOST_CELLS = 13_000_000
"""The most heights of one file; a tile of SRTM has 12,967,201."""

MOST_CELLS_TOGETHER = 32_000_000

HIGHEST = 100_000.0
"""A height beyond this is none: it marks a place without one."""

MARKS = (-9_999.0, -99_999.0, -32_768.0, -32_767.0, 9_999.0, 99_999.0, 32_767.0, 65_535.0)
"""What programs write where there is no height, often without saying so."""

APART = 1_000.0
"""Such a number is no height where every other height is farther from it than this."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Grid:
    """Heights, row by row from the south, column by column from the west; NaN where none is known.

    west, south: of the first sample; east, north: from one sample to the next.  system: what they are counted in; empty if the file
    does not say.  unsaid: a mark that was taken for no height although the file does not say so.
    """

    name: str
    heights: Any
    west: float
    south: float
    east: float
    north: float
    system: str = ""
    unsaid: float | None = None

    @property
    def box(self) -> Box:
        """West, south, east and north of the outermost samples."""
        rows, columns = self.heights.shape
        return (
            self.west,
            self.south,
            self.west + (columns - 1) * self.east,
            self.south + (rows - 1) * self.north,
        )

    def cut(self, box: Box) -> Grid | None:
        """The part within a box and two samples beyond it; None if that is no area."""
        rows, columns = self.heights.shape
        first = max(int((box[0] - self.west) / self.east) - 2, 0), max(int((box[1] - self.south) / self.north) - 2, 0)
        last = (
            min(int((box[2] - self.west) / self.east) + 3, columns - 1),
            min(int((box[3] - self.south) / self.north) + 3, rows - 1),
        )
        if last[0] - first[0] < 1 or last[1] - first[1] < 1:
            return None
        return replace(
            self,
            heights=self.heights[first[1] : last[1] + 1, first[0] : last[0] + 1],
            west=self.west + first[0] * self.east,
            south=self.south + first[1] * self.north,
        )

    def coarser(self, across: int, along: int) -> Grid:
        """The same with the mean of so many columns and rows as one sample; none where less than half of them is known."""
        across, along = max(across, 1), max(along, 1)
        rows, columns = self.heights.shape[0] // along, self.heights.shape[1] // across
        if (across == 1 and along == 1) or rows < 2 or columns < 2:
            return self
        blocks = self.heights[: rows * along, : columns * across].reshape(rows, along, columns, across)
        known = ~np.isnan(blocks)
        total, count = np.where(known, blocks, 0).sum(axis=(1, 3), dtype=np.float64), known.sum(axis=(1, 3))
        means = np.where(2 * count >= across * along, total / np.maximum(count, 1), np.nan)
        return replace(
            self,
            heights=means.astype(np.float32),
            west=self.west + (across - 1) / 2 * self.east,
            south=self.south + (along - 1) / 2 * self.north,
            east=self.east * across,
            north=self.north * along,
        )


def made_grid(
    file: File, heights: Any, corner: tuple[float, float], steps: tuple[float, float], system: str, void: float | None
) -> Grid:
    """A grid from heights row by row from the north.  corner: the south-west sample; void: what marks a place without a height."""
    if not all(np.isfinite((*corner, *steps))) or min(steps) <= 0:
        raise refused(file, say("its place and the size of its cells are wanted"))
    rows, columns = heights.shape
    if rows < 2 or columns < 2:
        raise refused(file, say("it is no area: {rows} rows of {columns}", rows=rows, columns=columns))
    flipped = heights[::-1].astype(np.float32)
    flipped[~((flipped > -HIGHEST) & (flipped < HIGHEST))] = np.nan
    if void is not None:
        flipped[flipped == np.float32(void)] = np.nan
    unsaid = _without_marks(flipped)
    if np.isnan(flipped).all():
        raise refused(file, say("there is no height in it"))
    return Grid(file.name, flipped, corner[0], corner[1], steps[0], steps[1], system, unsaid)


def _without_marks(heights: Any) -> float | None:
    """Take out the marks of no height that a file does not tell of; the last of them, if there was one."""
    found = None
    for mark in MARKS:
        marked = heights == np.float32(mark)
        if marked.any() and not (np.abs(heights[~marked] - np.float32(mark)) < APART).any():
            heights[marked], found = np.nan, mark
    return found


def refused(file: File, why: str) -> Invalid:
    """Why a file is not taken."""
    return Invalid(of_field("survey", say("{name} is refused: {why}", name=file.name, why=why)))


def refuse_cells(file: File, columns: int, rows: int) -> None:
    """Refuse a grid that is too large before anything is made of it."""
    if columns < 1 or rows < 1 or columns * rows > MOST_CELLS:
        raise refused(
            file,
            say(
                "it has {columns} by {rows} heights; at most {most} are taken",
                columns=f"{columns:,}",
                rows=f"{rows:,}",
                most=f"{MOST_CELLS:,}",
            ),
        )


_HEAD = re.compile(rb"\s*([A-Za-z_]+)\s+(\S{1,40})[^\S\n]*\r?\n")


def read_ascii(file: File, system: str) -> Grid:
    """An ESRI ASCII grid."""
    said: dict[str, float] = {}
    at = 0
    while len(said) < 12 and (line := _HEAD.match(file.data, at)):
        try:
            said[line[1].decode().lower()] = float(line[2].replace(b",", b"."))
        except ValueError as fault:
            raise refused(file, say("{key} is no number", key=line[1].decode()[:20])) from fault
        at = line.end()
    east, north = (said.get(key, said.get("cellsize", 0.0)) for key in ("dx", "dy"))
    columns, rows = (_whole(said.get(key, 0.0)) for key in ("ncols", "nrows"))
    refuse_cells(file, columns, rows)
    if columns * rows * 2 > len(file.data) - at + 1:
        raise refused(file, _short(columns * rows, say("fewer")))
    corner = tuple(
        said[f"{axis}llcenter"] if f"{axis}llcenter" in said else said.get(f"{axis}llcorner", float("nan")) + step / 2
        for axis, step in (("x", east), ("y", north))
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            heights = np.fromstring(_with_points(file, at), dtype=np.float32, sep=" ")
    except (ValueError, Warning) as fault:
        raise refused(file, say("something that is no number stands among its heights")) from fault
    if len(heights) != columns * rows:
        raise refused(file, _short(columns * rows, f"{len(heights):,}"))
    return made_grid(
        file,
        heights.reshape(rows, columns),
        (corner[0], corner[1]),
        (east, north),
        system,
        said.get("nodata_value"),
    )


def _with_points(file: File, at: int) -> str:
    """The heights of a file as text with decimal points; refused where commas and points stand in it together."""
    text = file.data[at:].decode("ascii")
    if "," in text and "." in text:
        raise refused(file, say("commas and points stand among its heights; write them without thousands"))
    return text.replace(",", ".")


def _short(wanted: int, got: str) -> str:
    return say("{wanted} heights are wanted, got {got}", wanted=f"{wanted:,}", got=got)


def _whole(number: float) -> int:
    return int(number) if number == number and abs(number) < 1e9 and number == int(number) else 0


def read_hgt(file: File) -> Grid:
    """A tile of SRTM: a square of one degree, whose name says its south-western corner."""
    name = re.match(r"(?i)([NS])(\d{2})([EW])(\d{3})", file.name)
    if not name:
        raise refused(file, say("its name says no place, as N51W002.hgt does"))
    side = isqrt(len(file.data) // 2)
    if side * side * 2 != len(file.data) or side < 2:
        raise refused(file, say("{bytes} bytes are no square of heights", bytes=f"{len(file.data):,}"))
    refuse_cells(file, side, side)
    south, west = (
        int(degrees) * (1 if sign.upper() in "NE" else -1) for sign, degrees in ((name[1], name[2]), (name[3], name[4]))
    )
    heights = np.frombuffer(file.data, dtype=">i2").reshape(side, side)
    step = 1 / (side - 1)
    return made_grid(file, heights, (float(west), float(south)), (step, step), DEGREES, None)
