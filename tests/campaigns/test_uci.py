"""A chess engine of the host's plays by our laws, within its time, and is killed when it hangs.  None need be installed for it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from campaigns import machines, uci
from campaigns.models import Answer, Notice
from campaigns.usecases.matches.machine_turns import MOST_ATTEMPTS, play_due_turns
from campaigns.usecases.matches.practice import start_practice
from rules.books import book
from tests.campaigns.builders import NOON, a_user, the_move
from tests.campaigns.games import at, goes, say

FAKE = Path(__file__).parents[1] / "fake_uci.py"


@pytest.fixture
def engine(settings, tmp_path, monkeypatch):
    """Install an engine that behaves in a certain way; the file in which it records its identity and its input."""
    monkeypatch.setattr(uci, "PATIENCE", 1.5)
    monkeypatch.setattr(uci, "SECONDS", dict.fromkeys(uci.SECONDS, 0.1))

    def install(manner):
        settings.UCI_ENGINE = f"{sys.executable} {FAKE} {manner} {tmp_path / 'seen'}"
        return tmp_path / "seen"

    return install


def asked(fen="", level=1, code="chess-1879", side="white", position=None, **options):
    chosen = book(code).options(options)
    position = position or book(code).opening({"fen": fen} if fen else {}, chosen)
    return machines.MoveRequest("uci", level, code, chosen, position, side)


def gone(seen):
    """Whether all processes of the engine have ended."""
    pids = [int(line.split()[1]) for line in seen.read_text().splitlines() if line.startswith("pid")]
    assert pids
    for _ in range(100):
        if not any(_lives(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def _lives(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_it_plays_a_move_of_our_laws_and_ends(engine):
    seen = engine("fool")
    assert machines.orders_of(asked()) == [{"order": "move", "from": "a2", "to": "a3"}]
    assert gone(seen)


@pytest.mark.slow
def test_its_strength_is_a_share_of_its_setting(engine):
    for level, said in ((1, "0"), (2, "5"), (3, "10"), (4, "20")):
        seen = engine("fool")
        machines.orders_of(asked(level=level))
        assert f"setoption name Skill Level value {said}\n" in seen.read_text() or said == "20"
        seen.unlink()


@pytest.mark.slow
@pytest.mark.parametrize("manner", ["hangs", "deaf", "dies", "cheat"])
def test_one_that_misbehaves_has_failed_and_does_not_outlive_it(engine, manner):
    seen = engine(manner)
    began = time.monotonic()
    with pytest.raises(machines.Failed):
        machines.orders_of(asked())
    assert time.monotonic() - began < 30
    assert gone(seen)


def test_one_that_babbles_is_understood_all_the_same(engine):
    engine("babbles")
    assert machines.orders_of(asked())[0]["order"] == "move"


def test_one_that_is_not_there_has_failed(settings):
    settings.UCI_ENGINE = "/nowhere/engine"
    with pytest.raises(machines.Failed):
        machines.orders_of(asked())


def test_who_is_lost_agrees_to_a_draw_and_who_is_winning_does_not(engine):
    rules, options = book("chess-1879"), book("chess-1879").options({})
    offered = rules.table(rules.opening({}, options), options).adjudicate(
        "white", [goes("e2e4"), {"order": "offer-draw"}], {}, {}
    )
    engine("fool")
    assert machines.orders_of(asked(side="black", position=offered.position)) == [{"order": "agree"}]
    engine("king")
    assert machines.orders_of(asked(side="black", position=offered.position))[0]["order"] == "move"


def test_who_is_bound_to_move_a_man_lets_the_engine_choose_among_his_moves_alone(engine):
    """CH79-18: a man touched must be moved."""
    rules, options = book("chess-1879"), book("chess-1879").options({})
    touched = rules.table(rules.opening({}, options), options).adjudicate(
        "white", [{"order": "touch", "square": "g1"}], {}, {}
    )
    claimed = rules.table(touched.position, options).adjudicate(
        "black", [{"order": "claim", "claim": "touched-man"}], {}, {}
    )
    engine("fool")
    order = machines.orders_of(asked(position=claimed.position))[0]
    assert order["from"] == "g1"


@pytest.mark.slow
def test_a_practice_at_chess_is_answered(engine, db):
    engine("fool")
    battle = start_practice(user=a_user("ann"), book="chess-1879", engine="uci", level=2, now=NOON)
    say(a_user("ann"), battle, goes("e2e4"))
    assert play_due_turns(lambda: at(2)) == 1
    assert the_move(battle).number == 3 and the_move(battle).side == "red"


@pytest.mark.slow
def test_a_practice_whose_engine_dies_waits_and_tells_its_player(engine, db):
    engine("dies")
    battle = start_practice(user=a_user("ann"), book="chess-1879", engine="uci", level=2, side="black", now=NOON)
    for _ in range(MOST_ATTEMPTS + 1):
        play_due_turns(lambda: at(2))
    assert Answer.objects.get().failed and the_move(battle).number == 1
    assert [one.post.user.username for one in Notice.objects.filter(kind="machine-failed")] == ["ann"]


def test_no_variable_of_ours_but_the_one_is_read(settings):
    """Only the host says what the engine is."""
    assert settings.UCI_ENGINE == os.environ.get("UCI_ENGINE", "")
