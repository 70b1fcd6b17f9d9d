"""Who may give which orders: each arm its own player, and the General.  [KS-GAME-03, KS-GAME-04, KS-GENL-07]

An order that does not say who gives it is taken to come from a player who may.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract.options import plainly
from rules.errors import Illegal, Refused
from rules.floor.field import nothing
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Position
from rules.kriegspiel.options.kinds import SHORT_ARMS_PLAINLY
from rules.kriegspiel.orders import Choose, EatHorses, Entry, GoShort, Message, MoveGeneral, Order, Surrender
from rules.values.sentence import say, word

GENERAL = "general"
TRANSPORT = "transport"

ANYBODYS = (Message, Choose, Entry)
"""The orders that any seat of the side may give; an official's entries have their own rule (KS-OFF-03)."""

OVERRULED = (GoShort, EatHorses, Surrender)
"""Orders with which the General overrules.  [rulebook section 29.1]"""


ARM_OF_GROUP = {
    "guns": "artillery",
    "waggons": TRANSPORT,
    "depots": TRANSPORT,
    "boats": TRANSPORT,
    "trains": TRANSPORT,
    "generals": GENERAL,
}
"""The seat that orders things without an arm of their own."""


def unauthorised(field: Field, orders: Sequence[Order]) -> dict[int, Refused]:
    """The orders whose issuer may not give them, by index: E-ROLE, E-ABSENT."""
    refused: dict[int, Refused] = {}
    for place, order in enumerate(orders):
        if order.by:
            try:
                check_seat(field, order)
            except Refused as refusal:
                refused[place] = refusal
    return refused


def check_seat(field: Field, order: Order) -> None:
    """Check that the issuer of an order holds its seat: E-ROLE, and E-ABSENT for a General who is away or gone."""
    if not order.by or isinstance(order, ANYBODYS):
        return
    by = plainly(order.by.removeprefix(f"{field.side}-"))
    by = SHORT_ARMS_PLAINLY.get(by, TRANSPORT if by in ("ts", "t&s") else by)
    if by == GENERAL:
        _is_there(field)
        if field.options.general_may_order_any_piece or isinstance(order, (MoveGeneral, *OVERRULED)):
            return
    seat = seat_of(field, order)
    if seat and by != seat and order.by != _commander(field, order):
        said = say(
            "{subject} belongs to {seat}; only the {seat2} commander can give it orders.",
            subject=field.called(order.subject),
            seat=word(seat),
            seat2=word(seat),
        )
        raise Illegal("E-ROLE", said, "KS-GAME-03")


def seat_of(field: Field, order: Order) -> str:
    """The seat that an order is for; empty if its subject is unknown, which is refused elsewhere."""
    if isinstance(order, MoveGeneral):
        return GENERAL
    if isinstance(order, GoShort):
        return TRANSPORT
    body = field.bodies.get(order.subject)
    if body is not None:
        return body.arm
    if order.subject in field.guns:
        return "artillery"
    if order.subject in field.generals:
        return GENERAL
    carries = (field.waggons, field.depots, field.boats, field.trains)
    return TRANSPORT if any(order.subject in group for group in carries) else ""


def arm_of(position: Position, side: str, order: Order) -> str:
    """The arm whose commander gives an order, empty if any may.  E-NONE if its subject is not the side's.

    position: what the side sees of it.
    """
    if isinstance(order, Choose):
        own = (position.bodies.get(name) for name in (*order.dead, *order.prisoners))
        return next((body.arm for body in own if body is not None and body.side == side), "")
    if isinstance(order, Message):
        return ""
    if isinstance(order, GoShort):
        return TRANSPORT
    body = position.bodies.get(order.subject)
    if body is not None and body.side == side:
        return body.arm
    for group, arm in ARM_OF_GROUP.items():
        thing = getattr(position, group).get(order.subject)
        if thing is not None and getattr(thing, "owner", thing.side) == side:
            return arm
    raise nothing("thing", order.subject)


def _commander(field: Field, order: Order) -> str:
    """The command that the position names for a body, or for the body that serves a gun; else an empty word."""
    gun = field.guns.get(order.subject)
    body = field.bodies.get(order.subject if gun is None else gun.crew)
    return body.commander if body is not None else ""


def _is_there(field: Field) -> None:
    """E-ABSENT if no General of the moving side is present to command."""
    own = [general for general in field.generals.values() if general.side == field.side]
    if own and all(general.gone or general.absent_for for general in own):
        away = max(general.absent_for for general in own)
        said = (
            say("The General is injured until own move {until}; the deputy commands.", until=field.number + away - 1)
            if away
            else say("The General is out of the game; the deputy commands.")
        )
        raise Illegal(
            "E-ABSENT",
            said,
            "KS-GENL-07" if away else "KS-GENL-09",
        )
