"""An exercise from the first token to the last report, through the API alone."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.campaigns.builders import a_user

pytestmark = pytest.mark.slow

START = {
    "own_moves": {"red": 3, "blue": 3},
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 60, "formation": "two-ranks"},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 12, "formation": "line"},
        "red-crew": {"side": "red", "arm": "artillery", "men": 6},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 20, "formation": "extended"},
        "blue-line": {"side": "blue", "arm": "infantry", "men": 45, "formation": "two-ranks"},
        "blue-crew": {"side": "blue", "arm": "artillery", "men": 6},
    },
    "guns": {"red-gun": {"side": "red", "crew": "red-crew"}, "blue-gun": {"side": "blue", "crew": "blue-crew"}},
    "depots": {
        "red-depot": {"side": "red", "packets": {"food": 10, "forage": 10, "ammunition": 10}},
        "blue-depot": {"side": "blue", "packets": {"food": 10, "forage": 10, "ammunition": 10}},
    },
}
PASSWORD = "seven sealed packets"


class Exercise:
    """The hall, its players by name, and the battle under way."""

    def __init__(self, hall: Any) -> None:
        self.hall = hall
        self.players = {name: self.log_in(name) for name in ("umpire", "red", "horse", "guns", "blue", "battery")}
        self.battle = self.prepare()
        self.keys = 0

    def log_in(self, name: str) -> APIClient:
        """Ask for a player's token, which is sent from now on."""
        user = a_user(f"{name}-player")
        user.set_password(PASSWORD)
        user.save()
        client = APIClient()
        token = client.post("/api/v1/token/", {"username": user.username, "password": PASSWORD}).data["token"]
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
        return client

    def send(self, who: str, what: str, body: Any, expected: int, verb: str = "post") -> Any:
        """Send something under /api/v1/ and return the answer."""
        answer = getattr(self.players[who], verb)(f"/api/v1/{what}/", body)
        assert answer.status_code == expected, (what, answer.status_code, answer.data)
        return answer.data

    def read(self, who: str, what: str, **query: str) -> Any:
        """Read something of the battle."""
        answer = self.players[who].get(f"/api/v1/battles/{self.battle}/{what}/", query)
        assert answer.status_code == 200, (what, answer.data)
        return answer.data

    def prepare(self) -> str:
        """Campaign, posts and battle are made, and the battle begins; its id."""
        sides = [{"key": "red", "name": "Red"}, {"key": "blue", "name": "Blue"}]
        clock = {"clock_mode": "fixed", "fixed_minutes": 10, "interval_minutes": 0, "drain_seconds": 0}
        campaign = {"name": "Sandhurst", "sides": sides, "options": {"two_stage_move": False}, **clock}
        of = "campaigns/" + self.send("umpire", "campaigns", campaign, 201)["id"]
        for name, side, arm in (
            ("red", "red", "infantry"),
            ("horse", "red", "cavalry"),
            ("guns", "red", "artillery"),
            ("blue", "blue", "infantry"),
            ("battery", "blue", "artillery"),
        ):
            post = {"user": f"{name}-player", "kind": "commander", "side": side, "arm": arm}
            offer = self.send("umpire", f"{of}/posts", post, 201)["id"]
            self.send(name, f"me/offers/{offer}", {}, 201)
        battle: str = self.send("umpire", f"{of}/battles", {"name": "The ford", "start": START}, 201)["id"]
        self.send("umpire", f"battles/{battle}/start", {}, 200)
        return battle

    @property
    def move(self) -> str:
        """The id of the move under way."""
        found: str = self.read("umpire", "clock")["move"]
        return found

    def order(self, who: str, thing: str, *orders: dict[str, Any], expected: int = 201) -> Any:
        """Send the orders of a thing."""
        self.keys += 1
        body = {
            "move": self.move,
            "thing": thing,
            "orders": list(orders),
            "base_revision": 0,
            "key": f"key-{self.keys}",
        }
        return self.send(who, f"battles/{self.battle}/orders", body, expected)

    def close(self) -> None:
        """A minute later the umpire ends the move."""
        self.hall.wait(minutes=1)
        self.send("umpire", f"battles/{self.battle}/clock/close", {"move": self.move, "reason": "All have sent"}, 200)

    def measure(self, orders: dict[str, Any], **move_facts: Any) -> None:
        """The umpire records what was measured; nothing is missing then."""
        of_move = {"move": self.move}
        wanting = self.read("umpire", "preview", **of_move)["wanting"]
        if wanting:
            refused = self.send("umpire", f"battles/{self.battle}/submit", of_move, 409)
            assert refused["code"] == "E-FACTS"
        facts = {**of_move, "base_revision": 0, "orders": orders, "move_facts": move_facts}
        self.send("umpire", f"battles/{self.battle}/facts", facts, 201)
        assert self.read("umpire", "preview", **of_move)["wanting"] == []

    def submit(self) -> None:
        """The umpire submits the move; a second call changes nothing."""
        of_move = {"move": self.move}
        first = self.send("umpire", f"battles/{self.battle}/submit", of_move, 200)
        again = self.send("umpire", f"battles/{self.battle}/submit", of_move, 200)
        assert (first["done"], again["done"]) == (True, False)
        assert first["next_move"] == again["next_move"] == self.move

    def own(self, who: str) -> dict[str, dict[str, Any]]:
        """What stands of a player's own side, by id."""
        return {one["id"]: one["state"] for one in self.read(who, "sheet")["own"]}

    def events(self, who: str, number: int) -> list[str]:
        """The names of the events in a player's report of the move."""
        return [event["event"] for event in self.read(who, f"reports/{number}")["events"]]


