"""The computer opponent of War-Chess: lawful, the same every time, within its bound, and no fool."""

from __future__ import annotations

from random import Random

import pytest

from rules.war_chess.field.board import CELLS
from rules.war_chess.field.figures import SIDES, WAGON, array
from rules.war_chess.field.position import position_of
from rules.war_chess.game import read_game
from rules.war_chess.machine.evaluation import FAR, weigh, worths
from rules.war_chess.machine.nodes import key_of, node_of
from rules.war_chess.machine.opponent import MOST_CHANGE, WIN, Search, bound, captures, choose, steps_of, think
from rules.war_chess.machine.reply import BOUNDS, balance
from rules.war_chess.moves.duties import legal
from rules.war_chess.options import read_options
from rules.war_chess.orders import Pass


def opening():
    return position_of(array("defender"), "attacker", "defender")


def game_of(**start):
    return read_game(start, read_options({}))


def test_the_same_position_and_bound_bring_the_same_move():
    assert think(opening(), 2_000) == think(opening(), 2_000)


@pytest.mark.slow
def test_the_opponent_looks_at_no_more_positions_than_its_bound():
    for most in (50, 500, 5_000):
        assert think(opening(), most).positions <= most


@pytest.mark.slow
def test_the_opponent_looks_deeper_with_a_higher_bound():
    assert think(opening(), 200).depth < think(opening(), 8_000).depth


@pytest.mark.parametrize("low", ["defender", "attacker"])
def test_a_position_and_the_same_turned_are_worth_the_same(low):
    assert weigh(position_of(array(low), "attacker", low)) == weigh(opening())
    assert weigh(opening()) == -weigh(opening().again())


def test_the_opponent_takes_the_citadel_where_it_can():
    order = choose(game_of(board={19: "dX", 21: "aI", 7: "dI", 134: "aW", 36: "aC", 51: "dC"}), 500)
    assert (order.origin, order.target) == (21, 19)


def test_the_opponent_sees_that_the_wagon_is_lost_unless_something_is_done():
    board = {129: "aW", 104: "dI", 97: "aL", 19: "dX", 9: "dA", 133: "aI"}
    start = position_of(board, "attacker", "defender")
    assert any(bits & start.own.prize for _, bits in legal(start.again()))
    order = choose(game_of(board=board), 4_000)
    assert think(start, 4_000).worth > -WIN // 2
    after = position_of(board, "attacker", "defender").moved(order.origin, order.target)
    assert not any(bits & after.foe.prize for _, bits in legal(after))


def test_the_opponent_passes_where_it_has_no_move():
    assert isinstance(choose(game_of(board={19: "dX", 36: "aI"}, to_move="defender")), Pass)


def test_the_opponent_repeats_no_position_when_it_stands_better():
    board = {19: "dX", 7: "dI", 134: "aW", 36: "aC", 64: "aC", 75: "aI"}
    first = choose(game_of(board=board), 800)
    start = game_of(board=board)
    seen = start.but(position=start.position.moved(first.origin, first.target)).digest()
    again = choose(game_of(board=board, seen={seen: 1}), 800)
    assert (again.origin, again.target) != (first.origin, first.target)


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_the_opponent_loses_no_game_to_random_moves(side):
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


def positions_at_random(seed, turns):
    """The positions of a game at random, each with a move to be made in it."""
    draw, position = Random(seed), opening()
    for _ in range(turns):
        steps = sorted(steps_of(position))
        if position.won or not steps:
            return
        step = draw.choice(steps)
        yield position, step
        position = position.moved(*step)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_worth_and_key_carried_along_are_those_of_the_position(seed):
    node = node_of(opening())
    for position, step in positions_at_random(seed, 150):
        assert (node.worth, node.key) == (weigh(position), key_of(position))
        node = node.after(*step)


@pytest.mark.parametrize("seed", [4, 5])
def test_the_captures_are_those_among_the_legal_moves(seed):
    for position, _ in positions_at_random(seed, 120):
        assert sorted(captures(position)) == sorted(
            step for step in steps_of(position) if position.foe.bits >> step[1] & 1
        )


def plainly(position, depth, search):
    """The worth of a position with nothing left out: every move to its depth, and the captures beyond it."""
    if position.won:
        return -WIN
    if depth == 0:
        return search.settled(node_of(position), 6, -WIN, WIN, 0)
    steps = steps_of(position)
    after = [position.moved(*step) for step in steps] or [position.again()]
    return max(-plainly(one, depth - 1, search) for one in after)


