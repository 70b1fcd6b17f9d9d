"""What may be sent, endpoint by endpoint.  Here the shape is checked; whether it may be done the use case says."""

from __future__ import annotations

from rest_framework import serializers

from campaigns.api.fields import Anything, Choice, Facts, Flag, List, Number, Order, Plain, Strict, Text, Whole

MOST_NUMBER = 1_000_000
MOST_ORDERS = 20
MOST_CONFIRMED = 200


class LogIn(Strict):
    """A name and a password."""

    username = Text(150)
    password = Text(4096)


class Of(Strict):
    """Whose papers are read: a side or ``observer``.  The umpire must say; others have their own."""

    of = Text(20, required=False, allow_blank=True, default="")


class RecordPage(Strict):
    """Which part of the record: entries before a sequence number, and how many of them."""

    before = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2_000_000_000)
    limit = serializers.IntegerField(required=False, default=200, min_value=1, max_value=1000)


class OfMove(Strict):
    """The move that is meant, by its id."""

    move = Text(12)


class ReadyIn(OfMove):
    """That one is ready."""

    ends = Flag(
        required=False, default=False, help_text="One knows that time is called with it, where one is the last."
    )


class RemarkIn(Strict):
    """What the umpire says with a report.  heard: `all`, `side` (with side) or `addressees` (with to, ids of posts)."""

    text = Text(1_000)
    heard = Choice("all", "side", "addressees", required=False, default="all")
    side = Text(20, required=False, allow_blank=True, default="")
    to = List(Text(12), 40, required=False, default=list)


class Submitting(OfMove):
    """The move that is submitted, and what the umpire says with its report."""

    remarks = List(RemarkIn(), 10, required=False, default=list)


class SideIn(Strict):
    """A side of a new campaign."""

    key = Text(20, help_text="As the book names it: `red`, `blue`.")
    name = Text(80, required=False)
    briefing = Text(20_000, required=False, allow_blank=True)
    handicap = Whole(required=False, min_value=0, max_value=MOST_NUMBER, help_text="Halves with which it begins.")
    time_percent = Whole(required=False, min_value=10, max_value=1000, help_text="Of the allowance of a move.")


class Clock(Strict):
    """The clock of a campaign and its other settings."""

    target_points = Whole(required=False, min_value=0, max_value=MOST_NUMBER, help_text="In halves; 0 for none.")
    scoring = Choice("net", "difference", "gross", required=False, help_text="What of two scores counts.")
    carry_over = Choice("none", "losses", required=False, help_text="Whether losses and supplies go on to the next.")
    couriers = Anything(
        required=False,
        help_text="How dispatches ride: `off`, or `inches` a minute, the chances of `loss` and `capture` as fractions, `reach` and"
        " `unknown` in whole inches; what is not said stands at its default.",
    )
    time_zone = Text(60, required=False)
    clock_mode = Choice("book", "fixed", "deadline", required=False)
    fixed_minutes = Whole(required=False, min_value=1, max_value=MOST_NUMBER)
    deadline_time = Text(
        8, required=False, allow_null=True, help_text="By the clock on the wall in `time_zone`, as `20:00`."
    )
    deadline_every_days = Whole(required=False, min_value=1, max_value=MOST_NUMBER)
    interval_minutes = Whole(required=False, min_value=0, max_value=MOST_NUMBER)
    drain_seconds = Whole(required=False, min_value=0, max_value=MOST_NUMBER)
    extension_cap_minutes = Whole(required=False, min_value=0, max_value=MOST_NUMBER)
    pause_cap_minutes = Whole(required=False, min_value=0, max_value=MOST_NUMBER)
    umpire = Choice(
        "present",
        "none",
        required=False,
        help_text="`none`: nobody need be present; the clock closes every move and submits what asks for no fact of people.",
    )


class NewCampaign(Clock):
    """A campaign to be prepared."""

    name = Text(120)
    book = Text(40, required=False, default="kriegspiel")
    options = Plain(required=False)
    sides = List(SideIn(), 4)


class CampaignChange(Clock):
    """Changes of a campaign that is being prepared."""

    name = Text(120, required=False)
    options = Plain(required=False, help_text="The options chosen; all others stand at their default.")
    briefings = Plain(required=False, help_text="By side.")


class NewPost(Strict):
    """A post and who is to hold it."""

    user = Text(150, help_text="The log-in name.")
    kind = Choice("umpire", "official", "general", "commander", "observer")
    side = Text(20, required=False, allow_blank=True, default="")
    arm = Text(20, required=False, allow_blank=True, default="")
    title = Text(80, required=False, allow_blank=True, default="")


class HandOver(Strict):
    """Who is to take a post over."""

    user = Text(150, help_text="The log-in name.")


class ChangeIn(Strict):
    """What a thing is to have otherwise than the finding has it; a value of null takes the key back to its default."""

    group = Text(64)
    thing = Text(64)
    key = Text(64)
    value = Anything()


