"""How far a thing reaches: a man's move, the six inches of a melee and of a gun, the enemy's moves.

Everything is computed from the floor as one side knows it.  [LW-MOVE-04, LW-MOVE-05, LW-GUN-03, LW-MELEE-04, LW-ISO-05]
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract.data import Reach
from rules.floor.called import known_as
from rules.floor.reach import around, ring
from rules.floor.unbroken import as_far_as_it_goes
from rules.little_wars.floor.conditions import clause_of
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.long_moves import reach_of
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import armed_near_gun
from rules.little_wars.tables.nearness import CREW, SIX_INCHES
from rules.values.measure import FOOT, Point
from rules.values.sentence import say, say_as

NEAR_ENOUGH = 6 * FOOT
"""The distance within which an enemy's move is shown."""


def reaches(field: Field, thing: str) -> tuple[Reach, ...]:
    """The reaches of a thing of the moving side; empty if it has no place."""
    if field.side_of(thing) != field.side:
        return ()
    body, gun = field.bodies.get(thing), field.guns.get(thing)
    if body is not None and body.at is not None:
        return tuple(as_far_as_it_goes(_of_body(field, thing, body.at)))
    if gun is not None and gun.at is not None and not gun.retired:
        return tuple(as_far_as_it_goes(_of_gun(field, thing, gun.at)))
    return ()


def _standing(field: Field, body: str) -> list[Man]:
    """The free men of a body who have a place."""
    side = field.bodies[body].side
    return [man for man in field.free_men(side) if man.body == body and man.at is not None]


def _of_body(field: Field, body: str, at: Point) -> Iterator[Reach]:
    men = _standing(field, body)
    if not men:
        return
    for arm in sorted({man.arm for man in men}):
        those = [man for man in men if man.arm == arm]
        far = reach_of(field, field.options.rate(arm), at, None, ())
        if any(man.moved for man in those):
            continue
        yield _about(
            field,
            "march",
            say_as("how far", "March") if len(those) == len(men) else say("March of the {arm}", arm=arm),
            those,
            at,
            far,
            clause_of(arm),
        )
    yield _about(field, "six-inch", say("Six inches: who is in the melee"), men, at, SIX_INCHES, "LW-MELEE-04")
    yield from _threats(field, at)


def _of_gun(field: Field, gun: str, at: Point) -> Iterator[Reach]:
    crew = armed_near_gun(field, field.guns[gun], field.side)
    if len(crew) >= CREW:
        horse = sum(man.arm == "cavalry" for man in crew) >= CREW
        rate = field.options.rate("cavalry" if horse or field.options.legacy_1 else "infantry")
        yield ring("march", say_as("how far", "March"), reach_of(field, rate, at, None, ()), "LW-GUN-15", at)
    yield ring("six-inch", say("Six inches: its men"), SIX_INCHES, "LW-GUN-03", at)
    yield from _threats(field, at)


def _about(field: Field, kind: str, title: str, men: list[Man], at: Point, reach: int, clause: str) -> Reach:
    """A reach around each of some men: for a march from his start, else from the edge of his figure.  [LW-GEN-02]"""
    edge = 0 if kind in ("march", "threat") else field.radius(men[0])
    return ring(
        kind, title, reach, clause, at, outline=around([man.at for man in men if man.at is not None], reach + edge)
    )


def _threats(field: Field, at: Point) -> Iterator[Reach]:
    """The reach of the known enemy bodies nearby in their next move.  [LW-MOVE-04, LW-MOVE-05]"""
    for identity, body in sorted(field.bodies.items()):
        if body.side == field.side or body.at is None:
            continue
        if (body.at[0] - at[0]) ** 2 + (body.at[1] - at[1]) ** 2 > NEAR_ENOUGH**2:
            continue
        men = _standing(field, identity)
        if men:
            arm = max((man.arm for man in men), key=field.options.rate)
            title = say("Move of {name}", name=known_as(body))
            yield _about(field, "threat", title, men, body.at, field.options.rate(arm), clause_of(arm))
