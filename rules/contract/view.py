"""What one side may know of a position, and all that can be asked of it; the position itself cannot be reached from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.contract.answers import DAY, Checked, Choice, Need, with_a_default
from rules.contract.data import Board, Duty, Facts, Known, Lit, Order, Points, Reach, Trace, Want
from rules.contract.names import swapped


class Answering(Protocol):
    """The part of a book that a view calls.  floor: what the side may see of a parsed position."""

    def sees(self, floor: Any, side: str) -> Known: ...
    def board(self, floor: Any, side: str) -> Board: ...
    def order(self, data: Mapping[str, Any]) -> Order: ...
    def named(self, floor: Any, side: str, order: Order) -> Order: ...
    def repeated(self, floor: Any, side: str, order: Order, thing: str, origin: Any) -> Order: ...
    def arm_of(self, floor: Any, side: str, order: Order) -> str: ...
    def duties(self, floor: Any, side: str, thing: str) -> tuple[Duty, ...]: ...
    def wants(self, floor: Any, side: str) -> tuple[Want, ...]: ...
    def score_sheet(self, floor: Any) -> dict[str, Points]: ...
    def score(self, floor: Any) -> Points: ...
    def check(self, floor: Any, side: str, order: Order, before: Sequence[Order]) -> Checked: ...
    def choices(self, floor: Any, side: str, thing: str, before: Sequence[Order]) -> tuple[Choice, ...]: ...
    def reaches(self, floor: Any, side: str, thing: str, before: Sequence[Order]) -> tuple[Reach, ...]: ...
    def lit(self, floor: Any, side: str, light: str, thing: str, at: Any) -> Lit: ...
    def traces(self, floor: Any, side: str, orders: Sequence[Order]) -> tuple[Trace, ...]: ...
    def needs(self, floor: Any, side: str, orders: Sequence[Order], facts: Facts) -> tuple[Need, ...]: ...


class View:
    """A position as one side may know it; code that serves a commander is given this instead of the position.

    side: the viewer's, or ``observer``.
    """

    __slots__ = ("__known", "__names", "__rules", "__side", "side")

    def __init__(self, rules: Answering, known: Any, side: str, names: Mapping[str, str]) -> None:
        """known: what the side may see of a position, without anything hidden.

        names: the campaign's names of the book's sides, both ways.
        """
        self.__rules, self.__known, self.__names = rules, known, names
        self.side, self.__side = side, names.get(side, side)

    def sees(self) -> Known:
        """What the side may know, as plain data."""
        return swapped(self.__rules.sees(self.__known, self.__side), self.__names)

    def board(self) -> Board:
        """The board to be drawn, as the side may know it; empty if there is none."""
        return swapped(self.__rules.board(self.__known, self.__side), self.__names)

    def order(self, data: Mapping[str, Any]) -> Order:
        """An order of the side in its normal form, with new names in the side's own space; Invalid if it is not understood."""
        read = self.__rules.order(swapped(data, self.__names))
        return swapped(self.__rules.named(self.__known, self.__side, read), self.__names)

    def repeated(self, order: Order, thing: str, origin: Any) -> Order:
        """The same order for another thing of the side, or for the same thing at another place; Refused if there is none.

        Its way and its spots are shifted by the vector from ``origin`` (x and y in inches, None if there is no place) to
        the place of the thing, so that several keep their places among each other; what it is aimed at is not shifted.
        """
        given = swapped(order, self.__names)
        return swapped(self.__rules.repeated(self.__known, self.__side, given, thing, origin), self.__names)

    def arm_of(self, order: Order) -> str:
        """The arm (seat) whose commander gives an order, empty if any may; Refused E-NONE if its subject is not the side's."""
        return self.__rules.arm_of(self.__known, self.__side, swapped(order, self.__names))

    def score_sheet(self) -> dict[str, Points]:
        """The lines of both sides' score as far as the side may know them, if the book publishes them; else empty."""
        return swapped(self.__rules.score_sheet(self.__known), self.__names)

    def scores(self) -> bool:
        """Whether the value of the side's force is counted after each move."""
        return self.__side in self.__rules.score(self.__known)

    def check(self, order: Order, before: Sequence[Order] = ()) -> Checked:
        """Check that the side may give an order after those before it; Refused if not."""
        return swapped(
            self.__rules.check(self.__known, self.__side, swapped(order, self.__names), swapped(before, self.__names)),
            self.__names,
        )

    def choices(self, thing: str, before: Sequence[Order] = ()) -> tuple[Choice, ...]:
        """The orders that a thing may be given now, with their costs; one of them is the default, if any points at the map."""
        return swapped(
            with_a_default(self.__rules.choices(self.__known, self.__side, thing, swapped(before, self.__names))),
            self.__names,
        )

    def duties(self, thing: str) -> tuple[Duty, ...]:
        """The duties of a thing in its next own move."""
        return swapped(self.__rules.duties(self.__known, self.__side, thing), self.__names)

    def reaches(self, thing: str, before: Sequence[Order] = ()) -> tuple[Reach, ...]:
        """How far a thing of the side reaches after the orders before, for a map; empty if the book knows no distances."""
        return swapped(
            self.__rules.reaches(self.__known, self.__side, thing, swapped(before, self.__names)), self.__names
        )

    def lit(self, light: str = DAY, thing: str = "", at: Any = None) -> Lit:
        """What of the country the side sees, or one thing of it, or somebody who stood at a place: nobody else is asked.

        light: ``day``, ``dusk`` or ``night``.  at: x and y in inches; Invalid where there is no such place.  Nothing where
        nothing has a place.
        """
        return self.__rules.lit(self.__known, self.__side, light, thing, at)

    def traces(self, orders: Sequence[Order]) -> tuple[Trace, ...]:
        """What a map shows of orders of the side, each after those before it; empty if the book knows no distances."""
        return swapped(self.__rules.traces(self.__known, self.__side, swapped(orders, self.__names)), self.__names)

    def asks(self, orders: Sequence[Order], facts: Facts) -> tuple[Need, ...]:
        """The facts that the side's own official must measure for these orders."""
        return swapped(
            self.__rules.needs(self.__known, self.__side, swapped(orders, self.__names), swapped(facts, self.__names)),
            self.__names,
        )

    def wants(self) -> tuple[Want, ...]:
        """What the side will need from its stores; empty if it needs nothing."""
        return swapped(self.__rules.wants(self.__known, self.__side), self.__names)
