"""A game of chess under way: the position, the moves made, and what is owed or asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import chess

from rules.board.book import read_result
from rules.chess.options import Options
from rules.contract.data import Position
from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import FLAG, TEXT, FieldType, choice, key, list_of, map_of, read_integer, refuse, value_of
from rules.values.sentence import of_field, say
from rules.values.value import Value

Plain = dict[str, Any]

WHITE, BLACK = "white", "black"
SIDES = (WHITE, BLACK)
SIDE = choice(*SIDES)
CODES = ("chess-1879", "chess-laws")
"""The code of the American Cyclopaedia, and the older Laws of the Game."""

GIVEN = {"pawn": "f2", "knight": "b1", "bishop": "c1", "rook": "a1", "queen": "d1"}
"""The man given at odds, on White's side.  [LAWS-02b]"""


def read_square(value: Any, where: str) -> str:
    """A square by its name (``e4``)."""
    if not isinstance(value, str) or value.strip().lower() not in chess.SQUARE_NAMES:
        raise refuse(where, say("a square from a1 to h8"), value)
    return value.strip().lower()


def _read_uci(value: Any, where: str) -> str:
    """A move as squares run together (``e2e4``, ``a7a8q``), of two different squares."""
    try:
        move = chess.Move.from_uci(value if isinstance(value, str) else "")
    except ValueError as fault:
        raise refuse(where, say("a move like e2e4"), value) from fault
    if not move or move.drop:
        raise refuse(where, say("a move like e2e4"), value)
    return move.uci()


def read_fen(value: Any, where: str) -> str:
    """A position in Forsyth's notation, in its normal form; Invalid if it is impossible."""
    text = codec.read_text(value, where, 120)
    try:
        board = chess.Board(text)
    except (ValueError, IndexError) as fault:
        raise Invalid(f"{where}: {' '.join(str(fault).split())[:100]}") from fault
    if len(board.pieces(chess.KING, chess.WHITE)) != 1 or len(board.pieces(chess.KING, chess.BLACK)) != 1:
        raise Invalid(of_field(where, say("one king of each side is wanted")))
    if board.pawns & (chess.BB_RANK_1 | chess.BB_RANK_8):
        raise Invalid(of_field(where, say("a pawn cannot be on a first or last rank")))
    return board.fen()


SQUARE = FieldType(read_square, str, {"type": "string", "pattern": "^[a-h][1-8]$"})
UCI = FieldType(_read_uci, str, {"type": "string", "pattern": "^[a-h][1-8][a-h][1-8][qrbn]?$"})
FEN = FieldType(read_fen, str, {"type": "string"})


def colour(side: str) -> chess.Color:
    """The colour of a side, as the chess library names it."""
    return chess.WHITE if side == WHITE else chess.BLACK


def side_of(turn: chess.Color) -> str:
    """The side of a colour."""
    return WHITE if turn == chess.WHITE else BLACK


def other(side: str) -> str:
    """The adversary."""
    return BLACK if side == WHITE else WHITE


@dataclass(frozen=True)
class Played(Value):
    """A move that was made.

    before: the position before it.  said: "check" was said with it.  false: ``move`` or ``castling`` if
    the laws do not allow it, else empty.
    """

    move: str = key(UCI)
    before: str = key(FEN)
    said: bool = key(FLAG, False)
    false: str = key(choice("", "move", "castling"), "")


@dataclass(frozen=True)
class Bound(Value):
    """What a player must do at this move.  must: move the man on a square, take the one there, move the king, or
    meet the check.
    """

    must: str = key(choice("man", "take", "king", "meet"))
    square: str = key(SQUARE, "")
    clause: str = key(TEXT, "")


