"""A floor of up to 2,400 bodies of one side, at one and the same density: a battle of them, each with an order.

The greatest fills the 200 by 200 feet that orders may cover. Bodies of the moving side stand in cells of 40 by 60
inches; in each cell an enemy stands over against a body that charges or fires. Depots stand so close that every body
has one of its side within range, as an army's do in play.
"""

from __future__ import annotations

from math import isqrt
from random import Random
from typing import Any

Plain = dict[str, Any]

CELL = (40, 60)
"""Inches of floor for each body of the moving side, across and in depth."""

DEEDS = ("march", "fire-rifles", "march", "charge", "march", "fire-rifles", "march", "march", "fire-rifles", "march")
"""Of ten bodies six march, three fire and one charges, at every size; who does what is drawn."""

DEPOT_EVERY = 3
"""Cells from one depot to the next in a row; each stands behind its own side, in reach of its neighbours."""


def floor(bodies: int, seed: int, own_moves: int = 3) -> tuple[Plain, list[Plain]]:
    """The start and the orders of the next move of Red, in the form of the public test kit.

    own_moves: made by each side so far; with 5 the next move is one in which supplies are issued.
    """
    draw = Random(seed)
    across = isqrt(bodies * CELL[1] // CELL[0])  # as wide as deep
    start: Plain = {"own_moves": {"red": own_moves, "blue": own_moves}, "bodies": {}, "depots": {}}
    orders = []
    deeds = [DEEDS[number % len(DEEDS)] for number in range(bodies)]
    draw.shuffle(deeds)
    for number, deed in enumerate(deeds):
        column, row = number % across, number // across
        corner = (column * CELL[0], row * CELL[1])
        orders.append(cell(start, number, deed, corner, draw))
        if column % DEPOT_EVERY == 1 or column == across - 1:
            for side, depth in (("red", 0), ("blue", 50)):
                stock = {"food": 1000, "forage": 1000, "ammunition": 1000}
                start["depots"][f"{side}-depot-{number}"] = {
                    "side": side,
                    "at": [corner[0] + 20, corner[1] + depth],
                    "packets": stock,
                }
    return start, orders


def cell(start: Plain, number: int, deed: str, corner: tuple[int, int], draw: Random) -> Plain:
    """Fill one cell, and give the order of its body."""
    body, enemy = f"red-{number}", f"blue-{number}"
    x, y = corner[0] + 20, corner[1] + 10
    here: Plain = {"side": "red", "at": [x, y], "facing": 0, "men": draw.randint(16, 40)}
    if deed == "march":
        start["bodies"][body] = {**here, "arm": "infantry", "formation": "two-ranks"}
        inches = draw.randint(2, 12)
        return {
            "order": "march",
            "body": body,
            "path": [[x, y + inches]],
            "measured": {"distance": inches, "contours_up": 0, "contours_down": 0},
        }
    start["bodies"][enemy] = {
        "side": "blue",
        "arm": "infantry",
        "formation": "extended",
        "men": 20,
        "at": [x, y + 20],
        "facing": 180,
    }
    if deed == "charge":
        start["bodies"][body] = {**here, "arm": "cavalry", "formation": "line"}
        sabres = here["men"]
        return {
            "order": "charge",
            "body": body,
            "target": enemy,
            "measured": {
                "distance": 20,
                "chargers": sabres,
                "charged": 20,
                "contours_down": 0,
                "contours_up": 0,
                "supporters": 0,
                "guns": [],
            },
        }
    start["bodies"][body] = {**here, "arm": "infantry", "formation": "extended"}
    shots = [{"knocked_down": {enemy: draw.randint(0, 1)}} for _ in range(here["men"] // 5)]
    return {"order": "fire-rifles", "body": body, "measured": {"shots": shots}}
