"""Claims to the umpire: how long each may be made, its evidence, and the ruling.  [LAWS-03 to LAWS-09, CH79-25 to CH79-28]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chess

from rules.board.book import too_seldom
from rules.chess.events import Asked, ClaimUpheld, GameDrawn, GameRestarted
from rules.chess.game import Game, array, colour, first_mover, other, side_of
from rules.chess.moves.legality import binding
from rules.chess.moves.refusals import no_claim
from rules.chess.turns.play import replied_to
from rules.chess.turns.touch_move import demanded
from rules.chess.turns.turn import Turn, judge
from rules.values.sentence import say, word

Claim = Callable[[Turn, Any], None]


def _uphold(turn: Turn, claim: str, clause: str, ruling: str) -> None:
    turn.events.append(ClaimUpheld(clause=clause, side=turn.side, claim=claim, ruling=ruling))


def _mover(game: Game, back: int) -> str:
    """The side that made the move ``back`` places from the last."""
    return side_of(game.played[-1 - back].before.split()[1] == "w")


def _older_laws(turn: Turn, clause: str) -> None:
    """Refused under the code of 1879, which has no such claim."""
    if not turn.game.laws:
        raise no_claim(say("There is no such claim in the code of 1879."), clause)


def _bind(turn: Turn, *wishes: tuple[str, str], clause: str) -> str:
    """Bind the side to move to the first of some demands that it can meet; returns a sentence that says to what."""
    for must, square in wishes:
        bound = binding(turn.game, must, square, clause)
        if bound:
            turn.game = turn.game.but(bound=bound)
            return {
                "king": say("the king must be moved"),
                "man": say("the piece on {square} must be moved", square=square),
            }[must]
    return say("no penalty is possible")


def touched_man(turn: Turn, order: Any) -> None:
    """The adversary insists that a touched man is moved or taken.  [CH79-18, CH79-19, LAWS-05]"""
    game = turn.game
    if turn.side == game.to_move or not game.touched:
        raise no_claim(say("Your opponent has touched no piece in this move."), "LAWS-05a" if game.laws else "CH79-18")
    bound = game.bound or (demanded(game) if game.laws else None)
    if not bound and not game.laws:
        raise no_claim(say("The touched piece can be neither moved nor taken."), "CH79-18")
    turn.game = game.but(bound=bound)
    words = {
        "man": say("the touched piece must be moved"),
        "take": say("the touched piece must be taken"),
        "king": say("the king must be moved"),
    }
    ruling = words[bound.must] if bound else say("no penalty is possible")
    _uphold(turn, order.claim, bound.clause if bound else "LAWS-05b", ruling)


def false_move(turn: Turn, order: Any) -> None:
    """A false move is taken back, and the king must be moved.  [LAWS-07a, LAWS-07b, AMB-C11]"""
    _older_laws(turn, "LAWS-07a")
    game = turn.game = replied_to(turn)
    if len(game.played) > 1 and game.played[-2].false and _mover(game, 1) == other(turn.side):
        raise no_claim(say("You have moved since then; the illegal move counts."), "LAWS-07b")
    if not game.played or not game.played[-1].false or _mover(game, 0) == turn.side:
        raise no_claim(say("Your opponent's last move was not illegal."), "LAWS-07a")
    origin = game.played[-1].move[:2]
    turn.take_back(1, "LAWS-07a")
    _uphold(turn, order.claim, "LAWS-07a", _bind(turn, ("king", ""), ("man", origin), clause="LAWS-07a"))


def illegal_castling(turn: Turn, order: Any) -> None:
    """A player who castled after king or rook had moved must move the one that the adversary names.  [LAWS-06a, LAWS-06b, AMB-C12]"""
    _older_laws(turn, "LAWS-06a")
    game = turn.game = replied_to(turn)
    if not game.played or game.played[-1].false != "castling" or _mover(game, 0) == turn.side:
        raise no_claim(say("Your opponent has not just castled after moving the king or rook."), "LAWS-06a")
    move = chess.Move.from_uci(game.played[-1].move)
    corner = chess.square(7 if chess.square_file(move.to_square) == 6 else 0, chess.square_rank(move.to_square))
    turn.take_back(1, "LAWS-06b")
    wish = ("king", "") if order.man == "king" else ("man", chess.square_name(corner))
    _uphold(turn, order.claim, "LAWS-06b", _bind(turn, wish, clause="LAWS-06b"))


def may_be_false_check(turn: Turn, order: Any) -> None:
    """Refused to all but the player who has just replied to a called check.  [LAWS-08]"""
    _older_laws(turn, "LAWS-08")
    game = turn.game
    if len(game.played) < 2 or _mover(game, 0) != turn.side or not game.played[-2].said:
        raise no_claim(say("You have not just replied to a check that was called."), "LAWS-08")


def false_check(turn: Turn, order: Any) -> None:
    """A reply to a check that did not exist may be taken back, once, before the caller moves.  [LAWS-08, AMB-C17]"""
    may_be_false_check(turn, order)
    called, reply = turn.game.played[-2:]
    if chess.Board(reply.before).is_check():
        raise no_claim(say("The check was not called falsely."), "LAWS-08")
    turn.take_back(1, "LAWS-08")
    turn.game = turn.game.but(played=(*turn.game.played[:-1], called.but(said=False)))
    _uphold(turn, order.claim, "LAWS-08", say("the reply is undone"))


def unannounced_check(turn: Turn, order: Any) -> None:
    """A player says now an unsaid check: the move that ignored it, and the player's later one, go back.  [LAWS-09b, AMB-C14]"""
    game = turn.game
    if not game.may_ignore:
        raise no_claim(say("Here a check must be met, whether it was announced or not."), "CH79-21")
    since = 1 if game.played and _mover(game, 0) == turn.side else 0
    if len(game.played) < 1 + since or _mover(game, since) == turn.side:
        raise no_claim(say("Your check has not been ignored."), "LAWS-09b")
    ignoring = game.played[-1 - since]
    before = chess.Board(ignoring.before)
    said = game.played[-2 - since].said if len(game.played) > 1 + since else game.check_said
    if said or not before.is_check() or before.is_legal(chess.Move.from_uci(ignoring.move)):
        raise no_claim(say("Your check has not been ignored."), "LAWS-09b")
    turn.take_back(1 + since, "LAWS-09b")
    turn.played = False
    played = turn.game.played
    if played:
        turn.game = turn.game.but(played=(*played[:-1], played[-1].but(said=True)))
    else:
        turn.game = turn.game.but(check_said=True)
    turn.game = turn.game.but(bound=binding(turn.game, "meet", "", "LAWS-09b"))
    _uphold(turn, order.claim, "LAWS-09b", say("the check must be met"))
    judge(turn)


