"""The floor while one side's move is adjudicated: the working copy that the chapters change.

A ``Field`` is made from an immutable position; it holds every body as single men, who are changed one by one
(LW-SHOT-07), and turned into the next position when the move has ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self

from rules.errors import Illegal
from rules.floor import called
from rules.floor.field import FieldOfAMove, nothing
from rules.little_wars.floor.men import ABOARD, DEAD, Man, expanded, gathered, natural
from rules.little_wars.force.position import GROUPS, Body, Box, Gun, Position, Train, Waggon
from rules.little_wars.orders.facts import MoveFacts
from rules.values.chance import Chance
from rules.values.sentence import say


class Field(FieldOfAMove[Position, MoveFacts]):
    """One side's move while it is adjudicated.

    men: the men of each body; at: the ordered place of a body while it moves.
    men_have_moved: whether the gun phase is over; guns_done: what each gun did; firing: the gun that is being fired.
    laid: measured assaults, to be fought at the close; choices: the charger's choices.
    """

    def __init__(self, position: Position, side: str, facts: MoveFacts, chance: Chance) -> None:
        super().__init__(position, side, facts, chance)
        self.options = position.options
        self.country = position.country
        self.bodies: dict[str, Body] = dict(position.bodies)
        self.men: dict[str, list[Man]] = {
            name: expanded(body, self.options.radius(body.arm)) for name, body in position.bodies.items()
        }
        self.guns: dict[str, Gun] = dict(position.guns)
        self.waggons: dict[str, Waggon] = dict(position.waggons)
        self.boxes: dict[str, Box] = dict(position.boxes)
        self.trains: dict[str, Train] = dict(position.trains)
        self.bridges = dict(position.bridges)
        self.works = dict(position.works)
        self.generals = dict(position.generals)
        self.setup = position.setup
        self.original = dict(position.original)
        self.quiet = dict(position.quiet)
        self.lost = dict(position.lost)
        self.reached = dict(position.reached)
        self.result = dict(position.result)
        self.own_moves = dict(position.own_moves)
        self.men_have_moved = False
        self.guns_done: dict[str, str] = {}
        self.firing = ""
        self.laid: list[Any] = []
        self.choices: list[Any] = []

    def copy(self) -> Self:
        """A field that can be changed without changing this one."""
        new = super().copy()
        new.men = {name: [man.copy() for man in men] for name, men in self.men.items()}
        new.notes = {name: value.copy() if hasattr(value, "copy") else value for name, value in self.notes.items()}
        return new

    # -- lookup ---------------------------------------------------------------------------------

    def own_body(self, identity: str) -> Body:
        """A body of the moving side.  E-MOVE-01 if it is not the side's, or has no man to move."""
        body = self.bodies.get(identity)
        if body is None or body.side != self.side:
            raise Illegal("E-MOVE-01", say("You cannot move {identity}.", identity=identity), "LW-MOVE-03")
        return body

    def enemy_body(self, identity: str) -> Body:
        """A body of the other side that is on the floor.  E-NONE if there is none on the map."""
        body = self.bodies.get(identity)
        if body is None or body.side == self.side or not self.free(identity):
            raise nothing("enemy", identity)
        return body

    def gun(self, identity: str) -> Gun:
        """A gun on the field.  E-NONE if there is none."""
        gun = self.guns.get(identity)
        if gun is None or gun.retired or gun.destroyed:
            raise nothing("gun", identity)
        return gun

    def free(self, identity: str) -> list[Man]:
        """The free men of a body."""
        return [man for man in self.men.get(identity, ()) if man.free]

    def fit(self, identity: str) -> list[Man]:
        """The free and armed men of a body."""
        return [man for man in self.men.get(identity, ()) if man.fit]

    def prisoners(self, identity: str) -> list[Man]:
        """The men of a body in enemy hands on the field."""
        return [man for man in self.men.get(identity, ()) if man.held]

    def all_men(self, side: str = "") -> Iterator[Man]:
        """Every man, or every man of a side, in the order of the bodies."""
        for identity, men in self.men.items():
            if not side or self.bodies[identity].side == side:
                yield from men

    def fit_men(self, side: str) -> list[Man]:
        """The free and armed men of a side."""
        return [man for man in self.all_men(side) if man.fit]

    def free_men(self, side: str) -> list[Man]:
        """The free men of a side on the field."""
        return [man for man in self.all_men(side) if man.free]

    def by_id(self, identities: Iterable[str]) -> list[str]:
        """Ids sorted naturally, with their numbers as numbers."""
        return sorted(identities, key=natural)

    def called(self, identity: str) -> str:
        """What a thing is called in a sentence to the moving side."""
        return called.on_floor(self, GROUPS, self.position.country, identity, self.side)

    def side_of(self, identity: str) -> str:
        """The side that has a thing, empty if there is none."""
        body = self.bodies.get(identity)
        if body is not None:
            return body.side
        for group in (self.guns, self.waggons, self.trains):
            thing: Any = group.get(identity)
            if thing is not None:
                return str(thing.owner)
        box = self.boxes.get(identity)
        return box.side if box is not None else ""

    def radius(self, man: Man) -> int:
        """Sixteenths from the middle of a man to his edge.  [LW-GEN-02]"""
        return self.options.radius(man.arm)

    # -- changes --------------------------------------------------------------------------------

    def change(self, identity: str, **changes: Any) -> Body:
        """Change fields of a body other than its men."""
        body = self.bodies[identity] = self.bodies[identity].but(**changes)
        return body

    def change_gun(self, identity: str, **changes: Any) -> Gun:
        """Replace a gun by a copy with some fields changed."""
        gun = self.guns[identity] = self.guns[identity].but(**changes)
        return gun

    def kill(self, man: Man) -> None:
        """Kill a man at once.  [LW-SHOT-07]"""
        self._takes_off(man)
        man.status = DEAD
        man.frozen = man.lying = False
        self.notes.setdefault("lost", set()).add(man.side)
        self.notes.setdefault("fallen", []).append(man)

    def take(self, man: Man, guard: str, *, untended: bool = False) -> None:
        """Take a man prisoner: disarmed, at his place.  [LW-PRIS-01, LW-PRIS-07]"""
        self._takes_off(man)
        man.is_taken(guard, untended=untended)
        self.notes.setdefault("lost", set()).add(man.side)
        self.notes.setdefault("fallen", []).append(man)

    def _takes_off(self, man: Man) -> None:
        """Take a man who is lost off the box or train in which he was.  [LW-EXT-23, LW-EXT-28]"""
        identity, by = man.body, self.bodies[man.body].aboard
        carriers: dict[str, Any] = self.trains if by in self.trains else self.boxes
        if man.status == ABOARD and by in carriers and identity in carriers[by].aboard:
            left = {**carriers[by].aboard, identity: carriers[by].aboard[identity] - 1}
            carriers[by] = carriers[by].but(aboard={name: men for name, men in left.items() if men > 0})

    def settled(self, identity: str) -> Body:
        """A body with its present men."""
        return gathered(self.bodies[identity], self.men[identity])

    def closed(self, *, counted: bool) -> Position:
        """The position at the end of the move.  counted: whether it counts as a move (LW-SETUP-06)."""
        moves = {**self.own_moves, self.side: self.number} if counted else self.own_moves
        return self.position.but(
            own_moves=moves,
            country=self.country,
            bodies={name: self.settled(name) for name in self.bodies},
            guns=self.guns,
            waggons=self.waggons,
            boxes=self.boxes,
            trains=self.trains,
            bridges=self.bridges,
            works=self.works,
            generals=self.generals,
            setup=self.setup,
            original=self.original,
            quiet=self.quiet,
            lost=self.lost,
            reached=self.reached,
            result=self.result,
        )


def counts(men: Iterable[Man]) -> dict[str, int]:
    """The number of men of each body, in the order of their first man."""
    found: dict[str, int] = {}
    for man in men:
        found[man.body] = found.get(man.body, 0) + 1
    return found
