"""What a book says of its things beside its rules: how they are called and shown, who commands them, what is counted of them.

Whatever shows, lists, counts or searches the things of a position asks this; it names no group and no key of a thing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.contract.signs import Sign

Plain = Mapping[str, Any]
Account = tuple[str, str, str]
"""Side, thing and kind of an amount in the ledgers."""


COUNT, FLAG, LENGTH, SIDE, WORD, PACKETS = "count", "flag", "length", "side", "word", "packets"
"""Kinds of what an umpire may set of a thing: a number, yes or no, inches, a side, one of some words, packets by kind."""


@dataclass(frozen=True)
class Editable:
    """A field of a thing that an umpire may set otherwise than the rules have found.  part: of a map of several."""

    key: str
    kind: str
    part: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    """A group of things that a position holds.

    group: its key in the position.  title: of a table of them.  sign: the block by which they are drawn; that of their arm
    where it is empty.  arm: whose commander orders those that have no arm of their own; empty where nobody orders any.
    plotted: whether they stand on the map.  fields: what an umpire may set of them, each with its kind.
    """

    group: str
    title: str = ""
    sign: str = ""
    arm: str = ""
    plotted: bool = False
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Look:
    """How a thing looks, as far as what is known of it tells.

    sign: its block.  strength: in words; men: how many stand there, where it is men.  flags: what else is to be said of it.
    facing: in degrees, of what has a front.  form: the shape in which it is drawn; said: its strength, where that is said
    on the map.  gone: whether it is no more.  stands_for: another thing at the same place that it is shown for.
    """

    sign: str
    strength: str = ""
    men: int | None = None
    horses: int = 0
    guns: int = 0
    flags: tuple[str, ...] = ()
    facing: int | None = None
    form: str = ""
    said: str = ""
    gone: bool = False
    stands_for: str = ""


@dataclass(frozen=True)
class People:
    """People who stand somewhere.  men: how many; none of a figure of one who leads."""

    thing: str
    group: str
    side: str
    at: Any
    men: int
    state: Plain


@dataclass(frozen=True)
class Pieces:
    """The things of a book; this is one that has none to list.  stores: the kinds of packets, in their sequence.  signs: their blocks."""

    kinds: tuple[Kind, ...] = ()
    arms: tuple[tuple[str, str], ...] = ()
    stores: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()

    @cached_property
    def _by_group(self) -> Mapping[str, Kind]:
        return {kind.group: kind for kind in self.kinds}

    # -- finding ----------------------------------------------------------------------------------

    def kind(self, group: str) -> Kind:
        """The kind of a group."""
        return self._by_group.get(group, Kind(group))

    def lists(self, group: str) -> bool:
        """Whether there are things of that group."""
        return group in self._by_group

    def every(self, position: Plain) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Every thing of a position: its group, its id and its plain data, kind by kind."""
        for kind in self.kinds:
            for identity, thing in (position.get(kind.group) or {}).items():
                yield kind.group, identity, thing

    def find(self, position: Plain, identity: str) -> tuple[str, dict[str, Any]] | None:
        """The group and the plain data of a thing, or nothing."""
        for kind in self.kinds:
            found = (position.get(kind.group) or {}).get(identity)
            if found is not None:
                return kind.group, found
        return None

    def names(self, position: Plain) -> dict[str, str]:
        """What the things of a position are called, by id."""
        return {identity: thing.get("name") or identity for _, identity, thing in self.every(position)}

    # -- whose it is ------------------------------------------------------------------------------

    def owner(self, group: str, thing: Plain) -> str:
        """The side whose thing it is now."""
        return str(thing.get("side", ""))

    def holder(self, thing: Plain) -> str:
        """The side that has it in hand, though it be the other's."""
        return str(thing.get("side", ""))

    def arm(self, group: str, thing: Plain) -> str:
        """The arm whose commander orders a thing; empty where nobody's."""
        return str(thing.get("arm") or self.kind(group).arm)

    def is_ordered(self, group: str) -> bool:
        """Whether things of a group take orders."""
        return bool(self.kind(group).arm)

    def left_to_order(self, position: Plain, side: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """What a side has left to order: group, id and plain data of each."""
        return iter(())

    def subjects(self, order: Plain) -> tuple[str, ...]:
        """The things to which an order is given; none for one that is not given to any, but only names some."""
        return ()

    def holds_packets(self, group: str) -> bool:
        """Whether things of a group are stores."""
        return any(kind == PACKETS for _, kind in self.kind(group).fields)

    def wants_orders(self, group: str) -> bool:
        """Whether it is worth saying that a thing of a group has been given no order."""
        return False

    def people(self, position: Plain) -> Iterator[People]:
        """Where the people of both sides are, who are fit and have a place; those who lead first."""
        return iter(())

    # -- how it looks and what is counted ---------------------------------------------------------

    def look(self, group: str, thing: Plain) -> Look:
        """How a thing looks."""
        return Look(self.kind(group).sign or str(thing.get("arm", "")))

    def editable(self, group: str, thing: Plain) -> tuple[Editable, ...]:
        """What an umpire may set of a thing."""
        found: list[Editable] = []
        for key, kind in self.kind(group).fields:
            parts = self.stores if kind == PACKETS else ("",)
            found += [Editable(key, kind, part, self.words(key, thing)) for part in parts]
        return tuple(found)

    def words(self, key: str, thing: Plain) -> tuple[str, ...]:
        """The words that a field of a thing may hold."""
        return ()

    def stock(self, position: Plain) -> dict[Account, int]:
        """What each side has for the ledgers to count, where that is not nought."""
        return {}

    def creates(self, orders: Iterable[Plain]) -> dict[str, str]:
        """Things that these orders make, each with one that it is made of."""
        return {order["into"]: (self.subjects(order) or ("",))[0] for order in orders if order.get("into")}
