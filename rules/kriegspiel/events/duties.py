"""What bodies owe, and what they did about it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.costs import DUTY, Costs
from rules.contract.events import OfOneBody
from rules.values.codec import IDS, LENGTH, key
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class BodyPinned(OfOneBody):
    """A body may not march in its next own move."""

    name = "body-pinned"
    costs = (Costs(message("pinned"), sort=DUTY),)


@dataclass(frozen=True, kw_only=True)
class RetreatOwed(OfOneBody):
    """A body must retire in its next own move.  enemies: those it retires from."""

    name = "retreat-owed"
    costs = (Costs(message("must retire"), sort=DUTY),)
    distance: int = key(LENGTH)
    enemies: tuple[str, ...] = key(IDS, ())


@dataclass(frozen=True, kw_only=True)
class BodyRetired(OfOneBody):
    """A body retired, by order or moved by the engine."""

    name = "body-retired"
    own = frozenset({"sum"})
    costs = (Costs(message("retired"), sort=DUTY),)
    distance: int = key(LENGTH)


@dataclass(frozen=True, kw_only=True)
class ChoiceOwed(OfOneBody):
    """Cavalry owes the three choices: dismount, charge or retire."""

    name = "choice-owed"
    costs = (Costs(message("owes the three choices"), sort=DUTY),)
    enemies: tuple[str, ...] = key(IDS)


@dataclass(frozen=True, kw_only=True)
class StoodUnderThreat(OfOneBody):
    """Cavalry that owed the three choices did none of them."""

    name = "stood-under-threat"
    costs = (Costs(message("stood under threat"), sort=DUTY),)


@dataclass(frozen=True, kw_only=True)
class FlightBegun(OfOneBody):
    """A body must go on retiring."""

    name = "flight-begun"
    costs = (Costs(message("in flight"), sort=DUTY),)
    enemies: tuple[str, ...] = key(IDS)


@dataclass(frozen=True, kw_only=True)
class FlightEnded(OfOneBody):
    """A body need no longer retire."""

    name = "flight-ended"


@dataclass(frozen=True, kw_only=True)
class PursuitStopped(OfOneBody):
    """Pursuing cavalry was stopped."""

    name = "pursuit-stopped"
