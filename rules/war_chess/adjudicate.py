"""A turn adjudicated: one move or a pass, and whatever is said with it.  [WC-TRN, WC-END]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.board.book import too_seldom
from rules.contract.data import RefusedOrder
from rules.contract.events import Event
from rules.errors import Refused
from rules.values.chance import Chance
from rules.values.sentence import capitalised, say, word, word_of
from rules.war_chess import orders as given
from rules.war_chess.events import (
    DrawOffered,
    DutyLapsed,
    FigureMoved,
    FigureTaken,
    GameDrawn,
    GameWon,
    LotDrawn,
    TurnPassed,
)
from rules.war_chess.field.figures import ATTACKER, DEFENDER, called, clause_of_power, other, shown
from rules.war_chess.field.notation import write_move
from rules.war_chess.game import Game
from rules.war_chess.moves.duties import bound, owed
from rules.war_chess.moves.refusals import Forbidden, check, out_of_turn, seen_by_owner


@dataclass
class Turn:
    """A turn while it is adjudicated.  played: whether the figure of this turn has moved."""

    game: Game
    side: str
    chance: Chance
    events: list[Event] = field(default_factory=list)
    refused: list[RefusedOrder] = field(default_factory=list)
    played: bool = False

    def end(self, event: GameWon | GameDrawn) -> None:
        """End the game."""
        self.events.append(event)
        result = {"winner": event.winner} if isinstance(event, GameWon) else {"draw": True}
        self.game = self.game.but(ended={**result, "clause": event.clause})


def adjudicate(game: Game, side: str, orders: Sequence[Any], chance: Chance) -> Turn:
    """A side's turn: its orders in the sequence given; the same input gives the same outcome.

    A refused order changes nothing.  A side without a legal move and without an order passes.  [WC-END-06]
    """
    turn = Turn(game, side, chance)
    _draw_the_lot(turn)
    for place, data in enumerate(orders):
        try:
            order = given.read_order(data, f"orders.{place}")
            try_order(turn, order)
            DOES[order.name](turn, order)
        except Refused as refusal:
            turn.refused.append({"order": place, **refusal.data()})
    if not orders and not turn.game.over and side == turn.game.position.to_move and not turn.game.legal():
        _pass(turn, given.Pass())
    return turn


def try_order(turn: Turn, order: given.Order) -> None:
    """Refused if an order may not be given now."""
    if turn.game.over:
        clause = str(turn.game.ended.get("clause", "WC-END-04"))
        raise Forbidden("E-OVER", say("The game has ended."), clause)
    CHECKS[order.name](turn, order)


def _draw_the_lot(turn: Turn) -> None:
    """Draw the lot for who begins, if it is used; heads: the attacker.  [WC-TRN-01]"""
    game = turn.game
    if not game.lot:
        return
    begins = ATTACKER if turn.chance.heads("first-move") else DEFENDER
    position = game.position if game.position.to_move == begins else game.position.again()
    drawn = game.but(position=position, lot=False, seen={})
    turn.game = drawn.but(seen={drawn.digest(): 1})
    turn.events.append(LotDrawn(clause="WC-TRN-01", side=begins))


def _on_turn(turn: Turn) -> None:
    """Refused if the side is not to move, or has moved.  [WC-TRN-01, WC-TRN-02]"""
    if turn.played:
        raise Forbidden("E-TURN", say("One figure moves in a turn."), "WC-TRN-02")
    if turn.side != turn.game.position.to_move:
        raise out_of_turn(turn.game.position, turn.side, turn.game.begun)


def _check_move(turn: Turn, order: Any) -> None:
    _on_turn(turn)
    check(turn.game.position, order.origin, order.target, turn.game.options.winning_capture_overrides_duty)


def _check_pass(turn: Turn, order: Any) -> None:
    _on_turn(turn)
    if turn.game.legal():
        raise Forbidden("E-PASS", say("You cannot pass while you have a legal move."), "WC-TRN-04")


def _check_offer(turn: Turn, order: Any) -> None:
    """Refused after the first offer of a turn.  [WC-END-07]"""
    if turn.side in turn.game.offered:
        raise Forbidden("E-SAID", say("You have already offered a draw in this turn."), "WC-END-07")


def _check_agreement(turn: Turn, order: Any) -> None:
    if turn.game.offer != other(turn.side):
        raise Forbidden("E-OFFER", say("The {side} has offered no draw.", side=word(other(turn.side))), "WC-END-07")


def _check_claim(turn: Turn, order: Any) -> None:
    game, options = turn.game, turn.game.options
    repeated = order.claim == "repetition"
    limit = options.repetition_claim if repeated else options.captureless_moves_claim
    if limit is None:
        raise Forbidden("E-CLAIM", say("This game is played without such claims."), "WC-END-07")
    found = game.seen.get(game.digest(), 0) if repeated else game.quiet // 2
    if found < limit:
        quiet = say("Moves by each side since the last capture: {found}; {limit} are needed.", found=found, limit=limit)
        raise Forbidden("E-CLAIM", too_seldom(found, limit) if repeated else quiet, "WC-END-07")


def _check_resign(turn: Turn, order: Any) -> None:
    """Refused if time is said to have run out for a side that is not to move."""
    if order.time:
        _on_turn(turn)


def _move(turn: Turn, order: Any) -> None:
    """Make a move, and end the game if it ends it.  [WC-CAP-01, WC-END-01 to WC-END-04]"""
    game, side = turn.game, turn.side
    own, foe = game.position.own, game.position.foe
    board = game.position.board()
    figure, taken = board[order.origin], board.get(order.target, "")
    written = write_move(figure[1], order.origin, order.target, bool(taken))
    _emit_of_lapsed_duties(turn)
    position = game.position.moved(order.origin, order.target)
    clause = clause_of_power(figure[1], seen_by_owner(own, order.origin, order.target))
    turn.events.append(
        FigureMoved(
            clause=clause, side=side, figure=figure, origin=order.origin, target=order.target, taken=taken, sum=written
        )
    )
    if taken:
        turn.events.append(FigureTaken(clause="WC-CAP-01", side=foe.side, figure=taken, at=order.target))
    _stand_over(
        turn,
        game.but(position=position, begun=True, passes=0, offer="" if game.offer == other(side) else game.offer),
        bool(taken),
    )
    if position.won:
        turn.end(GameWon(clause=position.by, side=side, winner=side))
    else:
        _without_a_move(turn)


def _stand_over(turn: Turn, game: Game, taken: bool) -> None:
    """Update what claims are judged by: a capture makes every earlier position impossible.  [WC-END-07]"""
    digest = game.digest()
    seen = {} if taken else dict(game.seen)
    seen[digest] = seen.get(digest, 0) + 1
    turn.game = game.but(quiet=0 if taken else game.quiet + 1, seen=seen, offered=())
    turn.played = True


def _emit_of_lapsed_duties(turn: Turn) -> None:
    """Report the duties that could not be met.  [WC-OBL-06]"""
    position = turn.game.position
    _, binding = bound(position)
    for duty in owed(position):
        if duty == binding:
            break
        turn.events.append(DutyLapsed(clause="WC-OBL-06", side=turn.side, duty=duty))


def _without_a_move(turn: Turn) -> None:
    """End the game if the side to move has no legal move and may not pass.  [WC-END-06]"""
    rule = turn.game.options.no_legal_move
    if rule == "pass" or turn.game.legal():
        return
    side = turn.game.position.to_move
    if rule == "loss":
        turn.end(GameWon(clause="WC-END-06", side=side, winner=other(side)))
    else:
        turn.end(GameDrawn(clause="WC-END-06", side=side))


def _pass(turn: Turn, order: Any) -> None:
    """Pass; the second pass in a row draws the game.  [WC-END-06]"""
    game = turn.game
    turn.events.append(TurnPassed(clause="WC-END-06", side=turn.side))
    _stand_over(turn, game.but(position=game.position.again(), begun=True, passes=game.passes + 1), False)
    if turn.game.passes == 2:
        turn.end(GameDrawn(clause="WC-END-06", side=turn.side))


def _resign(turn: Turn, order: Any) -> None:
    turn.end(GameWon(clause="WC-END-05", side=turn.side, winner=other(turn.side), time=order.time))


def _offer(turn: Turn, order: Any) -> None:
    turn.events.append(DrawOffered(clause="WC-END-07", side=turn.side))
    turn.game = turn.game.but(offer=turn.side, offered=(*turn.game.offered, turn.side))


def _draw(turn: Turn, order: Any) -> None:
    """Draw the game, by agreement or on a claim that holds.  [WC-END-07]"""
    turn.end(GameDrawn(clause="WC-END-07", side=turn.side))


def in_words(order: given.Order, game: Game) -> str:
    """The read-back of an order."""
    if isinstance(order, given.Move):
        board = game.position.board()
        figure, taken = board.get(order.origin, ""), board.get(order.target, "")
        who = called(figure, order.origin) if figure else say("nobody on {origin}", origin=shown(order.origin))
        deed = (
            say("takes {target}", target=called(taken, order.target))
            if taken
            else say("goes to {target}", target=shown(order.target))
        )
        return capitalised(say("{who} {deed}.", who=who, deed=deed))
    if isinstance(order, given.Claim):
        return say("A draw is claimed: {name}.", name=word_of(order.claim))
    return {
        "pass": say("Pass."),
        "resign": say("Resign."),
        "offer-draw": say("Offer a draw."),
        "agree-draw": say("Agree to a draw."),
    }[order.name]


Deed = Callable[[Turn, Any], None]
CHECKS: dict[str, Deed] = {
    "move": _check_move,
    "pass": _check_pass,
    "resign": _check_resign,
    "offer-draw": _check_offer,
    "agree-draw": _check_agreement,
    "claim": _check_claim,
}
DOES: dict[str, Deed] = {
    "move": _move,
    "pass": _pass,
    "resign": _resign,
    "offer-draw": _offer,
    "agree-draw": _draw,
    "claim": _draw,
}
