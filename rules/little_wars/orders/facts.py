"""Facts as measured on a real floor; they replace geometry.  [CASES.md]

A fact that is not given is ``None``: the engine then computes it if it can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.values import codec
from rules.values.codec import COUNT, COUNTS, FLAG, LENGTH, MOST_NAMED, FieldType, choice, key, list_of, value_of
from rules.values.sentence import say
from rules.values.value import Value

OVER, TOUCH = "over", "touch"
WORDS = {"over": OVER, "overset": OVER, "oversets": OVER, "touch": TOUCH, "touched": TOUCH, "touches": TOUCH}


class Effect(NamedTuple):
    """Men of a body that a shot overset or touched, none of them named before in this shot.  [LW-SHOT-01, LW-SHOT-02]"""

    kind: str
    body: str
    men: int


def _read_effect(value: Any, where: str) -> Effect:
    parts = codec.read_list(value, where)
    if not 2 <= len(parts) <= 3 or not isinstance(parts[0], str) or parts[0] not in WORDS:
        raise codec.refuse(where, say("[over or touch, body, men]"), value)
    men = codec.read_integer(parts[2], f"{where}.2") if len(parts) == 3 else 1
    return Effect(WORDS[parts[0]], codec.read_id(parts[1], f"{where}.1"), men)


EFFECT = FieldType(
    _read_effect,
    list,
    {
        "type": "array",
        "prefixItems": [{"enum": [OVER, TOUCH]}, {"type": ["string", "integer"]}, {"type": "integer", "minimum": 0}],
        "minItems": 2,
        "maxItems": 3,
    },
)


@dataclass(frozen=True)
class Shot(Value):
    """The effects of one shot, in sequence.  [LW-SHOT-03]

    accident: men felled by a hand, a sleeve or the gun's own carriage, who are set up again.  [LW-SHOT-06]
    gun: a gun that it struck; box: a closed box that it struck: neither is harmed.  [LW-GUN-20, LW-EXT-09]
    """

    effects: tuple[Effect, ...] = key(list_of(EFFECT, MOST_NAMED), ())
    accident: Mapping[str, int] = key(COUNTS, factory=dict)
    gun: str = key(codec.IDENTITY, "")
    box: str = key(codec.IDENTITY, "")


SHOTS = list_of(value_of(Shot), MOST_NAMED)


@dataclass(frozen=True)
class Measured(Value):
    """The facts of one order.

    distance: the whole way, road: the part of it by road; enemy: the distance of the nearest enemy at its start.
    near: armed men of the gun's side within six inches of it; line: the back line reached.
    middle: the distance from the middle line of men put down; supply: the distance of the waggon or cart.
    """

    distance: int | None = key(LENGTH, None)
    road: int | None = key(LENGTH, None)
    enemy: int | None = key(LENGTH, None)
    near: int | None = key(COUNT, None)
    line: str = key(choice("", "own", "enemy"), "")
    middle: int | None = key(LENGTH, None)
    supply: int | None = key(LENGTH, None)
    attackers: int | None = key(COUNT, None)
    defenders: int | None = key(COUNT, None)
    attackers_support: int | None = key(COUNT, None)
    defenders_support: int | None = key(COUNT, None)
    supporters: int | None = key(COUNT, None)
    shots: tuple[Shot, ...] | None = key(SHOTS, None)
    blocked: bool = key(FLAG, False, note="the Country, or a man who is not lying down, is in the way")


NOTHING_MEASURED = Measured()
MEASURED = value_of(Measured)


@dataclass(frozen=True)
class MoveFacts(Value):
    """The facts of a whole move, measured at its close.

    past_axle: by gun, enemies past its axle; dealt_with: by gun, free men of its side within six inches of it.
    near: by gun, armed men of its side within six inches at the start of the move; trail: by gun, men at the end of its trail.
    on_line: by side, armed men who touch the enemy's back line; supplied: by body, men within reach of a waggon.
    opened: boxes within ten feet of an enemy.
    """

    past_axle: Mapping[str, int] | None = key(COUNTS, None)
    dealt_with: Mapping[str, int] | None = key(COUNTS, None)
    near: Mapping[str, int] | None = key(COUNTS, None)
    trail: Mapping[str, int] | None = key(COUNTS, None)
    on_line: Mapping[str, int] | None = key(COUNTS, None)
    supplied: Mapping[str, int] | None = key(COUNTS, None)
    opened: tuple[str, ...] = key(codec.IDS, ())


NO_FACTS = MoveFacts()


def read_facts(data: Any, where: str = "measured") -> MoveFacts:
    """The facts of a move from plain data."""
    return codec.read(MoveFacts, data or {}, where)


def things_named(data: Mapping[str, Any]) -> frozenset[str]:
    """The ids that the facts of an order or of the move name.

    >>> sorted(things_named({"shots": [{"effects": [["over", "a", 2]]}], "past_axle": {"g": 4}}))
    ['a', 'g']
    """
    of_move = {name: value for name, value in data.items() if name in codec.fields_of(MoveFacts) and name != "near"}
    if isinstance(data.get("near"), Mapping):
        of_move["near"] = data["near"]
    of_order = {name: value for name, value in data.items() if name not in of_move}
    measured, facts = codec.read(Measured, of_order, "measured"), read_facts(of_move)
    named = {one for shot in measured.shots or () for one in (shot.gun, shot.box, *shot.accident)}
    named |= {effect.body for shot in measured.shots or () for effect in shot.effects}
    for by_thing in (facts.past_axle, facts.dealt_with, facts.near, facts.trail, facts.supplied):
        named.update(by_thing or {})
    named.update(facts.opened)
    return frozenset(named - {""})
