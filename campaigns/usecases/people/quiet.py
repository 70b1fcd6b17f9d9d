"""Quiet hours: when somebody wishes not to be written to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from campaigns.models import Person


def after_quiet(person: Person, now: datetime) -> datetime:
    """Now, or the end of the quiet hours into which it falls, by the wall clock of the person's zone.

    An end that the spring skips is taken as if the clock had not been put on; one that the autumn repeats the first time.
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
