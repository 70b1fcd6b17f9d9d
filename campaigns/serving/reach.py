"""Where others reach the site: a link that is passed on must not lead each to their own machine."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

LOOPBACK_NAMES = ("localhost", "ip6-localhost")
FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documents, which are nobody's: what a socket that is set to them has as its own.  Nothing is sent."""


@dataclass
class Listening:
    """The addresses of the machine at which this process serves others; none while it serves the machine alone."""

    addresses: tuple[str, ...] = field(default=())


listening = Listening()


@dataclass(frozen=True)
class OwnMachine:
    """That the reader opened the site by a name at which only their own machine is reached.

    host: the name; others: the site's addresses for others, the best first; none where it does not listen for others.
    """

    host: str
    others: tuple[str, ...]


def listens_at(host: str) -> None:
    """Note where this process listens.  It lets in whoever asks by its address, unless the operator has named the hosts."""
    wild = host in ("0.0.0.0", "::")
    listening.addresses = own_addresses(host) if wild else () if is_loopback(host) else (_in_brackets(host),)
    if not os.environ.get("ALLOWED_HOSTS"):
        settings.ALLOWED_HOSTS = [*dict.fromkeys([*settings.ALLOWED_HOSTS, *listening.addresses])]


def own_addresses(host: str) -> tuple[str, ...]:
    """The machine's addresses on its network, as they stand in a link.  host: at which of all of them it listens."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = [*_towards(family), *_of_the_name(family)]
    return tuple(dict.fromkeys(_in_brackets(one) for one in found if _is_of_a_network(one)))


def _towards(family: socket.AddressFamily) -> Iterable[str]:
    """The address from which the machine would send to others."""
    for kind, far in FAR:
        if kind == family:
            try:
                with socket.socket(kind, socket.SOCK_DGRAM) as one:
                    one.connect((far, 9))
                    yield str(one.getsockname()[0])
            except OSError:
                return


def _of_the_name(family: socket.AddressFamily) -> Iterable[str]:
    """The addresses that the machine knows for its own name."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_DGRAM)
    except (OSError, UnicodeError):
        return []
    return [str(one[4][0]) for one in found]


def _is_of_a_network(told: str) -> bool:
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified or address.is_link_local or address.is_multicast)


def is_loopback(host: str) -> bool:
    """Whether a host is the very machine of whoever asks for it.

    >>> [is_loopback(one) for one in ("localhost", "a.localhost", "127.3.0.1", "[::1]", "0.0.0.0", "war.example", "10.0.0.9")]
    [True, True, True, True, True, False, False]
    """
    name = host.strip("[]").rstrip(".").lower()
    if name in LOOPBACK_NAMES or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def on_own_machine(request: HttpRequest) -> OwnMachine | None:
    """Whether links from this request lead others astray, and what leads them here; None where they are good."""
    host, port = split_domain_port(request.get_host())
    if not is_loopback(host):
        return None
    if not is_loopback(urlsplit(settings.SITE_URL).hostname or "localhost"):
        return OwnMachine(host, (settings.SITE_URL,))
    named = [one for one in settings.ALLOWED_HOSTS if not one.startswith((".", "*")) and not is_loopback(one)]
    allowed = [one for one in listening.addresses if validate_host(one, settings.ALLOWED_HOSTS)]
    others = dict.fromkeys([*allowed, *named]) if listening.addresses else ()
    return OwnMachine(host, tuple(f"{request.scheme}://{one}{f':{port}' if port else ''}" for one in others))


def link_for_others(request: HttpRequest, path: str) -> str:
    """The whole address of a page for somebody else: at the machine's address on its network, if the site can be reached there."""
    own = on_own_machine(request)
    return f"{own.others[0]}{path}" if own is not None and own.others else request.build_absolute_uri(path)


def _in_brackets(address: str) -> str:
    return f"[{address}]" if ":" in address else address
