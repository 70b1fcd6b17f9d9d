"""What every event of every book has: its name, who may know it, its clause, its side and its sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.contract import data
from rules.values import codec
from rules.values.codec import IDENTITY, TEXT, key
from rules.values.value import Value


@dataclass(frozen=True, kw_only=True)
class Event(Value):
    """Something that happened.  told: ``all``, or ``own`` if only its side may know it; side: whose it is; sum: how it was worked out.

    own: the fields of a public event that only its side may read, as nobody else could see what they say.
    """

    name: ClassVar[str]
    told: ClassVar[str] = "all"
    own: ClassVar[frozenset[str]] = frozenset()
    clause: str = key(TEXT)
    side: str = key(IDENTITY)
    sum: str = key(TEXT, "")

    def data(self) -> data.Event:
        """The event as plain data, without default values."""
        return data.Event({"event": self.name, "told": self.told, **codec.write(self)})

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
