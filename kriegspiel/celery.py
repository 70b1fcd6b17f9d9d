"""Celery: the beat schedule, the settings of the broker, and the reports that its processes run.  No logic.

What falls due is a row in the database.  Celery only looks at the table, each second: a lost message costs a second,
a doubled message costs nothing.  So no task has a time at which it is to run.
"""

import atexit
import logging
import logging.config
import os
from threading import Lock
from typing import Any

from celery import Celery
from celery.signals import beat_init, setup_logging, task_prerun, worker_process_shutdown
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriegspiel.settings")

QUEUES = {
    "sweep": "clock",
    "find": "findings",
    "answer": "machines",
    "survey": "surveys",
    "mail": "mail",
}
"""The queue of each task in campaigns/tasks.py.

All are declared, so a worker without -Q serves all of them; -Q chooses (docs/serving.md).
"""

DEFAULT_QUEUE = "celery"
"""Celery's own default, where every task went before there were others; still served, for older processes."""


def configuration() -> dict[str, Any]:
    """Read on first use, because the settings are not there yet while this module is imported."""
    from django.conf import settings

    if settings.REDIS_URL:
        broker = settings.REDIS_URL
        options: dict[str, Any] = {
            "visibility_timeout": 120,  # well above the longest task, so that none is handed out while it runs
            "unacked_restore_interval": 1,  # both at 1: what a killed worker held comes back after that time-out,
            "unacked_restore_throttle": 1,  # not after as much as 100 seconds more
            "socket_keepalive": True,
        }
    else:
        broker = "memory://localhost/"
        options = {"polling_interval": 0.1}
    return {
        "broker_url": broker,
        "broker_transport_options": options,
        "broker_connection_retry_on_startup": True,
        "timezone": "UTC",
        "enable_utc": True,
        "task_ignore_result": True,
        "task_default_queue": DEFAULT_QUEUE,
        "task_queues": [Queue(name, routing_key=name) for name in (DEFAULT_QUEUE, *QUEUES.values())],
        "task_routes": {f"campaigns.tasks.{task}": {"queue": queue} for task, queue in QUEUES.items()},
        # A misspelt queue is an error, not a queue without a worker.
        "task_create_missing_queues": False,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "worker_prefetch_multiplier": 1,
        # A finding that never ends is stopped and its move parked; a worker that does not react is killed. Both well
        # below the visibility time-out. (A worker of threads, as embedded, cannot be stopped from outside.)
        "task_soft_time_limit": 60,
        "task_time_limit": 90,
        "worker_hijack_root_logger": False,
        "worker_cancel_long_running_tasks_on_connection_loss": True,
        # The schedule is this table: beat keeps nothing on disk between two runs.
        "beat_scheduler": "kriegspiel.beat:Steady",
        "beat_max_loop_interval": 1,
        "beat_schedule": {
            # None expires, because that would depend on the clock of the machine that looks; a worker that was stopped
            # finds many of them, and does the first: the others find that the sweep has just run.
            "sweep": {"task": "campaigns.tasks.sweep", "schedule": 1.0},
            "answer": {"task": "campaigns.tasks.answer", "schedule": 0.5},
            "survey": {"task": "campaigns.tasks.survey", "schedule": 1.0},
            "mail": {"task": "campaigns.tasks.mail", "schedule": 5.0},
        },
    }


app = Celery("kriegspiel")
app.add_defaults(configuration)
app.autodiscover_tasks()


@setup_logging.connect
def configure_logging(loglevel: int | None = None, **_: Any) -> None:
    """Worker and beat write their log as the settings say, and not in Celery's format; ``--loglevel`` holds."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
    if loglevel is not None:
        logging.getLogger().setLevel(loglevel)


_reporters: list[Any] = []
"""The reporter of this process as a worker, from its first task on."""

_first = Lock()


@task_prerun.connect
def start_worker_reports(**_: Any) -> None:
    """A process of a worker reports that it runs, from its first task until it ends, also while it is idle or in a long task."""
    from campaigns.serving.processes import Reporter

    with _first:
        if not _reporters:
            _reporters.append(Reporter("worker"))
            _reporters[0].start()
            atexit.register(_reporters[0].stop)


@worker_process_shutdown.connect
def stop_worker_reports(**_: Any) -> None:
    """A process of a worker ends."""
    for reporter in _reporters:
        reporter.stop()


@beat_init.connect
def start_beat_reports(**_: Any) -> None:
    """Beat reports that it runs until it ends."""
    from campaigns.serving.processes import Reporter

    reporter = Reporter("beat")
    reporter.start()
    atexit.register(reporter.stop)
