"""``/metrics``: what is counted for a request, written with a process's row, and rendered by any process."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import DatabaseError
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from prometheus_client.parser import text_string_to_metric_families

from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.errors import MoveClosed, Parked
from campaigns.health import health
from campaigns.metrics import OUTCOMES, exposition
from campaigns.models import Due, Process, Pulse
from campaigns.serving import arrival, processes
from campaigns.serving.counters import BOUNDS, Counted, counted, resident
from campaigns.serving.processes import CountsReporter, name_of, process_states, report
from campaigns.usecases.moves import submission
from campaigns.usecases.moves.findings import finish_submission, submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from kriegspiel import __version__
from kriegspiel.asgi import application
from rules.errors import Refused
from tests.campaigns.builders import NOON, a_battle, a_cast, the_move

ROOT = Path(__file__).resolve().parent.parent.parent
STAND = {"order": "stand", "body": "red-foot"}
END = NOON + timedelta(minutes=10)


@pytest.fixture(autouse=True)
def counts(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Nothing has been counted yet in this process, nor written."""
    monkeypatch.setattr(counted, "_numbers", {})
    monkeypatch.setattr(counted, "_times", {})
    monkeypatch.setattr(processes, "counts_reporter", CountsReporter())
    return counted


def samples(text: str | bytes) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every number of an exposition, by its name and labels."""
    families = text_string_to_metric_families(text if isinstance(text, str) else text.decode())
    return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}


def told(text: str | bytes, name: str, **labels: str) -> float | None:
    """A number of an exposition; none where it is missing."""
    found = [
        value for (one, its), value in samples(text).items() if one == name and labels.items() <= dict(its).items()
    ]
    assert len(found) < 2
    return found[0] if found else None


def a_process(kind: str = "web", ago: float = 1, **more: Any) -> Process:
    seen = server_time() - timedelta(seconds=ago)
    return Process.objects.create(name=f"{kind}@one:1", kind=kind, started_at=NOON, seen_at=seen, **more)


def rendered() -> str:
    now = server_time()
    return exposition(health(now), process_states(now)).decode()


# -- counting ---------------------------------------------------------------------------------------


def test_a_time_is_counted_at_the_first_bound_that_it_did_not_exceed() -> None:
    these = Counted()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] + 0.001, BOUNDS[-1], BOUNDS[-1] + 1):
        these.took("close", seconds)
    (total, *within) = these.as_data()["times"]["close"]
    assert within == [2, 1, *[0] * (len(BOUNDS) - 3), 1, 1]
    assert total == int((2 * BOUNDS[0] + 0.001 + 2 * BOUNDS[-1] + 1) * 1_000_000)


def test_times_are_told_without_the_noughts_at_the_end_and_go_on_to_be_counted() -> None:
    these = Counted()
    these.took("close", 0.02)
    assert these.as_data()["times"] == {"close": [20_000, 0, 0, 1]}
    these.took("close", 3.0)
    assert these.as_data()["times"]["close"][3] == 1 and sum(these.as_data()["times"]["close"][1:]) == 2


def test_nothing_is_lost_where_several_threads_count() -> None:
    these = Counted()

    def count() -> None:
        for _ in range(2_000):
            these.add("orders acknowledged")
            these.took("close", 0.1)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    told = these.as_data()
    assert told["numbers"] == {"orders acknowledged": 8_000} and sum(told["times"]["close"][1:]) == 8_000


def test_what_is_looked_at_is_looked_at_when_it_is_told() -> None:
    these, open_ = Counted(), [1]
    these.level("streams", lambda: len(open_))
    assert these.as_data()["levels"] == {"streams": 1}
    open_.append(2)
    assert these.as_data()["levels"] == {"streams": 2}
    assert 20_000_000 < resident() < 4_000_000_000


def test_what_cannot_be_looked_at_is_left_out_and_keeps_nobody_from_speaking(db: None, counts: Counted) -> None:
    these = Counted()
    these.level("streams", lambda: 1 // 0)
    these.level("memory", lambda: 7)
    assert these.as_data()["levels"] == {"memory": 7}


# -- requests ---------------------------------------------------------------------------------------


def ask(path: str, method: str = "GET") -> int:
    """Send a request through the ASGI application; the status of its answer."""
    sent: list[Any] = []
    came = [{"type": "http.request", "body": b""}]

    async def receive() -> Any:
        if came:
            return came.pop()
        import asyncio

        return await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": method, "path": path, "headers": [(b"host", b"localhost")], "query_string": b"",
        "client": ("127.0.0.1", 9), "server": ("localhost", 80),
    }  # fmt: skip
    async_to_sync(application)(scope, receive, send)
    return int(next(one["status"] for one in sent if one["type"] == "http.response.start"))


def requests_counted() -> set[str]:
    return {name.removeprefix("request ") for name in counted.as_data()["times"] if name.startswith("request ")}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("GET", "/login/", "login read 2xx"),
        ("GET", "/", "home read 3xx"),
        ("POST", "/login/", "login write 4xx"),
        ("GET", "/secret-word/", "none read 4xx"),
        ("GET", "/static/campaigns/clock.js", "static read 2xx"),
        ("GET", "/b/AbCd_-123456/", "battle read 3xx"),
        ("GET", "/admin/campaigns/battle/", "admin read 3xx"),
        ("GET", "/api/v1/me/", "api-me read 4xx"),
        ("GET", "/healthz", "healthz watch 5xx"),
        ("GET", "/metrics", "metrics watch 2xx"),
    ],
)
def test_a_request_is_counted_under_its_view_its_lane_and_its_status(method: str, path: str, name: str) -> None:
    ask(path, method)
    assert requests_counted() == {name}


@pytest.mark.django_db(transaction=True)
def test_it_is_counted_from_its_stamp_and_how_long_it_waited_for_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([100.0, *[100.0 + one for one in range(1, 200)]])
    monkeypatch.setattr(arrival, "steady_seconds", lambda: next(seconds))
    ask("/login/")
    times = counted.as_data()["times"]
    assert times["thread read"][0] == 1_000_000, "between the two looks at the clock"
    assert times["request login read 2xx"][0] >= 3_000_000


@pytest.mark.django_db(transaction=True)
def test_a_request_whose_client_hung_up_is_not_counted_as_answered() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        return

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "POST", "path": "/b/AbCd_-123456/order/", "headers": [], "client": None}
    async_to_sync(arrival.stamped(application, None))(scope, receive, None)  # type: ignore[arg-type]
    assert requests_counted() == {"none write none"}


@pytest.mark.django_db(transaction=True)
def test_health_and_metrics_wait_behind_no_page(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.THREADS_OF_A_LANE = 0
    monkeypatch.setattr(arrival, "_lanes", type(arrival._lanes)())
    assert ask("/metrics") == 200 and ask("/healthz") == 503


def every_name(patterns: Iterable[Any]) -> set[str]:
    """The names under which views are counted."""
    names = set()
    for one in patterns:
        if isinstance(one, URLResolver):
            names |= {one.namespace} if one.namespace else every_name(one.url_patterns)
        elif isinstance(one, URLPattern) and one.name:
            names.add(one.name)
    return names


def test_the_row_of_a_process_that_was_asked_for_every_page_stays_small() -> None:
    these = Counted()
    names = every_name(get_resolver().url_patterns)
    assert len(names) > 150 and not [name for name in names if " " in name]
    for name in names:
        for seconds in (0.004, 0.02, 0.2, 0.4):
            these.took(f"request {name} read 2xx", seconds)
    assert len(json.dumps(these.as_data(), separators=(",", ":"))) < 20_000


# -- what is done -----------------------------------------------------------------------------------


def give(user: Any, move: Any, key: str = "k", orders: Any = (STAND,), arrived: Any = None, now: Any = NOON) -> Any:
    return submit_orders(
        user=user, move=move.public_id, thing="red-foot", orders=list(orders), base_revision=0, key=key,
        arrived_at=arrived, now=now,
    )  # fmt: skip


def numbers() -> dict[str, int]:
    found: dict[str, int] = counted.as_data()["numbers"]
    return found


def test_orders_are_counted_by_what_became_of_them(cast: Any, move: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    give(cast.red_foot, move)
    give(cast.red_foot, move)
    with pytest.raises(Refused):
        give(cast.blue_foot, move, key="not-his-move")
    with pytest.raises(MoveClosed):
        give(cast.red_foot, move, key="late", now=END + timedelta(seconds=1))
    close_move(move_id=move.pk, now=END - timedelta(minutes=1), cause="umpire")
    with pytest.raises(MoveClosed):
        give(cast.red_foot, move, key="in-time", now=END - timedelta(seconds=30))
    monkeypatch.setattr("campaigns.usecases.orders.orders.hand_in", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        give(cast.red_foot, move, key="a-fault")
    assert numbers() == {
        "orders acknowledged": 2, "orders refused": 1, "orders late": 1, "orders missed": 1, "orders failed": 1,
    }  # fmt: skip


@pytest.mark.parametrize("late", [0, 3])
def test_a_close_is_counted_with_how_late_it_was(move: Any, late: int) -> None:
    due = move.dues.get(kind=Due.Kind.CLOSE).due_at
    assert sweep(due - timedelta(milliseconds=1)).closed == 0
    assert "close" not in counted.as_data()["times"]
    assert sweep(due + timedelta(seconds=late)).closed == 1
    assert late * 1_000_000 <= counted.as_data()["times"]["close"][0] < (late + 2) * 1_000_000
    assert sum(counted.as_data()["times"]["close"][1:]) == 1


def test_findings_are_counted_by_what_became_of_them(cast: Any, move: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    close_move(move_id=move.pk, now=END, cause="time")
    with monkeypatch.context() as broken:
        broken.setattr(submission, "find_to_publish", lambda *_: 1 / 0)
        with pytest.raises(Parked):
            submit_move(by=cast.umpire, move=move.public_id, now=END)
    assert numbers() == {"findings failed": 1}
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    assert numbers() == {"findings failed": 1, "findings made": 1}


def test_a_finding_that_was_begun_three_times_is_counted_as_worn_out(move: Any) -> None:
    close_move(move_id=move.pk, now=END, cause="time")
    type(move).objects.update(attempts=3, claimed_at=END)
    assert not finish_submission(move_id=move.pk, now=END + timedelta(minutes=1)).done
    assert numbers() == {"findings worn_out": 1}


# -- written with the row ------------------------------------------------------------------------------


def test_a_process_tells_what_it_has_counted_every_five_seconds(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [100.0]
    monkeypatch.setattr(processes, "steady_seconds", lambda: seconds[0])

    def row() -> Any:
        report("web")
        return Process.objects.get(name=name_of("web")).counted["numbers"]

    counted.add("orders acknowledged")
    assert row() == {"orders acknowledged": 1}
    counted.add("orders acknowledged")
    seconds[0] = 104.9
    assert row() == {"orders acknowledged": 1}
    seconds[0] = 105.0
    assert row() == {"orders acknowledged": 2}


def test_of_several_rows_of_one_process_one_tells_it(db: None) -> None:
    counted.add("orders acknowledged")
    processes.counts_reporter.kind = "serve"
    for kind in ("worker", "serve", "beat", "worker"):
        report(kind)
    rows = dict(Process.objects.values_list("kind", "counted"))
    assert rows["worker"] == rows["beat"] == {} and rows["serve"]["numbers"] == {"orders acknowledged": 1}
    assert told(rendered(), "kriegspiel_orders_total", outcome="acknowledged") == 1


# -- rendering --------------------------------------------------------------------------------------

COUNTED = {
    "numbers": {"orders acknowledged": 7, "orders late": 2, "findings made": 3},
    "times": {
        "request battle read 2xx": [1_500_000, 3, 0, 1],
        "request battle read 5xx": [500_000, 0, 1],
        "thread write": [40_000, 2],
        "close": [31_000_000, *[0] * len(BOUNDS), 1],
    },
    "levels": {"memory": 90_000_000, "streams": 4, "waiting read": 0, "waiting write": 6},
}
POOL = {"pool_max": 20, "pool_size": 6, "pool_available": 2, "requests_errors": 3}


def test_a_histogram_adds_up_from_bound_to_bound(db: None) -> None:
    a_process(counted=COUNTED)
    text = rendered()
    at = {
        bound: told(text, "kriegspiel_request_seconds_bucket", view="battle", le=bound)
        for bound in ("0.005", "0.01", "0.025", "30.0", "+Inf")
    }
    assert [*at.values()] == [3, 4, 5, 5, 5]
    assert told(text, "kriegspiel_request_seconds_sum", view="battle", lane="read") == 2.0
    assert told(text, "kriegspiel_request_seconds_count", view="battle", process="web@one:1", kind="web") == 5
    assert told(text, "kriegspiel_requests_total", view="battle", status="2xx") == 4
    assert told(text, "kriegspiel_requests_total", view="battle", status="5xx") == 1
    assert told(text, "kriegspiel_close_lateness_seconds_bucket", le="30.0") == 0
    assert told(text, "kriegspiel_close_lateness_seconds_bucket", le="+Inf") == 1
    assert told(text, "kriegspiel_thread_wait_seconds_count", lane="write") == 2


def test_counters_levels_and_pools_are_told_of_each_process(db: None) -> None:
    a_process(counted=COUNTED, pool=POOL, under_way={"AbCd_-123456": 2_500})
    a_process("clock", counted={**COUNTED, "numbers": {"findings made": 4}})
    text = rendered()
    assert told(text, "kriegspiel_orders_total", outcome="late", kind="web") == 2
    assert told(text, "kriegspiel_orders_total", outcome="late", kind="clock") == 0
    assert told(text, "kriegspiel_findings_total", outcome="made", kind="web") == 3
    assert told(text, "kriegspiel_findings_total", outcome="made", kind="clock") == 4
    assert told(text, "kriegspiel_process_resident_memory_bytes", kind="web") == 90_000_000
    assert told(text, "kriegspiel_streams_open", kind="web") == 4
    assert told(text, "kriegspiel_requests_waiting", kind="web", lane="write") == 6
    assert told(text, "kriegspiel_pool_connections_free", kind="web") == 2
    assert told(text, "kriegspiel_pool_requests_waiting", kind="web") == 0
    assert told(text, "kriegspiel_pool_errors_total", kind="web", of="requests") == 3
    assert told(text, "kriegspiel_pool_connections", kind="clock") is None
    assert told(text, "kriegspiel_under_way_oldest_seconds", kind="web") == 2.5
    assert told(text, "kriegspiel_process_start_time_seconds", kind="web") == NOON.timestamp()
    assert "AbCd" not in text


def test_what_has_not_happened_yet_is_told_as_nought(db: None) -> None:
    a_process(counted=Counted().as_data())
    a_process("beat")
    text = rendered()
    assert told(text, "kriegspiel_orders_total", outcome="missed") == 0
    assert told(text, "kriegspiel_findings_total", outcome="failed") == 0
    assert told(text, "kriegspiel_close_lateness_seconds_count") == 0


def test_whatever_orders_and_findings_come_to_is_told(db: None, counts: Counted) -> None:
    written = {
        said
        for path in (ROOT / "campaigns").rglob("*.py")
        for said in re.findall(r"(?<!=)\"((?:findings|orders) \w+)\"", path.read_text(encoding="utf-8"))
    }
    known = {f"{family} {outcome}" for family, outcomes in OUTCOMES.items() for outcome in outcomes}
    assert written and written <= known and {"orders late", "orders missed"} <= known


def test_of_a_process_that_has_fallen_silent_the_counters_stay_and_the_levels_go(db: None) -> None:
    a_process(ago=60, counted=COUNTED, pool=POOL)
    text = rendered()
    assert told(text, "kriegspiel_process_silent", kind="web") == 1
    assert 60 <= (told(text, "kriegspiel_process_seen_seconds", kind="web") or 0) < 90
    assert told(text, "kriegspiel_orders_total", outcome="acknowledged") == 7
    for name in ("process_resident_memory_bytes", "streams_open", "pool_connections", "under_way_oldest_seconds"):
        assert told(text, f"kriegspiel_{name}") is None, name


def test_the_metrics_have_the_state_of_the_site_and_what_waits_by_kind(move: Any) -> None:
    close = move.dues.get(kind=Due.Kind.CLOSE).due_at
    now = close + timedelta(seconds=4)
    Pulse.objects.create(name="sweep", at=now - timedelta(seconds=3), mark=now)
    text = exposition(health(now), ())
    assert told(text, "kriegspiel_pulse_age_seconds") == 3
    assert (told(text, "kriegspiel_due_waiting", kind="close"), told(text, "kriegspiel_due_waiting", kind="find")) == (
        1,
        0,
    )
    assert told(text, "kriegspiel_oldest_overdue_seconds") == pytest.approx(
        (now - move.dues.order_by("due_at")[0].due_at).total_seconds()
    )
    assert (told(text, "kriegspiel_database_up"), told(text, "kriegspiel_healthy")) == (1, 0)
    assert told(text, "kriegspiel_build_info", version=__version__) == 1
    for name in ("moves_parked", "moves_claimed", "mails_waiting"):
        assert told(text, f"kriegspiel_{name}") == 0
    assert (told(text, "kriegspiel_notices_unsent") or 0) > 0


def test_every_family_is_named_whether_or_not_there_is_a_number(db: None) -> None:
    empty, full = exposition(None, ()), exposition(health(NOON), process_states(server_time()))
    named = [line for line in empty.decode().splitlines() if line.startswith("# TYPE")]
    assert len(named) > 25 and named == [line for line in full.decode().splitlines() if line.startswith("# TYPE")]
    assert all(line.split()[2].startswith("kriegspiel_") for line in named)
    counters = [line.split()[2] for line in named if line.endswith(" counter")]
    assert counters and all(name.endswith("_total") for name in counters)


# -- who may read them ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_operators_are_told_and_nobody_else_learns_that_there_is_anything(
    client: Any, cast: Any, settings: Any
) -> None:
    by_a_proxy = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics").headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 404
    assert client.get("/metrics", **by_a_proxy).status_code == 404
    settings.OPERATORS_FROM = [ip_network("203.0.113.0/24")]
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 200
    assert client.get("/metrics", **by_a_proxy).status_code == 404, "nobody has named that proxy"
    client.force_login(cast.red_foot)
    assert client.get("/metrics", **by_a_proxy).status_code == 404
    cast.red_foot.is_staff = True
    cast.red_foot.save()
    assert client.get("/metrics", **by_a_proxy).status_code == 200
    assert client.post("/metrics").status_code == 405


@pytest.mark.django_db
def test_while_the_database_is_away_the_process_that_is_asked_tells_of_itself(client: Any, monkeypatch: Any) -> None:
    def away(now: Any) -> None:
        raise DatabaseError("secret words of the driver")

    counted.add("orders acknowledged")
    monkeypatch.setattr("campaigns.web.page.metrics.health", away)
    answer = client.get("/metrics")
    assert answer.status_code == 200 and "secret" not in answer.content.decode()
    assert (told(answer.content, "kriegspiel_database_up"), told(answer.content, "kriegspiel_healthy")) == (0, 0)
    assert (told(answer.content, "kriegspiel_process_resident_memory_bytes", process=name_of("web")) or 0) > 20_000_000
    assert told(answer.content, "kriegspiel_orders_total") is None, "a counter never falls"
    assert told(answer.content, "kriegspiel_pulse_age_seconds") is None


@pytest.mark.django_db(transaction=True)
def test_it_names_no_person_no_battle_and_no_campaign() -> None:
    cast = a_cast()
    battle = a_battle(cast, name="Aldershot")
    move = the_move(battle)
    give(cast.red_foot, move)
    for path in (
        f"/b/{battle.public_id}/",
        f"/api/v1/battles/{battle.public_id}/",
        "/invited/SeCrEtToKeN/",
        "/Aldershot/",
    ):
        ask(path)
        ask(path, "POST")
    report("web")
    text = rendered()
    assert told(text, "kriegspiel_requests_total", view="battle", lane="read") == 1
    names = {cast.red_foot.username, "Aldershot", battle.public_id, move.public_id, battle.seed, "SeCrEtToKeN"}
    assert all(names) and [name for name in names if name in text] == []
    assert reverse("battle", args=[battle.public_id]) not in text
