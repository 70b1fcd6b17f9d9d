"""An order given again: to others, who keep their places, or from where the same thing stands now."""

from __future__ import annotations

from typing import Any

import pytest

from rules.books import book
from rules.contract.data import Order, Start
from rules.contract.view import View
from rules.errors import Invalid, Refused

START = {
    "bodies": {
        "foot": {"side": "red", "arm": "infantry", "men": 30, "at": [10, 10]},
        "rifles": {"side": "red", "arm": "infantry", "men": 30, "at": [14.5, 8]},
        "crew": {"side": "red", "arm": "artillery", "men": 12, "at": [20, 20]},
        "nowhere": {"side": "red", "arm": "infantry", "men": 30},
        "enemy": {"side": "blue", "arm": "infantry", "men": 30, "at": [40, 60]},
    },
    "guns": {"gun": {"side": "red", "at": [20, 22], "crew": "crew"}},
    "options": {},
}


def a_view(key: str = "kriegspiel") -> View:
    found = book(key)
    options = found.options({})
    start = {name: one for name, one in START.items() if name != "options"}
    if key == "little-wars":
        start = {**start, "guns": {"gun": {"side": "red", "at": [20, 22]}}}
    return found.table(found.opening(Start(start), options), options).seen_by("red")


@pytest.fixture(params=["kriegspiel", "little-wars"])
def view(request: Any) -> View:
    return a_view(request.param)


def march(body: str = "foot", **more: Any) -> Order:
    return Order({"order": "march", "body": body, "path": [[10, 16], [12, 20]], **more})


def test_two_bodies_that_march_together_keep_their_places(view: View) -> None:
    same = view.repeated(march(), "rifles", [10, 10])
    assert (same["order"], same["body"], same["path"]) == ("march", "rifles", [[14.5, 14], [16.5, 18]])


def test_the_order_itself_is_left_as_it_is(view: View) -> None:
    assert view.repeated(march(), "foot", [10, 10]) == view.order(march())


def test_a_body_does_the_same_from_where_it_stands_now(view: View) -> None:
    assert view.repeated(march(), "foot", [10, 4])["path"] == [[10, 22], [12, 26]]


def test_a_gun_goes_its_own_way(view: View) -> None:
    same = view.repeated(march(), "gun", [10, 10])
    assert same == view.order({"order": "move-gun", "gun": "gun", "path": [[20, 28], [22, 32]]})


def test_a_body_follows_a_gun_without_the_men_of_the_gun() -> None:
    given = {"order": "move-gun", "gun": "gun", "path": [[20, 28]], "men": {"crew": 6}}
    assert a_view().repeated(Order(given), "foot", [20, 22]) == a_view().order(march(path=[[10, 16]]))


def test_an_order_without_a_way_is_the_same_for_all() -> None:
    form = Order({"order": "form", "body": "foot", "formation": "extended"})
    assert a_view().repeated(form, "nowhere", None) == {**form, "body": "nowhere"}


def test_what_is_aimed_at_stays_where_it_is() -> None:
    fire = Order({"order": "fire-gun", "gun": "gun", "aim": {"at": [40, 60]}})
    assert a_view().repeated(fire, "gun", [0, 0])["aim"] == {"at": [40, 60]}


def test_a_line_and_a_spot_are_shifted() -> None:
    trench = Order({"order": "entrench", "body": "foot", "line": [[8, 12], [12, 12]]})
    assert a_view().repeated(trench, "rifles", [10, 10])["line"] == [[12.5, 10], [16.5, 10]]
    mine = Order({"order": "lay-mine", "body": "foot", "at": [10, 12]})
    assert a_view().repeated(mine, "rifles", [10, 10])["at"] == [14.5, 10]


def test_a_length_that_was_stated_holds_for_all() -> None:
    given = Order({"order": "march", "body": "foot", "measured": {"distance": 6}})
    assert a_view().repeated(given, "nowhere", None) == {**given, "body": "nowhere"}


@pytest.mark.parametrize(
    ("order", "thing"),
    [
        ({"order": "split", "body": "foot", "men": 10, "into": "half"}, "rifles"),
        ({"order": "merge", "bodies": ["foot", "rifles"]}, "nowhere"),
        ({"order": "form", "body": "foot", "formation": "extended"}, "gun"),
        ({"order": "march", "body": "foot", "path": [[10, 16]]}, "nowhere"),
        ({"order": "fly", "body": "foot"}, "rifles"),
    ],
)
def test_what_only_one_may_be_given_is_not_given_to_another(order: Any, thing: str) -> None:
    with pytest.raises(Invalid):
        a_view().repeated(Order(order), thing, [10, 10])


def test_nobody_who_is_not_on_the_map_follows(view: View) -> None:
    with pytest.raises(Refused) as refused:
        view.repeated(march(), "ghost", [10, 10])
    assert refused.value.code == "E-NONE"


def test_a_book_of_a_board_gives_each_order_to_one_alone() -> None:
    chess = book("chess-laws")
    options = chess.options({})
    table = chess.table(chess.opening(chess.start_of_game(1), options), options)
    with pytest.raises(Invalid):
        table.seen_by("red").repeated(Order({"order": "move", "move": "e2e4"}), "e2", None)
