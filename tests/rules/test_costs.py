"""What an event cost is declared on its class, by its own fields, in both books of the floor."""

import re

import pytest

from rules.books import book as book_of
from rules.contract.costs import DUTY, LOSS, SHORTAGE, WORK
from rules.kriegspiel.reports.sight import EVENTS as OF_KRIEGSPIEL
from rules.little_wars.events import EVENTS as OF_LITTLE_WARS
from rules.values import codec

EVERY = [
    *(pytest.param("kriegspiel", one, id=f"kriegspiel {name}") for name, one in OF_KRIEGSPIEL.items()),
    *(pytest.param("little-wars", one, id=f"little-wars {name}") for name, one in OF_LITTLE_WARS.items()),
]
OF_LOSSES = re.compile(r"dead|horses|trucks|prisoners|captured|.*_lost")
"""Fields that say what was lost."""

TOLD_BY_NAME = re.compile(
    r".*-(destroyed|captured|killed|fallen|hit|surrendered|lost|disabled|eaten|shot|taken|exploded|torn-up)"
)
"""Events that are losses by their name."""

MOVED = {"prisoners-escorted": "prisoners", "prisoners-moved": "prisoners"}
"""Those who are only led somewhere are no loss; the field that says how many."""


@pytest.mark.parametrize(("book", "kind"), EVERY)
def test_every_event_with_fields_of_losses_is_counted_or_names_the_event_that_counts_it(book, kind):
    told = {one for one in codec.fields_of(kind) if OF_LOSSES.fullmatch(one)} - {MOVED.get(kind.name)}
    counted = {one.men for one in kind.costs if one.sort == LOSS} | {one.thing for one in kind.costs}
    said = {name for name in told if any(f"{{{name}:" in one.how for one in kind.costs)}
    left = told - counted - said - {*kind.counted_by}
    assert not left
    if TOLD_BY_NAME.fullmatch(kind.name):
        assert kind.costs or kind.counted_by
    every = {"kriegspiel": OF_KRIEGSPIEL, "little-wars": OF_LITTLE_WARS}[book]
    assert all(any(one.sort == LOSS for one in every[name].costs) for name in kind.counted_by.values())


@pytest.mark.parametrize(("book", "kind"), EVERY)
def test_what_is_declared_names_fields_that_the_event_has(book, kind):
    fields = codec.fields_of(kind)
    for one in kind.costs:
        assert {one.thing} <= {*fields} or one.men in fields
        assert {*re.findall(r"\{(\w+)", one.how)} <= {*fields, "men"}


def cost(event, book="kriegspiel"):
    return [tuple(one)[:4] for one in book_of(book).costs({"clause": "KS-MINE-03", "side": "red", **event})]


def test_the_dead_of_a_mine_and_a_bridge_that_falls_are_losses():
    assert cost({"event": "pieces-destroyed", "dead": {"red-foot": 42, "blue-foot": 0}}) == [
        ("red-foot", 42, "42 destroyed", LOSS)
    ]
    assert cost({"event": "bridge-destroyed", "body": "mill-bridge"}) == [("mill-bridge", 0, "destroyed", LOSS)]
    assert cost({"event": "trucks-destroyed", "body": "train", "trucks": 2}) == [
        ("train", 0, "trucks destroyed: 2", LOSS)
    ]


def test_works_shortages_and_duties_are_costs_but_no_losses():
    assert cost({"event": "work-lost", "work": "trench", "kind": "entrenchment"})[0][3] == WORK
    assert cost({"event": "supply-failed", "body": "red-foot", "kind": "food"})[0][2:] == ("no food", SHORTAGE)
    assert cost({"event": "retreat-owed", "body": "red-foot", "distance": 12})[0][3] == DUTY


def test_what_marched_or_was_told_to_one_side_in_part_cost_nothing():
    assert cost({"event": "body-marched", "body": "red-foot", "distance": 3}) == []
    assert cost({"event": "men-shot", "body": "red-foot", "dead": {"blue-foot": 2}}) == []
    assert cost({"event": "shell-fired", "body": "red-gun", "dead": {}}) == []


def test_a_force_that_capitulates_is_counted_body_by_body():
    given = {"event": "force-capitulated", "men": 9, "prisoners": {"foot": 6, "horse": 3}, "captured": ["gun"]}
    assert cost(given, "little-wars") == [
        ("foot", 6, "6 surrendered", LOSS),
        ("horse", 3, "3 surrendered", LOSS),
        ("gun", 0, "captured", LOSS),
    ]