@dataclass(frozen=True)
class Game(Value):
    """A game under way.

    start: how the men were set up.  fen: the position.  check_said: for a start in check, whether it was said; None if
    that is unknown.
    touched, adoubed: squares, in this turn.  bound: what the mover must do.  attempt: a refused false move that may still be claimed
    or replied to.  [LAWS-07a]  asked: what waits for agreement, and who asked.
    spoken: what was said in this turn and may not be said again, each with its side.  [AMB-C20]
    number: the game's in its match.  giver: the side that gives odds.  record: tries and questions.  [CHK-21]
    pawn_try: a capture by a pawn must be tried first.  [CHK-13]
    """

    fen: str
    start: str
    code: str
    options: Options
    played: tuple[Played, ...] = ()
    check_said: bool | None = None
    touched: tuple[str, ...] = ()
    adoubed: tuple[str, ...] = ()
    bound: Bound | None = None
    attempt: str = ""
    asked: tuple[str, str] = ("", "")
    spoken: tuple[tuple[str, str], ...] = ()
    number: int = 1
    giver: str = WHITE
    record: tuple[Mapping[str, str], ...] = ()
    pawn_try: bool = False
    ended: Mapping[str, Any] = field(default_factory=dict)

    sides: ClassVar[tuple[str, ...]] = SIDES

    @property
    def board(self) -> chess.Board:
        """The position as a board of the chess library."""
        return chess.Board(self.fen)

    @property
    def to_move(self) -> str:
        """The side to move."""
        return WHITE if self.fen.split()[1] == "w" else BLACK

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.ended)

    @property
    def laws(self) -> bool:
        """Whether the older laws apply."""
        return self.code == "chess-laws"

    @property
    def said(self) -> bool:
        """Whether "check" was said of the move just made."""
        return self.played[-1].said if self.played else bool(self.check_said)

    @property
    def may_ignore(self) -> bool:
        """Whether a check that was not said may be ignored.  [CH79-21, LAWS-09a]"""
        rule = self.options.unannounced_check
        return not self.options.kriegspiel and (rule == "ignored" or (rule == "code" and self.laws))

    @property
    def checked(self) -> bool:
        """Whether the side to move is known to be in check: it was said, binds unsaid, or the game is over.  [AMB-C19]"""
        behind = self.behind(said=self.said)
        return self.board.is_check() if behind is None else behind

    def behind(self, *, said: bool) -> bool | None:
        """Whether check is written behind a move, given whether it was said; None if the position alone decides.

        If saying counts, only what was said is written: neither an unsaid check, nor that a check was said
        wrongly.  Of a game that is over, everything is shown.  [LAWS-08, LAWS-09a, AMB-C19]
        """
        if self.may_ignore and not self.over:
            return said
        return True if said and self.laws else None

    def positions(self) -> list[str]:
        """Every position that occurred, without its counters, the present one last."""
        fens = [*(one.before for one in self.played), self.fen]
        return [" ".join(fen.split()[:4]) for fen in fens]


def array(options: Options, giver: str) -> str:
    """The usual array without the man given at odds.  [LAWS-02b]"""
    board = chess.Board()
    if options.odds != "none":
        square = chess.parse_square(GIVEN[options.odds])
        board.remove_piece_at(square if giver == WHITE else chess.square_mirror(square))
        board.castling_rights = board.clean_castling_rights()
    return board.fen()


def first_mover(options: Options, code: str, number: int, giver: str) -> str:
    """The side that begins a game of a match.  [LAWS-02a, LAWS-02b, CH79-31]"""
    rule = options.first_mover
    if rule == "code":
        rule = "alternating" if code == "chess-laws" else "white"
    if rule == "white":
        return WHITE
    if options.odds != "none":
        return giver
    return WHITE if number % 2 else BLACK


KEYS = ("fen", "start", "played", "check_said", "touched", "adoubed", "bound", "attempt", "asked", "spoken", "game", "giver", "record",
        "pawn_try", "result")  # fmt: skip
WORDS = list_of(TEXT)
SQUARES = list_of(SQUARE)
PLAYED = list_of(value_of(Played))
RECORD = list_of(map_of(TEXT))
"""Tries and questions: ``{side, try, answer}``, ``{side, any}``."""


