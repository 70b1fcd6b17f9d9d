"""The columns of an order of battle, and the words by which people call them and what stands in them, in all languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from campaigns.words.languages import in_language, languages
from campaigns.words.translation import translated
from rules.books import book as find_book
from rules.contract.palette import Template
from rules.contract.rules import Rules
from rules.values.sentence import word, word_of

SIDE, BRIGADE, COMMANDER, NAME, WHAT, MEN, TIMES, FORMATION, EAST, NORTH, FRONT, PLACE, ID, MORE = (
    "side", "brigade", "commander", "name", "what", "men", "times", "formation", "east", "north", "front", "place", "id", "more",
)  # fmt: skip

COLUMNS: Mapping[str, tuple[str, ...]] = {
    SIDE: ("side", "seite", "partei", "camp", "côté", "parti"),
    BRIGADE: ("brigade", "command", "division", "kommando", "verband", "befehl", "commandement"),
    COMMANDER: (
        "commander", "commanding officer", "commanded by", "officer", "leader", "led by", "kommandeur", "befehlshaber",
        "führer", "anführer", "offizier", "chef", "commandant", "officier",
    ),
    NAME: ("name", "unit", "body", "truppe", "einheit", "truppenteil", "bezeichnung", "nom", "unité", "corps"),
    WHAT: ("what", "arm", "type", "kind", "art", "was", "waffe", "waffengattung", "truppengattung", "gattung", "arme", "genre", "quoi"),
    MEN: ("men", "strength", "number", "mann", "stärke", "kopfstärke", "anzahl", "hommes", "effectif", "force", "effectifs"),
    FORMATION: ("formation", "form", "ordnung", "aufstellung"),
    EAST: ("east", "x", "ost", "osten", "est"),
    NORTH: ("north", "y", "nord", "norden"),
    FRONT: ("front", "facing", "bearing", "blickrichtung", "richtung", "orientation", "face"),
    PLACE: ("place", "at", "position", "ort", "platz", "standort", "lieu", "emplacement"),
    ID: ("id", "thing", "key", "kennung", "clé"),
    MORE: ("more", "weiteres", "autres"),
}  # fmt: skip
"""The columns, each with what it may be called; how often a thing is put down stands under its own name, as the book has it."""

WRITTEN = (SIDE, BRIGADE, NAME, WHAT, MEN, FORMATION, EAST, NORTH, FRONT, ID)
"""Those that are written, before the stores and ``more``."""


BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
"""What stands in brackets.  It ends at the next bracket of its kind: a hundred thousand that are open are read in one pass."""


def folded(text: str) -> str:
    """A word as it is compared: without capitals, marks of abbreviation and what stands in brackets.

    >>> folded(" Stärke (Mann) "), folded("Bn."), folded("Fußvolk")
    ('stärke', 'bn', 'fussvolk')
    """
    seen = re.sub("[\u00ad\u180e\u200b-\u200f\u2060\ufeff]", "", BRACKETS.sub(" ", text))
    plain = unicodedata.normalize("NFC", seen).casefold()
    return " ".join(plain.strip(" .:*#").replace("_", " ").split())


def column_of(header: str, book: str) -> str:
    """The column that a header names, or a kind of packets; empty where it names none.  book: its key."""
    return _headers(book).get(folded(header), "")


@cache
def _headers(book: str) -> dict[str, str]:
    pieces = find_book(book).pieces
    known = {folded(name): column for column, names in COLUMNS.items() for name in names}
    served = (one for one in pieces.templates if len(one.parts) > 1)
    names = ((one.key, *in_all_languages(one.title), *one.also) for one in served)
    times = {folded(name): TIMES for named in names for name in named}
    stores = {folded(one): store for store in pieces.stores for one in in_all_languages(word(store))}
    return {**times, **stores, **known}


def in_all_languages(text: str) -> Iterator[str]:
    """A text of the program in every language."""
    yield text
    for language in languages():
        with in_language(language):
            yield translated(text)


@dataclass(frozen=True)
class What:
    """What a row puts down.  group, arm: of the thing; template: how it is put down where a row says no more of it."""

    group: str
    arm: str = ""
    template: Template | None = None


@dataclass(frozen=True)
class Lexicon:
    """The words of a book by which rows say what they are, in what formation, and on which side."""

    whats: Mapping[str, What]
    formations: Mapping[str, str]
    sides: Mapping[str, str]


def lexicon(rules: Rules, sides: Mapping[str, str]) -> Lexicon:
    """The words of a book, with what its sides are called here."""
    whats, formations = _words(rules.book.key)
    named = {
        folded(name): key
        for key in rules.sides
        for name in (key, str(sides.get(key, key)), *in_all_languages(word(key)))
    }
    return Lexicon(whats, formations, named)


@cache
def _words(book: str) -> tuple[dict[str, What], dict[str, str]]:
    pieces = find_book(book).pieces
    whats: dict[str, What] = {}

    def add(names: Iterable[str], what: What) -> None:
        for name in names:
            whats.setdefault(folded(name), what)

    for template in pieces.templates:
        part = template.parts[0]
        what = What(part.group, str(part.state.get("arm", "")), template)
        add((template.key, *in_all_languages(template.title)), what)
    for arm, title in pieces.arms:
        of_arm = (one for one in pieces.templates if any(part.state.get("arm") == arm for part in one.parts))
        usual = next(of_arm, None)
        group = next((kind.group for kind in pieces.kinds if kind.men), "")
        add((arm, *in_all_languages(title)), What(group, arm, usual))
    for template in pieces.templates:
        part = template.parts[0]
        add(template.also, What(part.group, str(part.state.get("arm", "")), template))
    for kind in pieces.kinds:
        add((kind.group, *in_all_languages(kind.title)), What(kind.group))
    arms = [arm for arm, _ in pieces.arms]
    forms = {form for arm in arms for form in pieces.words("formation", {"arm": arm})}
    formations = {folded(one): form for form in sorted(forms) for one in (form, *in_all_languages(word_of(form)))}
    return whats, formations
