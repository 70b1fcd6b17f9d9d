"""What the API answers about exercises."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, DateTimeField, DictField, IntegerField, ListField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import BattleOut, CampaignOut, Out


class OnShelfOut(Out):
    """An exercise on the shelf.  id: in its address; players: the fewest and the most.

    One that is sealed from the caller, who holds a seat in a battle that is made of it, has no more than what is
    required here, and ``briefings``.
    """

    id = CharField(source="key")
    name = CharField(source="data.name")
    summary = CharField(source="data.summary")
    level = CharField(source="data.level")
    players = ListField(child=IntegerField(), source="data.players")
    mine = BooleanField()
    built_in = BooleanField()
    shared = BooleanField()
    sealed = BooleanField()
    briefings = ListField(child=CharField(), required=False, help_text="The caller's own, where it is sealed.")
    author = CharField(source="data.author", required=False)
    licence = CharField(source="data.licence", required=False)
    book = CharField(source="data.book", required=False)
    minutes = IntegerField(source="data.minutes", required=False)
    moves = IntegerField(source="data.moves", required=False)
    digest = CharField(source="data.digest", required=False, help_text="SHA-256 of its canonical JSON without it.")
    made_by = CharField(required=False)
    made_at = DateTimeField(allow_null=True, help_text="Null for one of the house, and where it is sealed.")
    played = IntegerField(required=False, help_text="How many battles of it are over, on the whole site.")
    won = DictField(child=IntegerField(), required=False, help_text="Of these, how many each side has won.")
    drawn = IntegerField(required=False, help_text="Of these, how many were drawn.")


class ExerciseOut(OnShelfOut):
    """An exercise with what ``exercise.json`` holds."""

    exercise = Plain(required=False)


class BroughtInOut(ExerciseOut):
    """An exercise that was brought in.  notes: what whoever brought it should know of it."""

    notes = ListField(child=CharField())


class TakenOutOut(Out):
    """A battle, taken out.  exercise: what ``exercise.json`` holds."""

    exercise = Plain()


class SeatLinkOut(Out):
    """A link to a seat; the token is shown only here."""

    kind = CharField()
    side = CharField()
    arm = CharField()
    title = CharField()
    address = CharField()
    token = CharField()


class PlayedExerciseOut(Out):
    """What was made of an exercise: a campaign with its battle in preparation, and a link to each seat."""

    campaign = CampaignOut()
    battle = BattleOut()
    seats = SeatLinkOut(many=True)
