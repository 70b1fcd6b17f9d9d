"""Whether the clock runs and what waits: for the machines that watch a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min

from campaigns.models import Due, Move, Notice, Pulse
from campaigns.usecases.clock.settled import JUMP, SWEEP
from campaigns.usecases.people.mails import waiting_mails

MAIL_TOO_LATE = timedelta(minutes=10)
"""No mail may wait longer than this."""

TOO_LATE = timedelta(seconds=10)
"""Neither the pulse nor anything due may be later than this."""


@dataclass(frozen=True)
class Health:
    """How late the clock is, and what waits.  Lateness in seconds; none where nothing can be late.

    due: how much of each kind is due and not done.  reason: why the service is not well, in words; empty where it is.
    """

    pulse_age: float | None
    oldest_due: float | None
    due: dict[str, int]
    claimed: int
    parked: int
    unsent: int
    mails: int
    reason: str

    @property
    def well(self) -> bool:
        """Whether the clock runs and keeps up."""
        return not self.reason

    @property
    def waiting(self) -> int:
        """How much is due and not done; without machines' turns, which delay no clock."""
        return sum(count for kind, count in self.due.items() if kind != Due.Kind.ANSWER)


def health(now: datetime) -> Health:
    """The state of the clockwork at a moment."""
    pulses = dict(Pulse.objects.values_list("name", "at"))
    due = Due.objects.filter(state=Due.State.WAITING, due_at__lte=now).order_by()
    overdue = {
        kind: (count, oldest) for kind, count, oldest in due.values_list("kind").annotate(Count("pk"), Min("due_at"))
    }
    unsent = Notice.objects.filter(sent_at__isnull=True)
    oldest = min((oldest for kind, (_, oldest) in overdue.items() if kind != Due.Kind.ANSWER), default=None)
    mails = waiting_mails(now)
    late = mails.filter(due_at__lt=now - MAIL_TOO_LATE)
    oldest_unsent = unsent.order_by("created_at").values_list("created_at", flat=True).first()
    unsubmitted = Move.objects.filter(status=Move.Status.CLOSED)
    return Health(
        pulse_age=_seconds(now, pulses.get(SWEEP)),
        oldest_due=_seconds(now, oldest),
        due={kind: overdue[kind][0] if kind in overdue else 0 for kind in Due.Kind.values},
        claimed=unsubmitted.filter(claimed_at__isnull=False, parked=False).count(),
        parked=unsubmitted.filter(parked=True).count(),
        unsent=unsent.count(),
        mails=mails.count(),
        reason=_reason(now, pulses, oldest, oldest_unsent) or _mail_waits(late.exists()),
    )


def _reason(now: datetime, pulses: dict[str, datetime], oldest: datetime | None, unsent: datetime | None) -> str:
    """Why the clock is not well, the most serious reason first; empty where it is."""
    if pulses.get(JUMP) is not None:
        return "the server's clock has jumped; nothing falls due until it has held still"
    pulse = pulses.get(SWEEP)
    if pulse is None:
        return "the clock has not gone round yet"
    if now - pulse > TOO_LATE:
        return f"the clock has stopped: it last ran {(now - pulse).total_seconds():.0f} s ago"
    if oldest is not None and now - oldest > TOO_LATE:
        return f"the clock does not keep up: something has been due for {(now - oldest).total_seconds():.0f} s"
    if unsent is not None and now - unsent > TOO_LATE:
        return f"notices are not sent: the oldest has waited for {(now - unsent).total_seconds():.0f} s"
    return ""


def _mail_waits(late: bool) -> str:
    """Why the mail is not well; empty where it is."""
    return f"mail is not sent: some has waited for more than {MAIL_TOO_LATE.seconds // 60} minutes" if late else ""


def _seconds(now: datetime, since: datetime | None) -> float | None:
    return None if since is None else round((now - since).total_seconds(), 3)
