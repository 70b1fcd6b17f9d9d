"""What somebody has said of himself: how he wishes to be told, and how his pages look."""

from typing import Any

from django.conf import settings
from django.db import models

from campaigns.models.plain import PlainField
from campaigns.models.shown import Shown
from rules.values.sentence import say


def name_of(user: Any) -> str:
    """What somebody is called: by the name in the profile, else by the one with which they log in."""
    return str(user.get_full_name() or user.get_username())


class Person(Shown):
    """One row for each user who has changed anything; whoever has none has what these fields are without being told.

    time_zone: empty for that of each campaign.  look and language: empty for what his device says.
    quiet_from and quiet_until: by the wall clock of his zone; both or neither.  sound: whether the cries are to be heard.
    remind_hours: before a deadline of his; 0 for no reminder.  feed: how often the address of his calendar was renewed.
    toured: the tours that he has put away.
    """

    class Look(models.TextChoices):
        DEVICE = "", say("Same as my device")
        LIGHT = "light", say("Light")
        DARK = "dark", say("Dark")

    class MailWish(models.TextChoices):
        ALL = "all", say("for every notice")
        WANTED = "wanted", say("only when I must act")
        NONE = "none", say("never")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="person")
    time_zone = models.CharField(max_length=60, blank=True)
    look = models.CharField(max_length=8, choices=Look.choices, blank=True)
    language = models.CharField(max_length=8, blank=True)
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    sound = models.BooleanField(default=False)
    mail_wish = models.CharField(max_length=8, choices=MailWish.choices, default=MailWish.ALL)
    remind_hours = models.PositiveIntegerField(default=4)
    feed = models.PositiveIntegerField(default=0)
    toured = PlainField(default=list)

    def __str__(self) -> str:
        return self.user.get_username()
