"""An order from the form to the report: how often the floor is read, and how many queries that takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Battle, Move
from campaigns.unlocked import cached_tables
from rules.kriegspiel import book
from tests.campaigns.web.conftest import Page, close, url
from tests.campaigns.web.test_order import FOOT, choice_of


class Walk:
    """Requests one after another, each with its cost.

    afresh: as if each of them came to a server just started.  reads: how often a position was read; queries: statements
    of SQL, without the time of day, for which PostgreSQL is queried.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, afresh: bool) -> None:
        self.afresh = afresh
        self.reads: dict[str, int] = {}
        self.queries: dict[str, int] = {}
        read, self._times = book.read_position, 0

        def counted(*given: Any) -> Any:
            self._times += 1
            return read(*given)

        monkeypatch.setattr(book, "read_position", counted)

    def step(self, name: str, request: Callable[[], Any]) -> Any:
        """One request; its answer."""
        if self.afresh:
            cached_tables().clear()
        before = self._times
        with CaptureQueriesContext(connection) as asked:
            answer = request()
        assert answer.status_code in (200, 302), name
        sql = [one["sql"] for one in asked.captured_queries]
        self.reads[name] = self._times - before
        self.queries[name] = sum(one != "SELECT clock_timestamp()" for one in sql)
        return answer


def walked(
    battle: Battle,
    move: Move,
    red: Client,
    umpire: Client,
    cast: Any,
    patch: pytest.MonkeyPatch,
    *,
    afresh: bool = True,
) -> Walk:
    """An order to march: its form, read back, sent, with its receipt; the desk, the move submitted; the report."""
    walk, sheet = Walk(patch, afresh), url("order", battle, FOOT)
    chosen = choice_of(walk.step("form", lambda: red.get(sheet)), "March")
    press = {"move": move.public_id, "base": "0", "draft": "[]", "choice": chosen, f"{chosen}-path-inches": "6"}
    read = walk.step("check", lambda: red.post(url("order-check", battle, FOOT), press))["Location"]
    fields = Page(walk.step("read back", lambda: red.get(read))).fields
    kept = {key: fields[key] for key in ("move", "base", "draft", "key")}
    receipt = walk.step("send", lambda: red.post(sheet, kept))["Location"]
    walk.step("receipt", lambda: red.get(receipt))
    close(cast, move)
    walk.step("desk", lambda: umpire.get(url("desk", battle)))
    walk.step("submit", lambda: umpire.post(url("submit-move", battle), {"move": move.public_id}))
    walk.step("report", lambda: red.get(url("report", battle, move.number)))
    return walk


def test_an_order_from_form_to_report_reads_the_floor_once_a_page(battle, move, red, umpire, cast, monkeypatch):
    """Submitting also parses what the move leaves: nothing is published that could not be parsed again."""
    walk = walked(battle, move, red, umpire, cast, monkeypatch)
    assert walk.reads == {**dict.fromkeys(walk.reads, 1), "submit": 2}
    assert sum(walk.reads.values()) == 9


def test_an_order_from_form_to_report_asks_the_database_for_little(battle, move, red, umpire, cast, monkeypatch):
    """On a server that runs; one that was just started reads the floor once more for it to be checked.

    Three of those of the submission look for events that the umpire has prepared, and one for objectives; of those of
    sending, four take away a draft. Before anything is written the pulses are asked whether the clock holds still.
    """
    walk = walked(battle, move, red, umpire, cast, monkeypatch, afresh=False)
    assert walk.queries["submit"] <= 44
    assert sum(walk.queries.values()) <= 120, walk.queries


def test_on_a_server_that_runs_the_floor_is_read_when_it_opens_and_when_it_is_left(
    battle, move, red, umpire, cast, monkeypatch
):
    walk = walked(battle, move, red, umpire, cast, monkeypatch, afresh=False)
    assert walk.reads == {**dict.fromkeys(walk.reads, 0), "form": 1, "submit": 1}
