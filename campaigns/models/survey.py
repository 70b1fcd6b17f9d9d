"""A survey to be made into a country by a worker: its files, how far the work is, and what became of it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaigns.models.country import Country
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.shown import Shown


class Survey(Shown):
    """The survey, its progress, and its result.

    A survey that came as JSON (``file``) is waiting, working, then done or refused.  One of files is sent, reading, then stands
    as a preview until its sender takes it; then it is asked for, making, and done or refused.

    figures: of ``Book.survey``.  file: the survey as JSON text, emptied when it is no longer needed.
    sketch: what its files hold, as ``rules.ground.surveys.sketch`` has it.  stage, progress: what the worker does, and how much of
    it is done, per cent; progress only grows until the next work begins.
    fence: raised by each claim; a claim that no longer holds it keeps nothing.  attempts: how often it was begun.
    code, sentence, clause: why it was refused.  country: what it became.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        WORKING = "working"
        DONE = "done"
        REFUSED = "refused"
        SENT = "sent"
        READING = "reading"
        PREVIEW = "preview"
        ASKED = "asked"
        MAKING = "making"

    UNDER_WAY = (State.WAITING, State.WORKING, State.SENT, State.READING, State.ASKED, State.MAKING)
    """A worker has it, or is to have it."""

    OPEN = (*UNDER_WAY, State.PREVIEW)

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

    stage = models.CharField(max_length=16, blank=True, default="", db_default="")
    progress = models.PositiveSmallIntegerField(default=0, db_default=0)
    sketch = PlainField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["sent_at"],
                name="survey_of_files_under_way",
                condition=Q(state__in=["sent", "reading", "asked", "making"]),
            ),
            models.Index(fields=["sent_at"], name="survey_under_way", condition=Q(state__in=["waiting", "working"])),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(country__isnull=True) | Q(state="done"), name="survey_done_by_country")
        ]

    def __str__(self) -> str:
        return self.name


class SurveyFile(models.Model):
    """A file of a survey as it was sent, kept until its country is made."""

    survey = models.ForeignKey(Survey, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=80)
    size = models.PositiveIntegerField()
    data = models.BinaryField()

    def __str__(self) -> str:
        return self.name
