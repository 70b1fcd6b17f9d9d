"""What a book says of its things outside its rules: their names, looks, commanders and counts.

Code that shows, lists, counts or searches the things of a position asks this; it names no groups and no keys itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.contract.data import Options, Position, Start
from rules.contract.names import swapped
from rules.contract.palette import Harm, Template
from rules.contract.sentences import counted
from rules.contract.setting_out import SettingOut
from rules.contract.signs import Sign
from rules.errors import Invalid
from rules.values.codec import FieldType, fields_of, refuse
from rules.values.measure import INCH, Point
from rules.values.sentence import of_field, say

State = Mapping[str, Any]
"""A thing, as far as it is known."""

Scene = Mapping[str, Any]
"""Things by group and id: a position, or what a viewer may know of one."""

Said = Mapping[str, Any]
"""An order or an event, complete or as a viewer may know it."""

Account = tuple[str, str, str]
"""Side, thing and kind of an amount in the ledgers."""


COUNT, FLAG, LENGTH, SIDE, WORD, PACKETS = "count", "flag", "length", "side", "word", "packets"
PLACE, LINE, ANGLE, FACTOR, TITLE = "place", "line", "angle", "factor", "title"
"""Kinds of fields that an umpire may set: a number, yes or no, inches, a side, one of some words, packets by kind, a place
(inches east and north), several places in a line, a front in degrees, a fraction, a name."""


@dataclass(frozen=True)
class Editable:
    """A field of a thing that an umpire may set to another value than the rules found.  part: its key, if the field is a map."""

    key: str
    kind: str
    part: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    """A group of things that a position holds.

    group: its key in the position.  title: of a table of them.  sign: the block that they are drawn as; if empty, their
    arm's.  arm: of the commander who orders those without an arm of their own; empty if nobody orders them.
    plotted: whether they stand on the map.  fields: those that an umpire may set, each with its kind.
    named: the key of an order that names one.  men: whether they are bodies of men, with a strength in reports.
    usual: the values of fields that a thing has without naming them, where that is not nought.
    led: fields whose number changes by as much as another's when an umpire rules on that one, by the other's key.
    """

    group: str
    title: str = ""
    sign: str = ""
    arm: str = ""
    plotted: bool = False
    fields: tuple[tuple[str, str], ...] = ()
    named: str = ""
    men: bool = False
    usual: Mapping[str, Any] = field(default_factory=dict)
    led: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Look:
    """How a thing looks, as far as it is known.

    sign: its block.  strength: in words; men: their number, if it is men; horses: its own; team: those that draw it.
    captive: whether the other side holds its men; flags: further remarks.
    facing: in degrees, if it has a front.  form: the shape in which it is drawn; said: its strength, if that is shown
    on the map.  gone: whether it no longer exists; wreck: whether what is left of it still lies there.
    stands_for: another thing at the same place that it is shown for.
    """

    sign: str
    strength: str = ""
    men: int | None = None
    horses: int = 0
    team: int = 0
    guns: int = 0
    captive: bool = False
    flags: tuple[str, ...] = ()
    facing: int | None = None
    form: str = ""
    said: str = ""
    gone: bool = False
    wreck: bool = False
    stands_for: str = ""


@dataclass(frozen=True)
class People:
    """People who stand somewhere.  men: their number; 0 for the figure of a leader."""

    thing: str
    group: str
    side: str
    at: Any
    men: int
    state: State


def _things_by_id(things: Any) -> Mapping[str, Any]:
    """The things of a group by id; none where somebody wrote something else there."""
    return things if isinstance(things, (dict, Mapping)) else {}  # a dictionary is recognised sooner


@dataclass(frozen=True)
class Pieces:
    """The things of a book; this base class has none to list.

    stores: the kinds of packets, in their sequence.  signs: the blocks.  headings: of orders on offer, by group;
    fighting: the group of those that go at the enemy.
    forces: the accounts of the ledgers that show strength, each with the words for a loss.  lines: of a score sheet, with words and clause.
    setting_out: how players set a battle out, if they do.  carries: fields that an umpire may change in a thing that goes over to
    another battle; asked: the fields that a form asks for; starts_new: the clause by which nothing does, if the book has one.
    reaches: the layers of the map, each with its label and whether it is shown at first.
    draws: what a draw of chance is for, by the first word of its purpose.  templates: what an umpire may put down before a battle.
    worth_knowing: fields that are hidden from the enemy.  features: the groups of a country whose features an umpire may close and open.
    harms: what may befall something in an event.  forms: the class of the things of each group, whose fields say their form.
    """

    kinds: tuple[Kind, ...] = ()
    arms: tuple[tuple[str, str], ...] = ()
    stores: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    templates: tuple[Template, ...] = ()
    headings: tuple[tuple[str, str], ...] = ()
    fighting: str = ""
    forces: tuple[tuple[str, str], ...] = ()
    lines: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    setting_out: SettingOut | None = None
    carries: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    starts_new: str = ""
    reaches: tuple[tuple[str, str, bool], ...] = ()
    draws: Mapping[str, str] = field(default_factory=dict)
    worth_knowing: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    harms: tuple[Harm, ...] = ()
    forms: Mapping[str, type[Any]] = field(default_factory=dict)

    @cached_property
    def _by_group(self) -> Mapping[str, Kind]:
        return {kind.group: kind for kind in self.kinds}

    # -- lookup -----------------------------------------------------------------------------------

    def kind(self, group: str) -> Kind:
        """The kind of a group."""
        return self._by_group.get(group, Kind(group))

    def lists(self, group: str) -> bool:
        """Whether the book has things of that group."""
        return group in self._by_group

    def every(self, position: Scene) -> Iterator[tuple[str, str, State]]:
        """Every thing of a position: its group, id and plain data, kind by kind."""
        for kind in self.kinds:
            for identity, thing in _things_by_id(position.get(kind.group)).items():
                if isinstance(thing, (dict, Mapping)):
                    yield kind.group, identity, thing

    def find(self, position: Scene, identity: str) -> tuple[str, State] | None:
        """The group and the plain data of a thing, or None."""
        for kind in self.kinds:
            found = _things_by_id(position.get(kind.group)).get(identity)
            if isinstance(found, Mapping):
                return kind.group, found
        return None

    def things(self, position: Scene) -> dict[str, tuple[str, State]]:
        """The things of a position that are called something, by id: the group and the plain data of each."""
        return {identity: (group, thing) for group, identity, thing in self.every(position)}

    def names(self, position: Scene) -> dict[str, str]:
        """The names of the things of a position, by id."""
        return {identity: thing.get("name") or identity for identity, (_, thing) in self.things(position).items()}

    def called(self, group: str, thing: str, state: State) -> str:
        """What one thing is called."""
        return self.names({group: {thing: state}}).get(thing, thing)

    def listed(self, position: Scene, of: str) -> Mapping[str, State]:
        """The things that a measured fact may name, by id.  of: a group, or the book's name for a list."""
        return position.get(of) or {}

    def group_in(self, position: Scene, group: str) -> Mapping[str, State]:
        """The things of a group of a position, or the features of a group of its country."""
        where = (position.get("country") or {}) if group in self.features else position
        return _things_by_id(where.get(group))

    # -- forms ------------------------------------------------------------------------------------

    def form_of(self, group: str, key: str) -> FieldType | None:
        """How a field of a thing is written; none where the book has no such field."""
        found = self._fields(group).get(key)
        return found[1] if found is not None else None

    def _fields(self, group: str) -> Mapping[str, tuple[str, FieldType, Any]]:
        """The fields of the things of a group; none where the book does not say."""
        return fields_of(self.forms[group]) if group in self.forms else {}

    def misread(self, group: str, thing: State) -> dict[str, Invalid]:
        """The fields of a thing whose values are not in their form, each with what is wanted; strange ones are not told here."""
        wrong: dict[str, Invalid] = {}
        known = self._fields(group)
        for key, value in thing.items():
            if key in known and not (value is None and known[key][2] is None):
                try:
                    if isinstance(known[key][1].read(value, key), str) and not isinstance(value, str):
                        raise refuse(key, say("text of at most {most} characters", most=64), value)
                except Invalid as fault:
                    wrong[key] = fault
        return wrong

    def readable(self, scene: Scene) -> Start:
        """A scene that somebody wrote by hand, with what can be read of it: things that are things, and their fields in their form."""
        found = {group: {} if self.lists(group) else one for group, one in scene.items()}
        for group, identity, thing in self.every(scene):
            wrong, known = self.misread(group, thing), self._fields(group) or thing
            found[group][identity] = {key: value for key, value in thing.items() if key in known and key not in wrong}
        return Start(found)

    # -- ownership --------------------------------------------------------------------------------

    def owner(self, group: str, thing: State) -> str:
        """The side that owns a thing now."""
        return str(thing.get("side", ""))

    def holder(self, thing: State) -> str:
        """The side that holds a thing, even if the other side owns it."""
        return str(thing.get("side", ""))

    def arm(self, group: str, thing: State) -> str:
        """The arm whose commander orders a thing; empty if there is none."""
        return str(thing.get("arm") or self.kind(group).arm)

    def commander(self, position: Scene, thing: State) -> str:
        """The name of the command that a thing is in: its own, or that of the body that serves it; empty if it is in none."""
        return str(thing.get("commander") or "")

    def is_ordered(self, group: str) -> bool:
        """Whether things of a group take orders."""
        return bool(self.kind(group).arm)

    def left_to_order(self, position: Scene, side: str) -> Iterator[tuple[str, str, State]]:
        """The things that a side still has to order: group, id and plain data of each."""
        return iter(())

    def subjects(self, order: Said) -> tuple[str, ...]:
        """The things that an order is given to; empty for an order that only names things."""
        return ()

    def may_toss(self, position: Scene, order: Said) -> bool:
        """Whether a coin may decide the result of an order."""
        return False

    def particulars(self, order: Said) -> Said:
        """The keys of an order other than its name and its subjects."""
        return {key: value for key, value in order.items() if key not in ("order", "measured", *self.naming)}

    def in_brief(self, order: Said) -> Said:
        """The keys that help to tell an order from others."""
        return self.particulars(order)

    @cached_property
    def naming(self) -> tuple[str, ...]:
        """The keys of an order that name its subject; the first that is present counts."""
        return tuple(kind.named for kind in self.kinds if kind.named)

    def declares(self, order: Said) -> frozenset[str]:
        """The facts that a commander may state for an order; all others are measured."""
        return frozenset()

    def about(self, event: Said) -> frozenset[str]:
        """The things that an event is about."""
        return frozenset(str(event[key]) for key in self.naming if event.get(key))

    def due(self, event: Said) -> tuple[str, int] | None:
        """The kind and number of packets that an event says fell due for its side, or None."""
        return None

    def too_many(self, position: Scene, orders: Sequence[Said]) -> tuple[str, int, int] | None:
        """The first thing of which measured orders count more men than it had: its id, the count, and the number it had."""
        return None

    def holds_packets(self, group: str) -> bool:
        """Whether things of a group are stores."""
        return any(kind == PACKETS for _, kind in self.kind(group).fields)

    def serves_within(self, options: Options) -> int:
        """How far from a store anybody may stand whom it supplies, in sixteenths; nought where that does not matter."""
        return 0

    def wants_orders(self, group: str) -> bool:
        """Whether a thing of a group without an order is worth a warning."""
        return False

    def people(self, position: Scene) -> Iterator[People]:
        """The people of both sides who are fit and have a place; leaders first."""
        return iter(())

    def whereabouts(self, position: Scene, identity: str) -> Any:
        """Where a thing is that still exists and is in its own side's hands, be it aboard another; None if it is nowhere."""
        return None

    def as_it_stands(self, position: Scene, group: str, thing: State) -> State:
        """A thing as it is shown: with its place, also where that follows from something else that is known."""
        return thing

    def departs_with(self, position: Scene, group: str, identity: str) -> tuple[str, ...]:
        """The things that leave the floor with one that departs, those that are aboard another before it."""
        return ()

    def entrances(self, position: Scene) -> list[tuple[str, list[int | float]]]:
        """Places where something may be put in an event, by name: ends of ways, edges, bridges; in inches."""
        return []

    def bound_to(self, group: str, key: str) -> tuple[str, ...]:
        """The fields of a thing that no longer hold when an umpire sets another."""
        return ()

    def goes_along(self, group: str, thing: State, key: str) -> str:
        """The field of a thing of which as much goes with a number that an umpire sets; empty where there is none of it."""
        other = self.kind(group).led.get(key, "")
        return other if thing.get(other) and other in [one.key for one in self.editable(group, thing)] else ""

    def without(self, position: Scene, group: str, thing: str) -> Position:
        """A position without a thing that an umpire takes away.  Invalid if it cannot go."""
        raise Invalid(say("nothing is taken away in this game"))

    def new_id(self, position: Scene, side: str, wanted: str, first: int) -> str:
        """An id for a thing that an umpire adds, which tells nothing of what is hidden.

        wanted: what it might be called; first: the lowest number behind it, or 0 for the very name, which may be taken.
        """
        raise Invalid(say("nothing is put down in this game"))

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
        """A part of a start: what a template puts down, by group and id.  at: in sixteenths; None if people measure.

        Invalid if a chosen number is not allowed.
        """
        raise Invalid(of_field(template.title, say("nothing is put down in this game")))

    # -- a muster ---------------------------------------------------------------------------------

    def goes_with(self, position: Scene, group: str, identity: str) -> tuple[str, ...]:
        """The things that are moved and doubled together with one: those who serve it."""
        return ()

    def referring(self, thing: State, ids: Mapping[str, str]) -> State:
        """A thing that refers to other things instead.  ids: the old id of each and the new one."""
        return {key: one if key in ("name", "side", "arm") else swapped(one, ids) for key, one in thing.items()}

    def breadth(self, group: str, thing: State) -> int:
        """The breadth of a thing across its front, in sixteenths of an inch."""
        return 2 * INCH

    # -- looks and counts -------------------------------------------------------------------------

    def begun(self, group: str, thing: State) -> State:
        """A thing that is put down with the numbers with which a battle begins where it has none of its own."""
        return thing

    def whole(self, group: str, thing: State) -> State:
        """A thing of which everything is known, with the nothing that its store or its hold has and its data do not name."""
        return thing

    def look(self, group: str, thing: State) -> Look:
        """How a thing looks."""
        return Look(self.kind(group).sign or str(thing.get("arm", "")))

    def in_all(self, looks: Sequence[Look]) -> tuple[str, ...]:
        """The total of some things in words, the most important first."""
        men = sum(look.men or 0 for look in looks)
        return (counted(men, "man", "men"),)

    def how_many(self, groups: Collection[str]) -> list[str]:
        """The number of things of each group, in words."""
        return [counted(len(groups), "thing")] if groups else []

    def usual(self, group: str, thing: State) -> Mapping[str, Any]:
        """The values of fields that a thing has without naming them, where they are not nought."""
        return self.kind(group).usual

    def editable(self, group: str, thing: State) -> tuple[Editable, ...]:
        """The fields of a thing that an umpire may set."""
        found: list[Editable] = []
        for key, kind in self.kind(group).fields:
            parts = self.stores if kind == PACKETS else ("",)
            found += [Editable(key, kind, part, self.words(key, thing)) for part in parts]
        return tuple(found)

    def carried(
        self, position: Scene, *, exchange: bool, places: bool, ground: bool = True
    ) -> tuple[Start, Sequence[State]]:
        """The start of the next battle, made from the last position of this one, and a line for each thing.

        exchange: prisoners return to their own side; places: everything keeps its place; ground: on the same country.
        """
        return Start({}), []

    def depth(self, thing: State) -> int:
        """The depth of a thing behind its first rank, in sixteenths of an inch."""
        return 0

    def captive(self, thing: State) -> int:
        """The men of a thing that are in enemy hands, beside those who stand there."""
        return 0

    def words(self, key: str, thing: State) -> tuple[str, ...]:
        """The words that a field of a thing may hold."""
        return ()

    def stock(self, position: Scene) -> dict[Account, int]:
        """What each side has for the ledgers to count, without zeros."""
        return {}

    def creates(self, orders: Iterable[Said]) -> dict[str, str]:
        """The things that these orders make, each with one that it is made from."""
        return {order["into"]: (self.subjects(order) or ("",))[0] for order in orders if order.get("into")}
