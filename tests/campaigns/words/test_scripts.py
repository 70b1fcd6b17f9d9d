"""The scripts of the pages speak the reader's language by Django's own catalog; in a browser: tests/browser/test_words.py."""

from __future__ import annotations

import re

import pytest
from django.template import engines
from django.test import Client
from django.urls import reverse

from campaigns.words.extraction import of_script
from campaigns.words.languages import in_language
from campaigns.words.scripts import words_of_scripts
from tests.clauses import ROOT

SCRIPTS = sorted((ROOT / "campaigns/static/campaigns").glob("*.js"))
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
MARKED = re.compile(r'\bgettext\("(?:[^"\\]|\\.)+"\)|\bngettext\("(?:[^"\\]|\\.)+", "(?:[^"\\]|\\.)+"')
SENTENCE = re.compile(r'"([A-Z][a-z]+(?: [a-z]+|[.!?])[^"]*)"|(?:textContent|innerText|title) = "([A-Za-z][^"]*)"')
"""A text that people would read: words that begin as a sentence does, or that are put into the page."""

TAG = '<script src="{}" defer></script>\n'


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_no_script_says_anything_that_is_not_marked(script):
    bare = MARKED.sub("", COMMENT.sub("", script.read_text(encoding="utf-8")))
    assert [one for one in SENTENCE.findall(bare) if "use strict" not in one[0]] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_message_of_a_script_is_found(script):
    source = COMMENT.sub("", script.read_text(encoding="utf-8"))
    called = len(re.findall(r"(?<![.\w])n?gettext\(", source))
    assert len(list(of_script(source))) == called


def address(language: str) -> str:
    return reverse("script-words", args=[language, words_of_scripts(language).digest])


def test_a_page_asks_for_the_words_in_german_and_for_none_in_english():
    made = engines["django"].from_string("{% load language_tags %}{% words_of_scripts %}")
    assert made.render() == ""
    with in_language("de"):
        assert made.render() == TAG.format(address("de"))


@pytest.mark.django_db
def test_every_page_in_german_asks_for_them_before_any_script_speaks(client):
    german = client.get(reverse("login"), HTTP_ACCEPT_LANGUAGE="de")
    text = client.get(reverse("home"), HTTP_ACCEPT_LANGUAGE="de", follow=True).content.decode()
    assert german.status_code == 200
    if "words.js" in text:
        assert text.index(address("de")) < text.index("words.js")


def test_words_are_kept_for_ever_under_their_address_and_nobody_is_looked_up_for_them(django_assert_num_queries):
    client = Client()
    client.cookies["sessionid"] = "of somebody"
    for language in ("en", "de"):  # what the browser asks for makes no difference
        answer = client.get(address("de"), HTTP_ACCEPT_LANGUAGE=language)
        assert answer["Content-Type"] == "text/javascript; charset=utf-8"
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Vary" not in answer and not answer.cookies
        assert '"Discard it": "Verwerfen"' in answer.content.decode()


def test_under_the_address_of_another_release_they_are_told_and_not_kept():
    answer = Client().get(reverse("script-words", args=["de", "0" * 20]))
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-cache"
    assert answer.content == words_of_scripts("de").script


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "tlh", "en-gb"])
def test_there_are_none_in_a_language_that_needs_none_or_that_nobody_speaks(language):
    assert Client().get(reverse("script-words", args=[language, "0" * 20])).status_code == 404
