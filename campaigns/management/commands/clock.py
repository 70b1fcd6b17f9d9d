"""The clock as a process of its own: it sweeps each second and needs nothing but the database.  [RELIABILITY A4, 2.1]"""

from __future__ import annotations

import logging
import signal
import threading
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections, connections

from campaigns.clock import server_time
from campaigns.clockwork import timers
from campaigns.models import Process
from campaigns.serving.processes import alive
from campaigns.usecases.matches.machine_turns import play_due_turns
from campaigns.usecases.muster.surveys import make_next_survey
from campaigns.usecases.pictures.pictures import sweep_pictures

log = logging.getLogger(__name__)

LONGEST_ROUND = 60
"""Seconds of one round."""


class Command(BaseCommand):
    help = "Look each second for what has fallen due, with nothing but the database, until Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, frame: stopping.set())
        self.stdout.write("The clock goes. Ctrl-C stops it.")
        with alive(Process.Kind.CLOCK):
            while not stopping.wait(1):
                go_round()
                threading.Thread(target=work, name="work", daemon=True).start()
        self.stdout.write("Stopped. What falls due meanwhile waits in the database.")


def work() -> None:
    """Do the other work that is due: where there is no worker, or none that hears the broker, machines play and surveys are made here."""
    try:
        play_due_turns(server_time, left_alone_for=timers.LEFT_ALONE_FOR)
        make_next_survey(server_time, left_alone_for=timers.LEFT_ALONE_FOR)
        sweep_pictures(server_time())
    except DatabaseError as fault:
        log.error("the database does not answer: %s", type(fault).__name__)
    finally:
        connections.close_all()


class TooLong(Exception):
    """A round did not end in its time."""


def too_long(number: int, frame: FrameType | None) -> None:
    raise TooLong


def go_round(longest: float = LONGEST_ROUND) -> None:
    """Sweep once; a database that does not answer is tried again at the next round.

    longest: seconds; whatever is being done then is stopped: a finding that never ends parks its move like any other
    fault, and the rest of the round goes on.
    """
    close_old_connections()
    signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, longest)
    try:
        timers.go_round(server_time(), timers.MOMENT, left_alone_for=timers.LEFT_ALONE_FOR)
    except DatabaseError as fault:
        log.error("the database does not answer: %s", type(fault).__name__)
        connections.close_all()
    except TooLong:
        log.error("a round of the clock did not end in %d seconds", longest)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
