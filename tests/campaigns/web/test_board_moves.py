"""The page of a game holds the moves of who is to move, and of nobody else; it says what was taken, and by one name each."""

from __future__ import annotations

import html
import json
import re

import pytest

from campaigns import sight
from campaigns.clock import server_time
from campaigns.models import Side
from campaigns.web.board.boards import Shown, draw_board
from rules.books import book
from tests.campaigns.games import a_game, goes, say
from tests.campaigns.web.conftest import client_of, url

pytestmark = pytest.mark.django_db
BLIND = {"kriegspiel": True}


def board(user, battle, query=""):
    return client_of(user).get(url("board", battle) + query).content.decode()


def moves(page):
    """The moves that a page holds, or None."""
    found = re.search(r'data-moves="([^"]*)"', page)
    return json.loads(html.unescape(found[1])) if found else None


def facts(user, battle):
    return sight.game(sight.find_battle(user, battle.public_id), server_time())


def test_the_page_of_who_is_to_move_holds_every_legal_move(cast):
    """CH79-04: twenty of them at the beginning."""
    held = moves(board(cast.red_general, a_game(cast)))
    assert len(held) == 10 and sum(map(len, held.values())) == 20
    assert held["e2"] == {"e3": "", "e4": ""} and held["g1"] == {"f3": "", "h3": ""}


def test_it_holds_what_a_pawn_may_become(cast):
    """CH79-16."""
    battle = a_game(cast, start={"fen": "4k3/P7/8/8/8/8/7P/4K3 w - - 0 1"})
    assert sorted(moves(board(cast.red_general, battle))["a7"]["a8"]) == ["b", "n", "q", "r"]


@pytest.mark.parametrize("name", ["blue_general", "observer", "umpire", "red_foot"])
@pytest.mark.parametrize("key", ["chess-1879", "war-chess"])
def test_the_page_of_nobody_else_holds_them(cast, key, name):
    page = board(getattr(cast, name), a_game(cast, key))
    assert moves(page) is None and 'id="quick"' not in page


def test_nor_does_the_players_own_once_the_other_is_to_move(cast):
    battle = a_game(cast)
    say(cast.red_general, battle, goes("e2e4"))
    assert moves(board(cast.red_general, battle)) is None
    assert len(moves(board(cast.blue_general, battle))) == 10


def test_in_a_blind_game_the_moves_are_the_same_wherever_the_enemy_stands(cast):
    """CHK-22: twin worlds; what is possible in one of them alone would tell which it is."""
    one, other = (
        board(cast.red_general, a_game(cast, options=BLIND, start={"fen": fen}))
        for fen in ("4k3/8/8/3p4/8/8/4P3/R3K3 w - - 0 1", "4k3/8/8/8/8/r2n4/4P3/R3K3 w - - 0 1")
    )
    assert moves(one) == moves(other) and moves(one)["e2"].keys() >= {"e3", "e4", "d3"}


def test_what_was_taken_is_beside_the_board_as_signs_and_in_words(cast):
    battle = a_game(cast)
    for user, uci in ((cast.red_general, "e2e4"), (cast.blue_general, "d7d5"), (cast.red_general, "e4d5")):
        say(user, battle, goes(uci))
    for user in (cast.blue_general, cast.observer, cast.umpire):
        page = board(user, battle)
        assert "has taken 1 × black pawn" in page and "× white" not in page
    assert [man["name"] for man in facts(cast.red_general, battle).taken["blue"]] == ["black pawn"]


def test_a_pawn_taken_in_passing_is_taken(cast):
    """CH79-14."""
    battle = a_game(cast, start={"fen": "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"})
    say(cast.red_general, battle, goes("e5d6"))
    assert "has taken 1 × black pawn" in board(cast.blue_general, battle)


def test_in_a_blind_game_only_the_own_loss_is_known(cast):
    """CHK-22."""
    battle = a_game(cast, options=BLIND, start={"fen": "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"})
    say(cast.red_general, battle, goes("e4d5"))
    assert "has taken 1 × black queen" in board(cast.blue_general, battle)
    assert "has taken" not in board(cast.red_general, battle)


def test_in_war_chess_what_was_taken_and_the_last_move_are_told_by_what_happened(cast):
    start = {
        "board": {"129": "aW", "125": "aI", "113": "dC", "19": "dX", "12": "dI", "101": "aI", "97": "dL"},
        "to_move": "red",
    }
    battle = a_game(cast, "war-chess", start=start)
    assert "has taken" not in board(cast.red_general, battle), (
        "a position without some figures is not one that lost them"
    )
    say(cast.red_general, battle, {"order": "move", "from": 101, "to": 97})
    page = board(cast.blue_general, battle)
    assert "has taken 1 × the defender&#x27;s light infantry" in page
    assert set(re.findall(r'data-cell="(\d+)"[^>]*class="cell [^"]*\bis-last\b', page)) == {"101", "97"}
    say(cast.blue_general, battle, {"order": "offer-draw"})
    assert "is-last" in board(cast.red_general, battle), "an offer is no move"


def test_a_player_has_one_name_on_the_page(cast):
    battle = a_game(cast)
    say(cast.red_general, battle, goes("e2e4"))
    page = board(cast.blue_general, battle)
    main = re.sub(r"<[^>]*>", " ", page[page.index('id="main"') : page.index("</main>")])
    assert "White: P-K4" in main and "The board of Black" in main and "Black moves" in main
    assert not re.search(r"\b(Red|Blue)\b", main)


def test_and_it_is_what_the_campaign_calls_the_side_where_that_has_a_name_of_its_own(cast):
    battle = a_game(cast)
    Side.objects.filter(campaign=battle.campaign, key="red").update(name="Anna Bell")
    say(cast.red_general, battle, goes("e2e4"))
    page = board(cast.blue_general, battle)
    assert "Anna Bell: P-K4" in page and "White: P-K4" not in page and "</svg>White<" not in page


def test_both_clocks_are_beside_the_board(cast):
    battle = a_game(cast, clock_mode="fixed", fixed_minutes=7)
    assert facts(cast.red_general, battle).minutes == {"red": 7, "blue": 7}
    assert len(re.findall(r'class="face" data-face', board(cast.red_general, battle))) == 3, (
        "and one in the bar at the head"
    )
    untimed = a_game(cast, clock_mode="untimed")
    assert facts(cast.red_general, untimed).minutes == {"red": None, "blue": None}
    assert 'class="face" data-face' not in board(cast.red_general, untimed)


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_no_figure_covers_another_and_none_leaves_its_cell(side):
    rules = book("war-chess")
    options = rules.options({})
    drawing = draw_board(rules.table(rules.opening({}, options), options).board(""), side, Shown())
    assert len(drawing.men) == 28
    for man in drawing.men:
        x, y = man.at
        assert man.size <= 50, "cells that share a side are fifty apart, across and down"
        if len(man.plinth) == 3 and man.shade == "light":
            assert man.plinth[2] <= 35 and abs(man.plinth[1] - y) <= 4
        else:
            assert man.plinth[2] <= 50
        assert abs(man.left + man.size // 2 - x) <= 1


def test_no_man_of_the_enemy_is_on_the_page_of_a_blind_player(cast):
    """CHK-22: the signs of the players beside the board are no men on it."""
    page = board(cast.red_general, a_game(cast, options=BLIND))
    assert page.count('<g class="man light') == 16 and not re.search(r'class="man dark', page)
