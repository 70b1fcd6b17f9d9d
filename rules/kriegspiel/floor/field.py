"""The floor while one side's move is adjudicated: the working copy that the chapters change.

A ``Field`` is made from an immutable position, changed order by order, and turned
into the next position.  The chapters (marching, fire, charging, supply ...) are
functions of a field and an order; the immutable values in it are replaced, never
altered, so that a copy of a field costs only a few dictionaries.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import prod
from typing import Any, Protocol, Self

from rules.contract.data import Reckoned
from rules.floor import called, names
from rules.floor.field import FieldOfAMove, nothing
from rules.kriegspiel.country.ground import ground_of
from rules.kriegspiel.floor.places import Places
from rules.kriegspiel.force import GROUPS, Boat, Body, Depot, Gun, Position, Train, Waggon
from rules.kriegspiel.orders.facts import MoveFacts
from rules.values.chance import Chance
from rules.values.measure import MOVE, Point
from rules.values.sentence import say


class Watching(Protocol):
    """Who watches what goes on a field.  [HOUSE-SIGHT-06]"""

    def sees(self, side: str) -> Collection[str]:
        """The enemy things of which a side sees more than a glimpse as the move begins."""

    def fire_is_over(self, field: Field) -> None:
        """The fire of the move is over."""

    def goes(self, field: Field, identity: str, path: tuple[Point, ...]) -> None:
        """A thing is about to go along a way."""


class Field(FieldOfAMove[Position, MoveFacts]):
    """One side's own move while it is adjudicated.

    done: what a thing did (``marched``, ``fired``, ``worked``, ``fought``, ``retired`` ...), by id; shot_at: dead by fire
    in this move, by body.
    serving: men of a body who serve guns that fired, by body; frozen: ids brought into contact in this move;
    engaged: ids that were charged or assaulted in it, with or without losses.
    trodden: the mines trodden on that are still to go off, each with what trod on it.
    ruled: what the umpire changed on the way, for the ledgers.
    ground: of the country; has_map: whether there is one, on which the engine measures for itself (KS-DEF-15).
    bodies: changed only by ``put``; displaced: by side, bodies that have moved.
    watch: who watches what goes, where what cannot be seen is hidden; a copy of a field is watched by nobody.
    """

    bodies: Mapping[str, Body]

    def __init__(self, position: Position, side: str, facts: MoveFacts, chance: Chance) -> None:
        super().__init__(position, side, facts, chance)
        self.options = position.options
        self.country = position.country
        self.ground = ground_of(position.country)
        self.has_map = position.has_map
        self.bodies = self._bodies = dict(position.bodies)
        self._by_id: list[str] = []
        self._by_id_of: dict[str, list[str]] = {side: [] for side in position.sides}
        self.displaced: dict[str, list[str]] = {side: [] for side in position.sides}
        self._places: dict[str, Places] = {}
        self.guns: dict[str, Gun] = dict(position.guns)
        self.waggons: dict[str, Waggon] = dict(position.waggons)
        self.depots: dict[str, Depot] = dict(position.depots)
        self.works = dict(position.works)
        self.bridges = dict(position.bridges)
        self.mines = dict(position.mines)
        self.generals = dict(position.generals)
        self.boats = dict(position.boats)
        self.trains = dict(position.trains)
        self.weather = dict(position.weather)
        self.pockets = dict(position.pockets)
        self.sealed = dict(position.sealed)
        self.result = position.result
        self.done: dict[str, set[str]] = {}
        self.shot_at: dict[str, int] = {}
        self.serving: dict[str, int] = {}
        self.frozen: set[str] = set()
        self.engaged: set[str] = set()
        self.trodden: list[Any] = []
        self.ruled: list[Reckoned] = []
        self.watch: Watching | None = None

    def places(self, side: str) -> Places:
        """The grid of the bodies of a side, up to date."""
        known, displaced = self._places.get(side), self.displaced[side]
        # The bodies of a copied field move independently, so it starts a grid of its own.
        if known is None or known.displaced is not displaced:
            known = self._places[side] = Places(self._bodies, side, displaced)
        elif known.read < len(displaced):
            known.follow(self._bodies)
        return known

    def copy(self) -> Self:
        """A field that can be changed without changing this one."""
        new = super().copy()
        new.bodies, new.watch = new._bodies, None
        new.done = {identity: set(deeds) for identity, deeds in self.done.items()}
        new.displaced = {side: names.copy() for side, names in self.displaced.items()}
        return new

    # -- lookup ---------------------------------------------------------------------------------

    def own_body(self, identity: str) -> Body:
        """A body of the moving side.  E-NONE if there is none on its map."""
        body = self.bodies.get(identity)
        if body is None or body.side != self.side:
            raise nothing("body", identity)
        return body

    def own_gun(self, identity: str) -> Gun:
        """A gun that the moving side holds."""
        gun = self.guns.get(identity)
        if gun is None or gun.owner != self.side or gun.destroyed:
            raise nothing("gun", identity)
        return gun

    def enemy_body(self, identity: str) -> Body:
        """A body of the other side.  E-NONE if there is none on the map."""
        body = self.bodies.get(identity)
        if body is None or body.side == self.side:
            raise nothing("enemy", identity)
        return body

    def own_store(self, identity: str) -> Waggon | Depot:
        """A waggon or depot that the side holds and that is not destroyed."""
        store = self.waggons.get(identity) or self.depots.get(identity)
        if store is None or store.owner != self.side or store.destroyed:
            raise nothing(say("waggon or depot"), identity)
        return store

    def own_waggon(self, identity: str) -> Waggon:
        """A waggon that the side holds and that is not destroyed."""
        if identity not in self.waggons:
            raise nothing("waggon", identity)
        return self.own_store(identity)

    def side_of(self, identity: str) -> str:
        """The side that holds a thing, empty if there is none."""
        for group in (self.bodies, self.guns, self.waggons, self.depots, self.boats, self.trains):
            thing: Any = group.get(identity)
            if thing is not None:
                return thing.side if isinstance(thing, Body) else thing.owner
        return ""

    def called(self, identity: str) -> str:
        """What a thing is called in a sentence to the moving side."""
        return called.on_floor(self, GROUPS, self.position.country, identity, self.side)

    def by_id(self) -> list[Body]:
        """All bodies, by id."""
        self._sort()
        return [self.bodies[one] for one in self._by_id]

    def bodies_of(self, side: str) -> list[Body]:
        """The bodies of a side, by id."""
        self._sort()
        return [self.bodies[one] for one in self._by_id_of[side]]

    def _sort(self) -> None:
        """Sort the ids, of all bodies and of each side, unless they are sorted."""
        # Bodies lose their men but never their side or their entry: a dict of the same length has the same ids.
        if len(self._by_id) != len(self.bodies):
            self._by_id = sorted(self.bodies)
            for side in self.position.sides:
                self._by_id_of[side] = [one for one in self._by_id if self.bodies[one].side == side]

    # -- changes --------------------------------------------------------------------------------

    def put(self, body: Body) -> None:
        """Put a changed body, or a new one, on the floor."""
        body = body.as_it_stands
        before = self._bodies.get(body.id)
        if before is None or before.at != body.at:
            self.displaced[body.side].append(body.id)
        self._bodies[body.id] = body

    def change(self, identity: str, **changes: Any) -> Body:
        """Replace a body by a copy with some fields changed."""
        body = self.bodies[identity].but(**changes)
        self.put(body)
        return body

    def rule(self, was: Position, becomes: Position) -> None:
        """Make of the floor what the umpire ruled: whatever differs between two positions."""
        for group in (*GROUPS, "pockets"):
            had, has, here = getattr(was, group), getattr(becomes, group), getattr(self, group)
            for name in sorted(had.keys() | has.keys()):
                if name not in has:
                    here.pop(name, None)
                    self.serving.pop(name, None)
                    self.shot_at.pop(name, None)
                elif had.get(name) != has[name]:
                    here[name] = has[name]
        self._by_id, self._places = [], {}
        self.displaced = {side: [] for side in self.position.sides}

    def change_gun(self, identity: str, **changes: Any) -> Gun:
        """Replace a gun by a copy with some fields changed."""
        gun = self.guns[identity] = self.guns[identity].but(**changes)
        return gun

    def change_store(self, identity: str, **changes: Any) -> None:
        """Replace a waggon or depot by a copy with some fields changed."""
        if identity in self.waggons:
            self.waggons[identity] = self.waggons[identity].but(**changes)
        elif identity in self.trains:
            self.trains[identity] = self.trains[identity].but(**changes)
        else:
            self.depots[identity] = self.depots[identity].but(**changes)

    def change_carrier(self, identity: str, **changes: Any) -> None:
        """Replace a boat or train by a copy with some fields changed."""
        if identity in self.boats:
            self.boats[identity] = self.boats[identity].but(**changes)
        else:
            self.trains[identity] = self.trains[identity].but(**changes)

    def lose(self, identity: str, men: int) -> None:
        """Kill men of a body; a horse falls with each mounted man.  [KS-DEF-06, KS-CAV-04]

        Men ashore fall before those aboard.  When the last free man dies the body has no place, even if others are in the
        enemy's hands.  [KS-DEF-13, KS-LW-11, KS-DEF-07]
        """
        body = self.bodies[identity]
        left = body.without(men)
        aboard = min(body.embarked, left["men"])
        nowhere = {"at": None} if not left["men"] and body.prisoners else {}
        self.put(body.but(**left, embarked=aboard, **nowhere))
        if aboard < body.embarked and left["men"]:
            self._fewer_aboard(identity, body.embarked - aboard)

    def _fewer_aboard(self, identity: str, men: int) -> None:
        """Take dead men of a body off boats and trains, the first by id first.  [KS-DEF-13]"""
        carriers: list[Boat | Train] = [*self.boats.values(), *self.trains.values()]
        for by in sorted(carriers, key=lambda one: one.id):
            fewer = min(men, by.aboard.get(identity, 0))
            left = {**by.aboard, identity: by.aboard.get(identity, 0) - fewer}
            self.change_carrier(by.id, aboard={name: number for name, number in left.items() if number})
            men -= fewer

    def name_for_part(self, identity: str) -> str:
        """An id for a part split from a body: the body's with the lowest free number behind it.  [KS-DEF-07]"""
        return names.next_name(names.standing(self, GROUPS), identity)

    # -- the weather --------------------------------------------------------------------------------

    @property
    def marching(self) -> Fraction:
        """The factor of the weather on the rates of march."""
        return prod((one.march for one in self.weather.values()), start=Fraction(1))

    @property
    def shots_in_a_move(self) -> int:
        """The shots of a gun in a move, in this weather.  [KS-GUN-04]"""
        most = self.options.shots_per_move
        factor = prod((one.shots for one in self.weather.values()), start=Fraction(1))
        return max(int(most * factor), min(most, 1))

    def let_weather_pass(self) -> None:
        """A move of it is over."""
        later = {name: one.later for name, one in self.weather.items()}
        self.weather = {name: one for name, one in later.items() if one is not None}

    # -- the budget -----------------------------------------------------------------------------

    def left(self, identity: str) -> int:
        """Parts of the move that a thing has left.  [KS-DEF-03]"""
        return MOVE - self.spent.get(identity, 0)

    def spend(self, identity: str, parts: int, deed: str) -> None:
        """Spend parts of a thing's move on an action."""
        self.spent[identity] = self.spent.get(identity, 0) + parts
        if identity in self.done:
            self.done[identity].add(deed)
        else:
            self.done[identity] = {deed}

    def did(self, identity: str, *deeds: str) -> bool:
        """Whether a thing did any of the deeds in this move."""
        known = self.done.get(identity)
        return known is not None and not known.isdisjoint(deeds)

    def in_combat(self, identity: str) -> bool:
        """Whether a thing charged, assaulted or fought in this move, or was charged or assaulted.  [KS-DEST-09, KS-BOAT-04]"""
        return identity in self.frozen or identity in self.engaged or self.did(identity, "fought")

    def closed(self) -> Position:
        """The position at the end of the move."""
        return self.position.but(
            own_moves={**self.position.own_moves, self.side: self.number},
            bodies=self.bodies,
            guns=self.guns,
            waggons=self.waggons,
            depots=self.depots,
            works=self.works,
            bridges=self.bridges,
            mines=self.mines,
            generals=self.generals,
            boats=self.boats,
            trains=self.trains,
            weather=self.weather,
            pockets=self.pockets,
            sealed=self.sealed,
            result=self.result,
        )
