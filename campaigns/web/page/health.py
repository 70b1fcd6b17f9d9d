"""``GET /healthz``: 200 while the clock goes and the database answers, 503 where not; how it goes to those who run the house."""

from __future__ import annotations

from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.clock import server_time
from campaigns.health import Health, health
from kriegspiel import __version__

LOOPBACK = ("127.0.0.1", "::1")
"""Where somebody sits at the machine itself."""

HANDED_ON = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
"""What a proxy writes down, behind whom anybody may be."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """To everybody whether the house is up; to those who run it version, database, clock, backlog, and the reason."""
    try:
        found = health(server_time())
        well, known = found.well, _known(found)
    except DatabaseError:
        database = {"vendor": connection.vendor, "ok": False}
        well, known = False, {"reason": "the database does not answer", "version": __version__, "database": database}
    body = {"status": "ok" if well else "down"}
    return JsonResponse(body | known if _runs_the_house(request) else body, status=200 if well else 503)


def _known(found: Health) -> dict[str, Any]:
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
        },
    }


def _runs_the_house(request: HttpRequest) -> bool:
    """Whether somebody asks who runs the house: from the machine itself with no proxy between, or logged in as staff."""
    if request.META.get("REMOTE_ADDR") in LOOPBACK and not any(header in request.META for header in HANDED_ON):
        return True
    try:
        return bool(request.user.is_staff and request.user.is_active)
    except (DatabaseError, AttributeError):
        return False
