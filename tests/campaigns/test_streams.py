"""Streams at work: news of another process comes within a second, and listeners without the right are cut off.  [RELIABILITY E7]"""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, connections
from django.test import AsyncClient
from django.test.utils import CaptureQueriesContext

from campaigns import sight
from campaigns import streams as streams_module
from campaigns.clock import server_time
from campaigns.sight.live import listener, still_listening
from campaigns.streams import Stream, Streams, stream_of
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.people.accounts import change_password
from tests.campaigns import builders
from tests.campaigns.builders import a_battle, a_cast, the_move
from tests.campaigns.web.conftest import client_of

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 10.0
"""Seconds after which a test gives up; the bench and a browser's test measure the real delay."""


@pytest.fixture
def cast(monkeypatch):
    monkeypatch.setattr(builders, "NOON", server_time())
    return a_cast()


@pytest.fixture
def battle(cast):
    return a_battle(cast)


@pytest.fixture(autouse=True)
def _nobody_listens_afterwards():
    yield
    streams_module.streams.end_all()
    until = time.monotonic() + SOON
    while (looker := streams_module.streams.looker) is not None and time.monotonic() < until:
        streams_module.streams.open.clear()
        looker.join(0.5)
    assert streams_module.streams.looker is None


def ear_of(user, battle):
    """A listener, logged in; and the mark of their page."""
    session = client_of(user).session.session_key
    user.refresh_from_db()
    seat = sight.find_battle(user, battle.public_id)
    return listener(seat, session, user.password), seat.mark


class Heard(threading.Thread):
    """A listener in a thread of their own."""

    def __init__(self, ear, mark):
        super().__init__(daemon=True)
        self.sent, self.came = [], threading.Condition()
        self.stream = stream_of(ear, mark, streams_module.number(mark))
        streams_module.streams.set_hands(server_time())
        self.start()
        self.wait_for(1)

    def run(self):
        asyncio.run(self.listen())
        with self.came:
            self.came.notify_all()
        connections.close_all()

    async def listen(self):
        async for one in self.stream:
            with self.came:
                self.sent.append(one.decode())
                self.came.notify_all()

    def wait_for(self, messages):
        with self.came:
            return self.came.wait_for(lambda: len(self.sent) >= messages, SOON)

    def is_cut_off(self):
        self.join(SOON)
        return not self.is_alive()


def gives(cast, move, key="k", base=0, distance=6):
    march = {"order": "march", "body": "red-foot", "measured": {"distance": distance}}
    return submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[march], base_revision=base, key=key,
        now=server_time(),
    )  # fmt: skip


@pytest.mark.slow
def test_what_another_has_committed_is_told_and_to_nobody_whom_it_does_not_concern(cast, battle):
    red, blue = Heard(*ear_of(cast.red_horse, battle)), Heard(*ear_of(cast.blue_foot, battle))
    gives(cast, the_move(battle))
    assert red.wait_for(2) and "event: told" in red.sent[1] and '"orders":1' in red.sent[1]
    assert "event: told" not in "".join(blue.sent)


@pytest.mark.slow
def test_who_has_had_no_news_is_sent_all_of_it_at_once_and_is_forgotten_when_he_goes(cast, battle):
    ear, mark = ear_of(cast.red_horse, battle)
    streams_module.streams.set_hands(server_time())

    async def listen():
        stream = stream_of(ear, mark, "")
        first = await anext(stream)
        await stream.aclose()
        return first.decode()

    first = asyncio.run(listen())
    assert first.startswith("retry: 1000\n") and "event: ping" in first and "event: told" in first
    assert not streams_module.streams.open


