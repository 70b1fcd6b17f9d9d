"""A book under other names of its sides: what is asked of it beside a position."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any, cast

from rules.contract.answers import Plain
from rules.contract.book import Book
from rules.contract.names import both_ways, swapped
from rules.contract.table import Adjudicating, Table

OF_THE_BOOK = frozenset({"options", "register"})
"""What speaks in the book's own names always: its options, which may name its sides."""


def seated(book: Book, seats: Mapping[str, str]) -> Book:
    """The book with its sides called as those who sit there are.

    seats: side of the book to side of the campaign; nothing, or the same names, leaves the book as it is.
    """
    names = both_ways(seats)
    return cast(Book, Seated(book, names)) if names else book


class Seated:
    """A book whose every question and answer goes through the swap.  sides: the campaign's, in the book's sequence."""

    def __init__(self, book: Book, names: Mapping[str, str]) -> None:
        self.book, self.names = book, names
        self.sides = tuple(names.get(side, side) for side in book.sides)

    def table(self, position: Plain, options: Plain) -> Table:
        """A position of the campaign, read once."""
        return Table(cast(Adjudicating, self.book), position, options, self.names)

    def __getattr__(self, name: str) -> Any:
        """A fact about the book; a method, asked and answering in the campaign's names."""
        method = getattr(self.book, name)
        if name in OF_THE_BOOK or not callable(method):
            return method
        called = tuple(signature(method).parameters)

        def asked(*given: Any, **named: Any) -> Any:
            everything = dict(zip(called, given, strict=False)) | named
            answer = method(
                **{key: one if key in OF_THE_BOOK else swapped(one, self.names) for key, one in everything.items()}
            )
            return swapped(answer, self.names)

        return asked
