"""The descriptive notation of the page, read and written; algebraic by the library.  [CH79-29]

Files are named after the pieces (QR QKt QB Q K KB KKt KR), ranks counted from each player's own side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import chess

from rules.chess.moves.legality import lawful
from rules.errors import Illegal, Invalid
from rules.values.sentence import say

FILES = ("QR", "QN", "QB", "Q", "K", "KB", "KN", "KR")
PIECES = {"P": chess.PAWN, "N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN, "K": chess.KING}
LETTERS = {kind: letter for letter, kind in PIECES.items()}

MAN = (
    r"(?:(?P<{0}side>[KQ])?(?P<{0}file>[RNB])?(?P<{0}pawn>P)|(?P<{0}half>[KQ])?(?P<{0}piece>[RNB])|(?P<{0}royal>[KQ]))"
)
PLACE = r"(?P<{0}place>[KQ]?[RNB]|[KQ])(?P<{0}rank>[1-8])"
PATTERN = re.compile(
    MAN.format("m")
    + r"(?:\("
    + PLACE.format("o")
    + r"\))?(?:-?(?P<dplace>[KQ]?[RNB]|[KQ])(?P<drank>[1-8])|X"
    + MAN.format("v")
    + r"(?:\("
    + PLACE.format("t")
    + r"\))?)(?:=?\(?(?P<promote>[QRBN])\)?)?"
)


def plainly(text: str) -> str:
    """A written move without dots, blanks and endings: ``P. to K. 4th`` gives ``P-K4``.

    >>> plainly("P. to K. 4th."), plainly("Kt. takes P. ch."), plainly("Castles.")
    ('P-K4', 'NXP', 'CASTLES')
    """
    word = text.strip().upper().replace("×", "X").replace("–", "-").replace("+", "").replace("#", "")
    word = re.sub(r"\b(CH|CHECK|MATE|DIS|DBL|EP|E\s*\.\s*P|IN PASSING)\b\.?", "", word)
    word = re.sub(r"\bTAKES\b", "X", re.sub(r"\bTO\b", "-", re.sub(r"\bAT\b", "-", word)))
    word = re.sub(r"([1-8])\s*(ST|ND|RD|TH|D)\b", r"\1", word)
    return re.sub(r"[\s.,!?]", "", word).replace("KT", "N")


def read_descriptive(board: chess.Board, text: str) -> chess.Move:
    """The move written in descriptive notation; Invalid if the text is no move, Illegal if no move or more than one fits."""
    word = plainly(text)
    if word.startswith(("CASTLE", "O-O", "0-0")):
        found = [move for move in lawful(board) if board.is_castling(move) and _wing(word, move)]
    else:
        parts = PATTERN.fullmatch(word)
        if not parts:
            raise Invalid(say("{text} is no move in the descriptive notation", text=f"{text[:30]!r}"))
        found = list(_answering(board, parts.groupdict()))
    if len(found) != 1:
        said = say("is not a possible move here") if not found else say("can mean more than one move")
        raise Illegal("E-WRITTEN", say("{text} {said}.", text=f"{text[:30]!r}", said=said), "CH79-29")
    return found[0]


def _wing(word: str, move: chess.Move) -> bool:
    """Whether castling is to the written side; any side fits if none is written."""
    long = chess.square_file(move.to_square) == 2
    if word.startswith(("O-O-O", "0-0-0")) or re.search(r"Q", word.removeprefix("CASTLES")):
        return long
    if word.startswith(("O-O", "0-0")) or re.search(r"K", word.removeprefix("CASTLES")):
        return not long
    return True


def _answering(board: chess.Board, parts: dict[str, str | None]) -> Iterator[chess.Move]:
    """The lawful moves that fit the written one; of a king's and a queen's man, the one on that side."""
    found = [move for move in lawful(board) if not board.is_castling(move) and _describes(board, move, parts)]
    half = parts["mhalf"]
    if half and len({move.from_square for move in found}) > 1:
        files = [chess.square_file(move.from_square) for move in found]
        wanted = max(files) if half == "K" else min(files)
        found = [move for move in found if chess.square_file(move.from_square) == wanted]
    yield from found


def _describes(board: chess.Board, move: chess.Move, parts: dict[str, str | None]) -> bool:
    """Whether a move fits the written man, origin, destination and victim."""
    if not _is(board, board.piece_at(move.from_square), move.from_square, "m", parts):
        return False
    if parts["oplace"] and not _stands(board.turn, move.from_square, parts["oplace"], parts["orank"]):
        return False
    if (parts["promote"] or None) != (LETTERS[move.promotion] if move.promotion else None):
        return False
    if parts["dplace"]:
        return not board.is_capture(move) and _stands(board.turn, move.to_square, parts["dplace"], parts["drank"])
    if not board.is_capture(move):
        return False
    if parts["tplace"] and not _stands(board.turn, move.to_square, parts["tplace"], parts["trank"]):
        return False
    taken = chess.Piece(chess.PAWN, not board.turn) if board.is_en_passant(move) else board.piece_at(move.to_square)
    return _is(board, taken, move.to_square, "v", parts)


def _is(board: chess.Board, piece: chess.Piece | None, square: int, which: str, parts: dict[str, str | None]) -> bool:
    """Whether a man is of the written kind.  A pawn is named by its file, a victim by its side of the board."""
    if piece is None:
        return False
    if parts[f"{which}pawn"]:
        wanted = (parts[f"{which}side"] or "") + (parts[f"{which}file"] or "")
        return piece.piece_type == chess.PAWN and FILES[chess.square_file(square)] in _files(wanted)
    letter = parts[f"{which}piece"] or parts[f"{which}royal"] or ""
    if PIECES.get(letter) != piece.piece_type:
        return False
    half = parts[f"{which}half"]
    return which == "m" or not half or FILES[chess.square_file(square)].startswith(half)


def _files(place: str) -> tuple[str, ...]:
    """The files that a name may mean: ``B`` is either bishop's, an empty name any."""
    return tuple(name for name in FILES if not place or name == place or (len(name) == 2 and name[1] == place))