class Carrying(Strict):
    """How what a battle left goes over."""

    prisoners = Choice("exchanged", "kept", required=False, default="exchanged")
    places = Choice("anew", "kept", required=False, default="anew")


class NextBattle(Carrying):
    """The next battle, opened from what the last one left; what is put right needs a reason."""

    name = Text(120)
    briefing = Text(20_000, required=False, allow_blank=True, default="")
    country = Text(12, required=False, allow_blank=True, default="")
    weight = Text(11, required=False, default="1")
    change = List(ChangeIn(), MOST_ORDERS, required=False, default=list)
    reason = Text(300, required=False, allow_blank=True, default="")


class SectorIn(Strict):
    """What an umpire looks after: `{rectangle: [west, south, east, north]}` in inches, `{things: [ids]}`, or nothing."""

    sector = Plain()


class SetOut(Strict):
    """Orders of one side before the first move: all are carried out, or none.

    side: for the umpire, in whose name.  country: the id of a country, with an order to lay it out.
    """

    orders = List(Order(), MOST_ORDERS)
    side = Text(20, required=False, allow_blank=True, default="")
    country = Text(12, required=False, allow_blank=True, default="")


class NewBattle(Strict):
    """A battle to be prepared.  start: the opening position, in the form of the public test kit.

    book, options and seats are the campaign's where they are left out.
    """

    name = Text(120)
    briefing = Text(20_000, required=False, allow_blank=True, default="")
    start = Plain()
    country = Text(
        12, required=False, allow_blank=True, default="", help_text="Id of a country; its digest is taken down now."
    )
    book = Text(40, required=False, allow_blank=True)
    options = Plain(required=False, help_text="The options chosen; all others stand at the default of the book.")
    seats = Plain(required=False, help_text="Side of the book to side of the campaign.")
    weight = Text(11, required=False, help_text="How much its points count towards the campaign, as `1/2`.")


class NewCountry(Strict):
    """A country that was drawn.  data: in the form of ``country`` of the public test kit; it must have a size."""

    name = Text(120)
    data = Plain()  # type: ignore[assignment]  # a field, which the metaclass takes out of the class


class CountryChange(NewCountry):
    """A country drawn otherwise.  base: the digest that it had when it was read."""

    base = Text(64)


class Survey(Strict):
    """A survey in GeoJSON, and how it is to be laid on the floor."""

    name = Text(120)
    survey = Plain(help_text="A FeatureCollection; of Kriegspiel's own it is taken whole.")
    scale = Number(help_text="Metres to the inch.")
    size = List(Whole(), 2, required=False, default=[24, 16], help_text="Width and depth in feet.")
    origin = List(
        Number(),
        2,
        required=False,
        help_text="The south-western corner in the file's coordinates; else the middle is taken.",
    )
    plain = Flag(required=False, default=False, help_text="Coordinates are plain metres, not degrees of WGS84.")
    interval = Number(required=False, help_text="Real height of one contour; else the least in the file.")


class BattleChange(Strict):
    """Changes of a battle that has not begun."""

    name = Text(120, required=False)
    briefing = Text(20_000, required=False, allow_blank=True)
    start = Plain(required=False)


class Draft(Strict):
    """Orders as far as they have been thought out."""

    orders = List(Order(), MOST_ORDERS)


class OrdersIn(Strict):
    """Orders of one thing, to be checked."""

    move = Text(12)
    thing = Text(64)
    orders = List(Order(), MOST_ORDERS)


class OrdersSent(OrdersIn):
    """All orders of one thing in this stage of the move.

    base_revision: the revision on which they are built, 0 where there was none.  key: made by the client for this
    sending; sent again, it brings the same receipt.
    """

    base_revision = Whole(min_value=0, max_value=MOST_NUMBER)
    key = Text(64)


class OrdersWithdrawn(Strict):
    """The orders of one thing are taken back."""

    move = Text(12)
    thing = Text(64)
    base_revision = Whole(min_value=0, max_value=MOST_NUMBER)
    key = Text(64)


class Pause(Strict):
    """Why the clock is to stand, and for how many minutes at most."""

    reason = Text(300)
    minutes = Whole(min_value=1, max_value=100_000)


class Extend(Strict):
    """How many minutes a move is to have more, and why; the same key adds them once."""

    move = Text(12)
    minutes = Whole(min_value=1, max_value=100_000)
    reason = Text(300)
    key = Text(64)


class Close(Strict):
    """The move for which time is called."""

    move = Text(12)
    reason = Text(300, required=False, allow_blank=True, default="")


