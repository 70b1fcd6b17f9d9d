"""What the API takes about orders."""

from __future__ import annotations

from campaigns.api.fields import Flag, List, Shaped, Strict, Text, Whole
from campaigns.api.shared.requests import MOST_NUMBER, MOST_ORDERS, OfMove
from rules.contract import data


class ReadyIn(OfMove):
    """That the caller's seat is ready."""

    ends = Flag(
        required=False, default=False, help_text="One knows that time is called with it, where one is the last."
    )


class OrdersIn(Strict):
    """Orders of one thing, to be checked."""

    move = Text(12)
    thing = Text(64)
    orders = List(Shaped(data.Order), MOST_ORDERS)


class OrdersSent(OrdersIn):
    """All orders of one thing in this stage of the move.

    base_revision: the revision that they change, 0 where there was none.  key: made by the client for this request;
    sent again, it brings the same receipt.
    """

    base_revision = Whole(min_value=0, max_value=MOST_NUMBER)
    key = Text(64)


class OrdersWithdrawn(Strict):
    """Withdraw the orders of one thing."""

    move = Text(12)
    thing = Text(64)
    base_revision = Whole(min_value=0, max_value=MOST_NUMBER)
    key = Text(64)


MOST_THINGS = 200


class DraftIn(OrdersIn):
    """All orders of one thing in this stage of the move, to be kept and not sent.  base_revision: as of orders that are sent."""

    base_revision = Whole(min_value=0, max_value=MOST_NUMBER)


class DraftOf(Strict):
    """The draft for one thing."""

    move = Text(12)
    thing = Text(64)


class OneOfSeveral(Strict):
    """A draft among several.  base_revision: of the orders in force now, where none is given."""

    thing = Text(64)
    orders = List(Shaped(data.Order), MOST_ORDERS)
    base_revision = Whole(min_value=0, max_value=MOST_NUMBER, required=False)


class DraftsIn(OfMove):
    """A draft for each of several things; of two for one thing the last counts."""

    drafts = List(OneOfSeveral(), MOST_THINGS)


class DraftsSent(OfMove):
    """Drafts to be sent.  key: made by the client for this request.  things: the drafts for these, all where none is named."""

    key = Text(40)
    things = List(Text(64), MOST_THINGS, required=False, default=list)


class Together(OfMove):
    """An order that several things are given.  order: complete, as to one of the side's things, whose places they keep to.

    add: behind the orders that each has so far; else in place of them.
    """

    order = Shaped(data.Order)
    things = List(Text(64), MOST_THINGS)
    add = Flag(required=False, default=False)


class LastMove(OfMove):
    """The things that do as in the last move of their side."""

    things = List(Text(64), MOST_THINGS)
