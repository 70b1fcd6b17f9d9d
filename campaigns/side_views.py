"""The only way from the rows to what a side may know of the floor: all that serves a commander is given a view."""

from __future__ import annotations

from collections.abc import Callable

from campaigns.bridge import table_known, table_of
from campaigns.models import Battle, Move
from campaigns.models.battle import Terms
from rules.contract.data import Position
from rules.contract.view import View


def standing(move: Move) -> Position:
    """The true position as it was last published: what the move left, or what it opened with, after its fire.

    For the umpire's desk, and for code that has a filter of its own; a commander is served from ``view_of``.
    """
    if move.status == Move.Status.SUBMITTED:
        position: Position = move.finding.position
        return position
    left: Position = move.after_fire or move.position
    return left


def view_of(terms: Terms, move: Move, side: str, *, at_the_opening: bool = False) -> View:
    """The floor of a move as a side, or ``observer``, may know it.  at_the_opening: before the move had any effect."""
    return table_known(terms, *floor_of(move, at_the_opening=at_the_opening)).seen_by(side)


def floor_of(move: Move, *, at_the_opening: bool = False) -> tuple[tuple[str, str, int], Callable[[], Position]]:
    """The name of the floor of a move, under which it never changes, and how it is fetched.

    A fire that is settled again was claimed again, under another fence.
    """
    if at_the_opening or move.floor == "opening":
        return (move.public_id, "opening", 0), lambda: move.position
    return (move.public_id, move.floor, move.fence), lambda: standing(move)


def view_before(terms: Terms, battle: Battle, side: str) -> View:
    """The floor of a battle that is being set out as a side, or ``observer``, may know it."""
    return table_of(terms, battle.setup["position"]).seen_by(side)
