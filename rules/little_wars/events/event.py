"""What every event has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules import plain
from rules.plain import IDENTITY, TEXT, key
from rules.values import Value


@dataclass(frozen=True, kw_only=True)
class Event(Value):
    """Something that happened in a move.  side: the side to which it happened; sum: the reckoning in words and figures."""

    name: ClassVar[str]
    told: ClassVar[str] = "all"
    clause: str = key(TEXT)
    side: str = key(IDENTITY)
    sum: str = key(TEXT, "")

    def data(self) -> dict[str, Any]:
        """The event as plain data; what stands at its default is left out."""
        return {"event": self.name, **plain.write(self)}


@dataclass(frozen=True, kw_only=True)
class OfOneBody(Event):
    """An event that befalls one body, gun or other thing."""

    body: str = key(IDENTITY)
