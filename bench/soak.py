"""Twenty thousand requests to one web server of the served shape: what its processes hold before and after."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.night import EACH, Answers, asked, closing_broker, order, request, served
from bench.table import Aim, table
from tests.processes.running_site import Site

REQUESTS = 20_000
AT_ONCE = 8

MOST_MB, MOST_GROWTH = 150, 1.05
PAGES = (
    "b/{}/sheet/", "b/{}/reports/", "b/{}/after/", "b/{}/situation/", "b/{}/receipts/", "b/{}/status/", "",
    "exercises/", "exercises/first_bridge/?troops=yes", "countries/", "countries/import/",
)  # fmt: skip
"""Pages of a battle, and those of the shelf and the countries, whose maps are drawn anew for each request."""


def requests_of(site: Site) -> Iterator[bytes]:
    """Pages in turn, of every battle, and now and then an order, without end."""
    number = 0
    while True:
        battle, move = site.moves[number % len(site.moves)]
        path = PAGES[number % len(PAGES)].format(battle)
        yield request(site, "GET", f"/{path}", cookie=site.session)
        if number % 10 == 0 and number < 10 * EACH * len(site.moves):
            yield order(site, battle, move, number // 10 % EACH)
        number += 1


async def send(site: Site, left: Iterator[bytes], count: int, answers: Answers) -> None:
    """Send so many of them, some at once."""
    stop = len(answers.came) + count - AT_ONCE

    async def sends() -> None:
        while len(answers.came) <= stop:
            await asked(site, next(left), answers)

    await asyncio.gather(*(sends() for _ in range(AT_ONCE)))


def part(reached: list[Aim], requests: int = REQUESTS) -> Iterator[str]:
    """Memory after each fifth."""
    with tempfile.TemporaryDirectory() as folder, closing_broker() as broker:
        site = served(Path(folder), broker)
        try:
            site.prepare(40, EACH)
            site.start("web")
            answers, left, rows, held = Answers(), requests_of(site), [], []
            for _ in range(5):
                asyncio.run(send(site, left, requests // 5, answers))
                held.append(site.memory()["web"])
                rows.append((f"{len(answers.came):,}", str(held[-1])))
        finally:
            site.end()
            site.database.drop()
        wrong = {status: count for status, count in answers.statuses().items() if status >= 500 or status == 0}
        yield f"\n## The memory of a web server (served shape, PostgreSQL, {requests:,} requests, {AT_ONCE} at once)\n"
        yield table(("requests", "MB of its greatest process"), rows)
        grown = held[-1] / held[0]
        reached.append(Aim(f"no web process holds {MOST_MB} MB", f"{max(held)} MB", max(held) < MOST_MB))
        aim = f"after the first {requests // 5:,} requests it grows by less than 5 of 100"
        reached.append(Aim(aim, f"{held[0]} to {held[-1]} MB", grown < MOST_GROWTH))
        reached.append(Aim("no request was answered with 5xx, or not at all", str(sum(wrong.values())), not wrong))
