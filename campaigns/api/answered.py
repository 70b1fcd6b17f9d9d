"""What is answered, field by field: what is not named here is not told.  Times are UTC."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    DateTimeField,
    FloatField,
    IntegerField,
    ListField,
    SerializerMethodField,
)

from campaigns.api.fields import Anything, Plain


class Out(serializers.Serializer[Any]):
    """An answer."""


class TokenOut(Out):
    """Send it with every request: ``Authorization: Token <token>``."""

    token = CharField(help_text="It is told here once.")
    id = CharField(help_text="By which it is revoked.")
    expires_at = DateTimeField()


class OptionOut(Out):
    """A row of a book's register of options."""

    key = CharField()
    default = Anything()
    clause = CharField()
    says = CharField()
    schema = Plain(help_text="JSON Schema of the value.")
    implies = Plain(help_text="What each value implies, a flag's under `yes` and `no`; empty where `says` says all.")


class BookOut(Out):
    """A rulebook."""

    key = CharField()
    title = CharField()
    edition = CharField()
    sides = ListField(child=CharField())


class CountryOut(Out):
    """A country that one may play on."""

    id = CharField(source="public_id")
    name = CharField()
    book = CharField()
    digest = CharField(help_text="SHA-256 of its canonical data; a battle takes it down when it is opened.")
    mine = BooleanField()
    of_the_house = BooleanField()
    made_at = DateTimeField()
    changed_at = DateTimeField()


class CountrySheetOut(CountryOut):
    """A country with its ground and, where it was imported, the report of that."""

    data = Plain()  # type: ignore[assignment]  # a field, which the metaclass takes out of the class
    report = Plain()


class RefusalOut(Out):
    """Why something was refused that had been taken on."""

    code = CharField()
    clause = CharField()
    sentence = CharField()


class SurveyOut(Out):
    """A survey that becomes a country, as far as it is; only its sender is told."""

    id = CharField(source="public_id")
    address = SerializerMethodField(help_text="Ask here again how far it is.")
    name = CharField()
    state = CharField(help_text="`waiting`, `working`, `done` or `refused`.")
    sent_at = DateTimeField()
    ended_at = DateTimeField(allow_null=True)
    country = CharField(help_text="The id of the country that it has become; empty until it is done.")
    refusal = RefusalOut(allow_null=True, help_text="Why it was refused; null where it was not.")

    def get_address(self, one: Any) -> str:
        """Where it is asked for."""
        return reverse("api-survey", args=[one.public_id])


class GeoJSONOut(Out):
    """A FeatureCollection."""

    type = CharField()
    kriegspiel = Plain(help_text="Name, size, scale, edges: what the features do not say.")
    features = ListField(child=Plain())


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


class SeatOut(Out):
    """A campaign, and what one is in it.  sides: names by key; briefing: of one's own side."""

    campaign = CampaignOut()
    posts = PostOut(many=True)
    side = CharField()
    sides = Plain(source="side_names")
    briefing = CharField()


class BattleSeatOut(SeatOut):
    """A battle, its campaign, and what one is in it."""

    battle = BattleOut()


class MinePostOut(PostOut):
    """A post that one holds, with its campaign and battles."""

    campaign = CampaignOut()
    battles = BattleOut(many=True)


class MeOut(Out):
    """Who asks, and the posts that he holds."""

    username = CharField()
    posts = MinePostOut(many=True)


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


class ClockStateOut(Out):
    """How the clock stands after what was done to it."""

    move = CharField()
    number = IntegerField()
    opened_at = DateTimeField()
    closes_at = DateTimeField(allow_null=True)
    paused_at = DateTimeField(allow_null=True)
    paused_until = DateTimeField(allow_null=True)
    extended_minutes = IntegerField()


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


class AcceptedOut(Out):
    """The receipt of orders just accepted.  digest: SHA-256 of the canonical JSON of move, thing and orders."""

    number = CharField()
    move = CharField()
    thing = CharField()
    revision = IntegerField()
    orders = ListField(child=Plain())
    digest = CharField()
    arrived_at = DateTimeField()
    committed_at = DateTimeField()
    reading = CharField()
    warnings = ListField(child=Plain())
    cost = CharField()
    left = CharField()


class EstimateOut(Out):
    """What orders would cost, in parts of a move, and how they read."""

    reading = CharField()
    cost = CharField()
    left = CharField()
    warnings = ListField(child=Plain())


class ReadyOut(Out):
    """How many of the posts that command are ready; called: whether time was called for it."""

    ready = IntegerField()
    of = IntegerField()
    called = BooleanField()


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


class ThingSheetOut(Out):
    """One own thing with the orders that it may be given now."""

    clock = ClockOut()
    thing = ThingOut()
    base_revision = IntegerField()
    draft = ListField(child=Plain())
    choices = ChoiceOut(many=True)
    history = ReceiptOut(many=True)


