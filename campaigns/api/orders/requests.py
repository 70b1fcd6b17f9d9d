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
