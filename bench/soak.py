"""Twenty thousand requests to one web server of the served shape, scans and surveys among them: what its processes hold."""

from __future__ import annotations

import asyncio
import io
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

from PIL import Image

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

SCAN, SCANS, HOUSES = (3000, 2000), 50, 40
"""Pixels of a scan that is brought in, how many of them (a person may keep 60), and houses of a survey brought in with it."""


def brought_in(site: Site, number: int) -> Iterator[bytes]:
    """A scan and a survey, other ones each time, as somebody who makes a country brings them in."""
    draw = Random(number)
    scan, file = Image.linear_gradient("L").rotate(number).resize(SCAN).convert("RGB"), io.BytesIO()
    scan.save(file, "JPEG")
    yield request(site, "POST", "/api/v1/pictures/", {"file": b64encode(file.getvalue()).decode()})
    corners = [(draw.randint(0, 2_000), draw.randint(0, 1_500)) for _ in range(HOUSES)]
    square = ((0, 0), (12, 0), (12, 9), (0, 9), (0, 0))
    houses = [
        {
            "type": "Feature",
            "properties": {"building": "yes"},
            "geometry": {"type": "Polygon", "coordinates": [[[x + east, y + north] for east, north in square]]},
        }
        for x, y in corners
    ]
    survey = {"type": "FeatureCollection", "features": houses}
    told = {"name": f"Country {number}", "survey": survey, "scale": 8, "plain": True, "sure": True}
    yield request(site, "POST", "/api/v1/countries/import/", told)


def requests_of(site: Site) -> Iterator[bytes]:
    """Pages in turn, of every battle, and now and then an order, a scan and a survey, without end."""
    every = REQUESTS // SCANS
    for number in count():
        if number % every == 0 and number // every < SCANS:
            yield from brought_in(site, number // every)
        battle, move = site.moves[number % len(site.moves)]
        path = PAGES[number % len(PAGES)].format(battle)
        yield request(site, "GET", f"/{path}", cookie=site.session)
        if number % 10 == 0 and number < 10 * EACH * len(site.moves):
            yield order(site, battle, move, number // 10 % EACH)


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
