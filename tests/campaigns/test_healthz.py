"""``/healthz``: the state of the site for those who watch it."""

from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.db import DatabaseError

from campaigns.clock import server_time
from campaigns.health import health
from campaigns.models import Due, Notice, Process, Pulse
from kriegspiel import __version__
from tests.campaigns.builders import NOON, a_battle, the_move

pytestmark = pytest.mark.django_db


def a_pulse(at):
    return Pulse.objects.create(name="sweep", at=at, mark=at)


def test_a_clock_that_goes_and_owes_nothing_is_well(client):
    a_pulse(server_time())
    answer = client.get("/healthz")
    said = answer.json()
    assert answer.status_code == 200
    assert (said["status"], said["version"], said["database"]["ok"]) == ("ok", __version__, True)
    assert said["clock"]["oldest_overdue_seconds"] is None
    assert said["clock"]["pulse_age_seconds"] < 10
    assert said["backlog"] == {"due": 0, "claimed": 0, "parked": 0, "unsent_notices": 0, "waiting_mails": 0}


def test_a_clock_that_stands_still_is_a_503_with_the_reason(client):
    a_pulse(server_time() - timedelta(seconds=12))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert "has stopped" in answer.json()["reason"]


def test_a_clock_that_never_went_is_a_503(client):
    assert client.get("/healthz").status_code == 503


def test_ten_seconds_are_not_yet_too_late():
    a_pulse(NOON)
    assert health(NOON + timedelta(seconds=10)).well
    assert not health(NOON + timedelta(seconds=10, milliseconds=1)).well


def test_what_has_been_due_for_more_than_ten_seconds_is_not_well():
    battle = a_battle()
    Notice.objects.update(sent_at=NOON)
    closes = the_move(battle).dues.get(kind=Due.Kind.CLOSE).due_at
    a_pulse(closes + timedelta(seconds=11))
    found = health(closes + timedelta(seconds=11))
    assert "does not keep up" in found.reason
    assert found.waiting == 4
    Due.objects.update(state=Due.State.DONE)
    assert health(closes + timedelta(seconds=11)).well


def test_an_outbox_that_is_stuck_is_not_well():
    a_battle()
    a_pulse(NOON + timedelta(seconds=11))
    assert "notices are not sent" in health(NOON + timedelta(seconds=11)).reason
    Notice.objects.update(sent_at=NOON)
    assert health(NOON + timedelta(seconds=11)).well


def test_a_clock_that_has_jumped_is_not_well_until_it_has_held_still():
    a_pulse(NOON)
    Pulse.objects.create(name="jump", at=NOON, mark=NOON + timedelta(hours=1))
    assert "has jumped" in health(NOON).reason
    Pulse.objects.get(name="jump").delete()
    assert health(NOON).well


def test_a_database_that_does_not_answer_is_a_503(client, monkeypatch):
    def down(now):
        raise DatabaseError("secret words of the driver")

    monkeypatch.setattr("campaigns.web.page.health.health", down)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"]["ok"] is False
    assert "secret" not in answer.content.decode()


def test_health_names_no_battle_and_no_person(client):
    battle = a_battle()
    a_pulse(server_time())
    said = client.get("/healthz").content.decode()
    assert battle.public_id not in said
    assert battle.seed not in said
    assert "red" not in said


BY_A_PROXY = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}


@pytest.mark.parametrize("way", [{"REMOTE_ADDR": "203.0.113.9"}, BY_A_PROXY])
def test_a_stranger_learns_only_whether_the_site_is_up(client, way):
    a_battle()
    a_pulse(server_time() - timedelta(seconds=12))
    down = client.get("/healthz", **way)
    assert (down.status_code, down.json()) == (503, {"status": "down"})
    Notice.objects.update(sent_at=NOON)
    Due.objects.all().delete()
    Pulse.objects.update(at=server_time())
    up = client.get("/healthz", **way)
    assert (up.status_code, up.json()) == (200, {"status": "ok"})


def test_a_player_is_told_as_little_and_staff_is_told_all(client, cast):
    a_pulse(server_time())
    client.force_login(cast.red_foot)
    assert client.get("/healthz", **BY_A_PROXY).json() == {"status": "ok"}
    cast.red_foot.is_staff = True
    cast.red_foot.save()
    assert "backlog" in client.get("/healthz", **BY_A_PROXY).json()


def test_a_stranger_is_told_no_more_of_a_database_that_does_not_answer(client, monkeypatch):
    monkeypatch.setattr("campaigns.web.page.health.health", lambda now: (_ for _ in ()).throw(DatabaseError("words")))
    assert client.get("/healthz", REMOTE_ADDR="203.0.113.9").json() == {"status": "down"}


def test_only_reading_is_allowed(client):
    assert client.post("/healthz").status_code == 405


# -- the processes ----------------------------------------------------------------------------------


POOL = {"pool_min": 1, "pool_max": 20, "pool_size": 6, "pool_available": 2, "requests_errors": 3}


def a_process(ago, kind="web", **more):
    seen = server_time() - timedelta(seconds=ago)
    return Process.objects.create(name=f"{kind}@one:{ago}", kind=kind, started_at=NOON, seen_at=seen, **more)


