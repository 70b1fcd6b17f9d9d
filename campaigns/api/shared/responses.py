"""What the API answers about several subjects."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    DateTimeField,
    FloatField,
    IntegerField,
    ListField,
)

from campaigns.api.fields import Plain


class Out(serializers.Serializer[Any]):
    """An answer."""


class BattleOut(Out):
    """A battle as all who hold a post in its campaign may know it.  seed: empty until the end."""

    id = CharField(source="public_id")
    number = IntegerField()
    name = CharField()
    briefing = CharField()
    status = CharField()
    result = Plain()
    seed_digest = CharField()
    seed = CharField()
    started_at = DateTimeField(allow_null=True)
    ended_at = DateTimeField(allow_null=True)
    book = CharField(source="terms.book")
    edition = CharField(source="terms.edition")
    options = Plain(source="terms.options")
    seats = Plain(
        source="terms.seats", help_text="Side of the book to side of the campaign, where the book has others."
    )
    weight = CharField(help_text="How much its points count: a fraction, as `1/2`.")
    country_name = CharField()
    country_digest = CharField()


class CampaignOut(Out):
    """A campaign as all who hold a post in it may know it."""

    id = CharField(source="public_id")
    name = CharField()
    book = CharField()
    edition = CharField()
    options = Plain()
    status = CharField()
    target_points = IntegerField()
    scoring = CharField()
    carry_over = CharField()
    couriers = Plain(help_text="How dispatches ride; empty where they are read at once.")
    result = Plain(help_text="Who reached the target, and by which battle; empty until somebody has.")
    time_zone = CharField()
    works_itself = BooleanField(help_text="No umpire need be present: the clock closes every move and submits it.")


class PostOut(Out):
    """A post that one holds."""

    id = CharField(source="public_id")
    kind = CharField()
    side = CharField()
    arm = CharField()
    title = CharField()


class RosterPostOut(PostOut):
    """A post and its holder."""

    user = CharField()
    held_from = DateTimeField()
    held_until = DateTimeField(allow_null=True)


class MadeOut(Out):
    """Something made or changed: its id and how it stands."""

    id = CharField(source="public_id")
    name = CharField()
    status = CharField()


class ClockOut(Out):
    """The clock of the move under way.  seconds_left: none while it stands."""

    move = CharField()
    number = IntegerField()
    side = CharField()
    own_number = IntegerField()
    stage = CharField()
    state = CharField()
    takes_orders = BooleanField()
    opened_at = DateTimeField()
    closes_at = DateTimeField(allow_null=True)
    seconds_left = IntegerField(allow_null=True)
    paused_reason = CharField()
    paused_until = DateTimeField(allow_null=True)
    extended_minutes = IntegerField()
    delayed = BooleanField()
    now = DateTimeField()


class ReturnedOut(Out):
    """What the umpire says of an order that he holds or has returned.  until: another may be sent so long."""

    kind = CharField()
    reason = CharField()
    clause = CharField()
    at = DateTimeField()
    until = DateTimeField(allow_null=True)


class EntryOut(Out):
    """An entry of the order ledger."""

    number = CharField()
    thing = CharField()
    name = CharField()
    post = CharField()
    revision = IntegerField()
    stage = CharField()
    reading = CharField()
    arrived_at = DateTimeField()
    late = BooleanField()


class ReceiptOut(EntryOut):
    """A receipt as it lies in the ledger.  counts: in force, or was when the move closed.

    returned: of one that the umpire holds or has returned; it does not go into the finding so long.
    """

    move = CharField()
    move_number = IntegerField()
    own_number = IntegerField()
    orders = ListField(child=Plain())
    warnings = ListField(child=Plain())
    committed_at = DateTimeField()
    digest = CharField()
    counts = BooleanField()
    returned = ReturnedOut(allow_null=True)
    taken_back = BooleanField()


class ThingOut(Out):
    """A thing on the floor and what one may know of it.  duties: what one's own owes in its next own move."""

    id = CharField()
    group = CharField()
    name = CharField()
    side = CharField()
    arm = CharField()
    state = Plain()
    duties = ListField(child=Plain())
    may_order = BooleanField()
    receipt = ReceiptOut(allow_null=True)


