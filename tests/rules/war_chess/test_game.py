"""War-Chess behind the interface of all books."""

from __future__ import annotations

import json

import pytest

from rules.books import book
from rules.contract.case_adapters import read_orders
from rules.errors import Invalid, Refused
from rules.war_chess.orders import read_order

BOOK = book("war-chess")
OPTIONS = BOOK.options({})
OPENING = json.loads(json.dumps(BOOK.opening({}, OPTIONS)))


def turn(position, side, *orders):
    """A turn adjudicated, its position stored and read again."""
    finding = BOOK.table(position, OPTIONS).adjudicate(side, list(orders), {}, {})
    return finding, json.loads(json.dumps(finding.position))


def test_the_opening_read_again_is_the_same():
    assert BOOK.opening(OPENING, OPTIONS) == OPENING
    assert (
        BOOK.next_side(OPENING) == "attacker"
        and BOOK.result(OPENING) == {}
        and BOOK.table(OPENING, OPTIONS).score() == {}
    )


def test_a_game_is_played_to_its_end():
    start = {"board": {"19": "dX", "21": "aI", "7": "dI", "134": "aW"}, "to_move": "attacker"}
    finding, position = turn(BOOK.opening(start, OPTIONS), "attacker", {"order": "move", "from": 21, "to": 19})
    assert finding.refused == ()
    assert BOOK.result(position)["winner"] == "attacker"
    assert BOOK.table(position, OPTIONS).score() == {"attacker": 1, "defender": 0}
    assert BOOK.table(position, OPTIONS).seen_by("defender").choices("7") == ()
    assert [BOOK.narrate(event, {}) for event in finding.events] == [
        "The attacker's infantry on 21 (C11) took the defender's Citadel on 19 (C7).",
        "The defender's Citadel was taken on 19 (C7).",
        "The attacker won: the Citadel is taken.",
    ]


def test_the_same_turn_brings_the_same_bytes():
    order = {"order": "move", "written": "I113-104"}
    once, twice = (BOOK.table(OPENING, OPTIONS).adjudicate("attacker", [order], {}, {}) for _ in range(2))
    assert json.dumps(once.position) == json.dumps(twice.position) and once.events == twice.events


def test_choices_are_the_legal_moves_of_a_figure_at_its_turn():
    offered = BOOK.table(OPENING, OPTIONS).seen_by("attacker").choices("113")
    assert {choice.order["to"] for choice in offered} and all(choice.order["from"] == 113 for choice in offered)
    assert BOOK.table(OPENING, OPTIONS).seen_by("defender").choices("43") == ()
    assert BOOK.table(OPENING, OPTIONS).seen_by("attacker").choices("113", [offered[0].order]) == ()


def test_what_else_may_be_done_says_why_it_may_not():
    said = {choice.order["order"]: choice for choice in BOOK.table(OPENING, OPTIONS).seen_by("attacker").choices("")}
    assert said["pass"].blocked["code"] == "E-PASS" and said["resign"].blocked is None


def test_a_refusal_brings_the_cells_to_be_drawn():
    start = {"board": {"36": "dA", "57": "aI", "7": "dI"}}
    with pytest.raises(Refused) as refused:
        BOOK.table(BOOK.opening(start, OPTIONS), OPTIONS).seen_by("attacker").check(
            {"order": "move", "from": 57, "to": 56}
        )
    assert refused.value.clause == "WC-CMD-05"
    assert refused.value.data()["shows"] == {"batteries": [36], "exposed": [56]}


def test_duties_are_told_to_the_side_that_owes_them():
    position = BOOK.opening({"board": {"36": "dA", "50": "aC", "7": "dI"}}, OPTIONS)
    assert [one["clause"] for one in BOOK.table(position, OPTIONS).seen_by("attacker").duties("")] == ["WC-OBL-01"]
    assert BOOK.table(position, OPTIONS).seen_by("defender").duties("") == ()


@pytest.mark.parametrize(
    "board",
    [
        {"19": "dX", "18": "dX"},
        {"20": "dX"},
        {"1": "aC", "2": "aC", "3": "aC"},
        {"1": "aX"},
        {"140": "aI"},
        {"H6": "aI"},
        {"1": "aI", "A3": "aI"},
        {"1": "zI"},
    ],
)
def test_a_position_that_cannot_be_is_not_understood(board):
    """WC-POS-01."""
    with pytest.raises(Invalid):
        BOOK.opening({"board": board}, OPTIONS)


def test_an_order_that_is_not_understood_is_refused_and_the_others_stand():
    finding, _ = turn(OPENING, "attacker", {"order": "march"}, {"order": "move", "from": 113, "to": 104})
    assert [one["code"] for one in finding.refused] == ["E-INVALID"] and finding.position["to_move"] == "defender"
    assert read_orders([{"order": "move", "from": "E11", "to": True}], read_order)[2][0]["code"] == "E-INVALID"


def test_there_is_no_country_and_nothing_is_measured():
    with pytest.raises(Invalid):
        BOOK.country({"name": "Ashdown"})
    with pytest.raises(Invalid):
        BOOK.names({"distance": 3})
    assert (
        BOOK.table(OPENING, OPTIONS).needs("attacker", [], {})
        == ()
        == BOOK.table(OPENING, OPTIONS).seen_by("attacker").wants()
    )


@pytest.mark.parametrize(
    "claim, sentence",
    [
        ("repetition", "The position has occurred once; it must have occurred 3 times."),
        ("captureless-moves", "Moves by each side since the last capture: 0; 60 are needed."),
    ],
)
def test_a_claim_too_early_says_what_is_wanting(claim, sentence):
    """WC-END-07."""
    found = BOOK.table(OPENING, OPTIONS).adjudicate("attacker", [{"order": "claim", "claim": claim}], {}, {})
    assert [one["sentence"] for one in found.refused] == [sentence]
