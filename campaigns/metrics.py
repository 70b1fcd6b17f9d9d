"""The metrics of the site for Prometheus: of the site as the database knows it, and of every process.

None of them names a person, a battle or a campaign.  The counts of a process begin again with the process, and its
series have the process's name, so that nobody takes the end of one for a decrease.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from django.db import connection
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from campaigns.health import Health
from campaigns.serving.counters import BOUNDS
from campaigns.serving.processes import ProcessState
from kriegspiel import __version__

Sample = tuple[Sequence[str], float | None]
"""The values of the labels, and the number; none where there is no value."""


def exposition(found: Health | None, processes: Sequence[ProcessState]) -> bytes:
    """All metrics as text.  found: the state of the site, none while the database does not answer."""
    registry = CollectorRegistry()
    registry.register(SiteCollector(found, processes))
    return generate_latest(registry)


class SiteCollector(Collector):
    """The metrics of one look at the site."""

    def __init__(self, found: Health | None, processes: Sequence[ProcessState]) -> None:
        self.found, self.processes = found, processes

    def describe(self) -> list[Metric]:
        """Nothing: the names are given with the numbers."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Every family, those without a number too, so that a name that is looked for always exists."""
        yield from site_metrics(self.found)
        yield from backlog_metrics(self.found)
        yield from process_metrics(self.processes)
        yield from pool_metrics([one for one in self.processes if one.counted])
        yield from count_metrics(self.processes)
        yield from level_metrics([one for one in self.processes if not one.silent])


def gauge(name: str, about: str, samples: Iterable[Sample], labels: Sequence[str] = ()) -> Metric:
    """A family of numbers that rise and fall."""
    family = GaugeMetricFamily(f"kriegspiel_{name}", about, labels=labels)
    for values, number in samples:
        if number is not None:
            family.add_metric(values, number)
    return family


def counter(name: str, about: str, samples: Iterable[tuple[Sequence[str], int]], labels: Sequence[str]) -> Metric:
    """A family of numbers that only rise; ``_total`` is added to the name."""
    family = CounterMetricFamily(f"kriegspiel_{name}", about, labels=labels)
    for values, number in samples:
        family.add_metric(values, number)
    return family


# -- the site as the database knows it -------------------------------------------------------------


def site_metrics(found: Health | None) -> Iterator[Metric]:
    """Whether the site is up, and whether its clock runs."""
    build = {"version": __version__, "database": connection.vendor}
    yield gauge(
        "build_info", "Always 1: which release serves, from which database.", [([*build.values()], 1)], [*build]
    )
    yield gauge("database_up", "1 while the database answers, else 0.", [((), found is not None)])
    yield gauge("healthy", "1 while /healthz answers 200, else 0.", [((), found is not None and found.well)])
    yield gauge(
        "pulse_age_seconds", "Seconds since the clock last went round.", [((), found.pulse_age if found else None)]
    )
    oldest = (found.oldest_due or 0.0) if found else None
    yield gauge(
        "oldest_overdue_seconds", "For how long the oldest thing that is due has waited, else 0.", [((), oldest)]
    )


def backlog_metrics(found: Health | None) -> Iterator[Metric]:
    """What waits to be done."""
    due = [((kind,), count) for kind, count in found.due.items()] if found else []
    yield gauge("due_waiting", "How much is due and not done, by kind.", due, ["kind"])
    claimed, parked, unsent, mails = (
        (found.claimed, found.parked, found.unsent, found.mails) if found else (None, None, None, None)
    )
    yield gauge("moves_claimed", "Moves whose finding is being made.", [((), claimed)])
    yield gauge("moves_parked", "Moves whose finding failed and that wait for their umpire.", [((), parked)])
    yield gauge("notices_unsent", "Notices that are still in the outbox.", [((), unsent)])
    yield gauge("mails_waiting", "Mails that are to be sent by now.", [((), mails)])


# -- the processes ----------------------------------------------------------------------------------

OF_ONE = ("process", "kind")


def named(one: ProcessState) -> tuple[str, str]:
    """The labels of a process."""
    return one.name, one.kind


def process_metrics(processes: Sequence[ProcessState]) -> Iterator[Metric]:
    """Which processes there are, since when, and whether they still report."""
    began = [(named(one), one.started_at.timestamp()) for one in processes]
    yield gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", began, OF_ONE)
    seen = [(named(one), one.seen) for one in processes]
    yield gauge("process_seen_seconds", "Seconds since the process last said that it is there.", seen, OF_ONE)
    silent = [(named(one), one.silent) for one in processes]
    yield gauge("process_silent", "1 where that is too long ago, else 0; the row goes after an hour.", silent, OF_ONE)
    oldest = [(named(one), one.oldest_ms / 1000) for one in processes if not one.silent]
    about = "For how long the oldest request that changes a battle has been under way."
    yield gauge("under_way_oldest_seconds", about, oldest, OF_ONE)


POOL = {
    "pool_connections": ("pool_size", "Connections to the database that the pool of the process holds."),
    "pool_connections_most": ("pool_max", "How many it may hold."),
    "pool_connections_free": ("pool_available", "How many of them are free."),
    "pool_requests_waiting": ("requests_waiting", "Threads that wait for a connection."),
}


