"""Each process reports that it runs and what it has in progress; a close waits for requests that arrived in time.  [RELIABILITY A2, A3]

A process that takes orders writes every half second, in its row, since when it has held a request about which battle.
 A move whose time is up is closed when every such process has reported since and holds nothing older: not by a fixed
drain, which is too short in a busy hour.  A close never waits for a process that has stopped reporting, nor longer than
``LONGEST_WAIT``.

Each five seconds the report includes what the process has counted (``campaigns/serving/counters.py``), so that whichever
process is asked for metrics knows those of all.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, connection, connections

from campaigns.clock import host_time, server_time, steady_seconds
from campaigns.models import Process
from campaigns.serving.counters import counted
from campaigns.serving.underway import under_way

log = logging.getLogger(__name__)

TAKE_ORDERS = (Process.Kind.WEB, Process.Kind.SERVE)
"""The kinds of processes that take orders."""

REPORTS_EVERY, REPORTS_ELSEWHERE_EVERY = 0.5, 5.0
"""Seconds between two reports of a process that takes orders, and of any other."""

SILENT_AFTER = timedelta(seconds=4)
"""For so long a silent process is waited for: it may only have been stopped for a moment."""

SILENT_AFTER_ELSEWHERE = timedelta(seconds=15)
"""So long after its last report a process of another kind counts as silent: three reports are missing."""

LONGEST_WAIT = timedelta(seconds=30)
"""A close waits for requests no longer than this; a stamp reaches no further back."""

DELETED_AFTER = timedelta(hours=1)
"""After so long the row of a silent process is deleted."""


_began = host_time()
"""When this process began, for reports without a row."""


def name_of(kind: str) -> str:
    """The name of this process among those of all machines."""
    return f"{kind}@{socket.gethostname()}:{os.getpid()}"[:120]


def report(kind: str) -> None:
    """Report that this process runs, and what it has in progress."""
    now = server_time()  # read first: whatever came before the report is in progress, or has been answered
    told = {"seen_at": now, "under_way": in_progress(), "pool": pool_figures()}
    if Process.objects.filter(name=name_of(kind)).update(**told, **counts_reporter.if_due(kind)):
        return
    Process.objects.filter(seen_at__lt=now - DELETED_AFTER).delete()
    first = {"kind": kind, "started_at": now, **told, "counted": counts_reporter.counts(kind)}
    Process.objects.update_or_create(name=name_of(kind), defaults=first)


def in_progress() -> dict[str, int]:
    """Battle -> milliseconds for which the oldest request about it has been under way, rounded up."""
    return {battle: int(seconds * 1000) + 1 for battle, seconds in under_way.waiting().items()}


def delete_report(kind: str) -> None:
    """Remove the row of this process, which ends and holds nothing any more."""
    Process.objects.filter(name=name_of(kind)).delete()


def try_reporting(deed: Callable[[str], None], kind: str) -> None:
    """Report, if the database is there; if not, the process goes on."""
    try:
        deed(kind)
    except DatabaseError as fault:
        log.warning("a process could not say how it stands: %s", type(fault).__name__)


class CountsReporter:
    """Decides which row holds what this process has counted, and when it is written.

    A process that is several kinds at once (``manage.py serve`` is also worker and beat) has a row of each, and only
    the first may hold it: else it would be counted twice.
    """

    def __init__(self) -> None:
        self.kind = ""
        self.reported_at = float("-inf")

    def counts(self, kind: str) -> dict[str, Any]:
        """The counts for the row of a kind; none where another row has them."""
        if self.kind not in ("", kind):
            return {}
        self.reported_at = steady_seconds()
        return counted.as_data()

    def if_due(self, kind: str) -> dict[str, Any]:
        """The column to be written now; none where it was written just before."""
        mine = self.kind in ("", kind)
        return (
            {}
            if mine and steady_seconds() - self.reported_at < REPORTS_ELSEWHERE_EVERY
            else {"counted": self.counts(kind)}
        )


counts_reporter = CountsReporter()
"""The reporter of this process."""


def pool_figures() -> dict[str, Any]:
    """The figures of this process's pool of connections."""
    pool = getattr(connection, "pool", None)
    return dict(pool.get_stats()) if pool is not None else {}


