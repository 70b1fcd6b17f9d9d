"""How players set a battle out before its first move, in a book in which they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SettingOut:
    """What a book says of it.

    first, phases: the phase of a position with which it begins, and all of them.  offers: orders that want nothing more, with
    their words, each offered when it is allowed.  ready: the last order of a side, offered though it be refused.
    lay: lays a country out, once that stands under its ``features``.  forces: the keys of a force with a word and a title each;
    costs: what they cost, in words.  buying: the orders that set a force, each with its words.
    place: puts a thing down; part: parts a body.  settled: the events that are told to both, whoever did it.
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
