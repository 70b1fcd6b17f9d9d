"""clock/: paused, resumed, extended, ended; ready and not ready."""

import pytest

from campaigns.models import Campaign
from campaigns.usecases.moves.moves import close_move
from tests.campaigns.builders import NOON, a_battle, the_move


@pytest.fixture
def umpire(caller, at, move):
    def sent(what, **body):
        return caller("umpire").post(at(f"clock/{what}"), body)

    return sent


def test_the_clock_stands_and_goes_on_with_the_time_added(umpire, caller, at, hall):
    closes = caller("red_foot").get(at("clock")).data["closes_at"]
    assert umpire("pause", reason="Tea", minutes=5).status_code == 200
    assert caller("red_foot").get(at("clock")).data["state"] == "paused"
    hall.wait(minutes=3)
    assert umpire("resume").data["closes_at"] > closes
    assert caller("blue_foot").get(at("clock")).data["state"] == "open"


def test_a_move_is_extended_up_to_the_cap_and_once_for_a_key(umpire, move):
    first = umpire("extend", move=move.public_id, minutes=10, reason="Rain", key="one")
    again = umpire("extend", move=move.public_id, minutes=10, reason="Rain", key="one")
    assert first.data == again.data
    assert first.data["extended_minutes"] == 10
    other = umpire("extend", move=move.public_id, minutes=9, reason="Rain", key="one")
    assert (other.status_code, other.data["code"]) == (422, "E-KEY")
    beyond = umpire("extend", move=move.public_id, minutes=10, reason="Rain", key="two")
    assert (beyond.status_code, beyond.data["code"]) == (409, "E-CAP")


def test_time_called_early_closes_the_move_to_orders_after_the_drain(umpire, caller, at, move, hall):
    assert umpire("close", move=move.public_id, reason="All in").status_code == 200
    hall.wait(seconds=1)
    assert caller("red_foot").get(at("clock")).data["state"] == "drain"
    stand = {"move": move.public_id, "thing": "red-foot", "orders": [], "base_revision": 0, "key": "k"}
    late = caller("red_foot").post(at("orders"), stand)
    assert (late.status_code, late.data["code"]) == (409, "E-TURN")


def test_time_is_called_when_every_commander_is_ready(caller, at, move):
    of_move = {"move": move.public_id}
    for who in ("red_foot", "red_horse"):
        assert caller(who).put(at("ready"), of_move).data["called"] is False
    recalled = caller("red_foot").delete(at("ready") + f"?move={move.public_id}")
    assert recalled.data["ready"] == 1
    caller("red_foot").put(at("ready"), of_move)
    asked = caller("red_guns").put(at("ready"), of_move)
    assert (asked.status_code, asked.data["code"]) == (409, "E-LAST")
    assert asked.data["detail"]["waiting"]
    last = caller("red_guns").put(at("ready"), {**of_move, "ends": True}).data
    assert (last["called"], last["ready"]) == (True, last["of"])


def test_what_is_published_by_itself_is_stopped_and_goes_on(caller, cast, hall):
    battle = a_battle(cast, publish_minutes=5)
    move = the_move(battle)
    close_move(move_id=move.pk, now=NOON, cause="time")
    where, of_move = f"/api/v1/battles/{battle.public_id}/", {"move": move.public_id}
    due = caller("umpire").get(where + "desk/").data["publishes_at"]
    stopped = caller("umpire").post(where + "publication/stop/", of_move)
    assert (stopped.status_code, stopped.data["publishes_at"]) == (200, None) and stopped.data["stopped_at"]
    assert caller("umpire").get(where + "desk/").data["stopped_at"] == stopped.data["stopped_at"]
    hall.wait(minutes=1)
    again = caller("umpire").post(where + "publication/resume/", of_move)
    assert again.data["publishes_at"] > due and again.data["stopped_at"] is None
    refused = caller("red_general").post(where + "publication/stop/", of_move)
    assert refused.status_code == 403


def test_a_campaign_has_the_minutes_or_never_publishes_by_itself(caller, cast):
    given = {"name": "Aldershot", "sides": [{"key": "red"}, {"key": "blue"}]}
    made = caller("umpire").post("/api/v1/campaigns/", {**given, "publish_minutes": 7})
    campaign = Campaign.objects.get(public_id=made.data["id"])
    assert campaign.publish_minutes == 7
    where = f"/api/v1/campaigns/{campaign.public_id}/"
    assert caller("umpire").patch(where, {"publish_minutes": None}).status_code == 200
    campaign.refresh_from_db()
    assert campaign.publish_minutes is None
    assert caller("umpire").patch(where, {"publish_minutes": 0}).status_code == 400
