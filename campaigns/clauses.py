"""The clauses of each book: the numbers in its rulebook, as it is served."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from rules.values.sentence import say

NAME = r"(?:KS|LW|WC|CHK|CH79|LAWS|HOUSE)(?:-[A-Z]+)?-\d{1,3}[a-z]?"
HEAD = re.compile(rf"^(?:\*\*|#### )(?P<name>{NAME}) (?:·|—) (?P<title>.+?)\.?(?:\*\*|$) *(?P<text>.*)$")

FILES = {"chess-1879": "chess", "chess-laws": "chess"}
"""Rulebooks whose file has another name than the book."""

HOUSE = {"kriegspiel": ("sight",), "little-wars": ("sight",)}
"""By book the files with rules of the house that belong to it, beside its rulebook."""

HOUSE_RULE = say("house rule")
"""What is cited where there is no clause and the umpire decides alone."""


def read_document(*path: str) -> str:
    """A file of the documents; nothing where it is not installed."""
    file = Path(settings.BASE_DIR).joinpath("docs", *path)
    return file.read_text(encoding="utf-8") if file.exists() else ""


class Headed(NamedTuple):
    """A clause as it begins in its rulebook: its number, its title, and its first words."""

    name: str
    title: str
    text: str


@lru_cache(maxsize=8)
def heads_of(book: str) -> tuple[Headed, ...]:
    """The beginnings of the clauses of a book, in their sequence, the house's last; none where its rulebook is not installed."""
    own = tuple(_heads(FILES.get(book, book)))
    return (*own, *(head for file in HOUSE.get(book, ()) for head in _heads(file))) if own else ()


def _heads(file: str) -> Iterator[Headed]:
    lines = read_document("rulebooks", f"{file}.md").splitlines()
    for place, line in enumerate(lines):
        if head := HEAD.match(line):
            text = head["text"] or next((one for one in lines[place + 1 :] if one.strip()), "")
            yield Headed(head["name"], head["title"], "" if HEAD.match(text) else text.replace("*", ""))


@lru_cache(maxsize=8)
def clauses_of(book: str) -> frozenset[str]:
    """The numbers of the clauses of a book; none where its rulebook is not installed."""
    return frozenset(head.name for head in heads_of(book))


def has_clause(book: str, clause: str) -> bool:
    """Whether a book has a clause; judged by its form alone where the rulebook is not installed."""
    known = clauses_of(book)
    return clause in known if known else re.fullmatch(NAME, clause) is not None
