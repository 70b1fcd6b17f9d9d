"""The computer opponent of War-Chess: lawful, the same every time, within its bound, and no fool."""

from __future__ import annotations

from random import Random

import pytest

from rules.war_chess.duties import legal
from rules.war_chess.figures import array
from rules.war_chess.game import read_game
from rules.war_chess.opponent import WIN, choose, steps_of, think
from rules.war_chess.options import read_options
from rules.war_chess.orders import Pass
from rules.war_chess.position import position_of
from rules.war_chess.weighing import FAR, weigh


def opening():
    return position_of(array("defender"), "attacker", "defender")


def game_of(**start):
    return read_game(start, read_options({}))


def test_the_same_position_and_bound_bring_the_same_move():
    assert think(opening(), 2_000) == think(opening(), 2_000)


def test_it_looks_at_no_more_positions_than_it_may():
    for bound in (50, 500, 5_000):
        assert think(opening(), bound).positions <= bound


def test_it_looks_deeper_with_more_of_them():
    assert think(opening(), 200).depth < think(opening(), 8_000).depth


@pytest.mark.parametrize("low", ["defender", "attacker"])
def test_a_position_and_the_same_turned_are_worth_the_same(low):
    assert weigh(position_of(array(low), "attacker", low)) == weigh(opening())
    assert weigh(opening()) == -weigh(opening().again())


def test_it_takes_the_citadel_where_it_can():
    order = choose(game_of(board={19: "dX", 21: "aI", 7: "dI", 134: "aW", 36: "aC", 51: "dC"}), 500)
    assert (order.origin, order.target) == (21, 19)


def test_it_sees_that_the_wagon_is_lost_unless_something_is_done():
    board = {129: "aW", 104: "dI", 97: "aL", 19: "dX", 9: "dA", 133: "aI"}
    start = position_of(board, "attacker", "defender")
    assert any(bits & start.own.prize for _, bits in legal(start.again()))
    order = choose(game_of(board=board), 4_000)
    assert think(start, 4_000).worth > -WIN // 2
    after = position_of(board, "attacker", "defender").moved(order.origin, order.target)
    assert not any(bits & after.foe.prize for _, bits in legal(after))


def test_it_passes_where_it_has_no_move():
    assert isinstance(choose(game_of(board={19: "dX", 36: "aI"}, to_move="defender")), Pass)


def test_it_does_not_go_back_to_a_position_that_has_been_when_it_stands_better():
    board = {19: "dX", 7: "dI", 134: "aW", 36: "aC", 64: "aC", 75: "aI"}
    first = choose(game_of(board=board), 800)
    start = game_of(board=board)
    seen = start.but(position=start.position.moved(first.origin, first.target)).digest()
    again = choose(game_of(board=board, seen={seen: 1}), 800)
    assert (again.origin, again.target) != (first.origin, first.target)


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_it_loses_no_game_to_chance(side):
    draw, position = Random(1866), opening()
    for _ in range(120):
        steps = steps_of(position)
        if position.won or not steps:
            break
        step = think(position, 150).move if position.to_move == side else draw.choice(sorted(steps))
        assert step in steps
        position = position.moved(*step)
    assert position.won in ("", side)


def test_the_way_over_the_river_is_by_its_crossings():
    assert FAR[39][54] == 2 and FAR[54][39] == 2
