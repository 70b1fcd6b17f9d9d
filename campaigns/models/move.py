"""A move: the numbered turn of one side in a battle."""

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q

from campaigns.models.battle import Battle
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.shown import Shown
from rules.values.sentence import say

HEAVY = ("position", "after_fire", "fire_events")
"""Its columns that hold a whole floor, or a result; most readers of a move do not need them."""


class Standing(models.Manager["Move"]):
    """The moves that stand, without those that were taken back."""

    def get_queryset(self) -> models.QuerySet["Move"]:
        return super().get_queryset().filter(taken_back_at__isnull=True)


class Move(Shown):
    """Its status only goes forward: open, closed, submitted.  One that was taken back is kept; only ``every`` finds it.

    number: in the battle; own_number: among the moves of its side.  position: as it opened, plain data.
    stage: in two-stage campaigns the fire first; after_fire: the position once the fire is settled; fire_events: what
    came of the fire.  fire_closed_at: when fire orders closed; from then until the fire is settled the clock is
    stopped.
    opened_at: in the future while the interval runs.  closes_at: none while the clock is stopped.
    generation: of its due rows; they are made again, under the next number, whenever the clock changes.
    fence: raised by each claim to adjudicate it; a claim that no longer holds it publishes nothing.
    publishes_at: when its result, or that of its fire, is published by itself if nothing is in doubt; none for never.
    stopped_at: when an umpire stopped that.
    remarks: what the umpire adds to its report, each with text, heard, side and to; none where there is nothing.
    attempt: how often a move of this number had been taken back when it opened.  taken_back_at, by, why: of one that
    was.
    """

    class Stage(models.TextChoices):
        FIRE = "fire"
        MOVEMENT = "movement"

    class Status(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"
        SUBMITTED = "submitted"

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="moves")
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=20)
    own_number = models.PositiveIntegerField()
    stage = models.CharField(max_length=12, choices=Stage.choices, default=Stage.MOVEMENT)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.OPEN)
    position = PlainField()
    after_fire = PlainField(null=True, blank=True)
    fire_events = PlainField(null=True, blank=True)
    fire_closed_at = models.DateTimeField(null=True, blank=True)
    fire_left_seconds = models.PositiveIntegerField(default=0)
    allowance_minutes = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True, blank=True)
    drained_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    close_cause = SentenceField(blank=True)
    submitted_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_reason = models.CharField(max_length=300, blank=True)
    paused_until = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    extended_minutes = models.PositiveIntegerField(default=0)
    generation = models.PositiveIntegerField(default=0)
    fence = models.PositiveIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_by = models.CharField(max_length=200, blank=True, default="", db_default="")
    attempts = models.PositiveIntegerField(default=0)
    parked = models.BooleanField(default=False)
    parked_why = SentenceField(blank=True)
    publishes_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    remarks = PlainField(null=True, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        "campaigns.Post", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    taken_back_why = models.CharField(max_length=300, blank=True)

    objects = Standing()
    every = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["battle", "number"], condition=Q(taken_back_at__isnull=True), name="move_once"
            ),
            models.UniqueConstraint(fields=["battle", "number", "attempt"], name="move_attempt_once"),
            models.UniqueConstraint(
                fields=["battle"],
                condition=~Q(status="submitted") & Q(taken_back_at__isnull=True),
                name="one_move_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["status", "claimed_at"], name="move_claimed")]

    def __str__(self) -> str:
        return say("move {number} ({side})", number=self.number, side=self.side)

    @property
    def floor(self) -> str:
        """Which position holds now: the one at its opening, after its fire, or at its end."""
        if self.status == self.Status.SUBMITTED:
            return "left"
        settled = self.stage == self.Stage.MOVEMENT and self.fire_closed_at is not None
        return "after-fire" if settled else "opening"

    @property
    def waits(self) -> bool:
        """Whether it waits for a finding: it is closed, or its fire orders are in."""
        fire = self.stage == self.Stage.FIRE and self.fire_closed_at is not None
        if self.taken_back_at is not None:
            return False
        return self.status == self.Status.CLOSED or (self.status == self.Status.OPEN and fire)


def is_in_break(move: Any, now: datetime) -> bool:
    """Whether a move, or as much of its columns, is not open yet: the interval before it runs, or was stopped before it was over."""
    is_later: bool = move.opened_at > (move.paused_at or now)
    return is_later and move.status == Move.Status.OPEN


class Readiness(models.Model):
    """A seat has said that it is ready; nothing more is expected from it in this move and stage."""

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="readiness")
    post = models.ForeignKey("campaigns.Post", on_delete=models.PROTECT, related_name="readiness")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "post"], name="ready_once")]


class Extension(models.Model):
    """Minutes added to a move, once for each key of the umpire's form."""

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="extensions")
    by = models.ForeignKey("campaigns.Post", on_delete=models.PROTECT, related_name="+")
    minutes = models.PositiveIntegerField()
    reason = models.CharField(max_length=300)
    key = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "key"], name="extension_once")]
