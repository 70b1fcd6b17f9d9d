"""How a picture lies under a country, or under the floor of a battle."""

from django.db import models
from django.db.models import Q

from campaigns.models.battle import Battle
from campaigns.models.country import Country
from campaigns.models.pictures.picture import Picture
from campaigns.models.plain import PlainField


class Underlay(models.Model):
    """A picture laid under a country; a battle has its own, a copy of what lay under its country when that was chosen.

    placing: two or three pairs of points, or a scale, as of ``rules.ground.picture``.  crop: what is shown of it in
    pixels (left, top, right, bottom), all where there is none.  strength: how strong it is shown, in percent.
    audience: the umpire alone, or everybody who may see the battle.
    """

    class Audience(models.TextChoices):
        UMPIRE = "umpire"
        ALL = "all"

    picture = models.ForeignKey(Picture, on_delete=models.PROTECT, related_name="underlays")
    country = models.OneToOneField(Country, on_delete=models.CASCADE, related_name="underlay", null=True, blank=True)
    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="underlay", null=True, blank=True)
    placing = PlainField()
    crop = PlainField(null=True, blank=True)
    strength = models.PositiveSmallIntegerField()
    audience = models.CharField(max_length=6, choices=Audience.choices)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(country__isnull=True) ^ Q(battle__isnull=True), name="underlay_of_one")
        ]

    def __str__(self) -> str:
        return f"{self.picture_id} under {self.country_id or self.battle_id}"
