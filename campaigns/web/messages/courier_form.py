"""The form of the courier settings, the settings in words, and how long a ride takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from campaigns.couriers import DEFAULTS
from campaigns.sight import Addressee
from campaigns.web.page.clockface import local
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

HOW = (
    ("off", say("At once (the book’s rule)"), say("A message is read at once, at any distance.")),
    (
        "ride",
        say("By couriers"),
        say("A rule of this site, not of the book: a message takes time, and can be lost or captured."),
    ),
)
FIELDS = {
    "inches": (
        say("Speed of a courier, in inches per minute of real time"),
        say("12, or a fraction such as 1/2. Couriers stop while the clock is paused."),
    ),
    "loss": (say("Chance that a courier is lost"), say("A fraction, such as 1/20; 0 for never.")),
    "capture": (
        say("Chance that a courier is captured when an enemy is near the route"),
        say("A fraction, such as 1/2; 1 for always."),
    ),
    "reach": (say("An enemy is near if it stands within so many inches of the route"), ""),
    "unknown": (
        say("Length of a ride in inches, if places are not known to the software"),
        say("For a real floor without a map in the software."),
    ),
}
BEGIN = {"couriers": "off", **{f"couriers.{key}": str(DEFAULTS[key]) for key in FIELDS}}
"""The first values of the form."""


def offered(typed: Mapping[str, Any]) -> dict[str, Any]:
    """The choices of the form, and its values."""
    fields = [
        {"name": f"couriers.{key}", "label": label, "help": says, "value": typed[f"couriers.{key}"]}
        for key, (label, says) in FIELDS.items()
    ]
    return {"riding_ways": HOW, "riding_fields": fields}


def setting(typed: Mapping[str, Any]) -> Any:
    """The setting as it was typed; Invalid where a value is no whole number of inches."""
    if typed["couriers"] != "ride":
        return "off" if typed["couriers"] == "off" else typed["couriers"]
    chosen: dict[str, Any] = {key: str(typed[f"couriers.{key}"]).strip() for key in FIELDS}
    for key in ("reach", "unknown"):
        if not chosen[key].isdecimal():
            raise Invalid(of_field(f"couriers.{key}", say("enter whole inches")))
        chosen[key] = int(chosen[key])
    return chosen


def in_words(setting: Mapping[str, Any]) -> list[str]:
    """The setting in sentences; none where nobody rides."""
    if not setting:
        return []
    lost = (
        say("No courier is lost.")
        if setting["loss"] == "0"
        else say("The chance that a courier is lost is {setting}.", setting=setting["loss"])
    )
    near = say("an enemy is within {setting} inches of the route", setting=setting["reach"])
    taken = (
        say("No courier is captured.")
        if setting["capture"] == "0"
        else say("The chance that a courier is captured is {setting} if {near}.", setting=setting["capture"], near=near)
    )
    return [
        say("Messages go by courier, {setting} inches a minute while the clock runs.", setting=setting["inches"]),
        lost,
        taken,
        say("If the software does not know a place, a ride is {setting} inches.", setting=setting["unknown"]),
    ]


@dataclass(frozen=True)
class Arrival:
    """A possible addressee.  there: when a courier would arrive; none where nobody rides."""

    one: Addressee
    ride: str = ""
    there: str = ""


def arrivals(addressees: Iterable[Addressee], now: datetime, zone: str) -> list[Arrival]:
    """The possible addressees, with the ride in words and its end."""
    return [
        Arrival(one)
        if one.seconds is None
        else Arrival(one, duration(one.seconds), local(now + timedelta(seconds=one.seconds), zone, now))
        for one in addressees
    ]


def duration(seconds: int) -> str:
    """A duration in words, rounded up to the minute where it is longer than one.

    >>> duration(0)
    'at once'
    >>> duration(40), duration(60), duration(61), duration(4_000)
    ('40 seconds', '1 minute', '2 minutes', '1 hour 7 minutes')
    """
    if not seconds:
        return say("at once")
    if seconds < 60:
        return _many(seconds, "second")
    hours, minutes = divmod(-(-seconds // 60), 60)
    return joined(" ", (_many(count, unit) for count, unit in ((hours, "hour"), (minutes, "minute")) if count))


def _many(count: int, unit: str) -> str:
    return say("{count} {unit}", count=count, unit=unit) if count == 1 else f"{count} {unit}s"
