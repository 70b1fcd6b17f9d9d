"""Deadlines by the wall clock in every time zone, over both nights on which the clocks change.  [RELIABILITY A7]"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from campaigns.clock import next_deadline

ZONES = sorted(zone for zone in available_timezones() if not zone.startswith(("Etc/", "posix", "right")))
BEGAN = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
HOURS = (time(0, 30), time(1, 30), time(2, 30), time(20, 0))


def changes(zone: ZoneInfo) -> list[date]:
    """The days of 2026 on which the clocks of a zone change."""
    noons = [datetime(2026, 1, 1, 12, tzinfo=zone) + timedelta(days=day) for day in range(364)]
    return [one.date() for one, before in zip(noons[1:], noons, strict=False) if one.utcoffset() != before.utcoffset()]


def shown(deadline: datetime, zone: ZoneInfo) -> time:
    return deadline.astimezone(zone).timetz().replace(tzinfo=None)


@pytest.mark.slow
def test_in_every_time_zone_a_deadline_is_at_its_local_hour() -> None:
    looked = nights = 0
    for name in ZONES:
        zone = ZoneInfo(name)
        days = [day + timedelta(days=by) for day in changes(zone) for by in (-1, 0, 1)] or [date(2026, 6, 1)]
        nights += len(changes(zone))
        for day in days:
            for at in HOURS:
                opened = datetime.combine(day, time(6, 0), tzinfo=zone).astimezone(UTC)
                deadline = next_deadline(opened, name, at, 1, BEGAN)
                assert timedelta(hours=12) <= deadline - opened <= timedelta(hours=38), (name, day, at)
                skipped = datetime.combine(deadline.astimezone(zone).date(), at, tzinfo=zone)
                gone = skipped.astimezone(UTC).astimezone(zone).timetz().replace(tzinfo=None) != at
                assert gone or shown(deadline, zone) == at, (name, day, at)
                looked += 1
    assert len(ZONES) >= 400
    assert nights >= 150
    assert looked >= 3_000


@pytest.mark.parametrize(
    "name", ["Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca"]
)
@pytest.mark.parametrize("every", [1, 2, 7])
def test_deadlines_follow_each_other_at_the_same_hour_all_the_year_round(name: str, every: int) -> None:
    zone, at = ZoneInfo(name), time(20, 0)
    opened, seen = BEGAN, []
    for _ in range(364 // every):
        deadline = next_deadline(opened, name, at, every, BEGAN)
        seen.append(deadline)
        opened = deadline
    assert {shown(one, zone) for one in seen} == {at}
    days = [one.astimezone(zone).date() for one in seen]
    assert {(after - before).days for before, after in pairwise(days)} == {every}
