"""What the API answers about several subjects."""

from __future__ import annotations

import inspect
from collections import abc
from collections.abc import Callable, Mapping
from datetime import datetime
from types import NoneType
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, DateTimeField, FloatField, IntegerField, ListField

from campaigns.api.fields import Anything, Pairs, Plain, Shaped
from campaigns.desk.invitations import InvitationFact
from campaigns.desk.roster import RosterPost
from campaigns.sight.clock import ClockFace
from campaigns.sight.dispatches import Message, RiderFact
from campaigns.sight.receipts import Receipt, Returned
from campaigns.sight.reports import NoticeFact, ReportFact
from campaigns.sight.seat import BattleFact, CampaignFact
from campaigns.sight.sheet import Ready
from campaigns.sight.thing import Thing
from rules.contract import data
from rules.errors import Reason

KINDS: Mapping[Any, Callable[..., Any]] = {
    bool: BooleanField,
    int: IntegerField,
    str: CharField,
    datetime: DateTimeField,
    dict: Plain,
    abc.Mapping: Plain,
}


class Out(serializers.Serializer[Any]):
    """An answer.

    about: what it is an answer about.  shows: the names of its fields in their sequence; a field that is not declared
    has the type that it has there, and ``id`` is its public id.  A field that is not named is never sent.
    """

    about: ClassVar[Any] = None
    shows: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "shows" in vars(cls):
            written = cls._declared_fields
            inherited = {name: one for name, one in written.items() if name not in cls.shows.split()}
            named = {name: written.get(name) or _field(cls.about, name) for name in cls.shows.split()}
            cls._declared_fields = {**inherited, **named}


def _field(about: Any, name: str) -> Any:
    """A field for an attribute of a class, or a property of it; one that may be none may be null."""
    hints = get_type_hints(about)
    if name == "id" and "id" not in hints:
        return CharField(source="public_id")
    found = inspect.getattr_static(about, name, None)
    told = getattr(found, "fget", None) or getattr(found, "func", None)
    return _of_kind(hints[name] if told is None else get_type_hints(told)["return"])


def _of_kind(hint: Any) -> Any:
    """A field of a kind; of several things a list of that of one."""
    kinds = [one for one in get_args(hint) if one is not Ellipsis]
    if NoneType in kinds:
        return KINDS[kinds[0]](allow_null=True)
    if get_origin(hint) in (tuple, list, abc.Sequence):
        return ListField(child=_of_kind(kinds[0]))
    return KINDS[get_origin(hint) or hint]()


class BattleOut(Out):
    """A battle as all who hold a seat in its campaign may know it.  seed: empty until the end."""

    about = BattleFact
    shows = (
        "id number name briefing status result seed_digest seed started_at ended_at book edition options seats "
        "weight country_name country_digest"
    )

    id = CharField(source="public_id")
    book = CharField(source="terms.book")
    edition = CharField(source="terms.edition")
    options = Shaped(data.Options, source="terms.options")
    seats = Plain(
        source="terms.seats", help_text="Side of the book to side of the campaign, where the book has others."
    )
    weight = CharField(help_text="How much its points count: a fraction, as `1/2`.")


class CampaignOut(Out):
    """A campaign as all who hold a seat in it may know it."""

    about = CampaignFact
    shows = (
        "id name book edition options status target_points scoring carry_over couriers result time_zone works_itself"
    )

    id = CharField(source="public_id")
    options = Shaped(data.Options)
    couriers = Plain(help_text="How dispatches ride; empty where they are read at once.")
    result = Plain(help_text="Who reached the target, and by which battle; empty until somebody has.")
    works_itself = BooleanField(help_text="No umpire need be present: the clock closes every move and submits it.")


class PostOut(Out):
    """A seat that somebody holds."""

    about: ClassVar[Any] = RosterPost
    shows = "id kind side arm brigade title"


class RosterPostOut(PostOut):
    """A seat and its holder."""

    about, shows = RosterPost, "user held_from held_until"


class MadeOut(Out):
    """Something made or changed: its id and its state."""

    id = CharField(source="public_id")
    name = CharField()
    status = CharField()


class ClockOut(Out):
    """The clock of the move under way.  seconds_left: none while it is stopped."""

    about = ClockFace
    shows = (
        "move number side own_number stage state takes_orders opened_at closes_at seconds_left paused_reason "
        "paused_until extended_minutes delayed now"
    )


class ReturnedOut(Out):
    """What the umpire says of an order that is held or was returned.  until: how long another may be sent."""

    about: ClassVar[Any] = Returned
    shows = "kind reason clause at until"


class EntryOut(Out):
    """An entry of the order ledger."""

    about, shows = Receipt, "number thing name post revision stage reading arrived_at late"


