"""A board on a sheet of the PDF: the same drawing that the page shows, in ink."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from fpdf import FPDF

from campaigns import __file__ as app
from campaigns.web.board.boards import Drawing

MEN = Path(app).resolve().parent.parent / "templates" / "campaigns" / "parts" / "men.html"
PAPER, SAND, INK, HAIR = (253, 249, 238), (220, 204, 164), (34, 28, 20), (133, 119, 92)
WATER, LAST, FIRE, BRIDGE = (169, 202, 211), (240, 216, 130), (152, 39, 28), (199, 155, 98)
SHADES = {"light": ("#fffdf5", "#1d1811", "#1d1811"), "dark": ("#211b12", "#0d0a06", "#f4ead2")}
"""The fill, the outline and the inner lines of light and dark men."""


@cache
def figure(kind: str, shade: str) -> bytes:
    """A man as a picture of its own, from the symbols of the page."""
    found = re.search(rf'<symbol id="man-{kind}"[^>]*>(.*?)</symbol>', MEN.read_text(encoding="utf-8"), re.S)
    assert found is not None
    fill, edge, line = SHADES[shade]
    shapes = found[1].replace('class="line"', f'fill="none" stroke="{line}"')
    style = f'fill="{fill}" stroke="{edge}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" {style}>{shapes}</svg>'.encode()


class Frame:
    """A place on a sheet for a drawing, so many millimetres wide."""

    def __init__(self, sheet: FPDF, drawing: Drawing, left: float, top: float, wide: float) -> None:
        self.sheet, self.drawing, self.left, self.top = sheet, drawing, left, top
        self.unit = wide / drawing.width

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the drawing on the sheet."""
        return self.left + x * self.unit, self.top + y * self.unit

    def shape(self, points: str, fill: tuple[int, int, int], edge: tuple[int, int, int] = HAIR) -> None:
        """A polygon of the drawing."""
        self.sheet.set_fill_color(*fill)
        self.sheet.set_draw_color(*edge)
        self.sheet.set_line_width(0.12)
        self.sheet.polygon([self.at(*pair) for pair in _pairs(points)], style="DF")

    def line(self, ends: Iterable[float], width: float, colour: tuple[int, int, int]) -> None:
        """A line of the drawing between two points."""
        x1, y1, x2, y2 = ends
        self.sheet.set_draw_color(*colour)
        self.sheet.set_line_width(width)
        self.sheet.line(*self.at(x1, y1), *self.at(x2, y2))

    def word(self, text: str, x: float, y: float, size: float) -> None:
        """A word centred on a point."""
        self.sheet.set_font("text", size=size)
        across, down = self.at(x, y)
        self.sheet.text(across - self.sheet.get_string_width(text) / 2, down, text)


def board(sheet: FPDF, drawing: Drawing, left: float, top: float, wide: float) -> float:
    """Draw a board; its height in millimetres."""
    frame = Frame(sheet, drawing, left, top, wide)
    high = drawing.height * frame.unit
    sheet.set_draw_color(*INK)
    sheet.set_line_width(0.4)
    sheet.rect(left, top, wide, high)
    _ground(frame)
    for x1, y1, x2, y2 in drawing.strokes:
        frame.line((x1, y1, x2, y2), 0.35, INK)
    for text, x, y in drawing.rim:
        frame.word(text, x, y, 22 * frame.unit * 2.83)
    _men(frame)
    for ends in drawing.lines:
        frame.line(ends, 0.5, FIRE)
    sheet.set_draw_color(*INK)
    return high


def _ground(frame: Frame) -> None:
    """Water and cells; the last move is marked as on the page."""
    for points in frame.drawing.water:
        frame.shape(points, WATER)
    for cell in frame.drawing.cells:
        marks = cell.marks.split()
        ground = SAND if {"dark", "odd"} & set(marks) else PAPER
        kinds = {"is-last": LAST, "ford": WATER, "bridge": BRIDGE}
        frame.shape(cell.shape, next((colour for mark, colour in kinds.items() if mark in marks), ground))
    stream = _pairs(frame.drawing.stream)
    for (x1, y1), (x2, y2) in pairwise(stream):
        frame.line((x1, y1, x2, y2), 0.7, WATER)


def _men(frame: Frame) -> None:
    """The men; those of War-Chess on a round or a square plinth, which tells the sides apart."""
    for man in frame.drawing.men:
        if man.plinth:
            frame.sheet.set_fill_color(*(PAPER if man.shade == "light" else SAND))
            frame.sheet.set_draw_color(*INK)
            frame.sheet.set_line_width(0.2)
            x, y, far = man.plinth
            if man.shade == "light":
                frame.sheet.circle(*frame.at(x, y), far * frame.unit, style="DF")
            else:
                frame.sheet.rect(*frame.at(x, y), far * frame.unit, far * frame.unit, style="DF")
        size = man.size * frame.unit
        frame.sheet.image(BytesIO(figure(man.kind, man.shade)), *frame.at(man.left, man.top), size, size)


def _pairs(points: str) -> list[tuple[float, float]]:
    """Points in the notation of SVG."""
    found = [pair.split(",") for pair in points.split()]
    return [(float(x), float(y)) for x, y in found]