def pool_metrics(processes: Sequence[ProcessState]) -> Iterator[Metric]:
    """The pools of connections; a process has one, whatever its kinds."""
    with_pool = [one for one in processes if one.pool]
    for name, (key, about) in POOL.items():
        samples = [(named(one), int(one.pool.get(key, 0))) for one in with_pool if not one.silent]
        yield gauge(name, about, samples, OF_ONE)
    errors = [
        ((*named(one), of), int(one.pool.get(f"{of}_errors", 0)))
        for one in with_pool
        for of in ("requests", "connections")
    ]
    about = "Threads that got no connection (requests), and connections that could not be made (connections)."
    yield counter("pool_errors", about, errors, (*OF_ONE, "of"))


def level_metrics(processes: Sequence[ProcessState]) -> Iterator[Metric]:
    """The values read when a process wrote its counts; none for one that has stopped reporting."""
    for name, key, about in (
        ("process_resident_memory_bytes", "memory", "Memory that the process holds."),
        ("streams_open", "streams", "Live pages that the process carries."),
    ):
        levels = [(named(one), one.counted.get("levels", {}).get(key)) for one in processes]
        yield gauge(name, about, levels, OF_ONE)
    waiting = [
        ((*named(one), key.removeprefix("waiting ")), number)
        for one in processes
        for key, number in one.counted.get("levels", {}).items()
        if key.startswith("waiting ")
    ]
    yield gauge("requests_waiting", "Requests that wait for a thread.", waiting, (*OF_ONE, "lane"))


# -- what they have counted -------------------------------------------------------------------------


OUTCOMES = {
    "orders": ("acknowledged", "late", "missed", "refused", "failed"),
    "findings": ("made", "refused", "failed", "worn_out", "fenced"),
}
"""The outcomes of orders and of findings."""


def count_metrics(processes: Sequence[ProcessState]) -> Iterator[Metric]:
    """The counters and histograms of every process, of one that has stopped reporting as they were."""
    about = "Requests that were answered; status none: nobody waited for the answer any more."
    answered = [((*named(one), *key), sum(times[1:])) for one, key, times in taken(processes, "request")]
    yield counter("requests", about, answered, (*OF_ONE, "view", "lane", "status"))
    about = "From the last byte of a request to the head of its answer."
    yield histogram("request_seconds", about, (*OF_ONE, "view", "lane"), by_view(processes))
    about = "For how long a request waited for a thread, from when it had come."
    waited = (((*named(one), *key), times) for one, key, times in taken(processes, "thread"))
    yield histogram("thread_wait_seconds", about, (*OF_ONE, "lane"), waited)
    about = "How long after the end of its drain a move was closed."
    closes = ((named(one), one.counted["times"].get("close", [0])) for one in processes if "times" in one.counted)
    yield histogram("close_lateness_seconds", about, OF_ONE, closes)
    about = (
        "Orders by what became of them: acknowledged by a receipt (the same press again too), late, missed (they came in time and the move "
        "was closed all the same), refused, failed."
    )
    yield counter("orders", about, numbers(processes, "orders"), (*OF_ONE, "outcome"))
    about = (
        "Findings by what became of them: made and published, refused by the rules, failed by a fault (the move is parked), worn_out "
        "(begun three times, the move is parked), fenced (somebody else was quicker)."
    )
    yield counter("findings", about, numbers(processes, "findings"), (*OF_ONE, "outcome"))


def taken(processes: Sequence[ProcessState], family: str) -> Iterator[tuple[ProcessState, list[str], list[int]]]:
    """The times of a family for each process, with their labels."""
    for one in processes:
        for name, times in one.counted.get("times", {}).items():
            head, *key = name.split(" ")
            if head == family:
                yield one, key, times


def numbers(processes: Sequence[ProcessState], family: str) -> Iterator[tuple[Sequence[str], int]]:
    """The numbers of a family by outcome, for each process that counts them.

    What has not happened yet counts 0: a series that began at 1 would look as if nothing had happened at all.
    """
    for one in processes:
        for outcome in OUTCOMES[family] if "numbers" in one.counted else ():
            yield (*named(one), outcome), one.counted.get("numbers", {}).get(f"{family} {outcome}", 0)


def by_view(processes: Sequence[ProcessState]) -> Iterator[tuple[Sequence[str], list[int]]]:
    """The times of requests, whatever their answers."""
    together: dict[tuple[str, ...], list[int]] = {}
    for one, (view, lane, _), times in taken(processes, "request"):
        before = together.setdefault((*named(one), view, lane), [0] * (len(BOUNDS) + 2))
        for place, number in enumerate(times):
            before[place] += number
    yield from together.items()


def histogram(
    name: str, about: str, labels: Sequence[str], samples: Iterable[tuple[Sequence[str], Sequence[int]]]
) -> Metric:
    """A family of times, as ``campaigns.serving.counters`` has them."""
    family = HistogramMetricFamily(f"kriegspiel_{name}", about, labels=labels)
    bounds = [*(str(bound) for bound in BOUNDS), "+Inf"]
    for values, (total, *counts) in samples:
        up_to = accumulate([*counts, *[0] * (len(bounds) - len(counts))])
        family.add_metric(values, list(zip(bounds, up_to, strict=True)), total / 1_000_000)
    return family
