"""Who operates the site, and may therefore read the state of its processes."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest

from campaigns.serving.proxies import client_of, is_proxy

LOOPBACK = ("127.0.0.1", "::1")
"""The addresses of the machine itself."""

HANDED_ON = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_REQUEST_START",
    "HTTP_X_REAL_IP",
    "HTTP_FORWARDED",
    "HTTP_VIA",
)
"""Headers that a proxy adds: behind one the client may be anybody.  One that speaks TLS may say that alone, and not for whom."""


def is_operator(request: HttpRequest) -> bool:
    """Whether an operator asks: from an operator's address, or logged in as staff."""
    return at_an_operators_address(request) or is_staff(request)


def at_an_operators_address(request: HttpRequest) -> bool:
    """Whether a request comes from the machine itself with no proxy between, or from a network in ``OPERATORS_FROM``.

    A proxy may stand between only if it is one of ours (``TRUSTED_PROXIES``) and names its client.  A proxy's own
    address does not count, even where it lies in ``OPERATORS_FROM``.
    """
    remote = str(request.META.get("REMOTE_ADDR", ""))
    handed_on = any(header in request.META for header in HANDED_ON)
    if remote in LOOPBACK and not handed_on:
        return True
    address = client_of(request)
    if address is None or (handed_on and (not is_proxy(remote) or is_proxy(str(address)))):
        return False
    return any(address in network for network in settings.OPERATORS_FROM)


def is_staff(request: HttpRequest) -> bool:
    """Whether the user is logged in as staff; false while the database does not answer."""
    try:
        return bool(request.user.is_staff and request.user.is_active)
    except (DatabaseError, AttributeError):
        return False
