"""A country that is saved: made in the map editor or imported, to be played on."""

from django.conf import settings
from django.db import models

from campaigns.models.plain import PlainField
from campaigns.models.shown import Shown


class Country(Shown):
    """The ground of future battles; a battle takes a copy and keeps its digest.

    data: the country in the book's normal form.  digest: SHA-256 of its canonical JSON.  made_by: none of one that came
    with the product, which everybody may look at and nobody changes.  report: of its import, empty where it was not
    imported.
    """

    name = models.CharField(max_length=120)
    book = models.CharField(max_length=40, default="kriegspiel")
    data = PlainField()
    digest = models.CharField(max_length=64)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="countries", null=True, blank=True
    )
    report = PlainField(default=dict)
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "countries"
        constraints = [
            models.UniqueConstraint(
                fields=["name"], condition=models.Q(made_by__isnull=True), name="country_of_the_house_once"
            )
        ]

    def __str__(self) -> str:
        return self.name


class CountryDraft(models.Model):
    """A country that somebody is drawing and has not saved yet.

    country: which is changed; none where it is a new one.  base: the digest on which the drawing was begun.  data: as in
    ``Country``, perhaps with faults.  revision: raised by each change, undo and redo among them; steps, undone: how to
    take each back and make it again, the last one last.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    country = models.ForeignKey(Country, on_delete=models.CASCADE, null=True, blank=True, related_name="drafts")
    name = models.CharField(max_length=120, blank=True, default="")
    base = models.CharField(max_length=64, blank=True, default="")
    data = PlainField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    steps = PlainField(default=list)
    undone = PlainField(default=list)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "country"], name="country_drawn_once"),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(country__isnull=True), name="new_country_drawn_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.revision}"
