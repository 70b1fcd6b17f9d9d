"""Shots that the engine draws: the target, how much of it is visible, and who falls beside it.  [LW-SHOT-09, LW-GEN-05]"""

from __future__ import annotations

from fractions import Fraction

from rules.floor.field import nothing
from rules.ground.compass import bearing
from rules.ground.geometry import square
from rules.little_wars.floor.crowd import box_about, standing_in
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.go import near_leg
from rules.little_wars.floor.ground import hides, trees_on
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import parts, within
from rules.little_wars.force.position import Gun
from rules.little_wars.orders.facts import OVER, TOUCH, Effect, Shot
from rules.little_wars.tables.gunnery import NEXT_MAN
from rules.values.chance import draw
from rules.values.measure import INCH, Point

GAUGE = 10_000
"""Parts for drawing chances; every chance of the table is a whole number of them or has its own parts."""


def target_man(field: Field, gun: Gun, target: str) -> Man:
    """The target: the nearest free enemy of a body, or one by his number in it (``blue-foot#3``).  E-NONE."""
    body, _, number = target.partition("#")
    men = [man for man in field.free(body) if man.side != field.side]
    if number:
        men = [man for man in men if str(man.number) == number]
    if not men:
        raise nothing("enemy", target)
    at = gun.at
    if at is None:
        return men[0]
    return min(men, key=lambda man: (square(at, man.at or at), man.lot))


def swing_to(field: Field, gun: Gun, target: str) -> int | None:
    """The bearing of the target, if both places are known."""
    man = target_man(field, gun, target)
    return bearing(gun.at, man.at) if gun.at is not None and man.at is not None else None


def cover_of(field: Field, gun: Gun, man: Man) -> str:
    """How visible a man is from a gun: ``open``, ``covered`` in part, or ``hidden``.  [LW-SHOT-09]"""
    if gun.at is None or man.at is None:
        return "covered" if man.lying else "open"
    muzzle = parts(gun.at, gun.facing, field.options)[0]
    if hides(field.country, muzzle, man.at):
        return "hidden"
    radius = field.radius(man)
    if man.lying or trees_on(field.country, muzzle, man.at, radius) or _somebody_between(field, gun, muzzle, man):
        return "covered"
    return "open"


def _somebody_between(field: Field, gun: Gun, muzzle: Point, man: Man) -> bool:
    """Whether another standing man, a gun or a box is in the line, or near enough to cover part of the target."""
    at = man.at or muzzle
    others = [
        (one.at, field.radius(one))
        for one in standing_in(field.all_men(), box_about((muzzle, at), max(field.options.figure_radius)))
        if one is not man and one.at is not None and not one.lying and (one.free or one.held)
    ]
    others += [
        (one.at, 0) for one in field.guns.values() if one.id != gun.id and one.at is not None and not one.retired
    ]
    others += [(one.at, INCH) for one in field.boxes.values() if one.at is not None and not one.opened]
    return any(near_leg(muzzle, at, place, radius) for place, radius in others)


def drawn_shot(field: Field, gun: Gun, target: str, number: int) -> Shot:
    """The effect of a drawn shot: whether it hits, and each next man in turn until one is spared.  [LW-SHOT-09]"""
    man = target_man(field, gun, target)
    cover = cover_of(field, gun, man)
    if cover == "hidden" and not field.options.hit("hidden"):
        return Shot()
    purpose = f"shot/{gun.id}/{number}"
    if not _falls(field, f"{purpose}/{man.body}#{man.number}", field.options.hit(cover)):
        return Shot()
    if man.lying:
        return Shot((Effect(TOUCH, f"{man.body}#{man.number}", 1),))
    fallen, tried = [man], {id(man)}
    while True:
        following = _next_man(field, fallen[-1], tried)
        if following is None:
            break
        tried.add(id(following))
        if not _falls(field, f"{purpose}/{following.body}#{following.number}", field.options.hit("next")):
            break
        fallen.append(following)
    return Shot(tuple(Effect(OVER, f"{one.body}#{one.number}", 1) for one in fallen))


def _next_man(field: Field, fallen: Man, tried: set[int]) -> Man | None:
    """The nearest standing man of either side within an inch of the last one overset; ties go to the lowest id."""
    if fallen.at is None:
        return None
    at, radius = fallen.at, field.radius(fallen)
    near = [
        one
        for one in field.all_men()
        if one.at is not None
        and id(one) not in tried
        and not one.lying
        and (one.free or one.held)
        and within(at, radius, one.at, field.radius(one), NEXT_MAN)
    ]
    return min(near, key=lambda one: (square(at, one.at or at), one.lot), default=None)


def _falls(field: Field, purpose: str, chance: Fraction) -> bool:
    """Whether a draw is below a chance; draws are keyed by their purpose, so that none depends on another."""
    below = GAUGE * chance.denominator
    return draw(field.chance.seed, f"{field.chance.move}/{purpose}", below) < chance.numerator * GAUGE
