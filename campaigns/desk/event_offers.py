"""What may happen in an event that the umpire prepares: who may arrive, and what may befall what stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.desk.injects import Floor, InjectFact
from campaigns.models.plain import Plain
from campaigns.sight.seat import Seat
from campaigns.sight.thing import Thing, things_seen
from campaigns.usecases.desk.changes import read_changes
from campaigns.usecases.muster.brigades import brigades_of
from campaigns.usecases.text_checks import names_side
from campaigns.words.translation import translated
from rules.contract.data import Position
from rules.errors import Refused
from rules.ground import features
from rules.values.sentence import joined, say


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
        Offer(name, tuple((f"come {key} {one.key}", of_side(one.title, name)) for one in templates if one.owned))
        for key, name in theirs.items()
    ]
    nobodys = tuple((f"come - {one.key}", one.title) for one in templates if not one.owned)
    return (*offers, *([Offer(say("Nobody's"), nobodys)] if nobodys else ())) if templates else ()


def departures(seat: Seat, on_floor: Floor) -> tuple[Offer, ...]:
    """What may depart, by side: whatever the book counts as men, and what serves or carries them."""
    pieces = seat.rules.pieces
    found: dict[str, list[tuple[str, str]]] = {side: [] for side in seat.side_names}
    for group, thing, one in pieces.every(on_floor.position):
        if (side := pieces.owner(group, one)) in found and not pieces.look(group, one).gone:
            name = _of_its_side(seat, _called(on_floor, thing, one), side)
            found[side].append((f"gone {group} {thing}", name))
    return tuple(Offer(seat.side_names[side], tuple(those)) for side, those in found.items() if those)


def of_side(name: str, side: str) -> str:
    """What somebody is called, and whose it is where the name has it not: an open list shows one line without its heading."""
    return name if names_side(name, str(side), translated(side)) else say("{name} ({side})", name=name, side=side)


def planned_arrivals(seat: Seat, on_floor: Floor, injects: Iterable[InjectFact]) -> dict[str, list[Thing]]:
    """What is planned to arrive, by inject, as it will be; what the rules refuse today is left out."""
    found: dict[str, list[Thing]] = {}
    for one in injects:
        coming = [change for change in one.change.get("changes", ()) if "template" in change]
        scene: dict[str, dict[str, Any]] = {}
        for part in _put_down(seat, on_floor, coming, one.number) if one.may_change and coming else ():
            scene.setdefault(part["group"], {})[f"{one.number}-{part['thing']}"] = part["add"]
        found[one.public_id] = things_seen(seat.rules.pieces, scene)
    return found


def strengths(seat: Seat, coming: Mapping[str, Sequence[Thing]]) -> dict[str, str]:
    """Arm and strength of each part of what is planned to arrive, by inject.  coming: as ``planned_arrivals`` has it."""
    arms = dict(seat.rules.pieces.arms)
    return {
        inject: joined("; ", filter(None, (_arm_and_strength(arms, thing) for thing in things)))
        for inject, things in coming.items()
    }


def _arm_and_strength(arms: Mapping[str, str], thing: Thing) -> str:
    return joined(", ", filter(None, (arms.get(thing.look.sign), thing.look.strength)))


def movers(seat: Seat, on_floor: Floor, injects: Iterable[InjectFact] = ()) -> dict[int, str]:
    """Whose the moves are for which something waits, and the first two: number to what the side is called.

    Empty on a board, and where nothing says who begins.
    """
    sides = list(seat.rules.sides)
    if seat.battle.on_board or len(sides) != 2 or not on_floor.position:
        return {}
    clock = on_floor.clock
    number, side = (clock.number, clock.side) if clock else (1, seat.rules.next_side(Position(dict(on_floor.position))))
    other = next(one for one in sides if one != side)
    wanted = {1, 2} | {one.move_number for one in injects if one.move_number}
    return {one: seat.called(other if (one - number) % 2 else side) for one in sorted(wanted)}


def _put_down(seat: Seat, on_floor: Floor, coming: Sequence[Plain], number: int) -> list[Any]:
    try:
        return read_changes(seat.rules, on_floor.position, coming, number)
    except Refused:
        return []


def brigades(seat: Seat, on_floor: Floor) -> tuple[str, ...]:
    """The names of all brigades on the floor."""
    pieces = seat.rules.pieces
    return tuple(
        dict.fromkeys(one.name for side in seat.side_names for one in brigades_of(pieces, on_floor.position, side))
    )


def owners(seat: Seat, on_floor: Floor) -> dict[str, str]:
    """Whose each thing on the floor is; what is nobody's is left out."""
    pieces = seat.rules.pieces
    return {thing: side for group, thing, one in pieces.every(on_floor.position) if (side := pieces.owner(group, one))}


def harms(seat: Seat, on_floor: Floor) -> tuple[Offer, ...]:
    """What may befall the things that stand, and the features of the country; and that any thing is taken away."""
    pieces = seat.rules.pieces
    offers = [
        Offer(
            harm.title,
            tuple(
                (
                    f"harm {harm.key} {thing}",
                    _of_its_side(seat, _called(on_floor, thing, one), pieces.owner(harm.group, one)),
                )
                for thing, one in found.items()
            ),
        )
        for harm in pieces.harms
        if (found := pieces.group_in(on_floor.position, harm.group))
    ]
    gone = tuple(
        (f"gone {group} {thing}", _of_its_side(seat, _called(on_floor, thing, one), pieces.owner(group, one)))
        for group, thing, one in pieces.every(on_floor.position)
    )
    return (*offers, Offer(say("Something is taken away"), gone)) if gone else tuple(offers)


def _of_its_side(seat: Seat, name: str, side: str) -> str:
    """What a thing is called, and whose it is: both sides may have one that is called so."""
    return of_side(name, seat.side_names[side]) if side in seat.side_names else name


def _called(on_floor: Floor, thing: str, state: Mapping[str, Any]) -> str:
    return on_floor.names.get(thing) or features.listed(thing, state.get("name"))


def entrances(seat: Seat, on_floor: Floor) -> tuple[tuple[str, str], ...]:
    """Where something may come into the country: each place as it is typed, and its name."""
    found = seat.rules.pieces.entrances(on_floor.position)
    return tuple((", ".join(str(one).removesuffix(".0") for one in at), name) for name, at in found)