class NeedOut(Out):
    """A fact that people measure.

    known: the engine's own figure; given: what was entered, and by whose post; open: the move waits for it.
    waits: reported, and not yet confirmed; confirmed_by: by which post; differs: what the other official measured.
    """

    key = CharField()
    kind = CharField()
    subject = CharField()
    name = CharField()
    question = CharField()
    clause = CharField()
    known = Anything()
    times = IntegerField()
    given = Anything()
    open = BooleanField()
    by = CharField()
    waits = BooleanField()
    confirmed_by = CharField()
    differs = Anything()


class OrderToMeasureOut(Out):
    """An order of one's own side and what is asked for it.  measured_key: of its facts in a fact sheet."""

    thing = CharField()
    name = CharField()
    place = IntegerField()
    order = Plain()
    stage = CharField()
    measured_key = CharField()
    measured = Plain()
    needs = NeedOut(many=True)


class FactToConfirmOut(Out):
    """A fact that the other side's official reported.  order, key, subject: its place.  differs: what one measured otherwise."""

    order = CharField()
    key = CharField()
    subject = CharField()
    kind = CharField()
    name = CharField()
    question = CharField()
    clause = CharField()
    reported = Anything()
    times = IntegerField()
    by = CharField()
    differs = Anything()


class MeasuredMoveOut(Out):
    """A move under way and what is measured of it.  base_revision: of what one may read of the fact sheet, 0 where there is nothing."""

    battle = BattleOut(source="seat.battle")
    clock = ClockOut(allow_null=True)
    move_needs = NeedOut(many=True)
    open_needs = IntegerField()
    move_facts = Plain()
    coin = CharField()
    base_revision = IntegerField()
    names = Plain()


class MeasuringOut(MeasuredMoveOut):
    """What a side's official has to measure.  mine: whether the move under way is his side's."""

    side = CharField()
    mine = BooleanField()
    orders = OrderToMeasureOut(many=True)
    to_confirm = FactToConfirmOut(many=True)


class LineOut(Out):
    """An entry of a ledger.  amount: signed; of points, in halves."""

    move_number = IntegerField(allow_null=True)
    mover = CharField()
    own_number = IntegerField(allow_null=True)
    account = CharField()
    name = CharField()
    kind = CharField()
    amount = IntegerField()
    cause = CharField()
    clause = CharField()
    at = DateTimeField()


class AccountOut(Out):
    """What stands on an account, by kind."""

    account = CharField()
    name = CharField()
    balances = Plain()


class SuppliesOut(Out):
    """A side's stores."""

    side = CharField()
    accounts = AccountOut(many=True)
    stock = Plain()
    wants = ListField(child=Plain())
    lines = LineOut(many=True)


class PointsOut(Out):
    """A side's points in a battle, in halves: what it would score if the battle ended now."""

    side = CharField()
    halves = IntegerField()
    target = IntegerField(help_text="Of the campaign, which counts a battle when it has ended.")
    account = CharField(
        help_text="What the battles that have ended count for it towards the target, exact: `633`, `200/3`."
    )
    by_kind = Plain()
    lines = LineOut(many=True)
    sheet = Plain(help_text="The lines of both sides' score as it stands, where the book publishes them.")


class AwardedOut(Out):
    """The points of each side, in halves."""

    halves = Plain()


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


class AddresseeOut(Out):
    """A post of one's own side to which word may be sent.

    distance in sixteenths and seconds: how far and how long a courier would ride there now; none where nobody rides.
    known: whether the places of both are known; else he rides as far as the campaign says.
    """

    post = CharField()
    title = CharField()
    name = CharField()
    distance = IntegerField(allow_null=True)
    seconds = IntegerField(allow_null=True)
    known = BooleanField()


class WordsOut(Out):
    """What one has heard in a battle, and by which channels one may send word; none where one may send none.

    asks: whether one may put a question to the umpire.
    """

    heard = WordOut(many=True)
    channels = ListField(child=Plain())
    addressees = AddresseeOut(many=True)
    asks = BooleanField()


class SentOut(Out):
    """That word was sent."""

    number = CharField()
    heard = CharField()


class NoticeTextOut(Out):
    """A notice: what it says, and when it was read."""

    id = CharField(source="public_id")
    kind = CharField()
    text = CharField()
    created_at = DateTimeField()
    read_at = DateTimeField(allow_null=True)


class NoticeOut(NoticeTextOut):
    """A notice to one of one's posts."""

    campaign = CharField()
    battle = CharField()
    battle_name = CharField()
    post = CharField()


class ReadOut(Out):
    """How many notices were marked as read."""

    read = IntegerField()
