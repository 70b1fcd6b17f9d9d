"""The orders of War-Chess, one frozen class each, parsed and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.contract import data as contract
from rules.contract.options import word
from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import FLAG, key
from rules.values.sentence import joined, of_field, say
from rules.values.value import Value
from rules.war_chess.events import CELL
from rules.war_chess.field.notation import read_move

CLAIM = word("repetition", "captureless-moves", captureless="captureless-moves", sixty_moves="captureless-moves")
"""The grounds for claiming a draw."""


@dataclass(frozen=True, kw_only=True)
class Order(Value):
    """What a player does or says in a turn."""

    name: ClassVar[str]


@dataclass(frozen=True, kw_only=True)
class Move(Order):
    """A figure goes from one cell to another, and takes what stands there.  It may be ``written``: ``C15-37``.  [WC-MOV-01]"""

    name = "move"
    origin: int = key(CELL, name="from")
    target: int = key(CELL, name="to")


@dataclass(frozen=True, kw_only=True)
class Pass(Order):
    """A player without a legal move passes.  [WC-END-06]"""

    name = "pass"


@dataclass(frozen=True, kw_only=True)
class Resign(Order):
    """A player resigns.  time: because the time for the move has run out.  [WC-END-05]"""

    name = "resign"
    time: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class OfferDraw(Order):
    """A player offers a draw.  [WC-END-07]"""

    name = "offer-draw"


@dataclass(frozen=True, kw_only=True)
class AgreeDraw(Order):
    """A player agrees to the draw that was offered.  [WC-END-07]"""

    name = "agree-draw"


@dataclass(frozen=True, kw_only=True)
class Claim(Order):
    """A player claims a draw, by repetition or lack of captures.  [WC-END-07]"""

    name = "claim"
    claim: str = key(CLAIM)


ORDERS: dict[str, type[Order]] = {one.name: one for one in (Move, Pass, Resign, OfferDraw, AgreeDraw, Claim)}


def read_order(data: Any, where: str = "order") -> Order:
    """An order from plain data: ``{order: move, from: 36, to: 51}``; Invalid if it is not understood."""
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
    if name == Move.name and "written" in given:
        _, origin, target, _ = read_move(codec.read_text(given.pop("written"), f"{where}.written", 20), where)
        given |= {"from": origin, "to": target}
    return codec.read(ORDERS[name], given, where)


def write_order(order: Order) -> contract.Order:
    """An order in its normal form.

    >>> write_order(read_order({"order": "move", "written": "C15-E13"}))
    {'order': 'move', 'from': 15, 'to': 37}
    """
    return contract.Order({"order": order.name, **codec.write(order)})
