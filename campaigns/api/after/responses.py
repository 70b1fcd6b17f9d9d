"""What the API answers about what is left after a battle."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField

from campaigns.api.fields import Plain, Shaped
from campaigns.api.shared.responses import ClockOut, MessageOut, Out, ReceiptOut, ThingOut
from campaigns.sight.after import RationsDue, ReadyFact
from campaigns.sight.draws import DrawFact, DrawsSheet
from campaigns.sight.lenses import Lens
from campaigns.sight.replay import MoveFact
from rules.contract import data
from rules.values.measure import INCH


class MoveFactOut(Out):
    """A move that was submitted."""

    about, shows = MoveFact, "number side own_number opened_at submitted_at"


class LensOut(Out):
    """A way to look at a battle.  kind: truth, side, observer or commander."""

    about, shows = Lens, "key kind title side arms"


class SceneOut(Out):
    """The floor as somebody knew it.  board: of a game on a board, as its book has it; else empty."""

    things = ThingOut(many=True)
    country = Plain()
    own_moves = Plain()
    board = Shaped(data.Board)


class RememberedOut(Out):
    """Something of the enemy's that is no longer in sight, and after which move it was last seen."""

    thing = ThingOut()
    seen = IntegerField()


class DifferenceOut(Out):
    """Where what was believed differs from what was true.  believed: null of what was not known; was: null of what is no longer there."""

    believed = ThingOut(allow_null=True)
    was = ThingOut(allow_null=True)
    seen = IntegerField(allow_null=True)


class MomentOut(Out):
    """One moment of a battle through one lens.  move: null of the last moment, which follows the last move."""

    number = IntegerField()
    moments = IntegerField()
    papers_open = BooleanField(source="is_open")
    move = MoveFactOut(allow_null=True)
    lens = LensOut()
    lenses = LensOut(many=True)
    scene = SceneOut()
    remembered = RememberedOut(many=True)
    events = ListField(child=Shaped(data.Event))
    orders = ReceiptOut(many=True)
    messages = MessageOut(many=True)
    truth = SceneOut(allow_null=True)
    differences = DifferenceOut(many=True)


class CourseOut(Out):
    """An amount at the opening and after each move; null where it was not known.  Points in halves."""

    side = CharField()
    kind = CharField()
    amounts = ListField(child=IntegerField(allow_null=True))


class AskedOut(Out):
    """Packets that fell due."""

    about, shows = RationsDue, "number side kind packets"


class ReadyFactOut(Out):
    """When a seat was ready, in seconds after the move opened."""

    about, shows = ReadyFact, "side title seconds"


class TimingOut(Out):
    """The clock of a move, in seconds.  allowed: null where a deadline closed it."""

    move = MoveFactOut()
    allowed = IntegerField(allow_null=True)
    taken = IntegerField(allow_null=True)
    ready = ReadyFactOut(many=True)


class TurningOut(Out):
    """A decisive turn of a game, and the board after it, as its book has it."""

    number = IntegerField()
    told = ListField(child=CharField())
    board = Shaped(data.Board)


class RetoldOut(Out):
    """The replay of a game on a board.  board: as it stands or ended; told: what was said of its last turn; score: the moves as written."""

    turnings = TurningOut(many=True)
    board = Shaped(data.Board)
    told = ListField(child=CharField())
    score = ListField(child=Plain())


class AfterOut(Out):
    """The after-action report.  sides: those whose books are read in it; closing: whether there is an amount after the last move.

    game: of a game on a board; else null.
    """

    of = CharField()
    choices = ListField(child=CharField())
    papers_open = BooleanField(source="is_open")
    sides = ListField(child=CharField())
    moves = MoveFactOut(many=True)
    closing = BooleanField()
    strength = CourseOut(many=True)
    sighted = CourseOut(many=True)
    stores = CourseOut(many=True)
    asked = AskedOut(many=True)
    points = CourseOut(many=True)
    times = TimingOut(many=True)
    game = RetoldOut(allow_null=True)


class DrawOut(Out):
    """A draw: HMAC-SHA256 of the seed over `purpose/counter`, its first eight bytes as a number, the rest by `below`."""

    about, shows = DrawFact, "purpose counter below number move parts holds"


class DrawsOut(Out):
    """The seed and its draws.  seed: empty until the end; holds: whether it has the published digest; whole: whether none is left out."""

    about, shows = DrawsSheet, "seed_digest seed holds whole draws"

    draws = DrawOut(many=True)


class SightingOut(Out):
    """Bearing in degrees from north, distance in inches; null where something has no place."""

    bearing = IntegerField(allow_null=True)
    inches = serializers.SerializerMethodField()

    def get_inches(self, one: Any) -> float | None:
        """Sixteenths as inches."""
        return None if one.distance is None else one.distance / INCH


class SeenThingOut(Out):
    """A thing and where it lies."""

    thing = ThingOut()
    sighting = SightingOut()


class FeatureOut(Out):
    """A feature of the ground, by its nearest point."""

    group = CharField()
    name = CharField()
    height = serializers.FloatField(allow_null=True)
    sighting = SightingOut()


class SituationOut(Out):
    """What a seat knows, from one of its bodies, the nearest first.  farther: how many features are left out because they are too many."""

    side = CharField()
    clock = ClockOut(source="sheet.clock", allow_null=True)
    origin = ThingOut(allow_null=True)
    own = SeenThingOut(many=True)
    enemy = SeenThingOut(many=True)
    others = SeenThingOut(many=True)
    ground = FeatureOut(many=True)
    farther = IntegerField()


class PapersOut(Out):
    """Whether the papers of a battle are open."""

    id = CharField(source="public_id")
    status = CharField()
