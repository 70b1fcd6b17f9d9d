"""What the API takes about the umpire's desk."""

from __future__ import annotations

from rest_framework import serializers

from campaigns.api.fields import Anything, Choice, Flag, List, Shaped, Strict, Text, Whole
from campaigns.api.shared.requests import MOST_NUMBER, MOST_ORDERS, ChangeIn, OfMove, RemarkIn
from rules.contract import data
from rules.contract.answers import DAY, LIGHTS

MOST_CONFIRMED = 200


class RecordPage(Strict):
    """Which part of the record: entries before a sequence number, and how many of them."""

    before = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2_000_000_000)
    limit = serializers.IntegerField(required=False, default=200, min_value=1, max_value=1000)


class ClauseQuestion(Strict):
    """Words, or a number, of which the clauses of the battle's book are searched."""

    q = Text(100, required=False, allow_blank=True, default="")


class SightQuestion(Strict):
    """A thing, or all if it is left out, and the light in which they are looked at."""

    thing = Text(64, required=False, allow_blank=True, default="")
    light = Choice(*LIGHTS, required=False, default=DAY)


class Submitting(OfMove):
    """The move that is submitted, and the remarks that the umpire adds to its report."""

    remarks = List(RemarkIn(), 10, required=False, default=list)


class FactsSent(Strict):
    """A complete new sheet of measured facts.  orders: by ``<thing>/<place among its orders>``."""

    move = Text(12)
    base_revision = Whole(min_value=0, max_value=MOST_NUMBER)
    orders = serializers.DictField(child=Shaped(data.Facts), required=False, default=dict)
    move_facts = Shaped(data.Facts, required=False)
    coin = Choice("", "heads", "tails", required=False, default="")
    reason = Text(300, required=False, allow_blank=True, default="")
    sure = Flag(
        required=False, default=False, help_text="Confirms numbers of the umpire's that look like slips (E-ODD)."
    )


class FactConfirmed(Strict):
    """A fact by its place, what was reported when the caller looked, and what the caller measured."""

    order = Text(120, required=False, allow_blank=True, default="")
    key = Text(120)
    subject = Text(120, required=False, allow_blank=True, default="")
    reported = Anything()
    measured = Anything()


class ConfirmationsSent(Strict):
    """Facts of the other side's official, confirmed or measured again."""

    move = Text(12)
    facts = List(FactConfirmed(), MOST_CONFIRMED)


class Correction(Strict):
    """Orders that replace all those of a thing, by the umpire's ruling."""

    move = Text(12)
    thing = Text(64)
    orders = List(Shaped(data.Order), MOST_ORDERS)
    reason = Text(1000)
    clause = Text(40, required=False, allow_blank=True, default="")


class Overruling(Strict):
    """A ruling against the finding."""

    move = Text(12)
    change = List(ChangeIn(), MOST_ORDERS)
    reason = Text(1000)
    clause = Text(
        40, required=False, allow_blank=True, default="", help_text="Of the battle's book; without it `house rule`."
    )
    sure = Flag(required=False, default=False, help_text="That a number which may be a slip is meant (409, E-ODD).")
    to_all = Flag(required=False, default=False, help_text="That both sides are told, not only those whom it touches.")


class Holding(Strict):
    """An order that the umpire holds, by the number of its receipt, and the comment."""

    move = Text(12)
    entry = Text(12)
    reason = Text(1000)
    clause = Text(40, required=False, allow_blank=True, default="")


class Returning(Holding):
    """An order that the umpire returns, likewise.  minutes: for how long another may be sent after the move has closed."""

    minutes = Whole(min_value=0, max_value=10_080, required=False, default=0)


class Undo(Strict):
    """The move that is taken back, and why.  keep_orders: its orders and measured facts are kept."""

    move = Text(12)
    reason = Text(300)
    keep_orders = Flag(required=False, default=True)


class LeavingOut(Strict):
    """Why an order that was held or returned is left out."""

    reason = Text(1000)
    clause = Text(40, required=False, allow_blank=True, default="")


class Restoring(Strict):
    """Why a ruling is taken back."""

    reason = Text(1000)
