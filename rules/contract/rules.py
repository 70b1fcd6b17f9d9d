"""The rules of one battle: a book with the chosen options, and with its sides named as in the campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rules.contract.book import Book
from rules.contract.costs import LOSS, Cost
from rules.contract.data import Event, Known, Options, Order, Position, Result, Start, Trace
from rules.contract.machines import ForEngine
from rules.contract.names import both_ways, swapped
from rules.contract.pieces import Pieces
from rules.contract.table import Adjudicating, Table


class Rules:
    """A book as a battle uses it.  The names of its sides are swapped here and in its tables, and nowhere else.

    book: with its own names, for code without sides.  sides: the campaign's, in the book's sequence.
    """

    def __init__(self, book: Book, options: Options, seats: Mapping[str, str] | None = None) -> None:
        """seats: side of the book to side of the campaign; None, or equal names, swaps nothing."""
        self.book, self.options = book, options
        self._names = both_ways(seats or {})
        self.sides = tuple(self._names.get(side, side) for side in book.sides)

    @property
    def pieces(self) -> Pieces:
        """What the book says of its things."""
        return self.book.pieces

    def opening(self, start: Start) -> Position:
        """The opening position, checked and complete."""
        return swapped(self.book.opening(swapped(start, self._names), self.options), self._names)

    def table(self, position: Position) -> Table:
        """A position, parsed once; Invalid if it is not one of this book."""
        return Table(cast(Adjudicating, self.book), position, self.options, self._names)

    def order(self, data: Mapping[str, Any]) -> Order:
        """An order in its normal form; Invalid if it is not understood."""
        return swapped(self.book.order(swapped(data, self._names)), self._names)

    def visible_to(self, event: Event, side: str) -> Event | None:
        """The part of an event that a side may know, or None."""
        return swapped(self.book.visible_to(swapped(event, self._names), swapped(side, self._names)), self._names)

    def narrate(self, event: Event, names: Mapping[str, str]) -> str:
        """An event, complete or as a side knows it, in one plain sentence.  names: of things, by id."""
        return self.book.narrate(swapped(event, self._names), swapped(names, self._names))

    def costs(self, event: Mapping[str, Any]) -> tuple[Cost, ...]:
        """What an event cost, thing by thing: losses, works and bridges, want of supplies, duties.

        event: plain data, complete or as a side knows it.  Each cost has its thing (an id), the men dead or taken, how it
        came in words, and its sort (``LOSS``, ``WORK``, ``SHORTAGE``, ``DUTY`` of ``rules.contract.costs``).
        """
        return self.book.costs(swapped(Event(dict(event)), self._names))

    def fallen(self, event: Mapping[str, Any]) -> tuple[Cost, ...]:
        """What an event cost in men and things that are lost."""
        return tuple(one for one in self.costs(event) if one.sort == LOSS)

    def traces_of(self, events: Sequence[Event], before: Known, after: Known) -> tuple[Trace, ...]:
        """What a map shows of events as somebody may know them.  before, after: what they knew of the floor then."""
        return swapped(
            self.book.traces_of(
                swapped(events, self._names), swapped(before, self._names), swapped(after, self._names)
            ),
            self._names,
        )

    def next_side(self, position: Position) -> str:
        """The side that moves next."""
        return swapped(self.book.next_side(swapped(position, self._names)), self._names)

    def result(self, position: Position) -> Result:
        """The end of the battle, or an empty map while it goes on."""
        return swapped(self.book.result(swapped(position, self._names)), self._names)

    def reply(self, position: Position, side: str, level: int) -> tuple[Order, ...]:
        """The orders of the book's own opponent for a side at its turn.  position: what the side may see."""
        asked = swapped(position, self._names), self.options, swapped(side, self._names)
        return swapped(self.book.reply(*asked, level), self._names)

    def for_engine(self, position: Position, side: str) -> ForEngine:
        """A position of chess in the form in which an engine is asked."""
        asked = swapped(position, self._names), self.options, swapped(side, self._names)
        return swapped(self.book.for_engine(*asked), self._names)
