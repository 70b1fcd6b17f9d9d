"""``GET /healthz``: 200 while the clock runs and the database answers, 503 where not; operators see the state of the site."""

from __future__ import annotations

from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.clock import server_time
from campaigns.health import Health, health
from campaigns.serving.operators import at_an_operators_address, is_operator
from campaigns.serving.processes import ProcessState, pool_figures, process_states
from kriegspiel import __version__
from rules.values.sentence import say

POOL = {
    "size": "pool_size",
    "most": "pool_max",
    "free": "pool_available",
    "waiting": "requests_waiting",
    "errors": "requests_errors",
}
"""The figures of a pool of connections, and the pool's own names for them."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """For everybody whether the site is up; for operators version, database, clock, backlog, processes, and the reason.

    Only what a player would notice makes the site unhealthy: a killed process does not, as long as others do its work.
    """
    try:
        now = server_time()
        found = health(now)
        told = operators_data(found, process_states(now)) if is_operator(request) else {}
    except DatabaseError:
        return without_a_database(request)
    return JsonResponse({"status": "ok" if found.well else "down", **told}, status=200 if found.well else 503)


def without_a_database(request: HttpRequest) -> JsonResponse:
    """The answer while the database does not answer.  It is not queried a second time, so staff cannot be recognized."""
    told: dict[str, Any] = {}
    if at_an_operators_address(request):
        told = {
            "reason": say("the database does not answer"),
            "version": __version__,
            "database": {"vendor": connection.vendor, "ok": False},
            "pool": in_brief(pool_figures()),
        }
    return JsonResponse({"status": "down", **told}, status=503)


def operators_data(found: Health, processes: tuple[ProcessState, ...]) -> dict[str, Any]:
    """The state of the site."""
    return {
        **({} if found.well else {"reason": found.reason}),
        "version": __version__,
        "database": {"vendor": connection.vendor, "ok": True},
        "clock": {"pulse_age_seconds": found.pulse_age, "oldest_overdue_seconds": found.oldest_due},
        "backlog": {
            "due": found.waiting,
            "claimed": found.claimed,
            "parked": found.parked,
            "unsent_notices": found.unsent,
            "waiting_mails": found.mails,
        },
        "processes": [process_data(one) for one in processes],
    }


def process_data(one: ProcessState) -> dict[str, Any]:
    """The state of one process."""
    return {
        "name": one.name,
        "kind": one.kind,
        "started_at": one.started_at.isoformat(),
        "seen_seconds_ago": one.seen,
        "silent": one.silent,
        "under_way": {"battles": one.battles, "oldest_ms": one.oldest_ms},
        "pool": in_brief(one.pool),
    }


def in_brief(pool: dict[str, Any]) -> dict[str, int]:
    """The figures of a pool; empty where there is none.  A number that has always been 0 is left out."""
    return {name: int(pool.get(key, 0)) for name, key in POOL.items()} if pool else {}
