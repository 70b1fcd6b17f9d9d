"""What the public test kit needs of War-Chess.  [CASES.md]"""

from __future__ import annotations

from typing import Any

from rules.board.book import NO_FACTS, score_of
from rules.contract.case_adapters import named, option_schema
from rules.contract.data import RefusedOrder
from rules.errors import Invalid
from rules.values import codec
from rules.values.chance import read_chance
from rules.war_chess.adjudicate import adjudicate
from rules.war_chess.events import EVENTS, FIGURE, SIDE
from rules.war_chess.game import DEEPEST, Game, read_game, write_game
from rules.war_chess.moves.duties import owed
from rules.war_chess.options import Options, read_options, register
from rules.war_chess.orders import ORDERS

Data = dict[str, Any]


def start(case: Data) -> Game:
    """The opening position of a case; Invalid if the book does not understand it."""
    if case.get("country"):
        raise Invalid("War-Chess is played on its own board, not on a country")
    return read_game(codec.read_map(case.get("start") or {}, "start"), read_options(case.get("options")))


def move(position: Game, data: Data) -> tuple[Game, list[Data], list[RefusedOrder]]:
    """A turn of a case: the position after it, the complete events, and the refused orders."""
    turn = adjudicate(position, data["side"], data.get("orders") or [], read_chance(data.get("chance")))
    return turn.game, [one.data() for one in turn.events], turn.refused


def position_whole(position: Game) -> Data:
    """All that a case may name of a game, with derived values: legal moves and duties."""
    return {
        "to_move": position.position.to_move,
        "low": position.low,
        "begun": position.begun,
        "quiet": position.quiet,
        "passes": position.passes,
        "offer": position.offer,
        "offered": list(position.offered),
        "lot": position.lot,
        "result": dict(position.ended),
        **position_short(position),
        "duties": [] if position.over else list(owed(position.position)),
    }


def position_short(position: Game) -> Data:
    """A game as plain data without default values, and its legal moves."""
    return {**write_game(position), "legal": {str(cell): cells for cell, cells in position.legal().items()}}


def sees(position: Game, side: str) -> Data:
    """What a side may know: everything is on the board.  [WC-GEN-05]"""
    return position_whole(position)


def visible_to(event: Data, side: str) -> Data | None:
    """What a side may know of an event: all of it.  [WC-GEN-05]"""
    return event


def query(position: Game, key: str) -> Any:
    """The points of a game that has ended."""
    return score_of(position.ended, position.sides) if key == "score" else {}


def counted(position: Game, wanted: Any) -> Data:
    """The number of sequences of legal moves, to the depth asked for."""
    depth = codec.read_integer(codec.read_map(wanted, "count").get("depth"), "count.depth", 0, DEEPEST)
    return {"depth": depth, "positions": position.count(depth)}


def schemas() -> Data:
    """The JSON Schemas of the start, of the options, of each order and of each event."""
    cells = {"type": ["object", "null"], "additionalProperties": FIGURE.schema}
    start_keys = {
        "board": {"description": "Cell to figure; left out, the arrangement at the start.", **cells},
        "to_move": {"description": "The side to move.", **SIDE.schema},
        "low": {"description": "The side that stands below and plays up the board.", **SIDE.schema},
        "result": {"description": "The end of the game: winner, or draw.", "type": ["object", "null"]},
        "begun": {"description": "Whether a move has been made.", "type": "boolean"},
        "quiet": {"description": "Turns since the last capture.", **codec.COUNT.schema},
        "seen": {"description": "How often each position occurred since, by digest.", **codec.COUNTS.schema},
        "passes": {"description": "Passes in a row.", **codec.COUNT.schema},
        "offer": {"description": "The side that offers a draw.", "enum": ["", *Game.sides]},
        "offered": {"description": "Who has offered one in this turn.", "type": "array", "items": SIDE.schema},
        "lot": {"description": "Whether the lot for the first move is still to be drawn.", "type": "boolean"},
    }
    options = {row.key: option_schema(Options, row) for row in register()}
    orders = {name: named(one, "order", name) for name, one in ORDERS.items()}
    written = {"written": {"type": "string", "description": "C15-37, or A14x15."}}
    move = orders["move"]
    move["properties"] |= written
    move["required"] = ["order"]
    move["anyOf"] = [{"required": ["from", "to"]}, {"required": ["written"]}]
    events = {one.name: named(one, "event", one.name) for one in sorted(EVENTS, key=lambda one: one.name)}
    follows = {
        "legal": {"description": "Cells to which each figure may go, by its cell.", "type": ["object", "null"]},
        "count": {"description": "depth, and the positions: sequences of so many legal moves.", "type": "object"},
        "duties": {"description": "Clauses of the duties of the side to move.", "type": ["array", "null"]},
    }
    return {
        "start": start_keys,
        "options": options,
        "measured": NO_FACTS,
        "order": orders,
        "event": events,
        "expect": {**start_keys, **follows},
    }
