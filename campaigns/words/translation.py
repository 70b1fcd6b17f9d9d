"""Sentences in the language that is active: their messages looked up in its catalog and filled in anew."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from campaigns.words.languages import ENGLISH, spoken
from rules.values.sentence import Sentence, read_by


class Catalog:
    """The catalog of the active language as a reader of sentences."""

    def message(self, message: str) -> str:
        """A message in that language; the English one where the catalog has none."""
        return _message(spoken(), message)

    def plural(self, one: str, many: str, number: int) -> str:
        """The form of a message for a number."""
        return ngettext(one, many, number)


CATALOG = Catalog()


def translated(text: Any) -> str:
    """A text in the language that is active: a sentence as its message says, any other as it is."""
    if isinstance(text, Sentence) and spoken() != ENGLISH:
        return read_by(CATALOG, text)
    return str.__str__(text) if isinstance(text, str) else str(text)


def as_html(sentence: Sentence) -> SafeString:
    """A sentence on a page."""
    return escape(translated(sentence))


@lru_cache(maxsize=20_000)
def _message(language: str, message: str) -> str:
    """A message of a language.  What a catalog has once serves at the beginning of a line and without its full stop too."""
    for form in _forms(message):
        found = gettext(form) if form else form
        if found != form:
            if form[1:] != message[1:]:
                found = found.removesuffix(".") + ("." if message.endswith(".") else "")
            return found[:1].upper() + found[1:] if message[0].isupper() else found
    return message


def _forms(message: str) -> Iterator[str]:
    """A message, and how else a catalog may have it."""
    other = message.removesuffix(".") if message.endswith(".") else f"{message}."
    for form in (message, other):
        yield form
        yield form[:1].swapcase() + form[1:]
