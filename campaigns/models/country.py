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
