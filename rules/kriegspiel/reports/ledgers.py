"""The rows of the ledgers: what a move changed in men, horses, guns, waggons and packets, and why.

A thing is a body, gun or store; its kinds are men, horses, prisoners, guns, waggons, depots and the kinds of packet.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract.data import Reckoned
from rules.floor.ledgers import Account, Cause, Named, Part, losses, rows
from rules.kriegspiel import events as happened
from rules.kriegspiel.events import Event
from rules.kriegspiel.force import KINDS_OF_PACKET, Packets, Position


def holdings(position: Position) -> dict[Account, int]:
    """What each side has, by account."""
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


def reckon(before: Position, after: Position, events: Iterable[Event]) -> tuple[Reckoned, ...]:
    """The rows: side, account, kind, amount, cause (the name of the event) and clause."""
    parts = ((event, part) for event in events for part in parts_of(event))
    return rows(holdings(before), holdings(after), parts, _shared_out, "KS-SEQ-12")


def _shared_out(amount: int, causes: list[Cause], named: Named) -> list[Cause]:
    """The causes with the right sign, as far as they add up; the remainder goes to the last of them, or of those naming the thing."""
    left, cut = amount, list[Cause]()
    for event, one in causes:
        share = max(min(one, left), 0) if left > 0 else min(max(one, left), 0)
        left -= share
        if share:
            cut.append((event, share))
    if left:
        last = cut.pop() if cut else (named[-1][0] if named else None, 0)
        cut.append((last[0], last[1] + left))
    return cut


def parts_of(event: Event) -> list[Part]:
    """What an event changed, by id and kind; positive amounts are gains.

    A mounted man and his horse fall together (KS-DEF-06); for bodies without horses this is cut to the difference.
    """
    match event:
        case happened.MenThrownBack():
            return _men(event.body, 0)
        case happened.PrisonersFreed():
            return [(event.into or event.body, "men", event.men), (event.body, "prisoners", -event.men)]
        case happened.BodySplit():
            return [*_men(event.body, -event.men), *_men(event.into, event.men)]
        case happened.BodiesMerged():
            return [part for body in (*event.bodies, event.body) for part in _men(body, 0)]
        case happened.HorsesEaten():
            return [(event.body, "horses", -event.horses)]
        case happened.PacketsLost():
            return _packets(event.body, event.packets, -1)
        case happened.PacketsGivenUp():
            return _packets(event.source, event.packets, -1)
        case happened.PacketsMoved():
            return [*_packets(event.source, event.packets, -1), *_packets(event.to, event.packets, 1)]
    return [
        part
        for thing, men, taken in losses(event)
        for part in (*(_men(thing, -men) if men else [(thing, "", 0)]), *([(thing, "prisoners", men)] if taken else []))
    ]


def _men(body: str, men: int) -> list[Part]:
    return [(body, "men", men), (body, "horses", men)]


def _packets(store: str, packets: Packets, sign: int) -> list[Part]:
    return [(store, kind, sign * getattr(packets, kind)) for kind in KINDS_OF_PACKET]
