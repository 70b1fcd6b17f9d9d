"""What one side may know of a position, and all that can be asked of it: no way leads back to the position itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.contract.answers import Checked, Choice, Need
from rules.contract.data import Board, Duty, Facts, Known, Order, Points, Reach, Want
from rules.contract.names import swapped


class Answering(Protocol):
    """A book as a view asks it.  floor: what the book's sight has left of a position that was read."""

    def sees(self, floor: Any, side: str) -> Known: ...
    def board(self, floor: Any, side: str) -> Board: ...
    def order(self, data: Mapping[str, Any]) -> Order: ...
    def named(self, floor: Any, side: str, order: Order) -> Order: ...
    def arm_of(self, floor: Any, side: str, order: Order) -> str: ...
    def duties(self, floor: Any, side: str, thing: str) -> tuple[Duty, ...]: ...
    def wants(self, floor: Any, side: str) -> tuple[Want, ...]: ...
    def score_sheet(self, floor: Any) -> dict[str, Points]: ...
    def check(self, floor: Any, side: str, order: Order, before: Sequence[Order]) -> Checked: ...
    def choices(self, floor: Any, side: str, thing: str, before: Sequence[Order]) -> tuple[Choice, ...]: ...
    def reaches(self, floor: Any, side: str, thing: str, before: Sequence[Order]) -> tuple[Reach, ...]: ...
    def needs(self, floor: Any, side: str, orders: Sequence[Order], facts: Facts) -> tuple[Need, ...]: ...


class View:
    """A position as one side may know it; whatever serves a commander is given this in the position's place.

    side: whose sight it is, or ``observer``.
    """

    __slots__ = ("__known", "__names", "__rules", "__side", "side")

    def __init__(self, rules: Answering, known: Any, side: str, names: Mapping[str, str]) -> None:
        """known: what the book's sight has left of a position; nothing that is hidden stands in it any more.

        names: what the campaign calls the book's sides, and back.
        """
        self.__rules, self.__known, self.__names = rules, known, names
        self.side, self.__side = side, names.get(side, side)

    def sees(self) -> Known:
        """What the side may know, as plain data."""
        return swapped(self.__rules.sees(self.__known, self.__side), self.__names)

    def board(self) -> Board:
        """The board as the side may know it, to be drawn; empty where there is none."""
        return swapped(self.__rules.board(self.__known, self.__side), self.__names)

    def order(self, data: Mapping[str, Any]) -> Order:
        """An order of the side in its normal form, a new name in the side's own space; Invalid where it is not understood."""
        read = self.__rules.order(swapped(data, self.__names))
        return swapped(self.__rules.named(self.__known, self.__side, read), self.__names)

    def arm_of(self, order: Order) -> str:
        """The arm (seat) whose commander gives an order, empty where any may; Refused E-NONE where its subject is not the side's."""
        return self.__rules.arm_of(self.__known, self.__side, swapped(order, self.__names))

    def score_sheet(self) -> dict[str, Points]:
        """The lines of both sides' score as far as the side may count them, where the book publishes them; else empty."""
        return swapped(self.__rules.score_sheet(self.__known), self.__names)

    def check(self, order: Order, before: Sequence[Order] = ()) -> Checked:
        """Whether the side may give an order after those it has given; Refused where not."""
        return swapped(
            self.__rules.check(self.__known, self.__side, swapped(order, self.__names), swapped(before, self.__names)),
            self.__names,
        )

    def choices(self, thing: str, before: Sequence[Order] = ()) -> tuple[Choice, ...]:
        """The orders that a thing may be given now, with their cost."""
        return swapped(
            self.__rules.choices(self.__known, self.__side, thing, swapped(before, self.__names)), self.__names
        )

    def duties(self, thing: str) -> tuple[Duty, ...]:
        """The duties of a thing in its next own move."""
        return swapped(self.__rules.duties(self.__known, self.__side, thing), self.__names)

    def reaches(self, thing: str, before: Sequence[Order] = ()) -> tuple[Reach, ...]:
        """How far a thing of the side reaches after the orders given before, for a map; empty where the book knows no distances."""
        return swapped(
            self.__rules.reaches(self.__known, self.__side, thing, swapped(before, self.__names)), self.__names
        )

    def asks(self, orders: Sequence[Order], facts: Facts) -> tuple[Need, ...]:
        """The facts that the side's own official is asked for these orders."""
        return swapped(
            self.__rules.needs(self.__known, self.__side, swapped(orders, self.__names), swapped(facts, self.__names)),
            self.__names,
        )

    def wants(self) -> tuple[Want, ...]:
        """What the side will ask of its stores; empty where it asks for nothing."""
        return swapped(self.__rules.wants(self.__known, self.__side), self.__names)
