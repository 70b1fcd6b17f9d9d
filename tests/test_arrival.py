"""The stamp on arrival: what was sent before the move ended counts, though it waited for a worker.  [RELIABILITY A3]"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import clock
from campaigns.clock import asked_once, host_time, server_time
from campaigns.models import Battle, OrderEntry
from campaigns.serving import arrival, lanes
from campaigns.serving.underway import under_way
from kriegspiel.asgi import application
from tests.campaigns.builders import a_battle, a_cast, the_move, token_of


class Post:
    """A request that comes in pieces, with a clock that the test controls."""

    def __init__(self, patch: pytest.MonkeyPatch, *pieces: tuple[float, bytes]) -> None:
        self.seconds = 0.0
        self.pieces = list(pieces)
        self.answer: list[Any] = []
        patch.setattr(arrival, "steady_seconds", lambda: self.seconds)

    async def receive(self) -> dict[str, Any]:
        if not self.pieces:
            await asyncio.Event().wait()  # the client waits for its answer
        self.seconds, body = self.pieces.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(self.pieces)}

    async def send(self, message: Any) -> None:
        self.answer.append(message)

    def go(self, path: str, token: str) -> int:
        """Send it; the status of the answer."""
        headers = [(b"authorization", f"Token {token}".encode()), (b"content-type", b"application/json")]
        headers += [(b"host", b"localhost"), (b"content-length", str(sum(len(one) for _, one in self.pieces)).encode())]
        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "headers": headers,
            "query_string": b"",
            "client": None,
        }
        async_to_sync(application)({**scope, "server": ("localhost", 80)}, self.receive, self.send)
        return int(next(one["status"] for one in self.answer if one["type"] == "http.response.start"))


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Any:
    """An open move that ended two seconds ago, and a body of orders for it."""
    cast = a_cast()
    battle = a_battle(cast)
    now = server_time()
    Battle.objects.update(status="running")
    battle.moves.update(opened_at=now - timedelta(minutes=5), closes_at=now - timedelta(seconds=2))
    stand = [{"order": "stand", "body": "red-foot"}]
    body = {"move": the_move(battle).public_id, "thing": "red-foot", "orders": stand, "base_revision": 0, "key": "k"}
    return f"/api/v1/battles/{battle.public_id}/orders/", token_of(cast.red_foot), json.dumps(body)


def sent(late: Any, patch: pytest.MonkeyPatch, *pieces: float, taken_up: float) -> int:
    """Send the orders in pieces at these seconds; a worker takes the request at ``taken_up``."""
    path, token, text = late
    size = -(-len(text) // len(pieces))
    cut = [(at, text[number * size : (number + 1) * size].encode()) for number, at in enumerate(pieces)]
    post = Post(patch, *cut)
    really = arrival.waited

    def waited(request: Any) -> timedelta:
        post.seconds = taken_up
        return really(request)

    patch.setattr("campaigns.api.endpoint.waited", waited)
    return post.go(path, token)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("pieces", "taken_up", "status"),
    [
        ((100.0,), 104.0, 201),  # it waited for four seconds, and was there two seconds before the move ended
        ((100.0,), 101.0, 409),  # it waited for one, and came a second late
        ((100.0, 103.5), 104.0, 409),  # its head came in time and its end did not
        ((100.0, 100.5), 104.0, 201),
        ((100.0,), 900.0, 201),  # it waited for longer than any close does, and counts as far back as one would
    ],
)
def test_what_had_come_before_time_was_called_counts(
    late: Any, monkeypatch: pytest.MonkeyPatch, pieces: tuple[float, ...], taken_up: float, status: int
) -> None:
    assert sent(late, monkeypatch, *pieces, taken_up=taken_up) == status
    entry = OrderEntry.objects.filter(late=False).first()
    assert (entry is not None) == (status == 201)
    if entry is not None:
        assert timedelta(seconds=2) < entry.committed_at - entry.arrived_at <= timedelta(seconds=35)


@pytest.fixture
def behind(settings: Any) -> None:
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.1")]


def told(text: str, address: str = "127.0.0.1") -> timedelta:
    return arrival.waited_before({"headers": [(b"x-request-start", text.encode())], "client": (address, 8000)})


def three_seconds_ago() -> str:
    return f"t={host_time().timestamp() - 3:.3f}"


def test_behind_a_proxy_the_proxys_stamp_counts(behind: None) -> None:
    assert timedelta(seconds=2.9) < told(three_seconds_ago()) < timedelta(seconds=4)


def test_of_whoever_is_no_proxy_of_ours_the_header_is_not_taken(behind: None) -> None:
    assert told(three_seconds_ago(), "192.0.2.1") == timedelta(0)


def test_without_a_proxy_nobodys_header_is_taken_for_one() -> None:
    assert told(three_seconds_ago()) == timedelta(0)


@pytest.mark.parametrize(
    "text",
    ["", "t=", "t=abc", "t=9999999999.5", "t=1000000000", "t=-1", "t=1e9", "t=" + "9" * 5_000, "\u0661", "t=1.2.3"],
)
def test_a_stamp_that_cannot_be_is_none(behind: None, text: str) -> None:
    assert told(text) == timedelta(0)


# -- the way to a thread ----------------------------------------------------------------------------


class Site:
    """An application behind the stamp that answers on command; the sequence in which requests got in."""

    def __init__(self) -> None:
        self.inside: list[str] = []
        self.may_answer: dict[str, asyncio.Event] = {}
        self.door = arrival.stamped(self.application, nullcontext)

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        self.inside.append(scope["path"])
        await self.may_answer[scope["path"]].wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.Event().wait() if scope["path"].endswith("live/") else None

    async def asks(self, method: str, path: str) -> asyncio.Task[None]:
        """A complete request arrives; it is on its way when this returns."""
        self.may_answer[path] = asyncio.Event()

        async def receive() -> Any:
            return {"type": "http.request", "body": b""}

        async def send(message: Any) -> None:
            pass

        scope = {"type": "http", "method": method, "path": path, "headers": [], "client": None}
        task = asyncio.create_task(self.door(scope, receive, send))
        await settled()
        return task

    async def answer(self, path: str) -> None:
        """Answer the request."""
        self.may_answer[path].set()
        await settled()


async def settled() -> None:
    """Wait until everything has happened that can happen by itself."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def one_thread(settings: Any) -> None:
    settings.THREADS_OF_A_LANE = 1


