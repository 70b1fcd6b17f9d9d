"""The orders of chess, one frozen class each, parsed and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.chess.game import SQUARE
from rules.contract import data as contract
from rules.contract.options import word
from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import FLAG, TEXT, FieldType, choice, key, refuse
from rules.values.sentence import joined, of_field, say
from rules.values.value import Value

CLAIMS = (
    "touched-man",
    "false-move",
    "illegal-castling",
    "false-check",
    "unannounced-check",
    "perpetual-check",
    "repetition",
    "no-force",
    "misplaced-men",
)


CLAIM = word(
    *CLAIMS,
    perpetual="perpetual-check",
    warn_check="unannounced-check",
    retract_after_false_check="false-check",
    ask_restart="misplaced-men",
    demand_touched="touched-man",
    demand_capture="touched-man",
)
"""The claims, by their names."""


LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n", "kt": "n"}


def _read_piece(value: Any, where: str) -> str:
    """Queen, rook, bishop or knight, by name or letter.  [CH79-16]"""
    word = value.strip().lower() if isinstance(value, str) else ""
    letter = LETTERS.get(word, word)
    if letter not in LETTERS.values():
        raise refuse(where, say("q, r, b or n"), value)
    return letter


PIECE = FieldType(_read_piece, str, {"type": "string"})


@dataclass(frozen=True, kw_only=True)
class Order(Value):
    """What a player does or says."""

    name: ClassVar[str]


@dataclass(frozen=True, kw_only=True)
class Move(Order):
    """A man goes from one square to another; castling is a move of the king.  check: "check" is said with it.

    insist: it is made although the older laws forbid it, and stands until the adversary claims.  [LAWS-07a]

    It may be written in notation instead: algebraic (``san``) or the page's descriptive one.  [CH79-21, CH79-29]
    """

    name = "move"
    origin: str = key(SQUARE, "", name="from")
    target: str = key(SQUARE, "", name="to")
    promote: str = key(PIECE, "")
    san: str = key(TEXT, "")
    descriptive: str = key(TEXT, "")
    check: bool = key(FLAG, False)
    insist: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class Touch(Order):
    """A man of either side is touched.  [CH79-18, CH79-19, LAWS-04a, LAWS-05a]"""

    name = "touch"
    square: str = key(SQUARE)


@dataclass(frozen=True, kw_only=True)
class Adoube(Order):
    """ "J'adoube" is said before a man is touched.  [CH79-20]"""

    name = "adoube"
    square: str = key(SQUARE)


@dataclass(frozen=True, kw_only=True)
class CallCheck(Order):
    """ "Check" is said of the move just made.  [CH79-21, LAWS-08]"""

    name = "call-check"


@dataclass(frozen=True, kw_only=True)
class Claim(Order):
    """A claim to the umpire.  man: king or rook, chosen by the adversary of a player who castled unlawfully.  [LAWS-06b]"""

    name = "claim"
    claim: str = key(CLAIM)
    man: str = key(choice("king", "rook"), "king")


@dataclass(frozen=True, kw_only=True)
class Agree(Order):
    """A player agrees to what the other asked: a draw, a draw by repetition or lack of force, a new beginning."""

    name = "agree"


@dataclass(frozen=True, kw_only=True)
class OfferDraw(Order):
    """A player offers a draw.  [CH79-28, CHK-19]"""

    name = "offer-draw"


@dataclass(frozen=True, kw_only=True)
class Resign(Order):
    """A player concedes the game.  time: because the time for the move has run out.  [CH79-24, AMB-C04]"""

    name = "resign"
    time: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class AskAny(Order):
    """ "Any?" is asked of the umpire: can a pawn capture?  [CHK-12]"""

    name = "ask-any"


ORDERS: dict[str, type[Order]] = {
    one.name: one for one in (Move, Touch, Adoube, CallCheck, Claim, Agree, OfferDraw, Resign, AskAny)
}


def read_order(data: Any, where: str = "order") -> Order:
    """An order from plain data: ``{order: move, from: e2, to: e4}``; Invalid if it is not understood.

    The square of a touched man may also stand under ``at``, like places in other books.
    """
    given = codec.read_map(data, where)
    name = given.pop("order", None)
    if not isinstance(name, str) or name not in ORDERS:
        raise Invalid(
            of_field(
                where,
                say(
                    "there is no order {given}; known are {orders}",
                    given=f"{str(name)[:60]!r}",
                    orders=joined(", ", ORDERS),
                ),
            )
        )
    if name in (Touch.name, Adoube.name) and "at" in given:
        given = {"square" if key == "at" else key: value for key, value in given.items()}
    order = codec.read(ORDERS[name], given, where)
    if isinstance(order, Move):
        ways = (bool(order.origin and order.target), bool(order.san), bool(order.descriptive))
        if sum(ways) != 1 or bool(order.origin) != bool(order.target):
            raise Invalid(of_field(where, say("a move is given by from and to, or by san, or by descriptive")))
    return order


def write_order(order: Order) -> contract.Order:
    """An order in its normal form."""
    return contract.Order({"order": order.name, **codec.write(order)})
