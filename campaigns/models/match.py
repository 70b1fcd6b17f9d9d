"""A match: a number of games between two players, who change sides; alone, or as one of a tournament."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaigns.models.campaign import Campaign
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.shown import Shown


class Tournament(Shown):
    """A tournament of everybody against everybody, in rounds.

    book and options: of all its games.  best_of: games of a match at most.  fixed_minutes: for a move, 0 for no limit.
    round: the one that is played, 0 before the first.  made_by: who runs it.
    """

    class Status(models.TextChoices):
        PREPARING = "preparing"
        RUNNING = "running"
        ENDED = "ended"

    name = SentenceField()
    book = models.CharField(max_length=40)
    options = PlainField(default=dict)
    best_of = models.PositiveIntegerField(default=1)
    fixed_minutes = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.PREPARING)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Entrant(Shown):
    """A player in a tournament.  number: in the table of the rounds, from 1.  withdrawn_at: none while they play."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entrants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="entrant_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
        ]


class Match(Shown):
    """A match.  campaign: where its games are fought, none where it was decided without any.

    first and second: the sides of the campaign, the first of which begins the first game.  best_of: games at most.
    result: ``{"winner": side}`` or ``{"draw": true}``, with ``default`` where a player did not come; empty before.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="matches", null=True, blank=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="matches", null=True, blank=True)
    round = models.PositiveIntegerField(default=0)
    table = models.PositiveIntegerField(default=0)
    home = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    away = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    name = SentenceField()
    book = models.CharField(max_length=40)
    options = PlainField(default=dict)
    weight = models.CharField(max_length=21, default="1")
    best_of = models.PositiveIntegerField(default=1)
    first = models.CharField(max_length=20)
    second = models.CharField(max_length=20)
    result = PlainField(default=dict)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "table"], condition=Q(tournament__isnull=False), name="table_once"
            )
        ]

    def __str__(self) -> str:
        return self.name
