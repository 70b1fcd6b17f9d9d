"""What every event of every book has: its name, who may know it, its clause, its side and its sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.contract import data
from rules.contract.costs import Cost, Costs
from rules.values import codec
from rules.values.codec import IDENTITY, SAID, TEXT, key
from rules.values.sentence import Unread
from rules.values.value import Value


@dataclass(frozen=True, kw_only=True)
class Event(Value):
    """Something that happened.  told: ``all``, or ``own`` if only its side may know it; side: whose it is; sum: how it was worked out.

    own: the fields of a public event that only its side may read, as nobody else could see what they say.
    costs: what it cost, by its own fields; counted_by: fields that tell of losses which another event counts, with its name.
    """

    name: ClassVar[str]
    told: ClassVar[str] = "all"
    own: ClassVar[frozenset[str]] = frozenset()
    costs: ClassVar[tuple[Costs, ...]] = ()
    counted_by: ClassVar[Mapping[str, str]] = {}
    clause: str = key(TEXT)
    side: str = key(IDENTITY)
    sum: Unread = key(SAID, "")

    def data(self) -> data.Event:
        """The event as plain data, without default values."""
        return data.Event({"event": self.name, "told": self.told, **codec.write(self)})

    @classmethod
    def what_it_cost(cls, event: Mapping[str, Any]) -> tuple[Cost, ...]:
        """What an event of this class (plain data, complete or as a side may know it) cost, thing by thing."""
        return tuple(one for costs in cls.costs for one in costs.of(event))

    @classmethod
    def open_fields(cls, event: Mapping[str, Any]) -> frozenset[str]:
        """The keys of an event (plain data) that the other side and an observer may read; empty if they may not know of it."""
        if cls.told == "own":
            return frozenset()
        return frozenset({"event", "told", *codec.fields_of(cls)}) - cls.own


@dataclass(frozen=True, kw_only=True)
class OfOneBody(Event):
    """An event of one body, gun, waggon or other thing on a floor."""

    body: str = key(IDENTITY)


def fields_visible_to(event: data.Event, kinds: Mapping[str, type[Event]], side: str) -> data.Event | None:
    """What a side or ``observer`` may know of an event (plain data), or None; its own side may know all of it.

    kinds: every event of the book by its name.
    """
    kind = kinds.get(str(event.get("event")))
    if kind is None:
        return None
    if side and event.get("side") == side:
        return data.Event(dict(event))
    fields = kind.open_fields(event)
    return data.Event({key: one for key, one in event.items() if key in fields}) or None


def costs_of(event: Mapping[str, Any], kinds: Mapping[str, type[Event]]) -> tuple[Cost, ...]:
    """What an event (plain data) cost, thing by thing.  kinds: every event of the book by its name."""
    kind = kinds.get(str(event.get("event")))
    return kind.what_it_cost(event) if kind is not None and kind.costs else ()
