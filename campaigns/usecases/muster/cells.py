"""The cells of a table as text: split from what was pasted, and written so that no spreadsheet takes one for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules.errors import Invalid
from rules.values.figures import read_number
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
_SAID = re.compile(r"\s*sep=(.)\s*\n", re.IGNORECASE)
"""The line by which a spreadsheet names what stands between cells."""

UNSEEN = "\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""Characters that nobody sees, which spreadsheets and web pages leave at the ends of cells."""

_ENDS = re.compile(rf"^[\s{UNSEEN}]+|(?<![\s{UNSEEN}])[\s{UNSEEN}]+$")
"""Spaces about a cell.  Those at its end are tried from the first of them alone: of a hundred thousand within it each was."""

TRIED = 10
"""Lines in which the columns are looked for."""

Naming = Callable[[Sequence[str]], int]
"""How many columns a line names."""


@dataclass(frozen=True)
class Line:
    """A line of a table: its number in the text, counted from 1, and its cells."""

    number: int
    cells: tuple[str, ...]


def split(text: str, naming: Naming | None = None) -> list[Line]:
    """The lines of a table that are not empty, cell by cell.  Invalid where it is none, or too large.

    naming: by which what stands between the cells is found, where no line says it.
    """
    if len(text) > MOST_CHARACTERS:
        raise Invalid(of_field("table", say("at most {most} characters are wanted", most=f"{MOST_CHARACTERS:,}")))
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if _FORBIDDEN.search(text):
        raise Invalid(of_field("table", say("control characters and invisible characters are not allowed")))
    if text.count("\n") > MOST_LINES:
        raise Invalid(of_field("table", say("at most {most} lines are wanted", most=f"{MOST_LINES:,}")))
    told = _SAID.match(text)
    begins = 2 if told else 1
    text = text[told.end() :] if told else text
    first = begins - 1
    reader = csv.reader(io.StringIO(text), delimiter=told[1] if told else _separator(text, naming), strict=True)
    found: list[Line] = []
    try:
        for row in reader:
            cells = tuple(unguarded(_ENDS.sub("", cell)) for cell in row)
            if too_much := _too_much(cells, found[0].cells if found else ()):
                raise Invalid(of_field(say("line {number}", number=begins), too_much))
            if any(cells):
                found.append(Line(begins, cells))
            begins = reader.line_num + 1 + first
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


def _separator(text: str, naming: Naming | None) -> str:
    """What stands between the cells: that by which most columns are named, else the first that the first line has."""
    lines = [line for line in text.split("\n") if line.strip()][:TRIED]
    named = {one: max(naming(_apart(line, one)) for line in lines) for one in SEPARATORS} if naming and lines else {}
    if any(named.values()):
        return max(SEPARATORS, key=lambda one: named[one])
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


def _apart(line: str, separator: str) -> list[str]:
    try:
        return [_ENDS.sub("", cell) for cell in next(csv.reader([line], delimiter=separator), [])]
    except csv.Error:
        return []


def whole(cell: str) -> int | None:
    """A whole number, at most a million; None where it is none.

    >>> whole("33"), whole("33,0"), whole("33.5"), whole("many"), whole("1,000"), whole("2.000"), whole("1 200")
    (33, 33, None, None, 1000, 2000, 1200)
    """
    number = read_number(cell, whole=True)
    return int(number) if number is not None and number.denominator == 1 and 0 <= number <= 1_000_000 else None


def inches(cell: str, *, point: bool = False) -> int | float | None:
    """Inches, with a point or a comma, to the nearest sixteenth; None where it is none, Doubtful where it can be read in two ways.

    point: a point is surely the decimal sign.

    >>> inches("12"), inches("12,5"), inches("-3.1"), inches("x"), inches("1 200,5")
    (12, 12.5, -3.125, None, 1200.5)
    """
    number = read_number(cell, point=point)
    if number is None or abs(number) >= 10_000_000:
        return None
    sixteenths = round(number * INCH)
    return sixteenths // INCH if sixteenths % INCH == 0 else sixteenths / INCH


def written_inches(length: int | float) -> str:
    """Inches as a cell that can be read in one way alone.

    >>> written_inches(12), written_inches(12.5), written_inches(1187.125)
    ('12', '12.5', '1187.1250')
    """
    written = f"{length:.4f}".rstrip("0").rstrip(".")
    return f"{length:.4f}" if len(written.partition(".")[2]) == 3 else written
