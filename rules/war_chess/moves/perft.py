"""The number of sequences of legal moves, by which engines are compared."""

from __future__ import annotations

from rules.war_chess.field.board import cells_in
from rules.war_chess.field.position import Position
from rules.war_chess.moves.duties import legal


def count(position: Position, depth: int, overrides: bool = True) -> int:
    """The sequences of ``depth`` legal moves; a finished game has none, and a pass is not a move.  [WC-SET-07]"""
    if depth == 0:
        return 1
    moves = legal(position, overrides)
    if depth == 1:
        return sum(bits.bit_count() for _, bits in moves)
    return sum(
        count(position.moved(cell, target), depth - 1, overrides) for cell, bits in moves for target in cells_in(bits)
    )
