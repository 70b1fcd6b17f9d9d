"""Diagram of the board for each player, with what that player may know.  [CHK-01, CHK-22]"""

from __future__ import annotations

from functools import lru_cache

import chess

from rules.chess.game import BLACK, SIDES, WHITE, Game, colour
from rules.chess.moves.legality import heard, lawful
from rules.chess.moves.notation import write_descriptive
from rules.chess.turns import blind
from rules.contract.data import Board, Man
from rules.values.sentence import say, word

CELLS: list[dict[str, int | str]] = [
    {
        "cell": chess.square_name(square),
        "x": chess.square_file(square),
        "y": chess.square_rank(square),
        "kind": "light" if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else "dark",
        "name": chess.square_name(square),
        "id": chess.square_name(square),
    }
    for square in chess.SQUARES
]


def diagram(game: Game, side: str) -> Board:
    """The board as a player, an onlooker or the umpire (no side) may know it; complete for all when the game is over.  [CHK-21]"""
    hidden = game.options.kriegspiel and side and not game.over
    known: Board = {
        "shape": "squares",
        "low": WHITE,
        "to_move": game.to_move,
        "shades": {WHITE: "light", BLACK: "dark"},
        "cells": CELLS,
        "water": [],
        "stream": [],
        "strokes": [],
        "marks": {},
        "blind": bool(hidden),
        "writes": [] if game.options.kriegspiel else ["descriptive", "san"],
        "calls": not game.options.kriegspiel,
        "touches": ["touch", "adoube"] if game.options.touch_move and not game.options.kriegspiel else [],
    }
    if hidden:
        return known | _of_his_own(game, side)
    board = game.board
    last = chess.Move.from_uci(game.played[-1].move) if game.played else None
    marks: dict[str, list[str]] = (
        {"last": [chess.square_name(last.from_square), chess.square_name(last.to_square)]} if last else {}
    )
    king = board.king(board.turn)
    if king is not None and game.checked:
        marks["check"] = [chess.square_name(king)]
    return known | {"men": _men(board), "marks": marks, "score": score(game), "taken": taken(game)}


def _of_his_own(game: Game, side: str) -> Board:
    """A player's own men, and the moves made by that player; nothing for an onlooker."""
    if side not in SIDES:
        return {"men": {}, "score": [], "taken": []}
    own = [one for one in game.record if one["side"] == side and one.get("answer") == "stands"]
    last = own[-1]["try"] if own else ""
    marks = {"last": [last[:2], last[2:4]]} if last else {}
    men = _men(blind.view(game.board, colour(side)))
    shade = "light" if side == WHITE else "dark"
    score: list[dict[str, int | str]] = [
        {"number": at, shade: f"{one['try'][:2]}–{one['try'][2:]}"} for at, one in enumerate(own, start=1)
    ]
    lost = [man for man in taken(game) if man["side"] == side]
    return {"men": men, "marks": marks, "score": score, "taken": lost}


def taken(game: Game) -> list[Man]:
    """The men taken so far, in the sequence in which they were; a pawn may be taken in passing."""
    found = []
    for one in game.played:
        board, move = chess.Board(one.before), chess.Move.from_uci(one.move)
        passing = board.is_en_passant(move)
        square = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        piece = board.piece_at(square if passing else move.to_square)
        if piece is not None and piece.color != board.turn:
            found.append(_man(piece))
    return found


def _men(board: chess.Board) -> dict[str, Man]:
    return {chess.square_name(square): _man(piece) for square, piece in sorted(board.piece_map().items())}


def _man(piece: chess.Piece) -> Man:
    return {
        "side": "white" if piece.color else "black",
        "shade": "light" if piece.color else "dark",
        "kind": chess.piece_name(piece.piece_type),
        "name": say(
            "white {piece_type}" if piece.color else "black {piece_type}",
            piece_type=word(chess.piece_name(piece.piece_type)),
        ),
    }


def score(game: Game) -> list[dict[str, int | str]]:
    """The moves as the page writes them, in numbered pairs; the first pair begins with the side that moved first.  [CHK-21, CH79-29]"""
    found: list[dict[str, int | str]] = []
    known = bool(game.check_said)
    for one in game.played:
        shade = "light" if one.before.split()[1] == "w" else "dark"
        if not found or shade in found[-1] or (shade == "light" and "dark" in found[-1]):
            found.append({"number": len(found) + 1})
        move = written(one.before, one.move, game.may_ignore and not known, game.behind(said=one.said))
        found[-1][shade] = say("{move} (false)" if one.false else "{move}", move=move)
        known = one.said
    return found


@lru_cache(maxsize=4096)
def written(before: str, move: str, unheard: bool = False, said: bool | None = None) -> str:
    """A move in descriptive notation; an unlawful one by its squares.

    unheard: it answers a check that may be ignored; said: whether check is written behind it.  [AMB-C19]

    >>> written(chess.STARTING_FEN, "e2e4")
    'P-K4'
    """
    board, made = heard(before, unheard=unheard), chess.Move.from_uci(move)
    return write_descriptive(board, made, said) if made in lawful(board) else f"{move[:2]}–{move[2:]}"
