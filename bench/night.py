"""Deadline night: the served shape, with its defaults, when everybody's moves end at once.

A thousand moves fall due in a minute; in the middle of it five hundred sheets are sent in the last second before their
moves end; twenty readers look at their sheets every other second throughout.  A second night has a worker killed, a web
server killed and the database away for a second, with warm pools.  Orders are compared with a view that only writes a
row, by the same server in the same run.  Each sheet has a line of its own, and everything runs on one machine, the load
too.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import bare
from bench.table import Aim, table
from tests.processes.running_site import Broker, Postgres, Site, Sqlite, drop_what_was_prepared, wait_for

EACH = 25
"""Sheets of one battle."""

SERVED = ("web", "worker", "beat", "clock")
PG = os.environ.get("CI_DATABASE_URL", f"postgres://{os.environ.get('PGUSER', 'root')}@127.0.0.1:5432/postgres")
REDIS = os.environ.get("CI_REDIS_URL", "redis://127.0.0.1:6379/0")


@dataclass(frozen=True)
class Plan:
    """How much there is to do.  over: seconds in which the moves fall due; kills: whether the night has faults."""

    moves: int
    sheets: int
    over: float
    readers: int = 20
    kills: bool = False


@dataclass
class Answers:
    """The answers: status, seconds until it was there, and when, in seconds of the run; the receipts by their numbers."""

    came: list[tuple[int, float, float]] = field(default_factory=list)
    numbers: set[str] = field(default_factory=set)

    def statuses(self) -> dict[int, int]:
        """How often each status came; 0 where there was no answer."""
        return {status: [one[0] for one in self.came].count(status) for status, _, _ in self.came}

    def within(self, hundredth: int) -> float:
        """Milliseconds within which so many per cent were answered."""
        taken = sorted(one[1] for one in self.came)
        return 1000 * (quantiles(taken, n=100)[hundredth - 1] if len(taken) > 1 else taken[0])


@dataclass(frozen=True)
class Night:
    """The results of a night.  lateness: seconds of each close after time and drain; back: when the database was, of the run.

    frozen: the receipts of the orders that were in force when the moves closed.
    """

    plan: Plan
    lateness: list[float]
    sheets: Answers
    readers: Answers
    frozen: set[str]
    back: float
    memory: dict[str, int]

    @property
    def entered(self) -> int:
        """Sheets that counted."""
        return len(self.frozen)

    @property
    def lost(self) -> set[str]:
        """Receipts of sheets that did not."""
        return self.sheets.numbers - self.frozen

    @property
    def refused_later(self) -> int:
        """Answers of 5xx, or none, more than two seconds after the database was back, or at any time where it never went."""
        return sum(
            1 for status, taken, at in self.readers.came
            if (status >= 500 or status == 0) and at - taken > self.back + 2
        )  # fmt: skip


def request(site: Site, method: str, path: str, body: Any = None, cookie: str = "") -> bytes:
    """A whole request, after which the connection is closed."""
    sent = json.dumps(body).encode() if body is not None else b""
    who = f"Cookie: sessionid={cookie}" if cookie else f"Authorization: Token {site.token}"
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n{who}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(sent)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + sent


async def asked(site: Site, sent: bytes, answers: Answers, line: Any = None) -> int:
    """Send a request on a connection and wait for its answer; the status, 0 where none came."""
    began, status = time.monotonic(), 0
    with suppress(OSError, asyncio.IncompleteReadError):
        reader, writer = line or await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(sent)
        told = await reader.read()
        writer.close()
        found = re.match(rb"HTTP/1.1 (\d+)", told)
        status = int(found[1]) if found else 0
        answers.numbers |= {number.decode() for number in re.findall(rb'"number":"([^"]+)"', told) if status == 201}
    now = time.monotonic()
    answers.came.append((status, now - began, now))
    return status


def order(site: Site, battle: str, move: str, number: int) -> bytes:
    """The sheet of one body."""
    thing = f"red-{number}"
    body = {
        "move": move,
        "thing": thing,
        "orders": [{"order": "stand", "body": thing}],
        "base_revision": 0,
        "key": thing,
    }
    return request(site, "POST", f"/api/v1/battles/{battle}/orders/", body)


async def reads(site: Site, number: int, answers: Answers) -> None:
    """Read a sheet every other second, for ever."""
    await asyncio.sleep(2 * number / 20)
    battle, _ = site.moves[number % len(site.moves)]
    while True:
        await asyncio.gather(
            asyncio.sleep(2), asked(site, request(site, "GET", f"/b/{battle}/sheet/", cookie=site.session), answers)
        )


async def storms(site: Site, chosen: Sequence[tuple[str, str]], called: float, answers: Answers) -> None:
    """Everybody sends their sheet in the last second before the move ends, spread over it; connections are open before."""
    sheets = [order(site, *one, number) for one in chosen for number in range(EACH)]
    await asyncio.sleep(max(called - 3 - time.time(), 0))
    lines = [await asyncio.open_connection("127.0.0.1", site.port) for _ in sheets]

    async def sends(number: int) -> None:
        await asyncio.sleep(called - 1 + 0.95 * number / len(sheets) - time.time())
        await asked(site, sheets[number], answers, lines[number])

    await asyncio.gather(*(sends(number) for number in range(len(sheets))))


async def spoils(site: Site, began: float, over: float) -> float:
    """A worker is killed, then a web server, then the database is away for a second; when it was back."""
    assert isinstance(site.database, Postgres)
    for at, name in ((0.2, "worker"), (0.6, "web")):
        await asyncio.sleep(max(began + at * over - time.time(), 0))
        await asyncio.to_thread(site.kill, name)
        await asyncio.to_thread(site.start, name)
    await asyncio.sleep(max(began + 0.85 * over - time.time(), 0))
    await asyncio.to_thread(site.database.go_away, 1.0)
    return time.monotonic()


async def night(site: Site, plan: Plan) -> Night:
    """One night, from before the first deadline to the last close."""
    lead = 6.0
    battles = plan.sheets // EACH
    chosen = site.moves[:battles]
    site.due_in(lead, over=plan.over)
    began = time.time() + lead
    called = began + 0.4 * plan.over
    site.called_at(datetime.fromtimestamp(called, UTC), [move for _, move in chosen])
    sheets, readers = Answers(), Answers()
    looking = [asyncio.create_task(reads(site, number, readers)) for number in range(plan.readers)]
    faults = asyncio.create_task(spoils(site, began, plan.over)) if plan.kills else None
    await storms(site, chosen, called, sheets)
    back = await faults if faults is not None else float("-inf")
    await asyncio.to_thread(wait_for, site.all_closed, plan.over + 90, 0.5)
    await asyncio.sleep(3)
    for one in looking:
        one.cancel()
    return Night(plan, site.lateness(), sheets, readers, site.frozen(), back, site.memory())


async def rate(site: Site, requests: Sequence[bytes], at_once: int = 8) -> float:
    """Requests a second that are answered with 201, so many at once; the first tenth is not counted."""
    answers, left = Answers(), list(requests)

    async def sends() -> None:
        while left:
            await asked(site, left.pop(), answers)

    warm, left = left[: len(left) // 10], left[len(left) // 10 :]
    for one in warm:
        await asked(site, one, Answers())
    count, began = len(left), time.monotonic()
    await asyncio.gather(*(sends() for _ in range(at_once)))
    taken = time.monotonic() - began
    assert answers.statuses() == {201: count}, answers.statuses()
    return count / taken


def rates(site: Site, server: str) -> tuple[float, float]:
    """Orders a second, and rows a second of the bare view, by the same server."""
    sheets = [order(site, *one, number) for one in site.moves for number in range(EACH)]
    site.start(server)
    orders = asyncio.run(rate(site, sheets))
    site.kill(server)
    site.database.ask(bare.TABLE)
    site.start(server, DJANGO_SETTINGS_MODULE="bench.bare_settings")
    rows = asyncio.run(rate(site, [request(site, "POST", "/bare/", {"n": n}) for n in range(4 * len(sheets))]))
    site.kill(server)
    return orders, rows


# -- the figures ------------------------------------------------------------------------------------


def shown(nights: Sequence[Night]) -> str:
    """The nights as a table."""
    rows = []
    for one in nights:
        late, sheets = one.lateness, one.sheets.statuses()
        rows.append(
            (
                "with faults" if one.plan.kills else "without",
                f"{len(late)} in {one.plan.over:.0f} s",
                f"{median(late):.2f} s, {max(late):.2f} at worst, {sum(each > 2 for each in late)} by more than 2",
                f"{sheets.get(201, 0)} of {one.plan.sheets} taken, {one.entered} entered",
                f"{one.sheets.within(50):.0f}, {one.sheets.within(99):.0f} ms",
                f"{len(one.readers.came)} pages, {one.readers.within(95):.0f} ms",
                ", ".join(f"{name} {held}" for name, held in one.memory.items()),
            )
        )
    heads = ("faults", "moves due", "closed late by", "sheets of the last second", "median, 99 of 100 within",
             "readers, 95 of 100 within", "MB")  # fmt: skip
    return table(heads, rows)


def aims_of(quiet: Night, spoilt: Night) -> Iterator[Aim]:
    """The aims."""
    sheets, late = quiet.sheets, quiet.lateness
    taken, worst = sheets.statuses().get(201, 0), f"{max(late):.1f} s at worst"
    pages = quiet.readers.within(95)
    yield Aim(
        "every sheet of the last second is taken, with the usual drain",
        f"{taken} of {quiet.plan.sheets}, {quiet.entered} in force",
        taken == quiet.entered == quiet.plan.sheets,
    )
    yield Aim("99 of 100 of them are answered within 2 s", f"{sheets.within(99):.0f} ms", sheets.within(99) <= 2000)
    yield Aim(
        "no move is closed more than 2 s late by one worker",
        f"{sum(one > 2 for one in late)} of {len(late)}, {worst}",
        max(late) <= 2,
    )
    yield Aim("95 of 100 pages of 20 readers within 400 ms", f"{pages:.0f} ms", pages <= 400)
    kept = len(spoilt.sheets.numbers)
    yield Aim(
        "with faults nothing is lost or done twice",
        f"{kept} sheets acknowledged, {len(spoilt.lost)} of them lost; {len(spoilt.lateness)} moves closed, each once",
        not spoilt.lost,
    )
    yield Aim(
        "no answer of 5xx later than 2 s after the database is back",
        f"{spoilt.refused_later}",
        not spoilt.refused_later,
    )
    yield Aim(
        "each process holds less than 150 MB", f"{max(quiet.memory.values())} MB", max(quiet.memory.values()) < 150
    )


def served(folder: Path, broker: Broker) -> Site:
    """The served shape, with an empty database."""
    site = Site(folder, Postgres(PG), broker)
    site.manage("migrate", "-v0")
    return site


def one_night(site: Site, plan: Plan) -> Night:
    """A night on a site that has nothing running, with all checks afterwards."""
    site.prepare(plan.moves, EACH)
    site.start(*SERVED)
    try:
        found = asyncio.run(night(site, plan))
    finally:
        site.end()
    site.closed_once()
    return found


def part(reached: list[Aim], moves: int = 1000, sheets: int = 500, over: float = 60.0) -> Iterator[str]:
    """Both nights, and orders compared with the bare view on both databases."""
    with tempfile.TemporaryDirectory() as folder, closing_broker() as broker:
        site = served(Path(folder), broker)
        try:
            quiet, spoilt = (one_night(site, Plan(moves, sheets, over, kills=kills)) for kills in (False, True))
            yield f"\n## Deadline night (served shape, PostgreSQL, Redis, one worker of two processes, {moves} moves)\n"
            yield shown((quiet, spoilt))
            reached.extend(aims_of(quiet, spoilt))
            site.prepare(25, EACH)
            ours = {"PostgreSQL": rates(site, "web")}
        finally:
            site.database.drop()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), Sqlite(Path(folder) / "kriegspiel.sqlite3"))
        site.manage("migrate", "-v0")
        site.prepare(25, EACH)
        ours["SQLite"] = rates(site, "serve")
    drop_what_was_prepared()
    yield "\n## Orders against a view that only writes a row (the same server, eight at once)\n"
    rows = [
        (name, f"{orders:.0f}", f"{bare_rows:.0f}", f"{orders / bare_rows:.2f}")
        for name, (orders, bare_rows) in ours.items()
    ]
    yield table(("database", "orders a second", "rows a second", "share"), rows)
    for name, (orders, bare_rows) in ours.items():
        share = orders / bare_rows
        reached.append(Aim(f"orders at least 0.20 of the bare view, {name}", f"{share:.2f}", share >= 0.20))


@contextmanager
def closing_broker() -> Iterator[Broker]:
    """A connection to Redis that is cut at the end."""
    broker = Broker(REDIS)
    try:
        yield broker
    finally:
        broker.cut()
