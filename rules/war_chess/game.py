"""A game under way: the position, and the history that still matters (draws, passes, an offer, the lot)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.board.book import read_result
from rules.contract import data as contract
from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import COUNTS, FLAG, choice, list_of, read_integer
from rules.values.sentence import of_field, say
from rules.values.value import Value
from rules.war_chess.field.board import cells_in, read_cell
from rules.war_chess.field.figures import ATTACKER, CITADEL, NUMBERS, SIDES, array, read_figure, side_of
from rules.war_chess.field.position import Position, position_of
from rules.war_chess.moves.duties import legal
from rules.war_chess.moves.perft import count
from rules.war_chess.options import Options

Plain = dict[str, Any]

KEYS = ("board", "to_move", "low", "begun", "quiet", "seen", "passes", "offer", "offered", "lot", "result")
SIDE = choice(*SIDES)
DEEPEST = 4
"""Moves up to which sequences are counted; each costs about a hundred times the one before."""


@dataclass(frozen=True)
class Game(Value):
    """A game under way.

    low: the side that plays up the board.  begun: whether a move has been made.  quiet: turns since the last capture.
    seen: how often each position occurred since then, by digest.  passes: consecutive.  offer: the side that offers a draw.
    offered: who has offered in this turn.
    lot: whether the lot for the first move is still to be drawn.  ended: the result and its clause, when there is one.
    """

    position: Position
    low: str
    options: Options
    begun: bool = False
    quiet: int = 0
    seen: Mapping[str, int] = field(default_factory=dict)
    passes: int = 0
    offer: str = ""
    offered: tuple[str, ...] = ()
    lot: bool = False
    ended: Mapping[str, Any] = field(default_factory=dict)

    sides: ClassVar[tuple[str, ...]] = SIDES

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.ended)

    def legal(self) -> dict[int, list[int]]:
        """The legal moves of the side to move: cells by the cell that they start from, all ascending."""
        if self.over:
            return {}
        found = legal(self.position, self.options.winning_capture_overrides_duty)
        return {cell: cells_in(bits) for cell, bits in sorted(found)}

    def count(self, depth: int) -> int:
        """The number of sequences of some legal moves; none when the game has ended."""
        return 0 if self.over else count(self.position, depth, self.options.winning_capture_overrides_duty)

    def digest(self) -> str:
        """A digest that identifies a position: figures, side to move, orientation."""
        board = self.position.board()
        text = " ".join(f"{cell}{figure}" for cell, figure in board.items())
        return hashlib.sha256(f"{text} {self.position.to_move} {self.low}".encode()).hexdigest()[:16]


def result_of(position: Position) -> Plain:
    """The result of a won position."""
    return {"winner": position.won, "clause": position.by} if position.won else {}


def read_game(start: Mapping[str, Any], options: Options) -> Game:
    """A game from plain data; without a position, the opening one.  [WC-SET, WC-POS-01, WC-POS-06]"""
    for name in start:
        if name not in KEYS:
            raise Invalid(
                of_field(
                    "start",
                    say(
                        "there is no key {given} here; known are {keys}",
                        given=f"{str(name)[:60]!r}",
                        keys=", ".join(KEYS),
                    ),
                )
            )
    low = SIDE.read(start["low"], "start.low") if start.get("low") else options.low
    board = _board(start["board"], low) if start.get("board") is not None else array(low)
    lot = bool(FLAG.read(start.get("lot", "to_move" not in start and options.first_move == "lot"), "start.lot"))
    first = ATTACKER if options.first_move == "lot" else options.first_move
    to_move = SIDE.read(start["to_move"], "start.to_move") if start.get("to_move") else first
    position = position_of(board, to_move, low)
    game = Game(
        position,
        low,
        options,
        begun=bool(FLAG.read(start.get("begun", False), "start.begun")),
        quiet=read_integer(start.get("quiet", 0), "start.quiet"),
        seen=COUNTS.read(start.get("seen") or {}, "start.seen"),
        passes=read_integer(start.get("passes", 0), "start.passes", 0, 2),
        offer=SIDE.read(start["offer"], "start.offer") if start.get("offer") else "",
        offered=list_of(SIDE).read(start.get("offered") or [], "start.offered"),
        lot=lot,
        ended=read_result(start.get("result"), SIDES) or result_of(position),
    )
    return game if game.seen else game.but(seen={game.digest(): 1})


def _board(data: Any, low: str) -> dict[int, str]:
    """Cells to figures, at most as many as exist, with the Citadel at home.  [WC-POS-01]"""
    board: dict[int, str] = {}
    for name, value in codec.read_map(data, "start.board").items():
        cell = read_cell(name, f"start.board.{name}")
        if cell in board:
            raise Invalid(say("start.board.{name}: two figures stand on {cell} (WC-POS-01)", name=name, cell=cell))
        board[cell] = read_figure(value, f"start.board.{name}")
    for figure in set(board.values()):
        most = NUMBERS[side_of(figure)][figure[1]]
        if list(board.values()).count(figure) > most:
            raise Invalid(
                of_field(
                    "start.board", say("there are at most {most} of {figure} (WC-POS-01)", most=most, figure=figure)
                )
            )
    home = home_of_the_citadel(low)
    strays = [cell for cell, figure in board.items() if figure[1] == CITADEL and cell != home]
    if strays:
        raise Invalid(
            say(
                "start.board.{strays}: the Citadel is on {home} where the {low} is low (WC-POS-01)",
                strays=strays[0],
                home=home,
                low=low,
            )
        )
    return board


def write_game(game: Game) -> contract.Position:
    """A game as plain data, without default values."""
    out = contract.Position(
        {
            "board": {str(cell): figure for cell, figure in game.position.board().items()},
            "to_move": game.position.to_move,
            "low": game.low,
        }
    )
    for name in ("begun", "quiet", "passes", "offer", "lot"):
        if held := getattr(game, name):
            out[name] = held
    if game.offered:
        out["offered"] = list(game.offered)
    out["seen"] = dict(game.seen)
    if game.ended:
        out["result"] = dict(game.ended)
    return out


def home_of_the_citadel(low: str) -> int:
    """The cell of the Citadel.  [WC-SET-03]"""
    return next(cell for cell, figure in array(low).items() if figure[1] == CITADEL)
