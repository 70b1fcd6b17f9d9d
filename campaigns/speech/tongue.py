"""What is said in the language that is active, and the phrasebook of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from campaigns.speech.phrasebook import Phrasebook
from campaigns.speech.po import entries_of
from campaigns.words.catalogs import DOMAINS, path_of, read
from campaigns.words.languages import ENGLISH, spoken
from kriegspiel.languages import LOCALE

HERE = Path(__file__).parent
GAP = re.compile(r"%\((\w+)\)s")

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
    """The book of a language: what Python says, and what the catalogs hold, for a variable may say that too."""
    return Phrasebook(dict(_of_catalogs(language)) | entries_of(HERE / f"{language}.po"), SMALL.get(language, ()))


def _of_catalogs(language: str) -> Iterator[tuple[str, str]]:
    for domain in DOMAINS:
        for message in read(path_of(LOCALE, language, domain), language):
            for english, other in zip(_forms(message.id), _forms(message.string), strict=False) if message.id else ():
                yield GAP.sub(r"{\1}", english), GAP.sub(r"{\1}", other)


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return (text,) if isinstance(text, str) else text or ()


def said(text: str) -> str:
    """A text of the program in the language that is active; what no book knows is as it was."""
    language = spoken()
    return text if language == ENGLISH or not text else phrasebook(language).say(str(text))
