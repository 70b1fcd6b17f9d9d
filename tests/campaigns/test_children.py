"""The rules in a process of their own: called, with lower priority, and killed when they take too long."""

from __future__ import annotations

import json

import pytest

from campaigns.children import Died, TookTooLong, TookTooMuch, ask_rules
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
