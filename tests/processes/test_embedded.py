"""The embedded shape killed and started again: no move closes twice, none is forgotten, no order is lost.  [RELIABILITY A1, B2]"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench.surveys import FIGURES, hills, town
from tests.processes.running_site import IN_TIME, Site, Stall, a_database, wait_for
from tests.rules.surveys.files import packed

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


@pytest.fixture
def site(tmp_path: Path, migrated: str) -> Iterator[Site]:
    site = Site(tmp_path, a_database(tmp_path, migrated))
    yield site
    site.end()


def test_serve_killed_in_the_middle_of_closing_closes_each_move_once(site: Site) -> None:
    site.prepare(40)
    site.start("serve")
    receipts = {site.order(battle, move, "press")["number"] for battle, move in site.moves[:15]}
    site.due_in(1)
    wait_for(lambda: site.closed() >= 3, each=0.005)
    site.kill("serve")
    assert 3 <= site.closed() < 40, "it was not killed in the middle"
    site.start("serve")
    wait_for(site.all_closed)
    site.closed_once()
    assert len(receipts) == 15
    assert site.frozen() == receipts


def test_serve_killed_while_orders_come_in_keeps_what_it_has_acknowledged(site: Site) -> None:
    """A client that got no answer sends the same key again."""
    site.prepare(20)
    site.start("serve")
    acknowledged: dict[str, str] = {}
    unanswered = 0
    for number, (battle, move) in enumerate(site.moves):
        if number == 12:
            site.kill("serve")
        receipt = site.order(battle, move, "press")
        if receipt is None:
            unanswered += 1
            site.start("serve")
            receipt = site.order(battle, move, "press")
        acknowledged[move] = receipt["number"]
    assert unanswered == 1
    site.kill("serve")
    site.due_in(-1)
    site.start("serve")
    wait_for(site.all_closed)
    assert site.frozen() == set(acknowledged.values())
    site.closed_once()


def test_serve_killed_while_it_makes_a_survey_makes_it_once_when_it_comes_again(site: Site) -> None:
    """The claim holds until its lease is over; the test sets it back instead of waiting."""
    site.prepare(1)
    site.start("serve")
    site.survey()
    wait_for(lambda: site.surveyed("working"))
    site.kill("serve")
    assert site.surveyed("working"), "it was not killed in the middle"
    site.database.ask("UPDATE campaigns_survey SET claimed_at = %s", datetime.now(UTC) - timedelta(minutes=2))
    site.start("serve")
    wait_for(lambda: site.surveyed("done"))
    assert site.database.ask("SELECT attempts, file FROM campaigns_survey") == [(2, "")]
    assert site.database.ask("SELECT name FROM campaigns_country") == [("Loddon",)]


def test_files_are_read_and_made_a_country_by_serve_though_it_is_killed_in_the_middle_of_each(site: Site) -> None:
    """Progress and sketch are kept by the process that answers pages; the child is another, and dies with it."""
    site.prepare(1)
    site.start("serve")
    files = packed(("town.geojson", town(7, 400_000)), ("hills.asc", hills(7, 201)))
    survey = site.survey_of_files([("all.zip", files)], **FIGURES)
    for state, then in (("reading", "preview"), ("making", "done")):
        wait_for(lambda state=state: site.surveyed(state))
        site.kill("serve")
        assert site.surveyed(state), "it was not killed in the middle"
        site.database.ask("UPDATE campaigns_survey SET claimed_at = %s", datetime.now(UTC) - timedelta(minutes=2))
        site.start("serve")
        wait_for(lambda then=then: site.surveyed(then))
        if then == "preview":
            site.take_survey(survey)
    assert site.database.ask("SELECT attempts, count(*) FROM campaigns_survey GROUP BY attempts") == [(2, 1)]
    assert site.database.ask("SELECT count(*) FROM campaigns_surveyfile") == [(0,)]
    assert site.database.ask("SELECT name FROM campaigns_country") == [("Loddon",)]


@pytest.mark.timed
def test_moves_close_within_two_seconds(site: Site) -> None:
    """A4: time-outs wait for no page view."""
    site.prepare(20)
    site.start("serve", SWEEP_BY_WEB="false")
    stall = Stall()
    site.due_in(1, over=3)
    wait_for(site.all_closed)
    assert site.latest() < IN_TIME + stall.end()
    site.closed_once()


def test_what_looks_for_a_move_closed_twice_finds_one(site: Site) -> None:
    """RELIABILITY 41: the planted fault, without which the trials here and in the served shape prove nothing."""
    site.prepare(2)
    site.due_in(-1)
    site.start("clock")
    wait_for(site.all_closed)
    site.closed_once()
    copied = "battle_id, sequence + 1000, at, actor, kind, data, previous, digest"
    site.database.ask(
        "INSERT INTO campaigns_recordentry (battle_id, sequence, at, actor, kind, data, previous, digest)"
        f" SELECT {copied} FROM campaigns_recordentry WHERE kind = 'move-closed' AND battle_id = 1"
    )
    with pytest.raises(AssertionError):
        site.closed_once()
