"""The embedded shape killed and started again: no move closes twice, none is forgotten, no order is lost.  [RELIABILITY A1, B2]"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.processes.house import IN_TIME, House, Stall, a_database, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


@pytest.fixture
def house(tmp_path: Path, migrated: str) -> Iterator[House]:
    house = House(tmp_path, a_database(tmp_path, migrated))
    yield house
    house.end()


def test_serve_killed_in_the_middle_of_closing_closes_each_move_once(house: House) -> None:
    house.prepare(40)
    house.start("serve")
    receipts = {house.order(battle, move, "press")["number"] for battle, move in house.moves[:15]}
    house.due_in(1)
    wait_for(lambda: house.closed() >= 3, each=0.005)
    house.kill("serve")
    assert 3 <= house.closed() < 40, "it was not killed in the middle"
    house.start("serve")
    wait_for(house.all_closed)
    house.closed_once()
    assert len(receipts) == 15
    assert house.frozen() == receipts


def test_serve_killed_while_orders_come_in_keeps_what_it_has_acknowledged(house: House) -> None:
    """A client that got no answer sends the same key again."""
    house.prepare(20)
    house.start("serve")
    acknowledged: dict[str, str] = {}
    unanswered = 0
    for number, (battle, move) in enumerate(house.moves):
        if number == 12:
            house.kill("serve")
        receipt = house.order(battle, move, "press")
        if receipt is None:
            unanswered += 1
            house.start("serve")
            receipt = house.order(battle, move, "press")
        acknowledged[move] = receipt["number"]
    assert unanswered == 1
    house.kill("serve")
    house.due_in(-1)
    house.start("serve")
    wait_for(house.all_closed)
    assert house.frozen() == set(acknowledged.values())
    house.closed_once()


def test_serve_killed_while_it_makes_a_survey_makes_it_once_when_it_comes_again(house: House) -> None:
    """The claim holds until its lease is over; the test sets it back instead of waiting."""
    house.prepare(1)
    house.start("serve")
    house.survey()
    wait_for(lambda: house.surveyed("working"))
    house.kill("serve")
    assert house.surveyed("working"), "it was not killed in the middle"
    house.database.ask("UPDATE campaigns_survey SET claimed_at = %s", datetime.now(UTC) - timedelta(minutes=2))
    house.start("serve")
    wait_for(lambda: house.surveyed("done"))
    assert house.database.ask("SELECT attempts, file FROM campaigns_survey") == [(2, "")]
    assert house.database.ask("SELECT name FROM campaigns_country") == [("Loddon",)]


@pytest.mark.timed
def test_moves_close_within_two_seconds(house: House) -> None:
    """A4: time-outs wait for no page view."""
    house.prepare(20)
    house.start("serve", SWEEP_BY_WEB="false")
    stall = Stall()
    house.due_in(1, over=3)
    wait_for(house.all_closed)
    assert house.latest() < IN_TIME + stall.end()
    house.closed_once()


def test_what_looks_for_a_move_closed_twice_finds_one(house: House) -> None:
    """RELIABILITY 41: the planted fault, without which the trials here and in the served shape prove nothing."""
    house.prepare(2)
    house.due_in(-1)
    house.start("clock")
    wait_for(house.all_closed)
    house.closed_once()
    copied = "battle_id, sequence + 1000, at, actor, kind, data, previous, digest"
    house.database.ask(
        "INSERT INTO campaigns_recordentry (battle_id, sequence, at, actor, kind, data, previous, digest)"
        f" SELECT {copied} FROM campaigns_recordentry WHERE kind = 'move-closed' AND battle_id = 1"
    )
    with pytest.raises(AssertionError):
        house.closed_once()
