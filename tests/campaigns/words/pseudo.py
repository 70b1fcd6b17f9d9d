"""A language for tests, made of the English: ⟦Ŝéñđ ţĥé öŕđéŕš ẋẋẋ⟧.  What is read without such letters is said by nobody's catalog.

Each message is in brackets, has no letter of English left, and is a third longer; gaps, tags and entities stay as they are.  So what
fills a gap is found too where no catalog knows it, and a page shows whether it has room for longer words.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.conf import settings
from django.test import override_settings
from django.utils import dates

from campaigns.words.catalogs import DOMAINS, path_of, read
from campaigns.words.scripts import words_of_scripts
from campaigns.words.translation import catalog as readers
from kriegspiel.languages import LOCALE
from tests.campaigns.words.page_text import NO_WORD, Page

CODE = "xx"
"""No language has this code, so that nothing of Django's own is taken for ours."""

KEPT = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%%|<[^<>]*>|&#?\w+;")
STRANGE = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "àƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
)
ENGLISH = re.compile(r"[A-Za-z]{2,}")
"""A word in plain letters, of which no message has any."""

NAMES = [
    *((None, names) for names in (dates.MONTHS, dates.MONTHS_3, dates.WEEKDAYS, dates.WEEKDAYS_ABBR)),
    ("abbrev. month", dates.MONTHS_AP),
    ("alt. month", dates.MONTHS_ALT),
]
"""Django's names of months and days, each with the context of its messages."""


def pseudo(text: str) -> str:
    """A message in the language for tests.

    >>> pseudo("Send <b>{n}</b> orders")
    '⟦Šéñđ <b>{n}</b> öŕđéŕš ẋẋẋẋ⟧'
    """
    kept, words = KEPT.findall(text), KEPT.split(text)
    letters = sum(map(len, words))
    made = [word.translate(STRANGE) + mark for word, mark in zip(words, [*kept, ""], strict=True)]
    return f"⟦{''.join(made)} {'ẋ' * max(1, letters // 3)}⟧" if letters else text


def catalogs() -> dict[str, Catalog]:
    """The messages of the program as they stand in the German catalogs, and Django's names of months and days."""
    found = {domain: read(path_of(LOCALE, "de", domain), "de") for domain in DOMAINS}
    for context, names in NAMES:
        for name in names.values():
            found["django"].add(str(name), context=context)
    return found


def compiled_from(messages: Mapping[str, Catalog]) -> dict[str, bytes]:
    """The compiled catalogs in which every message is said in the language, by domain."""
    found = {}
    for domain, catalog in messages.items():
        made, file = Catalog(), io.BytesIO()
        for message in (one for one in catalog if one.id):
            plural = isinstance(message.id, tuple | list)
            said = tuple(map(pseudo, message.id)) if plural else pseudo(message.id)
            made.add(message.id, said, context=message.context)
        write_mo(file, made)
        found[domain] = file.getvalue()
    return found


@cache
def _compiled() -> dict[str, bytes]:
    """Those of the program, once in a run: its files do not change meanwhile."""
    return compiled_from(catalogs())


@contextmanager
def pseudo_language(folder: Path, messages: Mapping[str, Catalog] | None = None) -> Iterator[str]:
    """As long as it lasts there is a language whose code is given, the only one with a catalog.

    folder: an empty one.  messages: by domain; those of the program where none are given.
    """
    (folder / CODE / "LC_MESSAGES").mkdir(parents=True)
    for domain, compiled in (compiled_from(messages) if messages else _compiled()).items():
        path_of(folder, CODE, domain).with_suffix(".mo").write_bytes(compiled)
    words_of_scripts.cache_clear()
    readers.cache_clear()
    with override_settings(LOCALE_PATHS=[folder], LANGUAGES=[*settings.LANGUAGES, (CODE, pseudo("Pseudo"))]):
        yield CODE
    words_of_scripts.cache_clear()
    readers.cache_clear()


def unmarked(page: str, names: re.Pattern[str] | None = None, typed: str = "") -> list[str]:
    """The texts of a page that hold a word which no catalog has said.

    names: what people called things.  typed: what they wrote, as one text.
    """
    found = []
    for text in Page(page).texts:
        bare = NO_WORD.sub(" ", names.sub(" ", text) if names else text)
        if text not in typed and ENGLISH.search(bare):
            found.append(text)
    return found
