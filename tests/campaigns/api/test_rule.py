"""desk, facts, corrections, rulings: the umpire's work through the API."""

import pytest

from campaigns.models import Ruling
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from tests.campaigns.api.conftest import client_of
from tests.campaigns.api.table import CHANGE, FORM, closed, fire, ruled
from tests.campaigns.builders import NOON, a_battle, the_move


@pytest.fixture
def umpire(cast, hall):
    """The world of a closed move, and a way to send to its battle as the umpire."""
    world = closed(cast)

    def sent(what, **body):
        client = client_of("umpire", cast, world.battle)
        where = f"/api/v1/battles/{world.battle.public_id}/{what}/"
        return client.post(where, {"move": world.move_id, **body}) if body or what == "submit" else client.get(where)

    sent.world = world
    return sent


def test_the_desk_holds_orders_needs_and_preview(umpire):
    desk = umpire("desk").data
    assert [(one["thing"], one["order"]["order"]) for one in desk["orders"]] == [("red-foot", "form")]
    assert desk["clock"]["state"] == "closed"
    assert desk["preview"]["events"]
    assert desk["preview"]["fault"] == ""


def test_facts_are_taken_down_and_a_stale_sheet_refused_with_both(umpire):
    first = umpire("facts", base_revision=0, orders={}, coin="heads")
    assert (first.status_code, first.data["revision"]) == (201, 1)
    stale = umpire("facts", base_revision=0, orders={}, coin="tails")
    assert (stale.status_code, stale.data["code"], stale.data["detail"]["revision"]) == (412, "E-STALE", 1)
    assert umpire("desk").data["coin"] == "heads"


def test_facts_of_an_order_that_is_not_there_are_refused(umpire):
    answer = umpire("facts", base_revision=0, orders={"red-horse/0": {"distance": 5}})
    assert answer.status_code == 400
    assert "red-horse/0" in answer.data["sentence"]


def test_an_order_is_corrected_and_found_so(umpire):
    stand = [{"order": "stand", "body": "red-foot"}]
    answer = umpire("corrections", thing="red-foot", orders=stand, reason="Written in haste")
    assert (answer.status_code, answer.data["touches"]) == (201, ["red"])
    orders = umpire("desk").data["orders"]
    assert [(one["order"]["order"], one["corrected"]) for one in orders] == [("stand", True)]


def test_a_finding_is_overruled_and_the_ruling_taken_back(umpire, cast):
    ruling = umpire("rulings", change=CHANGE, reason="A fall", clause="KS-OFF-03").data
    world = umpire.world
    client = client_of("umpire", cast, world.battle)
    back = client.post(f"/api/v1/rulings/{ruling['ruling']}/restore/", {"reason": "Hasty"})
    assert (back.status_code, back.data["kind"]) == (201, "restore")
    twice = client.post(f"/api/v1/rulings/{ruling['ruling']}/restore/", {"reason": "Hasty"})
    assert (twice.status_code, twice.data["code"]) == (409, "E-STATE")
    umpire("submit")
    foot = client_of("red_foot", cast, world.battle).get(f"/api/v1/battles/{world.battle.public_id}/sheet/").data["own"]
    assert next(one["state"]["men"] for one in foot if one["id"] == "red-foot") == 60


def test_a_ruling_without_a_clause_is_a_house_rule_here_too(umpire, cast):
    assert umpire("rulings", change=CHANGE, reason="A fall").status_code == 201
    assert umpire("desk").data["rulings"][0]["clause"] == "house rule"


def test_a_ruling_in_force_is_carried_out(cast, hall):
    world = ruled(cast)
    where = f"/api/v1/battles/{world.battle.public_id}/"
    client_of("umpire", cast, world.battle).post(where + "submit/", {"move": world.move_id})
    foot = client_of("red_foot", cast, world.battle).get(where + "sheet/").data["own"]
    assert next(one["state"]["men"] for one in foot if one["id"] == "red-foot") == 59


def test_an_open_move_is_not_submitted(caller, at, move):
    answer = caller("umpire").post(at("submit"), {"move": move.public_id})
    assert (answer.status_code, answer.data["code"]) == (409, "E-STATE")


@pytest.mark.slow
def test_the_fire_is_published_once_and_movement_opens(cast, hall):
    world = fire(cast)
    client = client_of("umpire", cast, world.battle)
    where = f"/api/v1/battles/{world.battle.public_id}/"
    assert client.get(where + "clock/").data["state"] == "fire"
    assert client.post(where + "publish-fire/", {"move": world.move_id}).status_code == 200
    assert client.get(where + "clock/").data["stage"] == "movement"
    assert client.post(where + "publish-fire/", {"move": world.move_id}).status_code == 409
    body = {"move": world.move_id, "thing": "red-foot", "orders": FORM, "base_revision": 0, "key": "k"}
    assert client_of("red_foot", cast, world.battle).post(where + "orders/", body).status_code == 201


def test_points_are_awarded_and_told_to_that_side(caller, at):
    award = {"side": "red", "amount": 5, "reason": "A flag"}
    assert caller("umpire").post(at("points"), award).data == {"halves": {"red": 5}}
    assert caller("red_foot").get(at("points")).data["halves"] == 5
    assert caller("blue_foot").get(at("points")).data["halves"] == 0


def test_a_measured_number_far_from_what_the_software_has_is_asked_about_once(cast, hall):
    battle = a_battle(cast)
    move = the_move(battle)
    march = {"order": "march", "body": "red-foot"}
    given = {"thing": "red-foot", "orders": [march], "base_revision": 0, "key": "k", "now": NOON}
    submit_orders(user=cast.red_foot, move=move.public_id, **given)
    close_move(move_id=move.pk, now=NOON, cause="time")
    client, where = client_of("umpire", cast, battle), f"/api/v1/battles/{battle.public_id}/facts/"
    facts = {"distance": 6, "contours_up": 60, "contours_down": 0}
    sent = {"move": move.public_id, "base_revision": 0, "orders": {"red-foot/0": facts}}
    odd = client.post(where, sent)
    assert (odd.status_code, odd.data["code"]) == (409, "E-ODD") and "60" in odd.data["sentence"]
    assert client.post(where, {**sent, "sure": True}).status_code == 201
    assert client.post(where, {**sent, "base_revision": 1}).status_code == 201, "it was asked about before"


def test_horses_go_with_the_men_that_a_ruling_sets(umpire):
    """Twin: horses that the same ruling names are as it names them, and foot has none."""

    def changed(*changes):
        answer = umpire("rulings", reason="shot", clause="house rule", change=list(changes))
        assert answer.status_code == 201
        row = Ruling.objects.get(public_id=answer.data["ruling"])
        return [(one["thing"], one["key"], one["value"]) for one in row.change["changes"]]

    horse, foot = ({"group": "bodies", "thing": one, "key": "men", "value": 20} for one in ("red-horse", "red-foot"))
    assert changed(horse, foot) == [("red-horse", "men", 20), ("red-horse", "horses", 20), ("red-foot", "men", 20)]
    both = [("red-horse", "men", 20), ("red-horse", "horses", 25)]
    assert changed(horse, {**horse, "key": "horses", "value": 25}) == both
