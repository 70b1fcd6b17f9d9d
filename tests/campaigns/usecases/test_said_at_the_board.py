"""Claims and offers at a board keep the turn's number and its clock, and are hidden from a player who has to notice the fact alone."""

from __future__ import annotations

import pytest

from campaigns.models import Due, Move, RecordEntry
from campaigns.sight.game import game
from campaigns.sight.seat import find_battle
from campaigns.usecases.clock.clock import pause_clock
from campaigns.usecases.matches.board_turns import check_play, play
from rules.errors import Illegal
from tests.campaigns.builders import the_move
from tests.campaigns.games import a_game, at, goes, say

pytestmark = pytest.mark.django_db
OFFER = {"order": "offer-draw"}
TOUCH, ADOUBE = {"order": "touch", "square": "d7"}, {"order": "adoube", "square": "g1"}
BLIND = {"kriegspiel": True}
TIMED = {"clock_mode": "fixed", "fixed_minutes": 5}
UNSAID = {"fen": "4k3/7n/8/8/8/8/4P3/R3K3 w - - 0 1"}


def clock_of(battle):
    move = the_move(battle)
    return move.side, move.own_number, move.opened_at, move.closes_at, move.allowance_minutes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "options", "who", "said"),
    [
        ("chess-1879", {}, "red_general", OFFER),
        ("chess-1879", {}, "blue_general", OFFER),
        ("chess-1879", {}, "red_general", ADOUBE),
        ("chess-laws", {}, "red_general", TOUCH),
        ("chess-laws", {}, "blue_general", OFFER),
        ("chess-1879", BLIND, "red_general", {"order": "ask-any"}),
        ("chess-1879", BLIND, "red_general", OFFER),
        ("war-chess", {}, "red_general", OFFER),
        ("war-chess", {}, "blue_general", OFFER),
    ],
)
def test_what_is_said_keeps_the_number_and_the_deadline_of_the_turn_and_is_not_said_twice(
    cast, book, options, who, said
):
    """AMB-C20, CHK-12, CH79-28, WC-END-07: whoever makes it, and whosever turn it is."""
    battle = a_game(cast, book, options=options, **TIMED)
    before = clock_of(battle)
    assert before[3] is not None
    say(getattr(cast, who), battle, said, now=at(60))
    assert clock_of(battle) == before
    with pytest.raises(Illegal) as refused:
        say(getattr(cast, who), battle, said, now=at(61))
    assert refused.value.code == "E-SAID" and refused.value.clause
    assert clock_of(battle) == before
    closes = Due.objects.filter(move=the_move(battle), kind="close", state="waiting").values_list("due_at", flat=True)
    assert list(closes) == [before[3] + (closes[0] - before[3])] and closes[0] >= before[3]


@pytest.mark.slow
def test_a_man_having_moved_the_next_turn_has_a_clock_and_a_number_of_its_own(cast):
    """The twin: a move ends the turn, and claims and offers are possible again."""
    battle = a_game(cast, **TIMED)
    say(cast.blue_general, battle, OFFER, now=at(30))
    say(cast.red_general, battle, OFFER | {"order": "adoube", "square": "g1"}, now=at(31))
    say(cast.red_general, battle, goes("e2e4"), now=at(60))
    assert clock_of(battle) == ("blue", 1, at(60), at(360), 3)
    say(cast.red_general, battle, OFFER, now=at(70))
    assert clock_of(battle) == ("blue", 1, at(60), at(360), 3)
    say(cast.blue_general, battle, goes("e7e5"), now=at(80))
    assert clock_of(battle) == ("red", 2, at(80), at(380), 3)


@pytest.mark.slow
def test_a_claim_that_binds_the_other_leaves_him_his_time(cast):
    """LAWS-05a: the adversary insists, and no man has moved."""
    battle = a_game(cast, "chess-laws", **TIMED)
    say(cast.red_general, battle, TOUCH, now=at(10))
    before = clock_of(battle)
    say(cast.blue_general, battle, {"order": "claim", "claim": "touched-man"}, now=at(20))
    assert clock_of(battle) == before
    with pytest.raises(Illegal):
        say(cast.blue_general, battle, {"order": "claim", "claim": "touched-man"}, now=at(21))


def test_a_clock_that_the_umpire_stopped_stands_though_something_is_said(cast):
    battle = a_game(cast, **TIMED)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="the telephone", minutes=2, now=at(10))
    stands = the_move(battle).paused_until
    say(cast.blue_general, battle, OFFER, now=at(20))
    move = the_move(battle)
    assert move.paused_until == stands and move.paused_at == at(10)
    assert Due.objects.filter(move=move, kind="resume", state="waiting", due_at=stands).exists()


