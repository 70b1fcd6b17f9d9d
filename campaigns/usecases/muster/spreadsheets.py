"""What people's spreadsheets have beside the rows of an order of battle: titles, sums, merged cells, letters wrongly read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from campaigns.usecases.muster.cells import Line
from campaigns.usecases.muster.columns import BRIGADE, ID, MEN, NAME, SIDE, TIMES, WHAT, folded

MOST_TITLES = 10
"""Lines above the columns at most."""

SUMS = frozenset(
    (
        "total", "totals", "grand total", "subtotal", "sub-total", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt", "zwischensumme",
        "zusammen", "totale", "totaux", "total général", "total general", "sous-total", "somme", "ensemble", "σ", "∑",
    )
)  # fmt: skip
"""What a row of sums is called."""

_NUMBERED = re.compile(r"(?<![\W\d_])[\W\d_]+$")
_WESTERN = "".join(bytes([byte]).decode("cp1252", "ignore") for byte in range(0x80, 0xC0))
_TWICE = re.compile(f"[\u00c2-\u00f4][{re.escape(_WESTERN)}]+")

COLUMNS = (WHAT, TIMES, ID)
"""One of these is named by every line that names the columns."""


def columns_in(cells: Sequence[str], column_of: Callable[[str], str]) -> int:
    """How many columns a line names, if it is one that names them; else nought."""
    known = {column for cell in cells if (column := column_of(cell))}
    return len(known) if known & set(COLUMNS) else 0


def head_of(lines: Sequence[Line], column_of: Callable[[str], str]) -> int:
    """Which line names the columns: the first that does, of those in which titles may stand; else the first of all."""
    named = (i for i, line in enumerate(lines[: MOST_TITLES + 1]) if columns_in(line.cells, column_of))
    return next(named, 0)


def repeats(columns: Sequence[str], lines: Sequence[Line]) -> bool:
    """Whether a table names the brigade in each row anew: then an empty cell is no merged one, and means none."""
    if BRIGADE not in columns:
        return False
    place = columns.index(BRIGADE)
    named = [line.cells[place] if place < len(line.cells) else "" for line in lines]
    return any(one and one == other for one, other in pairwise(named))


def is_sum(given: Mapping[str, str], men: int) -> bool:
    """Whether a row is one of sums.  men: of the rows above it."""
    if WHAT in given and folded(given[WHAT]) not in SUMS:
        return False
    called = [folded(_NUMBERED.sub("", given[key])) for key in (NAME, BRIGADE, WHAT, SIDE) if key in given]
    if any(one in SUMS for one in called):
        return True
    return not called and ID not in given and men > 0 and given.get(MEN) == str(men)


def wrongly_read(cell: str) -> str:
    """What a cell says if its letters were read in the wrong encoding; empty where they were not.

    >>> wrongly_read("Sch\u00c3\u00bctzen"), wrongly_read("Schützen"), wrongly_read("Âge")
    ('Schützen', '', '')
    """
    if not _TWICE.search(cell):
        return ""
    try:
        return cell.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return ""
