"""The after-action report as a table for a spreadsheet: one amount to a line, so that it can be sorted, summed and plotted."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from campaigns.sight.after import AfterAction, Course
from campaigns.sight.replay import MoveFact
from campaigns.web.reports.figures import name_of, stations
from campaigns.words.translation import translated
from rules.values.sentence import say, word

HEADS = ("what", "side", "kind", "move", "of", "amount", "unit", "who")
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""Characters that begin a formula in a spreadsheet."""

Cell = str | int


KEYS = ("what", "kind", "of", "unit")
"""The columns of which a plain text is a word of the program."""


def _cell(head: str, cell: Cell) -> Cell:
    """A cell in the reader's language."""
    text = word(cell) if isinstance(cell, str) and head in KEYS else cell
    return harmless(translated(text) if isinstance(text, str) else text)


def after_csv(report: AfterAction) -> str:
    """The report as CSV with a header line, in the reader's language."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(translated(word(head)) for head in HEADS)
    writer.writerows([_cell(head, cell) for head, cell in zip(HEADS, row, strict=True)] for row in rows(report))
    return out.getvalue()


def harmless(cell: Cell) -> Cell:
    """A cell that no spreadsheet reads as a formula; numbers stay numbers.

    >>> harmless("=1+1"), harmless("Red"), harmless(-3)
    ("'=1+1", 'Red', -3)
    """
    if isinstance(cell, str) and cell.lstrip(" ").startswith(DANGEROUS):
        return f"'{cell}"
    return cell


def rows(report: AfterAction) -> Iterator[tuple[Cell, ...]]:
    """Every amount of the report."""
    for what, courses, unit in (
        ("strength", report.strength, ""),
        (say("in sight"), report.sighted, ""),
        (say("in store"), report.stores, "packets"),
        ("points", report.points, "halves"),
    ):
        for course in courses:
            yield from _course(report, what, course, unit or course.kind)
    for one in report.asked:
        move = report.moves[one.number - 1]
        yield "due", name_of(report, one.side), one.kind, one.number, _called(report, move), one.packets, "packets", ""
    if report.game is not None:
        for turn in report.game.score:
            for side, shade in report.game.board["shades"].items():
                if turn.get(shade):
                    yield "score", name_of(report, side), "move", turn["number"], turn[shade], "", "", ""
    for time in report.times:
        side, at = name_of(report, time.move.side), (time.move.number, _called(report, time.move))
        for what, seconds in (("allowed", time.allowed), ("taken", time.taken)):
            if seconds is not None:
                yield "clock", side, what, *at, seconds, "seconds", ""
        for post in time.ready:
            yield "clock", name_of(report, post.side), "ready", *at, post.seconds, "seconds", post.title


def _course(report: AfterAction, what: str, course: Course, unit: str) -> Iterator[tuple[Cell, ...]]:
    """A line for each amount that was known; the opening is move 0."""
    for number, (label, amount) in enumerate(zip(stations(report), course.amounts, strict=True)):
        if amount is not None:
            yield what, name_of(report, course.side), course.kind, number, label, amount, unit, ""


def _called(report: AfterAction, move: MoveFact) -> str:
    """The name of a move in the tables: ``Red 3``."""
    return say("{side} {own_number}", side=report.seat.called(move.side), own_number=move.own_number)
