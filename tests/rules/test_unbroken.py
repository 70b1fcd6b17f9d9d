"""What the rules cannot judge is refused by itself: one order that breaks keeps nobody from the others."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from rules.books import book
from rules.errors import Refused
from rules.kriegspiel import orders as kriegspiel_orders
from rules.kriegspiel.moves import rule as kriegspiel_rule
from rules.kriegspiel.offers import reach as kriegspiel_reach
from rules.little_wars import orders as little_wars_orders
from rules.little_wars import rule as little_wars_rule
from rules.little_wars.offers import dry_run as little_wars_dry_run
from rules.little_wars.offers import reach as little_wars_reach

pytestmark = pytest.mark.breaks

START = {
    "country": {
        "size": [200, 200],
        "water": {"burn": {"outline": [[0, 180], [200, 180], [200, 184], [0, 184]], "fordable": True}},
    },
    "own_moves": {"red": 3, "blue": 3},
    "bodies": {
        "a": {"side": "red", "arm": "infantry", "men": 8, "at": [100, 50], "facing": 0},
        "b": {"side": "blue", "arm": "infantry", "men": 8, "at": [100, 150], "facing": 180},
    },
}
MARCH = {"order": "march", "body": "a", "path": [[100, 55]]}
WALK = {"order": "march", "bodies": ["a"], "path": [[100, 55]]}
RULES = {
    "kriegspiel": (kriegspiel_rule.RULES, kriegspiel_orders.Ford, {"order": "ford", "body": "a"}, MARCH),
    "little-wars": (little_wars_rule.RULES, little_wars_orders.Retire, {"order": "retire", "bodies": ["a"]}, WALK),
}
"""By book: its rules, the order that breaks, that order as data, and one that does not."""


def breaks(*args: object, **named: object) -> None:
    raise IndexError("tuple index out of range")


def view(key: str):
    rules = book(key)
    return rules.table(rules.opening(START, {}), {}).seen_by("red")


@pytest.fixture(params=sorted(RULES))
def broken(request, monkeypatch):
    """The view of Red of a book in which one order breaks, that order, and another."""
    rules, kind, order, other = RULES[request.param]
    monkeypatch.setitem(rules, kind, replace(rules[kind], check=breaks, carry_out=breaks))
    return view(request.param), order, other


def test_an_order_that_breaks_is_refused_on_the_form_and_the_others_are_offered(broken, caplog):
    red, order, _ = broken
    with caplog.at_level(logging.ERROR, logger="rules.floor.unbroken"):
        offered = {one.order["order"]: one for one in red.choices("a")}
    refused = offered.pop(order["order"])
    assert refused.blocked is not None
    assert refused.blocked["code"] == "E-JUDGE"
    assert offered["march"].blocked is None
    assert "IndexError" in caplog.text


def test_an_order_that_breaks_is_refused_when_it_is_checked(broken):
    red, order, _ = broken
    with pytest.raises(Refused) as refused:
        red.check(order)
    assert refused.value.code == "E-JUDGE"


def test_what_was_ordered_before_and_breaks_has_no_effect_on_what_is_asked_now(broken):
    red, order, other = broken
    assert red.check(other, [order]).left
    assert red.choices("a", [order])
    assert red.reaches("a", [order])


def test_nothing_is_refused_as_broken_where_nothing_breaks():
    for key in RULES:
        codes = {one.blocked["code"] for one in view(key).choices("a") if one.blocked is not None}
        assert "E-JUDGE" not in codes


@pytest.mark.parametrize(("key", "module"), [("kriegspiel", kriegspiel_reach), ("little-wars", little_wars_reach)])
def test_the_reaches_that_are_found_before_one_breaks_are_shown(key, module, monkeypatch):
    monkeypatch.setattr(module, "_threats", breaks)
    assert {one["kind"] for one in view(key).reaches("a")} >= {"march", "six-inch"}


def test_a_price_that_breaks_is_the_refusal_of_its_order(monkeypatch):
    monkeypatch.setattr(little_wars_dry_run, "_gone", breaks)
    with pytest.raises(Refused) as refused:
        view("little-wars").check(WALK)
    assert refused.value.code == "E-JUDGE"


@pytest.mark.parametrize("y", [0, 0.0625, 0.5, 199.9375, 200])
@pytest.mark.parametrize("facing", [0, 90, 200])
@pytest.mark.parametrize("formation", ["extended", "two-ranks", "fours"])
def test_a_body_whose_men_hang_over_the_edge_is_offered_all_its_formations(y, facing, formation):
    """KS-DEF-07: a man may leave what he was laid on."""
    bodies = {"a": {**START["bodies"]["a"], "formation": formation, "at": [100, y], "facing": facing}}
    rules = book("kriegspiel")
    red = rules.table(rules.opening({**START, "bodies": bodies}, {}), {}).seen_by("red")
    offered = {one.order["formation"]: one for one in red.choices("a") if one.order["order"] == "form"}
    assert offered.keys() == {"extended", "two-ranks", "fours"} - {formation}
    assert {one.blocked["code"] for one in offered.values() if one.blocked is not None} <= {"E-PATH"}
