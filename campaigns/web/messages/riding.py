"""Couriers on the pages: the setting as fields of a form, in words where it stands, and how long a ride is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from campaigns.couriers import DEFAULTS
from campaigns.sight import Addressee
from campaigns.web.page.clockface import local
from rules.errors import Invalid

HOW = (
    ("off", "At once, as the book has it", "A note is read the same second, thirty feet away or three."),
    ("ride", "By couriers who ride", "The house’s rule, not the book’s: a note takes time, and may be lost or taken."),
)
FIELDS = {
    "inches": ("Inches that he rides in a minute of the clock on the wall", "12, or a fraction as 1/2. He stands while the clock stands."),
    "loss": ("The chance that he is lost on the way", "A fraction: 1/20, or 0 for never."),
    "capture": ("The chance that he is taken where an enemy stands near his line", "A fraction: 1/2, or 1 for always."),
    "reach": ("Inches from his line within which an enemy’s body is near", ""),
    "unknown": ("Inches that he rides where the places are not in the software", "On a floor, where nobody has entered who stands where."),
}  # fmt: skip
BEGIN = {"couriers": "off", **{f"couriers.{key}": str(DEFAULTS[key]) for key in FIELDS}}
"""What stands in the form to begin with."""


def offered(typed: Mapping[str, Any]) -> dict[str, Any]:
    """What the form offers, and what stands in it."""
    fields = [
        {"name": f"couriers.{key}", "label": label, "help": says, "value": typed[f"couriers.{key}"]}
        for key, (label, says) in FIELDS.items()
    ]
    return {"riding_ways": HOW, "riding_fields": fields}


def setting(typed: Mapping[str, Any]) -> Any:
    """The setting as it was typed; Invalid where whole inches are none."""
    if typed["couriers"] != "ride":
        return "off" if typed["couriers"] == "off" else typed["couriers"]
    chosen: dict[str, Any] = {key: str(typed[f"couriers.{key}"]).strip() for key in FIELDS}
    for key in ("reach", "unknown"):
        if not chosen[key].isdecimal():
            raise Invalid(f"couriers.{key}: whole inches are wanted")
        chosen[key] = int(chosen[key])
    return chosen


def in_words(setting: Mapping[str, Any]) -> list[str]:
    """The setting in sentences; nothing where nobody rides."""
    if not setting:
        return []
    lost = (
        "No courier is lost on the way."
        if setting["loss"] == "0"
        else f"The chance that a courier is lost is {setting['loss']}."
    )
    near = f"an enemy body is within {setting['reach']} inches of the route"
    taken = (
        "No courier is taken by the enemy."
        if setting["capture"] == "0"
        else f"The chance that a courier is taken is {setting['capture']} where {near}."
    )
    return [
        f"Couriers ride {setting['inches']} inches a minute while the clock runs.",
        lost,
        taken,
        f"Where a place is not on the map, the ride is {setting['unknown']} inches.",
    ]


@dataclass(frozen=True)
class Reach:
    """Somebody to whom word may be sent.  there: when a courier would be with him; none where nobody rides."""

    one: Addressee
    ride: str = ""
    there: str = ""


def reaches(addressees: Iterable[Addressee], now: datetime, zone: str) -> list[Reach]:
    """To whom word may be sent, with the ride in words and when it would be over."""
    return [
        Reach(one)
        if one.seconds is None
        else Reach(one, duration(one.seconds), local(now + timedelta(seconds=one.seconds), zone, now))
        for one in addressees
    ]


def duration(seconds: int) -> str:
    """A time in words, to the minute upwards where it is longer than one.

    >>> duration(0)
    'at once'
    >>> duration(40), duration(60), duration(61), duration(4_000)
    ('40 seconds', '1 minute', '2 minutes', '1 hour 7 minutes')
    """
    if not seconds:
        return "at once"
    if seconds < 60:
        return _many(seconds, "second")
    hours, minutes = divmod(-(-seconds // 60), 60)
    return " ".join(_many(count, unit) for count, unit in ((hours, "hour"), (minutes, "minute")) if count)


def _many(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