@pytest.mark.parametrize("seed", [6, 7, 8])
def test_what_is_left_out_at_the_end_of_a_line_could_not_have_mattered(seed):
    """One move deep nothing is lost by leaving moves out."""
    for position, _ in list(positions_at_random(seed, 60))[10::7]:
        exact = plainly(position, 1, Search(10**9))
        assert Search(10**9).best(node_of(position), 1, -WIN, WIN, 0) == exact
        assert Search(10**9).best(node_of(position), 1, exact, exact + 1, 0) <= exact


def test_captures_are_followed_to_their_depth_and_not_from_a_position_that_is_good_enough():
    looked_at = []
    for position, _ in positions_at_random(9, 60):
        node, search = node_of(position), Search(10**9)
        assert search.settled(node, 0, -WIN, WIN, 0) == node.worth == search.settled(node, 6, -WIN, node.worth, 0)
        assert search.positions == 0
        search.settled(node, 6, -WIN, WIN, 0)
        looked_at.append(search.positions)
    assert any(looked_at)


def test_the_last_two_moves_of_a_line_are_all_looked_at_to_the_end_and_of_those_before_the_unlikely_less_far(
    monkeypatch,
):
    seen, plain = set(), Search.worth_of

    def watched(self, node, depth, *bounds, less, **how):
        seen.add((depth + 1, less))
        return plain(self, node, depth, *bounds, less=less, **how)

    monkeypatch.setattr(Search, "worth_of", watched)
    think(opening(), 8_000)
    assert {less for depth, less in seen if depth <= 2} == {0} < {less for depth, less in seen if depth == 3}


def test_a_move_is_left_out_far_from_the_end_only_never_twice_running_and_by_nobody_who_is_bound(monkeypatch):
    above, left_out, plain = [], [], Search.best

    def watched(self, node, depth, *bounds, passed=False):
        if passed:
            left_out.append(above[-1])
        above.append((passed, depth, bound(node.position, self.overrides)[1]))
        try:
            return plain(self, node, depth, *bounds, passed=passed)
        finally:
            above.pop()

    monkeypatch.setattr(Search, "best", watched)
    think(opening(), 12_000)
    assert left_out
    assert all(depth > 2 and not passed and not duty for passed, depth, duty in left_out)


@pytest.mark.slow
def test_no_quiet_move_changes_more_than_is_reckoned_with():
    for side in SIDES:
        for prize in CELLS:
            for kind, row in worths(side, 1 << prize, 1 << 19, 13).items():
                if kind != WAGON:
                    for cell in CELLS:
                        near = [row[other] for other, steps in FAR[cell].items() if steps <= 3]
                        assert max(near) - row[cell] <= MOST_CHANGE


def test_the_opponent_wins_in_two_moves_where_it_can():
    """The Citadel falls at the second move, whatever is done in between."""
    start = position_of({19: "dX", 133: "dI", 129: "aW", 50: "aC", 52: "aC", 36: "aI"}, "attacker", "defender")
    chosen = think(start, 20_000)
    assert chosen.worth == WIN - 3
    after = start.moved(*chosen.move)
    for reply in steps_of(after):
        assert any(target == 19 for _, target in steps_of(after.moved(*reply)))


@pytest.mark.slow
def test_a_whole_game_of_the_strongest_against_itself_is_lawful():
    position = opening()
    for _ in range(30):
        steps = steps_of(position)
        if position.won or not steps:
            break
        chosen = think(position, 1_500)
        assert chosen.move in steps and chosen.positions <= 1_500
        position = position.moved(*chosen.move)


def played(attacker, defender, turns):
    """A game between two levels: the first turn at which something was taken, and the attacker's advantage at its end."""
    position, first = opening(), turns
    for turn in range(turns):
        level = attacker if position.to_move == "attacker" else defender
        move = think(position, BOUNDS[level]).move
        taken = move[1] in position.foe.figures or position.foe.prize >> move[1] & 1
        first = min(first, turn) if taken else first
        position = position.moved(*move)
        if position.won:
            return first, WIN if position.won == "attacker" else -WIN
    return first, balance(position) if position.to_move == "attacker" else -balance(position)


@pytest.mark.parametrize("level", [1, 2, pytest.param(3, marks=[pytest.mark.slow, pytest.mark.long])])
def test_within_fifteen_moves_of_a_level_against_itself_something_is_taken(level):
    first, _ = played(level, level, 30)
    assert first < 30


@pytest.mark.long
@pytest.mark.slow
def test_within_fifteen_moves_of_the_strongest_against_the_weakest_something_is_taken():
    assert played(4, 1, 30)[0] < 30


@pytest.mark.slow
@pytest.mark.parametrize("stronger", [2, pytest.param(3, marks=pytest.mark.long)])
def test_a_stronger_level_is_ahead_of_the_weakest_on_both_sides_together(stronger):
    """50 turns each; a whole game would take minutes."""
    assert played(stronger, 1, 50)[1] > 0 > played(1, stronger, 50)[1]