def _occurrences(game: Game) -> list[int]:
    """The indexes among a game's positions at which the present one occurred."""
    positions = game.positions()
    return [place for place, one in enumerate(positions) if one == positions[-1]]


def may_be_perpetual(turn: Turn, order: Any) -> None:
    """Refused before the position stands for the third time.  [CH79-25, AMB-C05]"""
    found = _occurrences(turn.game)
    if len(found) < 3:
        raise no_claim(too_seldom(len(found)), "CH79-25")


def perpetual_check(turn: Turn, order: Any) -> None:
    """A draw if the position stands for the third time and one side has checked at every move between.  [CH79-25, AMB-C05]"""
    may_be_perpetual(turn, order)
    game = turn.game
    cycle = game.played[_occurrences(game)[-3] :]
    after = [*(one.before for one in cycle[1:]), game.fen]
    for side in game.sides:
        moves = [fen for one, fen in zip(cycle, after, strict=True) if side_of(one.before.split()[1] == "w") == side]
        if moves and all(chess.Board(fen).is_check() for fen in moves):
            _uphold(turn, order.claim, "CH79-25", say("{side} gives perpetual check", side=word(side)))
            turn.end(GameDrawn(clause="CH79-25", side=turn.side))
            return
    raise no_claim(say("Not every move between gave check."), "CH79-25")


