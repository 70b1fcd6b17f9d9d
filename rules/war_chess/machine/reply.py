"""How the opponent of War-Chess plays a turn: its strengths, and when it accepts or claims a draw."""

from __future__ import annotations

from rules.contract import data
from rules.contract.machines import Level
from rules.values.sentence import say
from rules.war_chess import orders as given
from rules.war_chess.field.position import Position
from rules.war_chess.game import Game, read_game
from rules.war_chess.machine.evaluation import WORTH
from rules.war_chess.machine.opponent import WIN, Chosen, repeating, think
from rules.war_chess.options import read_options

BOUNDS = {1: 80, 2: 2_500, 3: 6_000, 4: 25_000}
"""The positions that each level searches for a move: the last takes two seconds on one core. The first sees its own move only."""

LEVELS = (
    Level(1, say("Recruit"), say("Looks hardly beyond the next move; good to begin with.")),
    Level(2, say("Corporal"), say("Sees what can be taken, and what would be taken in return.")),
    Level(3, say("Captain"), say("Looks a move and its answer ahead, and loses nothing by mistake.")),
    Level(4, say("Colonel"), say("Thinks for up to two seconds; hard to beat.")),
)
"""The strengths, the weakest first."""

BEHIND = -300
"""The worth of a regiment of infantry: a side that has lost this much more accepts a draw."""

LONG = 40
"""Turns without a capture after which it accepts a draw in a level game."""


def answer(position: data.Position, options: data.Options, side: str, level: int) -> list[data.Order]:
    """The orders of a side at its turn; empty if it is not to move, or the game is over."""
    game = read_game(position, read_options(options))
    if game.over or (side != game.position.to_move and not game.lot):
        return []
    chosen = think(game.position, BOUNDS[level], repeating(game), overrides=game.options.winning_capture_overrides_duty)
    return [given.write_order(order) for order in _orders(game, chosen)]


def _orders(game: Game, chosen: Chosen) -> list[given.Order]:
    """A draw accepted or claimed, or the chosen move; a pass if there is none.  [WC-END-06, WC-END-07]"""
    held = balance(game.position)
    if chosen.worth < WIN // 2:
        if game.offer and game.offer != game.position.to_move and _wants_draw(game, held):
            return [given.AgreeDraw()]
        if (claim := _claim(game)) and _wants_draw(game, held):
            return [given.Claim(claim=claim)]
    if chosen.move is None:
        return [given.Pass()]
    return [given.Move(origin=chosen.move[0], target=chosen.move[1])]


def _wants_draw(game: Game, held: int) -> bool:
    """Whether a draw is the best to hope for."""
    return held <= BEHIND or (held < -BEHIND and game.quiet >= LONG)


def _claim(game: Game) -> str:
    """The draw that may be claimed now, or an empty word.  [WC-END-07]"""
    repetition, captureless = game.options.repetition_claim, game.options.captureless_moves_claim
    if repetition is not None and game.seen.get(game.digest(), 0) >= repetition:
        return "repetition"
    return "captureless-moves" if captureless is not None and game.quiet // 2 >= captureless else ""


def balance(position: Position) -> int:
    """The material advantage of the side to move, without the Citadel and the Wagon."""
    own, foe = position.own.figures.values(), position.foe.figures.values()
    return sum(WORTH[kind] for kind in own) - sum(WORTH[kind] for kind in foe)
