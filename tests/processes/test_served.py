"""The served shape: worker, beat, clock, web, Redis and connections killed, alone and together.  [RELIABILITY A4, A5, B5, B7]"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from tests.processes.running_site import IN_TIME, Broker, Site, Stall, a_database, steady_requests, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.postgres]


@pytest.fixture
def site(tmp_path: Path, migrated: str) -> Iterator[Site]:
    broker = Broker(settings.REDIS_URL)
    site = Site(tmp_path, a_database(tmp_path, migrated), broker)
    yield site
    site.end()
    broker.cut()
    site.database.drop()


@pytest.mark.timed
@pytest.mark.parametrize(
    "alive", [("worker", "beat"), ("clock",), ("web",), ("worker", "beat", "clock", "web")], ids=" and ".join
)
def test_moves_close_in_time_by_whatever_is_alive(site: Site, alive: tuple[str, ...]) -> None:
    """Each alone does it; all together do it once."""
    site.prepare(20)
    if "worker" not in alive:
        site.broker.cut()
    site.start(*alive)
    stall = Stall()
    site.due_in(1, over=3)
    if "web" in alive:
        with steady_requests(site):
            wait_for(site.all_closed)
    else:
        wait_for(site.all_closed)
    assert site.latest() < IN_TIME + stall.end()
    site.closed_once()


def test_a_worker_killed_in_the_middle_of_closing_leaves_the_rest_to_the_next(site: Site) -> None:
    site.prepare(40)
    site.start("worker", "beat")
    site.due_in(1)
    wait_for(lambda: site.closed() >= 3, each=0.005)
    site.kill("worker")
    assert 3 <= site.closed() < 40, "it was not killed in the middle"
    site.start("worker")
    wait_for(site.all_closed)
    site.closed_once()


@pytest.mark.parametrize("alive", [("worker", "beat"), ("clock",)], ids=" and ".join)
def test_a_survey_is_made_by_whatever_is_alive(site: Site, alive: tuple[str, ...]) -> None:
    """The clock alone does it where no worker hears the broker."""
    site.prepare(1)
    if "worker" not in alive:
        site.broker.cut()
    site.start("web", *alive)
    site.survey()
    wait_for(lambda: site.surveyed("done"))
    assert site.database.ask("SELECT name FROM campaigns_country") == [("Loddon",)]


def test_when_beat_dies_and_another_comes_nothing_is_forgotten_and_five_do_no_harm(site: Site) -> None:
    """A5: any number of beats."""
    site.prepare(20)
    site.start("worker", "beat")
    site.kill("beat")
    site.due_in(0.5, over=2)
    site.start("beat")
    more = [Site(site.folder / str(number), site.database, site.broker) for number in range(2)]
    for one in more:
        one.folder.mkdir()
        one.start("beat")
    try:
        wait_for(site.all_closed)
        site.closed_once()
    finally:
        for one in more:
            one.end()


def test_redis_may_be_emptied_again_and_again(site: Site) -> None:
    """B5: nothing is lost, and nothing waits for more than five seconds."""
    site.prepare(20)
    site.start("worker", "beat")
    ended = threading.Event()

    def empty() -> None:
        while not ended.wait(0.5):
            site.broker.inside.flushdb()

    thread = threading.Thread(target=empty, daemon=True)
    thread.start()
    stall = Stall()
    site.due_in(1, over=5)
    wait_for(site.all_closed)
    ended.set()
    thread.join()
    assert site.latest() < timedelta(seconds=5) + stall.end()
    site.closed_once()


def test_redis_may_go_and_come_back(site: Site) -> None:
    """B5: meanwhile the clock closes in time; afterwards the worker works again by itself."""
    site.prepare(20)
    site.start("worker", "beat", "clock")
    site.broker.cut()
    site.due_in(1, over=1)
    wait_for(site.all_closed)
    assert site.latest() < IN_TIME + timedelta(seconds=1)
    site.kill("clock")
    site.broker.mend()
    rounds = "SELECT rounds FROM campaigns_pulse WHERE name = 'sweep'"
    before = site.database.ask(rounds)[0][0]
    wait_for(lambda: site.database.ask(rounds)[0][0] >= before + 3)
    site.closed_once()


def answered(pressed: list[Future[str]]) -> int:
    """How many requests have their answer."""
    return sum(one.done() for one in pressed)


def test_a_web_killed_while_orders_come_in_keeps_what_it_has_acknowledged(site: Site) -> None:
    """A1: twelve writers ask again with the same key until they are answered; each order is there once."""
    site.prepare(40)
    site.start("web", SWEEP_BY_WEB="false")
    unanswered: list[str] = []

    def press(battle_and_move: tuple[str, str]) -> str:
        battle, move = battle_and_move
        while True:
            receipt = site.order(battle, move, "press")
            if receipt is not None:
                return str(receipt["number"])
            unanswered.append(move)
            wait_for(lambda: site.look("/login/") == 200)

    with ThreadPoolExecutor(12) as writers:
        pressed = [writers.submit(press, one) for one in site.moves]
        for wanted in (5, 18):
            wait_for(lambda wanted=wanted: answered(pressed) >= wanted, each=0.005)
            site.kill("web")
            site.start("web", SWEEP_BY_WEB="false")
        acknowledged = {one.result() for one in pressed}
    assert unanswered, "nobody was at the counter when the web was killed"
    assert len(acknowledged) == 40
    site.kill("web")
    site.due_in(-1)
    site.start("clock")
    wait_for(site.all_closed)
    assert site.frozen() == acknowledged
    site.closed_once()


def test_a_database_that_hangs_up_on_everybody_is_asked_again(site: Site) -> None:
    """B7: no step by hand."""
    site.prepare(40)
    site.start("worker", "beat", "clock", "web")
    site.due_in(1, over=2)
    for closed in (3, 12, 24):
        wait_for(lambda closed=closed: site.closed() >= closed, each=0.005)
        assert site.database.hang_up() >= 1
    wait_for(site.all_closed)
    wait_for(lambda: site.look() == 200)
    site.closed_once()
