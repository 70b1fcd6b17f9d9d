"""What the API takes about several subjects."""

from __future__ import annotations

from campaigns.api.fields import Anything, Choice, Flag, List, Plain, Strict, Text, Whole

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
    """What the umpire changes of the finding, in one of four forms.

    `group`, `thing`, `key` and `value`: a value, null sets the key back to its default.  `group` and `add`, the data of a
    new thing, which is given a name unless `thing` wants one.  `group`, `thing` and `remove`.  `template` and `side`, with
    `at`, `facing`, `name`, `thing`, `chosen` and `commander`: what is put down from the palette of the book.
    """

    group = Text(64, required=False)
    thing = Text(64, required=False)
    key = Text(64, required=False)
    value = Anything(required=False)
    add = Plain(required=False, help_text="The data of a new thing, in the form of the public test kit.")
    remove = Flag(required=False)
    template = Text(64, required=False, help_text="Its key in the palette of the book (`pieces`).")
    side = Text(20, required=False)
    at = Anything(required=False, help_text="Inches east and north.")
    facing = Whole(min_value=0, max_value=360, required=False)
    name = Text(80, required=False)
    chosen = Plain(required=False, help_text="The numbers chosen for it, by key.")
    commander = Text(80, required=False, help_text="The brigade that it is in.")
