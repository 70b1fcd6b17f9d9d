"""When a request arrived: stamped on arrival, by the server's time; and its way from there to a thread.  [RELIABILITY A3, 2.3]

It is stamped in the event loop when its last byte has come, or, behind a proxy of our own, with the time that the proxy
wrote into ``X-Request-Start``; that header is trusted from no other sender.  Then it waits for its turn, in the
sequence of arrival: some threads of a process read and some write, so that neither keep the others from the database.
 How long it waited and how long its answer took is counted (``campaigns/serving/counters.py``).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

from campaigns.clock import asked_once, host_time, server_time, steady_seconds
from campaigns.serving import encodings
from campaigns.serving.counters import counted
from campaigns.serving.lanes import Lane
from campaigns.serving.proxies import is_proxy
from campaigns.serving.underway import SAFE, battle_of, under_way

STAMP = "arrival"
"""The key of the stamp in an ASGI scope: steady seconds when the last byte had come; none while it is still coming."""

VIEW = "view"
"""The key of the name of the answering view in an ASGI scope, once it is known."""

NO_VIEW, FILES = "none", "static"
"""What is counted in place of a view: for an unknown address, and for static files."""

NO_ANSWER = "none"
"""What is counted in place of a status where the client was gone."""

READ, WRITE, WATCH = "read", "write", "watch"
"""The lanes: of requests that read, of those that write, and of those that watch the site."""

WATCHED = ("/healthz", "/metrics")
"""The addresses that watching programs request: these wait behind no page."""

WATCHERS = 2
"""How many of these are answered at once."""

PROXY = re.compile(rb"t=([0-9]{10})(?:\.([0-9]{1,6}))?")
"""The proxy's stamp: seconds since 1970 by its clock, with up to six decimals."""

LONGEST = timedelta(seconds=60)
"""No request waits longer; a stamp that says so is wrong."""

RECEIVED_BEFORE_THREAD = 1_000_000
"""Bytes of a request that are received before its thread starts.  A longer one is a survey, which arrives while its thread waits."""


class QueuedRequest:
    """A request on its way in, and its answer on the way out."""

    def __init__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope, self.receive, self.send = {**scope, STAMP: None}, receive, send
        self.came: list[Any] = []
        self.complete = False
        self.lane = lane_of(scope["method"], scope["path"])
        self.waits_since = 0.0
        self.answered_with = 0
        self.let_next: Callable[[], None] = lambda: None

    async def receive_whole(self) -> None:
        """Wait until the request is complete."""
        size = 0
        while not self.complete and size < RECEIVED_BEFORE_THREAD:
            self.came.append(await self._next())
            size += len(self.came[-1].get("body", b""))

    async def received(self) -> Any:
        """The messages received, for the application."""
        if self.came:
            return self.came.pop(0)
        message = await self._next()
        self.stamp()
        return message

    async def _next(self) -> Any:
        message = await self.receive()
        self.complete = not message.get("more_body")
        return message

    def stamp(self) -> None:
        """Stamp the request as arrived, once."""
        if self.complete and self.scope[STAMP] is None:
            self.scope[STAMP] = self.now()

    def now(self) -> float:
        """Steady seconds at the time when a proxy of our own received the request."""
        return steady_seconds() - waited_before(self.scope).total_seconds()

    async def wait_for_a_thread(self, about: str) -> None:
        """Wait until it is its turn in its lane."""
        lane, self.waits_since = lanes()[self.lane], steady_seconds()
        turn = await lane.enter(about)
        self.let_next = lambda: lane.leave(turn)
        counted.took(f"thread {self.lane}", steady_seconds() - self.waits_since)

    async def answered(self, message: Any) -> None:
        """The answer begins; what follows its head holds no thread."""
        self.let_next()
        if message["type"] == "http.response.start":
            self.answered_with = message["status"] // 100
            self.count()
        await self.send(message)

    def count(self) -> None:
        """Count the request, with the time from its stamp to the head of its answer."""
        since = self.scope[STAMP]
        status = f"{self.answered_with}xx" if self.answered_with else NO_ANSWER
        name = f"request {self.scope.get(VIEW, NO_VIEW)} {self.lane} {status}"
        counted.took(name, steady_seconds() - (self.waits_since if since is None else since))

    def over(self) -> None:
        """The request has ended, with or without an answer."""
        self.let_next()
        if not self.answered_with:
            self.count()


_lanes: WeakKeyDictionary[Any, dict[str, Lane]] = WeakKeyDictionary()
"""The lanes of each event loop."""


