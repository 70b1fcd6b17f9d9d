"""What a press on the map means for a thing: the gesture of each order, the default verb, the reason for the nearest target, the price."""

from __future__ import annotations

import pytest

from rules.contract.answers import Ask, Choice, with_a_default
from rules.contract.data import Order
from rules.kriegspiel.book import KRIEGSPIEL
from rules.little_wars.book import LITTLE_WARS
from tests.rules.kriegspiel import test_traces as ks
from tests.rules.little_wars import test_traces as lw

WHY = {"code": "E-NONE", "clause": "", "sentence": "It may not."}


def offered(title, *kinds, **more):
    return Choice(Order({"order": title}), title, "", tuple(Ask(kind, kind, kind) for kind in kinds), **more)


def seen(book):
    if book == "kriegspiel":
        return KRIEGSPIEL.table(KRIEGSPIEL.opening(ks.START, ks.CHOSEN), ks.CHOSEN).seen_by("red")
    return LITTLE_WARS.table(LITTLE_WARS.opening(lw.START, lw.OPTIONS), lw.OPTIONS).seen_by("red")


def default(choices):
    return next((one.order["order"] for one in choices if one.first), "")


@pytest.mark.parametrize(
    ("kinds", "gesture"),
    [
        (("path", "flag"), "way"),
        (("line",), "way"),
        (("spot",), "way"),
        (("choice", "aim", "count"), "aim"),
        (("target", "packets"), "target"),
        (("targets",), "target"),
        (("count", "id"), ""),
        ((), ""),
    ],
)
def test_each_order_knows_what_is_pressed_for_it(kinds, gesture):
    assert offered("x", *kinds).gesture == gesture


def test_what_may_be_left_out_comes_after_what_is_wanted():
    asks = (Ask("from", "target", "Away from", optional=True), Ask("path", "path", "The way"))
    assert Choice(Order({}), "Retire", "", asks).gesture == "way"


@pytest.mark.parametrize(
    ("book", "thing", "verb"),
    [
        ("kriegspiel", "red-foot", "march"),
        ("kriegspiel", "red-waggon", "move-waggon"),
        ("kriegspiel", "red-gun", "fire-gun"),
        ("little-wars", "red-foot", "march"),
        ("little-wars", "red-gun", "move-gun"),
    ],
)
def test_by_default_what_can_march_marches_and_a_gun_that_cannot_fires(book, thing, verb):
    assert default(seen(book).choices(thing)) == verb


def test_a_limbered_gun_marches():
    start = {**ks.START, "guns": {"red-gun": {**ks.START["guns"]["red-gun"], "limbered": True}}}
    view = KRIEGSPIEL.table(KRIEGSPIEL.opening(start, ks.CHOSEN), ks.CHOSEN).seen_by("red")
    assert default(view.choices("red-gun")) == "move-gun"


def test_there_is_one_default_and_it_is_possible():
    for book, things in (("kriegspiel", ks.START["bodies"]), ("little-wars", lw.START["bodies"])):
        for thing in things:
            chosen = [one for one in seen(book).choices(thing) if one.first]
            assert len(chosen) <= 1 and all(one.blocked is None for one in chosen)


def test_nobody_digs_because_there_is_no_march_left():
    """The twin: where only a trench points at the ground, it is the default."""
    march, dig = offered("march", "path", group="march"), offered("entrench", "line", group="work")
    blocked = offered("march", "path", group="march", blocked=WHY)
    assert default(with_a_default([march, dig])) == "march"
    assert default(with_a_default([blocked, dig])) == ""
    assert default(with_a_default([dig])) == "entrench"


def test_what_the_book_marks_stays_unless_it_is_not_possible():
    march, charge = offered("march", "path"), offered("charge", "target", first=True)
    assert default(with_a_default([march, charge])) == "charge"
    assert default(with_a_default([march, offered("charge", "target", first=True, blocked=WHY)])) == "march"


@pytest.mark.parametrize(
    ("book", "thing", "verb", "named"),
    [
        ("kriegspiel", "red-foot", "assault", "The Second Foot"),
        ("little-wars", "red-foot", "assault", "The First Foot"),
    ],
)
def test_the_reason_why_not_names_the_nearest_target(book, thing, verb, named):
    """There is a nearer one and a farther; neither can be reached, and the nearer one's name is in the sentence."""
    module, made = (ks, KRIEGSPIEL) if book == "kriegspiel" else (lw, LITTLE_WARS)
    options = module.CHOSEN if book == "kriegspiel" else module.OPTIONS
    bodies = {name: one for name, one in module.START["bodies"].items() if one["side"] == "red"}
    foot = {"side": "blue", "arm": "infantry", "men": 8}
    near, far = {**foot, "at": [40, 130], "name": named}, {**foot, "at": [140, 140], "name": "The Other"}
    start = {**module.START, "bodies": {**bodies, "blue-a": far, "blue-b": near}}
    choices = made.table(made.opening(start, options), options).seen_by("red").choices(thing)
    (why,) = [one.blocked for one in choices if one.order["order"] == verb]
    assert why is not None and named in why["sentence"] and "The Other" not in why["sentence"]


@pytest.mark.parametrize(
    ("book", "order", "price"),
    [
        ("kriegspiel", {"order": "march", "body": "red-foot", "path": [[72, 52]]}, ("1/3", "2/3", 12)),
        ("kriegspiel", {"order": "march", "body": "red-horse", "path": [[150, 57]]}, ("1/4", "3/4", 36)),
        ("kriegspiel", {"order": "move-waggon", "waggon": "red-cart", "path": [[60, 34]]}, ("1/2", "1/2", 6)),
        ("kriegspiel", {"order": "train", "train": "red-train", "inches": 24}, ("1/4", "3/4", 96)),
        ("little-wars", {"order": "march", "body": "red-foot", "path": [[40, 47]]}, ("7/12", "0", 12)),
        ("little-wars", {"order": "march", "body": ["red-foot", "red-horse"], "path": [[40, 46]]}, ("1/2", "0", 12)),
        ("little-wars", {"order": "move-gun", "gun": "red-gun", "path": [[100, 46]]}, ("1/2", "0", 12)),
        ("little-wars", {"order": "move-waggon", "waggon": "red-cart", "path": [[20, 34]]}, ("1/3", "0", 12)),
        ("little-wars", {"order": "train", "train": "red-train", "inches": 24}, ("1/4", "0", 96)),
        ("little-wars", {"order": "split", "body": "red-foot", "men": 3, "into": "new"}, ("", "", 0)),
    ],
)
def test_a_march_can_be_said_in_inches_of_a_whole_move(book, order, price):
    checked = seen(book).check(order)
    assert (checked.cost, checked.left, checked.whole) == price
