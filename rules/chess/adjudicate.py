"""A turn of chess adjudicated: what a player does and says, in the sequence in which it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.chess import orders as given
from rules.chess.events import CheckCalled, GameWon
from rules.chess.game import Game, other, side_of
from rules.chess.moves.refusing import out_of_turn
from rules.chess.turns import blind, claims, playing, touching
from rules.chess.turns.turn import Turn, judge
from rules.errors import Illegal, Refused
from rules.values.sentence import say

Deed = Callable[[Turn, Any], None]
BLIND = ("move", "ask-any", "resign", "offer-draw", "agree")
"""What there is to do in the Kriegspiel.  [CHK-02, CHK-18, CHK-19]"""


def adjudicate(game: Game, side: str, orders: Sequence[Any]) -> Turn:
    """What a side does and says; the same input gives the same outcome.  An order that is refused changes nothing."""
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
    """Try an order; a false move that is refused is kept for the adversary to claim.  [LAWS-07a]"""
    try:
        try_order(turn, order)
    except Illegal:
        playing.note_attempt(turn, order)
        raise


def try_order(turn: Turn, order: given.Order) -> None:
    """Refused where an order may not be given now; in the Kriegspiel as far as its player can see.  [CHK-05]"""
    game = turn.game
    if game.over:
        raise Illegal("E-OVER", say("The game has ended."), str(game.ended.get("clause", "CH79-23")))
    if game.options.kriegspiel and order.name not in BLIND:
        raise Illegal("E-BLIND", say("In the Kriegspiel there is no such thing."), "CHK-02")
    if game.options.kriegspiel and order.name == "offer-draw" and turn.side != game.to_move:
        raise Illegal("E-TURN", say("In the Kriegspiel a draw is offered in one's own turn."), "CHK-19")
    word, clause = _word(game, order)
    if word and (turn.side, word) in game.spoken:
        raise Illegal("E-SAID", say("You have said this in this turn already; once is enough."), clause)
    CHECKS[order.name](turn, order)


def carry_out(turn: Turn, order: given.Order) -> None:
    """Carry out an order that may be given; what is said in a turn is kept until a man has moved."""
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
"""What is said once in a turn, and the clause by which it is said at all.  [AMB-C20]"""


def _word(game: Game, order: Any) -> tuple[str, str]:
    """What an order says that is said once in a turn, with its clause; nothing of any other.

    The men that are touched belong to it: another that is touched is another word.
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
        playing.check_move(turn, order)


def _blind_move(turn: Turn, order: Any) -> Any:
    """A try is named by its squares: what is written would be read by the light of hidden men.  [CHK-22]"""
    if not order.origin:
        raise Illegal("E-BLIND", say("In the Kriegspiel a try is named by its squares."), "CHK-22")
    return playing.read_move(turn.game, order)


def _move(turn: Turn, order: Any) -> None:
    if turn.game.options.kriegspiel:
        blind.try_move(turn, _blind_move(turn, order))
    else:
        playing.make_move(turn, order)


def _check_call(turn: Turn, order: Any) -> None:
    """Refused but to who made the last move.  [CH79-21]"""
    played = turn.game.played
    if not played or side_of(played[-1].before.split()[1] == "w") != turn.side:
        raise Illegal("E-TURN", say("Check is said of a move that one has just made."), "CH79-21")


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
    """Time runs for nobody but the side that is to move."""
    if order.time and (turn.played or turn.side != turn.game.to_move):
        raise out_of_turn(turn.game)


def _resign(turn: Turn, order: Any) -> None:
    """Conceded, which is outside the code of 1879.  [CH79-24, AMB-C04]"""
    clause = "CHK-19" if turn.game.options.kriegspiel else "CH79-24"
    turn.end(GameWon(clause=clause, side=turn.side, winner=other(turn.side), conceded=True, time=order.time))


def _claim(turn: Turn, order: Any) -> None:
    _judge_claim(turn, order)
    claims.CLAIMS[order.claim](turn, order)


def _judge_claim(turn: Turn, order: Any) -> None:
    """A claim is judged on a copy of the turn: the umpire says no before anything is done."""
    claims.CLAIMS[order.claim](Turn(turn.game, turn.side, played=turn.played), order)


def _try_claim(turn: Turn, order: Any) -> None:
    """Whether a claim is open.  What a player must notice himself is judged when he claims it, and not before.  [AMB-C19]"""
    claims.OPEN.get(order.claim, _judge_claim)(turn, order)


def _nothing(turn: Turn, order: Any) -> None:
    """Nothing more is asked of this order."""


CHECKS: dict[str, Deed] = {
    "move": _check_move,
    "touch": touching.check_touch,
    "adoube": touching.check_adoube,
    "call-check": _check_call,
    "claim": _try_claim,
    "agree": _check_agree,
    "offer-draw": _nothing,
    "resign": _check_resign,
    "ask-any": blind.check_any,
}
DOES: dict[str, Deed] = {
    "move": _move,
    "touch": touching.touch,
    "adoube": touching.adoube,
    "call-check": _call_check,
    "claim": _claim,
    "agree": _agree,
    "offer-draw": _offer,
    "resign": _resign,
    "ask-any": blind.answer_any,
}
