"""Games on a board, to be played in tests: Red has White or the attack, Blue has Black or the defence."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from campaigns.models import Battle
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.matches.board_turns import Played, play
from tests.campaigns import builders
from tests.campaigns.builders import Cast, the_move

SEATS = {
    "war-chess": {"attacker": "red", "defender": "blue"},
    "chess-1879": {"white": "red", "black": "blue"},
    "chess-laws": {"white": "red", "black": "blue"},
}
KEYS = count()
SCHOLARS_MATE = ("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def a_game(
    cast: Cast, book: str = "chess-1879", options: dict[str, Any] | None = None, start: dict[str, Any] | None = None,
    **changes: Any,
) -> Battle:  # fmt: skip
    """A game that has begun, in a campaign of another book."""

    def begun() -> None:
        campaign = builders.a_campaign(cast, **changes)
        battle = open_battle(
            by=cast.umpire, campaign=campaign.public_id, name="On the board", start=start or {}, now=builders.NOON,
            book=book, options=options or {}, seats=SEATS[book],
        )  # fmt: skip
        start_battle(by=cast.umpire, battle=battle.public_id, now=builders.NOON)

    found: Battle = builders.kept_one(Battle, cast, [book, options, start, changes], begun)
    return found


def at(seconds: int) -> datetime:
    """So many seconds after noon."""
    return builders.NOON + timedelta(seconds=seconds)


def say(user: Any, battle: Battle, *orders: dict[str, Any], now: datetime | None = None) -> Played:
    """A player moves, or makes a claim or offer, in the turn under way."""
    move = the_move(battle).public_id
    return play(user=user, move=move, orders=orders, key=f"key-{next(KEYS)}", now=now or at(0))


def goes(uci: str, **more: Any) -> dict[str, Any]:
    """A move of chess."""
    return {"order": "move", "from": uci[:2], "to": uci[2:4], **more}


def play_out(cast: Cast, battle: Battle, moves: Iterable[str]) -> None:
    """Moves of chess in turn, White first."""
    for place, uci in enumerate(moves):
        say(cast.blue_general if place % 2 else cast.red_general, battle, goes(uci))
    battle.refresh_from_db()
