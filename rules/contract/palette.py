"""What an umpire may put down: usual bodies, guns with their men, stores, each at a strength to be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Count:
    """A number to be chosen for a template, between limits.  key: of the part's data."""

    key: str
    title: str
    least: int
    usual: int
    most: int


@dataclass(frozen=True)
class Part:
    """One of the things that a template puts down.

    name, title: follow the id and the name of the whole; the first part has none.  state: its data except side, place, front and name.
    of: its keys that name another part, with that part's name.  counts: the numbers to be chosen; within: the key
    of the data that holds them.  behind: distance behind the place of the whole, in sixteenths.
    faces, named, owned, placed: whether it has a front, a name, a side, and a place.  across: the key of a line across
    its front, as long as its first count says in inches, that it has instead of a place.
    """

    group: str
    state: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    title: str = ""
    of: Mapping[str, str] = field(default_factory=dict)
    counts: tuple[Count, ...] = ()
    within: str = ""
    behind: int = 0
    faces: bool = True
    named: bool = True
    owned: bool = True
    placed: bool = True
    across: str = ""


@dataclass(frozen=True)
class Template:
    """An entry of a palette.  title: what it is called; says: what it is, in a sentence; parts: what is put down.

    also: other words by which lists call it, in any language.
    """

    key: str
    title: str
    says: str
    parts: tuple[Part, ...]
    also: tuple[str, ...] = ()

    @property
    def counts(self) -> tuple[Count, ...]:
        """The numbers that may be chosen."""
        return tuple(count for part in self.parts for count in part.counts)

    @property
    def owned(self) -> bool:
        """Whether what is put down belongs to a side."""
        return any(part.owned for part in self.parts)

    @property
    def placed(self) -> bool:
        """Whether it is put at a place."""
        return any(part.placed for part in self.parts)


@dataclass(frozen=True)
class Harm:
    """Something that may befall a thing, or a feature of the country, in an event that an umpire prepares.

    group: of what it befalls.  key, value: the field that changes; without a key the thing is taken away.
    act: what an umpire presses who does it at once.
    """

    key: str
    title: str
    group: str
    field: str = ""
    value: Any = None
    act: str = ""

    def change(self, thing: str) -> dict[str, Any]:
        """The change that an umpire rules when it befalls a thing."""
        if not self.field:
            return {"group": self.group, "thing": thing, "remove": True}
        return {"group": self.group, "thing": thing, "key": self.field, "value": self.value}
