"""Quiet hours: when somebody wishes no mail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from campaigns.models import Person


def after_quiet(person: Person, now: datetime) -> datetime:
    """Now, or the end of the quiet hours into which it falls, in the person's time zone.

    An end that does not exist in spring is read as if the clock had not been put forward; of one that autumn repeats
    the first counts.
    """
    begins, ends = person.quiet_from, person.quiet_until
    if begins is None or ends is None or begins == ends:
        return now
    zone = ZoneInfo(person.time_zone or "UTC")
    local = now.astimezone(zone)
    wall = local.time().replace(tzinfo=None)
    quiet = begins <= wall < ends if begins < ends else wall >= begins or wall < ends
    if not quiet:
        return now
    day = local.date() if wall < ends else local.date() + timedelta(days=1)
    return max(datetime.combine(day, ends, tzinfo=zone).astimezone(UTC), now)
