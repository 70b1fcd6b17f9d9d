"""Files that people send as pictures, made by Pillow in the test: good ones, and hostile ones."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw


def a_scan(wide: int = 640, high: int = 480, colour: tuple[int, int, int] = (236, 224, 196)) -> Image.Image:
    """A map as somebody scans it: paper, a river, a road and a house."""
    scan = Image.new("RGB", (wide, high), colour)
    draw = ImageDraw.Draw(scan)
    draw.line([(0, high * 0.6), (wide * 0.4, high * 0.5), (wide, high * 0.7)], fill=(60, 110, 160), width=high // 30)
    draw.line([(wide * 0.2, 0), (wide * 0.3, high)], fill=(90, 60, 30), width=high // 60)
    draw.rectangle([wide * 0.6, high * 0.2, wide * 0.65, high * 0.26], fill=(30, 20, 20))
    return scan


def encoded(image: Image.Image, kind: str = "PNG", **more: Any) -> bytes:
    """The bytes of a file."""
    kept = BytesIO()
    image.save(kept, kind, **more)
    return kept.getvalue()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_bomb(wide: int, high: int) -> bytes:
    """A PNG of few bytes that says it has so many pixels, all of them there."""
    rows = zlib.compressobj(9)
    line = b"\0" + b"\0" * (-(-wide // 8))
    data = b"".join([*(rows.compress(line * 100) for _ in range(min(high, 3_000) // 100)), rows.flush()])
    head = struct.pack(">IIBBBBB", wide, high, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def text_bomb() -> bytes:
    """A PNG with a compressed text of 200 MB before its pixels."""
    whole = encoded(a_scan())
    text = zlib.compress(b"a" * 200_000_000, 9)
    return whole[:33] + _chunk(b"zTXt", b"Comment\0\0" + text) + whole[33:]


def tiff_with_a_huge_directory() -> bytes:
    """A TIFF whose first directory has 65,535 entries, each of many values."""
    many = 65_535
    entry = struct.pack("<HHII", 40_000, 1, 4_000_000, 8)
    return b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", many) + entry * many + struct.pack("<I", 0)


def tiff_in_a_circle() -> bytes:
    """A TIFF whose next page is always the first again."""
    whole = bytearray(encoded(a_scan(), "TIFF"))
    (at,) = struct.unpack_from("<I", whole, 4)
    (many,) = struct.unpack_from("<H", whole, at)
    struct.pack_into("<I", whole, at + 2 + many * 12, at)
    return bytes(whole)