def test_who_writes_waits_for_those_who_came_before_him_and_for_no_reader(one_thread: None) -> None:
    async def evening() -> list[str]:
        site = Site()
        tasks = [await site.asks(*one) for one in (("POST", "/1"), ("POST", "/2"), ("POST", "/3"), ("GET", "/read"))]
        assert site.inside == ["/1", "/read"]
        for path in ("/1", "/2", "/3", "/read"):
            await site.answer(path)
        await asyncio.gather(*tasks)
        return site.inside

    assert asyncio.run(evening()) == ["/1", "/read", "/2", "/3"]


def test_an_open_stream_keeps_nobody_waiting(one_thread: None) -> None:
    async def evening() -> list[str]:
        site = Site()
        stream = await site.asks("GET", "/b/live/")
        await site.asks("GET", "/page")
        assert site.inside == ["/b/live/"]
        await site.answer("/b/live/")
        stream.cancel()
        return site.inside

    assert asyncio.run(evening()) == ["/b/live/", "/page"]


def test_what_fails_gives_its_turn_to_the_next(one_thread: None) -> None:
    async def evening() -> list[str]:
        site = Site()
        first = await site.asks("POST", "/1")
        await site.asks("POST", "/2")
        first.cancel()
        await settled()
        return site.inside

    assert asyncio.run(evening()) == ["/1", "/2"]


def test_what_waits_for_its_turn_is_under_way_since_it_came(one_thread: None, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [100.0]
    monkeypatch.setattr(arrival, "steady_seconds", lambda: seconds[0])
    monkeypatch.setattr("campaigns.serving.underway.steady_seconds", lambda: seconds[0])

    async def evening() -> list[dict[str, float]]:
        site = Site()
        await site.asks("POST", "/b/AAAAAAAAAAAA/order/")
        seconds[0] = 101.0
        last = await site.asks("POST", "/b/BBBBBBBBBBBB/order/")
        seconds[0] = 105.0
        waiting = [under_way.waiting()]
        await site.answer("/b/AAAAAAAAAAAA/order/")
        await site.answer("/b/BBBBBBBBBBBB/order/")
        await last
        return [*waiting, under_way.waiting()]

    assert asyncio.run(evening()) == [{"AAAAAAAAAAAA": 5.0, "BBBBBBBBBBBB": 4.0}, {}]


def test_a_request_that_is_too_long_for_the_door_is_stamped_when_its_end_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arrival, "RECEIVED_BEFORE_THREAD", 10)
    seconds = [1.0]
    monkeypatch.setattr(arrival, "steady_seconds", lambda: seconds[0])
    stamps = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        stamps.append(scope[arrival.STAMP])
        body = b""
        while (message := await receive()).get("more_body"):
            body += message["body"]
            seconds[0] += 1
        stamps.append(scope[arrival.STAMP])
        assert body + message["body"] == b"0123456789abcdef"

    async def evening() -> None:
        pieces = [b"01234567", b"89abcd", b"ef"]
        came = iter({"type": "http.request", "body": one, "more_body": one != b"ef"} for one in pieces)

        async def receive() -> Any:
            return next(came)

        scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "client": None}
        await arrival.stamped(application, nullcontext)(scope, receive, None)

    asyncio.run(evening())
    assert stamps == [None, 3.0]


