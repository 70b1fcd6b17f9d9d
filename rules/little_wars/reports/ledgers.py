"""The rows of the ledgers: what a move changed in men, prisoners, guns and waggons, and why."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract.data import Reckoned
from rules.floor.ledgers import Account, Cause, Named, Part, losses, rows
from rules.little_wars.events import (
    AttackersArrived,
    BodiesMerged,
    BodySplit,
    Event,
    GunMoved,
    MenKilled,
    MenRetired,
    PrisonersFreed,
    ShotFired,
)
from rules.little_wars.force.position import Position


def holdings(position: Position) -> dict[Account, int]:
    """What each side has, by account."""
    held: dict[Account, int] = {}
    for body in position.bodies.values():
        held[body.side, body.id, "men"] = body.men
        held[body.side, body.id, "prisoners"] = body.prisoners
    for gun in position.guns.values():
        held[gun.owner, gun.id, "guns"] = 1
    for waggon in position.waggons.values():
        held[waggon.owner, waggon.id, "waggons"] = 0 if waggon.destroyed else 1
    return held


def reckon(before: Position, after: Position, events: Iterable[Event]) -> tuple[Reckoned, ...]:
    """The rows: side, account, kind, amount, cause (the name of the event) and clause; they add up to the difference."""
    parts = ((event, part) for event in events for part in parts_of(event))
    return rows(holdings(before), holdings(after), parts, _under_the_last, "LW-MOVE-01")


def _under_the_last(amount: int, causes: list[Cause], named: Named) -> list[Cause]:
    """The whole amount under the last of the causes."""
    return [(causes[-1][0] if causes else None, amount)]


def parts_of(event: Event) -> list[Part]:
    """What an event changed, by id and kind; positive amounts are gains."""
    match event:
        case ShotFired():
            return []  # the events that follow it say by which clause each of its men died
        case MenKilled() | MenRetired() | AttackersArrived():
            return [(event.body, "men", -event.men)]
        case PrisonersFreed():
            return [(event.body, "men", event.men), (event.body, "prisoners", -event.men)]
        case BodySplit():
            return [(event.body, "men", -event.men), (event.into, "men", event.men)]
        case BodiesMerged():
            return [(body, "men", 0) for body in (*event.bodies, event.body)]
        case GunMoved():
            return [(body, "men", -men) for body, men in event.men.items()] if event.off else []
    return [
        part
        for thing, men, taken in losses(event)
        for part in ((thing, "men" if men else "", -men), *([(thing, "prisoners", men)] if taken else []))
    ]
