"""What a move changed in men, horses, guns, waggons and packets, and why: the rows of the ledgers.

The difference of the two positions says how much; the events say why.  For each
account and kind the amounts of the rows add up to the difference, whatever the events say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.kriegspiel import events as happened
from rules.kriegspiel.events import Event
from rules.kriegspiel.force import KINDS_OF_PACKET, Packets, Position

Account = tuple[str, str, str]
"""Side, id of the body, gun or store, and kind: men, horses, prisoners, guns, waggons, depots or a kind of packet."""

Part = tuple[str, str, int]
"""Id, kind and amount of what an event changed."""


def holdings(position: Position) -> dict[Account, int]:
    """What every side has, by account."""
    held: dict[Account, int] = {}
    for body in position.bodies.values():
        captive = body.men if body.held_by else 0
        held[body.side, body.id, "men"] = body.men - captive
        held[body.side, body.id, "horses"] = body.horses
        held[body.side, body.id, "prisoners"] = body.prisoners + captive
    for gun in position.guns.values():
        held[gun.owner, gun.id, "guns"] = 0 if gun.destroyed else 1
        held[gun.owner, gun.id, "horses"] = 0 if gun.destroyed else gun.team_horses
    for train in position.trains.values():
        for kind in KINDS_OF_PACKET:
            held[train.owner, train.id, kind] = getattr(train.packets, kind)
    for group, stores in (("waggons", position.waggons), ("depots", position.depots)):
        for store in stores.values():
            held[store.owner, store.id, group] = 0 if store.destroyed else 1
            for kind in KINDS_OF_PACKET:
                held[store.owner, store.id, kind] = 0 if store.destroyed else getattr(store.packets, kind)
    return held


def reckon(before: Position, after: Position, events: Iterable[Event]) -> tuple[dict[str, Any], ...]:
    """The rows: side, account, kind, amount, cause (the name of the event) and clause."""
    had, has = holdings(before), holdings(after)
    changed = {
        one: has.get(one, 0) - had.get(one, 0)
        for one in sorted(had.keys() | has.keys())
        if has.get(one, 0) != had.get(one, 0)
    }
    if not changed:
        return ()
    named: dict[str, list[tuple[Event, Part]]] = {}
    for event in events:
        for part in parts_of(event):
            named.setdefault(part[0], []).append((event, part))
    return tuple(
        row for account, amount in changed.items() for row in _rows(account, amount, named.get(account[1], []))
    )


def _rows(account: Account, amount: int, named: list[tuple[Event, Part]]) -> Iterator[dict[str, Any]]:
    """The rows of one account: as the events say where they add up, else as far as they go the right way."""
    causes: list[tuple[Event | None, int]] = [
        (event, part[2]) for event, part in named if part[1] == account[2] and part[2]
    ]
    left = amount
    if sum(one for _, one in causes) != amount:
        cut: list[tuple[Event | None, int]] = []
        for event, one in causes:
            share = max(min(one, left), 0) if left > 0 else min(max(one, left), 0)
            left -= share
            if share:
                cut.append((event, share))
        causes = cut
        if left:
            last = causes.pop() if causes else (_nearest(named), 0)
            causes.append((last[0], last[1] + left))
    for event, one in causes:
        cause, clause = (event.name, event.clause) if event else ("move-closed", "KS-SEQ-12")
        yield {
            "side": account[0],
            "account": account[1],
            "kind": account[2],
            "amount": one,
            "cause": cause,
            "clause": clause,
        }


def _nearest(named: list[tuple[Event, Part]]) -> Event | None:
    """The last event that names an account at all, for what no event reckons."""
    return named[-1][0] if named else None


def parts_of(event: Event) -> list[Part]:
    """What an event changed, by id and kind; amounts are gained where positive.

    A mounted man and his horse fall together (KS-DEF-06); what had no horse to lose is cut to the difference.
    """
    match event:
        case happened.ShellFired() | happened.VolleyFired() | happened.MeleeFought() | happened.PiecesDestroyed():
            return [part for body, dead in event.dead.items() for part in _men(body, -dead)]
        case happened.ChargeDelivered():
            return [*_men(event.body, -event.chargers_lost), *_men(event.target, -event.charged_lost)]
        case happened.ServersKilled() | happened.BodyDestroyed() | happened.MenThrownBack():
            return _men(event.body, 0 if isinstance(event, happened.MenThrownBack) else -event.men)
        case happened.PrisonersTaken() | happened.BodySurrendered():
            return [*_men(event.body, -event.men), (event.body, "prisoners", event.men)]
        case happened.PrisonersFreed():
            return [(event.into or event.body, "men", event.men), (event.body, "prisoners", -event.men)]
        case happened.BodySplit():
            return [*_men(event.body, -event.men), *_men(event.into, event.men)]
        case happened.BodiesMerged():
            return [part for body in (*event.bodies, event.body) for part in _men(body, 0)]
        case happened.HorsesEaten():
            return [(event.body, "horses", -event.horses)]
    return _stores(event)


def _men(body: str, men: int) -> list[Part]:
    return [(body, "men", men), (body, "horses", men)]


def _stores(event: Event) -> list[Part]:
    """What an event changed in guns, waggons, depots and packets."""
    match event:
        case happened.GunDestroyed() | happened.GunCaptured():
            return [(event.body, "guns", 0), (event.body, "horses", 0)]
        case happened.WaggonDestroyed() | happened.StoresCaptured():
            return [(event.body, kind, 0) for kind in ("waggons", *KINDS_OF_PACKET)]
        case happened.PacketsLost():
            return _packets(event.body, event.packets, -1)
        case happened.PacketsGivenUp():
            return _packets(event.source, event.packets, -1)
        case happened.PacketsMoved():
            return [*_packets(event.source, event.packets, -1), *_packets(event.to, event.packets, 1)]
    return []


def _packets(store: str, packets: Packets, sign: int) -> list[Part]:
    return [(store, kind, sign * getattr(packets, kind)) for kind in KINDS_OF_PACKET]
