"""A site of its own: a database, a broker, and the product's processes, which are started, killed and started again."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

import psycopg
import redis
from django.conf import settings
from django.db import connection

from tests.depth import PROVING
from tests.rules.kriegspiel.surveys import great

ROOT = Path(__file__).resolve().parent.parent.parent
FROM_OUTSIDE = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "BEHIND_TLS", "PORT", "HOST")
DRAIN = 1
"""Seconds of drain in the battles of a site, unless given otherwise."""

PREPARE = """
import json, sys
import django
django.setup()
from tests.campaigns.builders import NOON, START, a_battle, a_cast, the_move, token_of
cast, (battles, bodies, drain) = a_cast(), map(int, sys.argv[1:])
more = {f"red-{n}": START["bodies"]["red-foot"] for n in range(bodies)}
start = {**START, "bodies": {**START["bodies"], **more}}
battles = [a_battle(cast, start, name=f"Campaign {number}", drain_seconds=drain) for number in range(battles)]
told = [[battle.public_id, the_move(battle).public_id] for battle in battles]
from django.test import Client
client = Client()
client.force_login(cast.red_foot)
session = client.cookies["sessionid"].value
print(json.dumps({"battles": told, "token": token_of(cast.red_foot), "session": session}))
"""


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        found: int = free.getsockname()[1]
    return found


def wait_for(what: Callable[[], Any], seconds: float = 60, each: float = 0.02) -> Any:
    """Try again and again until there is a result."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := what():
            return found
        time.sleep(each)
    raise AssertionError(f"waited {seconds} s in vain for {what}")


IN_TIME = timedelta(seconds=2 if PROVING else 5)
"""A4: no move closes later than two seconds after its end and drain while any sweeper is alive.

`make prove` requires that on an idle machine; beside other tests, where there are more processes than cores, it is
given more.
"""


