"""Turns on a board: played at once, published at once, and hidden from those who may not know of them."""

from __future__ import annotations

import re

import pytest

from campaigns.errors import KeyReused, MoveClosed, NotYours, Unseen, WrongState
from campaigns.models import Move, Notice, OrderEntry, Report
from campaigns.usecases.matches.board_turns import play
from rules.errors import Illegal, Invalid
from tests.campaigns import builders
from tests.campaigns.builders import the_move
from tests.campaigns.games import FOOLS_MATE, SCHOLARS_MATE, a_game, at, goes, play_out, say

pytestmark = pytest.mark.django_db
E4, E5 = goes("e2e4"), goes("e7e5")


def test_a_move_is_published_at_once_and_the_other_side_is_to_move(cast):
    battle = a_game(cast)
    played = say(cast.red_general, battle, E4)
    assert played.settled and [one["event"] for one in played.events] == ["move-made"]
    move = the_move(battle)
    assert (move.side, move.number, move.own_number, move.status) == ("blue", 2, 1, "open")
    assert move.opened_at == at(0)
    assert {row.side for row in Report.objects.filter(move__battle=battle)} == {"red", "blue", "observer"}


@pytest.mark.slow
def test_a_game_is_played_to_its_mate(cast):
    battle = a_game(cast)
    play_out(cast, battle, FOOLS_MATE)
    assert battle.status == "ended" and battle.result["winner"] == "blue"
    assert list(battle.moves.order_by("number").values_list("side", "own_number")) == [
        ("red", 1), ("blue", 1), ("red", 2), ("blue", 2),
    ]  # fmt: skip


def test_the_attacker_of_war_chess_plays_and_the_defender_answers(cast):
    battle = a_game(cast, "war-chess")
    say(cast.red_general, battle, {"order": "move", "written": "L101-97"})
    say(cast.blue_general, battle, {"order": "move", "written": "L39-31"})
    assert the_move(battle).side == "red"


@pytest.mark.slow
def test_a_draw_that_was_offered_is_agreed_to_by_the_other(cast):
    battle = a_game(cast, "war-chess")
    say(cast.red_general, battle, {"order": "offer-draw"}, {"order": "move", "written": "L101-97"})
    say(cast.blue_general, battle, {"order": "agree-draw"})
    battle.refresh_from_db()
    assert battle.status == "ended" and battle.result.get("draw") is True


def test_a_move_that_the_rules_refuse_is_not_entered(cast):
    battle = a_game(cast)
    with pytest.raises(Illegal) as refused:
        say(cast.red_general, battle, goes("e2e5"))
    assert refused.value.clause == "CH79-07"
    assert not OrderEntry.objects.exists() and the_move(battle).number == 1


def test_a_refusal_of_war_chess_names_the_battery_to_be_drawn(cast):
    start = {"board": {"110": "dA", "104": "aI", "7": "dI"}, "to_move": "red"}
    battle = a_game(cast, "war-chess", start=start)
    with pytest.raises(Illegal) as refused:
        say(cast.red_general, battle, {"order": "move", "from": 104, "to": 102})
    assert refused.value.data()["shows"]["batteries"] == [110]


def test_who_is_not_to_move_may_not_move(cast):
    battle = a_game(cast)
    with pytest.raises(Illegal) as refused:
        say(cast.blue_general, battle, E5)
    assert refused.value.code == "E-TURN" and the_move(battle).side == "red"


def test_who_is_not_to_move_may_resign(cast):
    battle = a_game(cast)
    say(cast.blue_general, battle, {"order": "resign"})
    battle.refresh_from_db()
    assert battle.result["winner"] == "red"
    assert list(battle.moves.values_list("side", "status")) == [("blue", "submitted")]


@pytest.mark.slow
def test_a_false_check_is_claimed_by_whom_it_made_move_though_the_other_is_to_move(cast):
    """LAWS-08: the reply goes back, if it is claimed before the caller moves."""
    battle = a_game(cast, "chess-laws")
    say(cast.red_general, battle, goes("e2e4", check=True))
    say(cast.blue_general, battle, E5)
    played = say(cast.blue_general, battle, {"order": "claim", "claim": "false-check"})
    assert "claim-upheld" in [one["event"] for one in played.events]
    move = the_move(battle)
    assert move.side == "blue" and move.position["fen"].split()[1] == "b"


def test_a_claim_that_does_not_hold_is_refused_and_costs_the_other_nothing(cast):
    battle = a_game(cast, "chess-laws")
    say(cast.red_general, battle, E4)
    with pytest.raises(Illegal):
        say(cast.red_general, battle, {"order": "claim", "claim": "false-move"})
    assert (the_move(battle).side, the_move(battle).number) == ("blue", 2)


