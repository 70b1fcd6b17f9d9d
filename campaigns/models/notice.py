"""Notices to seats: the outbox and the inbox in one."""

from typing import Any

from django.db import models

from campaigns.models.battle import Battle
from campaigns.models.campaign import Campaign
from campaigns.models.move import Move
from campaigns.models.plain import SentenceField
from campaigns.models.post import Post
from campaigns.models.shown import Shown

OF_MESSAGES = ("word", "question")
"""The kinds of notices that tell of a message."""


REPORT_READY = "report"
"""The kind of the notice that the result of a move is published, and that everybody's report of it can be read."""

SEAT_ENDED = "seat-ended"
"""The kind of the notice that somebody's own seat is another's now, or ended: the one that is read after that."""


class Notice(Shown):
    """A notice, written in the same transaction as the fact; its text names no place, body or event of the battle.

    It stands in the inbox from then on.  sent_at: when the sweep took it out of the outbox, with a ``Mail`` where mail
    is set up and the reader has an address.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="notices")
    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="notices", null=True, blank=True)
    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="notices", null=True, blank=True)
    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="notices")
    kind = models.CharField(max_length=30)
    text = SentenceField()
    key = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["sent_at"], name="outbox", condition=models.Q(sent_at__isnull=True)),
            models.Index(fields=["post", "-created_at"], name="inbox"),
        ]


def inbox_of(user: Any) -> models.QuerySet[Notice]:
    """The notices to the seats that a user holds now, and those that tell of the end of one."""
    held = models.Q(post__held_until__isnull=True) | models.Q(kind=SEAT_ENDED)
    return Notice.objects.filter(held, post__user_id=user.pk)
