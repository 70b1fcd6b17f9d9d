"""What a position says of each of its things, as its book reports it: for the rows that follow them, and for other readers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace

from campaigns.models.plain import Plain
from rules.contract.pieces import Pieces, State

Key = tuple[str, str]
"""Group and id of a thing."""


@dataclass(frozen=True)
class ThingState:
    """The state of a thing: what the columns of ``campaigns.models.thing.Stood`` hold, each under its name."""

    group: str
    thing: str
    name: str
    side: str
    owner: str
    arm: str
    men: int | None
    horses: int
    guns: int
    strength: str
    flags: list[str]
    held: Mapping[str, int]
    gone: bool

    @property
    def key(self) -> Key:
        """Its key among the things of its battle."""
        return self.group, self.thing

    def is_of(self, sides: Collection[str]) -> bool:
        """Whether one of these sides has it, or had it before another took it."""
        return self.side in sides or self.owner in sides


COLUMNS = tuple(one.name for one in fields(ThingState))


def changes(pieces: Pieces, before: Plain, after: Plain) -> list[ThingState]:
    """What differs of the things of a position from the one before; of what is no longer there, that it is gone."""
    had, has = _known_things(pieces, before), _known_things(pieces, after)
    found = []
    for key, told in has.items():
        was = had.get(key)
        if was != told:  # a move changes nothing of most things
            state = _state(pieces, *key, *told)
            if was is None or state != _state(pieces, *key, *was):
                found.append(state)
    lost = (_state(pieces, *key, *told) for key, told in had.items() if key not in has)
    return found + [
        replace(one, men=one.men and 0, horses=0, guns=0, strength="", flags=[], held={}, gone=True) for one in lost
    ]


def _known_things(pieces: Pieces, position: Plain) -> dict[Key, tuple[State, dict[str, int]]]:
    """For every thing of a position what is known of it, and what the ledgers count of it."""
    held: dict[str, dict[str, int]] = {}
    for (_, thing, kind), amount in pieces.stock(position).items():
        held.setdefault(thing, {})[kind] = amount
    return {(group, thing): (data, held.get(thing, {})) for group, thing, data in pieces.every(position)}


def _state(pieces: Pieces, group: str, thing: str, data: State, held: Mapping[str, int]) -> ThingState:
    look, side, owner = pieces.look(group, data), pieces.holder(data), pieces.owner(group, data)
    return ThingState(
        group=group,
        thing=thing,
        name=str(data.get("name", "")),
        side=side,
        owner=owner if owner != side else "",
        arm=pieces.arm(group, data),
        men=look.men,
        horses=look.horses,
        guns=0 if look.gone else look.guns,
        strength=look.strength,
        flags=list(look.flags),
        held=held,
        gone=look.gone,
    )
