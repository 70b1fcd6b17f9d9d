"""What the public test kit needs of chess, by either code.  [CASES.md]"""

from __future__ import annotations

from typing import Any

from rules.board.book import NO_FACTS, score_of
from rules.chess.adjudicate import adjudicate
from rules.chess.events import EVENTS
from rules.chess.game import PLAYED, RECORD, SQUARES, WORDS, Bound, Game, read_game, write_game
from rules.chess.moves import legality
from rules.chess.options import Options, read_options, register
from rules.chess.orders import ORDERS
from rules.chess.turns import blind
from rules.chess.turns.turn import judged, stands
from rules.contract.case_adapters import named, option_schema
from rules.contract.data import Known, Points, RefusedOrder
from rules.errors import Invalid
from rules.values import codec

Data = dict[str, Any]
DEEPEST = 5
"""Moves up to which sequences are counted."""


class CaseAdapter:
    """The adapter of one code."""

    def __init__(self, code: str) -> None:
        self.code = code

    def start(self, case: Data) -> Game:
        """The opening position of a case; Invalid if the book does not understand it."""
        if case.get("country"):
            raise Invalid("chess is played on its own board, not on a country")
        given = dict(codec.read_map(case.get("start") or {}, "start"))
        if "board" in given:
            if "fen" in given:
                raise Invalid("start: the position stands in fen or in board, not in both")
            given["fen"] = given.pop("board")
        return judged(read_game(given, self.code, read_options(case.get("options"))))

    def move(self, position: Game, data: Data) -> tuple[Game, list[Data], list[RefusedOrder]]:
        """A turn of a case: the position after it, the complete events, and the refused orders."""
        turn = adjudicate(position, data["side"], data.get("orders") or [])
        return turn.game, [one.data() for one in turn.events], turn.refused

    def position_whole(self, position: Game) -> Data:
        """All that a case may name of a game, and its legal moves."""
        return {
            "to_move": position.to_move,
            "bound": {},
            "asked": [],
            "spoken": [],
            "pawn_try": False,
            "check": position.board.is_check(),
            **self.position_short(position),
            "result": stands(position),
        }

    def position_short(self, position: Game) -> Data:
        """A game as plain data without default values, and its legal moves."""
        return {**write_game(position), "legal": legality.by_square(legality.legal(position))}

    def sees(self, position: Game, side: str) -> Known:
        """What a side may know: everything, except in the Kriegspiel while it is played.  [CHK-21, CHK-22]"""
        return seen(position, side)

    def visible_to(self, event: Data, side: str) -> Data | None:
        """What a side may know of an event."""
        return event if event["told"] == "all" or event["side"] == side else None

    def query(self, position: Game, key: str) -> Any:
        """The points of a game that has ended."""
        return score(position) if key == "score" else {}

    def counted(self, position: Game, wanted: Any) -> Data:
        """The number of sequences of legal moves, to the depth asked for."""
        depth = codec.read_integer(codec.read_map(wanted, "count").get("depth"), "count.depth", 0, DEEPEST)
        return {"depth": depth, "positions": 0 if position.over else legality.count(position.board, depth)}

    def schemas(self) -> Data:
        """The JSON Schemas of the start, of the options, of each order and of each event."""
        text, flag = {"type": "string"}, {"type": "boolean"}
        start = {
            "fen": {"description": "The position in Forsyth's notation; left out, the usual array.", **text},
            "board": {"description": "The same as fen.", **text},
            "check_said": {"description": "Whether the check in which it stands was announced.", **flag},
            "game": {"description": "The number of the game in its match.", "type": "integer", "minimum": 1},
            "giver": {"description": "The side that gives odds.", "enum": list(Game.sides)},
            "result": {"description": "The end of the game: winner, or draw.", "type": ["object", "null"]},
            "start": {"description": "How the men were set up.", **text},
            "played": {"description": "The moves made, each with the position before it.", **PLAYED.schema},
            "touched": {"description": "Squares touched in this turn.", **SQUARES.schema},
            "adoubed": {"description": "Squares of which j'adoube was said.", **SQUARES.schema},
            "bound": {"description": "What the player must do.", **codec.schema_of(Bound)},
            "attempt": {"description": "A false move that was refused.", **text},
            "asked": {"description": "What waits for agreement, and who asked it.", **WORDS.schema},
            "spoken": {"description": "What was said in this turn, each with its side.", "type": "array"},
            "record": {"description": "Tries and questions of the Kriegspiel.", **RECORD.schema},
            "pawn_try": {"description": "A capture by a pawn must be tried first.", **flag},
        }
        options = {row.key: option_schema(Options, row) for row in register()}
        orders = {name: named(one, "order", name) for name, one in ORDERS.items()}
        events = {one.name: named(one, "event", one.name) for one in sorted(EVENTS, key=lambda one: one.name)}
        loosely = {key: {"type": ["object", "array", "null"]} for key in ("bound", "asked", "result")}
        follows = {
            "to_move": {"description": "The side to move.", "enum": list(Game.sides)},
            "check": {"description": "Whether the side to move is in check.", **flag},
            "legal": {"description": "Squares to which each man may go, by its square.", "type": ["object", "null"]},
            "count": {"description": "depth, and the positions: sequences of so many legal moves.", "type": "object"},
        }
        return {
            "start": start,
            "options": options,
            "measured": NO_FACTS,
            "order": orders,
            "event": events,
            "expect": {**{key: one for key, one in start.items() if key != "board"}, **loosely, **follows},
        }


def seen(game: Game, side: str) -> Known:
    """What a side may know of a game."""
    if game.options.kriegspiel and not game.over:
        return blind.sees(game, side)
    return Known(write_game(game))


def score(game: Game) -> Points:
    """One point to the winner, half to each in a draw; empty for a conceded game if only mate counts.  [CH79-24]"""
    if game.options.strict_mate_only and game.ended.get("conceded"):
        return {}
    return score_of(game.ended, game.sides)
