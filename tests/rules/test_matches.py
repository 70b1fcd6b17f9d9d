"""Matches and tournaments: the first move alternates, everybody meets everybody once, and the table is exact."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from rules.board.matches import (
    Meeting,
    berger,
    decided,
    is_struck,
    points_of_game,
    seats_of_game,
    standings,
)
from rules.books import book
from rules.contract.rules import Rules

GAMES = ("war-chess", "chess-1879", "chess-laws")


def beginner(key, number, **options):
    """The player who has the first move in a game of a match between Red and Blue."""
    rules, chosen = book(key), book(key).options(options)
    seats = seats_of_game(rules, chosen, number, "red", "blue")
    sitting = Rules(rules, chosen, seats)
    return sitting.next_side(sitting.opening(rules.start_of_game(number)))


@pytest.mark.parametrize("key", GAMES)
def test_the_first_move_alternates_from_game_to_game(key):
    """LAWS-02a."""
    assert [beginner(key, number) for number in range(1, 6)] == ["red", "blue", "red", "blue", "red"]


def test_by_the_older_laws_the_men_stay_and_the_move_changes_and_in_1879_the_men_change():
    """AMB-C18: White begins under the code of 1879, and colours alternate."""
    laws, code = book("chess-laws").options({}), book("chess-1879").options({})
    assert seats_of_game(book("chess-laws"), laws, 1, "red", "blue") == seats_of_game(
        book("chess-laws"), laws, 2, "red", "blue"
    )
    assert seats_of_game(book("chess-1879"), code, 2, "red", "blue") == {"white": "blue", "black": "red"}


def test_who_gives_odds_gives_them_and_begins_in_every_game():
    """LAWS-02b."""
    assert [beginner("chess-laws", number, odds="knight") for number in (1, 2, 3)] == ["red"] * 3


def test_where_the_defender_begins_the_first_of_the_match_is_the_defender():
    options = book("war-chess").options({"first_move": "defender"})
    assert seats_of_game(book("war-chess"), options, 1, "red", "blue") == {"attacker": "blue", "defender": "red"}


@pytest.mark.parametrize("players", range(2, 17))
def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(players):
    rounds = berger(players)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, players + 1), 2))
    assert len(rounds) == players - 1 + players % 2
    for pairs in rounds:
        sitting = [player for pair in pairs for player in pair]
        assert len(sitting) == len(set(sitting)) == players - players % 2


@pytest.mark.parametrize("players", range(3, 17))
def test_nobody_begins_much_oftener_than_another(players):
    begun = Counter(first for pairs in berger(players) for first, _ in pairs)
    assert max(begun.values()) - min(begun[player] for player in range(1, players + 1)) <= 1


def test_the_table_for_six_is_that_which_is_printed_everywhere():
    assert berger(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (1, 2), (5, 3)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (5, 1), (4, 2)),
    )
    assert berger(1) == berger(0) == ()


def test_a_match_is_over_when_nobody_can_catch_up_and_not_before():
    def at(red, blue):
        return {"red": Fraction(red), "blue": Fraction(blue)}

    assert decided(3, 1, at(1, 0)) == {}
    assert decided(3, 2, at(2, 0)) == {"winner": "red"}
    assert decided(4, 3, at(2, 1)) == {}
    assert decided(4, 4, at(2, 2)) == {"draw": True}
    assert decided(1, 1, at("1/2", "1/2")) == {"draw": True}
    assert decided(3, 3, at("1/2", "1/2")) == {"draw": True}
    assert decided(2, 2, at("1/2", "3/2")) == {"winner": "blue"}


def test_a_game_conceded_counts_unless_mate_alone_does():
    """CH79-24, AMB-C04."""
    won = {"winner": "red", "conceded": True}
    assert points_of_game(won, ["red", "blue"])["red"] == 1
    assert points_of_game(won, ["red", "blue"], strict=True) == {"red": 0, "blue": 0}
    assert points_of_game({}, ["red", "blue"]) == {"red": 0, "blue": 0}


def test_who_beat_the_better_stands_before_who_beat_the_worse():
    """1 and 2 have two points each; 1 has beaten the third, who has one, and 2 nobody who has any."""
    played = [
        Meeting(1, 2, 2),
        Meeting(1, 3, 1),
        Meeting(1, 4, 1),
        Meeting(2, 3, 3),
        Meeting(2, 4, 2),
        Meeting(3, 4, 4),
    ]
    table = standings(4, played)
    assert [(row.player, row.points, row.berger) for row in table] == [(2, 2, 3), (1, 2, 2), (3, 1, 2), (4, 1, 1)]
    assert [row.place for row in table] == [1, 2, 3, 4]
    assert sum(row.points for row in table) == 6


def test_who_stands_level_in_everything_shares_a_place():
    table = standings(3, [Meeting(1, 2, 0), Meeting(2, 3, 0), Meeting(3, 1, 0)])
    assert [row.place for row in table] == [1, 1, 1] and {row.berger for row in table} == {Fraction(1)}


def test_who_leaves_early_is_struck_out_with_all_his_matches_and_who_leaves_late_is_not():
    played = [Meeting(1, 4, 4), Meeting(2, 3, 2), Meeting(1, 2, 1, default=True)]
    table = {row.player: row for row in standings(4, played, frozenset({4}))}
    assert table[4].struck and table[4].points == 0 and table[1].lost == 0 and table[1].points == 1
    assert is_struck(1, 4) and not is_struck(2, 4)


def test_a_match_to_which_neither_came_counts_for_nobody():
    table = standings(2, [Meeting(1, 2, 0, default=True)])
    assert [row.points for row in table] == [0, 0]
