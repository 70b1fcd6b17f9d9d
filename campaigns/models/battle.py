"""A battle: one country, two forces, and the moves made there."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.country import Country
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.shown import Shown

BEGINNINGS = ("start", "setup", "carried", "objectives")
"""Columns of a battle that hold what it began with; later changes do not read them."""


@dataclass(frozen=True)
class Terms:
    """What a battle is fought under.  book: its key; options: complete.

    seats: which side of the campaign takes each side of the book, where the book has others.
    """

    book: str
    edition: str
    options: dict[str, Any]
    seats: dict[str, str] = field(default_factory=dict)

    @property
    def general_orders_all(self) -> bool:
        """Whether a General may order every piece of their side: as the book's option says; where it has none a player
        plays the whole side, unless it has been divided among commanders.  [KS-GAME-03, LW-EXT-15]
        """
        return bool(self.options.get("general_may_order_any_piece", not self.options.get("team_roles", False)))


class Battle(Shown):
    """Its row is the lock for everything that changes in it.

    start: the opening position as it was given; each move has its own position.
    country: the one that was chosen, if any, with its digest and name as they were then.  [KS-GAME-10]
    book, edition and options: its own; where they are empty it is fought under the campaign's.  seats: see ``Terms``.
    setup: while it is set out, the position so far and what was done, as plain data; nothing where it begins at once.
    carried: what came over from an earlier battle and what the umpire changed of it; nothing where nothing was carried
    over.
    match: the one whose game it is, if any.
    objectives: as ``campaigns.objectives`` reads them; some are secret, so facts that are shown never hold them.
    exercise: the digest of the exercise from which it was made, if any.
    weight: a fraction, ``1/2``: how much its points count towards the campaign.
    seed: secret until the battle ends; seed_digest: its SHA-256, published before the first move.
    record_head and record_length: digest of the last entry of the record, and how many there are.
    beginnings_taken_back: how often it had begun and went back to preparation.
    told: audience -> kind of news -> how often there has been any; open pages compare it to know what to fetch again.
    """

    class Status(models.TextChoices):
        PREPARING = "preparing"
        SETTING_OUT = "setting-out"
        RUNNING = "running"
        ENDED = "ended"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="battles")
    number = models.PositiveIntegerField()
    name = SentenceField()
    briefing = models.TextField(blank=True)
    book = models.CharField(max_length=40, blank=True)
    edition = models.CharField(max_length=80, blank=True)
    options = PlainField(null=True, blank=True)
    seats = PlainField(default=dict)
    weight = models.CharField(max_length=21, default="1")
    setup = PlainField(default=dict)
    carried = PlainField(default=dict)
    match = models.ForeignKey("campaigns.Match", on_delete=models.PROTECT, related_name="games", null=True, blank=True)
    start = PlainField(default=dict)
    objectives = PlainField(default=list, db_default=models.Value("[]", output_field=models.TextField()))
    country = models.ForeignKey(Country, on_delete=models.PROTECT, related_name="battles", null=True, blank=True)
    country_name = models.CharField(max_length=120, blank=True)
    country_digest = models.CharField(max_length=64, blank=True)
    exercise = models.CharField(max_length=64, blank=True, default="", db_default="", db_index=True)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.PREPARING)
    result = PlainField(default=dict)
    seed = models.CharField(max_length=64, blank=True)
    seed_digest = models.CharField(max_length=64, blank=True)
    seed_revealed_at = models.DateTimeField(null=True, blank=True)
    record_head = models.CharField(max_length=64, blank=True)
    record_length = models.PositiveIntegerField(default=0)
    told = PlainField(default=dict)
    beginnings_taken_back = models.PositiveIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="battle_once")]

    @property
    def terms(self) -> Terms:
        """The book, its edition and its options: its own, or the campaign's."""
        if self.book:
            return Terms(self.book, self.edition, self.options, self.seats)
        return Terms(self.campaign.book, self.campaign.edition, self.campaign.options)

    @property
    def counts_for(self) -> Fraction:
        """What a point of it counts in the campaign."""
        return Fraction(self.weight)

    def __str__(self) -> str:
        return self.name
