"""``/healthz``: what those who watch a server are told."""

from datetime import timedelta

import pytest
from django.db import DatabaseError

from campaigns.clock import server_time
from campaigns.health import health
from campaigns.models import Due, Notice, Pulse
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
    assert said["backlog"] == {"due": 0, "claimed": 0, "parked": 0, "unsent_notices": 0}


def test_a_clock_that_stands_still_is_a_503_with_the_reason(client):
    a_pulse(server_time() - timedelta(seconds=12))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert "stands still" in answer.json()["reason"]


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
def test_a_stranger_learns_whether_the_house_is_up_and_nothing_more(client, way):
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