def told(client, **way):
    return client.get("/healthz", **way).json()


def test_operators_are_told_each_process_and_when_it_was_last_seen(client):
    a_pulse(server_time())
    a_process(1, under_way={"AbCd_-123456": 1_200, "BbCd_-123456": 80}, pool=POOL)
    a_process(2, kind="clock")
    clock, web = told(client)["processes"]
    assert (web["name"], web["kind"], web["started_at"]) == ("web@one:1", "web", NOON.isoformat())
    assert 1 <= web["seen_seconds_ago"] < 4 and web["silent"] is False
    assert web["under_way"] == {"battles": 2, "oldest_ms": 1_200}
    assert web["pool"] == {"size": 6, "most": 20, "free": 2, "waiting": 0, "errors": 3}
    assert (clock["under_way"], clock["pool"]) == ({"battles": 0, "oldest_ms": 0}, {})
    assert "AbCd" not in client.get("/healthz").content.decode()


@pytest.mark.parametrize(
    ("kind", "ago", "silent"),
    [("web", 3, False), ("web", 5, True), ("serve", 5, True), ("clock", 12, False), ("clock", 16, True),
     ("worker", 12, False), ("worker", 16, True), ("beat", 16, True), ("streams", 12, False), ("streams", 16, True)],
)  # fmt: skip
def test_a_process_is_silent_after_a_few_reports_of_its_kind_are_missing(client, kind, ago, silent):
    a_pulse(server_time())
    a_process(ago, kind=kind)
    (found,) = told(client)["processes"]
    assert found["silent"] is silent


def test_a_process_that_was_killed_does_not_make_the_site_unhealthy(client):
    a_pulse(server_time())
    for kind in Process.Kind.values:
        a_process(3_500, kind=kind)
    answer = client.get("/healthz")
    assert answer.status_code == 200 and all(one["silent"] for one in answer.json()["processes"])


def test_a_process_whose_clock_is_ahead_was_seen_just_now(client):
    a_pulse(server_time())
    a_process(-5)
    (found,) = told(client)["processes"]
    assert (found["seen_seconds_ago"], found["silent"]) == (0.0, False)


# -- who is an operator -----------------------------------------------------------------------------


PROXY, OFFICE, STRANGER = "172.30.57.2", "198.51.100.7", "203.0.113.9"


@pytest.fixture
def behind(settings):
    """A proxy of ours in a network with operators' programs, and an office."""
    settings.TRUSTED_PROXIES = [ip_network("172.30.57.0/24")]
    settings.OPERATORS_FROM = [ip_network("172.30.57.0/24"), ip_network("198.51.100.0/28"), ip_network("2001:db8::7")]


@pytest.mark.parametrize(
    "way",
    [
        {"REMOTE_ADDR": "172.30.57.9"},
        {"REMOTE_ADDR": OFFICE},
        {"REMOTE_ADDR": "2001:db8::7"},
        {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": OFFICE},
        {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": f"{STRANGER}, {OFFICE}"},
    ],
    ids=[
        "beside the proxy",
        "office",
        "one address of IPv6",
        "office by our proxy",
        "office, which says that it asks for another",
    ],
)
def test_who_asks_from_an_operators_address_is_told_all(client, behind, way):
    assert "processes" in told(client, **way)


@pytest.mark.parametrize(
    "way",
    [
        {"REMOTE_ADDR": STRANGER},
        {"REMOTE_ADDR": "198.51.100.17"},
        {"REMOTE_ADDR": "2001:db8::8"},
        {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": STRANGER},
        {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": f"{OFFICE}, {STRANGER}"},
        {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": ""},
        {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": "unknown"},
        {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": PROXY},
        {"REMOTE_ADDR": PROXY, "HTTP_X_REAL_IP": STRANGER},
        {"REMOTE_ADDR": PROXY, "HTTP_VIA": "1.1 one"},
        {"REMOTE_ADDR": OFFICE, "HTTP_X_FORWARDED_FOR": STRANGER},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_PROTO": "https"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_HOST": "kriegspiel.example"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_REQUEST_START": "t=1"},
        {"REMOTE_ADDR": ""},
    ],
    ids=["stranger", "beside the office", "its neighbour of IPv6", "stranger by our proxy", "stranger who says that he is the office",
         "a proxy that names nobody", "a proxy that does not know", "a proxy that names itself", "a proxy with another header",
         "a proxy that only says that it is one", "a proxy in the office that is not ours", "a proxy on the machine itself",
         "one there that only speaks TLS", "one there that only says for what host", "one there that only says since when", "a socket"],
)  # fmt: skip
def test_nobody_gets_in_by_a_proxy_or_by_what_he_writes(client, behind, way):
    a_pulse(server_time())
    assert told(client, **way) == {"status": "ok"} and client.get("/metrics", **way).status_code == 404


def test_where_nobody_is_named_nobody_but_the_machine_itself_is_told(client):
    a_pulse(server_time())
    assert told(client, REMOTE_ADDR=OFFICE) == {"status": "ok"}
    assert "processes" in told(client, REMOTE_ADDR="::1")
