"""The settings of a campaign that can be checked by themselves: its clock, its points, the names of its sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import time as wall_time
from itertools import combinations
from typing import Any

from campaigns.couriers import read_couriers
from campaigns.models import Campaign
from campaigns.usecases.clock import publication_minutes
from campaigns.usecases.people.looks import looks_of
from campaigns.usecases.text_checks import read_whole, read_zone
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

GREATEST_HANDICAP = 1_000_000
"""Halves of a point that a side may begin with, at most."""

PERCENT = (10, 1_000)
"""Share of a move's allowance that a side may have, from and to."""

WHOLE_NUMBERS = {
    "target_points": (0, 1_000_000),
    "fixed_minutes": (1, 10_000),
    "deadline_every_days": (1, 60),
    "interval_minutes": (0, 1_440),
    "drain_seconds": (0, 60),
    "extension_cap_minutes": (0, 100_000),
    "pause_cap_minutes": (0, 100_000),
}
"""The clock's and the points' numbers with their bounds."""

ONE_OF = {
    "clock_mode": Campaign.ClockMode.values,
    "umpire": Campaign.Umpire.values,
    "scoring": Campaign.Scoring.values,
    "carry_over": Campaign.CarryOver.values,
}
"""Settings with a fixed set of values."""


def refuse_alike(names: Sequence[str]) -> None:
    """Refuse sides whose names look alike."""
    looks = [looks_of(str.__str__(name)) for name in names]
    if any(one & other for one, other in combinations(looks, 2)):
        raise Invalid(of_field("sides", say("two sides have names that look alike")))


def read_clock(given: Mapping[str, Any]) -> dict[str, Any]:
    """The clock of a campaign and its other settings, checked."""
    fields: dict[str, Any] = {}
    for key, value in given.items():
        if key == "publish_minutes":
            fields[key] = None if value in (None, "") else read_whole(value, key, *publication_minutes.MINUTES)
        elif key in WHOLE_NUMBERS:
            fields[key] = read_whole(value, key, *WHOLE_NUMBERS[key])
        elif key == "time_zone":
            fields[key] = read_zone(value)
        elif key == "deadline_time":
            fields[key] = _wall_time(value)
        elif key == "couriers":
            fields[key] = read_couriers(value)
        elif key in ONE_OF:
            if value not in ONE_OF[key]:
                raise Invalid(of_field(key, say("choose one of {one_of}", one_of=joined(", ", ONE_OF[key]))))
            fields[key] = value
        else:
            raise Invalid(say("there is no setting {given} of a campaign", given=f"{str(key)[:40]!r}"))
    if fields.get("clock_mode") == Campaign.ClockMode.DEADLINE and fields.get("deadline_time") is None:
        raise Invalid(of_field("deadline_time", say("enter a time of day; a deadline needs one")))
    return fields


def _wall_time(value: Any) -> wall_time | None:
    if value is None or isinstance(value, wall_time):
        return value
    try:
        return wall_time.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise Invalid(of_field("deadline_time", say("enter a time of day, for example 20:00"))) from error
