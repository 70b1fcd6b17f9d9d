"""``GET /healthz``: 200 while the clock goes and the database answers, 503 with the reason where not."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.clock import server_time
from campaigns.health import health
from kriegspiel import __version__


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Version, database, clock lateness and backlog; nothing that is anybody's secret."""
    known = {"version": __version__, "database": {"vendor": connection.vendor, "ok": True}}
    try:
        found = health(server_time())
    except DatabaseError:
        known["database"] = {"vendor": connection.vendor, "ok": False}
        return JsonResponse({"status": "down", "reason": "the database does not answer", **known}, status=503)
    body = {
        "status": "ok" if found.well else "down",
        **({} if found.well else {"reason": found.reason}),
        **known,
        "clock": {"pulse_age_seconds": found.pulse_age, "oldest_overdue_seconds": found.oldest_due},
        "backlog": {
            "due": found.waiting,
            "claimed": found.claimed,
            "parked": found.parked,
            "unsent_notices": found.unsent,
        },
    }
    return JsonResponse(body, status=200 if found.well else 503)
