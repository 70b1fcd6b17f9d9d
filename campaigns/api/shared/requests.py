"""What the API takes about several subjects."""

from __future__ import annotations

from campaigns.api.fields import Anything, Choice, List, Strict, Text

MOST_NUMBER = 1_000_000


MOST_ORDERS = 20


class Of(Strict):
    """Whose papers are read: a side or ``observer``.  The umpire must say; others read their own."""

    of = Text(20, required=False, allow_blank=True, default="")


class OfMove(Strict):
    """The move that is meant, by its id."""

    move = Text(12)


class RemarkIn(Strict):
    """A remark that the umpire adds to a report.  heard: `all`, `side` (with side) or `addressees` (with to, ids of seats)."""

    text = Text(1_000)
    heard = Choice("all", "side", "addressees", required=False, default="all")
    side = Text(20, required=False, allow_blank=True, default="")
    to = List(Text(12), 40, required=False, default=list)


class ChangeIn(Strict):
    """What the umpire changes of a thing in the finding; a value of null sets the key back to its default."""

    group = Text(64)
    thing = Text(64)
    key = Text(64)
    value = Anything()