class ReadinessOut(Out):
    """A post of one's own side, and since when it has been ready."""

    post = CharField()
    title = CharField()
    kind = CharField()
    arm = CharField()
    mine = BooleanField()
    at = DateTimeField(allow_null=True)


class ReportOut(Out):
    """What a side was told of one move.

    side: who moved; orders, receipts and refused: of one's own move; sees: when it was over.  seal: the head of the
    record, the same for all: by it a side can hold the house to what was written.  attempt: how often the move had been
    taken back before; taken_back: why this one was, empty where it stands.  remarks: what the umpire said with it, each
    with text, heard, and to: titles of posts.
    """

    move = CharField()
    number = IntegerField()
    side = CharField()
    own_number = IntegerField()
    told_to = CharField()
    at = DateTimeField()
    events = ListField(child=Plain())
    orders = ListField(child=Plain())
    refused = ListField(child=Plain())
    rulings = ListField(child=Plain())
    sees = Plain()
    points = FloatField(allow_null=True, help_text="Halves as decimals; null where none are counted.")
    names = Plain()
    receipts = ListField(child=Plain())
    seal = CharField()
    attempt = IntegerField()
    taken_back = CharField()
    remarks = ListField(child=Plain())


class SheetOut(Out):
    """All that a seat has before it.  mine: whether the move under way is its side's."""

    battle = BattleOut(source="seat.battle")
    clock = ClockOut(allow_null=True)
    own_moves = Plain()
    mine = BooleanField()
    own = ThingOut(many=True)
    enemy = ThingOut(many=True)
    others = ThingOut(many=True)
    country = Plain()
    receipts = ReceiptOut(many=True)
    readiness = ReadinessOut(many=True)
    report = ReportOut(allow_null=True)
    fire = ListField(child=Plain(), help_text="What is told of the fire of this move, once it is settled.")


class ChoiceOut(Out):
    """An order that a thing may be given now; asks: what must still be filled in; blocked: why it is not to be had."""

    order = Plain()
    title = CharField()
    cost = CharField()
    asks = ListField(child=Plain())
    blocked = Plain(allow_null=True)
    group = CharField()
    clause = CharField()


class RiderOut(Out):
    """A courier, with all that is known of him: for the umpire, and once the papers are open for everybody.

    status: `riding`, `held`, `arrived`, `lost` or `taken`; distance in sixteenths of an inch; danger: enemy's bodies within
    reach of his line when it was drawn.
    """

    number = CharField()
    to = CharField()
    side = CharField()
    sender = CharField()
    status = CharField()
    sent_at = DateTimeField()
    due_at = DateTimeField(allow_null=True)
    ended_at = DateTimeField(allow_null=True)
    distance = IntegerField()
    danger = ListField(child=CharField())


class WordOut(Out):
    """A message that one has heard.  heard: by whom it was: `addressees`, `side` or `all`, or `courier` where it rode.

    taken: from a courier of the enemy.  riders: of the umpire alone, until the papers are open.  A question to the umpire
    is heard by `umpire`; answers: of his answer the question, told to him who put it and to the umpire.
    """

    number = CharField()
    at = DateTimeField()
    move_number = IntegerField()
    side = CharField()
    sender = CharField()
    channel = CharField()
    heard = CharField()
    to = ListField(child=CharField())
    text = CharField()
    mine = BooleanField()
    taken = BooleanField()
    riders = RiderOut(many=True)
    answers = CharField()


class NoticeTextOut(Out):
    """A notice: what it says, and when it was read."""

    id = CharField(source="public_id")
    kind = CharField()
    text = CharField()
    created_at = DateTimeField()
    read_at = DateTimeField(allow_null=True)


class InvitationOut(Out):
    """An invitation; its link is told when it is made, and not again."""

    id = CharField(source="public_id")
    kind = CharField()
    side = CharField()
    arm = CharField()
    title = CharField()
    named = CharField(help_text="The log-in name of whom the post is offered to; empty where a link gives it.")
    once = BooleanField()
    taken = IntegerField(help_text="How often it was taken.")
    made_by = CharField()
    made_at = DateTimeField()
    expires_at = DateTimeField()
    state = CharField(help_text="`holds`, `taken`, `revoked` or `expired`.")
