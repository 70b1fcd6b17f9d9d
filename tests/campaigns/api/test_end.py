"""end/: the umpire ends a battle, won or drawn, and then the campaign."""

import hashlib

import pytest

from campaigns.models import Battle, Campaign


@pytest.fixture
def end(caller, at):
    return lambda role="umpire", **body: caller(role).post(at("end"), {"reason": "Dusk has fallen", **body})


@pytest.fixture
def end_campaign(caller, battle):
    return lambda: caller("umpire").post(f"/api/v1/campaigns/{battle.campaign.public_id}/end/")


def test_a_battle_that_the_umpire_ends_is_over_for_everybody_and_shows_its_seed(end, caller, at):
    assert caller("red_foot").get(at()).data["battle"]["seed"] == ""
    answer = end(winner="red")
    assert (answer.status_code, answer.data["status"]) == (200, "ended")
    for role in ("red_foot", "blue_foot", "observer", "umpire"):
        told = caller(role).get(at()).data["battle"]
        assert (told["status"], told["result"]["winner"], told["result"]["by"]) == ("ended", "red", "umpire")
        assert hashlib.sha256(told["seed"].encode()).hexdigest() == told["seed_digest"]
    assert any(one["kind"] == "ended" for one in caller("blue_foot").get("/api/v1/notices/").data)


def test_without_a_winner_it_is_drawn(end, caller, at):
    end()
    assert caller("observer").get(at()).data["battle"]["result"]["draw"] is True


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"winner": "green"}, "E-INVALID"),
        ({"winner": None}, "E-INVALID"),
        ({"reason": ""}, "E-INVALID"),
        ({"reason": "a\u202eb"}, "E-INVALID"),
        ({"seed": "00"}, "E-INVALID"),
    ],
)
def test_an_end_that_is_not_understood_ends_nothing(end, battle, body, code):
    refused = end(**body)
    assert (refused.status_code, refused.data["code"]) == (400, code)
    assert Battle.objects.get(pk=battle.pk).status == "running"


def test_a_battle_ends_once(end):
    end(winner="red")
    again = end(winner="blue")
    assert (again.status_code, again.data["code"]) == (409, "E-STATE")


def test_a_battle_that_has_ended_takes_no_orders(end, caller, at, move):
    end(winner="red")
    stand = {"move": move.public_id, "thing": "red-foot", "orders": [], "base_revision": 0, "key": "k"}
    assert caller("red_foot").post(at("orders"), stand).status_code == 409


def test_a_campaign_ends_when_its_battles_have(end, end_campaign, battle):
    early = end_campaign()
    assert (early.status_code, early.data["code"]) == (409, "E-STATE")
    end()
    assert end_campaign().data["status"] == "ended"
    assert Campaign.objects.get(pk=battle.campaign_id).status == "ended"
    assert end_campaign().status_code == 409
