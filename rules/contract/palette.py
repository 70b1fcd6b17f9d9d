"""What an umpire is offered to put down: usual bodies, guns with their men, stores, each at the strength that he likes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Count:
    """A number that is chosen of a template, from the least to the most of it.  key: of the part's data."""

    key: str
    title: str
    least: int
    usual: int
    most: int


@dataclass(frozen=True)
class Part:
    """One of the things that a template puts down.

    name: behind the id of the whole; the first part has none.  state: its data beside side, place, front and name.
    of: keys of it under which another part is named, by that part's name.  counts: the keys that are chosen; within: a key
    of the data under which they stand.  behind: how far behind the place of the whole it stands, in sixteenths.
    """

    group: str
    state: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    of: Mapping[str, str] = field(default_factory=dict)
    counts: tuple[Count, ...] = ()
    within: str = ""
    behind: int = 0
    faces: bool = True


@dataclass(frozen=True)
class Template:
    """Something of a palette.  title: what it is called; says: what it is, in a sentence; parts: what is put down."""

    key: str
    title: str
    says: str
    parts: tuple[Part, ...]

    @property
    def counts(self) -> tuple[Count, ...]:
        """The numbers that may be chosen."""
        return tuple(count for part in self.parts for count in part.counts)