@pytest.mark.slow
def test_a_try_to_which_the_umpire_says_no_is_told_to_nobody_but_its_player(cast):
    """CHK-04: no report, no notice and no new number of a move shows it to the other player."""
    battle = a_game(cast, options={"kriegspiel": True}, start={"fen": "4k3/8/8/8/8/4r3/8/R3K3 w Q - 0 1"})
    notices = Notice.objects.count()
    played = say(cast.red_general, battle, goes("e1e2"))
    assert not played.settled and [one["sentence"] for one in played.events] == ["No: e1 to e2."]
    assert (the_move(battle).number, the_move(battle).side) == (1, "red")
    assert not Report.objects.exists() and Notice.objects.count() == notices
    done = say(cast.red_general, battle, goes("e1d1"))
    assert done.settled and done.events[0]["event"] == "move-kept"
    of_blue = Report.objects.get(move__battle=battle, side="blue").data
    assert [one["event"] for one in of_blue["events"]] == ["turn-announced"]
    assert not re.search(r"\b(e2|d1)\b", str(of_blue))  # a digest may contain those letters, but not as a word


@pytest.mark.slow
def test_the_same_try_gets_the_same_answer_and_is_not_entered_twice(cast):
    battle = a_game(cast, options={"kriegspiel": True}, start={"fen": "4k3/8/8/8/8/4r3/8/R3K3 w Q - 0 1"})
    first = say(cast.red_general, battle, goes("e1e2"))
    second = say(cast.red_general, battle, goes("e1e2"))
    assert second.number == first.number and second.events == first.events
    assert OrderEntry.objects.count() == 1


@pytest.mark.slow
def test_who_resigns_while_the_other_tries_ends_the_game_with_all_that_was_tried(cast):
    battle = a_game(cast, options={"kriegspiel": True}, start={"fen": "4k3/8/8/8/8/4r3/8/R3K3 w Q - 0 1"})
    say(cast.red_general, battle, goes("e1e2"))
    say(cast.blue_general, battle, {"order": "resign"})
    battle.refresh_from_db()
    assert battle.result["winner"] == "red"
    record = battle.moves.order_by("-number").first().finding.position["record"]
    assert [one["answer"] for one in record] == ["no"]


def test_a_question_that_both_hear_is_published_and_the_asker_is_still_to_move(cast):
    """CHK-14."""
    battle = a_game(cast, options={"kriegspiel": True})
    assert say(cast.red_general, battle, {"order": "ask-any"}).settled
    assert (the_move(battle).side, the_move(battle).number) == ("red", 2)


def test_the_same_key_brings_the_same_receipt(cast):
    battle = a_game(cast)
    move = the_move(battle).public_id
    first = play(user=cast.red_general, move=move, orders=[E4], key="once", now=at(1))
    again = play(user=cast.red_general, move=move, orders=[E4], key="once", now=at(2))
    assert again.number == first.number and again.settled and the_move(battle).number == 2
    with pytest.raises(KeyReused):
        play(user=cast.red_general, move=move, orders=[goes("d2d4")], key="once", now=at(3))


def test_a_page_of_an_earlier_turn_moves_nothing(cast):
    battle = a_game(cast)
    old = the_move(battle).public_id
    say(cast.red_general, battle, E4)
    with pytest.raises(MoveClosed):
        play(user=cast.red_general, move=old, orders=[goes("d2d4")], key="old", now=at(3))


def test_only_the_generals_play_and_strangers_find_nothing(cast):
    battle = a_game(cast)
    for user in (cast.umpire, cast.red_foot, cast.observer):
        with pytest.raises(NotYours):
            say(user, battle, E4)
    with pytest.raises(Unseen):
        say(cast.bystander, battle, E4)
    assert Move.objects.filter(battle=battle).count() == 1


def test_what_is_no_order_is_refused(cast):
    battle = a_game(cast)
    for orders in ([], [{"order": "fly"}], ["e4"], [E4] * 5):
        with pytest.raises(Invalid):
            play(user=cast.red_general, move=the_move(battle).public_id, orders=orders, key="k", now=at(1))


def test_a_battle_on_the_floor_is_not_played_so(cast):
    battle = builders.a_battle(cast)
    with pytest.raises(WrongState):
        say(cast.red_general, battle, E4)


@pytest.mark.slow
def test_a_scholars_mate_by_the_older_laws_waits_for_nobody(cast):
    battle = a_game(cast, "chess-laws")
    for place, uci in enumerate(SCHOLARS_MATE):
        say(cast.blue_general if place % 2 else cast.red_general, battle, goes(uci, check=uci == "h5f7"))
    battle.refresh_from_db()
    assert battle.result["winner"] == "red"
