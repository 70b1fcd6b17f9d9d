"""Heights of a GeoTIFF: read by Pillow, its place and its coordinate system by the tags of the standard (OGC 19-008).

Size and kind are checked by the directory before a height is unpacked, so that no bomb goes off.
"""

from __future__ import annotations

import struct
from io import BytesIO
from typing import Any

import numpy as np

from rules.errors import Invalid
from rules.ground.surveys.files import File
from rules.ground.surveys.grids import MOST_CELLS, Grid, made_grid, refuse_cells, refused
from rules.values.foreign import told_in_words
from rules.values.sentence import say

SCALE, TIES, MATRIX, KEYS, VOID = 33550, 33922, 34264, 34735, 42113
"""Tags: size of a cell, a point of the grid with its place, both as a matrix, the keys, the mark of no height."""

BANDS, STORED = 277, 284
"""Tags: how many numbers a place has, and whether they stand place by place (1) or band by band (2)."""

RASTER, GEOGRAPHIC, PROJECTED = 1025, 2048, 3072
"""Keys: what a height stands for, and the numbers of the system in EPSG."""

AT_A_POINT, OWN = 2, 32_767
MODES = ("L", "I;16", "I;16B", "I;16S", "I;16BS", "I", "F")
MOST_NUMBERS = 4_000
"""The most numbers in one of these tags."""


def read_tiff(file: File) -> Grid:
    """The heights of a GeoTIFF; Invalid where it has no place, or more than one height at a place."""

    def refuse(why: str) -> Invalid:
        return refused(file, why)

    why = say(
        "it cannot be read as GeoTIFF: it is damaged, or packed in a way that is not read here; save it with one band "
        "of 16 or 32 bits, packed by LZW or Deflate or not at all"
    )
    data = _by_pixel(file.data)
    with told_in_words(why, refuse), _opened(file, data) as picture:
        refuse_cells(file, *picture.size)
        if picture.mode not in MODES:
            raise refused(file, say("it holds no heights but a picture ({mode})", mode=picture.mode))
        tags: Any = picture.tag_v2
        place, steps, system, void = _place(file, tags, picture.size[1])
        heights = np.asarray(picture)
    del picture  # its heights stand in the memory twice
    if heights.ndim != 2:
        raise refused(file, say("it has more than one height at a place"))
    return made_grid(file, heights, place, steps, system, void)


def _opened(file: File, data: bytes) -> Any:
    """The picture in a file, nothing of it unpacked; Invalid where its directory promises more than anybody has memory for."""
    from PIL import Image

    try:
        return Image.open(BytesIO(data), formats=["TIFF"])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as fault:
        why = say("its size exceeds limits: at most {most} heights are taken", most=f"{MOST_CELLS:,}")
        raise refused(file, why) from fault


def _by_pixel(data: bytes) -> bytes:
    """A file of one band with its first directory saying that it is stored by pixels: by bands that is the same."""
    order = "<" if data[:2] == b"II" else ">"
    try:
        (magic,) = struct.unpack_from(f"{order}H", data, 2)
        big = magic == 43
        (at,) = struct.unpack_from(f"{order}{'Q' if big else 'L'}", data, 8 if big else 4)
        (number,) = struct.unpack_from(f"{order}{'Q' if big else 'H'}", data, at)
        size, value = (20, 12) if big else (12, 8)
        rows = {}
        for i in range(min(number, MOST_NUMBERS)):
            entry = at + (8 if big else 2) + i * size
            rows[struct.unpack_from(f"{order}H", data, entry)[0]] = entry + value
        said = {tag: struct.unpack_from(f"{order}H", data, rows[tag])[0] for tag in (BANDS, STORED) if tag in rows}
    except struct.error:
        return data
    if said.get(BANDS, 1) != 1 or said.get(STORED) != 2:
        return data
    return data[: rows[STORED]] + struct.pack(f"{order}H", 1) + data[rows[STORED] + 2 :]


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
