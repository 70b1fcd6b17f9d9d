"""Sentences in the language that is active: their messages looked up in its catalog and filled in anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from html import escape
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import ngettext
from django.utils.translation.trans_real import catalog as django_catalog

from campaigns.words.languages import ENGLISH, spoken
from rules.values.sentence import Sentence

BEFORE = "\x04"
"""Between the context and the message in what gettext compiles."""


class Catalog:
    """The catalog of a language, which is active, as a reader of sentences."""

    def __init__(self) -> None:
        self.message: Callable[..., str] = lru_cache(maxsize=20_000)(_message)
        self.plural: Callable[[str, str, int], str] = lru_cache(maxsize=20_000)(ngettext)


@cache
def catalog(language: str) -> Catalog:
    """The catalog of a language: what has been looked up in it is kept."""
    return Catalog()


def translated(text: Any) -> str:
    """A text in the language that is active: a sentence as its message says, any other as it is."""
    if not isinstance(text, Sentence):
        return str(text)
    language = spoken()
    return str.__str__(text) if language == ENGLISH else text.made.read_by(catalog(language))


def as_html(sentence: Sentence) -> SafeString:
    """A sentence on a page."""
    return SafeString(escape(translated(sentence)))


def _message(message: str, context: str = "") -> str:
    """A message of the active language.  What its catalog has once serves to begin a line and without its full stop too.

    What the catalog has is its translation, though it be the same word: French too says *message*.
    """
    for form in _forms(message) if message else ():
        found = _entry(f"{context}{BEFORE}{form}" if context else form)
        if found is not None:
            if form[1:] != message[1:]:
                found = found.removesuffix(".") + ("." if message.endswith(".") else "")
            return found[:1].upper() + found[1:] if message[0].isupper() else found
    return message


def _entry(message: str) -> str | None:
    """What the catalog of the active language has; None where it has nothing, for which ``gettext`` gives the message back."""
    had = django_catalog()._catalog  # type: ignore[attr-defined]  # its stubs do not tell
    found = had.get(message)
    if found is None:
        try:
            found = had.plural(message, 1)
        except KeyError:
            return None
    return str(found)


def _forms(message: str) -> Iterator[str]:
    """A message, and how else a catalog may have it."""
    other = message.removesuffix(".") if message.endswith(".") else f"{message}."
    for form in (message, other):
        yield form
        yield form[:1].swapcase() + form[1:]
