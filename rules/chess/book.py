"""Chess by either code behind the interface of all books: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import chess

from rules.board.book import BoardGame
from rules.chess import options
from rules.chess import orders as given
from rules.chess.adjudicate import BLIND, adjudicate, carry_out, try_order
from rules.chess.case_adapter import score, seen
from rules.chess.engine import for_engine
from rules.chess.game import SIDES, Game, read_game, read_square, write_game
from rules.chess.moves.legality import board_of, legal
from rules.chess.moves.notation import write_descriptive
from rules.chess.reports import lessons, narrate
from rules.chess.reports.diagram import diagram
from rules.chess.turns import blind, play
from rules.chess.turns.turn import Turn, judged
from rules.contract import data
from rules.contract.answers import Checked, Choice, Finding
from rules.contract.machines import ForEngine
from rules.contract.options import ByRegister
from rules.contract.table import Table
from rules.errors import Illegal, Reason, Refused
from rules.values.sentence import capitalised, say, say_as, word_of

TITLES = {
    "chess-1879": say("Chess (American Cyclopaedia, 1879)"),
    "chess-laws": say("Chess (the older Laws of the Game)"),
}


TAKEN = {"pawn": 1, "piece": 3, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
"""The usual value of the men, in pawns."""


class Chess(ByRegister, BoardGame):
    """Chess by one of its codes, in the edition of the rulebook."""

    edition = "1879.1"
    chosen = options.Options
    sides: tuple[str, ...] = SIDES

    def __init__(self, key: str) -> None:
        self.key = key
        self.title = TITLES[key]

    def start_of_game(self, number: int) -> data.Start:
        """The number of the game in its match; the code says who begins it.  [LAWS-02a]"""
        return data.Start({"game": number})

    def for_engines(self, options: data.Options) -> bool:
        """Whether an engine can play: not in the Kriegspiel, as it would see what its player must not know.  [CHK-24]"""
        return options.get("kriegspiel") in (None, False, "off")

    def for_engine(self, position: data.Position, options: data.Options, side: str) -> ForEngine:
        """A position in the form in which an engine is asked."""
        if not self.for_engines(options):
            said = say("No engine can play the Kriegspiel: it would have to see every piece.")
            raise Illegal("E-BLIND", said, "CHK-24")
        return for_engine(self.key, position, options, side)

    def opening(self, start: data.Start, options: data.Options) -> data.Position:
        """The opening position, checked and complete."""
        return write_game(judged(self._game(dict(start), options)))

    def table(self, position: data.Position, options: data.Options) -> Table:
        """A game, parsed once; Invalid if it is not one of this book."""
        return Table(self, position, options)

    def read(self, position: data.Position, options: data.Options) -> Game:
        """A game from plain data."""
        return self._game(position, options)

    def order(self, data: Mapping[str, Any]) -> data.Order:
        """An order in its normal form; Invalid if it is not understood."""
        return given.write_order(given.read_order(dict(data)))

    def check(self, floor: Game, side: str, order: data.Order, before: Sequence[data.Order] = ()) -> Checked:
        """The cost and warnings of an order, after those given before; in the Kriegspiel judged only by what the side sees.  [CHK-22]"""
        turn = self._tried(floor, side, before)
        read = given.read_order(order)
        try_order(turn, read)
        moves = isinstance(read, given.Move)
        return Checked(
            say("the move") if moves else "",
            "nothing" if moves or turn.played else say("the move"),
            _in_words(turn.game, read),
            _warnings(turn.game, read),
        )

    def choices(self, floor: Game, side: str, thing: str, before: Sequence[data.Order] = ()) -> tuple[Choice, ...]:
        """The moves of the man on a square (in the Kriegspiel, the possible tries); without a square, what else may be said."""
        turn = self._tried(floor, side, before)
        if turn.game.over:
            return ()
        if not thing:
            return _said(turn)
        square = chess.parse_square(read_square(thing, "thing"))
        if turn.played or side != turn.game.to_move:
            return ()
        moves = blind.tries(turn.game) if turn.game.options.kriegspiel else legal(turn.game)
        return tuple(_choice(turn.game, move) for move in moves if move.from_square == square)

    def duties(self, floor: Game, side: str, thing: str) -> tuple[data.Duty, ...]:
        """What a side must do at its move.  [CH79-18, CH79-19, LAWS-04 to LAWS-07]"""
        game = floor
        if game.over or side != game.to_move or game.bound is None:
            return ()
        return ({"clause": game.bound.clause, "sentence": play.duty(game.bound)},)

    def adjudicate(
        self,
        floor: Game,
        side: str,
        orders: Sequence[data.Order],
        facts: data.Facts,
        chance: data.Chance,
        *,
        fire_only: bool = False,
        fire_ruled: Sequence[data.Change] = (),
    ) -> Finding:
        """Adjudicate what a side does and says; the same input gives the same bytes."""
        self.names(facts)
        turn = adjudicate(floor, side, orders)
        return Finding(
            position=write_game(turn.game),
            events=tuple(event.data() for event in turn.events),
            refused=tuple(turn.refused),
        )

    def sees(self, floor: Game, side: str) -> data.Known:
        """What a side may know: everything, except in the Kriegspiel while it is played.  [CHK-21, CHK-22]"""
        return seen(floor, side)

    def board(self, floor: Game, side: str) -> data.Board:
        """The board to be drawn: with the player's own men only while a Kriegspiel is played.  [CHK-22]"""
        return diagram(floor, side)

    def lessons(self) -> tuple[data.Line, ...]:
        """The openings of the page.  [CH79-30]"""
        return lessons.openings()

    def lesson(self, moves: Sequence[str], *, problem: bool = False) -> data.Lesson:
        """The board after some moves from the array, or from the page's problem.  [CH79-30, CH79-31]"""
        if problem:
            return lessons.problem(moves)
        return {"board": lessons.board_after(chess.STARTING_FEN, moves)}

    def narrate(self, event: data.Event, names: Mapping[str, str]) -> str:
        """An event in one plain sentence."""
        return narrate.narrate(event, names)

    def score(self, floor: Game) -> data.Points:
        """One point to the winner, half to each in a draw; empty while the game goes on or if it does not count."""
        return score(floor)

    def weight(self, event: data.Event) -> int:
        """The value of a captured man; in the Kriegspiel a player knows only pawns and pieces."""
        return TAKEN.get(
            str(event.get("taken") or (event.get("what") if event["event"] == "capture-announced" else "")), 0
        )

    def next_side(self, position: data.Position) -> str:
        """The side to move."""
        return "white" if position["fen"].split()[1] == "w" else "black"

    def _game(self, position: Mapping[str, Any], chosen: Mapping[str, Any]) -> Game:
        """A game from plain data."""
        return read_game(position, self.key, options.read_options(chosen))

    def _tried(self, game: Game, side: str, before: Sequence[data.Order]) -> Turn:
        """The turn of a side after the orders that it has given.  In the Kriegspiel no try is made in advance."""
        turn = Turn(game, side)
        for one in before:
            try:
                order = given.read_order(one)
                try_order(turn, order)
                if not (game.options.kriegspiel and order.name in ("move", "ask-any")):
                    carry_out(turn, order)
            except Refused:
                continue
        return turn