def lanes() -> dict[str, Lane]:
    """The lanes of this event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _lanes:
        width = settings.THREADS_OF_A_LANE
        _lanes[loop] = {READ: Lane(width), WRITE: Lane(width), WATCH: Lane(WATCHERS)}
    return _lanes[loop]


def lane_of(method: str, path: str) -> str:
    """The lane in which a request waits.

    >>> lane_of("POST", "/login/"), lane_of("HEAD", "/login/"), lane_of("GET", "/metrics"), lane_of("POST", "/metrics")
    ('write', 'read', 'watch', 'write')
    """
    if method not in SAFE:
        return WRITE
    return WATCH if path in WATCHED else READ


for _name in (READ, WRITE):
    counted.level(f"waiting {_name}", lambda name=_name: sum(one[name].waiting for one in list(_lanes.values())))  # type: ignore[misc]


def one_at_a_time(method: str, battle: str) -> str:
    """The key of the requests that are answered one at a time: the battle, or, where only one can write at once, the whole database.

    SQLite serves waiting writers in no order: here they go in the sequence of arrival.
    """
    return "database" if method not in SAFE and connection.vendor == "sqlite" else battle


def stamped(application: Any, life: Callable[[], AbstractContextManager[None]]) -> Any:
    """An ASGI application whose requests are stamped, and answered in turn.  life: what lasts as long as its process serves."""

    async def stamped_application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await live(receive, send, life)
        elif scope["type"] != "http":
            await application(scope, receive, send)
        elif encodings.in_another(scope["headers"]):
            await encodings.refuse(scope, send)
        else:
            await answer(application, QueuedRequest(scope, receive, send))

    return stamped_application


async def live(receive: Any, send: Any, life: Callable[[], AbstractContextManager[None]]) -> None:
    """Answer the ASGI server's lifespan messages."""
    assert (await receive())["type"] == "lifespan.startup"
    lasting = life()
    await asyncio.to_thread(lasting.__enter__)
    await send({"type": "lifespan.startup.complete"})
    assert (await receive())["type"] == "lifespan.shutdown"
    await asyncio.to_thread(lasting.__exit__, None, None, None)
    await send({"type": "lifespan.shutdown.complete"})


async def answer(application: Any, queued: QueuedRequest) -> None:
    """Let a request in when it is complete and its turn has come.

    It is marked as under way before it is stamped, so that whatever a process reports as in progress, it leaves out
    nothing that came before the report.
    """
    await queued.receive_whole()
    method, battle = queued.scope["method"], battle_of(queued.scope["method"], queued.scope["path"])
    with under_way.about(battle, queued.now()) if battle else nullcontext():
        queued.stamp()
        try:
            await queued.wait_for_a_thread(one_at_a_time(method, battle))
            await application(queued.scope, queued.received, queued.answered)
        finally:
            queued.over()


class AskedOnce:
    """The middleware, before all others: a request asks the database for the time once, and is counted under its view's name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with asked_once():
            response = self.get_response(request)
        if (scope := getattr(request, "scope", None)) is not None:
            scope[VIEW] = view_of(request)
        return response


def view_of(request: HttpRequest) -> str:
    """The name under which the view that answered a request is counted: as in the table of addresses; one name for all of the admin."""
    match = request.resolver_match
    if match is None:
        return FILES if request.path.startswith(settings.STATIC_URL) else NO_VIEW
    return match.namespaces[0] if match.namespaces else match.url_name or NO_VIEW


def arrived(request: HttpRequest) -> datetime:
    """When a request arrived, by the server's time."""
    return server_time() - waited(request)


def waited(request: HttpRequest) -> timedelta:
    """How long a request has waited since it was stamped; none where it was not."""
    since = getattr(request, "scope", {}).get(STAMP)
    return timedelta(seconds=max(steady_seconds() - since, 0)) if since is not None else timedelta(0)


def waited_before(scope: Any) -> timedelta:
    """How long a request waited between a proxy of our own and this process, by the proxy's stamp; none without one."""
    told = dict(scope["headers"]).get(b"x-request-start", b"")
    stamp = PROXY.fullmatch(told) if scope.get("client") and is_proxy(scope["client"][0]) else None
    if stamp is None:
        return timedelta(0)
    whole, decimals = stamp.groups()
    came = datetime.fromtimestamp(int(whole), UTC) + timedelta(microseconds=int((decimals or b"0").ljust(6, b"0")))
    age = host_time() - came
    return age if timedelta(0) < age <= LONGEST else timedelta(0)
