"""Where nobody else sweeps, a request to the web starts the sweep.  [RELIABILITY A4]

Beat and worker, or ``manage.py clock``, sweep each second.  Where they are dead, a process that answers requests sees
it by the pulse, which it reads twice a second at most, and sweeps itself: in a thread of its own, so that no
request waits for it and no page needs another query.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse

from campaigns.clock import server_time, steady_seconds
from campaigns.clockwork import timers

log = logging.getLogger(__name__)

SILENCE = timedelta(seconds=1.25)
"""After so long a silence of the sweep the web's processes sweep too."""

LOOK_EVERY = 0.5
"""Seconds between two readings of the pulse by one process."""


class SweepOnRequest:
    """The middleware.  Only one thread of a process looks at a time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.looking = threading.Lock()
        self.looked = float("-inf")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SWEEP_BY_WEB:
            self.start_look()
        return self.get_response(request)

    def start_look(self) -> threading.Thread | None:
        """Start a thread that reads the pulse, unless one runs or just ran; the thread, if one was started."""
        if steady_seconds() - self.looked < LOOK_EVERY or not self.looking.acquire(blocking=False):
            return None
        self.looked = steady_seconds()
        looker = threading.Thread(target=self.look, name="sweep-on-request", daemon=True)
        looker.start()
        return looker

    def look(self) -> None:
        """Sweep where the sweep has stopped."""
        try:
            # A process that takes orders does not help a sweeper that is only slow: the orders would wait for what they delay.
            timers.go_round(server_time(), SILENCE, left_alone_for=timers.LEFT_ALONE_FOR, joins=False)
        except DatabaseError as fault:
            log.warning("the pulse could not be looked at: %s", type(fault).__name__)
        finally:
            connections.close_all()
            self.looking.release()
