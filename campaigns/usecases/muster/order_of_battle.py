"""The order of battle as a table: a force written as CSV or JSON, and a table from elsewhere taken in, after a preview.

What is written can be read again, and then it is the same force.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.models import Battle
from campaigns.models.person import name_of
from campaigns.usecases.access import find_battle, umpire_of
from campaigns.usecases.muster import cells, columns, places
from campaigns.usecases.muster.changes import Board
from campaigns.usecases.muster.draft import Draft, board_of, draft_of, refuse_begun, replace_force
from campaigns.usecases.muster.faults import seats_of
from campaigns.usecases.muster.rows import Row, rows_of
from campaigns.usecases.muster.table_reader import Preview, Problem, read_table
from campaigns.usecases.text_checks import read_line
from rules.contract.pieces import State
from rules.errors import Invalid
from rules.values.codec import POINT
from rules.values.sentence import joined, of_field, say, word

MOST_TOLD = 20
"""Lines of which a refusal tells in its sentence."""


# -- written ------------------------------------------------------------------------------------------


def written_csv(board: Board, start: Mapping[str, Any], side: str = "") -> str:
    """A force as CSV: UTF-8 without a byte order mark, RFC 4180, no cell a formula.  ``read_table`` makes the same force of it."""
    stores = board.rules.pieces.stores
    rows = [
        _cells(board, row, start[row.group][row.thing], stores)
        for row in sorted(rows_of(board, start, side), key=lambda row: _in_sequence(board, start, row))
    ]
    return cells.written([[*columns.WRITTEN, *stores, columns.MORE], *rows])


def _in_sequence(board: Board, start: Mapping[str, Any], row: Row) -> tuple[int, int]:
    """The place of a row among the things of a start, so that it comes back in its sequence."""
    groups = [kind.group for kind in board.rules.pieces.kinds]
    return groups.index(row.group), list(start[row.group]).index(row.thing)


def _cells(board: Board, row: Row, state: State, stores: Sequence[str]) -> list[str]:
    """A thing as the cells of its row; what no column has in the form in which it is read again stands in the last, as JSON."""
    left = dict(state)
    group = row.group
    what = str(left.pop("arm")) if board.rules.pieces.kind(group).men and _is_arm(board, left.get("arm")) else group
    found = {columns.WHAT: what, columns.ID: row.thing}
    words = columns.lexicon(board.rules, board.sides)
    lists = {columns.SIDE: words.sides, columns.FORMATION: words.formations}
    for column, key in (
        (columns.SIDE, "side"),
        (columns.BRIGADE, "commander"),
        (columns.NAME, "name"),
        (columns.FORMATION, "formation"),
    ):
        value = left.get(key)
        if isinstance(value, str) and value and _same_again(value):
            if column not in lists or lists[column].get(columns.folded(value)) == value:
                found[column] = str.__str__(left.pop(key))
    for column, key in ((columns.MEN, "men"), (columns.FRONT, "facing")):
        if type(left.get(key)) is int and left[key] >= 0:
            found[column] = str(left.pop(key))
    spot = places.at_of(state)
    if spot is not None and list(state["at"]) == POINT.write(spot):
        found[columns.EAST], found[columns.NORTH] = (cells.written_inches(one) for one in left.pop("at"))
        if [cells.inches(found[columns.EAST]), cells.inches(found[columns.NORTH])] != list(state["at"]):
            left["at"] = state["at"]
            del found[columns.EAST], found[columns.NORTH]
    packets = left.get("packets")
    if isinstance(packets, Mapping) and packets and set(packets) <= set(stores):
        if all(type(one) is int and one >= 0 for one in packets.values()):
            found |= {kind: str(number) for kind, number in left.pop("packets").items()}
    return [*(found.get(column, "") for column in (*columns.WRITTEN, *stores)), json.dumps(left, ensure_ascii=False)]


def _is_arm(board: Board, arm: Any) -> bool:
    return isinstance(arm, str) and arm in dict(board.rules.pieces.arms)


def _same_again(value: str) -> bool:
    """Whether a text is read again from a cell as it stands."""
    try:
        read = read_line(cells.unguarded(cells.guarded(value).strip()), columns.NAME, 80)
    except Invalid:
        return False
    return read == value and not value.startswith(cells.GUARD)


def written_json(board: Board, start: Mapping[str, Any], side: str = "") -> dict[str, Any]:
    """A force in the form of the public test kit, without the country."""
    pieces = board.rules.pieces
    groups = {
        group: kept
        for group, things in start.items()
        if pieces.lists(group)
        and (kept := {thing: state for thing, state in things.items() if not side or state.get("side") == side})
    }
    return {"start": groups}


# -- taken in -----------------------------------------------------------------------------------------


def preview_table(*, by: Any, battle: str, text: Any, side: str = "", replace: bool = False) -> Preview:
    """What a table would put down in a battle that is prepared; nothing is changed."""
    found = _prepared(by, battle)
    return read_table(board_of(found), draft_of(found).start, text, side, replace=replace, seats=_seats_of(found))


def _seats_of(battle: Battle) -> dict[tuple[str, str], str]:
    """What those command who have a seat, by side and by name and title."""
    found: dict[tuple[str, str], str] = {}
    for seat in seats_of(battle):
        if seat.side is not None:
            for name in (seat.user.username, name_of(seat.user), seat.title):
                found[seat.side.key, columns.folded(name)] = seat.brigade or seat.title
    return found


def take_table(
    *, by: Any, battle: str, base: Any, text: Any, side: str = "", replace: bool = False, now: datetime
) -> tuple[Preview, Draft]:
    """Put down what a table has, as one step; Invalid with every line in which something is wrong.  replace: as in ``read_table``."""
    preview = preview_table(by=by, battle=battle, text=text, side=side, replace=replace)
    if preview.problems:
        raise Invalid(of_field("table", _in_words(preview.problems)))
    draft = replace_force(by=by, battle=battle, base=base, groups=preview.groups, side=side, replace=replace, now=now)
    return preview, draft


@dataclass(frozen=True)
class Told:
    """What is wrong in some lines of a table, said once.  lines: their numbers; none if it is about all of it."""

    lines: tuple[int, ...]
    column: str
    sentence: str

    @property
    def line(self) -> int:
        """The first of them."""
        return self.lines[0] if self.lines else 0

    @property
    def others(self) -> int:
        """How many more there are."""
        return max(len(self.lines) - 1, 0)


def gathered(problems: Iterable[Problem]) -> list[Told]:
    """Problems in the sequence of their lines, each sentence once."""
    found: dict[tuple[str, str], list[int]] = {}
    for one in problems:
        found.setdefault((one.column, one.sentence), []).extend([one.line] if one.line else [])
    return [Told(tuple(dict.fromkeys(lines)), column, said) for (column, said), lines in found.items()]


def _in_words(found: Sequence[Problem]) -> str:
    """What is wrong with a table, line by line."""
    problems = gathered(found)
    told = joined("; ", (say("line {line}: {said}", line=one.line, said=_said(one)) for one in problems[:MOST_TOLD]))
    more = len(problems) - MOST_TOLD
    return say("{told} (and {more} more)", told=told, more=more) if more > 0 else told


def _said(problem: Told) -> str:
    """What is wrong in a line, with the column if it is about one."""
    return of_field(word(problem.column), problem.sentence) if problem.column else problem.sentence


def _prepared(by: Any, public_id: str) -> Battle:
    """A battle that is prepared, for its umpire; nothing is locked."""
    found = find_battle(public_id)
    umpire_of(by, found.campaign_id, "battle")
    refuse_begun(found)
    return found
