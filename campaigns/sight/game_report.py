"""Report of a game on a board: the turns that mattered most, its end or present state, and its moves in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.models import Finding, Move
from campaigns.side_views import standing
from campaigns.sight.game import score_of, turns_visible_to
from campaigns.sight.seat import Seat
from rules.contract.data import Event

MOST = 3
"""Turns that are shown besides the last position."""


@dataclass(frozen=True)
class Turning:
    """A decisive turn.  told: what its reader saw of it; board: after it, see ``Book.board``."""

    number: int
    told: tuple[str, ...]
    board: Mapping[str, Any]


@dataclass(frozen=True)
class GameReport:
    """A game as its reader may know it.  side: whose knowledge it is, empty: all of it.  board: as it stands, or ended."""

    side: str
    turnings: tuple[Turning, ...]
    board: Mapping[str, Any]
    told: tuple[str, ...]
    score: tuple[Mapping[str, Any], ...]


def game_report(seat: Seat, side: str) -> GameReport | None:
    """A game as a side may know it, or whole where no side is named; none where the battle is fought on the floor or not begun."""
    rules = seat.rules
    last = Move.objects.filter(battle_id=seat.battle.id).order_by("-number").first() if rules.book.on_board else None
    if last is None:
        return None
    turns = turns_visible_to(seat, side)
    board = rules.table(standing(last)).board(side)
    chosen = _heaviest(seat, turns[:-1])
    boards = _boards_after(seat, side, [number for number, _ in chosen])
    return GameReport(
        side=side,
        turnings=tuple(Turning(number, _sentences(seat, events), boards[number]) for number, events in chosen),
        board=board,
        told=_sentences(seat, turns[-1][1]) if turns else (),
        score=tuple(board.get("score") or score_of(turns, board)),
    )


def _heaviest(seat: Seat, turns: Sequence[tuple[int, Sequence[Event]]]) -> list[tuple[int, Sequence[Event]]]:
    """The most decisive turns, in their sequence; of equals the later ones, when less was left on the board."""
    weights = {number: max((seat.rules.book.weight(one) for one in events), default=0) for number, events in turns}
    ranked = sorted((number for number, weight in weights.items() if weight), key=lambda one: (weights[one], one))
    return [turn for turn in turns if turn[0] in ranked[-MOST:]]


def _boards_after(seat: Seat, side: str, numbers: Sequence[int]) -> dict[int, Mapping[str, Any]]:
    """The board after some turns, as a side knew it."""
    found = Finding.objects.filter(
        move__battle_id=seat.battle.id, move__taken_back_at__isnull=True, move__number__in=numbers
    )
    rows = found.values_list("move__number", "position")
    return {number: seat.rules.table(position).board(side) for number, position in rows}


def _sentences(seat: Seat, events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(seat.rules.narrate(event, seat.side_names) for event in events)