class Reporter(threading.Thread):
    """Reports again and again that this process runs, until it is stopped."""

    def __init__(self, kind: str) -> None:
        super().__init__(name="reporter", daemon=True)
        self.kind, self.stopping = kind, threading.Event()
        self.every = REPORTS_EVERY if kind in TAKE_ORDERS else REPORTS_ELSEWHERE_EVERY

    def run(self) -> None:
        try:
            try_reporting(delete_report, self.kind)  # of a process of the same name that was killed
            while True:
                try_reporting(report, self.kind)
                connections.close_all()
                if self.stopping.wait(self.every):
                    break
            try_reporting(delete_report, self.kind)
        finally:
            connections.close_all()

    def stop(self) -> None:
        """Stop reporting."""
        self.stopping.set()
        self.join()


@contextmanager
def alive(kind: str) -> Iterator[None]:
    """Report that this process runs as long as this lasts."""
    counts_reporter.kind = kind
    reporter = Reporter(kind)
    reporter.start()
    try:
        yield
    finally:
        reporter.stop()


@dataclass(frozen=True)
class RequestsInProgress:
    """What the processes that take orders had in progress, as read at a time."""

    now: datetime
    processes: tuple[Process, ...]

    def hold(self, battle: str, called: datetime) -> bool:
        """Whether anything about a battle that arrived before its move ended may still be on its way."""
        if self.now - called >= LONGEST_WAIT:
            return False
        return any(
            one.seen_at <= called or one.seen_at - timedelta(milliseconds=one.under_way.get(battle, 0)) < called
            for one in self.processes
        )


def requests_in_progress(now: datetime) -> RequestsInProgress:
    """What the processes of the site have in progress."""
    speak = Process.objects.filter(kind__in=TAKE_ORDERS, seen_at__gt=now - SILENT_AFTER)
    return RequestsInProgress(now, tuple(speak))


@dataclass(frozen=True)
class ProcessState:
    """The state of a process, by its last report, for operators: it names no battle.

    seen: seconds since its last report.  silent: whether that is too long ago.  battles, oldest_ms: about how many
    battles it had requests under way, and for how long the oldest.  pool, counted: as in its row.
    """

    name: str
    kind: str
    started_at: datetime
    seen: float
    silent: bool
    battles: int
    oldest_ms: int
    pool: dict[str, Any]
    counted: dict[str, Any]


def process_states(now: datetime) -> tuple[ProcessState, ...]:
    """The state of each process that has reported within the hour, by kind and name."""
    return tuple(process_state(one, now) for one in Process.objects.order_by("kind", "name"))


def process_state(one: Process, now: datetime) -> ProcessState:
    """The state of a process by its row."""
    since = now - one.seen_at
    return ProcessState(
        name=one.name,
        kind=one.kind,
        started_at=one.started_at,
        seen=max(round(since.total_seconds(), 3), 0.0),
        silent=since >= (SILENT_AFTER if one.kind in TAKE_ORDERS else SILENT_AFTER_ELSEWHERE),
        battles=len(one.under_way),
        oldest_ms=max(one.under_way.values(), default=0),
        pool=one.pool,
        counted=one.counted,
    )


def own_process_state(kind: str, now: datetime) -> ProcessState:
    """The state of this process, without a query.  kind: where it has reported none.

    Its counts are left out: when the database is back its row gives for a moment the counts from before, and a counter
    must not fall.
    """
    kind = counts_reporter.kind or kind
    mine = Process(
        name=name_of(kind), kind=kind, started_at=_began, seen_at=now, under_way=in_progress(), pool=pool_figures()
    )
    mine.counted = {"levels": counted.looked_at()}
    return process_state(mine, now)
