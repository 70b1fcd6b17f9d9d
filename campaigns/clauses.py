"""The clauses of each book: the numbers in its rulebook, as it is served."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from rules.values.sentence import say

NAME = r"(?:KS|LW|WC|CHK|CH79|LAWS)(?:-[A-Z]+)?-\d{1,3}[a-z]?"
HEAD = re.compile(rf"^(?:\*\*|#### )(?P<name>{NAME}) (?:·|—) (?P<title>.+?)\.?(?:\*\*|$) *(?P<text>.*)$")

FILES = {"chess-1879": "chess", "chess-laws": "chess"}
"""Rulebooks whose file has another name than the book."""

HOUSE_RULE = say("house rule")
"""What is cited where there is no clause and the umpire decides alone."""


def read_document(*path: str) -> str:
    """A file of the documents; nothing where it is not installed."""
    file = Path(settings.BASE_DIR).joinpath("docs", *path)
    return file.read_text(encoding="utf-8") if file.exists() else ""


@lru_cache(maxsize=8)
def clauses_of(book: str) -> frozenset[str]:
    """The numbers of the clauses of a book; none where its rulebook is not installed."""
    text = read_document("rulebooks", f"{FILES.get(book, book)}.md")
    return frozenset(head["name"] for line in text.splitlines() if (head := HEAD.match(line)))


def has_clause(book: str, clause: str) -> bool:
    """Whether a book has a clause; judged by its form alone where the rulebook is not installed."""
    known = clauses_of(book)
    return clause in known if known else re.fullmatch(NAME, clause) is not None
