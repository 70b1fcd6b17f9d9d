"""A survey to be made into a country, too large to be made while its sender waits for the page."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaigns.models.country import Country
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.shown import Shown


class Survey(Shown):
    """The survey, its progress, and its result.

    figures: of ``Book.survey``.  file: the survey as JSON text, emptied when it is no longer needed.
    fence: raised by each claim; a claim that no longer holds it keeps nothing.  attempts: how often it was begun.
    code, sentence, clause: why it was refused.  country: what it became.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        WORKING = "working"
        DONE = "done"
        REFUSED = "refused"

    UNDER_WAY = (State.WAITING, State.WORKING)

    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="surveys")
    name = models.CharField(max_length=120)
    book = models.CharField(max_length=40)
    figures = PlainField()
    file = models.TextField(blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    fence = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    country = models.OneToOneField(Country, on_delete=models.PROTECT, related_name="survey", null=True, blank=True)
    code = models.CharField(max_length=20, blank=True)
    sentence = SentenceField(blank=True)
    clause = models.CharField(max_length=40, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["sent_at"], name="survey_under_way", condition=Q(state__in=["waiting", "working"]))
        ]
        constraints = [
            models.CheckConstraint(condition=Q(country__isnull=True) | Q(state="done"), name="survey_done_by_country")
        ]

    def __str__(self) -> str:
        return self.name