class FactsSent(Strict):
    """A whole new sheet of measured facts.  orders: by ``<thing>/<place among its orders>``."""

    move = Text(12)
    base_revision = Whole(min_value=0, max_value=MOST_NUMBER)
    orders = serializers.DictField(child=Facts(), required=False, default=dict)
    move_facts = Facts(required=False)
    coin = Choice("", "heads", "tails", required=False, default="")
    reason = Text(300, required=False, allow_blank=True, default="")


class WordSent(Strict):
    """A message.  channel: of the book, as `note`; to: ids of posts of one's own side, none for a shout."""

    channel = Text(20)
    to = List(Text(12), 40, required=False, default=list)
    text = Text(1_000)
    key = Text(64, help_text="Made by the client once for each message; sent again, it brings the same answer.")


class WordOfTheUmpire(RemarkIn):
    """The umpire's word, heard at once.  heard: `all`, `side` (with side) or `addressees` (with to, ids of posts)."""

    text = Text(2_000)
    key = Text(64, help_text="Made by the client once for each message; sent again, it brings the same answer.")


class QuestionPut(Strict):
    """A question to the umpire."""

    text = Text(1_000)
    key = Text(64, help_text="Made by the client once for each question; sent again, it brings the same answer.")


class QuestionAnswered(Strict):
    """The umpire's answer.  heard: by whom: who asked (`addressees`), his `side`, or `all`."""

    text = Text(1_000)
    heard = Choice("addressees", "side", "all", required=False, default="addressees")


class CourierRuled(Strict):
    """What the umpire does with a courier on the road.  do: `hold` him, or let him be there now (`deliver`)."""

    do = Choice("hold", "deliver")
    reason = Text(300)


class FactConfirmed(Strict):
    """A fact by its place, what was reported when one looked, and what one measured oneself."""

    order = Text(120, required=False, allow_blank=True, default="")
    key = Text(120)
    subject = Text(120, required=False, allow_blank=True, default="")
    reported = Anything()
    measured = Anything()


class ConfirmationsSent(Strict):
    """Facts of the other side's official, confirmed or measured otherwise."""

    move = Text(12)
    facts = List(FactConfirmed(), MOST_CONFIRMED)


class Correction(Strict):
    """Orders that take the place of all those of a thing, by the umpire's ruling."""

    move = Text(12)
    thing = Text(64)
    orders = List(Order(), MOST_ORDERS)
    reason = Text(1000)
    clause = Text(40, required=False, allow_blank=True, default="")


class Overruling(Strict):
    """A ruling against the finding."""

    move = Text(12)
    change = List(ChangeIn(), MOST_ORDERS)
    reason = Text(1000)
    clause = Text(40, help_text="Of the battle's book, or `house rule`.")
    sure = Flag(required=False, default=False, help_text="That a number which may be a slip is meant (409, E-ODD).")


class Holding(Strict):
    """An order that the umpire holds, by the number of its receipt, and his comment."""

    move = Text(12)
    entry = Text(12)
    reason = Text(1000)
    clause = Text(40, required=False, allow_blank=True, default="")


class Returning(Holding):
    """The same of one that he returns.  minutes: for how long another may be sent although time has been called."""

    minutes = Whole(min_value=0, max_value=10_080, required=False, default=0)


class InjectIn(Strict):
    """Word or a ruling that is to be given later.  move_number or at: when that move opens (a ruling: closes), or at that time.

    heard: `all`, `side` (with side) or `addressees` (with to, ids of posts).  change: of a ruling, as an overruling has it.
    """

    text = Text(2_000)
    move_number = Whole(min_value=1, max_value=100_000, required=False, allow_null=True)
    at = serializers.DateTimeField(required=False, allow_null=True)
    heard = Choice("all", "side", "addressees", required=False, default="all")
    side = Text(20, required=False, allow_blank=True, default="")
    to = List(Text(12), 40, required=False, default=list)
    change = List(ChangeIn(), MOST_ORDERS, required=False, default=list)
    clause = Text(40, required=False, allow_blank=True, default="")
    sure = Flag(required=False, default=False, help_text="That a number which may be a slip is meant (409, E-ODD).")


class NewInject(InjectIn):
    """The same with the key of its sending; sent again, it brings the same answer."""

    key = Text(64)


class InjectChange(InjectIn):
    """The same in the place of what it said.  base_revision: on which it is built."""

    base_revision = Whole(min_value=1, max_value=MOST_NUMBER)


class Undo(Strict):
    """The move that is taken back, and why.  keep_orders: what was ordered and measured stands in it again from the first."""

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


class Ending(Strict):
    """How a battle that the rules have not ended ends, and why.  winner: key of a side, empty where it is drawn."""

    winner = Text(20, required=False, allow_blank=True, default="")
    reason = Text(300)


class Award(Strict):
    """Points given or taken by the umpire.  amount: in halves."""

    side = Text(20)
    amount = Whole(min_value=-MOST_NUMBER, max_value=MOST_NUMBER)
    reason = Text(120)
    clause = Text(40, required=False, allow_blank=True, default="")
