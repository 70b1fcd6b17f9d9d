"""The books of the house, by their keys: the one file that names them."""

from __future__ import annotations

from typing import Any

from rules.chess import kit as chess_kit
from rules.chess.book import CHESS_1879, CHESS_LAWS
from rules.contract.book import Book
from rules.errors import Invalid
from rules.kriegspiel import kit as kriegspiel_kit
from rules.kriegspiel.book import KRIEGSPIEL
from rules.little_wars import kit as little_wars_kit
from rules.little_wars.book import LITTLE_WARS
from rules.war_chess import kit as war_chess_kit
from rules.war_chess.book import WAR_CHESS

_BOOKS: dict[str, Book] = {one.key: one for one in (KRIEGSPIEL, LITTLE_WARS, WAR_CHESS, CHESS_1879, CHESS_LAWS)}

BOOKS = tuple(_BOOKS)
"""The keys of the books."""

_KITS: dict[str, Any] = {
    KRIEGSPIEL.key: kriegspiel_kit,
    LITTLE_WARS.key: little_wars_kit,
    WAR_CHESS.key: war_chess_kit,
    **{code.key: chess_kit.Kit(code.key) for code in (CHESS_1879, CHESS_LAWS)},
}


def book(key: str) -> Book:
    """The book of that key; Invalid where there is none."""
    if key not in _BOOKS:
        raise Invalid(f"there is no book {key[:60]!r}; known are {', '.join(BOOKS)}")
    return _BOOKS[key]


def kit_of(key: str) -> Any:
    """What the public test kit needs of the book of that key; Invalid where there is none."""
    return _KITS[book(key).key]
