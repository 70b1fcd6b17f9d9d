"""The scripts of the pages speak the reader's language: what they say is marked, is in the book, and comes with the page."""

from __future__ import annotations

import json
import re

import pytest
from django.template import engines

from campaigns.speech import in_language
from campaigns.speech.gather import gathered
from campaigns.speech.scripts import SAID, said_by, said_for
from tests.clauses import ROOT

SCRIPTS = sorted((ROOT / "campaigns/static/campaigns").glob("*.js"))
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
SENTENCE = re.compile(r'"([A-Z][a-z]+(?: [a-z]+|[.!?])[^"]*)"|(?:textContent|innerText|title) = "([A-Za-z][^"]*)"')
"""A text that people would read: words that begin as a sentence does, or that are put into the page."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_no_script_says_anything_that_is_not_marked(script):
    bare = SAID.sub("", COMMENT.sub("", script.read_text(encoding="utf-8")))
    assert [one for one in SENTENCE.findall(bare) if "use strict" not in one[0]] == []


@pytest.mark.slow
def test_what_the_scripts_say_is_wanted_in_the_book():
    places = gathered()
    assert "campaigns/static/campaigns/keep.js" in places["Discard it"]
    assert set(said_by("draw")) <= set(places)


def test_a_page_brings_the_words_along_in_german_and_none_in_english():
    made = engines["django"].from_string('{% load speaking %}<html{% said_by "guide" "replay" %}>')
    assert made.render() == "<html>" and said_for("guide") == ""
    with in_language("de"):
        words = json.loads(said_for("guide", "replay"))
        assert words["Next"] == "Weiter" and words["Stop"] != "Stop"
        assert 'data-said="{&quot;Next&quot;:&quot;Weiter&quot;' in made.render()
