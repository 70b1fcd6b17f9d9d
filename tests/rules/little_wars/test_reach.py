"""What a thing reaches in Little Wars, drawn for its commander; and that board games have no such thing."""

from __future__ import annotations

import pytest

from rules.books import book
from rules.little_wars.book import LITTLE_WARS

START = {
    "bodies": {
        "foot": {"side": "red", "arm": "infantry", "men": 6, "at": [60, 30]},
        "horse": {"side": "red", "arm": "cavalry", "men": 5, "at": [120, 30]},
        "lone": {"side": "red", "arm": "infantry", "men": 1, "at": [300, 300]},
        "enemy": {"side": "blue", "arm": "cavalry", "men": 4, "at": [60, 70]},
        "unplaced": {"side": "red", "arm": "infantry", "men": 6},
    },
    "guns": {"gun": {"side": "red", "at": [60, 26]}},
}


def reached(thing, side="red", before=(), **options):
    """The reaches of a thing by kind."""
    chosen = LITTLE_WARS.options(options)
    found: dict = {}
    for one in LITTLE_WARS.table(LITTLE_WARS.opening(START, chosen), chosen).seen_by(side).reaches(thing, before):
        found.setdefault(one["kind"], []).append(one)
    return found


@pytest.mark.parametrize(("thing", "inches", "clause"), [("foot", 12, "LW-MOVE-04"), ("horse", 24, "LW-MOVE-05")])
def test_men_reach_as_far_as_they_may_move(thing, inches, clause):
    (march,) = reached(thing)["march"]
    assert (march["inches"], march["clause"]) == (inches, clause)
    xs = [x for x, _ in march["outline"]]
    assert max(xs) - min(xs) >= 2 * inches, "round every man"


def test_a_march_is_measured_from_the_middle_of_a_man_and_six_inches_from_his_edge():
    """LW-GEN-02: six sixteenths from the middle of a foot to his edge."""
    (march,), (melee,) = reached("lone")["march"], reached("lone")["six-inch"]
    for one, inches in ((march, 12), (melee, 6 + 6 / 16)):
        ys = [y for _, y in one["outline"]]
        assert max(ys) - min(ys) == pytest.approx(2 * inches, abs=1 / 8)


def test_who_has_moved_reaches_no_farther():
    """LW-MOVE-02: once in a move."""
    march = {"order": "march", "body": "foot", "path": [[60, 36]]}
    assert "march" not in reached("foot", before=[march])
    assert "march" in reached("horse", before=[march])


def test_six_inches_are_shown_about_men_and_guns():
    (melee,), (gun,) = reached("foot")["six-inch"], reached("gun")["six-inch"]
    assert (melee["inches"], melee["clause"]) == (6, "LW-MELEE-04")
    assert (gun["inches"], gun["clause"]) == (6, "LW-GUN-03")


def test_a_gun_goes_with_four_men_and_not_without():
    """LW-GUN-15"""
    assert [one["inches"] for one in reached("gun")["march"]] == [12]
    few = {**START, "bodies": {**START["bodies"], "foot": {**START["bodies"]["foot"], "men": 3}}}
    chosen = LITTLE_WARS.options({})
    told = LITTLE_WARS.table(LITTLE_WARS.opening(few, chosen), chosen).seen_by("red").reaches("gun")
    assert [one["kind"] for one in told if one["kind"] == "march"] == []


def test_the_enemy_in_sight_is_shown_with_his_move():
    (threat,) = reached("foot")["threat"]
    assert threat["inches"] == 24
    assert "threat" not in reached("horse"), "more than six feet off"


def test_nothing_is_told_of_what_is_not_ones_own_or_has_no_place():
    assert reached("foot", side="blue") == {}
    assert reached("unplaced") == {}
    assert reached("nobody") == {}


@pytest.mark.parametrize("key", ["war-chess", "chess-1879", "chess-laws"])
def test_on_a_board_there_is_nothing_to_measure(key):
    board = book(key)
    options = board.options({})
    assert board.reaches(board.opening({}, options), options, board.sides[0], "anything") == ()
