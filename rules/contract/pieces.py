"""What a book says of its things beside its rules: how they are called and shown, who commands them, what is counted of them.

Whatever shows, lists, counts or searches the things of a position asks this; it names no group and no key of a thing itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.contract.data import Start
from rules.contract.palette import Template
from rules.contract.sentences import counted
from rules.contract.setting_out import SettingOut
from rules.contract.signs import Sign
from rules.errors import Invalid
from rules.values.measure import Point
from rules.values.sentence import say

State = Mapping[str, Any]
"""A thing, as far as it is known."""

Scene = Mapping[str, Any]
"""Things by group and id: a position, or what somebody may know of one."""

Said = Mapping[str, Any]
"""An order or an event, or what of it is told."""

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
    named: the key under which an order names one.  men: whether they are bodies of men, whose strength a report tells.
    """

    group: str
    title: str = ""
    sign: str = ""
    arm: str = ""
    plotted: bool = False
    fields: tuple[tuple[str, str], ...] = ()
    named: str = ""
    men: bool = False


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
    state: State


@dataclass(frozen=True)
class Pieces:
    """The things of a book; this is one that has none to list.

    stores: the kinds of packets, in their sequence.  signs: their blocks.  headings: of orders on offer, by their group.
    forces: what of the ledgers tells of strength, each with the words for its loss.  lines: of a score sheet, each with words and clause.
    setting_out: how players set a battle out, where they do.  carries: what may be put right of a thing that goes over to
    another battle; asked: the fields of it for which a form asks.  reaches: what may be laid on the map, each with its words
    and whether it lies there to begin with.  draws: what chance is drawn for, by the first word of a purpose.
    templates: what is offered to be put down before a battle.
    worth_knowing: what of a thing an enemy would give much to know, and is not shown.
    """

    kinds: tuple[Kind, ...] = ()
    arms: tuple[tuple[str, str], ...] = ()
    stores: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    templates: tuple[Template, ...] = ()
    headings: tuple[tuple[str, str], ...] = ()
    forces: tuple[tuple[str, str], ...] = ()
    lines: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    setting_out: SettingOut | None = None
    carries: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    reaches: tuple[tuple[str, str, bool], ...] = ()
    draws: Mapping[str, str] = field(default_factory=dict)
    worth_knowing: tuple[str, ...] = ()

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

    def every(self, position: Scene) -> Iterator[tuple[str, str, State]]:
        """Every thing of a position: its group, its id and its plain data, kind by kind."""
        for kind in self.kinds:
            for identity, thing in (position.get(kind.group) or {}).items():
                yield kind.group, identity, thing

    def find(self, position: Scene, identity: str) -> tuple[str, State] | None:
        """The group and the plain data of a thing, or nothing."""
        for kind in self.kinds:
            found = (position.get(kind.group) or {}).get(identity)
            if found is not None:
                return kind.group, found
        return None

    def names(self, position: Scene) -> dict[str, str]:
        """What the things of a position are called, by id."""
        return {identity: thing.get("name") or identity for _, identity, thing in self.every(position)}

    def listed(self, position: Scene, of: str) -> Mapping[str, State]:
        """The things of a list from which a measured fact names some, by id.  of: a group, or what the book calls so."""
        return position.get(of) or {}

    # -- whose it is ------------------------------------------------------------------------------

    def owner(self, group: str, thing: State) -> str:
        """The side whose thing it is now."""
        return str(thing.get("side", ""))

    def holder(self, thing: State) -> str:
        """The side that has it in hand, though it be the other's."""
        return str(thing.get("side", ""))

    def arm(self, group: str, thing: State) -> str:
        """The arm whose commander orders a thing; empty where nobody's."""
        return str(thing.get("arm") or self.kind(group).arm)

    def is_ordered(self, group: str) -> bool:
        """Whether things of a group take orders."""
        return bool(self.kind(group).arm)

    def left_to_order(self, position: Scene, side: str) -> Iterator[tuple[str, str, State]]:
        """What a side has left to order: group, id and plain data of each."""
        return iter(())

    def subjects(self, order: Said) -> tuple[str, ...]:
        """The things to which an order is given; none for one that is not given to any, but only names some."""
        return ()

    def may_toss(self, position: Scene, order: Said) -> bool:
        """Whether a coin may decide what comes of an order."""
        return False

    def particulars(self, order: Said) -> Said:
        """What an order says beside its name and to whom it is given."""
        return {key: value for key, value in order.items() if key not in ("order", "measured", *self.naming)}

    def in_brief(self, order: Said) -> Said:
        """What of it helps to know it among others."""
        return self.particulars(order)

    @cached_property
    def naming(self) -> tuple[str, ...]:
        """The keys under which an order names to whom it is given, the first that is there."""
        return tuple(kind.named for kind in self.kinds if kind.named)

    def declares(self, order: Said) -> frozenset[str]:
        """The facts that a commander himself may say of his order; all others are measured."""
        return frozenset()

    def about(self, event: Said) -> frozenset[str]:
        """The things that an event is about."""
        return frozenset(str(event[key]) for key in self.naming if event.get(key))

    def due(self, event: Said) -> tuple[str, int] | None:
        """The kind and the number of packets that fell due on the side of an event, if that is what it tells."""
        return None

    def too_many(self, position: Scene, orders: Sequence[Said]) -> tuple[str, int, int] | None:
        """The first thing of which measured orders tell more men than it had: its id, how many are told of, how many there were."""
        return None

    def holds_packets(self, group: str) -> bool:
        """Whether things of a group are stores."""
        return any(kind == PACKETS for _, kind in self.kind(group).fields)

    def wants_orders(self, group: str) -> bool:
        """Whether it is worth saying that a thing of a group has been given no order."""
        return False

    def people(self, position: Scene) -> Iterator[People]:
        """Where the people of both sides are, who are fit and have a place; those who lead first."""
        return iter(())

    def put_down(
        self,
        template: Template,
        side: str,
        identity: str,
        *,
        name: str = "",
        at: Point | None = None,
        facing: int = 0,
        **chosen: int,
    ) -> Start:
        """A part of a start: what a template puts down, by group and id.  at: in sixteenths; none where people measure.

        Invalid where another number is chosen than may be.
        """
        raise Invalid(say("{title}: nothing is put down in this game", title=template.title))

    # -- how it looks and what is counted ---------------------------------------------------------

    def look(self, group: str, thing: State) -> Look:
        """How a thing looks."""
        return Look(self.kind(group).sign or str(thing.get("arm", "")))

    def in_all(self, looks: Sequence[Look]) -> tuple[str, ...]:
        """What things are together, in words, the chief first."""
        men = sum(look.men or 0 for look in looks)
        return (say("{men} men", men=men),)

    def how_many(self, groups: Collection[str]) -> list[str]:
        """How many things there are of each group, in words."""
        return [counted(len(groups), "thing")] if groups else []

    def editable(self, group: str, thing: State) -> tuple[Editable, ...]:
        """What an umpire may set of a thing."""
        found: list[Editable] = []
        for key, kind in self.kind(group).fields:
            parts = self.stores if kind == PACKETS else ("",)
            found += [Editable(key, kind, part, self.words(key, thing)) for part in parts]
        return tuple(found)

    def carried(self, position: Scene, *, exchange: bool, places: bool) -> tuple[Start, Sequence[State]]:
        """The start of the next battle out of the position that one has left, and a line for each thing.

        exchange: prisoners go back to their own; places: everything stands where it stood.
        """
        return Start({}), []

    def depth(self, thing: State) -> int:
        """How deep a thing stands behind its first rank, in sixteenths of an inch."""
        return 0

    def words(self, key: str, thing: State) -> tuple[str, ...]:
        """The words that a field of a thing may hold."""
        return ()

    def stock(self, position: Scene) -> dict[Account, int]:
        """What each side has for the ledgers to count, where that is not nought."""
        return {}

    def creates(self, orders: Iterable[Said]) -> dict[str, str]:
        """Things that these orders make, each with one that it is made of."""
        return {order["into"]: (self.subjects(order) or ("",))[0] for order in orders if order.get("into")}