def _stands(turn: chess.Color, square: int, place: str | None, rank: str | None) -> bool:
    """Whether a square is the written one, counted from the mover's side."""
    seen = square if turn == chess.WHITE else chess.square_mirror(square)
    return FILES[chess.square_file(square)] in _files(place or "") and chess.square_rank(seen) == int(rank or 0) - 1


def write_descriptive(board: chess.Board, move: chess.Move, said: bool | None = None) -> str:
    """A lawful move as the page writes it, in the shortest form that fits no other move.

    said: whether check is written behind it; by default, if it gives check.  [AMB-C19]

    >>> board = chess.Board()
    >>> write_descriptive(board, chess.Move.from_uci("e2e4")), write_descriptive(board, chess.Move.from_uci("g1f3"))
    ('P-K4', 'Kt-KB3')
    """
    if board.is_castling(move):
        both = sum(board.is_castling(one) for one in lawful(board)) > 1
        wing = "Q" if chess.square_file(move.to_square) == 2 else "K"
        return (
            say("Castles {wing}R{move}", wing=wing, move=_ending(board, said, move))
            if both
            else say("Castles{move}", move=_ending(board, said, move))
        )
    written = next(form for form in _forms(board, move) if _answers(board, form, move))
    return f"{written.replace('N', 'Kt')}{_ending(board, said, move)}"


def _answers(board: chess.Board, form: str, move: chess.Move) -> bool:
    try:
        return read_descriptive(board, form) == move
    except (Illegal, Invalid):
        return False


def _forms(board: chess.Board, move: chess.Move) -> Iterator[str]:
    """The ways to write a move, the shortest first."""
    man = LETTERS[board.piece_type_at(move.from_square) or chess.PAWN]
    here, there = _place(board, move.from_square), _place(board, move.to_square)
    promotion = f"({LETTERS[move.promotion]})" if move.promotion else ""
    file = FILES[chess.square_file(move.from_square)]
    if not board.is_capture(move):
        yield f"{man}-{there}{promotion}"
        yield f"{man}({here})-{there}{promotion}"
        return
    taken = LETTERS[board.piece_type_at(move.to_square) or chess.PAWN]
    pawns = [file + "P"] if man == "P" else []
    victims = [taken, *([FILES[chess.square_file(move.to_square)] + "P"] if taken == "P" else [])]
    for mover in (man, *pawns, f"{man}({here})"):
        for victim in (*victims, f"{taken}({there})"):
            yield f"{mover}x{victim}{promotion}"


def _place(board: chess.Board, square: int) -> str:
    """A square as the mover names it."""
    seen = square if board.turn == chess.WHITE else chess.square_mirror(square)
    return f"{FILES[chess.square_file(square)]}{chess.square_rank(seen) + 1}"


def _ending(board: chess.Board, said: bool | None, move: chess.Move) -> str:
    """What is written behind a move: in passing, check, mate."""
    behind = {"": "", "+": " ch", "#": " mate"}[_sign(board, move, said)]
    return (" e.p." if board.is_en_passant(move) else "") + behind


def _sign(board: chess.Board, move: chess.Move, said: bool | None) -> str:
    """The sign of check or mate behind a move; an unsaid check has none, a check said wrongly has one."""
    after = board.copy(stack=False)
    after.push(move)
    if not (after.is_check() if said is None else said):
        return ""
    return "#" if after.is_checkmate() else "+"


def write_san(board: chess.Board, move: chess.Move, said: bool | None = None) -> str:
    """A lawful move in algebraic notation.  said: as in :func:`write_descriptive`.

    >>> write_san(chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), chess.Move.from_uci("a1a8"), said=False)
    'Ra8'
    """
    return board.san(move).rstrip("+#") + _sign(board, move, said)
