"""The rows of an order of battle: the things of a force one by one, brigade by brigade, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.usecases.muster import places
from campaigns.usecases.muster.changes import Board
from campaigns.words.translation import translated
from rules.contract.pieces import State
from rules.values.codec import POINT
from rules.values.sentence import word


@dataclass(frozen=True)
class Row:
    """A thing in the order of battle.

    called: its name, or what it is where it has none.  what: in words; group: of the thing.  men: its own, or of those who
    serve it, who are named by ``crew``; serves: the thing that it serves.  packets: by kind.  at: in inches; line: of the
    table that it came from, 0 if from none.
    """

    thing: str
    group: str
    side: str
    brigade: str
    name: str
    what: str
    men: int | None = None
    packets: Mapping[str, int] = field(default_factory=dict)
    formation: str = ""
    at: tuple[int | float, int | float] | None = None
    facing: int | None = None
    crew: tuple[str, ...] = ()
    serves: str = ""
    line: int = 0
    called: str = ""


def rows_of(board: Board, start: Mapping[str, Any], side: str = "") -> tuple[Row, ...]:
    """The rows of a force, brigade by brigade in the sequence in which they are first named; of one side, or of both and nobody's."""
    pieces = board.rules.pieces
    start = pieces.readable(start)
    serving = {one: thing for group, thing, _ in pieces.every(start) for one in pieces.goes_with(start, group, thing)}
    rows = [
        row_of(board, start, group, thing, serving.get(thing, ""))
        for group, thing, state in pieces.every(start)
        if not side or state.get("side") == side
    ]
    return tuple(by_brigade(board, rows))


def by_brigade(board: Board, rows: Sequence[Row]) -> list[Row]:
    """Rows by side and brigade; those of no brigade last, and in one brigade as they were."""
    sides = {side: place for place, side in enumerate(board.rules.sides)}
    brigades = {one: place for place, one in enumerate(dict.fromkeys((row.side, row.brigade) for row in rows))}
    last = len(brigades)
    return sorted(
        rows,
        key=lambda row: (sides.get(row.side, len(sides)), brigades[row.side, row.brigade] if row.brigade else last),
    )


def row_of(board: Board, start: Mapping[str, Any], group: str, thing: str, serves: str, line: int = 0) -> Row:
    """A thing as a row."""
    pieces, state = board.rules.pieces, start[group][thing]
    crew = pieces.goes_with(start, group, thing)
    served = [found[1].get("men") for one in crew if (found := pieces.find(start, one)) is not None]
    men = state.get("men", sum(one for one in served if isinstance(one, int)) if served else None)
    spot = places.at_of(state)
    packets = state.get("packets") if isinstance(state.get("packets"), Mapping) else {}
    brigade = state.get("commander") or next(
        (one[1].get("commander") for name in crew if (one := pieces.find(start, name)) is not None), ""
    )
    return Row(
        thing, group, str(state.get("side", "")), str(brigade or ""), str(state.get("name", "")),
        what_of(board, group, state), men if isinstance(men, int) else None, dict(packets or {}),
        str(state.get("formation", "")), None if spot is None else (POINT.write(spot)[0], POINT.write(spot)[1]),
        state.get("facing") if isinstance(state.get("facing"), int) else None, crew, serves, line, pieces.called(group, thing, state),
    )  # fmt: skip


def what_of(board: Board, group: str, state: State) -> str:
    """What a thing is, in a word of the reader's language: its arm, or the palette's word for it, or its group."""
    pieces = board.rules.pieces
    if pieces.kind(group).men and state.get("arm"):
        return translated(dict(pieces.arms).get(str(state["arm"])) or word(str(state["arm"])))
    for template in pieces.templates:
        part = template.parts[0]
        if part.group == group and all(state.get(key) == value for key, value in part.state.items() if key == "kind"):
            return translated(template.title)
    return translated(pieces.kind(group).title) or group
