"""Who needs packets, and how many: men, horses and riflemen of a supply group.  [KS-SUP-01 to KS-SUP-04, KS-SUP-10]"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.supply.groups import SupplyGroup, eats, is_exempt
from rules.kriegspiel.tables.packets import packets_due
from rules.kriegspiel.tables.supply import FIRING_MOVES
from rules.values.measure import Point
from rules.values.value import Value


@dataclass(frozen=True)
class Claim(Value):
    """A body, or the team of a gun, for which packets are due.

    arm: decides its supply range; number: men, horses or riflemen; measured_as: the id under which
    the issue to it was measured.
    """

    id: str
    arm: str
    number: int
    at: Point | None
    pocket: str
    measured_as: str


def is_tick(field: Field) -> bool:
    """Whether food and forage are due at the close of this own move.  [KS-SUP-02, KS-FAIL-05]"""
    return field.number % field.options.supply_period_moves == 0 if field.options.supply_period_moves else False


def next_tick(field: Field) -> int:
    """The own move of the next tick, this one included.  [KS-FAIL-05]"""
    period = max(field.options.supply_period_moves, 1)
    return -(-field.number // period) * period


def claims_of(field: Field, group: SupplyGroup, kind: str) -> list[Claim]:
    """All of a group that need food or forage, or owe ammunition, at the close of this move."""
    if kind == "forage":
        return _horses(field, group)
    bodies = (body for identity in group.bodies if eats(body := field.bodies[identity], field.side))
    if kind == "ammunition":
        bodies = (body for body in bodies if streak_after(field, body) >= FIRING_MOVES)
    return [of_body(field, body, body.men, group.pocket) for body in bodies]


def _horses(field: Field, group: SupplyGroup) -> list[Claim]:
    """One horse for each cavalryman who has one, six for a gun team.  [KS-SUP-03]"""
    bodies = (field.bodies[identity] for identity in group.bodies)
    claims = [
        of_body(field, body, body.horses, group.pocket) for body in bodies if body.arm == "cavalry" and body.horses
    ]
    guns = (field.guns[identity] for identity in group.guns)
    return claims + [of_gun(field, gun, group.pocket) for gun in guns if gun.team_horses]


def of_body(field: Field, body: Body, number: int, pocket: str) -> Claim:
    """The claim of a body."""
    boat = field.boats.get(body.aboard)
    return Claim(body.id, body.arm, number, boat.at if boat is not None else body.at, pocket, body.id)


def of_gun(field: Field, gun: Gun, pocket: str) -> Claim:
    """The claim of a gun team; the measurement for its servers, who are within six inches of it, counts for it."""
    crew = field.bodies.get(gun.crew)
    measured = field.facts.supply or {}
    at = gun.at if gun.at is not None or crew is None else crew.at
    return Claim(gun.id, "artillery", gun.team_horses, at, pocket, gun.id if gun.id in measured else gun.crew)


def is_named(field: Field, claim: Claim, named: Collection[str]) -> bool:
    """Whether a claim is among the named bodies; naming gunners names the teams of the guns that they serve."""
    gun = field.guns.get(claim.id)
    return claim.id in named or (gun is not None and gun.crew in named)


def due_now(field: Field, group: SupplyGroup, kind: str) -> list[Claim]:
    """The claims of a kind that a group must meet at the close of this move; empty if it is exempt.  [KS-SUP-08]"""
    if kind != "ammunition" and not is_tick(field):
        return []
    if kind != "forage" and is_exempt(field, group):
        return []
    return claims_of(field, group, kind)


def needed(field: Field, kind: str, claims: Iterable[Claim]) -> int:
    """Packets for some claims, added before rounding.  [KS-SUP-09, KS-SUP-10]"""
    return packets_due(kind, sum(claim.number for claim in claims), field.options.forage_fraction)


def streak_after(field: Field, body: Body) -> int:
    """The firing moves of a body, counted at the close of this move.  [KS-SUP-04]

    A pause resets the count, or with ``ammo_counter`` cumulative leaves it.
    """
    if body.arm not in ("infantry", "cavalry"):
        return body.fire_streak
    if field.did(body.id, "fired"):
        return body.fire_streak + 1
    return body.fire_streak if field.options.ammo_counter == "cumulative" else 0
