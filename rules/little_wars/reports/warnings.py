"""Warnings about orders, which do not block them, and reminders about things."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract.data import Duty
from rules.errors import Reason
from rules.little_wars import orders as given
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.ground import back_line
from rules.little_wars.floor.nearness import armed_near_gun
from rules.little_wars.force.position import Position
from rules.little_wars.orders import Order
from rules.little_wars.orders.facts import NO_FACTS
from rules.little_wars.tables.forces import MUCH_FOR_ONE
from rules.little_wars.tables.nearness import CREW
from rules.little_wars.tables.outcome import LONG_LINE
from rules.values.chance import Chance
from rules.values.sentence import say, say_many


def warnings(field: Field, order: Order) -> tuple[Reason, ...]:
    """Code, clause and sentence of each warning about an order; none of them forbids the order."""
    said: list[Reason] = []
    if isinstance(order, given.FireGun) and field.options.friendly_fire:
        said.append(_said("W-TRAIL", "LW-GUN-12", say("Two men will have to stand exposed at the end of its trail.")))
    if isinstance(order, given.MoveGun) and order.gun in field.guns:
        crew = len(armed_near_gun(field, field.guns[order.gun], field.side))
        if crew == CREW:
            said.append(_said("W-CREW", "LW-GUN-19", say("It has four men and no more; the loss of one silences it.")))
    return tuple(said)


def _said(code: str, clause: str, sentence: str) -> Reason:
    return {"code": code, "clause": clause, "sentence": sentence}


def of_the_battle(position: Position) -> Iterator[tuple[str, Reason]]:
    """Warnings before a battle, each with its reader: about the ground, both sides; about a side's force, that side.

    W-REAR-1, W-EXT-2.  [LW-REAR-06, LW-EXT-02]
    """
    for side in position.sides:
        line = back_line(position.country, side)
        if position.options.variety == "rear" and line is not None:
            (ax, ay), (bx, by) = line[0], line[-1]
            if (ax - bx) ** 2 + (ay - by) ** 2 > LONG_LINE**2:
                words = say("The back line is long; consider playing for only part of it.")
                yield "", _said("W-REAR-1", "LW-REAR-06", words)
                break
    for side in position.sides:
        loads: dict[str, list[int]] = {}
        for body in position.bodies.values():
            if body.side == side:
                loads.setdefault(body.commander, [0, 0])[0] += body.men
        for gun in position.guns.values():
            if gun.owner == side:
                loads.setdefault(gun.commander, [0, 0])[1] += 1
        if any(men > MUCH_FOR_ONE[0] or guns > MUCH_FOR_ONE[1] for men, guns in loads.values()):
            yield side, _said("W-EXT-2", "LW-EXT-02", say("One player has more than 100 men or 3 guns."))


def duties_of(position: Position, side: str, thing: str) -> tuple[Duty, ...]:
    """Reminders about a thing: a gun without its crew, men without arms, a retreat.  [LW-GUN-04, LW-PRIS-08, LW-REAR-03]"""
    found: list[Duty] = []
    field = Field(position, side, NO_FACTS, Chance())
    gun, body = position.guns.get(thing), position.bodies.get(thing)
    if gun is not None and gun.owner == side and not gun.retired:
        crew = len(armed_near_gun(field, gun, side))
        if crew < CREW:
            words = say_many(
                "{n} armed man within six inches; it needs four to be moved or fired.",
                "{n} armed men within six inches; it needs four to be moved or fired.",
                crew,
            )
            found.append({"clause": "LW-GUN-04", "sentence": words})
    if body is not None and body.side == side:
        if body.disarmed:
            words = say_many(
                "{n} of its men is disarmed until it has been at its own back line.",
                "{n} of its men are disarmed until they have been at their own back line.",
                body.disarmed,
            )
            found.append({"clause": "LW-PRIS-08", "sentence": words})
        if side in position.lost:
            words = say_many(
                "{n} own move is left to withdraw over the back line.",
                "{n} own moves are left to withdraw over the back line.",
                position.lost[side],
            )
            found.append({"clause": "LW-REAR-03", "sentence": words})
    return tuple(found)
