"""The served shape: worker, beat, clock, web, Redis and connections killed, alone and together.  [RELIABILITY A4, A5, B5, B7]"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from tests.processes.house import IN_TIME, Broker, House, Stall, a_database, steady_requests, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.postgres]


@pytest.fixture
def house(tmp_path: Path, migrated: str) -> Iterator[House]:
    broker = Broker(settings.REDIS_URL)
    house = House(tmp_path, a_database(tmp_path, migrated), broker)
    yield house
    house.end()
    broker.cut()
    house.database.drop()


@pytest.mark.timed
@pytest.mark.parametrize(
    "alive", [("worker", "beat"), ("clock",), ("web",), ("worker", "beat", "clock", "web")], ids=" and ".join
)
def test_moves_close_in_time_by_whatever_is_alive(house: House, alive: tuple[str, ...]) -> None:
    """Each alone does it; all together do it once."""
    house.prepare(20)
    if "worker" not in alive:
        house.broker.cut()
    house.start(*alive)
    stall = Stall()
    house.due_in(1, over=3)
    if "web" in alive:
        with steady_requests(house):
            wait_for(house.all_closed)
    else:
        wait_for(house.all_closed)
    assert house.latest() < IN_TIME + stall.end()
    house.closed_once()


def test_a_worker_killed_in_the_middle_of_closing_leaves_the_rest_to_the_next(house: House) -> None:
    house.prepare(40)
    house.start("worker", "beat")
    house.due_in(1)
    wait_for(lambda: house.closed() >= 3, each=0.005)
    house.kill("worker")
    assert 3 <= house.closed() < 40, "it was not killed in the middle"
    house.start("worker")
    wait_for(house.all_closed)
    house.closed_once()


@pytest.mark.parametrize("alive", [("worker", "beat"), ("clock",)], ids=" and ".join)
def test_a_survey_is_made_by_whatever_is_alive(house: House, alive: tuple[str, ...]) -> None:
    """The clock alone does it where no worker hears the broker."""
    house.prepare(1)
    if "worker" not in alive:
        house.broker.cut()
    house.start("web", *alive)
    house.survey()
    wait_for(lambda: house.surveyed("done"))
    assert house.database.ask("SELECT name FROM campaigns_country") == [("Loddon",)]


def test_when_beat_dies_and_another_comes_nothing_is_forgotten_and_five_do_no_harm(house: House) -> None:
    """A5: any number of beats."""
    house.prepare(20)
    house.start("worker", "beat")
    house.kill("beat")
    house.due_in(0.5, over=2)
    house.start("beat")
    more = [House(house.folder / str(number), house.database, house.broker) for number in range(2)]
    for one in more:
        one.folder.mkdir()
        one.start("beat")
    try:
        wait_for(house.all_closed)
        house.closed_once()
    finally:
        for one in more:
            one.end()


def test_redis_may_be_emptied_again_and_again(house: House) -> None:
    """B5: nothing is lost, and nothing waits for more than five seconds."""
    house.prepare(20)
    house.start("worker", "beat")
    ended = threading.Event()

    def empty() -> None:
        while not ended.wait(0.5):
            house.broker.inside.flushdb()

    thread = threading.Thread(target=empty, daemon=True)
    thread.start()
    stall = Stall()
    house.due_in(1, over=5)
    wait_for(house.all_closed)
    ended.set()
    thread.join()
    assert house.latest() < timedelta(seconds=5) + stall.end()
    house.closed_once()


def test_redis_may_go_and_come_back(house: House) -> None:
    """B5: meanwhile the clock closes in time; afterwards the worker works again by itself."""
    house.prepare(20)
    house.start("worker", "beat", "clock")
    house.broker.cut()
    house.due_in(1, over=1)
    wait_for(house.all_closed)
    assert house.latest() < IN_TIME + timedelta(seconds=1)
    house.kill("clock")
    house.broker.mend()
    rounds = "SELECT rounds FROM campaigns_pulse WHERE name = 'sweep'"
    before = house.database.ask(rounds)[0][0]
    wait_for(lambda: house.database.ask(rounds)[0][0] >= before + 3)
    house.closed_once()


def answered(pressed: list[Future[str]]) -> int:
    """How many requests have their answer."""
    return sum(one.done() for one in pressed)


def test_a_web_killed_while_orders_come_in_keeps_what_it_has_acknowledged(house: House) -> None:
    """A1: twelve writers ask again with the same key until they are answered; each order is there once."""
    house.prepare(40)
    house.start("web", SWEEP_BY_WEB="false")
    unanswered: list[str] = []

    def press(battle_and_move: tuple[str, str]) -> str:
        battle, move = battle_and_move
        while True:
            receipt = house.order(battle, move, "press")
            if receipt is not None:
                return str(receipt["number"])
            unanswered.append(move)
            wait_for(lambda: house.look("/login/") == 200)

    with ThreadPoolExecutor(12) as writers:
        pressed = [writers.submit(press, one) for one in house.moves]
        for wanted in (5, 18):
            wait_for(lambda wanted=wanted: answered(pressed) >= wanted, each=0.005)
            house.kill("web")
            house.start("web", SWEEP_BY_WEB="false")
        acknowledged = {one.result() for one in pressed}
    assert unanswered, "nobody was at the counter when the web was killed"
    assert len(acknowledged) == 40
    house.kill("web")
    house.due_in(-1)
    house.start("clock")
    wait_for(house.all_closed)
    assert house.frozen() == acknowledged
    house.closed_once()


def test_a_database_that_hangs_up_on_everybody_is_asked_again(house: House) -> None:
    """B7: no step by hand."""
    house.prepare(40)
    house.start("worker", "beat", "clock", "web")
    house.due_in(1, over=2)
    for closed in (3, 12, 24):
        wait_for(lambda closed=closed: house.closed() >= closed, each=0.005)
        assert house.database.hang_up() >= 1
    wait_for(house.all_closed)
    wait_for(lambda: house.look() == 200)
    house.closed_once()
