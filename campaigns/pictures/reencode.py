"""A picture that somebody sent, drawn anew as WebP: ``python -m campaigns.pictures.reencode`` reads it from standard input.

It runs with little memory and little time, and knows nothing of the site: whatever is hidden in a file can reach no more
than that.  What comes out are pixels alone: no EXIF, no profile, no text, no second page, nothing behind the end.

The answer is a line of JSON, and after it the new file: ``{"wide", "high"}`` in pixels, or ``{"refused": kind, …}``.
"""

from __future__ import annotations

import json
import sys
from io import BytesIO
from math import isfinite
from typing import Any

from PIL import Image, ImageOps, UnidentifiedImageError

FORMATS = ("PNG", "JPEG", "WEBP", "TIFF")
"""The formats that are read; no reader of another is ever loaded."""

LONGEST_SIDE = 4096
"""Pixels of the longer side at most; a larger picture is made smaller."""

MOST_PIXELS = 30_000_000
"""Pixels of a picture that is sent at most: so many, four bytes each, are read within the memory that the process has."""

LEAST_SIDE = 16
"""Pixels of each side at least."""

BAND = 128
"""Rows of the new picture that are made at a time, so that no second copy of a large one is held."""

QUALITY, EFFORT = 82, 2
"""Of WebP: how like the original, and how long it tries."""

PAPER = (255, 255, 255)
"""What shows through where a picture is transparent."""

SUBFILE, SMALLER, MASK, MOST_COPIES = 254, 1, 4, 12
"""The tag of a TIFF that says what a page is, its values for no page of its own, and how many of those are passed over."""

ORIENTATION = 0x0112
"""The tag of EXIF that says how a camera was held."""

Answer = tuple[dict[str, Any], bytes]


def reencode(sent: bytes) -> Answer:
    """The picture drawn anew; or why not: ``kind`` no picture, ``size`` too many pixels, ``pages`` several, ``broken``."""
    Image.MAX_IMAGE_PIXELS = None  # it is refused here, with its numbers
    try:
        image = Image.open(BytesIO(sent), formats=FORMATS)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return {"refused": "kind"}, b""
    wide, high = image.size
    if wide * high > MOST_PIXELS or min(wide, high) < LEAST_SIDE:
        return {"refused": "size", "wide": wide, "high": high}, b""
    try:
        if _has_more_pages(image):
            return {"refused": "pages"}, b""
        orientation = _orientation(image)
        image.load()
        drawn = _upright(_on_paper(image, _levels(image)), orientation)
    except (OSError, SyntaxError, ValueError, EOFError, KeyError, IndexError, TypeError, OverflowError):
        return {"refused": "broken"}, b""
    kept = BytesIO()
    try:
        drawn.save(kept, "WEBP", quality=QUALITY, method=EFFORT)
    except ValueError as refused:  # so it says that it got no memory: the size was limited before
        raise MemoryError from refused
    return {"wide": drawn.width, "high": drawn.height}, kept.getvalue()


def _has_more_pages(image: Image.Image) -> bool:
    """Whether a file holds more than one picture.

    What a camera or phone hangs on to a JPEG is no page, nor is a smaller copy or a mask in a TIFF.
    """
    if image.format != "TIFF":
        return image.format not in ("JPEG", "MPO") and bool(getattr(image, "is_animated", False))
    try:
        for page in range(1, MOST_COPIES + 2):  # never the last is looked for
            image.seek(page)
            if not image.tag_v2.get(SUBFILE, 0) & (SMALLER | MASK):  # type: ignore[attr-defined]
                return True
    except EOFError:
        image.seek(0)
        return False
    return True


def _levels(image: Image.Image) -> tuple[float, float]:
    """The darkest value of a picture of more than 8 bits a colour, and what a value above it is multiplied with.

    Whole numbers are of as many bits as the brightest of them needs, fractions from nought to one, or from end to end.
    """
    if image.mode != "F" and not image.mode.startswith("I"):
        return 0.0, 1.0
    low, high = (float(one) for one in image.getextrema())  # type: ignore[arg-type]
    if not (isfinite(low) and isfinite(high)):
        raise ValueError("it has values that are no numbers")
    low = min(low, 0.0)
    if image.mode == "F" and (low < 0 or high > 255):
        return low, 255 / ((high - low) or 1)
    if image.mode == "F":
        return 0.0, 255.0 if high <= 1 else 1.0
    return low, 255 / (2 ** max(int(high - low).bit_length(), 8) - 1)


def _orientation(image: Image.Image) -> int:
    """How a camera was held, 1 to 8; 1 where nothing valid is said."""
    try:
        told = image.getexif().get(ORIENTATION, 1)
    except Exception:  # whatever is wrong with the EXIF of a file is no reason to refuse its picture
        return 1
    return told if isinstance(told, int) and 1 <= told <= 8 else 1


def _on_paper(image: Image.Image, levels: tuple[float, float]) -> Image.Image:
    """The picture without transparency, of 8 bits a colour, its longer side no longer than is kept; the original is let go."""
    wide, high = image.size
    shrunk = max(1.0, max(wide, high) / LONGEST_SIDE)
    size = max(1, round(wide / shrunk)), max(1, round(high / shrunk))
    drawn = Image.new("RGB", size, PAPER)
    for top in range(0, size[1], BAND):
        bottom = min(size[1], top + BAND)
        first, last = top * high / size[1], bottom * high / size[1]
        above, below = max(0, int(first) - 4), min(high, int(last) + 5)
        rows = _colours(image.crop((0, above, wide, below)), levels)
        if size != (wide, high):
            box = (0, first - above, wide, min(last - above, rows.height))
            rows = rows.resize((size[0], bottom - top), Image.Resampling.BICUBIC, box)
        else:
            rows = rows.crop((0, top - above, wide, bottom - above))
        drawn.paste(rows, (0, top))
    image.close()
    return drawn


def _colours(rows: Image.Image, levels: tuple[float, float]) -> Image.Image:
    """Rows of any sort of picture in red, green and blue, on white paper.  levels: as ``_levels`` has them."""
    if rows.mode in ("I;16", "I;16L", "I;16B", "I;16N"):
        rows = rows.convert("I")
    if rows.mode in ("I", "F"):
        low, factor = levels
        return rows.convert("F").point(lambda value: value * factor + (0.5 - low * factor)).convert("L").convert("RGB")
    if not rows.has_transparency_data:
        return rows.convert("RGB")
    seen = rows.convert("RGBA")
    paper = Image.new("RGBA", seen.size, (*PAPER, 255))
    return Image.alpha_composite(paper, seen).convert("RGB")


def _upright(drawn: Image.Image, orientation: int) -> Image.Image:
    """The picture as its camera was held."""
    if orientation == 1:
        return drawn
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    drawn.info["exif"] = exif.tobytes()
    return ImageOps.exif_transpose(drawn)


def main() -> None:
    """Read, draw anew, answer."""
    told, file = reencode(sys.stdin.buffer.read())
    sys.stdout.buffer.write(json.dumps(told).encode() + b"\n" + file)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
