"""Chess behind the interface of all books."""

from __future__ import annotations

import json

import pytest

from rules.books import BOOKS, book
from rules.errors import Invalid, Refused

OLD, LAWS = book("chess-1879"), book("chess-laws")
OPTIONS = OLD.options({})
BLIND = OLD.options({"kriegspiel": "on"})
E4 = {"order": "move", "from": "e2", "to": "e4"}


def opening(rules=OLD, options=OPTIONS, **start):
    """An opening position, stored and read again."""
    return json.loads(json.dumps(rules.opening(start, options)))


def test_both_codes_are_among_the_books_of_the_house():
    assert {"chess-1879", "chess-laws", "war-chess"} <= set(BOOKS)
    assert OLD.title != LAWS.title and OLD.sides == ("white", "black")


def test_choices_are_the_legal_moves_of_a_man_written_as_the_page_writes_them():
    offered = OLD.table(opening(), OPTIONS).seen_by("white").choices("e2")
    assert [choice.title for choice in offered] == ["P-K3", "P-K4"]
    assert OLD.table(opening(), OPTIONS).seen_by("black").choices("e7") == ()


def test_what_may_be_claimed_says_why_it_may_not():
    said = {
        choice.order.get("claim", choice.order["order"]): choice
        for choice in OLD.table(opening(), OPTIONS).seen_by("white").choices("")
    }
    assert said["perpetual-check"].blocked["code"] == "E-CLAIM" and said["resign"].blocked is None
    assert len([name for name in said if said[name].group == "Claims"]) == 10


def test_a_false_move_is_warned_of_and_may_be_insisted_upon():
    """LAWS-07a."""
    order = {"order": "move", "from": "a1", "to": "b3"}
    with pytest.raises(Refused):
        LAWS.table(opening(LAWS), LAWS.options({})).seen_by("white").check(order)
    checked = LAWS.table(opening(LAWS), LAWS.options({})).seen_by("white").check({**order, "insist": True})
    assert [one["code"] for one in checked.warnings] == ["W-FALSE"]
    with pytest.raises(Refused):
        OLD.table(opening(), OPTIONS).seen_by("white").check({**order, "insist": True})


def test_a_player_is_told_what_he_is_bound_to_do():
    finding = OLD.table(opening(), OPTIONS).adjudicate("white", [{"order": "touch", "square": "b1"}], {}, {})
    assert OLD.table(finding.position, OPTIONS).seen_by("white").duties("") == (
        {"clause": "CH79-18", "sentence": "The piece on b1 must be moved."},
    )


def test_in_the_kriegspiel_checking_an_order_tells_nothing_of_hidden_men():
    """CHK-22: a try that the umpire will refuse is checked like one that will be allowed."""
    position = opening(options=BLIND, fen="rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3")
    no, stands = ({"order": "move", "from": "e4", "to": to} for to in ("d5", "e5"))
    readings = [OLD.table(position, BLIND).seen_by("white").check(order) for order in (no, stands)]
    assert [one.warnings for one in readings] == [(), ()] and readings[0].cost == readings[1].cost
    assert {choice.title for choice in OLD.table(position, BLIND).seen_by("white").choices("e4")} == {
        "e4 to d5",
        "e4 to e5",
        "e4 to f5",
    }
    with pytest.raises(Refused) as refused:
        OLD.table(position, BLIND).seen_by("white").check({"order": "move", "san": "e5"})
    assert refused.value.code == "E-BLIND"


def test_in_the_kriegspiel_each_is_told_what_is_announced():
    finding = OLD.table(opening(options=BLIND), BLIND).adjudicate("white", [E4], {}, {})
    told = [event for event in finding.events if OLD.visible_to(event, "black") is not None]
    assert [event["event"] for event in told] == ["turn-announced"]
    assert OLD.narrate(told[0], {}) == "Black to move."
    assert "e4" not in json.dumps(OLD.table(finding.position, BLIND).sees("black"))
    assert OLD.table(finding.position, BLIND).sees("observer") == {"to_move": "black"}


NO_POSITIONS = [
    "", "nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", 7,
]  # fmt: skip


@pytest.mark.parametrize("fen", NO_POSITIONS)
def test_a_position_that_cannot_be_is_not_understood(fen):
    if fen == "":
        assert opening(fen=fen) == opening()
        return
    with pytest.raises(Invalid):
        OLD.opening({"fen": fen}, OPTIONS)


@pytest.mark.parametrize(
    "order",
    [
        {"order": "move"},
        {"order": "move", "from": "e2"},
        {"order": "move", "from": "e2", "to": "e9"},
        {"order": "move", "san": "e4", "descriptive": "P-K4"},
        {"order": "move", "descriptive": "hello"},
        {"order": "claim", "claim": "everything"},
        {"order": "castle"},
    ],
)
def test_an_order_that_is_not_understood_is_refused(order):
    finding = OLD.table(opening(), OPTIONS).adjudicate("white", [order], {}, {})
    assert [one["code"] for one in finding.refused] == ["E-INVALID"]
    assert finding.position == opening()


@pytest.mark.parametrize("rules", [OLD, LAWS])
def test_every_event_is_told_in_a_sentence(rules):
    position, said = opening(rules), []
    for side, orders in (
        ("white", [{"order": "adoube", "square": "g1"}, {"order": "touch", "square": "e2"}, {**E4, "check": True}]),
        ("black", [{"order": "move", "san": "f6"}]),
        ("white", [{"order": "move", "san": "Qh5"}, {"order": "offer-draw"}]),
        ("black", [{"order": "move", "san": "g6"}, {"order": "resign"}]),
    ):
        finding = rules.table(position, OPTIONS).adjudicate(side, orders, {}, {})
        position = finding.position
        said += [rules.narrate(event, {}) for event in finding.events]
    assert all(one.endswith(".") and not one.endswith("..") for one in said)
    assert "White won (conceded, outside the code)." in said


def test_a_claim_too_early_says_how_often_the_position_has_stood():
    """CH79-26: once, twice; never "1 times"."""
    first = OLD.table(opening(), OPTIONS).adjudicate("white", [{"order": "claim", "claim": "repetition"}], {}, {})
    assert first.refused[0]["sentence"] == "The position has occurred once; it must have occurred 3 times."


FOOLED = "rnbqkbnr/pppp1ppp/4p3/8/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
"""White has played badly: the queen mates on h4."""


def told_of(check: bool) -> str:
    """What Black is told of the mate under the older laws.  check: whether it was said."""
    options = LAWS.options({})
    start = LAWS.opening({"fen": FOOLED}, options)
    order = {"order": "move", "from": "d8", "to": "h4", **({"check": True} if check else {})}
    finding = LAWS.table(start, options).adjudicate("black", [order], {}, {})
    return " ".join(LAWS.narrate(one, {}) for one in finding.events)


def test_a_mate_of_which_nothing_was_said_is_called_what_it_is_to_who_gave_it():
    assert "gave mate and said nothing: it counts when check is said" in told_of(False)
    assert "won" not in told_of(False)


def test_a_mate_that_was_said_wins_by_checkmate():
    assert "Black won by checkmate." in told_of(True)
    assert "said nothing" not in told_of(True)