def _choice(game: Game, move: chess.Move) -> Choice:
    """One move as a choice; in the Kriegspiel by its squares only, as notation would reveal hidden men."""
    order = data.Order(
        {"order": "move", "from": chess.square_name(move.from_square), "to": chess.square_name(move.to_square)}
    )
    if move.promotion:
        order["promote"] = chess.piece_symbol(move.promotion)
    if game.options.kriegspiel:
        title: str = say("{order} to {order2}", order=order["from"], order2=order["to"])
    else:
        title = write_descriptive(board_of(game), move)
    return Choice(order, title, say("the move"), group=say_as("verb", "Move"))


def _in_words(game: Game, order: given.Order) -> str:
    """The read-back of an order."""
    if isinstance(order, given.Move):
        if game.options.kriegspiel:
            return say("Try {origin} to {target}.", origin=order.origin, target=order.target)
        move = play.read_move(game, order)
        return say(
            "{from_square} to {to_square}.",
            from_square=chess.square_name(move.from_square),
            to_square=chess.square_name(move.to_square),
        )
    words = {"touch": say("Touch"), "adoube": say("Say j'adoube of"), "call-check": say("Say “check”")}
    if isinstance(order, given.Claim):
        return word_of(f"Claim {order.claim}") + "."
    what = getattr(order, "square", "")
    name = words.get(order.name) or capitalised(word_of(order.name))
    return (say("{name} {what}", name=name, what=what) if what else name) + "."


def _warnings(game: Game, order: given.Order) -> tuple[Reason, ...]:
    """A warning that a move is false: it may be made, and the adversary may claim.  [LAWS-07a]"""
    if not isinstance(order, given.Move) or game.options.kriegspiel:
        return ()
    if not play.is_false(game, play.read_move(game, order)):
        return ()
    sentence = say("This move is illegal: your opponent may have it undone and make you move your king.")
    return ({"code": "W-FALSE", "clause": "LAWS-07a", "sentence": sentence},)


def _said(turn: Turn) -> tuple[Choice, ...]:
    """What may be said besides moving; what is blocked says why."""
    orders: list[given.Order] = [given.OfferDraw(), given.Agree(), given.Resign()]
    if turn.game.options.kriegspiel:
        orders.insert(0, given.AskAny())
    else:
        orders = [given.CallCheck(), *(given.Claim(claim=claim) for claim in given.CLAIMS), *orders]
    found = []
    for order in orders:
        blocked = None
        try:
            try_order(turn, order)
        except Refused as refusal:
            blocked = refusal.data()
        group = say("Claims") if order.name not in BLIND else say("Game")
        title = _in_words(turn.game, order).removesuffix(".")
        found.append(Choice(given.write_order(order), title, "", blocked=blocked, group=group))
    return tuple(found)


CHESS_1879 = Chess("chess-1879")
CHESS_LAWS = Chess("chess-laws")
"""The books of both codes."""
