"""Report of a game for its page, print and PDF: the boards of its turning points, its end, its score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from campaigns.sight.after import BOTH, AfterAction
from campaigns.web.board import boards
from rules.values.sentence import say


@dataclass(frozen=True)
class Scene:
    """A board of the report.  title: which turn it is after; told: what happened in it; query: of the replay at that moment."""

    key: str
    title: str
    told: tuple[str, ...]
    drawing: boards.Drawing | None
    query: str


@dataclass(frozen=True)
class Story:
    """The replay of a game.  scenes: the last is how it ended or stands; shades and names: of each side; score: its moves as written."""

    scenes: tuple[Scene, ...]
    shades: Mapping[str, str]
    names: Mapping[str, str]
    score: tuple[Mapping[str, Any], ...]


def story(report: AfterAction) -> Story | None:
    """The game of a report; none where the battle was fought on the floor, or has not begun."""
    game = report.game
    if game is None:
        return None
    lens = "umpire" if report.of == BOTH else report.of
    names = report.seat.side_names
    ended = report.seat.battle.status == "ended"
    scenes = [
        Scene(
            key=f"after-{one.number}-",
            title=say("After turn {number}", number=one.number),
            told=one.told,
            drawing=boards.draw_board(one.board, game.side, names=names),
            query=urlencode({"move": one.number + 1, "of": lens}),
        )
        for one in game.turnings
    ]
    last = Scene(
        key="last-",
        title=say("How it ended") if ended else say("The position now"),
        told=game.told,
        drawing=boards.draw_board(game.board, game.side, names=names),
        query=urlencode({"move": len(report.moves) + 1, "of": lens}),
    )
    return Story((*scenes, last), game.board.get("shades") or {}, report.seat.side_names, game.score)
