"""What may happen in an event that the umpire prepares: who may arrive, and what may befall what stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.desk.injects import Floor
from campaigns.sight.seat import Seat
from rules.values.sentence import say


@dataclass(frozen=True)
class Offer:
    """A group of what may happen: each with the value of its choice and its name."""

    title: str
    choices: tuple[tuple[str, str], ...]


def arrivals(seat: Seat) -> tuple[Offer, ...]:
    """What may arrive, by side."""
    templates = seat.rules.pieces.templates
    theirs = {key: name for key, name in seat.side_names.items() if key in seat.rules.sides}
    offers = [
        Offer(name, tuple((f"come {key} {one.key}", one.title) for one in templates if one.owned))
        for key, name in theirs.items()
    ]
    nobodys = tuple((f"come - {one.key}", one.title) for one in templates if not one.owned)
    return (*offers, Offer(say("Nobody's"), nobodys)) if templates else ()


def harms(seat: Seat, on_floor: Floor) -> tuple[Offer, ...]:
    """What may befall the things that stand, and the features of the country; and that any thing is taken away."""
    pieces = seat.rules.pieces
    offers = [
        Offer(
            harm.title,
            tuple((f"harm {harm.key} {thing}", _called(on_floor, thing, one)) for thing, one in found.items()),
        )
        for harm in pieces.harms
        if (found := pieces.group_in(on_floor.position, harm.group))
    ]
    gone = tuple(
        (f"gone {group} {thing}", _called(on_floor, thing, one))
        for group, thing, one in pieces.every(on_floor.position)
    )
    return (*offers, Offer(say("Something is taken away"), gone)) if gone else tuple(offers)


def _called(on_floor: Floor, thing: str, state: Mapping[str, Any]) -> str:
    return on_floor.names.get(thing) or str(state.get("name") or thing)


def entrances(seat: Seat, on_floor: Floor) -> tuple[tuple[str, str], ...]:
    """Where something may come into the country: each place as it is typed, and its name."""
    found = seat.rules.pieces.entrances(on_floor.position)
    return tuple((", ".join(str(one).removesuffix(".0") for one in at), name) for name, at in found)
