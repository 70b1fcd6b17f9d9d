"""Orders before the battle and between moves.  [LW-CTRY-01, LW-CTRY-02, LW-SETUP-01 to LW-SETUP-05, LW-FORCE-01, LW-FORCE-08]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.little_wars.orders.order import OfTheBattle
from rules.values import codec
from rules.values.codec import ANGLE, COUNT, FLAG, IDENTITY, PLACES, POINT, FieldType, choice, key
from rules.values.measure import Point


@dataclass(frozen=True, kw_only=True)
class Toss(OfTheBattle):
    """TOSS: for laying out the Country, for sides, or for the first move, which the winner may pass by option."""

    name = "toss"
    purpose: str = key(choice("country", "side", "sides", "move", "first-move", "first move", "pass"))


@dataclass(frozen=True, kw_only=True)
class LayCountry(OfTheBattle):
    """LAY COUNTRY: the features of the ground."""

    name = "lay-country"
    features: Mapping[str, Any] = key(FieldType(codec.read_map, dict, {"type": "object"}), factory=dict)


@dataclass(frozen=True, kw_only=True)
class ChooseSide(OfTheBattle):
    """CHOOSE SIDE: the own end of the field."""

    name = "choose-side"
    side: str = key(choice("north", "east", "south", "west"))


@dataclass(frozen=True, kw_only=True)
class SetForces(OfTheBattle):
    """SET FORCES: infantry, cavalry and guns; agreed: they may be unequal."""

    name = "set-forces"
    inf: int = key(COUNT, 0)
    cav: int = key(COUNT, 0)
    guns: int = key(COUNT, 0)
    agreed: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class BuyForce(SetForces):
    """BUY FORCE: within the points of the purchase."""

    name = "buy-force"


@dataclass(frozen=True, kw_only=True)
class RollHandicap(OfTheBattle):
    """ROLL HANDICAP: two dice for the men who are restored.  arm: of these men, if it may be chosen."""

    name = "roll-handicap"
    arm: str = key(choice("infantry", "cavalry"), "infantry")
    throw: int | None = key(
        FieldType(
            lambda v, w: codec.read_integer(v, w, 2, 12), lambda v: v, {"type": "integer", "minimum": 2, "maximum": 12}
        ),
        None,
    )


@dataclass(frozen=True, kw_only=True)
class PutDown(OfTheBattle):
    """PUT DOWN: a body or gun on or near the back line."""

    name = "put-down"
    subject_key: ClassVar[str] = "thing"
    thing: str = key(IDENTITY, name="id")
    at: Point | None = key(POINT, None)
    facing: int | None = key(ANGLE, None)
    figures: tuple[Point, ...] = key(PLACES, ())


@dataclass(frozen=True, kw_only=True)
class Ready(OfTheBattle):
    """READY: everything is put down, or the interval may end."""

    name = "ready"


@dataclass(frozen=True, kw_only=True)
class AgreeAllowance(OfTheBattle):
    """AGREE ALLOWANCE: fewer minutes for a move."""

    name = "agree-allowance"
    minutes: int = key(COUNT)
