"""A position that was read once, and all that is worked out of it: the truth, for adjudication and the umpire's desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.contract.answers import Finding, Need
from rules.contract.data import Board, Chance, Change, Facts, Known, Options, Order, Points, Position
from rules.contract.names import swapped
from rules.contract.view import Answering, View


class Adjudicating(Answering, Protocol):
    """A book as a table asks it.  floor: a position that was read."""

    def read(self, position: Position, options: Options) -> Any: ...
    def seen(self, floor: Any, side: str) -> Any: ...
    def sequence(self, floor: Any, side: str, orders: Sequence[Order]) -> tuple[tuple[int, str], ...]: ...
    def adjudicate(
        self, floor: Any, side: str, orders: Sequence[Order], facts: Facts, chance: Chance,
        *, fire_only: bool = False, fire_ruled: Sequence[Change] = (),
    ) -> Finding: ...  # fmt: skip
    def score(self, floor: Any) -> Points: ...
    def allowance(self, floor: Any, side: str) -> int: ...
    def overtime(self, floor: Any) -> tuple[Order, ...]: ...


class Table:
    """A position and its options, read once; nothing that is asked of it changes it."""

    __slots__ = ("__floor", "__names", "__rules", "__views")

    def __init__(
        self, rules: Adjudicating, position: Position, options: Options, names: Mapping[str, str] | None = None
    ) -> None:
        """names: what the campaign calls the book's sides, and back, where it calls them otherwise.

        Invalid where the position is none of the book's."""
        self.__rules, self.__names = rules, names or {}
        self.__floor = rules.read(swapped(position, self.__names), options)
        self.__views: dict[str, View] = {}

    def seen_by(self, side: str) -> View:
        """What a side (or ``observer``) may know: whatever serves a commander is asked of this, and of nothing else."""
        if side not in self.__views:
            known = self.__rules.seen(self.__floor, swapped(side, self.__names))
            self.__views[side] = View(self.__rules, known, side, self.__names)
        return self.__views[side]

    def needs(self, side: str, orders: Sequence[Order], facts: Facts) -> tuple[Need, ...]:
        """The facts that people must measure for these orders."""
        return swapped(
            self.__rules.needs(
                self.__floor, swapped(side, self.__names), swapped(orders, self.__names), swapped(facts, self.__names)
            ),
            self.__names,
        )

    def sequence(self, side: str, orders: Sequence[Order]) -> tuple[tuple[int, str], ...]:
        """The orders' places in the sequence in which they are adjudicated, each with the heading of its stage."""
        return self.__rules.sequence(self.__floor, swapped(side, self.__names), swapped(orders, self.__names))

    def adjudicate(
        self, side: str, orders: Sequence[Order], facts: Facts, chance: Chance,
        *, fire_only: bool = False, fire_ruled: Sequence[Change] = (),
    ) -> Finding:  # fmt: skip
        """A move, adjudicated; the same input gives the same bytes.

        fire_only: the fire of a move of two stages alone.  fire_ruled: what the umpire ruled of it before it was told, as ``ruled``.
        """
        asked = (
            swapped(side, self.__names),
            swapped(orders, self.__names),
            swapped(facts, self.__names),
            swapped(chance, self.__names),
        )
        ruled = swapped(fire_ruled, self.__names)
        return swapped(
            self.__rules.adjudicate(self.__floor, *asked, fire_only=fire_only, fire_ruled=ruled), self.__names
        )

    def sees(self, side: str) -> Known:
        """What a side (or ``observer``) may know, as plain data, built by naming what is allowed."""
        return swapped(self.__rules.sees(self.__floor, swapped(side, self.__names)), self.__names)

    def board(self, side: str) -> Board:
        """The board as a side, an ``observer`` or the umpire (an empty word) may know it, to be drawn; empty where there is none."""
        return swapped(self.__rules.board(self.__floor, swapped(side, self.__names)), self.__names)

    def score(self) -> Points:
        """Points by side, halves as decimals; empty where the book or the options do not score."""
        return swapped(self.__rules.score(self.__floor), self.__names)

    def allowance(self, side: str) -> int:
        """Minutes allowed to a side for its next move."""
        return self.__rules.allowance(self.__floor, swapped(side, self.__names))

    def overtime(self) -> tuple[Order, ...]:
        """The orders that stand for a turn whose time ran out before it was over; none where the side simply does no more."""
        return swapped(self.__rules.overtime(self.__floor), self.__names)
