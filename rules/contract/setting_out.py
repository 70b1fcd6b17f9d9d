"""How players set a battle out before its first move, in books that allow it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SettingOut:
    """The setting out of a book.

    first, phases: the first phase of a position, and all phases.  offers: complete orders with
    their labels, each offered when it is allowed.  ready: the last order of a side, offered even if it is refused.
    lay: the order that lays a country out, with its ``features``.  forces: the keys of a force, each with a word and a title;
    costs: their prices, in words.  buying: the orders that set a force, each with its label.
    place: the order that puts a thing down; part: the one that parts a body.  settled: the events that both sides may know.
    """

    first: str
    phases: frozenset[str]
    offers: tuple[tuple[str, Mapping[str, Any]], ...]
    ready: str
    lay: str
    forces: tuple[tuple[str, str, str], ...]
    costs: str
    buying: tuple[tuple[str, str], ...]
    place: str
    part: str
    settled: frozenset[str]
