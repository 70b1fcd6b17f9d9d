"""A turn of chess adjudicated: what a player does and says, in the sequence given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.chess import orders as given
from rules.chess.events import CheckCalled, GameWon
from rules.chess.game import Game, other, side_of
from rules.chess.moves.refusals import out_of_turn
from rules.chess.turns import blind, claims, play, touch_move
from rules.chess.turns.turn import Turn, judge
from rules.errors import Illegal, Refused
from rules.values.sentence import say

Deed = Callable[[Turn, Any], None]
BLIND = ("move", "ask-any", "resign", "offer-draw", "agree")
"""The actions of the Kriegspiel.  [CHK-02, CHK-18, CHK-19]"""


def adjudicate(game: Game, side: str, orders: Sequence[Any]) -> Turn:
    """Adjudicate what a side does and says; the same input gives the same outcome.  A refused order changes nothing."""
    turn = Turn(game, side)
    for place, data in enumerate(orders):
        try:
            order = given.read_order(data, f"orders.{place}")
            _try_and_note(turn, order)
            carry_out(turn, order)
        except Refused as refusal:
            turn.refused.append({"order": place, **refusal.data()})
    return turn


def _try_and_note(turn: Turn, order: given.Order) -> None:
    """Try an order; a refused false move is kept so that the adversary can claim it.  [LAWS-07a]"""
    try:
        try_order(turn, order)
    except Illegal:
        play.note_attempt(turn, order)
        raise


def try_order(turn: Turn, order: given.Order) -> None:
    """Refused if an order may not be given now; in the Kriegspiel judged by what its player can see.  [CHK-05]"""
    game = turn.game
    if game.over:
        raise Illegal("E-OVER", say("The game has ended."), str(game.ended.get("clause", "CH79-23")))
    if game.options.kriegspiel and order.name not in BLIND:
        raise Illegal("E-BLIND", say("This does not exist in the Kriegspiel."), "CHK-02")
    if game.options.kriegspiel and order.name == "offer-draw" and turn.side != game.to_move:
        raise Illegal("E-TURN", say("In the Kriegspiel you can offer a draw only in your own turn."), "CHK-19")
    word, clause = _word(game, order)
    if word and (turn.side, word) in game.spoken:
        raise Illegal("E-SAID", say("You have already said this in this turn."), clause)
    CHECKS[order.name](turn, order)


def carry_out(turn: Turn, order: given.Order) -> None:
    """Carry out an order that was allowed; what is said in a turn is remembered until a man has moved."""
    word, _ = _word(turn.game, order)
    DOES[order.name](turn, order)
    if word:
        turn.game = turn.game.but(spoken=(*turn.game.spoken, (turn.side, word)))


ONCE = {
    "offer-draw": "CH79-28",
    "ask-any": "CHK-12",
    "call-check": "CH79-21",
    "touch": "CH79-18",
    "adoube": "CH79-20",
    "repetition": "CH79-26",
    "no-force": "CH79-28",
    "misplaced-men": "LAWS-03",
    "touched-man": "CH79-18",
}
"""What may be said only once in a turn, and the clause that allows saying it at all.  [AMB-C20]"""


def _word(game: Game, order: Any) -> tuple[str, str]:
    """What an order says that may be said only once in a turn, with its clause; empty for all other orders.

    The touched man is part of it, so another man may be touched in the same turn.
    """
    name = order.claim if order.name == "claim" else order.name
    if name not in ONCE:
        return "", ""
    about = game.touched if name == "touched-man" else (getattr(order, "square", ""),)
    return " ".join((name, *filter(None, about))), ONCE[name]


def _check_move(turn: Turn, order: Any) -> None:
    if turn.game.options.kriegspiel:
        blind.check_try(turn, _blind_move(turn, order))
    else:
        play.check_move(turn, order)


def _blind_move(turn: Turn, order: Any) -> Any:
    """The move tried.  It must be named by its squares, as notation would be resolved with the hidden men.  [CHK-22]"""
    if not order.origin:
        raise Illegal("E-BLIND", say("In the Kriegspiel you enter a try by its squares."), "CHK-22")
    return play.read_move(turn.game, order)


def _move(turn: Turn, order: Any) -> None:
    if turn.game.options.kriegspiel:
        blind.try_move(turn, _blind_move(turn, order))
    else:
        play.make_move(turn, order)


def _check_call(turn: Turn, order: Any) -> None:
    """Refused to all but the player who made the last move.  [CH79-21]"""
    played = turn.game.played
    if not played or side_of(played[-1].before.split()[1] == "w") != turn.side:
        raise Illegal("E-TURN", say("You can say check only of a move that you have just made."), "CH79-21")


def _call_check(turn: Turn, order: Any) -> None:
    """ "Check" is said, rightly or not.  [CH79-21, LAWS-08]"""
    played = turn.game.played
    turn.game = turn.game.but(played=(*played[:-1], played[-1].but(said=True)))
    turn.events.append(CheckCalled(clause="LAWS-08" if turn.game.laws else "CH79-21", side=turn.side))
    judge(turn)


def _check_agree(turn: Turn, order: Any) -> None:
    if turn.game.asked[1] != other(turn.side):
        raise Illegal("E-OFFER", say("Nothing waits for your agreement."), "CH79-28")


def _agree(turn: Turn, order: Any) -> None:
    claims.agree(turn)


def _offer(turn: Turn, order: Any) -> None:
    claims.ask(turn, "draw", "CHK-19" if turn.game.options.kriegspiel else "CH79-28")


def _check_resign(turn: Turn, order: Any) -> None:
    """Refused if time is said to have run out for a side that is not to move."""
    if order.time and (turn.played or turn.side != turn.game.to_move):
        raise out_of_turn(turn.game)


def _resign(turn: Turn, order: Any) -> None:
    """Concede the game, which the code of 1879 does not provide for.  [CH79-24, AMB-C04]"""
    clause = "CHK-19" if turn.game.options.kriegspiel else "CH79-24"
    turn.end(GameWon(clause=clause, side=turn.side, winner=other(turn.side), conceded=True, time=order.time))


def _claim(turn: Turn, order: Any) -> None:
    _judge_claim(turn, order)
    claims.CLAIMS[order.claim](turn, order)


def _judge_claim(turn: Turn, order: Any) -> None:
    """Judge a claim on a copy of the turn, so that nothing is done if the umpire says no."""
    claims.CLAIMS[order.claim](Turn(turn.game, turn.side, played=turn.played), order)


def _try_claim(turn: Turn, order: Any) -> None:
    """Refused if a claim is not open.  What a player must notice alone is judged only when it is claimed.  [AMB-C19]"""
    claims.OPEN.get(order.claim, _judge_claim)(turn, order)


def _nothing(turn: Turn, order: Any) -> None:
    """There is nothing to check or to do for this order."""


CHECKS: dict[str, Deed] = {
    "move": _check_move,
    "touch": touch_move.check_touch,
    "adoube": touch_move.check_adoube,
    "call-check": _check_call,
    "claim": _try_claim,
    "agree": _check_agree,
    "offer-draw": _nothing,
    "resign": _check_resign,
    "ask-any": blind.check_any,
}
DOES: dict[str, Deed] = {
    "move": _move,
    "touch": touch_move.touch,
    "adoube": touch_move.adoube,
    "call-check": _call_check,
    "claim": _claim,
    "agree": _agree,
    "offer-draw": _offer,
    "resign": _resign,
    "ask-any": blind.answer_any,
}
