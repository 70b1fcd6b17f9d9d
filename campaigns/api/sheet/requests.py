"""What the API takes about a commander's sheet."""

from __future__ import annotations

from campaigns.api.fields import List, Shaped, Strict, Text, Whole
from campaigns.api.shared.requests import MOST_NUMBER, MOST_ORDERS
from rules.contract import data


class Draft(Strict):
    """Orders as far as they have been filled in."""

    orders = List(Shaped(data.Order), MOST_ORDERS)


class Award(Strict):
    """Points given or taken by the umpire.  amount: in halves."""

    side = Text(20)
    amount = Whole(min_value=-MOST_NUMBER, max_value=MOST_NUMBER)
    reason = Text(120)
    clause = Text(40, required=False, allow_blank=True, default="")
