"""The embedded shape: web, Celery worker and beat as threads of one foreground process, with no server beside it."""

import logging
import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from asgiref.sync import sync_to_async
from celery import signals
from celery.beat import EmbeddedService
from celery.worker import WorkController
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from campaigns.models import Process
from campaigns.serving.processes import alive
from campaigns.serving.reach import listening, listens_at
from campaigns.streams import streams
from campaigns.usecases.campaigns import sample
from kriegspiel import __version__
from kriegspiel.celery import app

log = logging.getLogger(__name__)
SECONDS_TO_STOP = 3


class Web(uvicorn.Server):
    """uvicorn, which says where it is once it can be reached."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if sockets:
            # Who may log in is read from the database, which may not be queried from the event loop.
            await sync_to_async(announce)(*sockets[0].getsockname()[:2])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        streams.end_all()  # an open stream would delay the stop until it ends
        await super().shutdown(sockets=sockets)


class Worker(threading.Thread):
    """A Celery worker as a thread, restarted if it ends by itself."""

    def __init__(self) -> None:
        super().__init__(name="worker", daemon=True)
        self.stopping = threading.Event()
        self.controller: WorkController | None = None

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.controller = WorkController(
                    app=app,
                    pool="threads",
                    concurrency=3,  # machines' turns, surveys, and whatever else falls due
                    without_gossip=True,
                    without_mingle=True,
                    without_heartbeat=True,
                )
                # Only Celery's own command sends this; it lets Django close database connections between tasks.
                signals.worker_init.send(sender=self.controller)
                self.controller.start()
            except Exception:
                log.exception("The worker ended and is begun anew")
            self.stopping.wait(1)

    def stop(self) -> None:
        self.stopping.set()
        if self.controller is not None:
            self.controller.stop()


class Command(BaseCommand):
    help = "Serve the pages, sweep what falls due, and beat the time, in this one process until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000), help="0: any free port")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        # uvicorn raises the signal that stopped it once more when it has stopped: without a handler the process
        # would end there, and the worker and beat with it, uncleanly.
        signal.signal(signal.SIGTERM, leave)
        server = listen(host, port)
        listens_at(host)
        require_tables()
        web = Web(configured())
        app.finalize()
        app.loader.import_default_modules()
        worker = Worker()
        beat = EmbeddedService(app, thread=True, max_interval=1, scheduler_cls=app.conf.beat_scheduler)
        assert isinstance(beat, threading.Thread)
        worker.start()
        beat.start()
        try:
            with suppress(KeyboardInterrupt, SystemExit), alive(Process.Kind.SERVE):
                web.run(sockets=[server])
        finally:
            self.stdout.write("Stopping.")
            beat.service.stop()  # type: ignore[attr-defined]  # the stub leaves it out; its own stop() would wait
            worker.stop()
            for thread in (beat, worker):
                thread.join(SECONDS_TO_STOP)
            server.close()
        if not web.started:
            raise CommandError("The web server did not start.")
        self.stdout.write("Stopped. Nothing is lost: what falls due meanwhile waits in the database.")


def configured() -> uvicorn.Config:
    """How uvicorn serves.  It trusts no header about where a request comes from: the settings say which proxy is trusted."""
    return uvicorn.Config(
        "kriegspiel.asgi:application",
        lifespan="off",
        log_config=None,  # leaves the logging of the settings in place
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SECONDS_TO_STOP,
    )


def leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)


def require_tables() -> None:
    """Refuse to serve from a database that has not been migrated."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The database is not up to date. First: manage.py migrate (make run does it by itself).")


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or an error in plain words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        raise CommandError(f"Cannot listen on {host}, port {port}: {error}. Another one: make run PORT=8001") from error


def announce(host: str, port: int) -> None:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    lines = [f"Kriegspiel {__version__} is at http://{shown}:{port}/"]
    others = [f"http://{one}:{port}/" for one in listening.addresses if one != shown]
    lines += [f"Others open it at {' or '.join(others)}"] if others else []
    known = log_ins()
    if known:
        width = max(len(post) for post, _, _ in known)
        lines += ["Log in as", *(f"  {post:<{width}}  {name} / {password}" for post, name, password in known)]
    elif nobody_has_an_account():
        lines.append("Nobody has an account yet. The first is made by: .venv/bin/python manage.py createsuperuser")
    lines.append("Ctrl-C stops it.")
    print("\n", "\n".join(lines), "\n", sep="", flush=True)


def nobody_has_an_account() -> bool:
    """Whether it is an empty site, into which nobody can log in."""
    try:
        return not get_user_model().objects.exists()
    except DatabaseError:
        log.exception("The accounts could not be counted")
        return False


def log_ins() -> list[tuple[str, str, str]]:
    """Seat, name and password of those who may log in to the sample exercise, where it is loaded."""
    try:
        return sample.log_ins()
    except DatabaseError:
        log.exception("The log-ins of the sample exercise could not be read")
        return []