class Stall:
    """How long this machine kept a thread waiting that only wanted to sleep: allowed on top of a lateness."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self) -> None:
        before = time.monotonic()
        while not self.ended.wait(0.05):
            now = time.monotonic()
            self.longest, before = max(self.longest, now - before - 0.05), now

    def end(self) -> timedelta:
        """Stop measuring; the longest wait."""
        self.ended.set()
        self.thread.join()
        return timedelta(seconds=self.longest)


# -- databases --------------------------------------------------------------------------------------


class Sqlite:
    """The file of the embedded shape, read from outside."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def copy(self, path: Path) -> Sqlite:
        """A copy of its present state."""
        shutil.copy(self.path, path)
        return Sqlite(path)

    def drop(self) -> None:
        """Remove it."""
        self.path.unlink()

    def ask(self, sql: str, *values: Any) -> list[Any]:
        """The rows of a query, or nothing for a command."""
        given = [value.strftime("%Y-%m-%d %H:%M:%S.%f") if isinstance(value, datetime) else value for value in values]
        with closing(sqlite3.connect(self.path, timeout=20, isolation_level=None)) as line:
            return line.execute(sql.replace("%s", "?"), given).fetchall()

    def tell(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """A command for each of many rows."""
        for row in rows:
            self.ask(sql, *row)


class Postgres:
    """A database of its own.  template: the name of one whose copy it begins as."""

    def __init__(self, url: str, template: str = "") -> None:
        self.server, self.name = url, f"house_{secrets.token_hex(8)}"
        self.url = urlunsplit(urlsplit(url)._replace(path=f"/{self.name}"))
        self._on_the_server(f'CREATE DATABASE "{self.name}"' + (f' TEMPLATE "{template}"' if template else ""))

    def copy(self, _: Path) -> Postgres:
        """A copy of its present state; nobody may be connected to it."""
        return Postgres(self.server, template=self.name)

    def _on_the_server(self, sql: str) -> None:
        with psycopg.connect(self.server, autocommit=True, dbname="postgres") as line:
            line.execute(sql)

    def ask(self, sql: str, *values: Any) -> list[Any]:
        """The rows of a query, or nothing for a command."""
        with psycopg.connect(self.url, autocommit=True) as line:
            asked = line.execute(sql, values)
            return asked.fetchall() if asked.description else []

    def tell(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """A command for each of many rows."""
        with psycopg.connect(self.url, autocommit=True) as line, line.cursor() as cursor:
            cursor.executemany(sql, rows)

    def go_away(self, seconds: float) -> None:
        """Refuse connections for so long, and cut the open ones, as when the server is restarted."""
        self._on_the_server(f'ALTER DATABASE "{self.name}" ALLOW_CONNECTIONS false')
        self.hang_up()
        time.sleep(seconds)
        self._on_the_server(f'ALTER DATABASE "{self.name}" ALLOW_CONNECTIONS true')

    def hang_up(self) -> int:
        """Cut every connection to it, as when the server is restarted; their number."""
        with psycopg.connect(self.server, autocommit=True, dbname="postgres") as line:
            asked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            return len(line.execute(asked, [self.name]).fetchall())

    def drop(self) -> None:
        """Remove it."""
        self._on_the_server(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')


def a_database(folder: Path, migrated: str) -> Sqlite | Postgres:
    """A database of the kind that the tests run on.  migrated: the path or the name of the one to copy; or none."""
    if connection.vendor == "sqlite":
        path = folder / "kriegspiel.sqlite3"
        return Sqlite(Path(migrated)).copy(path) if migrated else Sqlite(path)
    given = settings.DATABASES["default"]
    server = f"postgres://{given['USER']}:{given['PASSWORD']}@{given['HOST']}:{given['PORT'] or 5432}/postgres"
    return Postgres(server, migrated)


# -- the broker -------------------------------------------------------------------------------------


class Broker:
    """A connection to Redis that can be cut and restored, and a database of it that can be emptied."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.there = (parts.hostname or "127.0.0.1", parts.port or 6379)
        self.corner = 8 + os.getpid() % 8
        self.inside = redis.Redis(*self.there, db=self.corner)
        self.inside.flushdb()
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/{self.corner}"
        self.open: list[socket.socket] = []
        self.mend()

    def mend(self) -> None:
        """Restore the connection."""
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=64)
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def cut(self) -> None:
        """Cut every connection and refuse new ones; its contents are lost too."""
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for one in self.open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self.open.clear()
        self.inside.flushdb()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(self.there)
            except OSError:
                return
            self.open += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                sink.sendall(data)
        for one in (source, sink):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


# -- the site --------------------------------------------------------------------------------------

CELERY = [sys.executable, "-m", "celery", "-A", "kriegspiel"]
WEB: list[str] = json.loads(re.findall(r"^CMD (.+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[0])
"""How the container has uvicorn serve; the environment of a site gives the address."""

COMMANDS = {
    "serve": [sys.executable, "manage.py", "serve"],
    "clock": [sys.executable, "manage.py", "clock"],
    "worker": [*CELERY, "worker", "--loglevel", "INFO", "--concurrency", "2", "--without-gossip", "--without-mingle"],
    "beat": [*CELERY, "beat", "--loglevel", "INFO", "--pidfile="],
    "web": [sys.executable, "-m", *WEB[: WEB.index("--host")], *WEB[WEB.index("--port") + 2 :]],
}
"""The processes of the two shapes, as the documents start them."""

READY = {
    "clock": "The clock goes.",
    "worker": " ready.",
    "beat": "beat: Starting",
    "web": "Application startup complete",
    "serve": "Ctrl-C stops it.",
}
"""What a process has written when it is ready."""


_prepared: dict[tuple[Any, ...], tuple[Sqlite | Postgres, dict[str, Any]]] = {}
"""Databases with battles that were built, and their ids, by kind and numbers."""


def drop_what_was_prepared() -> None:
    """Remove the databases from which sites were copied."""
    while _prepared:
        _, (kept, _) = _prepared.popitem()
        kept.drop()


class Site:
    """The product in processes of its own."""

    def __init__(self, folder: Path, database: Sqlite | Postgres, broker: Broker | None = None) -> None:
        self.folder, self.database, self.broker = folder, database, broker
        self.port = free_port()
        self.environment = {name: value for name, value in os.environ.items() if name not in FROM_OUTSIDE} | {
            "KRIEGSPIEL_VAR": str(folder),
            "DJANGO_SETTINGS_MODULE": "kriegspiel.settings",
            "PORT": str(self.port),
            "UVICORN_PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
            "SECRET_KEY": "of-all-houses",  # so that a session holds in every copy of a database
        }
        if isinstance(database, Postgres):
            self.environment["DATABASE_URL"] = database.url
        if broker is not None:
            self.environment["REDIS_URL"] = broker.url
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.moves: list[tuple[str, str]] = []
        self.token, self.session, self.drain = "", "", DRAIN

    def manage(self, *command: str, **environment: str) -> str:
        """Run a command of manage.py to its end, with some variables changed; its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment | environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def prepare(self, battles: int, bodies: int = 0, drain: int = DRAIN) -> None:
        """So many battles, each with its first move open until a closing time is set; nothing else is in the database.

        They are built once for all sites of this kind.  bodies: of Red's infantry in each, beside the usual force,
        ``red-0`` and so on.
        """
        key = (type(self.database), battles, bodies, drain)
        if key not in _prepared:
            told = self._build(battles, bodies, drain)
            kept = self.database.copy(Path(tempfile.gettempdir(), f"house-{secrets.token_hex(8)}.sqlite3"))
            _prepared[key] = (kept, told)
        else:
            kept, told = _prepared[key]
            self._move_into(kept)
        self.drain, self.moves = drain, [tuple(one) for one in told["battles"]]
        self.token, self.session = told["token"], told["session"]
        self.due_in(3_600)

    def _build(self, battles: int, bodies: int, drain: int) -> dict[str, Any]:
        """Battles by the use cases; the public ids of each and its move, and a token of Red's infantry."""
        done = subprocess.run(
            [sys.executable, "-c", PREPARE, str(battles), str(bodies), str(drain)],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        self.database.ask("UPDATE campaigns_notice SET sent_at = created_at")
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    def _move_into(self, kept: Sqlite | Postgres) -> None:
        """Replace its database with a copy of another."""
        self.database.drop()
        self.database = kept.copy(self.folder / "kriegspiel.sqlite3")
        if isinstance(self.database, Postgres):
            self.environment["DATABASE_URL"] = self.database.url

    def due_in(self, seconds: float, over: float = 0.0) -> None:
        """All open moves end in so many seconds, spread over so many more; the drain comes after."""
        now, last = datetime.now(UTC), max(len(self.moves) - 1, 1)
        self._called(
            [
                (now + timedelta(seconds=seconds + over * number / last), move)
                for number, (_, move) in enumerate(self.moves)
            ]
        )
        self.database.ask("UPDATE campaigns_due SET state = 'void' WHERE kind LIKE %s", "warning%")

    def called_at(self, when: datetime, moves: Sequence[str]) -> None:
        """These moves end at that moment."""
        self._called([(when, move) for move in moves])

    def _called(self, times: Sequence[tuple[datetime, str]]) -> None:
        self.database.tell("UPDATE campaigns_move SET closes_at = %s WHERE public_id = %s", times)
        self.database.tell(
            "UPDATE campaigns_due SET due_at = %s WHERE kind = 'close' AND state = 'waiting' AND move_id ="
            " (SELECT id FROM campaigns_move WHERE public_id = %s)",
            [(when + timedelta(seconds=self.drain), move) for when, move in times],
        )

    # -- processes ----------------------------------------------------------------------------------

    def start(self, *names: str, **environment: str) -> None:
        """Start processes and wait until each of them runs."""
        for name in names:
            with open(self.log(name), "wb") as log:
                self.running[name] = subprocess.Popen(
                    COMMANDS[name], cwd=ROOT, env=self.environment | environment, stdout=log, stderr=log,
                    start_new_session=True,
                )  # fmt: skip
        for name in names:
            wait_for(lambda name=name: READY[name] in self.log(name).read_text(errors="replace"), seconds=90)  # type: ignore[misc]

    def log(self, name: str) -> Path:
        """The log of a process."""
        return self.folder / f"{name}.log"

    def kill(self, *names: str) -> None:
        """SIGKILL, with all its children."""
        for name in names:
            process = self.running.pop(name)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def end(self) -> None:
        """Stop all its processes."""
        self.kill(*list(self.running))

    # -- results ---------------------------------------------------------------------------

    def order(self, battle: str, move: str, key: str, thing: str = "red-foot", base: int = 0) -> dict[str, Any] | None:
        """Give a thing orders by the API; the receipt, or none where there was no answer."""
        body = {
            "move": move,
            "thing": thing,
            "orders": [{"order": "stand", "body": thing}],
            "base_revision": base,
            "key": key,
        }
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        address = f"http://127.0.0.1:{self.port}/api/v1/battles/{battle}/orders/"
        try:
            with urlopen(Request(address, json.dumps(body).encode(), headers), timeout=20) as answer:
                receipt: dict[str, Any] = json.load(answer)
                return receipt
        except HTTPError as refused:
            assert refused.code in (409, 500, 502, 503), refused.read()
            return None
        except (URLError, HTTPException, OSError, ValueError):
            return None

    def survey(self) -> str:
        """Send a survey by the API that is too large to be made at once; its public id."""
        return self._about_a_survey(
            "import", {"name": "Loddon", "scale": 5, "plain": True, "sure": True, "survey": great()}
        )

    def survey_of_files(self, files: Sequence[tuple[str, bytes]], **figures: Any) -> str:
        """Send the files of a survey by the API; its public id."""
        rows = [{"name": name, "base64": b64encode(data).decode()} for name, data in files]
        return self._about_a_survey("surveys", {"name": "Loddon", "files": rows, **figures})

    def take_survey(self, survey: str) -> str:
        """Have the country made of a survey that has been read."""
        return self._about_a_survey(f"surveys/{survey}/take", {})

    def _about_a_survey(self, path: str, body: dict[str, Any]) -> str:
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        address = f"http://127.0.0.1:{self.port}/api/v1/countries/{path}/"
        with urlopen(Request(address, json.dumps(body).encode(), headers), timeout=20) as answer:
            assert answer.status == 202
            public_id: str = json.load(answer)["id"]
        return public_id

    def surveyed(self, state: str) -> bool:
        """Whether the survey has that status."""
        return bool(self.database.ask("SELECT 1 FROM campaigns_survey WHERE state = %s", state))

    def look(self, path: str = "/healthz") -> int:
        """Send the web a request; the status, 0 where there was no answer."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                status: int = answer.status
                return status
        except HTTPError as refused:
            return refused.code
        except (URLError, HTTPException, OSError):
            return 0

    def closed(self) -> int:
        """How many moves are closed."""
        count: int = self.database.ask("SELECT count(*) FROM campaigns_move WHERE status = 'closed'")[0][0]
        return count

    def all_closed(self) -> bool:
        """Whether every move is."""
        return self.closed() == len(self.moves)

    def lateness(self) -> list[float]:
        """By how many seconds each move was closed later than its end and drain."""
        rows = self.database.ask("SELECT closed_at, closes_at FROM campaigns_move WHERE status = 'closed'")
        late = [(_time(closed) - _time(closes)).total_seconds() - self.drain for closed, closes in rows]
        assert late and min(late) >= 0, "a move was closed before its time"
        return late

    def latest(self) -> timedelta:
        """By how many seconds the last move was closed later than its end and drain."""
        return timedelta(seconds=max(self.lateness()))

    def memory(self) -> dict[str, int]:
        """Megabytes that the largest process of each kind holds."""
        held = {}
        for name, process in self.running.items():
            told = subprocess.run(
                ["ps", "-o", "rss=", "--sid", str(process.pid)], capture_output=True, text=True, check=False
            ).stdout
            held[name] = max((int(one) // 1024 for one in told.split()), default=0)
        return held

    def frozen(self) -> set[str]:
        """The receipts of the orders that were in force when the moves closed."""
        sql = "SELECT e.public_id FROM campaigns_orderentry e JOIN campaigns_frozenorders f ON f.entry_id = e.id"
        return {number for (number,) in self.database.ask(sql)}

    def closed_once(self) -> None:
        """Each move has closed once: one entry in the record, one notice for each seat, one due row done, a chain that holds."""
        moves = len(self.moves)
        entries = self.database.ask(
            "SELECT battle_id, count(*) FROM campaigns_recordentry WHERE kind = 'move-closed' GROUP BY battle_id"
        )
        assert [count for _, count in entries] == [1] * moves
        notices = self.database.ask(
            "SELECT move_id, count(*) FROM campaigns_notice WHERE kind = 'closed' GROUP BY move_id"
        )
        assert [count for _, count in notices] == [11] * moves
        done = self.database.ask("SELECT count(*) FROM campaigns_due WHERE kind = 'close' AND state = 'done'")
        assert done[0][0] == moves
        assert not self.database.ask("SELECT 1 FROM campaigns_due WHERE kind = 'close' AND state = 'waiting'")
        self.manage("recount")


def _time(told: Any) -> datetime:
    """A time as either database gives it."""
    return told if isinstance(told, datetime) else datetime.fromisoformat(told).replace(tzinfo=UTC)


@contextmanager
def steady_requests(site: Site, each: float = 0.2) -> Iterator[None]:
    """Request a page again and again."""
    ended = threading.Event()

    def ask() -> None:
        while not ended.wait(each):
            site.look("/login/")

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
