"""Messages between persons: shouted, whispered or written."""

from django.db import models
from django.db.models import Q

from campaigns.models.battle import Battle
from campaigns.models.move import Move
from campaigns.models.plain import PlainField
from campaigns.models.post import Post
from campaigns.models.shown import Shown


class Dispatch(Shown):
    """A message as it was sent; it is never changed.  [KS-GENL-03, KS-GENL-04]

    side: of the sender.  to: public ids of the seats to which it goes; none of a shout to the whole side.
    heard: by whom, as the book has it: ``addressees``, ``side`` or ``all``; ``umpire`` of a question.
    voice: in whose name the umpire's message comes, as ``a scout``; empty in the umpire's own.
    answers: the question to which the umpire replies.  key: made by the client for one press of the button.
    """

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="dispatches")
    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="dispatches")
    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="dispatches")
    side = models.CharField(max_length=20)
    channel = models.CharField(max_length=20)
    heard = models.CharField(max_length=12)
    to = PlainField(default=list)
    text = models.TextField()
    voice = models.CharField(max_length=60, blank=True, default="", db_default="")
    answers = models.ForeignKey("self", on_delete=models.PROTECT, related_name="answered_by", null=True, blank=True)
    key = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "dispatches"
        constraints = [
            models.UniqueConstraint(fields=["battle", "post", "key"], name="dispatch_once"),
            models.UniqueConstraint(
                fields=["answers"], condition=Q(answers__isnull=False), name="question_answered_once"
            ),
        ]
        indexes = [models.Index(fields=["battle", "-at"], name="dispatch_of_battle")]
