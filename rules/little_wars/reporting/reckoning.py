"""What a move changed in men, prisoners and guns, and why: the rows of the ledgers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.little_wars.events import (
    AttackersArrived,
    BodiesMerged,
    BodySplit,
    BodySurrendered,
    Event,
    GunCaptured,
    GunMoved,
    HandicapThrown,
    MeleeFought,
    MenKilled,
    MenRetired,
    PrisonersFreed,
    PrisonersTaken,
    WaggonCaptured,
)
from rules.little_wars.force.position import Position

Account = tuple[str, str, str]
"""Side, id of the body, gun or waggon, and kind: men, prisoners, guns or waggons."""


def holdings(position: Position) -> dict[Account, int]:
    """What every side has, by account."""
    held: dict[Account, int] = {}
    for body in position.bodies.values():
        held[body.side, body.id, "men"] = body.men
        held[body.side, body.id, "prisoners"] = body.prisoners
    for gun in position.guns.values():
        held[gun.owner, gun.id, "guns"] = 1
    for waggon in position.waggons.values():
        held[waggon.owner, waggon.id, "waggons"] = 0 if waggon.destroyed else 1
    return held


def reckon(before: Position, after: Position, events: Iterable[Event]) -> tuple[dict[str, Any], ...]:
    """The rows: side, account, kind, amount, cause (the name of the event) and clause; they add up to the difference."""
    had, has = holdings(before), holdings(after)
    changed = {
        one: has.get(one, 0) - had.get(one, 0)
        for one in sorted(had.keys() | has.keys())
        if has.get(one, 0) != had.get(one, 0)
    }
    if not changed:
        return ()
    named: dict[tuple[str, str], list[tuple[Event, int]]] = {}
    for event in events:
        for identity, kind, amount in parts_of(event):
            named.setdefault((identity, kind), []).append((event, amount))
    return tuple(row for account, amount in changed.items() for row in _rows(account, amount, named))


def _rows(
    account: Account, amount: int, named: dict[tuple[str, str], list[tuple[Event, int]]]
) -> Iterator[dict[str, Any]]:
    """The rows of one account: as the events say where they add up, else in one sum under the last of them."""
    causes: list[tuple[Event | None, int]] = [one for one in named.get((account[1], account[2]), ()) if one[1]]
    if sum(one for _, one in causes) != amount:
        causes = [(causes[-1][0] if causes else None, amount)]
    for event, one in causes:
        cause, clause = (event.name, event.clause) if event else ("move-closed", "LW-MOVE-01")
        yield {
            "side": account[0],
            "account": account[1],
            "kind": account[2],
            "amount": one,
            "cause": cause,
            "clause": clause,
        }


def parts_of(event: Event) -> list[tuple[str, str, int]]:
    """What an event changed, by id and kind; amounts are gained where positive."""
    match event:
        case MeleeFought():
            return [(body, "men", -dead) for body, dead in event.dead.items()]
        case MenKilled() | MenRetired() | AttackersArrived():
            return [(event.body, "men", -event.men)]
        case PrisonersTaken() | BodySurrendered():
            return [(event.body, "men", -event.men), (event.body, "prisoners", event.men)]
        case PrisonersFreed():
            return [(event.body, "men", event.men), (event.body, "prisoners", -event.men)]
        case BodySplit():
            return [(event.body, "men", -event.men), (event.into, "men", event.men)]
        case BodiesMerged():
            return [(body, "men", 0) for body in (*event.bodies, event.body)]
        case GunMoved():
            return [(body, "men", -men) for body, men in event.men.items()] if event.off else []
        case GunCaptured():
            return [(event.body, "guns", 0)]
        case WaggonCaptured():
            return [(event.body, "waggons", 0)]
        case HandicapThrown():
            return []
    return []
