"""When a request arrived: stamped at the front door, told by the server's time.  [RELIABILITY A3, 2.3]

Under an ASGI server it is stamped in the event loop when its last byte has come, before it waits for a thread.  Behind a
proxy of our own it is what the proxy wrote into ``X-Request-Start``, a header that nobody else's is taken for.  Else it
is stamped when a worker takes it up, which is later under load.  A use case takes no stamp further back than the drain.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from django.http import HttpRequest

from campaigns.clock import host_time, server_time, steady_seconds
from campaigns.proxies import from_proxy

STAMP = "arrival"
"""Under what the stamp stands in an ASGI scope."""

PROXY = re.compile(r"t=([0-9]{10})(?:\.([0-9]{1,6}))?")
"""What a proxy writes: seconds since 1970 by its clock, with up to six decimals."""

LONGEST = timedelta(seconds=60)
"""No request waits longer; a stamp that says so is wrong."""


class Stamp:
    """Steady seconds when the last byte of a request had come; none while it is still coming."""

    def __init__(self) -> None:
        self.seconds: float | None = None

    def press(self) -> None:
        """The last byte has come."""
        self.seconds = steady_seconds()


def stamped(application: Any) -> Any:
    """An ASGI application whose requests are stamped when they are complete."""

    async def front_door(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        stamp = Stamp()

        async def received() -> Any:
            message = await receive()
            if stamp.seconds is None and message["type"] == "http.request" and not message.get("more_body"):
                stamp.press()
            return message

        await application({**scope, STAMP: stamp}, received, send)

    return front_door


def arrived(request: HttpRequest) -> datetime:
    """When a request arrived, by the server's time."""
    return server_time() - waited(request)


def waited(request: HttpRequest) -> timedelta:
    """How long a request has waited since it was stamped; nothing where nobody stamped it."""
    stamp = getattr(request, "scope", {}).get(STAMP)
    if stamp is not None and stamp.seconds is not None:
        return timedelta(seconds=max(steady_seconds() - stamp.seconds, 0))
    told = PROXY.fullmatch(request.META.get("HTTP_X_REQUEST_START", "")) if from_proxy(request) else None
    if told is None:
        return timedelta(0)
    whole, decimals = told.groups()
    came = datetime.fromtimestamp(int(whole), UTC) + timedelta(microseconds=int((decimals or "0").ljust(6, "0")))
    age = host_time() - came
    return age if timedelta(0) < age <= LONGEST else timedelta(0)
