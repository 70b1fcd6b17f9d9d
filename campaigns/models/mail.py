"""A mail: it says that something has come or is due soon, and where to read it; or it brings an invitation."""

from django.conf import settings
from django.db import models

from campaigns.models.invitation import Invitation
from campaigns.models.notice import Notice


class Mail(models.Model):
    """In the outbox until it is sent.  claimed_at: when sending was last tried; tries: how often.

    user: the reader; of an invitation, whose link is made again as it is sent, who asked for it: the reader may be nobody here.
    notice: the one that it is about, if any.  key: no second mail is sent with the same key.
    moment: the deadline that a reminder is about.  due_at: it is not sent before this, because its reader has set quiet
    hours.
    """

    class Kind(models.TextChoices):
        NOTICE = "notice"
        REMINDER = "reminder"
        PASSWORD = "password"
        INVITE = "invite"

    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.NOTICE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    notice = models.OneToOneField(Notice, on_delete=models.PROTECT, related_name="mail", null=True, blank=True)
    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="mails", null=True, blank=True)
    key = models.CharField(max_length=60, unique=True, null=True, blank=True)
    moment = models.DateTimeField(null=True, blank=True)
    address = models.EmailField()
    queued_at = models.DateTimeField()
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="mail_outbox", condition=models.Q(sent_at__isnull=True))]
