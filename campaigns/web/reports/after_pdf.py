"""The after-action report as a PDF to print and hand out.  It says what the page says."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace

from campaigns import __file__ as app
from campaigns.sight.after import AfterAction
from campaigns.web.board.pdf_board import board
from campaigns.web.page.charts import Chart
from campaigns.web.reports.figures import Figure
from campaigns.web.reports.game_report import Scene, Story
from campaigns.words.languages import ENGLISH, spoken
from campaigns.words.translation import translated
from rules.values.sentence import say

TYPE = Path(app).resolve().parent / "static" / "campaigns" / "type"
FALLBACK = Path(__file__).resolve().parent / "type" / "plain.ttf"
INK, SOFT, HAIR, PAPER = (34, 28, 20), (87, 76, 60), (205, 191, 159), (239, 230, 209)
COLOURS = {"red": (152, 39, 28), "blue": (29, 64, 105)}
MARGIN, WIDTH = 18.0, 174.0
"""Millimetres of an A4 sheet: at its edges, and between them."""


class Sheet(FPDF):
    """An A4 sheet with our header and footer."""

    def __init__(self, title: str, whose: str, made: datetime) -> None:
        super().__init__(format="A4")
        self.foot = say("{title} · {whose}", title=title, whose=translated(whose))
        self.set_creation_date(made)
        self.set_title(title)
        self.set_lang("en-GB" if spoken() == ENGLISH else spoken())
        self.set_margin(MARGIN)
        self.c_margin = 0
        self.set_auto_page_break(True, margin=20)
        for family, file in (("text", "text"), ("strong", "text-strong"), ("heads", "heads")):
            self.add_font(family, fname=TYPE / f"{file}.woff2")
        self.add_font("plain", fname=FALLBACK)
        self.set_fallback_fonts(["plain"], exact_match=False)
        self.set_draw_color(*INK)
        self.set_text_color(*INK)

    def normalize_text(self, text: str) -> str:
        """A text in the reader's language, ready for the sheet.  Every text of fpdf2 goes through here."""
        return str(super().normalize_text(translated(text)))

    def footer(self) -> None:
        """The title, and the number of the sheet."""
        self.set_y(-14)
        self.say(self.foot, "text", 8, SOFT, after=False)
        self.cell(0, 4, f"{self.page_no()}", align="R")

    def say(
        self, text: str, family: str, size: float, colour: tuple[int, int, int] = INK, *, after: bool = True
    ) -> None:
        """A line of words."""
        self.set_font(family, size=size)
        self.set_text_color(*colour)
        if after:
            self.multi_cell(0, size * 0.48, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        else:
            self.cell(0, 4, text, new_x=XPos.LMARGIN, new_y=YPos.TOP)
        self.set_text_color(*INK)


def after_pdf(
    report: AfterAction, figures: tuple[Figure, ...], story: Story | None = None, *, whose: str, now: datetime
) -> bytes:
    """The report as a PDF.  whose: in words, whose papers it is read from.  story: of a game on a board."""
    battle = report.seat.battle
    sheet = Sheet(translated(say("After-action report: {name}", name=battle.name)), whose, battle.ended_at or now)
    sheet.add_page()
    sheet.say(say("K.S. Form 22 · After-action report"), "text", 9, SOFT)
    sheet.say(battle.name, "heads", 24)
    sheet.say(f"{report.seat.campaign.name} · {translated(whose)}", "text", 11, SOFT)
    _double_rule(sheet)
    if story is not None:
        _story(sheet, story)
    for figure in figures:
        _figure(sheet, figure)
    if not figures and story is None:
        sheet.say("Nothing has been entered yet.", "text", 11)
    return bytes(sheet.output())


def _double_rule(sheet: Sheet) -> None:
    """The double rule under the head of a form."""
    y = sheet.get_y() + 2
    for height, width in ((y, 0.5), (y + 1, 0.2)):
        sheet.set_line_width(width)
        sheet.line(MARGIN, height, MARGIN + WIDTH, height)
    sheet.set_y(y + 4)


def _story(sheet: Sheet, story: Story) -> None:
    """The replay of a game: its boards, two side by side, and its score in columns."""
    sheet.start_section(translated(say("The game")))
    sheet.say(translated("The game").upper(), "heads", 13)
    wide = (WIDTH - BETWEEN) / 2
    drawn = [one for one in story.scenes if one.drawing is not None]
    for first in range(0, len(drawn), 2):
        row = drawn[first : first + 2]
        words = max(sum(_lines(sheet, text, wide) for text in one.told) for one in row)
        high = max(wide * one.drawing.height / one.drawing.width for one in row if one.drawing) + 8 + words
        if sheet.will_page_break(high):
            sheet.add_page()
        top = sheet.get_y()
        for place, one in enumerate(row):
            _scene(sheet, one, MARGIN + place * (wide + BETWEEN), top, wide, words)
        sheet.set_xy(MARGIN, top + high + 3)
    _score(sheet, story)
    sheet.ln(5)


BETWEEN = 24.0
"""Millimetres between two boards, so that a sheet has room for four."""

TELLS, A_LINE = 9, 4.2
"""The size of the text above a board, and the millimetres of a line of it."""


def _lines(sheet: Sheet, text: str, wide: float) -> float:
    """The height of a sentence in a column, in millimetres."""
    sheet.set_font("text", size=TELLS)
    lines = sheet.multi_cell(wide, A_LINE, text, align="L", dry_run=True, output=MethodReturnValue.LINES)
    assert isinstance(lines, list)
    return A_LINE * len(lines)


def _scene(sheet: Sheet, scene: Scene, left: float, top: float, wide: float, words: float) -> None:
    """A board beneath what happened."""
    sheet.set_font("strong", size=10)
    sheet.text(left, top + 4, scene.title)
    sheet.set_xy(left, top + 5.5)
    sheet.set_font("text", size=TELLS)
    for text in scene.told:
        sheet.multi_cell(wide, A_LINE, text, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT)
    if scene.drawing is not None:
        board(sheet, scene.drawing, left, top + 7 + words, wide)


def _score(sheet: Sheet, story: Story) -> None:
    """The moves as written, in three columns."""
    if not story.score:
        return
    heads = ("No.", *(story.names.get(side, side) for side in story.shades))
    lines = [(str(one["number"]), *(str(one.get(shade, "")) for shade in story.shades.values())) for one in story.score]
    deep = -(-len(lines) // 3)
    blank = ("",) * len(heads)
    columns = [lines[first : first + deep] for first in range(0, 3 * deep, deep)]
    rows = tuple(sum((column[at] if at < len(column) else blank for column in columns), ()) for at in range(deep))
    _table(sheet, Figure("score", say("The score"), "", (), heads * 3, rows))


def _figure(sheet: Sheet, figure: Figure) -> None:
    """A part of the report: its charts, two side by side where there are more, and its table."""
    if sheet.will_page_break(70):
        sheet.add_page()
    sheet.start_section(translated(figure.title))
    sheet.say(translated(figure.title).upper(), "heads", 13)
    sheet.say(figure.says, "text", 10, SOFT)
    sheet.ln(2)
    across = 1 if len(figure.charts) == 1 else 2
    wide = (WIDTH - 6) / 2 if across > 1 else 0.75 * WIDTH
    for first in range(0, len(figure.charts), across):
        high = wide * figure.charts[first].high / figure.charts[first].wide + 8
        if sheet.will_page_break(high):
            sheet.add_page()
        top = sheet.get_y()
        for place, chart in enumerate(figure.charts[first : first + across]):
            _chart(sheet, chart, MARGIN + place * (wide + 6), top, wide)
        sheet.set_xy(MARGIN, top + high)
    _table(sheet, figure)
    sheet.ln(5)


def _chart(sheet: Sheet, chart: Chart, left: float, top: float, wide: float) -> None:
    """A chart at a place, so many millimetres wide."""
    unit = wide / chart.wide

    def x(at: float) -> float:
        return left + at * unit

    def y(at: float) -> float:
        return top + 5 + at * unit

    sheet.set_font("strong", size=9)
    sheet.text(left, top + 3, chart.title)
    sheet.set_font("text", size=7)
    sheet.set_text_color(*SOFT)
    for word, height in chart.levels:
        sheet.set_draw_color(*HAIR)
        sheet.set_line_width(0.15)
        sheet.line(x(chart.left), y(height), x(chart.right), y(height))
        sheet.text(x(chart.left) - sheet.get_string_width(word) - 1, y(height) + 1, word)
    for word, at in chart.columns:
        sheet.text(x(at) - sheet.get_string_width(word) / 2, y(chart.floor) + 4, word)
    for bar in chart.bars:
        sheet.set_draw_color(*COLOURS.get(bar.side, INK))
        sheet.set_fill_color(*COLOURS.get(bar.side, INK) if bar.kind == "taken" else PAPER)
        sheet.rect(x(bar.x), y(bar.y), bar.wide * unit, bar.high * unit, style="DF")
    for line in chart.tracks:
        _track(sheet, [(x(a), y(b)) for a, b in line.points], line.side)
    sheet.set_fill_color(*INK)
    for mark in chart.ready:
        sheet.circle(x(mark.x), y(mark.y), 0.8, style="F")
    sheet.set_draw_color(*INK)
    sheet.set_line_width(0.25)
    sheet.line(x(chart.left), y(chart.floor), x(chart.right), y(chart.floor))
    _legend(sheet, chart, x(chart.right), top + 3)
    sheet.set_text_color(*INK)


def _track(sheet: Sheet, points: list[tuple[float, float]], side: str) -> None:
    """A line of steps: Red's whole, Blue's dashed."""
    if len(points) < 2:
        return
    sheet.set_draw_color(*COLOURS.get(side, INK))
    sheet.set_line_width(0.5)
    with sheet.local_context():
        if side == "blue":
            sheet.set_dash_pattern(dash=1.6, gap=0.9)
        sheet.polyline(points)


def _legend(sheet: Sheet, chart: Chart, right: float, y: float) -> None:
    """The legend of the lines, from the right edge leftwards."""
    if len(chart.tracks) < 2:
        return
    for line in reversed(chart.tracks):
        right -= sheet.get_string_width(line.name)
        sheet.set_text_color(*COLOURS.get(line.side, INK))
        sheet.text(right, y, line.name)
        right -= 8
        _track(sheet, [(right, y - 0.9), (right + 6.5, y - 0.9)], line.side)
        right -= 3


def _table(sheet: Sheet, figure: Figure) -> None:
    """The table of a figure, with its header on every sheet."""
    many = len(figure.heads) > 7
    sheet.set_font("text", size=7 if many else 9)
    sheet.set_draw_color(*HAIR)
    sheet.set_line_width(0.2)
    sheet.set_fill_color(255)
    words = figure.heads[-1] == "Ready"
    align = ("LEFT", *["RIGHT"] * (len(figure.heads) - 1 - words), *(["LEFT"] if words else []))
    widths = (2, *[1.2] * (len(figure.heads) - 1 - words), *([6] if words else []))
    with sheet.table(
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        headings_style=FontFace(family="strong", color=SOFT),
        text_align=align,
        col_widths=widths,
        line_height=4 if many else 5,
        padding=(0.4, 1),
    ) as table:
        for cells in (figure.heads, *figure.rows):
            table.row(cells)
    sheet.set_draw_color(*INK)
