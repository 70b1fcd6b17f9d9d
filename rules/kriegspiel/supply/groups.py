"""Bodies that are fed together: those within twelve feet of each other, and surrounded forces.  [KS-SUP-01, KS-SUP-08, KS-SUP-09]"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from rules.kriegspiel.floor import surroundings, survey
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.places import Cells
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.tables.supply import SMALL, TOGETHER
from rules.values.measure import Point
from rules.values.value import Value

T = TypeVar("T")

CHARGED = frozenset({"infantry", "cavalry", "artillery", "engineers"})
"""The arms that consume supplies; Transport and Supply and the General do not.  [KS-SUP-01]"""


@dataclass(frozen=True)
class SupplyGroup(Value):
    """Bodies of one side whose men are added before rounding, with the guns whose teams are fed with them, by id.

    pocket: the key of its pocket, or empty.
    """

    bodies: tuple[str, ...]
    guns: tuple[str, ...] = ()
    pocket: str = ""

    @property
    def name(self) -> str:
        """The lowest id in it."""
        return min((*self.bodies[:1], *self.guns[:1]))


def remembered(field: Field, name: str, make: Callable[[], T]) -> T:
    """A value made once under a name in the supply phase; outside it, made every time, as things still move."""
    memory: dict[str, T] | None = field.notes.get("supply phase")
    if memory is None:
        return make()
    if name not in memory:
        memory[name] = make()
    return memory[name]


def eats(body: Body, side: str) -> bool:
    """Whether a body of a side consumes supplies: living men of the four arms who are not prisoners.  [KS-SUP-01, KS-SUP-02]"""
    return body.side == side and body.arm in CHARGED and body.men > 0 and not body.held_by and not body.surrendered


def has_team(gun: Gun, side: str) -> bool:
    """Whether a side feeds the team of a gun.  [KS-SUP-03]"""
    return gun.owner == side and not gun.destroyed and gun.team_horses > 0


def supply_groups(field: Field) -> list[SupplyGroup]:
    """The supply groups of the moving side, by their lowest id.  [KS-SUP-09, KS-SIEGE-03]

    Pockets are separate groups; then the measured groups; the rest by
    their places; a body without a place is a group by itself.
    """
    return remembered(field, "groups", lambda: _formed(field))


def group_of(field: Field, identity: str) -> SupplyGroup:
    """The supply group of a body or gun of the moving side; itself alone if it is in none."""
    known = remembered(field, "group of each", lambda: _by_member(field)).get(identity)
    if known is not None:
        return known
    return SupplyGroup((identity,)) if identity in field.bodies else SupplyGroup((), (identity,))


def _by_member(field: Field) -> dict[str, SupplyGroup]:
    return {one: group for group in supply_groups(field) for one in (*group.bodies, *group.guns)}


def is_exempt(field: Field, group: SupplyGroup) -> bool:
    """Whether a group is one isolated infantry body under thirty, and not surrounded.  [KS-SUP-08, KS-SUP-09, KS-SIEGE-03]"""
    return not group.pocket and is_small(field, group)


def is_small(field: Field, group: SupplyGroup) -> bool:
    """Whether a group is one infantry body under thirty."""
    if len(group.bodies) != 1:
        return False
    body = field.bodies[group.bodies[0]]
    return body.arm == "infantry" and body.men < SMALL


def _formed(field: Field) -> list[SupplyGroup]:
    hungry = {identity for identity, body in field.bodies.items() if eats(body, field.side)}
    teams = {identity for identity, gun in field.guns.items() if has_team(gun, field.side)}
    sets = [(key, list(pocket.bodies)) for key, pocket in field.pockets.items()]
    sets += [("", list(measured)) for measured in field.facts.supply_groups or ()]
    groups: list[tuple[str, list[str], list[str]]] = []
    for key, members in sets:
        bodies = [one for one in dict.fromkeys(members) if one in hungry]
        guns = [one for one in dict.fromkeys(members) if one in teams]
        hungry.difference_update(bodies)
        teams.difference_update(guns)
        if bodies or guns:
            groups.append((key, bodies, guns))
    groups += [("", list(chain), []) for chain in _chains(field, hungry)]
    _put_teams(field, groups, sorted(teams))
    formed = [SupplyGroup(tuple(sorted(bodies)), tuple(sorted(guns)), key) for key, bodies, guns in groups]
    return sorted(formed, key=lambda group: group.name)


def _chains(field: Field, hungry: set[str]) -> tuple[tuple[str, ...], ...]:
    """The bodies outside measured groups, linked by gaps of twelve feet or less."""
    bodies = (field.bodies[one] for one in sorted(hungry))
    if field.has_map:
        return surroundings.groups(field, bodies, TOGETHER)
    return survey.groups((body.but(at=place_of(field, body)) if body.aboard else body for body in bodies), TOGETHER)


def _put_teams(field: Field, groups: list[tuple[str, list[str], list[str]]], teams: list[str]) -> None:
    """Add each team to the group of the body that serves its gun, else of a body within twelve feet, else by itself."""
    if not teams:
        return
    group_with = {body: index for index, (_, bodies, _) in enumerate(groups) for body in bodies}
    standing = Cells(TOGETHER)
    for identity in group_with:
        standing.put(identity, place_of(field, field.bodies[identity]))
    for identity in teams:
        gun = field.guns[identity]
        home = group_with.get(gun.crew)
        if home is None and gun.at is not None:
            home = group_with.get(min(standing.around(gun.at, TOGETHER), default=""))
        if home is None:
            groups.append(("", [], [identity]))
        else:
            groups[home][2].append(identity)


def place_of(field: Field, body: Body) -> Point | None:
    """The place of a body, or of the boat that carries it.  [KS-SUP-02]"""
    boat = field.boats.get(body.aboard)
    return boat.at if boat is not None else body.at
