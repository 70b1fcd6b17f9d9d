"""The books of the house by their keys.  No other file names them."""

from __future__ import annotations

from typing import Any

from rules.chess import case_adapter as chess_cases
from rules.chess.book import CHESS_1879, CHESS_LAWS
from rules.contract.book import Book
from rules.errors import Invalid
from rules.kriegspiel import case_adapter as kriegspiel_cases
from rules.kriegspiel.book import KRIEGSPIEL
from rules.little_wars import case_adapter as little_wars_cases
from rules.little_wars.book import LITTLE_WARS
from rules.values.sentence import joined, say
from rules.war_chess import case_adapter as war_chess_cases
from rules.war_chess.book import WAR_CHESS

_BOOKS: dict[str, Book] = {one.key: one for one in (KRIEGSPIEL, LITTLE_WARS, WAR_CHESS, CHESS_1879, CHESS_LAWS)}

BOOKS = tuple(_BOOKS)
"""The keys of the books."""

_CASE_ADAPTERS: dict[str, Any] = {
    KRIEGSPIEL.key: kriegspiel_cases,
    LITTLE_WARS.key: little_wars_cases,
    WAR_CHESS.key: war_chess_cases,
    **{code.key: chess_cases.CaseAdapter(code.key) for code in (CHESS_1879, CHESS_LAWS)},
}


def book(key: str) -> Book:
    """The book with a key; Invalid if there is none."""
    if key not in _BOOKS:
        raise Invalid(say("there is no book {key}; known are {books}", key=f"{key[:60]!r}", books=joined(", ", BOOKS)))
    return _BOOKS[key]


def case_adapter_of(key: str) -> Any:
    """What the public test kit needs of the book with a key; Invalid if there is none."""
    return _CASE_ADAPTERS[book(key).key]
