"""What the API answers about the umpire's desk."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, FloatField, IntegerField, ListField

from campaigns.api.fields import Anything, Inches, Pairs, Plain, Shaped
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
from campaigns.desk.papers import Desk, DueFact, HeldFact, PostState, RecordFact, RulingFact
from campaigns.desk.undo import Dependent, UndoPreview
from campaigns.sight.measurements import FactToConfirm, NeedFact, OrderToMeasure
from campaigns.usecases.desk.confirmations import Confirmed
from campaigns.usecases.desk.undo import Undone
from rules.contract import data
from rules.contract.answers import Sightline
from rules.errors import Reason


class EnteredOut(EntryOut):
    """An entry of the order ledger as the umpire reads it."""

    author = CharField()
    in_force = BooleanField()


class HeldOut(ReturnedOut):
    """An order that is held or was returned.  answered: whether another has replaced it."""

    about, shows = HeldFact, "ruling thing name number post reading answered"


class PostStateOut(PostOut):
    """A seat and what has come from it."""

    about, shows = PostState, "user expected sent last_at ready_at"


class FoundOut(Out):
    """What the move would give now.  fault: a reference where the rules failed."""

    events = ListField(child=Shaped(data.Event))
    refused = ListField(child=Shaped(Reason))
    fault = CharField()


class RulingOut(Out):
    """A ruling."""

    about, shows = RulingFact, "id kind at by reason clause touches change revoked"


class DueOut(Out):
    """What falls due, in this battle or in another of the umpire's, which is named.  rider: a courier, held or not."""

    about, shows = DueFact, "kind due_at battle battle_name rider"

    rider = RiderOut(allow_null=True)


class RecordOut(Out):
    """An entry of the record."""

    about, shows = RecordFact, "sequence at actor kind data digest"


class DependentOut(Out):
    """Something that depends on a move, and what becomes of it."""

    about, shows = Dependent, "kind count becomes lines"


class UndoPreviewOut(Out):
    """The move that may be taken back, and what depends on it.  orders: how many would stand again."""

    about, shows = UndoPreview, "move number side own_number submitted_at orders dependents"

    dependents = DependentOut(many=True)


class UndoneOut(Out):
    """The result of taking a move back: done by this call, or before; again: the move that is played in its place."""

    about, shows = Undone, "move done again"


class MeasuredOut(Out):
    """That facts were recorded."""

    move = CharField()
    revision = IntegerField()


class ConfirmedOut(Out):
    """The result of confirming: how many facts count now, and how many still wait."""

    about, shows = Confirmed, "move confirmed waiting"


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
    events = ListField(child=Shaped(data.Event))
    refused = ListField(child=Shaped(Reason))
    reckoning = ListField(child=Shaped(data.Reckoned))


class PlacedOut(Out):
    """An order on its way to be adjudicated.  measured: the key of its facts."""

    thing = CharField()
    place = IntegerField()
    stage = CharField()
    order = Shaped(data.Order)
    measured = CharField()


class PreviewOut(Out):
    """What the move would give.

    sequence: of each order its place among ``placed`` and the heading of its stage.  needs: all facts that are not
    measured; wanting: those without which the move cannot be submitted.
    """

    placed = PlacedOut(many=True)
    sequence = ListField(child=ListField(child=Anything()))
    needs = WantedOut(many=True)
    wanting = WantedOut(many=True)
    finding = FindingOut(allow_null=True)
    refused = Shaped(Reason, allow_null=True)


class SubmissionOut(Out):
    """The result of submitting a move.  done: by this call, and not before it."""

    move = CharField()
    done = BooleanField()
    next_move = CharField(allow_blank=True)


class ClauseOut(Out):
    """A clause: its number (or `house rule`), its title, and its first words."""

    number = CharField()
    title = CharField()
    words = CharField()


class SightlineOut(Out):
    """How one thing looks at another of the other side.

    grade: `known`, `seen` or `glimpse`; empty if it does not see it.  start, end: of the line that counts, and stopped:
    where it is stopped.  length: its own; reach: the farthest at which the target would be glimpsed.  All in inches.
    """

    about, shows = Sightline, "looker target grade start end length reach why clause stopped"

    start = ListField(child=FloatField())
    end = ListField(child=FloatField())
    stopped = ListField(child=FloatField(), allow_null=True)
    length = Inches()
    reach = Inches()


class RuledOut(Out):
    """A ruling that was made, and the sides to which it will be shown."""

    ruling = CharField()
    kind = CharField()
    touches = ListField(child=CharField())


class NeedOut(Out):
    """A fact that people measure.

    known: the engine's own figure; given: what was entered, and by which seat; open: whether the move waits for it.
    waits: reported, and not yet confirmed; confirmed_by: by which seat; differs: what the other official measured.
    """

    about = NeedFact
    shows = "key kind subject name question clause known times given open by waits confirmed_by differs"

    known = Anything()
    given = Anything()
    differs = Anything()


class OrderToMeasureOut(Out):
    """An order of the caller's own side and the facts that it needs.  measured_key: of its facts in a fact sheet."""

    about, shows = OrderToMeasure, "thing name place order stage measured_key measured needs"

    order = Shaped(data.Order)
    measured = Shaped(data.Facts)
    needs = NeedOut(many=True)


class DeskOrderOut(OrderToMeasureOut):
    """An order at its place in the sequence of resolution."""

    heading = CharField()
    refused = Shaped(Reason, allow_null=True)
    corrected = BooleanField()


class FactToConfirmOut(Out):
    """A fact that the other side's official reported.  order, key, subject: its place.  differs: what the caller measured instead."""

    about, shows = FactToConfirm, "order key subject kind name question clause reported times by differs"

    reported = Anything()
    differs = Anything()


class MeasuredMoveOut(Out):
    """A move under way and what is measured of it.  base_revision: of what the caller may read of the fact sheet, 0 if nothing."""

    about, shows = Desk, "battle clock move_needs open_needs move_facts coin base_revision names"

    battle = BattleOut(source="seat.battle")
    clock = ClockOut(allow_null=True)
    move_needs = NeedOut(many=True)
    move_facts = Shaped(data.Facts)
    names = Pairs()


class DeskOut(MeasuredMoveOut):
    """Everything on the umpire's desk.

    publishes_at: when the result is published by itself if nothing is in doubt; stopped_at: when that was stopped.
    """

    about = Desk
    shows = (
        "posts orders entries measured_by preview rulings dues notices position parked_why attempts held remarks"
        " publishes_at stopped_at"
    )

    posts = PostStateOut(many=True)
    orders = DeskOrderOut(many=True)
    entries = EnteredOut(many=True)
    preview = FoundOut(allow_null=True)
    rulings = RulingOut(many=True)
    dues = DueOut(many=True)
    notices = NoticeTextOut(many=True)
    held = HeldOut(many=True)
    remarks = ListField(child=Plain(), help_text="What was to be said with a report that is not yet published.")


class MeasuringOut(MeasuredMoveOut):
    """What a side's official has to measure.  mine: whether the move under way belongs to their side."""

    side = CharField()
    mine = BooleanField()
    orders = OrderToMeasureOut(many=True)
    to_confirm = FactToConfirmOut(many=True)