def read_record(value: Any) -> tuple[Mapping[str, str], ...]:
    """Tries and questions of the Kriegspiel: each has a side, and is a try with its answer or a question.  [CHK-21]"""
    record: tuple[Mapping[str, str], ...] = RECORD.read(value, "start.record")
    for i, one in enumerate(record):
        where = f"start.record.{i}"
        SIDE.read(one.get("side"), f"{where}.side")
        if set(one) not in ({"side", "try", "answer"}, {"side", "any"}):
            raise Invalid(
                of_field(where, say("a try with its answer is wanted, or any, got {names}", names=", ".join(one)[:60]))
            )
        if "try" in one:
            UCI.read(one["try"], f"{where}.try")
    return record


def read_game(data: Mapping[str, Any], code: str, options: Options) -> Game:
    """A game from plain data; without a position, the usual array.  Invalid if the position is impossible."""
    for name in data:
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
    number = read_integer(data.get("game", 1), "start.game", 1)
    giver = SIDE.read(data.get("giver", WHITE), "start.giver")
    fen = read_fen(data["fen"], "start.fen") if data.get("fen") else _opening(options, code, number, giver)
    asked = WORDS.read(data.get("asked") or ["", ""], "start.asked")
    if len(asked) != 2:
        raise Invalid(of_field("start.asked", say("what is asked and who asks it are wanted")))
    return Game(
        fen=fen,
        start=read_fen(data["start"], "start.start") if data.get("start") else fen,
        code=code,
        options=options,
        played=PLAYED.read(data.get("played") or [], "start.played"),
        check_said=None if data.get("check_said") is None else FLAG.read(data["check_said"], "start.check_said"),
        touched=SQUARES.read(data.get("touched") or [], "start.touched"),
        adoubed=SQUARES.read(data.get("adoubed") or [], "start.adoubed"),
        bound=codec.read(Bound, data["bound"], "start.bound") if data.get("bound") else None,
        attempt=UCI.read(data["attempt"], "start.attempt") if data.get("attempt") else "",
        asked=(asked[0], asked[1]),
        spoken=tuple(_read_spoken(one, f"start.spoken.{at}") for at, one in enumerate(data.get("spoken") or [])),
        number=number,
        giver=giver,
        record=read_record(data.get("record") or []),
        pawn_try=FLAG.read(data.get("pawn_try", False), "start.pawn_try"),
        ended=read_result(data.get("result"), SIDES),
    )


def _read_spoken(value: Any, where: str) -> tuple[str, str]:
    """What was said in this turn, each with its side."""
    said = WORDS.read(value, where)
    if len(said) != 2:
        raise refuse(where, say("who spoke and what was said"), value)
    return said[0], said[1]


def _opening(options: Options, code: str, number: int, giver: str) -> str:
    """The array with the side to move first."""
    board = chess.Board(array(options, giver))
    board.turn = colour(first_mover(options, code, number, giver))
    return board.fen()


def write_game(game: Game) -> Position:
    """A game as plain data, without default values."""
    out = Position({"fen": game.fen})
    if game.start != game.fen:
        out["start"] = game.start
    for name, kind in (("played", PLAYED), ("touched", SQUARES), ("adoubed", SQUARES), ("record", RECORD)):
        if held := getattr(game, name):
            out[name] = kind.write(held)
    if game.check_said is not None:
        out["check_said"] = game.check_said
    if game.pawn_try:
        out["pawn_try"] = True
    if game.bound:
        out["bound"] = codec.write(game.bound)
    if game.attempt:
        out["attempt"] = game.attempt
    if game.asked[0]:
        out["asked"] = list(game.asked)
    if game.spoken:
        out["spoken"] = [list(one) for one in game.spoken]
    if game.number != 1:
        out["game"] = game.number
    if game.giver != WHITE:
        out["giver"] = game.giver
    if game.ended:
        out["result"] = dict(game.ended)
    return out
