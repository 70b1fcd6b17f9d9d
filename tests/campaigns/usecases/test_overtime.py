"""A game's clock runs out: the player to move has conceded it, and an umpire who is present decides first.  [AMB-C04]"""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.errors import MoveClosed
from campaigns.models import Battle, Move, OrderEntry, Report
from campaigns.usecases.desk.rulings import correct_order
from campaigns.usecases.matches.board_turns import play
from campaigns.usecases.moves.submission import submit_move
from tests.campaigns.builders import the_move
from tests.campaigns.games import a_game, goes, say

pytestmark = pytest.mark.django_db
DRAINED, SECOND = timedelta(seconds=5), timedelta(seconds=1)


def out_of_time(battle: Battle) -> Move:
    """The turn under way, once its clock has run out and the sweeps have run."""
    move = the_move(battle)
    for seconds in range(3):
        sweep(move.closes_at + DRAINED + timedelta(seconds=seconds))
    battle.refresh_from_db()
    move.refresh_from_db()
    return move


@pytest.mark.parametrize(
    "book, options, clause",
    [
        ("chess-1879", {}, "CH79-24"),
        ("chess-laws", {}, "CH79-24"),
        ("chess-1879", {"kriegspiel": True}, "CHK-19"),
        ("war-chess", {}, "WC-END-05"),
    ],
)
def test_without_an_umpire_the_game_is_lost_by_whoever_is_to_move(cast, book, options, clause):
    battle = a_game(cast, book, options, umpire="none")
    out_of_time(battle)
    assert battle.status == Battle.Status.ENDED
    assert (battle.result["winner"], battle.result["clause"]) == ("blue", clause)
    told = Report.objects.get(move__battle=battle, side="blue").data["events"][-1]
    assert told["event"] == "game-won" and told["time"]


def test_a_try_that_was_refused_saves_nobody(cast):
    """In the Kriegspiel of chess the turn goes on until a try is lawful."""
    battle = a_game(cast, options={"kriegspiel": True}, umpire="none")
    assert not say(cast.red_general, battle, goes("e2d3")).settled
    out_of_time(battle)
    assert battle.result["winner"] == "blue"


def test_who_has_moved_in_time_is_not_touched(cast):
    battle = a_game(cast, umpire="none")
    say(cast.red_general, battle, goes("e2e4"))
    out_of_time(battle)
    assert battle.result["winner"] == "red"


def test_a_game_lost_by_time_is_not_scored_where_mate_alone_counts(cast):
    """CH79-24: the strict code does not have such an end."""
    battle = a_game(cast, options={"strict_mate_only": True}, umpire="none")
    move = out_of_time(battle)
    assert battle.result["conceded"] and not move.points.exists()


def test_who_has_no_move_passes_when_his_time_runs_out(cast):
    """WC-END-06: that is no loss."""
    start = {"board": {"19": "dX", "36": "aI"}, "to_move": "blue"}
    battle = a_game(cast, "war-chess", start=start, umpire="none")
    move = out_of_time(battle)
    assert move.side == "blue" and battle.status == Battle.Status.RUNNING
    assert the_move(battle).side == "red"


def test_where_an_umpire_is_present_he_submits_it(cast):
    battle = a_game(cast)
    move = out_of_time(battle)
    assert battle.status == Battle.Status.RUNNING and move.status == Move.Status.CLOSED
    submit_move(by=cast.umpire, move=move.public_id, now=move.closes_at + timedelta(minutes=1))
    battle.refresh_from_db()
    assert battle.result["winner"] == "blue"


def test_an_umpire_may_give_a_move_in_the_players_stead(cast):
    battle = a_game(cast)
    move = out_of_time(battle)
    now = move.closes_at + timedelta(minutes=1)
    orders = [goes("e2e4")]
    correct_order(by=cast.umpire, move=move.public_id, thing="board", orders=orders, reason="his line broke", now=now)
    submit_move(by=cast.umpire, move=move.public_id, now=now)
    battle.refresh_from_db()
    assert battle.status == Battle.Status.RUNNING and the_move(battle).side == "blue"


def test_a_move_counts_by_its_arrival_though_it_waited_for_a_thread_after_the_flag_had_fallen(cast):
    """RELIABILITY A3: one that came as it fell does not."""
    battle = a_game(cast, umpire="none")
    move = the_move(battle)
    late = {"key": "k", "user": cast.red_general, "move": move.public_id, "orders": [goes("e2e4")]}
    with pytest.raises(MoveClosed):
        play(**late, arrived_at=move.closes_at, now=move.closes_at + 2 * SECOND)
    assert play(**late, arrived_at=move.closes_at - SECOND, now=move.closes_at + 2 * SECOND).settled
    entry = OrderEntry.objects.get(move=move)
    assert (entry.arrived_at, entry.committed_at) == (move.closes_at - SECOND, move.closes_at + 2 * SECOND)
