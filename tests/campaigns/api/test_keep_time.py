"""clock/: paused, resumed, extended, ended; ready and not ready."""

import pytest


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
