"""Hundreds of sheets in the last second: each counts, and what comes after the move has ended does not.  [RELIABILITY A2, A3, B8]"""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.processes.running_site import Site, a_database, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

BODIES = 20
"""Sheets of each battle."""

A_CROWD, A_STORM = 4, 25
"""Battles: eighty sheets, and the five hundred that `make prove` has time for."""

BEFORE = 1.0
"""Seconds before the end of the move by which all of them have been sent."""


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path, migrated: str) -> Iterator[Site]:
    site = Site(tmp_path, a_database(tmp_path, migrated))
    site.prepare(request.param, BODIES)
    yield site
    site.end()


class Sheet:
    """A commander on a connection of their own, with the sheet ready to send."""

    def __init__(self, site: Site, battle: str, move: str, thing: str, key: str) -> None:
        order = {"order": "stand", "body": thing}
        body = json.dumps({"move": move, "thing": thing, "orders": [order], "base_revision": 0, "key": key}).encode()
        head = (
            f"POST /api/v1/battles/{battle}/orders/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n"
            f"Authorization: Token {site.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.request = head.encode() + body
        self.line = socket.create_connection(("127.0.0.1", site.port), timeout=120)

    def send(self) -> None:
        """All of it at once."""
        self.line.sendall(self.request)

    def answer(self) -> tuple[int, dict[str, Any]]:
        """The status and the body."""
        with self.line, self.line.makefile("rb") as came:
            head, _, body = came.read().partition(b"\r\n\r\n")
        status = re.match(rb"HTTP/1.1 (\d+)", head)
        assert status, head
        return int(status[1]), json.loads(body)


@pytest.mark.parametrize(
    "site",
    [pytest.param(A_CROWD, id="eighty"), pytest.param(A_STORM, id="five hundred", marks=pytest.mark.prove)],
    indirect=True,
)
def test_all_sheets_of_the_last_second_count_and_none_that_comes_later(site: Site) -> None:
    site.start("serve")
    sheets = [
        Sheet(site, battle, move, f"red-{number}", f"press-{number}")
        for battle, move in site.moves
        for number in range(BODIES)
    ]
    late = [Sheet(site, battle, move, "red-foot", "late") for battle, move in site.moves]
    called = time.time() + BEFORE + 2
    site.due_in(called - time.time())
    time.sleep(max(called - BEFORE - time.time(), 0))
    for sheet in sheets:
        sheet.send()
    assert time.time() < called, "they were not sent in time"
    time.sleep(max(called + 0.5 - time.time(), 0))
    for sheet in late:
        sheet.send()
    answers = [sheet.answer() for sheet in sheets]
    assert [told for status, told in answers if status != 201] == []
    refused = [sheet.answer() for sheet in late]
    assert {(status, told["code"]) for status, told in refused} == {(409, "E-TURN")} and len(refused) == len(site.moves)
    wait_for(site.all_closed)
    assert site.frozen() == {told["number"] for _, told in answers} and len(site.frozen()) == len(
        sheets
    ) == BODIES * len(site.moves)
    assert "locked" not in site.log("serve").read_text()
    site.closed_once()