def test_a_server_tells_when_its_process_begins_and_ends() -> None:
    lived = []

    @contextmanager
    def life() -> Iterator[None]:
        lived.append("begins")
        yield
        lived.append("ends")

    async def evening() -> list[str]:
        came = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
        sent = []

        async def receive() -> Any:
            return next(came)

        async def send(message: Any) -> None:
            sent.append(message["type"])

        await arrival.stamped(None, life)({"type": "lifespan"}, receive, send)
        return sent

    assert asyncio.run(evening()) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert lived == ["begins", "ends"]


@pytest.mark.django_db
@pytest.mark.postgres
def test_a_request_asks_the_database_for_the_time_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with CaptureQueriesContext(connection) as asked, asked_once():
        first, second = server_time(), server_time()
    assert len(asked) == 1 and second > first
    with CaptureQueriesContext(connection) as asked:
        server_time(), server_time()
    assert len(asked) == 2


def test_the_time_that_was_told_with_something_else_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told = datetime(1913, 6, 1, tzinfo=UTC)
    monkeypatch.setattr(clock, "database_tells_time", lambda: True)
    monkeypatch.setattr(clock, "database_time", lambda: pytest.fail("it has been told"))
    with asked_once():
        clock.hear(told, clock.steady_seconds())
        clock.hear(told + timedelta(hours=1), clock.steady_seconds())
        assert timedelta(0) <= server_time() - told < timedelta(minutes=1)


@pytest.mark.parametrize("late", [True, False])
def test_a_time_that_was_long_on_its_way_or_not_told_is_asked_for(late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    told, asked = datetime(1913, 6, 1, tzinfo=UTC), datetime(1914, 6, 1, tzinfo=UTC)
    monkeypatch.setattr(clock, "database_tells_time", lambda: True)
    monkeypatch.setattr(clock, "database_time", lambda: asked)
    with asked_once():
        clock.hear(told if late else None, clock.steady_seconds() - (clock.LONGEST_LOOK + 1 if late else 0))
        assert server_time() >= asked


@pytest.fixture
def threads(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.THREADS_OF_A_LANE = 3
    monkeypatch.setattr(arrival, "one_at_a_time", lambda method, battle: battle)


def test_of_one_battle_one_goes_at_a_time_and_others_pass_whoever_waits_for_it(threads: None) -> None:
    async def evening() -> list[str]:
        site = Site()
        paths = ["/b/AAAAAAAAAAAA/1/", "/b/AAAAAAAAAAAA/2/", "/b/BBBBBBBBBBBB/3/"]
        tasks = [await site.asks("POST", path) for path in paths]
        assert site.inside == [paths[0], paths[2]]
        for path in (paths[0], paths[2], paths[1]):
            await site.answer(path)
        await asyncio.gather(*tasks)
        return site.inside

    assert [path[-2] for path in asyncio.run(evening())] == ["1", "3", "2"]


def test_nobody_waits_for_long_for_one_who_is_long(threads: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "PATIENCE", 0.01)

    async def evening() -> list[str]:
        site = Site()
        for number in range(3):
            await site.asks("POST", f"/b/AAAAAAAAAAAA/{number}/")
        assert len(site.inside) == 1
        while len(site.inside) < 3:
            await asyncio.sleep(0.01)
        return site.inside

    assert [path[-2] for path in asyncio.run(evening())] == ["0", "1", "2"]


def test_who_hangs_up_while_he_waits_leaves_no_gap(one_thread: None) -> None:
    async def evening() -> list[str]:
        site = Site()
        await site.asks("POST", "/1")
        second = await site.asks("POST", "/2")
        await site.asks("POST", "/3")
        second.cancel()
        await settled()
        await site.answer("/1")
        return site.inside

    assert asyncio.run(evening()) == ["/1", "/3"]


@pytest.mark.parametrize(("method", "about"), [("POST", "database"), ("GET", "")])
@pytest.mark.sqlite
def test_where_one_writes_at_once_they_go_in_the_sequence_in_which_they_came(method: str, about: str) -> None:
    assert arrival.one_at_a_time(method, "") == about


@pytest.mark.postgres
def test_where_many_write_at_once_one_of_a_battle_does() -> None:
    assert arrival.one_at_a_time("POST", "AAAAAAAAAAAA") == "AAAAAAAAAAAA"


def test_a_request_is_under_way_before_it_is_stamped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a process could report between the two that it holds nothing, after the time of the stamp."""
    held = []
    really = arrival.QueuedRequest.stamp

    def stamp(queued: Any) -> None:
        held.append("AAAAAAAAAAAA" in under_way.waiting())
        really(queued)

    monkeypatch.setattr(arrival.QueuedRequest, "stamp", stamp)

    async def evening() -> None:
        site = Site()
        task = await site.asks("POST", "/b/AAAAAAAAAAAA/order/")
        await site.answer("/b/AAAAAAAAAAAA/order/")
        await task

    asyncio.run(evening())
    assert held == [True] and under_way.waiting() == {}


def test_what_changes_no_battle_is_not_told_to_be_under_way(one_thread: None) -> None:
    async def evening() -> dict[str, float]:
        site = Site()
        await site.asks("POST", "/login/")
        return under_way.waiting()

    assert asyncio.run(evening()) == {}
