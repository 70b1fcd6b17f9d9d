"""What the API takes about dispatches, questions, injects and notices."""

from __future__ import annotations

from rest_framework import serializers

from campaigns.api.fields import Anything, Choice, Flag, List, Number, Strict, Text, Whole
from campaigns.api.shared.requests import MOST_NUMBER, MOST_ORDERS, ChangeIn, RemarkIn
from campaigns.usecases.messages.triggers import EDGES


class MessageSent(Strict):
    """A message.  channel: of the book, as `note`; to: ids of seats of the caller's own side, none for a shout."""

    channel = Text(20)
    to = List(Text(12), 40, required=False, default=list)
    text = Text(1_000)
    key = Text(64, help_text="Made by the client once for each message; sent again, it brings the same answer.")


class RiderIn(Strict):
    """Where the umpire's rider sets out.  at: inches east and north; null: from nowhere known."""

    at = Anything()


class NearIn(Strict):
    """Somebody of a side, or of any, or a certain body, comes within some inches of a place."""

    at = Anything(required=False, help_text="Inches east and north; or else `edge`.")
    edge = Choice(*EDGES, required=False, help_text="Of the country, instead of a place.")
    inches = Number(min_value=0, max_value=100_000)
    side = Text(20, required=False, allow_blank=True, default="")
    thing = Text(64, required=False, allow_blank=True, default="", help_text="Id of a body, if it must be that one.")


class UmpiresMessage(RemarkIn):
    """A message from the umpire, received at once.  heard: `all`, `side` (with side) or `addressees` (with to, ids of seats).

    voice: in whose name, as `a scout`; empty in the umpire's.  rider: it goes by a rider to each seat (with to).
    """

    text = Text(2_000)
    voice = Text(60, required=False, allow_blank=True, default="")
    rider = RiderIn(required=False, allow_null=True, default=None)
    key = Text(64, help_text="Made by the client once for each message; sent again, it brings the same answer.")


class QuestionPut(Strict):
    """A question to the umpire."""

    text = Text(1_000)
    key = Text(64, help_text="Made by the client once for each question; sent again, it brings the same answer.")


class QuestionAnswered(Strict):
    """The umpire's answer.  heard: who receives it: the asker (`addressees`), the asker's `side`, or `all`."""

    text = Text(1_000)
    heard = Choice("addressees", "side", "all", required=False, default="addressees")


class CourierRuled(Strict):
    """What the umpire does with a courier on the road.  do: `hold` them, or `deliver` the message now."""

    do = Choice("hold", "deliver")
    reason = Text(300)


class InjectIn(Strict):
    """A message or a ruling to be given later.

    move_number or at: when that move opens (a ruling: closes), or at that time (a ruling: at the next close); near: when
    somebody comes near; press: only when the umpire gives it.  Just one of the four.
    heard: `all`, `side` (with side) or `addressees` (with to, ids of seats); voice, rider: as of the umpire's message.
    change: of a ruling, as an overruling has it; told: who is told of it: those whom it touches (empty), `all`, `nobody` or a side.
    """

    text = Text(2_000)
    move_number = Whole(min_value=1, max_value=100_000, required=False, allow_null=True)
    at = serializers.DateTimeField(required=False, allow_null=True)
    heard = Choice("all", "side", "addressees", required=False, default="all")
    side = Text(20, required=False, allow_blank=True, default="")
    to = List(Text(12), 40, required=False, default=list)
    change = List(ChangeIn(), MOST_ORDERS, required=False, default=list)
    clause = Text(40, required=False, allow_blank=True, default="")
    near = NearIn(required=False, allow_null=True, default=None)
    press = Flag(required=False, default=False)
    voice = Text(60, required=False, allow_blank=True, default="")
    rider = RiderIn(required=False, allow_null=True, default=None)
    told = Text(20, required=False, allow_blank=True, default="")
    sure = Flag(required=False, default=False, help_text="That a number which may be a slip is meant (409, E-ODD).")


class NewInject(InjectIn):
    """An inject with the key of its request; sent again, it brings the same answer."""

    key = Text(64)


class InjectChange(InjectIn):
    """An inject that replaces another.  base_revision: the revision that it changes."""

    base_revision = Whole(min_value=1, max_value=MOST_NUMBER)
