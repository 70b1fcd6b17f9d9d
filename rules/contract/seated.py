"""A book under other names of its sides, so that Red and Blue can play what a book calls attacker and defender.

The names are swapped wherever one of them stands by itself in what goes in and what comes out, as a word or as a key.
To swap twice is to leave everything as it was; so nothing is lost on the way, whatever else a book may call so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from inspect import signature
from typing import Any, cast

from rules.contract.answers import Checked, Choice, Finding, Need
from rules.contract.book import Book
from rules.contract.view import View, seen_by

OF_THE_BOOK = frozenset({"options", "register"})
"""What speaks in the book's own names always: its options, which may name its sides."""

TOLD = (Checked, Choice, Finding, Need)
"""What books answer with beside plain data."""


def seated(book: Book, seats: Mapping[str, str]) -> Book:
    """The book with its sides called as those who sit there are.

    seats: side of the book to side of the campaign; nothing, or the same names, leaves the book as it is.
    """
    other = {mine: theirs for mine, theirs in seats.items() if mine != theirs}
    return cast(Book, Seated(book, other)) if other else book


def swapped(data: Any, names: Mapping[str, str]) -> Any:
    """Plain data with the names swapped; what is no plain data, as a position that a book has read, is left as it is.

    >>> swapped({"attacker": 3, "side": "red"}, {"attacker": "red", "red": "attacker"})
    {'red': 3, 'side': 'attacker'}
    """
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, Mapping):
        return {swapped(key, names): swapped(value, names) for key, value in data.items()}
    if isinstance(data, tuple | list):
        return type(data)(swapped(one, names) for one in data)
    if isinstance(data, TOLD) and is_dataclass(data):
        return replace(data, **{one.name: swapped(getattr(data, one.name), names) for one in fields(data)})
    return data


class Seated:
    """A book whose every question and answer goes through the swap.  sides: the campaign's, in the book's sequence."""

    def __init__(self, book: Book, seats: Mapping[str, str]) -> None:
        self.book = book
        self.names = {**seats, **{theirs: mine for mine, theirs in seats.items()}}
        self.key, self.title, self.edition = book.key, book.title, book.edition
        self.on_board, self.arms, self.fires = book.on_board, book.arms, book.fires
        self.levels = book.levels
        self.sides = tuple(self.names.get(side, side) for side in book.sides)

    def seen_by(self, position: Any, options: Mapping[str, Any], side: str) -> View:
        """A position as a side may know it, asked and answering in the campaign's names."""
        return seen_by(self, position, dict(options), side)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A method of the book, asked and answering in the campaign's names."""
        method = getattr(self.book, name)

        if name in OF_THE_BOOK:
            return cast(Callable[..., Any], method)
        called = tuple(signature(method).parameters)

        def asked(*given: Any, **named: Any) -> Any:
            everything = dict(zip(called, given, strict=False)) | named
            answer = method(
                **{key: one if key in OF_THE_BOOK else swapped(one, self.names) for key, one in everything.items()}
            )
            return swapped(answer, self.names)

        return asked
