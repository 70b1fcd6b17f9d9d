"""What one side may know of a position, and all that can be asked of it: no way leads back to the position itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rules.contract.answers import Checked, Choice, Need, Plain


class Answering(Protocol):
    """A book as a view asks it: ``position`` is what the book's sight has left of one, read."""

    def seen(self, position: Any, options: Plain, side: str) -> Any: ...
    def sees(self, position: Any, options: Plain, side: str) -> Plain: ...
    def board(self, position: Any, options: Plain, side: str) -> Plain: ...
    def order(self, data: Plain) -> Plain: ...
    def named(self, position: Any, side: str, order: Plain) -> Plain: ...
    def arm_of(self, position: Any, options: Plain, side: str, order: Plain) -> str: ...
    def owes(self, position: Any, options: Plain, side: str, thing: str) -> tuple[Plain, ...]: ...
    def wants(self, position: Any, options: Plain, side: str) -> tuple[Plain, ...]: ...
    def score_sheet(self, position: Any, options: Plain) -> Plain: ...
    def check(
        self, position: Any, options: Plain, side: str, order: Plain, before: Sequence[Plain] = ()
    ) -> Checked: ...
    def choices(
        self, position: Any, options: Plain, side: str, thing: str, before: Sequence[Plain] = ()
    ) -> tuple[Choice, ...]: ...
    def reaches(
        self, position: Any, options: Plain, side: str, thing: str, before: Sequence[Plain] = ()
    ) -> tuple[Plain, ...]: ...
    def asks(
        self, position: Any, options: Plain, side: str, orders: Sequence[Plain], facts: Plain
    ) -> tuple[Need, ...]: ...


class View:
    """A position as one side may know it; whatever serves a commander is given this in the position's place.

    side: whose sight it is, or ``observer``.
    """

    __slots__ = ("__known", "__rules", "side")

    def __init__(self, rules: Answering, known: Any, side: str) -> None:
        """known: what the book's sight has left of a position, read; nothing that is hidden stands in it any more."""
        self.__rules, self.__known, self.side = rules, known, side

    def sees(self) -> Plain:
        """What the side may know, as plain data."""
        return self.__rules.sees(self.__known, {}, self.side)

    def board(self) -> Plain:
        """The board as the side may know it, to be drawn; empty where there is none."""
        return self.__rules.board(self.__known, {}, self.side)

    def order(self, data: Plain) -> Plain:
        """An order of the side in its normal form, a new name in the side's own space; Invalid where it is not understood."""
        return self.__rules.named(self.__known, self.side, self.__rules.order(data))

    def arm_of(self, order: Plain) -> str:
        """The arm (seat) whose commander gives an order, empty where any may; Refused E-NONE where its subject is not the side's."""
        return self.__rules.arm_of(self.__known, {}, self.side, order)

    def score_sheet(self) -> Plain:
        """The lines of both sides' score as far as the side may count them, where the book publishes them; else empty."""
        return self.__rules.score_sheet(self.__known, {})

    def check(self, order: Plain, before: Sequence[Plain] = ()) -> Checked:
        """Whether the side may give an order after those it has given; Refused where not."""
        return self.__rules.check(self.__known, {}, self.side, order, before)

    def choices(self, thing: str, before: Sequence[Plain] = ()) -> tuple[Choice, ...]:
        """The orders that a thing may be given now, with their cost."""
        return self.__rules.choices(self.__known, {}, self.side, thing, before)

    def owes(self, thing: str) -> tuple[Plain, ...]:
        """The duties of a thing in its next own move: clause and sentence of each."""
        return self.__rules.owes(self.__known, {}, self.side, thing)

    def reaches(self, thing: str, before: Sequence[Plain] = ()) -> tuple[Plain, ...]:
        """How far a thing of the side reaches after the orders given before, for a map.

        Each has kind (march, charge, fire, supply, six-inch, retire, threat), title, inches, clause and at; with ``outline``
        where its edge is no circle, with ``arc`` where it does not hold all round.  Empty where the book knows no distances.
        """
        return self.__rules.reaches(self.__known, {}, self.side, thing, before)

    def asks(self, orders: Sequence[Plain], facts: Plain) -> tuple[Need, ...]:
        """The facts that the side's own official is asked for these orders."""
        return self.__rules.asks(self.__known, {}, self.side, orders, facts)

    def wants(self) -> tuple[Plain, ...]:
        """What the side will ask of its stores: own_move, kind, packets, reckoned, clause; empty where it asks for nothing."""
        return self.__rules.wants(self.__known, {}, self.side)


def seen_by(rules: Any, position: Plain, options: Plain, side: str) -> View:
    """A position as a side may know it by a book."""
    return View(rules, rules.seen(position, options, side), side)
