"""The situation in words: what a commander knows, line by line, with bearing and distance from a body that they choose."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from campaigns.errors import Unseen
from campaigns.sight.seat import Seat
from campaigns.sight.sheet import Sheet, sheet
from campaigns.sight.thing import Thing
from rules.ground import features
from rules.ground.compass import bearing
from rules.ground.features import WORDS
from rules.values.measure import INCH, leg

Place = Sequence[float]
"""x to the east and y to the north, in inches, as plain data has it."""

MOST_OF_THE_GROUND = 60
"""How many features of the ground are listed, the nearest of them."""


@dataclass(frozen=True)
class Sighting:
    """Where something is, from the origin.  bearing: whole degrees, clockwise from north; distance: sixteenths of an inch.

    Both none where it has no place, or there is no origin; the bearing also where it is at the origin itself.
    """

    bearing: int | None
    distance: int | None


@dataclass(frozen=True)
class SeenThing:
    """A thing and where it lies."""

    thing: Thing
    sighting: Sighting


@dataclass(frozen=True)
class Feature:
    """A feature of the ground: its group, its name or height, and where its nearest point lies."""

    group: str
    name: str
    height: float | None
    sighting: Sighting


@dataclass(frozen=True)
class Situation:
    """What a seat knows, from the body ``origin``, the nearest first.  origin: none where no thing of its side has a place.

    origins: the things that may be the origin.  farther: how many features of the ground are left out.
    """

    sheet: Sheet
    side: str
    origin: Thing | None
    origins: tuple[Thing, ...]
    own: tuple[SeenThing, ...]
    enemy: tuple[SeenThing, ...]
    others: tuple[SeenThing, ...]
    ground: tuple[Feature, ...]
    farther: int


def situation(seat: Seat, now: datetime, of: str = "", start: str = "") -> Situation:
    """The situation of a seat at a battle.  of: for the umpire, whose; start: the id of the thing at its origin.

    E-NONE where ``start`` is no thing of its side with a place.
    """
    facts = sheet(seat, now, of)
    side = seat.view(of)
    mine = facts.own or (*facts.enemy, *facts.others)
    origins = tuple(one for one in mine if one.state.get("at") and not one.look.gone)
    origin = next((one for one in origins if start in ("", one.id)), None)
    if start and origin is None:
        raise Unseen("thing")
    if not start:
        origin = next((one for one in origins if one.may_order), origin)
    at = origin.state["at"] if origin is not None else None
    ground = sorted(_ground(facts.country, at), key=_far) if at is not None else []
    return Situation(
        sheet=facts,
        side=side,
        origin=origin,
        origins=origins,
        own=seen_from(facts.own, at),
        enemy=seen_from(facts.enemy, at),
        others=seen_from(facts.others, at),
        ground=tuple(ground[:MOST_OF_THE_GROUND]),
        farther=max(len(ground) - MOST_OF_THE_GROUND, 0),
    )


def seen_from(things: Sequence[Thing], at: Place | None) -> tuple[SeenThing, ...]:
    """Things with where they are from a place, the nearest first; those without a place come last, what is gone is left out."""
    found = [SeenThing(one, sighting(at, one.state.get("at"))) for one in things if not one.look.gone]
    return tuple(sorted(found, key=_far))


def _far(one: SeenThing | Feature) -> tuple[bool, int]:
    distance = one.sighting.distance
    return distance is None, distance or 0


def sighting(at: Place | None, point: Place | None) -> Sighting:
    """Bearing and distance of a point from another.

    >>> sighting([0, 0], [10, 10]), sighting([3, 3], [3, 3]), sighting(None, [1, 1])
    (Sighting(bearing=45, distance=226), Sighting(bearing=None, distance=0), Sighting(bearing=None, distance=None))
    """
    if at is None or point is None:
        return Sighting(None, None)
    start, end = _sixteenths(at), _sixteenths(point)
    return Sighting(bearing(start, end), leg(start, end))


def _sixteenths(point: Place) -> tuple[int, int]:
    return round(point[0] * INCH), round(point[1] * INCH)


def _ground(country: Mapping[str, Any], at: Place) -> Iterator[Feature]:
    """Every feature of the ground, by its point that is nearest."""
    for group in WORDS:  # the rest are things on the floor
        for identity, one in (country.get(group) or {}).items():
            closed = "outline" in one
            line = one.get("outline") or one.get("line") or [one["at"]]
            spot = at if closed and inside(line, at) else nearest(line, at, closed)
            name = features.listed(identity, one.get("name"))
            yield Feature(group, name, one.get("height"), sighting(at, spot))


def nearest(line: Sequence[Place], at: Place, closed: bool = False) -> Place:
    """The point of a line or an outline that is nearest to a place.

    >>> nearest([[0, 0], [10, 0]], [4, 3]), nearest([[0, 0], [10, 0]], [-2, 3])
    ((4.0, 0.0), (0.0, 0.0))
    """
    points = [*line, line[0]] if closed or len(line) == 1 else line
    return min((_on_leg(a, b, at) for a, b in pairwise(points)), key=lambda spot: math.dist(spot, at))


def _on_leg(a: Place, b: Place, at: Place) -> Place:
    """The nearest point of one leg."""
    along = (b[0] - a[0], b[1] - a[1])
    square = along[0] ** 2 + along[1] ** 2
    part = ((at[0] - a[0]) * along[0] + (at[1] - a[1]) * along[1]) / square if square else 0
    part = min(max(part, 0), 1)
    return float(a[0] + part * along[0]), float(a[1] + part * along[1])


def inside(outline: Sequence[Place], at: Place) -> bool:
    """Whether a place lies within an outline.

    >>> inside([[0, 0], [4, 0], [4, 4], [0, 4]], [1, 2]), inside([[0, 0], [4, 0], [4, 4], [0, 4]], [5, 2])
    (True, False)
    """
    x, y, within = at[0], at[1], False
    for a, b in pairwise([*outline, outline[0]]):
        if (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
            within = not within
    return within
