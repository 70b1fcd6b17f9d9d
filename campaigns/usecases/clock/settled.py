"""While the clock has jumped, or the site was away and that is not worked off, nobody is told that anything is late.

The sweep finds a jump, waits until the clock holds still, and moves every deadline by it; after an outage it puts off the
deadlines that fell into it (``campaigns.clockwork.jumps``, ``timers``).  Until then nothing is filed, and whoever sends
something is asked to send it again in a moment.  [RELIABILITY A7]
"""

from __future__ import annotations

from datetime import datetime

from campaigns import clock
from campaigns.compiled_queries import Prepared
from campaigns.errors import InAMoment
from campaigns.models import Pulse
from rules.values.sentence import say

SWEEP = "sweep"
"""The name of the sweep's pulse."""

JUMP = "jump"
"""The name of the pulse that exists while a jump is waited out.

at: when it was first seen, by the steady clock where that saw it; mark: the time of the settable clock then;
rounds: how often the sweep had run by then.
"""

BEING_SET = say("The clock of the server is being set right. Nothing was kept. Send it again in a moment.")
"""For a clock that was set alone; of a machine that is only slow it is said that it is busy."""

_pulses = Prepared(
    lambda: Pulse.objects.filter(name__in=(SWEEP, JUMP)).order_by("name").values_list("name", "at", "mark")
)


def require_settled(now: datetime, ends: datetime | None = None) -> None:
    """InAMoment while it is not certain what time it is.

    ends: where something is too late by it, when it ended.  Where the sweep has not run since, for longer than it ever
    rests, it may have been the clock that jumped, or an outage by which the end is put off.
    """
    pulses = {name: (at, mark) for name, at, mark in _pulses()}
    at, mark = pulses.get(SWEEP, (now, now))
    if JUMP in pulses or (_is_behind(mark, now) and _is_behind(mark, clock.server_time())):
        raise InAMoment(BEING_SET)
    if ends is not None and at < ends <= now and now - at > clock.GREATEST_JUMP:
        raise InAMoment(BEING_SET if clock.jumped() is not None else "")


def _is_behind(mark: datetime, now: datetime) -> bool:
    """Whether it is earlier than the sweep has seen it.

    Whoever waited for a lock asks with the time at which they came, while the sweep went on: the clock was set only where
    it is behind when it is read now.
    """
    return mark - now > clock.GREATEST_JUMP
