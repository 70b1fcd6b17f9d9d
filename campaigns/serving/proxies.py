"""Where a request comes from, and whose headers about that are trusted: those of our own proxies.  [RELIABILITY F6]"""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Where a request comes from; for an IPv6 address its network, of which one household has one.

    Behind proxies of our own (``TRUSTED_PROXIES``) it is the last in ``X-Forwarded-For`` that is none of them: anybody
    may write what stands before it.  From any other sender the header is not read.
    """
    told = _stated_address(request)
    address = _read(told)
    if address is None:
        return told[:60]
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


def client_of(request: HttpRequest) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The same as a single address; none where it cannot be read."""
    return _read(_stated_address(request))


def _stated_address(request: HttpRequest) -> str:
    """The address as it was given."""
    told = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    while forwarded and is_proxy(told):
        told = forwarded.pop().strip() or told
    return told


def is_proxy(told: str) -> bool:
    """Whether an address is that of a proxy of our own."""
    address = _read(told)
    return address is not None and any(address in network for network in settings.TRUSTED_PROXIES)


def _read(told: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address; an IPv4 address inside an IPv6 one counts as IPv4."""
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
