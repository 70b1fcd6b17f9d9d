"""Opponents behind their interface: lawful, seated as the battle is, the same every time, and blind where they must be."""

from __future__ import annotations

import json
import subprocess
import sys

import chess
import pytest

from rules.books import book
from rules.contract.rules import Rules
from rules.errors import Illegal, Invalid

WAR = "war-chess"
SEATS = {"attacker": "blue", "defender": "red"}


def war(start=None, **options):
    rules = book(WAR)
    chosen = rules.options(options)
    return rules.opening(start or {}, chosen), chosen


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2])
def test_every_order_of_a_whole_game_is_one_that_the_book_takes(level):
    rules = book(WAR)
    position, options = war()
    for _ in range(60):
        if rules.result(position):
            break
        side = rules.next_side(position)
        orders = book(WAR).reply(position, options, side, level if side == "attacker" else 1)
        found = rules.table(position, options).adjudicate(side, orders, {}, {})
        assert orders and not found.refused
        position = found.position
    assert position["begun"]


def test_where_duties_go_before_a_winning_capture_it_does_its_duty():
    """WC-OBL-08 the other way: the same position, the option off."""
    board = {"19": "dX", "21": "aI", "7": "dI", "134": "aW", "36": "aC", "51": "dC"}
    position, options = war({"board": board, "to_move": "attacker"}, winning_capture_overrides_duty=False)
    orders = book(WAR).reply(position, options, "attacker", 1)
    assert not book(WAR).table(position, options).adjudicate("attacker", orders, {}, {}).refused


def test_the_opponent_plays_either_side():
    rules = Rules(book(WAR), book(WAR).options({}), SEATS)
    position = rules.opening({})
    assert rules.next_side(position) == "blue"
    orders = rules.reply(position, "blue", 1)
    assert orders == book(WAR).reply(*war(), "attacker", 1)
    assert not rules.table(position).adjudicate("blue", orders, {}, {}).refused
    assert not rules.reply(position, "red", 1)


def test_who_is_behind_agrees_to_a_draw_and_who_is_not_moves():
    few = {"19": "dX", "134": "aW", "101": "aL", "13": "dI", "12": "dI", "45": "dL", "43": "dL"}
    position, options = war({"board": few, "to_move": "attacker", "offer": "defender"})
    assert book(WAR).reply(position, options, "attacker", 1) == ({"order": "agree-draw"},)
    position, options = war({"board": few, "to_move": "defender", "offer": "attacker"})
    assert book(WAR).reply(position, options, "defender", 1)[0]["order"] == "move"


def test_a_game_without_end_is_claimed_as_a_draw():
    few = {"19": "dX", "134": "aW", "101": "aL", "13": "dI"}
    position, options = war({"board": few, "to_move": "attacker", "quiet": 120})
    assert book(WAR).reply(position, options, "attacker", 1) == ({"order": "claim", "claim": "captureless-moves"},)


@pytest.mark.slow
def test_the_command_line_says_the_same(tmp_path):
    position, options = war()
    asked = {"book": WAR, "position": position, "options": options, "seats": {}, "side": "attacker", "level": 1}
    said = subprocess.run(
        [sys.executable, "-m", "rules", "reply"], input=json.dumps(asked), text=True, capture_output=True, check=True
    )
    assert json.loads(said.stdout) == list(book(WAR).reply(position, options, "attacker", 1))
    wrong = subprocess.run(
        [sys.executable, "-m", "rules", "reply"],
        input=json.dumps({**asked, "level": 9}),
        text=True,
        capture_output=True,
    )
    assert wrong.returncode == 2 and "level 9" in wrong.stderr


def test_a_level_that_is_not_there_and_a_book_without_an_opponent_are_refused():
    position, options = war()
    with pytest.raises(Invalid):
        book(WAR).reply(position, options, "attacker", 5)
    assert book("kriegspiel").levels == book("chess-1879").levels == ()
    assert [one.level for one in book(WAR).levels] == [1, 2, 3, 4]


def chess_game(fen, code="chess-1879", **options):
    rules = book(code)
    chosen = rules.options(options)
    return rules.opening({"fen": fen} if fen else {}, chosen), chosen


def test_an_engine_may_choose_among_the_moves_of_our_laws_and_says_check():
    position, options = chess_game("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    asked = book("chess-1879").for_engine(position, options, "white")
    assert set(asked.moves) == {move.uci() for move in chess.Board(position["fen"]).legal_moves}
    assert asked.moves["a1a8"]["check"] is True and not asked.moves["a1a2"].get("check")
    assert not asked.agree and not asked.first
    assert not book("chess-1879").for_engine(position, options, "black").moves


def test_a_false_move_is_claimed_before_anything_is_thought_of():
    rules = book("chess-laws")
    position, options = chess_game("", "chess-laws")
    false = {"order": "move", "from": "a1", "to": "a5", "insist": True}
    position = rules.table(position, options).adjudicate("white", [false], {}, {}).position
    asked = book("chess-laws").for_engine(position, options, "black")
    assert asked.first[0]["claim"] == "false-move"
    assert not rules.table(position, options).adjudicate("black", list(asked.first), {}, {}).refused


def test_in_the_kriegspiel_no_engine_plays():
    """CHK-24: it would have to be shown every man."""
    position, options = chess_game("", kriegspiel=True)
    with pytest.raises(Illegal):
        book("chess-1879").for_engine(position, options, "white")
    assert not book("chess-1879").for_engines(options) and book("chess-1879").for_engines({})
    assert not book("kriegspiel").for_engines({})
