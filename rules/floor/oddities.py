"""What is odd about the force of a side on any floor: it has none, or some of it stands nowhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from rules.contract.data import Oddity
from rules.floor.called import known_as
from rules.values.sentence import say, say_many


def odd(thing: Any, kind: str, sentence: str, clause: str = "") -> Oddity:
    """What is odd about a thing."""
    return Oddity(thing=thing.id, side=thing.side, kind=kind, sentence=sentence, clause=clause)


def of_side(side: str, kind: str, sentence: str, clause: str = "") -> Oddity:
    """What is odd about a side as a whole."""
    return Oddity(thing="", side=side, kind=kind, sentence=sentence, clause=clause)


def too_few(gun: Any, men: int, wanted: int) -> str:
    """That fewer men than it needs serve a gun."""
    return say_many(
        "{gun} has {n} man to serve it; it needs {crew}",
        "{gun} has {n} men to serve it; it needs {crew}",
        men,
        gun=known_as(gun),
        crew=wanted,
    )


def nobody_serves(gun: Any) -> str:
    """That no man serves a gun."""
    return say("{gun} has nobody to serve it", gun=known_as(gun))


def without_troops(position: Any, clause: str) -> Iterator[Oddity]:
    """The sides that have no men."""
    for side in position.sides:
        if not any(body.side == side and body.men for body in position.bodies.values()):
            yield of_side(side, "troops", say("{side} has no troops", side=side), clause)


def without_a_place(position: Any, groups: Collection[str]) -> Iterator[Oddity]:
    """The things of some groups that stand nowhere, where others have a place."""
    things = [one for group in groups for one in getattr(position, group).values()]
    if position.has_map and any(one.at is not None for one in things):
        for one in things:
            if one.at is None and not getattr(one, "aboard", ""):
                yield odd(one, "place", say("{thing} has no place", thing=known_as(one)))
