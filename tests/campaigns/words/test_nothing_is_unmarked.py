"""In a language that is made of the English by machine nothing on any page is English, but what people wrote and what is law.

So no text is left that nobody marked.  German is held to its words by tests/campaigns/words; this finds what is no message at all.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.contrib.auth import get_user_model
from django.template import engines
from django.test import Client
from django.utils.translation import override

from campaigns.clock import server_time
from campaigns.words.languages import languages, spoken
from campaigns.words.scripts import words_of_scripts
from tests.browser.test_every_page import pages_of
from tests.campaigns.test_twin_worlds import stop_clock
from tests.campaigns.words.pseudo import CODE, pseudo, pseudo_language, unmarked
from tests.campaigns.words.test_no_english_is_left import as_called, called, written

LEFT_OVER: tuple[str, ...] = (
    r"(?s).*\bUTC\b.*",  # the name of a time zone
    r"Guide for (the umpire|commanders)( · .*)?",  # of a document that has no such language
    r"(?s)You need the address of the site.*",
)
"""Texts that are no message, each a pattern for the whole of one, with the reason."""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.django_db
def test_every_text_on_every_page_is_a_message(stage, monkeypatch, tmp_path):
    """What is found is printed, each text with the page on which it was found first: ``pytest -s``."""
    stop_clock(monkeypatch, {"now": server_time()})
    names, typed, left, seen = as_called(called()), written(), dict[str, str](), 0
    with pseudo_language(tmp_path / "locale") as code:
        for who, pages in pages_of().items():
            client = Client()
            if who:
                client.force_login(get_user_model().objects.get(username=who))
            for address, _ in pages:
                address = address.format(**stage, spare="red-dragoons")
                text = client.get(address, follow=True, HTTP_ACCEPT_LANGUAGE=code).content.decode()
                assert f'<html lang="{code}"' in text, address
                for one in unmarked(text, names, typed):
                    left.setdefault(one, f"{who} on {address}")
                seen += 1
    told = {one: where for one, where in left.items() if not any(re.fullmatch(known, one) for known in LEFT_OVER)}
    print(f"{seen} pages, {len(left)} texts unmarked", *(f"{where}: {one}" for one, where in left.items()), sep="\n")
    assert seen > 100
    assert not told, "\n".join(f"{one!r} ({where})" for one, where in told.items())
    assert [known for known in LEFT_OVER if not any(re.fullmatch(known, one) for one in left)] == [], "needed no more"


def test_what_is_looked_for_is_found(tmp_path: Path) -> None:
    messages = Catalog()
    for one in ("Log in", ("%(n)s man", "%(n)s men"), "Made by <em>%(name)s</em>"):
        messages.add(one)
    scripts = Catalog()
    scripts.add("Discard it")
    page = (
        '{% load i18n %}<p title="Log out">{% translate "Log in" %}: '
        "{% blocktranslate count n=3 %}{{ n }} man{% plural %}{{ n }} men{% endblocktranslate %}</p>"
        "<p>{% blocktranslate %}Made by <em>{{ name }}</em>{% endblocktranslate %} KS-GUN-03</p><b>A text</b>"
    )
    with pseudo_language(tmp_path, {"django": messages, "djangojs": scripts}), override(CODE):
        assert spoken() == CODE and languages()[CODE] == pseudo("Pseudo")
        text = engines["django"].from_string(page).render({"name": "Hussars, closed"})
        assert "⟦Ļöĝ îñ ẋẋ⟧: ⟦3 ɱéñ ẋ⟧" in text
        assert unmarked(text, re.compile("Hussars")) == ["Log out", "Hussars, closed", "A text"]
        assert json.dumps(pseudo("Discard it")) in words_of_scripts(CODE).script.decode()
    assert CODE not in languages() and spoken() == "en"
