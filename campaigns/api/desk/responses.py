"""What the API answers about the umpire's desk."""

from __future__ import annotations

from rest_framework.serializers import (
    BooleanField,
    CharField,
    DateTimeField,
    IntegerField,
    ListField,
)

from campaigns.api.fields import Anything, Plain
from campaigns.api.shared.responses import (
    BattleOut,
    ClockOut,
    EntryOut,
    NoticeTextOut,
    Out,
    PostOut,
    ReturnedOut,
    RiderOut,
)


class EnteredOut(EntryOut):
    """An entry of the order ledger as the umpire reads it."""

    author = CharField()
    in_force = BooleanField()


class HeldOut(ReturnedOut):
    """An order that is held or was returned.  answered: whether another has come in its place."""

    ruling = CharField()
    thing = CharField()
    name = CharField()
    number = CharField()
    post = CharField()
    reading = CharField()
    answered = BooleanField()


class PostStateOut(PostOut):
    """A post and what has come from it."""

    user = CharField()
    expected = BooleanField()
    sent = IntegerField()
    last_at = DateTimeField(allow_null=True)
    ready_at = DateTimeField(allow_null=True)


class FoundOut(Out):
    """What would come of the move now.  fault: a reference where the rules failed."""

    events = ListField(child=Plain())
    refused = ListField(child=Plain())
    fault = CharField()


class RulingOut(Out):
    """A ruling."""

    id = CharField(source="public_id")
    kind = CharField()
    at = DateTimeField()
    by = CharField()
    reason = CharField()
    clause = CharField()
    touches = ListField(child=CharField())
    change = Plain()
    revoked = BooleanField()


class DueOut(Out):
    """What falls due, in this battle or in another of the umpire's, which is named.  rider: of a courier, held or not."""

    kind = CharField()
    due_at = DateTimeField()
    battle = CharField()
    battle_name = CharField()
    rider = RiderOut(allow_null=True)


class RecordOut(Out):
    """An entry of the record."""

    sequence = IntegerField()
    at = DateTimeField()
    actor = CharField()
    kind = CharField()
    data = Plain()  # type: ignore[assignment]  # a field, which the metaclass takes out of the class
    digest = CharField()


class DependentOut(Out):
    """What rests on a move, and what becomes of it."""

    kind = CharField()
    count = IntegerField()
    becomes = CharField()
    lines = ListField(child=CharField())


class UndoingOut(Out):
    """The move that may be taken back, and what rests on it.  orders: how many would stand again."""

    move = CharField()
    number = IntegerField()
    side = CharField()
    own_number = IntegerField()
    submitted_at = DateTimeField()
    orders = IntegerField()
    dependents = DependentOut(many=True)


class TakenBackOut(Out):
    """What became of taking a move back: done by this call, or before; again: the move that is played in its place."""

    move = CharField()
    done = BooleanField()
    again = CharField()


class MeasuredOut(Out):
    """That facts were taken down."""

    move = CharField()
    revision = IntegerField()


class ConfirmedOut(Out):
    """What became of confirming: how many facts stand now, and how many still wait."""

    move = CharField()
    confirmed = IntegerField()
    waiting = IntegerField()


class WantedOut(Out):
    """A fact still to be measured.  order: the place of the order among those of the move; none for the move itself."""

    order = IntegerField(allow_null=True)
    key = CharField()
    kind = CharField()
    subject = CharField()
    question = CharField()
    clause = CharField()
    known = Anything()
    times = IntegerField()


class FindingOut(Out):
    """What the rules work out of a move."""

    position = Plain()
    events = ListField(child=Plain())
    refused = ListField(child=Plain())
    reckoning = ListField(child=Plain())


class PlacedOut(Out):
    """An order on its way to be adjudicated.  measured: the key of its facts."""

    thing = CharField()
    place = IntegerField()
    stage = CharField()
    order = Plain()
    measured = CharField()


class PreviewOut(Out):
    """What would come of the move.

    sequence: of each order its place among ``placed`` and the heading of its stage.  needs: all facts that are not
    measured; wanting: those without which the move cannot be submitted.
    """

    placed = PlacedOut(many=True)
    sequence = ListField(child=ListField(child=Anything()))
    needs = WantedOut(many=True)
    wanting = WantedOut(many=True)
    finding = FindingOut(allow_null=True)
    refused = Plain(allow_null=True)


class SubmissionOut(Out):
    """What became of submitting a move.  done: by this call, and not found done already."""

    move = CharField()
    done = BooleanField()
    next_move = CharField(allow_blank=True)


class RuledOut(Out):
    """A ruling that was made, and the sides to which it will be shown."""

    ruling = CharField()
    kind = CharField()
    touches = ListField(child=CharField())


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


class DeskOrderOut(OrderToMeasureOut):
    """An order in its place in the sequence of resolution."""

    heading = CharField()
    refused = Plain(allow_null=True)
    corrected = BooleanField()


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


class DeskOut(MeasuredMoveOut):
    """Everything on the umpire's desk."""

    posts = PostStateOut(many=True)
    orders = DeskOrderOut(many=True)
    entries = EnteredOut(many=True)
    measured_by = CharField()
    preview = FoundOut(allow_null=True)
    rulings = RulingOut(many=True)
    dues = DueOut(many=True)
    notices = NoticeTextOut(many=True)
    position = Plain()
    parked_why = CharField()
    attempts = IntegerField()
    held = HeldOut(many=True)
    remarks = ListField(child=Plain(), help_text="What was to be said with a report that is not yet published.")


class MeasuringOut(MeasuredMoveOut):
    """What a side's official has to measure.  mine: whether the move under way is his side's."""

    side = CharField()
    mine = BooleanField()
    orders = OrderToMeasureOut(many=True)
    to_confirm = FactToConfirmOut(many=True)