def repetition(turn: Turn, order: Any) -> None:
    """A draw if the position stands for the third time and neither will deviate: the other player is asked.  [CH79-26, AMB-C05]"""
    found = len(_occurrences(turn.game))
    if found < 3:
        raise no_claim(too_seldom(found), "CH79-26")
    ask(turn, "repetition", "CH79-26")


def no_force(turn: Turn, order: Any) -> None:
    """Two knights against a bare king are a draw on claim; any other force, if the other player agrees.  [CH79-28, AMB-C06]"""
    board = turn.game.board
    bare = any(board.occupied_co[side] == board.pieces_mask(chess.KING, side) for side in chess.COLORS)
    if bare and board.occupied == board.kings | board.knights and chess.popcount(board.knights) == 2:
        _uphold(turn, order.claim, "CH79-28", say("two knights do not mate"))
        turn.end(GameDrawn(clause="CH79-28", side=turn.side))
        return
    ask(turn, "no-force", "CH79-28")


def misplaced_men(turn: Turn, order: Any) -> None:
    """Men set up wrongly: either side may ask before its second move, then the adversary decides.  [LAWS-03, AMB-C08]"""
    _older_laws(turn, "LAWS-03")
    wrong = misplaced(turn.game)
    if not wrong:
        raise no_claim(say("The pieces were set up correctly."), "LAWS-03")
    settled = [side for side in wrong if sum(one.before.split()[1] == side[0] for one in turn.game.played) >= 2]
    if turn.side in settled and len(wrong) == 1:
        ask(turn, "restart", "LAWS-03")
        return
    restart(turn)


def misplaced(game: Game) -> list[str]:
    """The sides whose men did not stand correctly when the game began."""
    stood, should = chess.Board(game.start), chess.Board(array(game.options, game.giver))
    return [
        side
        for side in game.sides
        if {square: piece for square, piece in stood.piece_map().items() if piece.color == colour(side)}
        != {square: piece for square, piece in should.piece_map().items() if piece.color == colour(side)}
    ]


def restart(turn: Turn) -> None:
    """Begin the game again.  [LAWS-03]"""
    game = turn.game
    board = chess.Board(array(game.options, game.giver))
    board.turn = colour(first_mover(game.options, game.code, game.number, game.giver))
    turn.game = Game(
        board.fen(), board.fen(), game.code, game.options, number=game.number, giver=game.giver, record=game.record
    )
    turn.events.append(GameRestarted(clause="LAWS-03", side=turn.side))


def ask(turn: Turn, what: str, clause: str) -> None:
    """Ask the other player, or agree if that player has asked the same."""
    if turn.game.asked == (what, other(turn.side)):
        agree(turn)
        return
    turn.game = turn.game.but(asked=(what, turn.side))
    turn.events.append(Asked(clause=clause, side=turn.side, what=what))


def agree(turn: Turn) -> None:
    """Carry out what was asked and is now agreed."""
    what = turn.game.asked[0]
    turn.game = turn.game.but(asked=("", ""))
    if what == "restart":
        restart(turn)
    else:
        turn.end(GameDrawn(clause="CH79-26" if what == "repetition" else "CH79-28", side=turn.side))


CLAIMS: dict[str, Claim] = {
    "touched-man": touched_man,
    "false-move": false_move,
    "illegal-castling": illegal_castling,
    "false-check": false_check,
    "unannounced-check": unannounced_check,
    "perpetual-check": perpetual_check,
    "repetition": repetition,
    "no-force": no_force,
    "misplaced-men": misplaced_men,
}

OPEN: dict[str, Claim] = {"false-check": may_be_false_check, "perpetual-check": may_be_perpetual}
"""Claims whose grounds a player must notice alone; they are open as far as everybody can see."""
