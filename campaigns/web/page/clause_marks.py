"""The marks of the rulebooks in words: the source of a clause, who judges it, and what its letters stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.values.sentence import joined

SOURCES = {
    "kriegspiel": {
        "A": "from the Appendix",
        "LW": "from Chapter III of Little Wars",
        "V": "from Chapter V of Little Wars, by option only",
        "R": "our own rule, for the book is silent",
    },
    "sight": {"R": "our own rule, for the books are silent"},
    "war-chess": {
        "T": "from the text of 1866",
        "P": "from a plate",
        "D": "deduced, for a printed example comes out only so",
        "R": "our own rule, for the source is silent",
    },
    "chess": {"E": "judged by the engine, from the position", "U": "judged on a claim"},
}
"""By rulebook the meaning of the letters in brackets after a clause."""

STATUS = {
    "CORE": "in force",
    "CH2": "in force, told only in Chapter II",
    "CASE": "in force, seen only in the play of Hook's Farm",
    "EXT": "by option only",
    "NOTE": "advice, by which nothing is judged",
    "PAST": "an older rule, which the book itself replaced",
    "UMP": "our own convention, for the book is silent",
}
"""The standing of a clause of Little Wars."""

LETTERS = {"S": "the sabres charging", "I": "the infantry charged", "U": "the cavalry charged", "d": "the distance"}
"""What the letters of the formulas of the Kriegspiel stand for."""

MARK = re.compile(r" ?\[([A-Z]{1,2}(?:/[A-Z]{1,2})*)\](?=\s|$)")
OF_LITTLE_WARS = re.compile(r"\[([^\]]*)\] · ([A-Z0-9]+)$")
OF_THE_FILE = re.compile(r"\b[Ls]\d+(?:[-–]\d+)?\b")
"""Lines and sentences of the source file, among the chapters, which make no sense on a page."""
OF_THE_TEXT = re.compile(r"(?<![\w-])L(\d{2,3})\b")


def heading(marks: str) -> str:
    """The marks behind the title of a clause of Little Wars, as a sentence.

    >>> heading("[III Melee (3) s2, L200; UMP] · CORE")
    '*Chapter III, Melee (3); in force.*'
    >>> heading("[—] · UMP")
    '*Our own convention, for the book is silent.*'
    """
    found = OF_LITTLE_WARS.search(marks)
    if found is None:
        return marks
    return _sentence([*_chapters(found[1]), *(STATUS[one] for one in [found[2]] if one in STATUS)])


def _chapters(source: str) -> Iterator[str]:
    for part in re.split("[;,]", OF_THE_FILE.sub("", source)):
        chapter, _, of_it = part.strip().partition(" ")
        if re.fullmatch("[IV]+", chapter):
            yield f"Chapter {chapter}, {of_it.strip()}" if of_it.strip() else f"Chapter {chapter}"
        elif chapter and chapter not in ("—", "UMP"):
            yield part.strip()


def in_words(text: str, book: str) -> str:
    """A clause whose marks are sentences, with the letters of its formulas explained.

    >>> in_words("Infantry goes 12 in. [A/R]", "kriegspiel")
    'Infantry goes 12 in. *From the Appendix; our own rule, for the book is silent.*'
    >>> in_words("S 12 meet U 8.", "kriegspiel").rpartition("\\n")[2]
    '*S: the sabres charging; U: the cavalry charged.*'
    """
    known = SOURCES.get(book, {})

    def said(mark: re.Match[str]) -> str:
        letters = mark[1].split("/")
        return " " + _sentence([known[one] for one in letters]) if all(one in known for one in letters) else mark[0]

    text = MARK.sub(said, text).strip()
    if book == "little-wars":
        text = OF_THE_TEXT.sub(r"line \1", text).replace("as PAST", "as by an older rule")
    used = [one for one in LETTERS if re.search(rf"(?<![\w&-]){one}(?![\w&-])", text)] if book == "kriegspiel" else []
    legend = _sentence([f"{one}: {LETTERS[one]}" for one in used])
    return f"{text}\n\n{legend}" if set(used) & set("SIU") else text


def _sentence(parts: list[str]) -> str:
    words = joined("; ", dict.fromkeys(parts))
    return f"*{words[:1].upper()}{words[1:]}.*"
