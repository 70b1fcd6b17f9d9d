"""The rules in a process of their own: asked, given way to, and killed when they take too long."""

from __future__ import annotations

import json

import pytest

from campaigns.children import Died, TookTooLong, ask_rules
from tests.rules.kriegspiel.surveys import collection, village

FIGURES = {"scale": 5, "plain": True, "origin": [0, 0], "name": "Größe"}


def asked(survey):
    return "\n".join(
        json.dumps(one, ensure_ascii=False) for one in ({"book": "kriegspiel", "figures": FIGURES}, survey)
    )


def test_a_survey_becomes_a_country_with_its_report():
    said = json.loads(ask_rules("survey", asked(village()), longest=20))
    assert said.keys() == {"country", "report"}
    assert (said["country"]["name"], said["report"]["taken"]) == ("Größe", 18)


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


def test_a_child_that_fails_says_how_it_ended():
    with pytest.raises(Died, match=r"(?s)ended with 1: .*Expecting value"):
        ask_rules("survey", "no JSON", longest=20)
