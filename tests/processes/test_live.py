"""Streams of both shapes: news of another process comes, and no more are served than configured.  [RELIABILITY E7]"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from bench.streams import PREPARE
from tests.processes.running_site import ROOT, Site, a_database, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

SHOUT = """
import sys, django
django.setup()
from django.contrib.auth import get_user_model
from campaigns.clock import server_time
from campaigns.usecases.messages.dispatches import send_message
user = get_user_model().objects.get(username="red-general")
send_message(by=user, battle=sys.argv[1], channel="shout", text="Hold the mill!", key="k", now=server_time())
"""


@pytest.fixture
def site(tmp_path: Path, migrated: str) -> Iterator[Site]:
    site = Site(tmp_path, a_database(tmp_path, migrated))
    yield site
    site.end()


def run(site: Site, script: str, *given: str) -> str:
    """Run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", script, *given], cwd=ROOT, env=site.environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def asks(site: Site, path: str, cookie: str) -> Any:
    """The answer to a logged-in user."""
    connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
    connection.request("GET", path, headers={"Cookie": f"sessionid={cookie}"})
    return connection.getresponse()


@pytest.mark.parametrize("web", ["web", "serve"])
def test_news_of_another_process_comes_by_either_server(site: Site, web: str) -> None:
    battle, (cookie, *_) = json.loads(run(site, PREPARE, "1"))
    site.start(web, LIVE_STREAMS="1")
    answer = asks(site, f"/b/{battle}/live/", cookie)
    assert answer.status == 200
    lines: list[bytes] = []
    threading.Thread(target=lambda: lines.extend(iter(answer.readline, b"")), daemon=True).start()
    run(site, SHOUT, battle)
    wait_for(lambda: [line for line in lines if b'"words":1' in line])
    assert b"mill" not in b"".join(lines)


def test_no_more_streams_are_carried_than_was_said_and_the_pages_are_answered(site: Site) -> None:
    """Two processes, one stream each."""
    battle, (cookie, *_) = json.loads(run(site, PREPARE, "1"))
    site.start("web", LIVE_STREAMS="1")
    answers = [asks(site, f"/b/{battle}/live/", cookie) for _ in range(6)]
    carried = [answer.status for answer in answers].count(200)
    assert 1 <= carried <= 2 and [answer.status for answer in answers].count(503) == 6 - carried
    assert asks(site, f"/b/{battle}/mark/", cookie).status == 200
