"""What of a position looks, and what may be seen.  [HOUSE-SIGHT-01, HOUSE-SIGHT-03]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rules.floor.rails import on_line
from rules.floor.sight.look import Target
from rules.floor.sight.screen import Screen, screen_of
from rules.floor.sight.sights import Prospect
from rules.floor.sight.standing import Found, found, front_of, standing
from rules.floor.sight.tables import COLUMN, EXTENDED, LINE, LOW, RAISED, SCOUTS
from rules.kriegspiel.country.ground import ground_of
from rules.kriegspiel.floor.distances import men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import rectangle
from rules.kriegspiel.floor.tracks import rails_in
from rules.kriegspiel.force import Boat, Body, Depot, Gun, Position, Waggon
from rules.kriegspiel.tables.figures import CARRIAGE, GUN, WAGGON
from rules.values.measure import INCH, Point

Points = tuple[Point, ...]
Floor = Position | Field

SHOWN = {"fours": COLUMN, "column": COLUMN, "extended": EXTENDED}
"""The row of a body in the open by its formation; any other is a line."""


def screen(position: Floor) -> Screen:
    """What hides on the ground of a position."""
    options = position.options
    return screen_of(ground_of(position.country), options.contour_interval_in * INCH if options.use_contours else 0)


def things(position: Floor) -> Iterator[Found]:
    """Everything that has a place, as it looks and is looked at."""
    return _Eyes(position).things()


def prospect(position: Floor) -> Prospect:
    """A position, or the field of a move, as its sides look at it."""
    sides = (position.position if isinstance(position, Field) else position).sides
    return Prospect(standing(sides, things(position)), screen(position), position.options.light)


def along(position: Floor, identity: str, places: Sequence[tuple[Point, int | None]]) -> list[Found]:
    """A thing as it looks and is looked at from other places, each with the bearing on which it goes there, if it has one."""
    at_them = _Eyes(position)
    thing = next(group[identity] for group in at_them.groups if identity in group)
    seen: list[Found] = []
    for at, facing in places:
        turned = {} if facing is None or "facing" not in thing.__dict__ else {"facing": facing}
        seen += at_them.of(thing.but(at=at, **turned))
    return seen


class _Eyes:
    """The things of a position as they look and are looked at."""

    def __init__(self, position: Floor) -> None:
        self.position, self.screen = position, screen(position)
        trenches = [work.line for work in position.works.values() if work.is_trench and len(work.line) > 1]
        self.found = partial(found, self.screen, trenches=trenches)
        self.burning = {
            work.target for work in position.works.values() if work.kind == "burn-depot" and work.state != "lost"
        }

    @property
    def groups(self) -> tuple[Mapping[str, Any], ...]:
        """The groups of what stands and goes."""
        floor = self.position
        return floor.bodies, floor.guns, floor.waggons, floor.depots, floor.generals, floor.boats

    def of(self, thing: Any) -> Iterator[Found]:
        """A thing, if it has a place and is not aboard."""
        if isinstance(thing, Body):
            yield from self._body(thing)
        elif thing.at is None or getattr(thing, "gone", False) or (isinstance(thing, Gun) and thing.aboard):
            return
        elif isinstance(thing, Gun):
            yield self._gun(thing, thing.at)
        elif isinstance(thing, Waggon):
            yield self._store(thing, thing.at)
        elif isinstance(thing, Boat):
            yield self.found(thing.owner, thing.id, _front(thing.at, 0, CARRIAGE), COLUMN, looks=not thing.destroyed)
        else:
            yield self.found(thing.side, thing.id, (thing.at,), EXTENDED, looks=True)

    def things(self) -> Iterator[Found]:
        """Everything that has a place."""
        position = self.position
        for group in self.groups:
            for thing in group.values():
                yield from self.of(thing)
        yield from self._trains()
        for work in position.works.values():
            if work.is_raised and (at := work.line or _alone(work.at)):
                yield self._raised(work.side, work.id, (at[0], at[-1]))
        for bridge in position.bridges.values():
            if at := bridge.span or _alone(bridge.at):
                yield self._raised("", bridge.id, at[:1] if bridge.at is None else (bridge.at,))

    def _body(self, body: Body) -> Iterator[Found]:
        """A body ashore: its men, or its box."""
        men = men_of(self.position, body)
        if men is not None:
            at, fired = front_of(body.at, men.men, body.facing), bool(body.fire_streak)
            row = LOW if body.boxed else EXTENDED if body.ashore == 1 else SHOWN.get(body.formation, LINE)
            scout = body.mounted and body.ashore <= SCOUTS
            yield self.found(body.side, body.id, at, row, looks=body.fit, scout=scout, fired=fired)

    def _gun(self, gun: Gun, at: Point) -> Found:
        """A gun, with whoever serves it."""
        crew = self.position.bodies.get(gun.crew)
        served = not gun.destroyed and crew is not None and crew.side == gun.owner and crew.fit
        row, fired = COLUMN if gun.limbered else LINE, bool(gun.trail)
        return self.found(gun.owner, gun.id, _front(at, gun.facing, GUN), row, looks=served, fired=fired)

    def _store(self, store: Waggon, at: Point) -> Found:
        """A waggon, with those who drive it, or a depot, where nobody looks."""
        if store.id in self.burning:
            return self._raised(store.owner, store.id, (at,), burning=True)
        if isinstance(store, Depot):
            return self.found(store.owner, store.id, (at,), COLUMN, looks=False)
        return self.found(store.owner, store.id, _front(at, store.facing, WAGGON), COLUMN, looks=not store.destroyed)

    def _trains(self) -> Iterator[Found]:
        """The trains on the rails that are drawn."""
        for train in self.position.trains.values():
            line = rails_in(self.position.country, train)
            if line:
                rear = max(train.along - train.trucks * CARRIAGE[0], 0)
                at = tuple(dict.fromkeys((on_line(line, train.along), on_line(line, rear))))
                yield self.found(train.owner, train.id, at, COLUMN, looks=not train.destroyed)

    @staticmethod
    def _raised(side: str, identity: str, at: Points, *, burning: bool = False) -> Found:
        """A work, a bridge or something that burns: it looks nowhere, and stands high."""
        return side, None, Target(identity, tuple(dict.fromkeys(at)), RAISED, burning=burning)


def _front(at: Point, facing: int, size: tuple[int, int]) -> Points:
    """The points of a thing on wheels: its middle and both ends of its front."""
    right, _, _, left = rectangle(at, facing, size)
    return (at, left, right)


def _alone(at: Point | None) -> Points:
    return () if at is None else (at,)