class ReceiptOut(EntryOut):
    """A receipt from the ledger.  counts: whether it is in force, or was when the move closed.

    returned: of one that the umpire holds or has returned; until that is settled it does not go into the finding.
    """

    about = Receipt
    shows = "move move_number own_number orders warnings committed_at digest counts returned taken_back"

    orders = ListField(child=Shaped(data.Order))
    warnings = ListField(child=Shaped(Reason))
    returned = ReturnedOut(allow_null=True)


class ThingOut(Out):
    """A thing on the floor and what the caller may know of it.  duties: what one of the caller's own owes in its next own move."""

    about, shows = Thing, "id group name side arm state duties may_order receipt"

    duties = ListField(child=Shaped(data.Duty))
    receipt = ReceiptOut(allow_null=True)


class ReadinessOut(Out):
    """A seat of the caller's own side, and since when it has been ready."""

    about, shows = Ready, "post title kind arm mine at"


class GivenOut(Out):
    """An order that counted in a move.  thing: that received it; place: among the orders given to it."""

    thing = CharField()
    place = IntegerField()
    order = Shaped(data.Order)


class ReportOut(Out):
    """A side's report of one move.

    side: who moved; orders, receipts and refused: of its own move; sees: what was visible when it was over.  seal: the
    head of the record, the same for all: with it a side can check that nothing was changed later.  attempt: how often
    the move had been taken back before; taken_back: why this one was, empty where it stands.  remarks: what the umpire
    added to it, each with text, heard, and to: titles of seats.
    """

    about = ReportFact
    shows = (
        "move number side own_number told_to at events orders refused rulings sees points names receipts seal "
        "attempt taken_back remarks"
    )

    events = ListField(child=Shaped(data.Event))
    orders = GivenOut(many=True)
    refused = ListField(child=Shaped(data.RefusedOrder))
    points = FloatField(
        allow_null=True, help_text="Value of the force left; halves as decimals; null where it is not counted."
    )
    names = Pairs()


class SheetOut(Out):
    """All that a seat sees.  mine: whether the move under way belongs to its side."""

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
    fire = ListField(child=Shaped(data.Event), help_text="What is told of the fire of this move, once it is settled.")


class AskOut(Out):
    """A key of an order that is still to be filled in.

    values: what may be chosen, or the least and the most.  begins: the value at first.  most: of each value; due: of
    each side.  each, times: so many of the same kind are needed, each under that key.  fact: what is measured where no
    path is given.
    with_itself: the thing itself comes first.  reach: the layer of the map whose first reach is the most of it.
    """

    name = CharField()
    kind = CharField()
    label = CharField()  # type: ignore[assignment]  # a field of the answer, no label of a field
    values = ListField(child=Anything())
    optional = BooleanField()
    begins = Anything()
    most = Plain()
    due = Plain()
    each = CharField()
    times = IntegerField()
    fact = CharField()
    with_itself = BooleanField()
    reach = CharField()


class ChoiceOut(Out):
    """An order that a thing may be given now; asks: what must still be filled in; blocked: why it is not possible now."""

    order = Plain()
    title = CharField()
    cost = CharField()
    asks = AskOut(many=True)
    blocked = Shaped(Reason, allow_null=True)
    group = CharField()
    clause = CharField()


class RiderOut(Out):
    """A courier, with all that is known of them: for the umpire, and once the papers are open for everybody.

    status: `riding`, `held`, `arrived`, `lost` or `taken`; distance in sixteenths of an inch; danger: enemy bodies
    within reach of the courier's line when chance was drawn.
    """

    about, shows = RiderFact, "number to side sender status sent_at due_at ended_at distance danger"


class MessageOut(Out):
    """A message that the caller has received.  heard: by whom it was received: `addressees`, `side` or `all`, or `courier` where it rode.

    taken: from a courier of the enemy.  riders: for the umpire alone, until the papers are open.  A question to the
    umpire is heard by `umpire`; answers: of an answer the question, shown to the asker and to the umpire.
    """

    about, shows = Message, "number at move_number side sender channel heard to text mine taken riders answers"

    riders = RiderOut(many=True)


class NoticeTextOut(Out):
    """A notice: what it says, and when it was read."""

    about, shows = NoticeFact, "id kind text created_at read_at"


class InvitationOut(Out):
    """An invitation, without its link."""

    about, shows = InvitationFact, "id kind side arm brigade title named once taken made_by made_at expires_at state"

    named = CharField(help_text="The log-in name of whom the post is offered to; empty where a link gives it.")
    taken = IntegerField(help_text="How often it was taken.")
    state = CharField(help_text="`holds`, `taken`, `revoked` or `expired`.")
