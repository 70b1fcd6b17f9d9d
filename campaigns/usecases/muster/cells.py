"""The cells of a table as text: split from what was pasted, and written so that no spreadsheet takes one for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.errors import Invalid
from rules.values.measure import INCH
from rules.values.sentence import of_field, say

MOST_CHARACTERS = 500_000
"""Characters of a table at most."""

MOST_LINES = 1_000
"""Lines of a table at most."""

MOST_COLUMNS = 60
"""Cells of a line at most."""

LONGEST_CELL = 4_000
"""Characters of a cell at most."""

SEPARATORS = ("\t", ";", ",")
"""Between cells: what a spreadsheet pastes, and the two forms of CSV; the first that the first line has counts."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a cell that a spreadsheet takes for a formula."""

GUARD = "'"

csv.field_size_limit(
    MOST_CHARACTERS
)  # Python's own limit would tell a long cell as a quotation mark that is not closed

_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NUMBER = re.compile(r"[+-]?\d{1,7}(?:[.,]\d{1,6})?")


@dataclass(frozen=True)
class Line:
    """A line of a table: its number in the text, counted from 1, and its cells."""

    number: int
    cells: tuple[str, ...]


def split(text: str) -> list[Line]:
    """The lines of a table that are not empty, cell by cell.  Invalid where it is none, or too large."""
    if len(text) > MOST_CHARACTERS:
        raise Invalid(of_field("table", say("at most {most} characters are wanted", most=f"{MOST_CHARACTERS:,}")))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if _FORBIDDEN.search(text):
        raise Invalid(of_field("table", say("control characters and invisible characters are not allowed")))
    if text.count("\n") > MOST_LINES:
        raise Invalid(of_field("table", say("at most {most} lines are wanted", most=f"{MOST_LINES:,}")))
    reader = csv.reader(io.StringIO(text), delimiter=_separator(text), strict=True)
    found: list[Line] = []
    begins = 1
    try:
        for row in reader:
            cells = tuple(unguarded(cell.strip()) for cell in row)
            if too_much := _too_much(cells, found[0].cells if found else ()):
                raise Invalid(of_field(say("line {number}", number=begins), too_much))
            if any(cells):
                found.append(Line(begins, cells))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise Invalid(of_field(say("line {number}", number=begins), say("a quotation mark is not closed"))) from error
    return found


def _too_much(cells: Sequence[str], heads: Sequence[str]) -> str:
    """What of a line is over its limit, in words; empty where nothing is.  heads: of the columns, as far as they are known."""
    if len(cells) > MOST_COLUMNS:
        return say("it has {cells} cells, at most {most} are taken", cells=len(cells), most=MOST_COLUMNS)
    for place, cell in enumerate(cells):
        if len(cell) > LONGEST_CELL:
            head = heads[place][:40] if place < len(heads) else ""
            return say(
                "the cell “{cell}” has {characters} characters, at most {most} are taken",
                cell=head or place + 1, characters=len(cell), most=LONGEST_CELL,
            )  # fmt: skip
    return ""


def _separator(text: str) -> str:
    """What stands between the cells."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", first)
    return next((one for one in SEPARATORS if one in bare), ",")


def written(rows: Iterable[Sequence[str]]) -> str:
    """Rows as CSV (RFC 4180, without a byte order mark), in which no cell is a formula.

    >>> written([["name", "men"], ["=SUM(A1)", "3"], ["a; \\"b\\", c", ""]])
    'name,men\\r\\n\\'=SUM(A1),3\\r\\n"a; ""b"", c",\\r\\n'
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([[guarded(cell) for cell in row] for row in rows])
    return out.getvalue()


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> guarded("=1+1"), guarded("Red Rifles"), unguarded(guarded("-3"))
    ("'=1+1", 'Red Rifles', '-3')
    """
    return f"{GUARD}{cell}" if cell.startswith(FORMULA) else cell


def unguarded(cell: str) -> str:
    """The text of a cell that was guarded."""
    return cell[1:] if cell.startswith(GUARD) and cell[1:].startswith(FORMULA) else cell


def whole(cell: str) -> int | None:
    """A whole number, at most a million; None where it is none.

    >>> whole("33"), whole("33,0"), whole("33.5"), whole("many")
    (33, 33, None, None)
    """
    number = _read(cell)
    return int(number) if number is not None and number.denominator == 1 and 0 <= number <= 1_000_000 else None


def inches(cell: str) -> int | float | None:
    """Inches, with a point or a comma, to the nearest sixteenth; None where it is none.

    >>> inches("12"), inches("12,5"), inches("-3.1"), inches("x")
    (12, 12.5, -3.125, None)
    """
    number = _read(cell)
    if number is None:
        return None
    sixteenths = round(number * INCH)
    return sixteenths // INCH if sixteenths % INCH == 0 else sixteenths / INCH


def _read(cell: str) -> Fraction | None:
    return Fraction(cell.replace(",", ".")) if _NUMBER.fullmatch(cell) else None
