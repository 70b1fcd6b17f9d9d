"""An exercise on the shelf of the site: put there by somebody, to be played by them or by all."""

from django.conf import settings
from django.db import models

from campaigns.models.pictures.picture import Picture
from campaigns.models.plain import PlainField
from campaigns.models.shown import Shown


class Exercise(Shown):
    """An exercise file that a user has brought in, taken out of a battle, or copied.  Those of the house are files.

    data: in its normal form, as ``exercise.json`` has it.  digest: SHA-256 of its canonical JSON without it.
    picture: what lies under its country, of its maker's pictures; data says how.
    shared: whether everybody of the site sees it.  fewest, most: players; minutes: how long it plays.
    """

    name = models.CharField(max_length=120)
    book = models.CharField(max_length=40)
    data = PlainField()
    digest = models.CharField(max_length=64)
    fewest = models.PositiveIntegerField()
    most = models.PositiveIntegerField()
    minutes = models.PositiveIntegerField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exercises")
    picture = models.ForeignKey(Picture, on_delete=models.PROTECT, related_name="exercises", null=True, blank=True)
    shared = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["-made_at"], name="exercise_on_the_shelf")]

    def __str__(self) -> str:
        return self.name
