"""The rules in a process of their own: called, with lower priority, and killed when they take too long."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from campaigns import children
from campaigns.children import Died, Starved, TookTooLong, TookTooMuch, ask_rules
from campaigns.serving.turns import MOST_WAITING, NoTurn, Turns
from tests.rules.kriegspiel.surveys import collection, village

FIGURES = {"scale": 5, "plain": True, "origin": [0, 0], "name": "Größe"}


def asked(survey):
    return "\n".join(
        json.dumps(one, ensure_ascii=False) for one in ({"book": "kriegspiel", "figures": FIGURES}, survey)
    )


@pytest.mark.slow
def test_a_survey_becomes_a_country_with_its_report():
    said = json.loads(ask_rules("survey", asked(village()), longest=20))
    assert said.keys() == {"country", "report"}
    assert (said["country"]["name"], said["report"]["taken"]) == ("Größe", 19)


@pytest.mark.slow
def test_a_survey_that_is_refused_says_why():
    said = json.loads(ask_rules("survey", asked(collection()), longest=20))
    assert said == {
        "refused": {
            "code": "E-INVALID",
            "clause": "",
            "sentence": "features: there is nothing in the file that has a place",
        }
    }


def test_a_child_that_takes_too_long_is_killed():
    with pytest.raises(TookTooLong, match=r"more than 0\.001 seconds"):
        ask_rules("survey", asked(village()), longest=0.001)


@pytest.mark.slow
def test_a_child_process_that_needs_too_much_memory_is_refused_with_a_sentence():
    numbers = "[" + "0," * 20_000_000 + "0]"
    head = asked(village()).split("\n")[0]
    with pytest.raises(TookTooMuch, match="more memory"):
        ask_rules("survey", f"{head}\n{numbers}", longest=20, most_memory=300 << 20)


@pytest.mark.slow
def test_a_child_with_memory_enough_answers_as_one_without_a_limit():
    question = asked(village())
    limited = ask_rules("survey", question, longest=20, most_memory=2048 << 20)
    assert limited == ask_rules("survey", question, longest=20)


def test_a_child_that_fails_says_how_it_ended():
    with pytest.raises(Died, match=r"(?s)ended with 1: .*Expecting value"):
        ask_rules("survey", "no JSON", longest=20)


# -- processor time decides, the clock on the wall is a net -----------------------------------------------


def a_module(tmp_path, monkeypatch, text):
    """A program that a child runs."""
    (tmp_path / "asked_of_a_child.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return ("asked_of_a_child",)


def test_a_child_that_waits_longer_than_its_processor_time_is_answered(tmp_path, monkeypatch):
    program = a_module(tmp_path, monkeypatch, "import time; time.sleep(1.5); print('done')")
    assert children.ask(program, b"", longest=1.0) == b"done\n"


def test_a_child_that_works_longer_is_killed_however_the_clock_goes(tmp_path, monkeypatch):
    program = a_module(tmp_path, monkeypatch, "while True: pass")
    began = time.process_time()
    with pytest.raises(TookTooLong, match="more than 1 seconds"):
        children.ask(program, b"", longest=1.0)
    assert time.process_time() - began < 1, "whoever asks waits and does not work"


def test_a_child_that_hardly_works_is_ended_by_the_net_and_that_is_no_fault_of_what_was_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(children, "LEAST_PATIENCE", 1.0)
    program = a_module(tmp_path, monkeypatch, "import time; time.sleep(60)")
    with pytest.raises(Starved):
        children.ask(program, b"", longest=0.1)


def test_whoever_asks_is_told_again_while_nothing_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(children, "LOOKED", 0.2)
    program = a_module(tmp_path, monkeypatch, "import time; time.sleep(1); print('done')")
    heard = []
    children.ask(program, b"", longest=5, told=lambda stage, percent: heard.append(percent))
    assert len(heard) >= 2


ASKS = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "kriegspiel.settings"
import django; django.setup()
from campaigns import children
children.ask(("asked_of_a_child",), b"", longest=60)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the child looks once a second")
def test_a_child_dies_with_whoever_asked(tmp_path, monkeypatch):
    told = tmp_path / "pid"
    a_module(
        tmp_path, monkeypatch, f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", ASKS])
    try:
        for _ in range(300):
            if told.exists() and told.read_text():
                break
            time.sleep(0.1)
        child = int(told.read_text())
        os.kill(child, 0)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert any(is_gone(child) for _ in range(50))


def is_gone(pid):
    """Whether a process has ended; a tenth of a second is waited where it has not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{pid}/stat") as file:
        ended = file.read().rpartition(")")[2].split()[0] == "Z"
    time.sleep(0.1)
    return ended


# -- a fair queue -----------------------------------------------------------------------------------------


def test_ones_own_many_do_not_keep_another_waiting():
    turns, served = Turns(), []

    def one(who):
        with turns.turn(who, 10):
            served.append(who)

    def queue_up(who):
        thread = threading.Thread(target=one, args=(who,))
        before = sum(len(those) for those in turns._waiting.values())
        thread.start()
        while sum(len(those) for those in turns._waiting.values()) == before:
            time.sleep(0.001)
        return thread

    with turns.turn("greedy", 1):
        threads = [queue_up(who) for who in ("greedy", "greedy", "greedy", "other")]
    for thread in threads:
        thread.join()
    assert served == ["other", "greedy", "greedy", "greedy"]


def test_who_has_too_many_waiting_or_waits_too_long_has_no_turn_and_the_others_go_on():
    turns = Turns()
    with turns.turn("one", 1):
        with pytest.raises(NoTurn), turns.turn("two", 0.05):
            pass
        waiting = [threading.Thread(target=lambda: _let_be(turns)) for _ in range(MOST_WAITING)]
        for thread in waiting:
            thread.start()
        while len(turns._waiting.get("one", ())) < MOST_WAITING:
            time.sleep(0.001)
        with pytest.raises(NoTurn), turns.turn("one", 5):
            pass
    for thread in waiting:
        thread.join()
    with turns.turn("two", 0.05):
        pass


def _let_be(turns):
    with turns.turn("one", 10):
        pass
