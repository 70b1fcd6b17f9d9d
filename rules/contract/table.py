"""A position, parsed once, and all that is worked out from it: the truth, for adjudication and the umpire's desk."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from rules.contract.answers import DAY, Finding, Need, Sightline
from rules.contract.data import (
    Board,
    Chance,
    Change,
    Facts,
    Known,
    Misplaced,
    Oddity,
    Options,
    Order,
    Points,
    Position,
)
from rules.contract.names import swapped
from rules.contract.view import Answering, View
from rules.values.measure import Point


class Adjudicating(Answering, Protocol):
    """The part of a book that a table calls.  floor: a parsed position."""

    def read(self, position: Position, options: Options) -> Any: ...
    def seen(self, floor: Any, side: str) -> Any: ...
    def sequence(self, floor: Any, side: str, orders: Sequence[Order]) -> tuple[tuple[int, str], ...]: ...
    def adjudicate(
        self, floor: Any, side: str, orders: Sequence[Order], facts: Facts, chance: Chance,
        *, fire_only: bool = False, fire_ruled: Sequence[Change] = (),
    ) -> Finding: ...  # fmt: skip
    def misplaced(self, floor: Any, things: Collection[str]) -> tuple[Misplaced, ...]: ...
    def beyond(self, floor: Any, things: Collection[str]) -> Point: ...
    def oddities(self, floor: Any) -> tuple[Oddity, ...]: ...
    def sightlines(self, floor: Any, thing: str, light: str) -> tuple[Sightline, ...]: ...
    def score(self, floor: Any) -> Points: ...
    def allowance(self, floor: Any, side: str) -> int: ...
    def overtime(self, floor: Any) -> tuple[Order, ...]: ...


class Table:
    """A position and its options, parsed once; no method changes it."""

    __slots__ = ("__floor", "__names", "__rules", "__views")

    def __init__(
        self, rules: Adjudicating, position: Position, options: Options, names: Mapping[str, str] | None = None
    ) -> None:
        """names: the campaign's names of the book's sides, both ways, if they differ.

        Invalid if the position is not one of this book."""
        self.__rules, self.__names = rules, names or {}
        self.__floor = rules.read(swapped(position, self.__names), options)
        self.__views: dict[str, View] = {}

    def seen_by(self, side: str) -> View:
        """What a side (or ``observer``) may know: all that a commander is shown comes from this alone."""
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
        """The indexes of the orders in the sequence of adjudication, each with the heading of its stage."""
        return self.__rules.sequence(self.__floor, swapped(side, self.__names), swapped(orders, self.__names))

    def adjudicate(
        self, side: str, orders: Sequence[Order], facts: Facts, chance: Chance,
        *, fire_only: bool = False, fire_ruled: Sequence[Change] = (),
    ) -> Finding:  # fmt: skip
        """The result of a move; the same input gives the same bytes.

        fire_only: only the fire of a move of two stages.  fire_ruled: the umpire's changes to it before it was published, as in ``ruled``.
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
        """What a side (or ``observer``) may know, as plain data that names each allowed field."""
        return swapped(self.__rules.sees(self.__floor, swapped(side, self.__names)), self.__names)

    def board(self, side: str) -> Board:
        """The board to be drawn, as a side, an ``observer`` or the umpire (an empty word) may know it; empty if there is none."""
        return swapped(self.__rules.board(self.__floor, swapped(side, self.__names)), self.__names)

    def misplaced(self, things: Collection[str]) -> tuple[Misplaced, ...]:
        """What is odd about the places of some things, for an umpire who has put them there: in water, in a house, on another."""
        return self.__rules.misplaced(self.__floor, things)

    def beyond(self, things: Collection[str]) -> Point:
        """By how much some things must be moved east and north, in sixteenths, so that no part of them is beyond an edge."""
        return self.__rules.beyond(self.__floor, things)

    def oddities(self) -> tuple[Oddity, ...]:
        """What an umpire should look at before a battle begins from here, beside misplaced things; the sentences name sides by
        the book's keys."""
        return swapped(self.__rules.oddities(self.__floor), self.__names)

    def sightlines(self, thing: str = "", light: str = DAY) -> tuple[Sightline, ...]:
        """By whom a thing could be seen and what it could see itself, with what stops the others; the best and nearest first.

        Without a thing: for each thing of either side that is seen, the best line on it.  light: ``day``, ``dusk`` or
        ``night``.  Empty where nothing has a place.
        """
        return self.__rules.sightlines(self.__floor, thing, light)

    def score(self) -> Points:
        """Points by side, halves as decimals; empty if the book or the options do not score."""
        return swapped(self.__rules.score(self.__floor), self.__names)

    def allowance(self, side: str) -> int:
        """Minutes allowed to a side for its next move."""
        return self.__rules.allowance(self.__floor, swapped(side, self.__names))

    def overtime(self) -> tuple[Order, ...]:
        """The orders for a turn whose time ran out before it was over; empty if the side simply does nothing more."""
        return swapped(self.__rules.overtime(self.__floor), self.__names)
