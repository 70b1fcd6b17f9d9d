"""What the API answers about exercises."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, DateTimeField, DictField, IntegerField, ListField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import BattleOut, CampaignOut, Out


class OnShelfOut(Out):
    """An exercise on the shelf.  id: in its address; players: the fewest and the most."""

    id = CharField(source="key")
    name = CharField(source="data.name")
    summary = CharField(source="data.summary")
    author = CharField(source="data.author")
    licence = CharField(source="data.licence")
    level = CharField(source="data.level")
    book = CharField(source="data.book")
    players = ListField(child=IntegerField(), source="data.players")
    minutes = IntegerField(source="data.minutes")
    moves = IntegerField(source="data.moves")
    digest = CharField(source="data.digest", help_text="SHA-256 of its canonical JSON without it.")
    mine = BooleanField()
    built_in = BooleanField()
    shared = BooleanField()
    made_by = CharField()
    made_at = DateTimeField(allow_null=True)
    played = IntegerField(help_text="How many battles of it are over, on the whole site.")
    won = DictField(child=IntegerField(), help_text="Of these, how many each side has won.")
    drawn = IntegerField(help_text="Of these, how many were drawn.")


class ExerciseOut(OnShelfOut):
    """An exercise with what ``exercise.json`` holds."""

    exercise = Plain(source="data")


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
