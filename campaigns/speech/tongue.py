"""In which language it is said: the one that is active, as Django has it; and the phrasebook of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, override

from campaigns.speech.phrasebook import Phrasebook
from campaigns.speech.po import entries_of
from rules.values.sentence import Run, Sentence, read_by

ENGLISH = "en"
LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Languages in which the program speaks, each by its own name."""

HERE = Path(__file__).parent

SMALL = {
    "de": (
        (r"(\d+|[\d½¼¾⅛⅜⅝⅞ /]*\d+/\d+) in\b\.?", r"\1 Zoll"),
        (r"(\d+) ft\b\.?", r"\1 Fuß"),
        (r"^to (?=\d)", "nach "),
        (r"^at (?=\d)", "auf "),
        (r"\b(?:[Oo]wn) move\b", "eigener Zug"),
        (r"\bmove (\d+)", r"Zug \1"),
        (r"\bby road\b", "auf der Straße"),
        (r"(?<!-)\bnorth-?east\b", "nordöstlich"),
        (r"(?<!-)\bnorth-?west\b", "nordwestlich"),
        (r"(?<!-)\bsouth-?east\b", "südöstlich"),
        (r"(?<!-)\bsouth-?west\b", "südwestlich"),
        (r"(?<!-)\beast\b", "östlich"),
        (r"(?<!-)\bwest\b", "westlich"),
        (r"(?<!-)\bnorth\b", "nördlich"),
        (r"(?<!-)\bsouth\b", "südlich"),
        (r"\bof food\b", "Verpflegung"),
        (r"\bof forage\b", "Futter"),
        (r"\bof ammunition\b", "Munition"),
        (r" away\b", " entfernt"),
        (r"(?<!-)\bmen\b", "Mann"),
        (r"\band\b", "und"),
    )
}
"""What is put in place within a gap of which the book knows nothing: lengths, directions, kinds of packets."""


@cache
def phrasebook(language: str) -> Phrasebook:
    """The book of a language."""
    return Phrasebook(entries_of(HERE / f"{language}.po"), SMALL.get(language, ()))


def spoken() -> str:
    """The language that is active, one of ``LANGUAGES``."""
    language = (get_language() or ENGLISH).partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


import sys as _sys

_sys.path.insert(0, "/work/codemod")
from german_new import NEW as _NEW


def forms(m: str) -> Iterator[str]:
    """x"""
    bare = m.removesuffix(".")
    for one in (m, m[:1].swapcase() + m[1:]):
        yield one
    for one in (bare if m.endswith(".") else m + ".",):
        yield one
        yield one[:1].swapcase() + one[1:]


class BookReader:
    """A phrasebook as the reader of sentences."""

    def __init__(self, book: Phrasebook) -> None:
        self.book = book

    def message(self, m: str) -> str:
        """x"""
        for one in forms(m):
            found = _NEW.get(one) or self.book.entry(one)
            if found != one:
                if one.endswith(".") and not m.endswith("."):
                    found = found.removesuffix(".")
                if m.endswith(".") and not one.endswith("."):
                    found += "."
                return found[:1].upper() + found[1:] if m[0].isupper() else found
        return m

    def plural(self, one: str, many: str, number: int) -> str:
        """The form for a number."""
        return self.book.entry(one if number == 1 else many)


GAPS = __import__("os").environ.get("KG_GAPS")


def said(text: str) -> str:
    """A text of the program in the language that is active; what no book knows is as it was."""
    language = spoken()
    if language == ENGLISH or not text:
        return text
    book = phrasebook(language)
    if isinstance(text, Sentence):
        if GAPS:
            _look(text.made, book)
        return read_by(BookReader(book), text)
    if GAPS and book.say(str(text)) != text:
        with open(GAPS, "a") as out:
            print(__import__("json").dumps(["PLAIN", "", text]), file=out)
    return book._exact.get(text, text)


def _look(made: Any, book: Any) -> None:
    if isinstance(made, Run):
        for part in made.parts:
            if isinstance(part, Sentence):
                _look(part.made, book)
            elif book.say(str(part)) != part:
                with open(GAPS, "a") as out:
                    print(__import__("json").dumps(["RUN", str(made.parts), part]), file=out)
        return
    for name, value in made.arguments.items():
        if isinstance(value, Sentence):
            _look(value.made, book)
        elif isinstance(value, str) and book.say(value) != value:
            with open(GAPS, "a") as out:
                print(__import__("json").dumps([made.message, name, value]), file=out)


def said_entry(english: str) -> str:
    """An entry of a template with its gaps still open, in the language that is active."""
    language = spoken()
    return english if language == ENGLISH else phrasebook(language).entry(english)


def dated(moment: datetime, english: str, other: str) -> str:
    """A moment in words.  english: as ``strftime`` has it; other: as Django's templates have it, for every other language."""
    return moment.strftime(english) if spoken() == ENGLISH else date_format(moment, other)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """As long as it lasts, it is said in that language; in English where it is none of ours."""
    with override(language if language in LANGUAGES and language != ENGLISH else "en-gb"):
        yield
