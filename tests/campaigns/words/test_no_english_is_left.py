"""With German chosen nothing on any page is English, except what people wrote themselves and legal texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns.clock import server_time
from campaigns.usecases.exercises.house import house
from campaigns.words.languages import ENGLISH, languages
from tests.browser.test_every_page import pages_of
from tests.campaigns.test_twin_worlds import stop_clock
from tests.campaigns.words.page_text import Drawing, Page, english_in

GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}
OTHERS = sorted(set(languages()) - {ENGLISH})
"""Every language but English."""
SIDES = frozenset(["Red", "Blue", "White", "Black"])
"""Names of sides that the program gives: they are German too."""

NAMES = frozenset("name first_name username title public_id".split())
"""Fields that hold what people called something, or the number drawn for it."""

WRITTEN = ("briefing", "text", "reason", "comment", "about", "note")
"""Fields that hold what people wrote: shown as they wrote it."""


def called() -> set[str]:
    """What people called things: every name on the site, and the keys of things."""
    found = {"Hook’s Farm", "Richardson", "Little Wars", "War-Chess", "American Cyclopaedia"}  # of the books
    found |= set(languages().values())  # each by its own name
    for exercise in house().values():
        found |= {exercise["author"], exercise["licence"], *_named(exercise)}
    for model in [*apps.get_app_config("campaigns").get_models(), get_user_model()]:
        for row in model.objects.values():
            for field, value in row.items():
                found |= {value} if isinstance(value, str) and field in NAMES else set(_named(value))
    return {one for one in found if one and one not in SIDES}


def _named(data: Any) -> Iterator[str]:
    """Names in plain data, and keys of two words or more, which stand for things without a name."""
    if isinstance(data, dict):
        if isinstance(data.get("name"), str):
            yield data["name"]
        for key, value in data.items():
            if isinstance(value, dict) and ("-" in key or "outline" in value or "line" in value):
                yield from (key, key.replace("-", " "))
            yield from _named(value)
    elif isinstance(data, list):
        for value in data:
            yield from _named(value)


def written() -> str:
    """Everything that people wrote, as one text, with what the exercises of the house say in their own languages."""
    texts = [one for exercise in house().values() for one in _said(exercise)]
    for model in apps.get_app_config("campaigns").get_models():
        if model.__name__ != "Notice":  # these are the program's own sentences
            fields = {field.attname for field in model._meta.concrete_fields}.intersection(WRITTEN)
            texts += [str(value) for field in fields for value in model.objects.values_list(field, flat=True)]
    return " ".join(" ".join(texts).split())


def _said(data: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _said(value)


def as_called(names: set[str]) -> re.Pattern[str]:
    """A pattern that finds any of these names, the longest first, as words of their own."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)", re.I)


def english_on(page: str, names: re.Pattern[str], typed: str) -> Iterator[str]:
    """The texts of a page that hold English, each with the words at fault."""
    for text in Page(page).texts:
        wrong = [] if text in typed else english_in(text, names)
        if wrong:
            yield f"{text[:200]!r}: {', '.join(wrong)}"


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.django_db
def test_nobody_who_chose_german_reads_english_on_any_page_and_sees_the_same_maps_and_charts(stage, monkeypatch):
    """Drawings have the same numbers in either language: a comma in them would split one into two."""
    stop_clock(monkeypatch, {"now": server_time()})  # else the clock on the page would go on between the two
    names, typed, left, seen, drawn = as_called(called()), written(), dict[str, str](), 0, 0
    for who, pages in pages_of().items():
        client = Client()
        if who:
            client.force_login(get_user_model().objects.get(username=who))
        for address, _ in pages:
            address = address.format(**stage, spare="red-dragoons")
            answer = client.get(address, follow=True, **GERMAN)
            assert '<html lang="de"' in answer.content.decode(), address
            for fault in english_on(answer.content.decode(), names, typed):
                left.setdefault(fault, f"{who} on {address}")
            if "<svg" in answer.content.decode():
                english = Drawing(client.get(address, follow=True).content.decode())
                for other in OTHERS:
                    again = answer if other == "de" else client.get(address, follow=True, HTTP_ACCEPT_LANGUAGE=other)
                    foreign = Drawing(again.content.decode())
                    pairs = zip(english.drawn, foreign.drawn, strict=False)
                    for one, two in [*pairs, (english.numbers, foreign.numbers)]:
                        if one != two:
                            left.setdefault(f"{two} instead of {one} in {other}", f"{who} on {address}")
                drawn += 1
            seen += 1
    assert seen > 100 and drawn > 40, (seen, drawn)
    assert not left, "\n".join(f"{fault} ({where})" for fault, where in left.items())


def test_what_is_looked_for_is_found_where_it_is_wrong():
    page = """<p>Zug 3 <b>closes at noon</b></p><img alt="The gun"><i title="Name of Rot">Zug</i>
    <p lang="en">This is law.</p><textarea>typed by me</textarea><p>The Hussars marschiert 3 Zoll (KS-MOVE-01).</p>"""
    found = list(english_on(page, re.compile("The Hussars"), ""))
    assert [one.partition(":")[0] for one in found] == [
        "'closes at noon'",
        "'The gun'",
        "'Name of Rot'",
    ]


@pytest.mark.parametrize("drawn", ["808a62dxb1mq", "_the-gun-ab-", "a-Red-808a62"])
def test_the_number_of_a_receipt_is_no_english_whatever_was_drawn(drawn):
    page = f"<p>Quittung {drawn}</p><p>Quittung: the gun</p>"
    assert list(english_on(page, as_called({drawn, "a"}), "")) == ["'Quittung: the gun': the, gun"]
