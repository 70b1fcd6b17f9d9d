"""How soon five hundred open pages get news of what another process has written, and what it costs the server.

.venv/bin/python bench/streams.py [--streams N] [--news N]

The embedded shape is started in a folder of its own; people hold seats as observers of one battle and listen; another
process sends messages, which are news to all of them.  A page has the nth one when a stream message counts n or more of
them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.table import Aim
from bench.times import machine
from tests.processes.running_site import ROOT, Site, Sqlite

EACH = 10
"""Streams of one person."""

PREPARE = """
import json, sys, django
django.setup()
from django.contrib.auth import get_user_model
from django.test import Client
from campaigns.clock import server_time
from campaigns.usecases.campaigns.preparation import appoint
from tests.campaigns import builders
builders.NOON = server_time()
cast = builders.a_cast()
battle = builders.a_battle(cast, fixed_minutes=600)
cookies = []
for number in range(int(sys.argv[1])):
    user = get_user_model().objects.create(username=f"looker-{number}")
    builders.a_post(battle.campaign, cast, "observer", "", "", user)
    client = Client()
    client.force_login(user)
    cookies.append(client.cookies["sessionid"].value)
print(json.dumps([battle.public_id, cookies]))
"""

WRITE = """
import json, sys, time, django
django.setup()
from django.contrib.auth import get_user_model
from campaigns.clock import server_time
from campaigns.usecases.messages.dispatches import send_message
user, written = get_user_model().objects.get(username="red-general"), []
for number in range(int(sys.argv[2])):
    send_message(by=user, battle=sys.argv[1], channel="shout", text="Hold the mill!", key=f"k{number}", now=server_time())
    written.append(time.time())
    time.sleep(0.2)
print(json.dumps(written))
"""


def used(process: int) -> tuple[float, int]:
    """Seconds of CPU that a process has used, and the kilobytes that it holds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    held = next(line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(held.split()[1])


async def listen(port: int, battle: str, cookie: str, heard: list[tuple[float, int]], ready: asyncio.Semaphore) -> None:
    """Listen for ever: when each message came, and how many it counts."""
    async with ready:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        asked = f"GET /b/{battle}/live/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid={cookie}\r\n\r\n"
        writer.write(asked.encode())
        await writer.drain()
        while not (line := await reader.readline()).startswith(b"data: {"):
            if not line:
                raise ConnectionError("a stream was refused")
    heard.append((time.time(), 0))
    while line := await reader.readline():
        if line.startswith(b"data: {"):
            heard.append((time.time(), json.loads(line[6:])["words"]))


async def run(site: Site, battle: str, cookies: list[str], streams: int, news: int) -> tuple[dict[str, str], bool]:
    """Open the streams, have the news written, and report the result: the figures, and whether the aim was reached."""
    process, ready = site.running["serve"].pid, asyncio.Semaphore(20)
    before = used(process)
    heard: list[list[tuple[float, int]]] = [[] for _ in range(streams)]
    pages = [
        asyncio.create_task(listen(site.port, battle, cookies[number // EACH], heard[number], ready))
        for number in range(streams)
    ]
    began = time.time()
    while not all(heard):
        await asyncio.sleep(0.1)
        for page in pages:
            if page.done():
                page.result()
    opened, at_rest = time.time() - began, used(process)
    await asyncio.sleep(5)
    idle, began = used(process), time.time()
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITE, battle, str(news), cwd=ROOT, env=site.environment, stdout=subprocess.PIPE
    )
    told, _ = await writer.communicate()
    written = json.loads(told)
    await asyncio.sleep(3)
    busy, lasted = used(process), time.time() - began
    late = [
        1000 * (next((at for at, words in one if words > number), float("inf")) - at_hand)
        for one in heard
        for number, at_hand in enumerate(written)
    ]
    lost = sum(one == float("inf") for one in late)
    came = sorted(one for one in late if one != float("inf"))
    for page in pages:
        page.cancel()
    figures = {
        "streams": f"{streams}",
        "news": f"{news} in {written[-1] - written[0]:.0f} s",
        "never heard": f"{lost} of {len(late):,}",
        "median": f"{median(came):.0f} ms",
        "95 of 100 within": f"{quantiles(came, n=20)[-1]:.0f} ms",
        "longest": f"{came[-1]:.0f} ms",
        "to open them all": f"{opened:.1f} s",
        "processor at rest": f"{100 * (idle[0] - at_rest[0]) / 5:.0f} %",
        "with the news": f"{100 * (busy[0] - idle[0]) / lasted:.0f} %",
        "memory": f"{(idle[1] - before[1]) / 1024:.0f} MB more",
    }
    return figures, not lost and quantiles(came, n=20)[-1] <= 1000


def measured(streams: int, news: int) -> tuple[dict[str, str], bool]:
    """The figures of so many streams, on a site of its own, and whether the aim was reached."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), Sqlite(Path(folder) / "kriegspiel.sqlite3"))
        site.manage("migrate", "-v0")
        people = str(-(-streams // EACH))
        done = subprocess.run(
            [sys.executable, "-c", PREPARE, people], cwd=ROOT, env=site.environment, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        battle, cookies = json.loads(done.stdout)
        site.start("serve")
        try:
            return asyncio.run(run(site, battle, cookies, streams, news))
        finally:
            site.end()


def part(reached: list[Aim], streams: int = 500, news: int = 40) -> Iterator[str]:
    """The figures as a table, and the aim."""
    figures, well = measured(streams, news)
    yield f"\n## {streams} open pages, another process writes (embedded shape, SQLite)\n"
    yield "\n".join(f"| {' | '.join(row)} |" for row in (figures, ["---"] * len(figures), figures.values()))
    said = f"{figures['never heard']} never heard; 95 of 100 within {figures['95 of 100 within']}"
    reached.append(Aim(f"{streams} open pages: all hear of everything, 95 of 100 within a second", said, well))


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--streams", type=int, default=500)
    asked.add_argument("--news", type=int, default=40)
    given = asked.parse_args()
    print(machine(), *part([], given.streams, given.news), sep="\n")
