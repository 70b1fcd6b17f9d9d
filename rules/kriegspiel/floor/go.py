"""The one way from place to place: what bars whoever goes, however he goes, and where he then stands.

[KS-MOVE-08, KS-MINE-02, KS-DEF-07, KS-LW-20]

An order asks with ``may_go`` (along a way), ``may_land`` (out of a boat or train) or ``may_go_straight`` (man by man) and
pays; a body that is driven goes as far as ``floor/throw_back.py`` finds the ground open.  Whoever goes is then put
where he stands by ``go``, and halts on the first mine of his way: no other module writes a place, but ``remake.py`` of
bodies whose men stand still.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.errors import Illegal
from rules.floor.called import known_as, nameless
from rules.ground.compass import bearing
from rules.ground.geometry import square_to_leg
from rules.kriegspiel.country.clearance import solids_near
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.contact import place_in_contact
from rules.kriegspiel.floor.distances import Shape
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import figures, rectangle
from rules.kriegspiel.floor.obstacles import (
    Path,
    called_on,
    first_obstacle,
    ground_is_clear,
    meets_no_enemy,
    river,
    way_meets,
)
from rules.kriegspiel.floor.treads import along_path, under
from rules.kriegspiel.force import Boat, Body, Gun, Waggon
from rules.kriegspiel.tables.figures import CARRIAGE, CONTACT, GUN, WAGGON
from rules.values.measure import Point, without_halts
from rules.values.sentence import say


class Goer(NamedTuple):
    """Who goes: what he is called, whose he is, where he stands, and what he goes on."""

    thing: Body | Gun | Waggon | Boat
    side: str
    arm: str
    on_foot: bool

    @property
    def called(self) -> str:
        """What he is called."""
        return nameless("boats", self.thing.id) if isinstance(self.thing, Boat) else known_as(self.thing)

    def stand(self, path: Path) -> Shape | None:
        """The ground that he takes up at the end of a way; None if he has no place."""
        thing = self.thing
        if not path or thing.at is None:
            return None
        if isinstance(thing, Boat):
            return rectangle(path[-1], 0, CARRIAGE)
        facing = heading(thing.at, path)
        if isinstance(thing, Body):
            return figures(thing.but(at=path[-1], facing=thing.facing if facing is None else facing))
        size = GUN if isinstance(thing, Gun) else WAGGON
        return rectangle(path[-1], thing.facing if facing is None else facing, size)


def goer(thing: Body | Gun | Waggon | Boat) -> Goer:
    """A body, gun, waggon or boat as one that goes."""
    if isinstance(thing, Body):
        return Goer(thing, thing.side, thing.arm, not thing.mounted)
    arm = "artillery" if isinstance(thing, Gun) else "transport"
    return Goer(thing, thing.owner, arm, on_foot=isinstance(thing, Boat))


def heading(start: Point | None, path: Path) -> int | None:
    """The bearing of the last leg of a way; None if it has no length or is not known."""
    if not path:
        return None
    last = path[-2] if len(path) > 1 else start
    return None if last is None else bearing(last, path[-1])


# -- may he? --------------------------------------------------------------------------------------------


def may_go(field: Field, who: Goer, path: Path) -> None:
    """E-PATH, E-BRIDGEDOWN, E-CONTACT if the ground or an enemy bars a way.  [KS-MOVE-08, KS-DEST-08]

    Water is asked before, as a fact of the way (``ford``), steep ground of wheels, and the price by the order.
    """
    called, at = who.called, who.thing.at
    ground_is_clear(field, called, at, path, on_foot=who.on_foot)
    meets_no_enemy(field, who.side, called, at, path, who.stand(path) if field.has_map else None)


def may_follow(field: Field, who: Goer, path: Path) -> None:
    """The same, and E-WATER, E-RIVER, for those who are carried or led along, whose way nobody measured."""
    at = who.thing.at
    if not field.has_map or at is None or not path:
        return
    wet = field.ground.into_water(without_halts((at, *path)), field.bridges)
    if wet is not None and wet.kind == "water":
        raise river(who.called, who.arm)
    may_go(field, who, path)


def may_close_with(field: Field, who: Goer, target: Body | Gun) -> None:
    """E-PATH, E-WATER, E-BRIDGEDOWN if the ground, or another enemy, bars the straight way to an enemy.  [KS-LW-15, KS-MOVE-08]

    Asked are the string from the nearest man, and the way of the leading man.
    """
    body = who.thing
    if not isinstance(body, Body) or body.at is None or target.at is None or not body.ashore:
        return
    contact = place_in_contact(field, body.id, body.formation, target.id) if field.has_map else None
    ways = [(body.at, target.at)]
    if contact is not None:
        ways = [contact.strings.middle(body.at), (body.at, shifted(body.at, contact.shift))]
    meant = {target.id, target.crew} if isinstance(target, Gun) else {target.id}
    for start, end in ways:
        found = first_obstacle(field, (start, end), on_foot=who.on_foot) if field.has_map else None
        if found is not None and found[0].kind == "water":
            raise river(who.called, who.arm)
        ground_is_clear(field, who.called, start, (end,), on_foot=who.on_foot)
        met = survey.met(field, who.side, start, (end,))
        if met is not None and met[0] not in meant and not _is_there(field, met[0], target):
            raise way_meets(field, *met)


def _is_there(field: Field, other: str, target: Body | Gun) -> bool:
    """Whether, without a country, another enemy stands where the target does: no farther from it than contact."""
    at = field.bodies[other].at
    return not field.has_map and at is not None and target.at is not None and survey.near(at, target.at, CONTACT)


def shifted(at: Point, shift: Point) -> Point:
    """A point displaced."""
    return at[0] + shift[0], at[1] + shift[1]


def may_land(field: Field, thing: Body | Gun, at: Point) -> None:
    """E-PATH, E-WATER, E-CONTACT if nobody can be put down at a place: out of a boat, a train.  [KS-GAME-09, KS-MOVE-08]

    A man put against a house or a wall does not stand clear of it (KS-LW-20).
    """
    ground, who = field.ground, goer(thing)
    solid = bool(ground.houses[1].at(at)) or any(square_to_leg(*leg, at) < 1 for leg in solids_near(ground, at))
    if solid or ground.over_the_edge((at, at)):
        said = say("{called} cannot stand there: in or against a house or wall, or over the edge.", called=who.called)
        raise Illegal("E-PATH", said, "KS-GAME-09" if solid else "KS-MOVE-08")
    wet = next(ground.waters_on((at, at), field.bridges), None)
    if wet is not None:
        said = say("{called} cannot stand in {water}.", called=who.called, water=called_on(field, wet))
        raise Illegal("E-WATER", said, "KS-MOVE-08")
    if isinstance(thing, Body):
        stand: Shape | None = figures(thing.but(at=at, aboard="", embarked=0))
    else:
        stand = rectangle(at, thing.facing, GUN)
    meets_no_enemy(field, who.side, who.called, None, (), stand)


# -- he goes ----------------------------------------------------------------------------------------------


def go(field: Field, identity: str, path: Path, facing: int | None = None, **changes: Any) -> None:
    """Put a thing at the end of its way, or on the first mine that it treads on.  [KS-MINE-02]

    An empty path is a way that was only measured: it stays where it is drawn, if it is drawn at all.
    facing: how it then stands; None: as before.  changes: further fields of it.
    """
    tread = along_path(field, identity, path) if path and field.mines else None
    if tread is not None:
        field.trodden.append(tread)
        path = tread.path
    if path and field.watch is not None:
        field.watch.goes(field, identity, path)
    if facing is not None:
        changes["facing"] = facing
    if path:
        changes["at"] = path[-1]
    if changes:
        _change(field, identity, changes)


def close_with(field: Field, body: Body, formation: str, target: Body | Gun) -> None:
    """Bring a body into contact with an enemy, man by man on a country, else to the enemy's place.  [KS-CHARGE-04, KS-LW-02]"""
    contact = place_in_contact(field, body.id, formation, target.id) if field.has_map else None
    path: Path = ()
    facing = None
    if contact is not None and body.at is not None:
        path, facing = (shifted(body.at, contact.shift),), contact.facing
    elif body.at is not None and target.at is not None:
        path, facing = (target.at,), bearing(body.at, target.at)
    go(field, body.id, path, facing, formation=formation)


def run(field: Field, identity: str, along: int) -> None:
    """Put a train at a place of its rails.  A mine under its engine is looked for by the order.  [KS-RAIL-01, KS-MINE-02]"""
    field.change_carrier(identity, along=along)


def land(field: Field, identity: str, at: Point | None, **changes: Any) -> None:
    """Put a thing down where it did not come along the ground: out of a boat, a train; a mine there goes off."""
    _change(field, identity, {**changes, "at": at})
    tread = under(field, identity) if at is not None else None
    if tread is not None:
        field.trodden.append(tread)


def embark(field: Field, identity: str, **changes: Any) -> None:
    """Take a thing off the ground, into a boat or a train."""
    _change(field, identity, {**changes, "at": None})


def _change(field: Field, identity: str, changes: dict[str, Any]) -> None:
    """Replace a thing by itself with some fields changed."""
    if identity in field.bodies:
        field.change(identity, **changes)
    elif identity in field.guns:
        field.change_gun(identity, **changes)
    elif identity in field.generals:
        field.generals[identity] = field.generals[identity].but(**changes)
    elif identity in field.boats:
        field.change_carrier(identity, **changes)
    else:
        field.change_store(identity, **changes)
