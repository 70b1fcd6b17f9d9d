"""The one place that reads a clock, and the computation of deadlines.

PostgreSQL's own clock counts where there is PostgreSQL.  On SQLite there is only the host's: it is read once when the
process starts and carried on by a clock that cannot be set, so that setting the host's clock moves no deadline.
 ``jumped`` tells when the clock that can be set and the one that cannot disagree (``campaigns.clockwork.jumps`` acts on
it).
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta
from datetime import time as wall_time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import DateTimeField, Func

from campaigns.models import Campaign
from rules.books import book

GREATEST_JUMP = timedelta(seconds=2)
"""No clock may differ by more than this from the one that cannot be set."""

LONGEST_LOOK = 1.0
"""Seconds: a reading of two clocks that took longer is not used."""

LOOKS = 5
"""How often it is tried to read two clocks together when a process starts."""

_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def host_time() -> datetime:
    """What the host's clock says, which may have been set."""
    return datetime.now(UTC)


def steady_seconds() -> float:
    """Seconds of a clock that cannot be set and goes on while the machine sleeps."""
    return time.clock_gettime(_STEADY)


class Agreement(NamedTuple):
    """A look at two clocks at once: what the one that can be set said, and what the steady one."""

    told: datetime
    seconds: float

    def carried_on(self, seconds: float) -> datetime:
        """The time at so many steady seconds, had nobody set the clock since."""
        return self.told + timedelta(seconds=seconds - self.seconds)


def look(read: Callable[[], datetime]) -> Agreement | None:
    """Read a clock and the steady one; none where that took so long that the two readings do not belong together."""
    began = steady_seconds()
    told = read()
    took = steady_seconds() - began
    return Agreement(told, began + took / 2) if took <= LONGEST_LOOK else None


def _origin() -> Agreement:
    """The host's time at a moment of the steady clock; on a busy machine the first looks may have taken too long."""
    return next(filter(None, (look(host_time) for _ in range(LOOKS))), None) or Agreement(host_time(), steady_seconds())


_start = _origin()
"""The origin of the time where there is no clock but the host's."""

_asked: ContextVar[list[Agreement] | None] = ContextVar("asked", default=None)
"""The database's time, where it is to be read once; empty before that."""

_seen: Agreement | None = None
"""When the clock that can be set was last read and agreed with the steady one."""


def steady_time() -> datetime:
    """The host's time when it was last believed, carried on by the clock that cannot be set."""
    return _start.carried_on(steady_seconds())


def database_tells_time() -> bool:
    """Whether the database has a clock of its own, which then decides."""
    return connection.vendor == "postgresql"


def server_time() -> datetime:
    """The time that decides, aware, UTC."""
    if not database_tells_time():
        return steady_time()
    asked = _asked.get()
    if asked is None:
        return database_time()
    if not asked:
        found = look(database_time)
        if found is not None:
            _set_since(found)
        asked.append(found or Agreement(database_time(), steady_seconds()))
    return asked[0].carried_on(steady_seconds())


def hear(told: datetime | None, began: float) -> None:
    """Use the time that the database gave along with another query (``time_column``), instead of asking again.

    began: the steady seconds before the query.
    """
    asked, took = _asked.get(), steady_seconds() - began
    if told is None or took > LONGEST_LOOK or not database_tells_time():
        return
    found = Agreement(told.astimezone(UTC), began + took / 2)
    _set_since(found)
    if asked is not None and not asked:
        asked.append(found)


def database_time() -> datetime:
    """What the database's own clock says at this moment, aware, UTC."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now.astimezone(UTC)


@contextmanager
def asked_once() -> Iterator[None]:
    """While this lasts, which must be short, the database is asked for the time once; the steady clock carries it on."""
    token = _asked.set([])
    try:
        yield
    finally:
        _asked.reset(token)


def time_column() -> dict[str, Func]:
    """The time that counts as the column ``asked_at`` of a query, where the database tells it; this saves a query."""
    if connection.vendor != "postgresql":
        return {}
    return {"asked_at": Func(function="clock_timestamp", output_field=DateTimeField())}


def jumped() -> timedelta | None:
    """By how much the clock that can be set (the database's, or the host's) was set since this process looked last.

    None where it agrees with the steady one, and where a reading took too long to tell.
    """
    found = look(database_time if database_tells_time() else host_time)
    return _set_since(found) if found is not None else None


def _set_since(found: Agreement) -> timedelta | None:
    """By how much the clock was set since it last agreed with the steady one; where it agrees, that is noted.

    It is noted at every reading: two clocks part by seconds in a day, and that is no jump.
    """
    global _seen
    before = _seen or (found if database_tells_time() else _start)
    jump = found.told - before.carried_on(found.seconds)
    if abs(jump) > GREATEST_JUMP:
        return jump
    _seen = found
    return None


def believe() -> None:
    """Trust the clock that can be set from now on, whatever it said before."""
    global _start, _seen
    _start, _seen = _origin(), None


def handicapped(minutes: int, percent: int) -> int:
    """Minutes of a side that has so much of the allowance, rounded up.

    >>> handicapped(6, 100), handicapped(7, 50)
    (6, 4)
    """
    return -(-minutes * percent // 100)


def break_minutes(campaign: Campaign) -> int:
    """How long nobody moves between two moves: not at all at a board, and where moves go by a deadline.  [KS-TURN-07]"""
    if campaign.clock_mode == Campaign.ClockMode.DEADLINE or book(campaign.book).on_board:
        return 0
    return campaign.interval_minutes


def closes_at(campaign: Campaign, minutes: int, opened_at: datetime, percent: int = 100) -> datetime | None:
    """When a move that opens at ``opened_at`` closes; none where its time is not limited.

    minutes: what the book allows to the side, used where the clock goes by the book.  [KS-TURN-05]
    percent: the side's handicap of time; a deadline by the wall clock has none.
    """
    if campaign.clock_mode == Campaign.ClockMode.UNTIMED:
        return None
    if campaign.clock_mode == Campaign.ClockMode.DEADLINE:
        began = campaign.started_at or opened_at
        return next_deadline(opened_at, campaign.time_zone, campaign.deadline_time, campaign.deadline_every_days, began)
    if campaign.clock_mode == Campaign.ClockMode.FIXED:
        minutes = campaign.fixed_minutes
    return opened_at + timedelta(minutes=handicapped(minutes, percent))


def next_deadline(opened_at: datetime, zone: str, at: wall_time | None, every_days: int, began: datetime) -> datetime:
    """The first deadline at least half a period after the opening, as UTC.

    Deadlines fall on every ``every_days``-th day from the day on which the campaign began, at ``at`` by the wall clock
    of ``zone``.  A wall time that does not exist in spring is read as if the clock had not been put forward; of one
    that autumn repeats the first counts.
    """
    place = ZoneInfo(zone)
    at = at or wall_time(20, 0)
    every = max(every_days, 1)
    first = began.astimezone(place).date()
    earliest = opened_at + timedelta(hours=12 * every)
    day = _on_cadence(opened_at.astimezone(place).date(), first, every)
    while True:
        deadline = datetime.combine(day, at, tzinfo=place).astimezone(UTC)
        if deadline >= earliest:
            return deadline
        day += timedelta(days=every)


def _on_cadence(day: date, first: date, every: int) -> date:
    """The last day of the cadence that is not after ``day``."""
    return first + timedelta(days=(day - first).days // every * every)
