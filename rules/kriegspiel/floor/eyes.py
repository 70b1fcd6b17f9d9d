"""What of a position looks, and what may be seen.  [HOUSE-SIGHT-01, HOUSE-SIGHT-03]"""

from __future__ import annotations

from collections.abc import Iterator

from rules.floor.rails import on_line
from rules.floor.sight.look import Looker, Target
from rules.floor.sight.screen import Screen, screen_of
from rules.floor.sight.standing import Found, front_of, row_of
from rules.floor.sight.tables import COLUMN, EXTENDED, LINE, LOW, RAISED, SCOUTS
from rules.kriegspiel.country.ground import ground_of
from rules.kriegspiel.floor.distances import men_of
from rules.kriegspiel.floor.footprints import rectangle
from rules.kriegspiel.floor.tracks import rails_in
from rules.kriegspiel.force import Body, Depot, Gun, Position, Waggon
from rules.kriegspiel.tables.figures import CARRIAGE, GUN, WAGGON
from rules.values.measure import INCH, Point

Points = tuple[Point, ...]

SHOWN = {"fours": COLUMN, "column": COLUMN, "extended": EXTENDED}
"""The row of a body in the open by its formation; any other is a line."""

STANDS = frozenset({"entrenchment", "epaulement"})
"""Works that everybody sees when they stand."""


def screen(position: Position) -> Screen:
    """What hides on the ground of a position."""
    options = position.options
    return screen_of(ground_of(position.country), options.contour_interval_in * INCH if options.use_contours else 0)


def things(position: Position) -> Iterator[Found]:
    """Everything that has a place, as it looks and is looked at."""
    return _Eyes(position).things()


class _Eyes:
    """The things of a position as they look and are looked at."""

    def __init__(self, position: Position) -> None:
        self.position, self.screen = position, screen(position)
        self.trenches = [
            work.line
            for work in position.works.values()
            if work.kind == "entrenchment" and work.state == "done" and len(work.line) > 1
        ]
        self.burning = {
            work.target for work in position.works.values() if work.kind == "burn-depot" and work.state != "lost"
        }

    def things(self) -> Iterator[Found]:
        """Everything that has a place."""
        position = self.position
        for body in position.bodies.values():
            yield from self._body(body)
        for gun in position.guns.values():
            if gun.at is not None and not gun.aboard:
                yield self._gun(gun, gun.at)
        for store in (*position.waggons.values(), *position.depots.values()):
            if store.at is not None:
                yield self._store(store, store.at)
        for general in position.generals.values():
            if general.at is not None and not general.gone:
                yield self._found(general.side, general.id, (general.at,), EXTENDED, looks=True)
        yield from self._carriers()
        for work in position.works.values():
            if work.kind in STANDS and work.state == "done" and (at := work.line or _alone(work.at)):
                yield self._raised(work.side, work.id, (at[0], at[-1]))
        for bridge in position.bridges.values():
            if at := bridge.span or _alone(bridge.at):
                yield self._raised("", bridge.id, tuple(at[:1] if bridge.at is None else (bridge.at,)))

    def _found(
        self, side: str, identity: str, at: Points, row: str, *, looks: bool, scout: bool = False, fired: bool = False
    ) -> Found:
        """A thing that shows itself by a row of the table in the open."""
        row = row_of(self.screen, at, row, self.trenches, fired=fired)
        target = Target(identity, at, row, fired, low=row == LOW)
        return side, Looker(identity, at, scout, row == LOW) if looks else None, target

    def _body(self, body: Body) -> Iterator[Found]:
        """A body ashore: its men, or its box."""
        men = men_of(self.position, body)
        if men is not None:
            at, fired = front_of(body.at, men.men, body.facing), bool(body.fire_streak)
            row = LOW if body.boxed else EXTENDED if body.ashore == 1 else SHOWN.get(body.formation, LINE)
            scout = body.mounted and body.ashore <= SCOUTS
            yield self._found(body.side, body.id, at, row, looks=body.fit, scout=scout, fired=fired)

    def _gun(self, gun: Gun, at: Point) -> Found:
        """A gun, with whoever serves it."""
        crew = self.position.bodies.get(gun.crew)
        served = not gun.destroyed and crew is not None and crew.side == gun.owner and crew.fit
        row, fired = COLUMN if gun.limbered else LINE, bool(gun.trail)
        return self._found(gun.owner, gun.id, _front(at, gun.facing, GUN), row, looks=served, fired=fired)

    def _store(self, store: Waggon, at: Point) -> Found:
        """A waggon, with those who drive it, or a depot, where nobody looks."""
        if store.id in self.burning:
            return self._raised(store.owner, store.id, (at,), burning=True)
        if isinstance(store, Depot):
            return self._found(store.owner, store.id, (at,), COLUMN, looks=False)
        return self._found(store.owner, store.id, _front(at, store.facing, WAGGON), COLUMN, looks=not store.destroyed)

    def _carriers(self) -> Iterator[Found]:
        """Boats and trains."""
        for boat in self.position.boats.values():
            if boat.at is not None:
                at = _front(boat.at, 0, CARRIAGE)
                yield self._found(boat.owner, boat.id, at, COLUMN, looks=not boat.destroyed)
        for train in self.position.trains.values():
            line = rails_in(self.position.country, train)
            if line:
                rear = max(train.along - train.trucks * CARRIAGE[0], 0)
                at = tuple(dict.fromkeys((on_line(line, train.along), on_line(line, rear))))
                yield self._found(train.owner, train.id, at, COLUMN, looks=not train.destroyed)

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
