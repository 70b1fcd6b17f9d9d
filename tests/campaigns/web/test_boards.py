"""Boards are drawn as the plates have them, from either side; and so are their replays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.desk.open_papers import open_papers
from campaigns.web.board.boards import Shown, draw_board
from rules.books import book
from tests.campaigns import builders
from tests.campaigns.games import FOOLS_MATE, a_game, play_out
from tests.campaigns.web.conftest import client_of, url


def a_board(key, side="", start=None, **options):
    rules = book(key)
    chosen = rules.options(options)
    return rules.table(rules.opening(start or {}, chosen), chosen).board(side)


def at(drawing, cell):
    return next(one.at for one in drawing.cells if one.cell == cell)


def test_the_board_of_diamonds_has_every_cell_and_the_river():
    """WC-BRD-01, WC-BRD-06, WC-RIV-02."""
    drawing = draw_board(a_board("war-chess"))
    assert len(drawing.cells) == 139 and len(drawing.men) == 28
    assert len(drawing.water) == 4 and len(drawing.strokes) == 18
    crossings = {one.cell for one in drawing.cells if {"ford", "bridge"} & set(one.marks.split())}
    assert crossings == {"47", "70", "83"}


def test_each_player_has_his_own_side_below_and_the_board_is_turned_half_round():
    """WC-BRD-04, WC-SET-06."""
    board = a_board("war-chess")
    low, high = draw_board(board, "defender"), draw_board(board, "attacker")
    assert at(low, "19")[1] > at(low, "129")[1] and at(high, "19")[1] < at(high, "129")[1]
    assert at(low, "1") == at(high, "139") and at(low, "70") == at(high, "70")
    assert draw_board(board) == low and draw_board(board, "observer") == low


def test_whoever_plays_black_sees_the_eighth_rank_below():
    board = a_board("chess-1879")
    assert at(draw_board(board, "white"), "a1") == at(draw_board(board, "black"), "h8")


def test_who_stands_under_fire_is_drawn_with_the_line_of_the_battery():
    """Plate 2 figure 3: both figures stand in the line of the battery on 40."""
    start = {"board": {"60": "aA", "40": "aA", "16": "dI", "26": "dI", "1": "dA"}, "to_move": "defender"}
    drawing = draw_board(a_board("war-chess", start=start))
    here = at(drawing, "40")
    assert {line[:2] for line in drawing.lines} == {here}
    assert {line[2:] for line in drawing.lines} == {at(drawing, "16"), at(drawing, "26")}
    marked = {one.cell for one in drawing.cells if "is-exposed" in one.marks}
    assert marked == {"16", "26"}


def test_cells_lead_somewhere_only_where_one_may_choose():
    board = a_board("chess-1879")
    idle = draw_board(board, "white", Shown(own=frozenset({"e2"}), link=lambda cell: f"?{cell}"))
    assert [one.cell for one in idle.cells if one.href] == ["e2"]
    held = Shown(chosen="e2", ends=frozenset({"e3", "e4"}), own=frozenset({"e2"}), link=lambda cell: f"?{cell}")
    reaching = draw_board(board, "white", held)
    assert all(one.href for one in reaching.cells)
    assert {one.cell for one in reaching.cells if "is-end" in one.marks} == {"e3", "e4"}
    assert not next(one for one in reaching.cells if one.cell == "e4").skip
    assert not any(one.href for one in draw_board(board).cells)


def test_of_a_blind_player_his_own_men_alone_stand_there():
    """CHK-01, CHK-22."""
    drawing = draw_board(a_board("chess-1879", "black", kriegspiel=True), "black")
    assert {man.shade for man in drawing.men} == {"dark"} and len(drawing.men) == 16
    assert not draw_board(a_board("chess-1879", "observer", kriegspiel=True), "observer").men
    assert len(draw_board(a_board("chess-1879", "", kriegspiel=True)).men) == 32


def test_a_board_that_is_none_is_not_drawn():
    assert draw_board({}) is None
    assert book("kriegspiel").table({}, {}).board("red") == {}


def the_end_of(cast, options):
    """A game that is over after two moves, by the umpire's decision."""
    battle = a_game(cast, options=options)
    play_out(cast, battle, FOOLS_MATE[:2])
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Dusk", now=builders.NOON + timedelta(minutes=2))
    return battle


@pytest.mark.slow
@pytest.mark.django_db
def test_a_game_of_chess_is_shown_on_its_board(cast):
    page = client_of(cast.red_general).get(url("replay", the_end_of(cast, {})) + "?move=2").content.decode()
    assert page.count('href="#man-pawn"') == 16 and "pawn on f3" in page
    assert "Who was where" not in page


@pytest.mark.slow
@pytest.mark.django_db
def test_what_a_blind_player_believed_stands_beside_the_board(cast):
    battle = the_end_of(cast, {"kriegspiel": True})
    red, address = client_of(cast.red_general), url("replay", battle)
    mine = red.get(address + "?move=1").content.decode()
    assert mine.count('href="#man-pawn"') == 8 and "man dark" not in mine
    assert red.get(address + "?move=1&of=red&beside=on").status_code == 404
    open_papers(by=cast.umpire, battle=battle.public_id, now=builders.NOON + timedelta(hours=1))
    both = red.get(address + "?move=1&of=red&beside=on").content.decode()
    assert both.count('<figure class="board') == 2 and both.count('href="#man-pawn"') == 8 + 16
