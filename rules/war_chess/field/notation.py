"""The notation of moves: kind, cell, a stroke or a cross, cell.  [rulebook section 18]"""

from __future__ import annotations

import re

from rules.errors import Invalid
from rules.values.sentence import of_field, say
from rules.war_chess.field.board import read_cell

WRITTEN = re.compile(r"([LICAWX])?\s*(\w{1,3})\s*([-–—x×])\s*(\w{1,3})")


def write_move(kind: str, origin: int, target: int, takes: bool) -> str:
    """A move in notation.

    >>> write_move("C", 15, 37, False), write_move("A", 14, 15, True)
    ('C15-37', 'A14x15')
    """
    return f"{kind}{origin}{'x' if takes else '-'}{target}"


def read_move(text: str, where: str) -> tuple[str, int, int, bool]:
    """A move from notation: kind (empty if left out), cells, and whether it takes; Invalid if it is not a move.

    >>> read_move("C15-E13", "order"), read_move("14×15", "order")
    (('C', 15, 37, False), ('', 14, 15, True))
    """
    found = WRITTEN.fullmatch(text.strip())
    if not found:
        raise Invalid(of_field(where, say("enter a move like C15-37 or A14x15, not {text}", text=f"{text[:30]!r}")))
    return found[1] or "", read_cell(found[2], where), read_cell(found[4], where), found[3] in "x×"
