"""The processes of the site, as each reports itself."""

from django.db import models

from campaigns.models.plain import PlainField


class Process(models.Model):
    """A process that serves, and when it last reported.  One that has ended well has no row; one that was killed stops reporting.

    under_way: battle -> milliseconds for which the oldest request about it that changes something had been there, when
    this was said.
    pool: the figures of the pool of database connections; empty where there is none.
    counted: what it has counted since it began (``campaigns/serving/counters.py``), written each five seconds; empty
    where another row of the same process has it.
    """

    class Kind(models.TextChoices):
        WEB = "web"
        STREAMS = "streams"
        WORKER = "worker"
        BEAT = "beat"
        CLOCK = "clock"
        SERVE = "serve"

    name = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    under_way = PlainField(default=dict)
    pool = PlainField(default=dict)
    counted = PlainField(default=dict)

    def __str__(self) -> str:
        return self.name
