"""The forces of a battle without a scenario: equal, each on its own back line.  [KS-GAME-13]

Eighty infantry, fifty cavalry and four guns a side, as Wells had them; the points of KS-LW-16 decide, and no supplies
are used unless each side is given a source.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.ground import edges
from rules.ground.country_file import read_country
from rules.ground.features import STANDING
from rules.kriegspiel.force import GROUPS
from rules.kriegspiel.tables.forces import MUSTER
from rules.values.codec import POINT
from rules.values.measure import INCH

SIDES = {"red": "south", "blue": "north"}
"""The default sides, each with its default back line."""

FOOT, HORSE = MUSTER["infantry"], MUSTER["cavalry"]

DEPTH = 3 * INCH
"""The distance of a side's fronts from its back line, so that it is drawn up on it."""

BESIDE = 5 * INCH
"""The distance of a gun from its men, middle to middle: an inch clear of them."""


def mustered(start: Mapping[str, Any], chosen: Collection[str]) -> dict[str, Any]:
    """A start with forces: unchanged if it has any, else with equal forces and the options that go with them.

    chosen: the options that were chosen; these stay.
    """
    given = dict(start)
    if any(group in given for group in GROUPS if group not in (*STANDING, "weather")):
        return given
    named = [*([given["first"]] if given.get("first") else []), *(given.get("own_moves") or {}), *SIDES]
    sides = list(dict.fromkeys(str(one) for one in named))[:2]
    bodies: dict[str, Any] = {}
    guns: dict[str, Any] = {}
    generals: dict[str, Any] = {}
    for side in sides:
        _draw_up(side, _stations(given, side), bodies, guns, generals)
    settled = {"score_points": True}
    if not all(_has_a_source(given, side) for side in sides):
        settled["use_supply"] = False
    kept = {key: value for key, value in settled.items() if key not in chosen}
    return {**given, "bodies": bodies, "guns": guns, "generals": generals, "settled": kept}


def _draw_up(side: str, where: list[dict[str, Any]], *groups: dict[str, Any]) -> None:
    """Put a side's forces down from left to right: horse, four guns with their men, horse; the General behind."""
    bodies, guns, generals = groups
    for number in range(HORSE.bodies):
        horse = {"side": side, "arm": "cavalry", "men": HORSE.men, "formation": "line"}
        bodies[f"{side}-horse-{number + 1}"] = {**horse, **where[-number].get("body", {})}
    for number in range(1, FOOT.bodies + 1):
        foot = f"{side}-foot-{number}"
        bodies[foot] = {"side": side, "arm": "infantry", "men": FOOT.men, **where[number].get("body", {})}
        guns[f"{side}-gun-{number}"] = {"side": side, "crew": foot, **where[number].get("gun", {})}
    generals[f"{side}-general"] = {"side": side, **where[0].get("general", {})}


def _stations(start: Mapping[str, Any], side: str) -> list[dict[str, Any]]:
    """The places of the six parts of a side along its back line, each with its gun; empty if there is no such line."""
    country = read_country(start.get("country") or {}, "start.country")
    edge = country.back_lines.get(side, SIDES.get(side, "south"))
    count = FOOT.bodies + HORSE.bodies
    if country.size is None or not isinstance(edge, str):
        return [{} for _ in range(count)]
    facing, length = {"facing": edges.FACING[edge]}, edges.length(country.size, edge)
    found = []
    for place in range(count):
        along = (2 * place + 1) * length // (2 * count)
        body, gun = (POINT.write(edges.before(country.size, edge, one, DEPTH)) for one in (along, along + BESIDE))
        general = POINT.write(edges.before(country.size, edge, length // 2, INCH))
        found.append({"body": {"at": body, **facing}, "gun": {"at": gun, **facing}, "general": {"at": general}})
    return found


def _has_a_source(start: Mapping[str, Any], side: str) -> bool:
    """Whether a side has a depot, from the start or its country."""
    stores = {**((start.get("country") or {}).get("depots") or {}), **(start.get("depots") or {})}
    return any(one.get("side") == side for one in stores.values())
