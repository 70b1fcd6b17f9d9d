"""Things added and taken away, clauses searched, events prepared and messages in any name: through the API."""

import pytest

from campaigns.models import Dispatch, Inject
from tests.campaigns.api.conftest import client_of
from tests.campaigns.api.table import closed

SURE = {"reason": "they come by the road", "clause": "house rule"}


@pytest.fixture
def umpire(cast, hall):
    """The world of a closed move, and a way to ask and to send to its battle as the umpire."""
    world = closed(cast)
    client = client_of("umpire", cast, world.battle)

    def sent(what, **body):
        where = f"/api/v1/battles/{world.battle.public_id}/{what}"
        return client.post(where, body, format="json") if body else client.get(where)

    sent.world = world
    return sent


def test_things_come_and_go_and_all_faults_are_told_at_once(umpire):
    change = [
        {"template": "squadron", "side": "blue", "name": "Fifth Horse", "chosen": {"men": 12}},
        {"group": "mines", "add": {"side": "blue"}},
        {"group": "bodies", "thing": "blue-crew", "remove": True},
    ]
    answer = umpire("rulings/", move=umpire.world.move_id, change=change, **SURE)
    assert (answer.status_code, answer.data["touches"]) == (201, ["red", "blue"])
    kept = umpire("desk/").data["rulings"][-1]["change"]["changes"]
    assert [next(key for key in ("add", "remove") if key in one) for one in kept] == ["add", "add", "remove"]
    bad = [{"group": "bodies", "thing": name, "key": "men", "value": -1} for name in ("blue-foot", "blue-horse")]
    answer = umpire("rulings/", move=umpire.world.move_id, change=bad, **SURE)
    assert answer.status_code == 400 and all(name in answer.data["sentence"] for name in ("blue-foot", "blue-horse"))
    for wrong in (
        {"group": "bodies", "thing": "blue-foot"},
        {"template": "squadron"},
        {"strange": 1},
        {"remove": "yes"},
    ):
        assert umpire("rulings/", move=umpire.world.move_id, change=[wrong], **SURE).status_code == 400


def test_what_is_odd_is_named_and_taken_when_it_is_meant(umpire):
    change = [{"group": "bodies", "add": {"side": "blue", "arm": "infantry", "men": 4000}}]
    odd = umpire("rulings/", move=umpire.world.move_id, change=change, **SURE)
    assert (odd.status_code, odd.data["code"], odd.data["detail"]["odd"][0]["value"]) == (409, "E-ODD", 4000)
    assert umpire("rulings/", move=umpire.world.move_id, change=change, sure=True, **SURE).status_code == 201


def test_clauses_are_searched(umpire):
    found = umpire("clauses/?q=road+bridge").data
    assert found and all(set(one) == {"number", "title", "words"} for one in found)
    assert umpire("clauses/").data[0]["number"] == "house rule"


def test_an_event_waits_for_somebody_who_comes_near(umpire):
    change = [{"template": "rain", "chosen": {"moves": 3}}]
    near = {"at": [20, 52], "inches": 19.5, "side": "red"}
    given = {"text": "A storm", "clause": "house rule", "change": change, "near": near, "told": "all", "key": "e"}
    assert umpire("injects/", **given).status_code == 201
    (one,) = umpire("injects/").data
    assert (one["near"], one["told"], one["move_number"], one["at"]) == (near, "all", None, None)
    both = {**given, "key": "f", "press": True}
    assert umpire("injects/", **both).status_code == 400 and Inject.objects.count() == 1


def test_a_message_comes_in_a_scout_s_name_or_by_a_rider(umpire, cast):
    post = umpire.world.battle.campaign.posts.get(kind="general", side__key="red").public_id
    whom = {"text": "Horse in the wood", "heard": "addressees", "to": [post], "voice": "a scout"}
    assert umpire("umpire-messages/", **whom, key="a").status_code == 201
    assert umpire("umpire-messages/", **whom, key="b", rider={"at": [10, 10]}).status_code == 201
    assert umpire("umpire-messages/", **whom, key="c", rider={"at": "here"}).status_code == 400
    assert [one.heard for one in Dispatch.objects.order_by("pk")] == ["addressees", "courier"]
    red = client_of("red_general", cast, umpire.world.battle)
    heard = red.get(f"/api/v1/battles/{umpire.world.battle.public_id}/dispatches/").data["heard"]
    assert [one["sender"] for one in heard] == ["a scout"]
