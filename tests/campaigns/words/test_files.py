"""Exported files are in the reader's language too: the sheet to print, the spreadsheet, the calendar."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from fpdf import FPDF

from campaigns.clock import server_time
from campaigns.usecases.people.profile import feed_token, renew_feed
from tests.campaigns import builders
from tests.campaigns.looked_back import over
from tests.campaigns.web.conftest import client_of, url
from tests.campaigns.words.page_text import english_in

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}
NAMES = re.compile(r"The ford|Red|Blue|Aldershot Staff College|Kriegspiel|-")
"""The names of the tests' exercise and its sides."""


@pytest.mark.slow
def test_every_word_of_the_printed_report_is_german(cast, monkeypatch):
    set_down, real = [], FPDF.normalize_text
    monkeypatch.setattr(FPDF, "normalize_text", lambda sheet, text: set_down.append(text) or real(sheet, text))
    battle = over(cast)
    client_of(cast.umpire).get(url("after-pdf", battle), **GERMAN)
    names = re.compile(f"{NAMES.pattern}|{re.escape(battle.name)}|{re.escape(battle.campaign.name)}")
    assert len(set_down) > 100
    assert [text for text in set_down if english_in(text, names)] == []


def test_every_word_of_the_spreadsheet_is_german(cast):
    text = client_of(cast.umpire).get(url("after-csv", over(cast)), **GERMAN).content.decode("utf-8-sig")
    cells = [cell for line in text.splitlines() for cell in line.split(",")]
    assert cells[:3] == ["was", "Seite", "Art"] and len(cells) > 100
    assert sorted({cell for cell in cells if english_in(cell, NAMES)}) == []


def test_a_calendar_is_in_the_language_of_whose_deadlines_it_holds(monkeypatch):
    monkeypatch.setattr(builders, "NOON", server_time())
    cast = builders.a_cast()
    builders.a_battle(cast)
    person = renew_feed(user=cast.red_foot)
    person.language = "de"
    person.save(update_fields=["language"])
    feed = reverse("calendar", args=[feed_token(person)])
    assert "SUMMARY:Kriegspiel: Befehle für Zug 1 sind fällig" in Client().get(feed).content.decode()
    person.language = "en"
    person.save(update_fields=["language"])
    assert "SUMMARY:Kriegspiel: orders for move 1 are due" in Client().get(feed, **GERMAN).content.decode()
