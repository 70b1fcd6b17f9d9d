"""What every event of every book has: its name, who is told of it, its clause, its side and its sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules import plain
from rules.plain import IDENTITY, TEXT, key
from rules.values import Value


@dataclass(frozen=True, kw_only=True)
class Event(Value):
    """Something that happened.  told: ``all``, or ``own`` for the side of it alone; side: whose it is; sum: how it was found."""

    name: ClassVar[str]
    told: ClassVar[str] = "all"
    clause: str = key(TEXT)
    side: str = key(IDENTITY)
    sum: str = key(TEXT, "")

    def data(self) -> dict[str, Any]:
        """The event as plain data; what stands at its default is left out."""
        return {"event": self.name, "told": self.told, **plain.write(self)}


@dataclass(frozen=True, kw_only=True)
class OfOneBody(Event):
    """An event that befalls one body, gun, waggon or other thing on a floor."""

    body: str = key(IDENTITY)
