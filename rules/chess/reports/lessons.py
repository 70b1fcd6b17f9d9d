"""The openings of the page and its problem, to be played through.  [CH79-30, CH79-31]"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from rules.chess.game import Game, Played
from rules.chess.options import Options
from rules.chess.reports.diagram import diagram, written
from rules.contract.data import Board, Lesson, Line, Written
from rules.errors import Illegal, Invalid
from rules.values.sentence import of_field, say

OPENINGS: dict[str, str] = {
    say("Philidor's Defence"): "e4 e5 Nf3 d6",
    say("Giuoco Piano"): "e4 e5 Nf3 Nc6 Bc4 Bc5 d3",
    say("Giuoco Piano, its other form"): "e4 e5 Nf3 Nc6 Bc4 Bc5 c3",
    say("Evans Gambit"): "e4 e5 Nf3 Nc6 Bc4 Bc5 b4",
    say("Ruy Lopez Knight's Game"): "e4 e5 Nf3 Nc6 Bb5",
    say("Scotch Gambit"): "e4 e5 Nf3 Nc6 d4",
    say("Petroff's Defence"): "e4 e5 Nf3 Nf6",
    say("King's Bishop's Opening"): "e4 e5 Bc4 Bc5",
    say("King's Knight's Gambit"): "e4 e5 f4 exf4 Nf3 g5 Bc4 Bg7",
    say("Muzio Gambit"): "e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O gxf3",
    say("Allgaier Gambit"): "e4 e5 f4 exf4 Nf3 g5 h4",
    say("Bishop's Gambit"): "e4 e5 f4 exf4 Bc4",
    say("Queen's Gambit"): "d4 d5 c4",
    say("French Game"): "e4 e6",
    say("Sicilian Game"): "e4 c5",
}
"""The fifteen lines of the page in algebraic notation, repaired where the print is damaged.  [rulebook section E]"""

PROBLEM = "5Q2/1B1pn3/Rp1k4/3bR1K1/2pN4/2P5/8/8 w - - 0 1"
"""Cook's problem: White is to mate in two moves.  [rulebook section F]"""

DEPTH = 2
"""Moves in which White is to mate."""


def openings() -> tuple[Line, ...]:
    """Each opening: its title and its line as the page writes it, the moves of each side in turn."""
    return tuple({"title": title, "moves": _line(sans)} for title, sans in OPENINGS.items())


def _line(sans: str) -> list[Written]:
    """A line move by move: the squares and the notation of each."""
    board = chess.Board()
    found: list[Written] = []
    for san in sans.split():
        move = board.parse_san(san)
        found.append({"move": move.uci(), "written": written(board.fen(), move.uci())})
        board.push(move)
    return found


def board_after(start: str, moves: Sequence[str]) -> Board:
    """The board after some moves, to be drawn; Invalid if one is not a move."""
    board, played = chess.Board(start), []
    for text in moves:
        move = _read(board, text)
        played.append(Played(text, board.fen()))
        board.push(move)
    return diagram(Game(board.fen(), start, "chess-1879", Options(), tuple(played), check_said=True), "")


def _read(board: chess.Board, text: str) -> chess.Move:
    try:
        move = chess.Move.from_uci(text)
    except ValueError as fault:
        raise Invalid(of_field("moves", say("{text} is no move", text=f"{text[:8]!r}"))) from fault
    if move not in board.legal_moves:
        raise Illegal("E-LINE", say("{text} to {text2} is no move here.", text=text[:2], text2=text[2:4]), "CH79-31")
    return move


def problem(moves: Sequence[str]) -> Lesson:
    """The problem after some moves of White, each except the last with Black's reply.

    board: to be drawn.  ends: White's moves by the square that they start from, if White is to move.  reply: Black's best
    reply to the last move, with its notation, empty after mate; replies: all of them, if the move was right.
    said: ``begin``, ``right``, ``wrong`` or ``solved``.

    Invalid if a move is not understood; Illegal if it is not possible.
    """
    if len(moves) > 2 * DEPTH - 1:
        raise Invalid(of_field("moves", say("at most {depth} of White's are wanted", depth=DEPTH)))
    board = chess.Board(PROBLEM)
    line: list[Written] = []
    for text in moves:
        move = _read(board, text)
        line.append({"move": text, "written": written(board.fen(), text)})
        board.push(move)
    left = DEPTH - (len(moves) + 1) // 2
    found: Lesson = {"board": board_after(PROBLEM, moves), "line": line, "reply": {}, "ends": {}, "said": "begin"}
    if board.turn == chess.WHITE:
        for move in board.legal_moves:
            found["ends"].setdefault(chess.square_name(move.from_square), []).append(chess.square_name(move.to_square))
        return {**found, "said": "right" if moves else "begin"}
    if board.is_checkmate():
        return {**found, "said": "solved"}
    reply = best_reply(board, left)
    right = left > 0 and mates(board, left)
    said = {"move": reply.uci(), "written": written(board.fen(), reply.uci())} if reply else {}
    others: list[Written] = [
        {"move": move.uci(), "written": written(board.fen(), move.uci())} for move in board.legal_moves
    ]
    return {**found, "said": "right" if right else "wrong", "reply": said, "replies": others if right else []}


def mates(board: chess.Board, left: int) -> bool:
    """Whether White mates in so many moves whatever Black, who is to move, replies."""
    return best_reply(board, left) is None or all(_answered(board, move, left) for move in board.legal_moves)


def best_reply(board: chess.Board, left: int) -> chess.Move | None:
    """Black's first reply that escapes, else the first reply; None if there is none."""
    replies = list(board.legal_moves)
    return next((move for move in replies if not _answered(board, move, left)), replies[0] if replies else None)


def _answered(board: chess.Board, reply: chess.Move, left: int) -> bool:
    """Whether White still mates in so many moves after a reply."""
    if left < 1:
        return False
    after = board.copy(stack=False)
    after.push(reply)
    for move in list(after.legal_moves):
        after.push(move)
        done = after.is_checkmate() or (left > 1 and not after.is_stalemate() and mates(after, left - 1))
        after.pop()
        if done:
            return True
    return False
