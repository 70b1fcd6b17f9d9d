"""Heights of a GeoTIFF: read by Pillow, its place and its coordinate system by the tags of the standard (OGC 19-008).

Size and kind are checked by the directory before a height is unpacked, so that no bomb goes off.
"""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import Any

import numpy as np

from rules.ground.surveys.files import File
from rules.ground.surveys.grids import Grid, made_grid, refuse_cells, refused
from rules.values.sentence import say

SCALE, TIES, MATRIX, KEYS, VOID = 33550, 33922, 34264, 34735, 42113
"""Tags: size of a cell, a point of the grid with its place, both as a matrix, the keys, the mark of no height."""

RASTER, GEOGRAPHIC, PROJECTED = 1025, 2048, 3072
"""Keys: what a height stands for, and the numbers of the system in EPSG."""

AT_A_POINT, OWN = 2, 32_767
MODES = ("L", "I;16", "I;16B", "I;16S", "I;16BS", "I", "F")
MOST_NUMBERS = 4_000
"""The most numbers in one of these tags."""


def read_tiff(file: File) -> Grid:
    """The heights of a GeoTIFF; Invalid where it has no place, or more than one height at a place."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of a bomb, and of a directory that contradicts itself
            with Image.open(BytesIO(file.data), formats=["TIFF"]) as picture:
                refuse_cells(file, *picture.size)
                if picture.mode not in MODES:
                    raise refused(file, say("it holds no heights but a picture ({mode})", mode=picture.mode))
                tags: Any = picture.tag_v2  # type: ignore[attr-defined]
                place, steps, system, void = _place(file, tags, picture.size[1])
                heights = np.asarray(picture)
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        Warning,
        OSError,
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        SyntaxError,
        OverflowError,
        RuntimeError,
        EOFError,
        AttributeError,
    ) as fault:
        raise refused(file, say("it cannot be read as GeoTIFF ({why})", why=str(fault)[:60])) from fault
    del picture  # its heights stand in the memory twice
    if heights.ndim != 2:
        raise refused(file, say("it has more than one height at a place"))
    return made_grid(file, heights, place, steps, system, void)


def _place(file: File, tags: Any, rows: int) -> tuple[tuple[float, float], tuple[float, float], str, float | None]:
    """South-west sample, steps, system, and the mark of a place without a height."""
    keys = _keys(tags)
    half = 0.0 if keys.get(RASTER) == AT_A_POINT else 0.5
    scale, ties, matrix = (_numbers(tags, tag) for tag in (SCALE, TIES, MATRIX))
    if len(scale) >= 2 and len(ties) >= 6:
        east, north = scale[0], scale[1]
        west, top = ties[3] + (half - ties[0]) * east, ties[4] - (half - ties[1]) * north
    elif len(matrix) == 16 and matrix[1] == matrix[4] == 0:
        east, north = matrix[0], -matrix[5]
        west, top = matrix[3] + half * east, matrix[7] - half * north
    else:
        raise refused(file, say("it does not say where it lies, or it is turned"))
    number = keys.get(PROJECTED) or keys.get(GEOGRAPHIC) or 0
    system = f"EPSG:{number}" if 1_000 < number < OWN else ""
    return (west, top - (rows - 1) * north), (east, north), system, _void(tags)


def _keys(tags: Any) -> dict[int, int]:
    """The keys whose value stands in the directory itself."""
    rows = [int(one) for one in _numbers(tags, KEYS)]
    return {rows[i]: rows[i + 3] for i in range(4, len(rows) - 3, 4) if rows[i + 1] == 0}


def _numbers(tags: Any, tag: int) -> tuple[float, ...]:
    found = tags.get(tag, ())
    found = found if isinstance(found, tuple) else (found,)
    return tuple(float(one) for one in found[:MOST_NUMBERS])


def _void(tags: Any) -> float | None:
    try:
        return float(str(tags.get(VOID, "")).strip("\x00 "))
    except ValueError:
        return None