@pytest.mark.slow
@pytest.mark.parametrize("how", ["dismissed", "logged out", "another password", "shut out", "session over"])
def test_whoever_may_listen_no_more_is_cut_off_and_hears_nothing_of_it(cast, battle, how):
    ear, mark = ear_of(cast.red_horse, battle)
    heard = Heard(ear, mark)
    if how == "dismissed":
        post = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red")
        dismiss(by=cast.umpire, post=post.public_id, now=server_time())
    elif how == "logged out":
        Session.objects.filter(session_key=ear.session).delete()
    elif how == "another password":
        change_password(user=cast.red_horse, password="wellington-1815")
    elif how == "shut out":
        type(cast.red_horse).objects.filter(pk=cast.red_horse.pk).update(is_active=False)
    else:
        Session.objects.filter(session_key=ear.session).update(expire_date=server_time() - timedelta(seconds=1))
    assert heard.is_cut_off()


@pytest.mark.slow
def test_who_stays_is_not_cut_off_when_others_go(cast, battle):
    stays = Heard(*ear_of(cast.red_foot, battle))
    goes = Heard(*ear_of(cast.red_horse, battle))
    post = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red")
    dismiss(by=cast.umpire, post=post.public_id, now=server_time())
    assert goes.is_cut_off() and stays.is_alive()


@pytest.mark.slow
def test_the_questions_are_as_many_for_five_hundred_as_for_one(cast, battle):
    ear, mark = ear_of(cast.red_foot, battle)
    seats = Streams()
    counts = []
    for many in (1, 500):
        with CaptureQueriesContext(connection) as asked:
            seats.look_once([Stream(ear, mark, lambda: None) for _ in range(many)], check=True)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 5


@pytest.mark.slow
def test_a_slow_reader_is_sent_the_last_news_only(cast, battle):
    ear, mark = ear_of(cast.red_foot, battle)
    rung = []
    stream = Stream(ear, mark, lambda: rung.append(stream.mark))
    seats, move = Streams(), the_move(battle)
    for base in range(3):
        gives(cast, move, key=f"k{base}", base=base, distance=6 - base)
        seats.look_once([stream], check=False)
    assert len(rung) == 3 and stream.mark == sight.find_battle(cast.red_foot, battle.public_id).mark
    assert streams_module.message(stream.mark).count(b"event: told") == 1


@pytest.mark.slow
def test_a_database_that_does_not_answer_cuts_nobody_off(cast, battle, monkeypatch):
    ear, mark = ear_of(cast.red_foot, battle)
    stream, seats = Stream(ear, mark, lambda: None), Streams()

    def broken(battles):
        raise OperationalError("it is away")

    monkeypatch.setattr(streams_module, "news_counts_of", broken)
    seats.look_once([stream], check=True)
    assert not stream.ended and stream.mark == mark
    monkeypatch.undo()
    gives(cast, the_move(battle))
    seats.look_once([stream], check=True)
    assert not stream.ended and stream.mark != mark


@pytest.mark.slow
def test_while_it_waits_a_stream_holds_no_connection(cast, battle):
    client = AsyncClient()
    client.cookies = client_of(cast.red_foot).cookies

    async def listen():
        answer = await client.get(f"/b/{battle.public_id}/live/")
        stream = aiter(answer.streaming_content)
        before = await sync_to_async(lambda: connection.connection)()
        await anext(stream)
        after = await sync_to_async(lambda: connection.connection)()
        await stream.aclose()
        return answer.status_code, before, after

    assert async_to_sync(listen)() == (200, None, None)


@pytest.mark.slow
def test_all_are_let_go_when_the_process_stops(cast, battle):
    one, other = Heard(*ear_of(cast.red_foot, battle)), Heard(*ear_of(cast.blue_foot, battle))
    streams_module.streams.end_all()
    assert one.is_cut_off() and other.is_cut_off()


def test_of_those_who_listen_the_ones_who_still_may_are_found(cast, battle):
    ear, _ = ear_of(cast.red_foot, battle)
    false = [
        ear._replace(password="x"),
        ear._replace(session="x"),
        ear._replace(posts=frozenset()),
        ear._replace(person=0),
    ]
    assert still_listening([ear, *false], server_time()) == {ear}