@pytest.mark.slow
def test_an_order_addressed_to_a_turn_counts_though_something_was_said_in_it_since(cast):
    """Nobody loses a move because the other spoke while they made it, a machine no more than a person."""
    battle = a_game(cast, **TIMED)
    old = the_move(battle).public_id
    say(cast.blue_general, battle, OFFER, now=at(10))
    assert the_move(battle).public_id != old
    assert play(user=cast.red_general, move=old, orders=[goes("e2e4")], key="late", now=at(11)).settled
    assert (the_move(battle).side, Move.objects.filter(battle=battle).count()) == ("blue", 3)


# -- the unannounced check ------------------------------------------------------------


def sheet(user, battle):
    return game(find_battle(user, battle.public_id), at(1))


def words_of(facts):
    """Everything that a sheet says in words, and the marks of its board."""
    told = [str(one.get("sentence")) for one in facts.told]
    return " ".join([*told, str(facts.board["marks"]), str(facts.score), *(one.title for one in facts.moves)])


@pytest.mark.parametrize("who", ["blue_general", "observer"])
def test_an_unannounced_check_is_told_to_nobody_but_who_gave_it(cast, who):
    """LAWS-09a, AMB-C19: not by events, the score, the board, the offered moves or the report."""
    battle = a_game(cast, "chess-laws", start=UNSAID)
    say(cast.red_general, battle, goes("a1a8"))
    facts = sheet(getattr(cast, who), battle)
    assert not any(word in words_of(facts) for word in ("check", " ch", "+", "said nothing"))
    assert [one["event"] for one in facts.told] == ["move-made"] and "check" not in facts.told[0]
    offered = [one.title for one in facts.moves]
    assert who == "observer" or ("Kt-KB3" in offered and not any(" to " in title for title in offered))
    reports = battle.moves.get(number=1).reports
    assert "check-unsaid" not in str(reports.get(side="blue" if who == "blue_general" else "observer").data)
    assert "check-unsaid" in str(reports.get(side="red").data)


def test_an_announced_check_is_told_to_all(cast):
    """The twin."""
    battle = a_game(cast, "chess-laws", start=UNSAID)
    say(cast.red_general, battle, goes("a1a8", check=True))
    facts = sheet(cast.blue_general, battle)
    assert "check" in words_of(facts) and " ch" in str(facts.score) and facts.board["marks"]["check"] == ["e8"]


@pytest.mark.slow
def test_once_it_is_warned_of_everybody_reads_it(cast):
    """LAWS-09b."""
    battle = a_game(cast, "chess-laws", start=UNSAID)
    say(cast.red_general, battle, goes("a1a8"))
    say(cast.blue_general, battle, goes("h7f6"))
    assert "ch" not in str(sheet(cast.blue_general, battle).score)
    say(cast.red_general, battle, {"order": "claim", "claim": "unannounced-check"})
    facts = sheet(cast.blue_general, battle)
    assert " ch" in str(facts.score) and facts.board["marks"]["check"] == ["e8"]


@pytest.mark.slow
def test_a_game_that_is_over_hides_no_check(cast):
    battle = a_game(cast, "chess-laws", start=UNSAID)
    say(cast.red_general, battle, goes("a1a8"))
    say(cast.blue_general, battle, {"order": "resign"})
    assert " ch" in str(sheet(cast.blue_general, battle).score)


@pytest.mark.slow
def test_whether_a_called_check_is_one_is_judged_when_it_is_claimed_and_not_before(cast):
    """LAWS-08: neither the list of claims nor reading one back shows it; the claim is refused, and is in the record."""
    claim = {"order": "claim", "claim": "false-check"}
    seen = []
    for target in ("a7", "a8"):
        battle = a_game(cast, "chess-laws", start={"fen": "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1"})
        say(cast.red_general, battle, goes(f"a1{target}", check=True))
        facts = sheet(cast.blue_general, battle)
        seen.append((facts.board["marks"]["check"], "+" in str(facts.told), [one.blocked for one in facts.words]))
        say(cast.blue_general, battle, goes("e8d7" if target == "a8" else "e8f8"))
        blocked = {one.title: one.blocked for one in sheet(cast.blue_general, battle).words}
        move = the_move(battle).public_id
        read = check_play(user=cast.blue_general, move=move, orders=[claim], now=at(0)).reading
        seen[-1] += (blocked, read)
    assert seen[0] == seen[1]
    with pytest.raises(Illegal) as refused:
        say(cast.blue_general, battle, claim)
    assert (refused.value.code, refused.value.clause) == ("E-CLAIM", "LAWS-08")
    assert RecordEntry.objects.filter(battle=battle, kind="claim-refused").count() == 1
