"""The account of a survey, file by file: so much in; taken; left out, with the reason; not read.  It balances.  [KS-GAME-08]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.ground.geojson.shapes import OUTSIDE
from rules.values.sentence import say

NO_HEIGHT = say("no height is given there")


@dataclass
class Page:
    """The account of one file.

    first, number: its features, by their numbers.  cells: its heights, known ones and all.  unread: what was passed over,
    by the reason.  notes: what else should be known of it.  lost: it was to be read and could not be.
    """

    name: str
    first: int = 0
    number: int = 0
    cells: tuple[int, int] = (0, 0)
    unread: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    lost: str = ""


def passed_over(name: str, why: str, *, lost: bool = False) -> Page:
    """The account of a file that was not read."""
    return Page(name, unread=Counter({why: 1}), lost=why if lost else "")


def rows_of(
    pages: Sequence[Page], taken: Mapping[int, Any], left: Mapping[int, str], used: Mapping[str, int]
) -> list[dict[str, Any]]:
    """The account as plain data: in each row ``found`` is ``taken`` and all counts of ``left_out`` and ``unread``.

    taken, left: the numbers of features that were, and the reasons of those that were not.  used: heights by file.
    """
    rows = []
    for page in pages:
        numbers = range(page.first, page.first + page.number)
        why = Counter(left.get(one, OUTSIDE) for one in numbers if one not in taken)
        known, cells = page.cells
        heights = min(used.get(page.name, 0), known)
        why += Counter({NO_HEIGHT: cells - known, OUTSIDE: known - heights})
        good = sum(one in taken for one in numbers) + heights
        rows.append(
            {
                "name": page.name,
                "found": page.number + cells + sum(page.unread.values()),
                "taken": good,
                "left_out": [{"why": one, "count": count} for one, count in why.items() if count],
                "unread": [{"why": one, "count": count} for one, count in page.unread.items()],
                "notes": page.notes,
            }
        )
    return rows


def lost_files(pages: Sequence[Page]) -> list[str]:
    """A sentence for each file that was to be read and could not be."""
    return [say("{name} is not read: {why}.", name=page.name, why=page.lost) for page in pages if page.lost]
