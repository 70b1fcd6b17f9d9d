"""The two players as the page of a board names them: one name each, what each took, and both clocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.sight import GameSheet
from campaigns.web.page.clockface import figures
from rules.values.sentence import joined, say


@dataclass(frozen=True)
class Player:
    """One player.  shade: of their men.  moves: whether it is their move.

    face: their clock: what is left of this move, else what they have for the next; empty where nothing limits it.
    running: the clock of the page, if it is theirs.  taken: what they took: kind, shade and number.
    said: the same in words.
    """

    side: str
    name: str
    shade: str
    moves: bool
    face: str
    running: Mapping[str, Any] | None
    taken: tuple[tuple[str, str, int], ...]
    said: str


def players(facts: GameSheet, clock: Mapping[str, Any]) -> tuple[Player, ...]:
    """Both players, from the top of the board to the bottom.  clock: of the page, as ``clockface.face`` gives it."""
    board = facts.board
    below = facts.side if facts.side in board["shades"] else board["low"]
    sides = sorted(board["shades"], key=lambda side: bool(side == below))
    return tuple(_player(side, facts, clock) for side in sides)


def _player(side: str, facts: GameSheet, clock: Mapping[str, Any]) -> Player:
    seat, over = facts.seat, facts.seat.battle.status == "ended"
    lost = [man for other, men in facts.taken.items() if other != side for man in men]
    theirs = not over and facts.clock is not None and facts.clock.side == side
    return Player(
        side=side,
        name=seat.called(side),
        shade=facts.board["shades"][side],
        moves=not over and facts.board["to_move"] == side,
        face="" if over else _face(facts, side, clock if theirs else None),
        running=clock if theirs and clock["closes_at"] else None,
        taken=tuple((kind, shade, number) for (kind, shade, _), number in _counted(lost)),
        said=joined(
            ", ", (say("{number} × {name}", number=number, name=name) for (*_, name), number in _counted(lost))
        ),
    )


def _counted(men: Iterable[Mapping[str, Any]]) -> list[tuple[tuple[str, str, str], int]]:
    """Men by kind, with their numbers, in the sequence in which the first of each was taken."""
    return list(Counter((man["kind"], man["shade"], man["name"]) for man in men).items())


def _face(facts: GameSheet, side: str, clock: Mapping[str, Any] | None) -> str:
    """A clock in figures or a word.  clock: the one of the page, if it is this side's."""
    minutes = facts.minutes.get(side)
    if clock is not None and (clock["closes_at"] or facts.clock is None or facts.clock.state != "open"):
        return str(clock["face"])
    return figures(60 * minutes) if minutes is not None else ""