@pytest.fixture
def exercise(db: None, hall: Any) -> Exercise:
    return Exercise(hall)


def test_the_api_runs_a_whole_exercise(exercise):
    """Three own moves a side with shells, a charge, rifles and an issue of supplies, worked by hand."""
    shells_and_a_march(exercise)
    a_charge_and_a_volley(exercise)
    supplies_fall_due(exercise)
    the_books_agree(exercise)


def shells_and_a_march(exercise: Exercise) -> None:
    """Red 4: two shells, of five men three fall, and a gun is hit in part; Blue 4: that gun may not fire."""
    assert exercise.read("red", "clock")["side"] == "red"
    march = {"order": "march", "body": "red-foot", "measured": {"distance": 6, "contours_up": 0, "contours_down": 0}}
    receipt = exercise.order("red", "red-foot", march)
    assert receipt["revision"] == 1
    exercise.order("guns", "red-gun", {"order": "fire-gun", "gun": "red-gun", "shots": 2})
    exercise.close()
    exercise.measure({"red-gun/0": {"shells": [{"men": {"blue-line": 5}}, {"guns_partly": ["blue-gun"]}]}})
    exercise.submit()
    assert exercise.own("blue")["blue-line"]["men"] == 42
    assert receipt["number"] in [one["number"] for one in exercise.read("red", "orders") if one["counts"]]
    assert "body-marched" in exercise.events("red", 1)
    assert "body-marched" not in exercise.events("blue", 1)
    refused = exercise.order("battery", "blue-gun", {"order": "fire-gun", "gun": "blue-gun", "shots": 1}, expected=422)
    assert (refused["code"], refused["clause"]) == ("E-DISABLED", "KS-SHELL-05")
    exercise.close()
    exercise.submit()


def a_charge_and_a_volley(exercise: Exercise) -> None:
    """Red 5: twelve sabres from 20 inches kill twenty and lose two (KS-CHARGE-06); Blue 5: three fall to rifles."""
    exercise.order("horse", "red-horse", {"order": "charge", "body": "red-horse", "target": "blue-foot"})
    exercise.close()
    charge = {"distance": 20, "chargers": 12, "charged": 20, "contours_down": 0, "contours_up": 0}
    exercise.measure({"red-horse/0": charge})
    exercise.submit()
    assert exercise.own("horse")["red-horse"]["men"] == 10
    assert "charge-delivered" in exercise.events("blue", 3)
    exercise.order("blue", "blue-line", {"order": "fire-rifles", "body": "blue-line"})
    exercise.close()
    exercise.measure({"blue-line/0": {"shots": [{"knocked_down": {"red-foot": 2}}, {"knocked_down": {"red-foot": 1}}]}})
    exercise.submit()
    assert exercise.own("red")["red-foot"]["men"] == 57


def supplies_fall_due(exercise: Exercise) -> None:
    """Red 6: food for 57 is two packets, forage for ten horses two and for a gun's team one; Blue 6: one and one."""
    exercise.close()
    near = {"source": "red-depot", "distance": 48, "enemy_between": False}
    exercise.measure({}, supply={"red-foot": near, "red-horse": near, "red-crew": near})
    exercise.submit()
    exercise.close()
    near = {**near, "source": "blue-depot"}
    exercise.measure({}, supply={"blue-line": near, "blue-crew": near})
    exercise.submit()


def the_books_agree(exercise: Exercise) -> None:
    """The ledgers hold what was worked out by hand, and no side sees the other's."""
    red, blue = exercise.read("red", "supplies"), exercise.read("blue", "supplies")
    assert red["stock"] == {"food": 8, "forage": 7, "ammunition": 10}
    assert blue["stock"] == {"food": 9, "forage": 9, "ammunition": 10}
    accounts = {one["account"]: one["balances"] for one in red["accounts"]}
    assert accounts["red-foot"]["men"] == 57
    assert "blue-depot" not in str(red) and "red-depot" not in str(blue)
    assert [one["number"] for one in exercise.read("blue", "reports")] == [6, 5, 4, 3, 2, 1]
    record = exercise.read("umpire", "record", limit="1000")
    assert [one["sequence"] for one in record] == list(range(len(record), 0, -1))
    assert exercise.read("red", "clock")["own_number"] == 7
