"""A campaign: battles under one book, one set of options and one clock."""

from django.db import models

from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.shown import Shown
from rules.values.sentence import say


class Campaign(Shown):
    """Everything that its battles have in common.

    options: of the book, complete; frozen once running.  target_points: in halves, 0 for none.
    scoring: what of two scores counts; carry_over: whether losses and supplies go on to the next battle.
    couriers: how riders carry dispatches, as ``campaigns.couriers`` reads it; empty where notes are read at once.
    result: who reached the target and by which battle, empty until somebody has.
    fixed_minutes: of a move, where the clock is fixed.  deadline_time: local wall clock in ``time_zone``.
    extension_cap_minutes and pause_cap_minutes: at most so much for each move.
    publish_minutes: after so many an undisputed move is published by itself, unless an umpire stops it; none for never.
    purpose: what it was opened for; a practice has no umpire, and it ends with its battle.
    umpire: ``none`` where it runs without one: the clock closes and submits every move that needs no fact from people.
    """

    class Status(models.TextChoices):
        PREPARING = "preparing"
        RUNNING = "running"
        ENDED = "ended"

    class ClockMode(models.TextChoices):
        BOOK = "book", say("minutes by the book")
        FIXED = "fixed", say("a fixed number of minutes")
        DEADLINE = "deadline", say("a deadline at a time of day")
        UNTIMED = "untimed", say("no time limit")

    class Scoring(models.TextChoices):
        """[LW-CAMP-04]"""

        NET = "net", say("the difference, for the side that scored more")
        DIFFERENCE = "difference", say("the lead must reach the target")
        GROSS = "gross", say("each side gets its own points")

    class CarryOver(models.TextChoices):
        """[LW-CAMP-01]"""

        NONE = "none", say("every battle starts new")
        LOSSES = "losses", say("losses and supplies are carried over")

    class Purpose(models.TextChoices):
        CAMPAIGN = "campaign"
        PRACTICE = "practice", say("one person against a machine")
        MATCH = "match", say("the games of one match")

    class Umpire(models.TextChoices):
        PRESENT = "present"
        NONE = "none"

    name = SentenceField()
    book = models.CharField(max_length=40, default="kriegspiel")
    edition = models.CharField(max_length=80, blank=True)
    options = PlainField(default=dict)
    target_points = models.PositiveIntegerField(default=0)
    scoring = models.CharField(max_length=12, choices=Scoring.choices, default=Scoring.NET)
    carry_over = models.CharField(max_length=8, choices=CarryOver.choices, default=CarryOver.NONE)
    couriers = PlainField(default=dict)
    result = PlainField(default=dict)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.PREPARING)
    time_zone = models.CharField(max_length=60, default="UTC")
    clock_mode = models.CharField(max_length=12, choices=ClockMode.choices, default=ClockMode.BOOK)
    fixed_minutes = models.PositiveIntegerField(default=10)
    deadline_time = models.TimeField(null=True, blank=True)
    deadline_every_days = models.PositiveIntegerField(default=1)
    interval_minutes = models.PositiveIntegerField(default=5)
    drain_seconds = models.PositiveIntegerField(default=1)
    extension_cap_minutes = models.PositiveIntegerField(default=15)
    pause_cap_minutes = models.PositiveIntegerField(default=60)
    publish_minutes = models.PositiveIntegerField(null=True, blank=True)
    purpose = models.CharField(max_length=8, choices=Purpose.choices, default=Purpose.CAMPAIGN)
    umpire = models.CharField(max_length=8, choices=Umpire.choices, default=Umpire.PRESENT)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    @property
    def works_itself(self) -> bool:
        """Whether it runs without an umpire."""
        return self.umpire == self.Umpire.NONE

    def __str__(self) -> str:
        return self.name
