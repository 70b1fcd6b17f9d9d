"""Small files of a survey, as programs write them: grids of heights, OpenStreetMap, hostile ones."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from PIL import Image, TiffImagePlugin

Heights = Callable[[int, int], float]


def hill(side: int, high: float = 100.0) -> Any:
    """A round hill, rows from the north."""
    middle = (side - 1) / 2
    y, x = np.mgrid[0:side, 0:side]
    return (high * (1 - np.hypot(x - middle, y - middle) / middle)).clip(0).astype(np.float32)


def ascii_grid(
    heights: Any, west: float, south: float, cell: float, *, by: str = "corner", void: float = -9999
) -> bytes:
    """An ESRI ASCII grid."""
    rows, columns = heights.shape
    head = f"ncols {columns}\nnrows {rows}\nxll{by} {west}\nyll{by} {south}\ncellsize {cell}\nNODATA_value {void}\n"
    return (head + "\n".join(" ".join(f"{one:.2f}" for one in row) for row in heights) + "\n").encode()


def hgt(heights: Any) -> bytes:
    """A tile of SRTM."""
    return np.asarray(heights).astype(">i2").tobytes()


def geotiff(
    heights: Any, west: float, north: float, cell: float, *, epsg: int = 27700, geographic: bool = False, packing: str | None = None,
    point: bool = False, void: str = "",
) -> bytes:  # fmt: skip
    """A GeoTIFF with a tie point, the size of a cell, and the keys of its system."""
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[33550], tags.tagtype[33550] = (cell, cell, 0.0), 12
    tags[33922], tags.tagtype[33922] = (0.0, 0.0, 0.0, west, north, 0.0), 12
    keys = (
        1,
        1,
        0,
        3,
        1024,
        0,
        1,
        2 if geographic else 1,
        1025,
        0,
        1,
        2 if point else 1,
        2048 if geographic else 3072,
        0,
        1,
        epsg,
    )
    tags[34735], tags.tagtype[34735] = keys, 3
    if void:
        tags[42113], tags.tagtype[42113] = void, 2
    out = io.BytesIO()
    given = {"compression": packing} if packing else {}
    Image.fromarray(heights).save(out, "TIFF", tiffinfo=tags, **given)
    return out.getvalue()


def osm(*rows: str) -> bytes:
    """A file of OpenStreetMap."""
    return ("<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6'>\n" + "\n".join(rows) + "\n</osm>\n").encode()


def node(number: int, lon: float, lat: float, **tags: str) -> str:
    """A node."""
    return f"<node id='{number}' lon='{lon}' lat='{lat}'>{_tags(tags)}</node>"


def way(number: int, nodes: Sequence[int], **tags: str) -> str:
    """A way."""
    refs = "".join(f"<nd ref='{one}'/>" for one in nodes)
    return f"<way id='{number}'>{refs}{_tags(tags)}</way>"


def relation(number: int, members: Sequence[tuple[int, str]], **tags: str) -> str:
    """A relation of ways."""
    rows = "".join(f"<member type='way' ref='{one}' role='{role}'/>" for one, role in members)
    return f"<relation id='{number}'>{rows}{_tags(tags)}</relation>"


def _tags(tags: dict[str, str]) -> str:
    return "".join(f"<tag k='{key}' v='{value}'/>" for key, value in tags.items())


def packed(*files: tuple[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def zip_bomb(name: str, how: int, begins: bytes = b"", size: int = 300) -> bytes:
    """A zip of a few bytes that becomes so many million."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive, archive.open(name, "w") as held:
        held.write(begins)
        for _ in range(size):
            held.write(b" " * 1_000_000)
    return out.getvalue()


def that_lies(source: bytes, size: int) -> bytes:
    """A zip of one file that says that it has so many bytes."""
    lies = bytearray(source)
    for place in (lies.find(b"PK\x03\x04") + 22, lies.find(b"PK\x01\x02") + 24):
        lies[place : place + 4] = size.to_bytes(4, "little")
    return bytes(lies)


def tiff_bomb(side: int = 60_000) -> bytes:
    """A directory that promises more heights than anybody has memory for."""
    rows = [(256, 3, 1, side), (257, 3, 1, side), (258, 3, 1, 32), (259, 3, 1, 8), (262, 3, 1, 1), (273, 4, 1, 8), (277, 3, 1, 1),
            (278, 3, 1, side), (279, 4, 1, 10), (339, 3, 1, 3)]  # fmt: skip
    body = b"".join(struct.pack("<HHII", *row) for row in rows)
    return b"II*\x00" + struct.pack("<I", 8) + struct.pack("<H", len(rows)) + body + struct.pack("<I", 0)
