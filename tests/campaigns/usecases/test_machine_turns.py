"""A machine plays its turn once, by the use case that persons use; what goes wrong is reported once and never loops."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns import machines
from campaigns.clockwork.timers import sweep
from campaigns.errors import NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import Answer, Due, Machine, Move, Notice, OrderEntry, RecordEntry
from campaigns.usecases.campaigns.audit import replay
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.clock.clock import pause_clock, resume_clock
from campaigns.usecases.matches import machine_turns
from campaigns.usecases.matches.machine_turns import LEASE, MOST_ATTEMPTS, answer, claim_next, play_due_turns
from campaigns.usecases.matches.machines import ask_again, seat_machine
from rules.errors import Invalid
from tests.campaigns.builders import NOON, the_move
from tests.campaigns.games import a_game, at, say

FIRST = {"order": "move", "from": 125, "to": 106}


def a_game_against(cast, side="blue", level=1, **changes):
    """War-Chess between a person and a machine, the attacker (Red) to move."""
    battle = a_game(cast, book="war-chess", **changes)
    general = battle.campaign.posts.get(kind="general", side__key=side)
    dismiss(by=cast.umpire, post=general.public_id, now=NOON)
    seat_machine(by=cast.umpire, campaign=battle.campaign.public_id, side=side, engine="house", level=level, now=NOON)
    return battle


def due(battle):
    return Due.objects.filter(battle=battle, kind=Due.Kind.ANSWER, state=Due.State.WAITING)


def clock():
    return at(5)


@pytest.mark.slow
def test_a_machine_answers_the_move_of_a_person(cast):
    battle = a_game_against(cast)
    assert not due(battle).exists()
    assert play_due_turns(clock) == 0
    say(cast.red_general, battle, FIRST)
    assert the_move(battle).side == "blue" and due(battle).count() == 1
    assert play_due_turns(clock) == 1
    entry = OrderEntry.objects.latest("pk")
    assert entry.author == Machine.objects.get().user and entry.post.side.key == "blue"
    assert the_move(battle).side == "red" and the_move(battle).number == 3
    assert not due(battle).exists() and play_due_turns(clock) == 0
    assert all(one.same for one in replay(battle=battle))


def test_a_machine_that_is_seated_where_a_turn_is_open_plays_it(cast):
    battle = a_game_against(cast, side="red")
    assert due(battle).count() == 1
    assert play_due_turns(clock) == 1
    assert the_move(battle).side == "blue"


def test_it_is_shown_what_its_side_may_see_and_nothing_of_the_person(cast, monkeypatch):
    a_game_against(cast, side="red")
    shown = []
    monkeypatch.setattr(machines, "orders_of", lambda asked: shown.append(asked) or [FIRST])
    play_due_turns(clock)
    assert shown[0].side == "red" and shown[0].position["board"] and "seed" not in str(shown[0])


@pytest.mark.slow
def test_while_the_clock_stands_it_does_not_play(cast):
    battle = a_game_against(cast, side="red")
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="Tea", minutes=5, now=at(1))
    assert play_due_turns(clock) == 0
    resume_clock(by=cast.umpire, battle=battle.public_id, now=at(3))
    assert play_due_turns(clock) == 1


@pytest.mark.slow
def test_two_who_answer_the_same_turn_order_once(cast):
    """The first is presumed dead when its lease is over; both come back in the end."""
    battle = a_game_against(cast, side="red")
    slow = claim_next(at(2))
    assert claim_next(at(3)) is None
    quick = claim_next(at(3) + LEASE)
    assert quick.fence == slow.fence + 1
    assert answer(quick, clock)
    assert not answer(slow, clock)
    assert OrderEntry.objects.count() == 1 and the_move(battle).number == 2
    assert Answer.objects.get().attempts == 2


@pytest.mark.slow
def test_the_same_order_sent_twice_by_two_who_hold_the_turn_is_one_receipt(cast, monkeypatch):
    a_game_against(cast, side="red")
    held = claim_next(at(2))
    monkeypatch.setattr(machine_turns, "_still_held", lambda held: True)
    assert answer(held, clock)
    answer(held, clock)
    assert OrderEntry.objects.count() == 1 and Move.objects.count() == 2


def broken(asked):
    raise machines.Failed("it sulks")


def test_a_machine_that_fails_is_asked_three_times_and_then_the_umpire_is_told_once(cast, monkeypatch):
    battle = a_game_against(cast, side="red")
    monkeypatch.setattr(machines, "orders_of", broken)
    for _ in range(3 * MOST_ATTEMPTS):
        play_due_turns(clock)
    assert Answer.objects.get().attempts == MOST_ATTEMPTS and not due(battle).exists()
    told = Notice.objects.filter(kind="machine-failed")
    assert [one.post.user for one in told] == [cast.umpire] and "it sulks" in told[0].text
    assert RecordEntry.objects.filter(kind="machine-failed").count() == 1
    assert not OrderEntry.objects.exists()


def test_whoever_is_killed_at_it_is_counted_too(cast):
    battle = a_game_against(cast, side="red")
    for attempt in range(MOST_ATTEMPTS):
        assert claim_next(at(2) + attempt * LEASE) is not None
    assert claim_next(at(2) + MOST_ATTEMPTS * LEASE) is None
    assert Notice.objects.filter(kind="machine-failed").count() == 1 and not due(battle).exists()


@pytest.mark.slow
def test_what_it_may_not_order_is_no_order(cast, monkeypatch):
    """The same use case judges it as it judges a person."""
    battle = a_game_against(cast, side="red")
    monkeypatch.setattr(machines, "orders_of", lambda asked: [{"order": "move", "from": 113, "to": 19}])
    for _ in range(MOST_ATTEMPTS + 1):
        play_due_turns(clock)
    assert the_move(battle).number == 1 and not OrderEntry.objects.exists()
    assert Answer.objects.get().failed


@pytest.mark.slow
def test_the_umpire_asks_it_again_and_nobody_else_does(cast, monkeypatch):
    battle = a_game_against(cast, side="red")
    move = the_move(battle).public_id
    with pytest.raises(WrongState):
        ask_again(by=cast.umpire, move=move, now=at(2))
    with monkeypatch.context() as patched:
        patched.setattr(machines, "orders_of", broken)
        for _ in range(MOST_ATTEMPTS + 1):
            play_due_turns(clock)
    with pytest.raises(NotUmpire):
        ask_again(by=cast.blue_general, move=move, now=at(6))
    with pytest.raises(Unseen):
        ask_again(by=cast.bystander, move=move, now=at(6))
    ask_again(by=cast.umpire, move=move, now=at(6))
    assert play_due_turns(lambda: at(7)) == 1
    assert the_move(battle).number == 2 and not Answer.objects.get(move__public_id=move).failed


def test_no_machine_is_seated_by_any_but_the_umpire_nor_where_it_plays_no_game(cast):
    battle = a_game(cast, book="war-chess")
    public = battle.campaign.public_id
    for who, refusal in ((cast.red_general, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(refusal):
            seat_machine(by=who, campaign=public, side="blue", engine="house", level=1, now=NOON)
    for engine, level in (("uci", 1), ("house", 5), ("abacus", 1)):
        with pytest.raises(Invalid):
            seat_machine(by=cast.umpire, campaign=public, side="blue", engine=engine, level=level, now=NOON)
    seat_machine(by=cast.umpire, campaign=public, side="blue", engine="house", level=1, now=NOON)
    with pytest.raises(NotYours):
        seat_machine(by=cast.umpire, campaign=public, side="red", engine="house", level=1, now=NOON)


def test_the_sweep_leaves_the_turns_of_machines_alone(cast):
    battle = a_game_against(cast, side="red")
    swept = sweep(at(5))
    assert not swept.failed and due(battle).count() == 1


def test_a_process_that_thinks_too_long_is_killed(cast, monkeypatch):
    a_game_against(cast, side="red")
    held = claim_next(at(2))
    monkeypatch.setattr(machines, "LONGEST", 0.001)
    with pytest.raises(machines.Failed, match="more than"):
        machines.orders_of(held.request)


def test_a_turn_is_left_to_whoever_took_it_for_so_long(cast):
    a_game_against(cast, side="red")
    assert claim_next(at(2), timedelta(seconds=5)) is None
    assert claim_next(at(6), timedelta(seconds=5)) is not None
