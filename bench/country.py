"""A battle on a country of 500 features, of any number of bodies, in which nothing is measured by anybody.

Red stands in the south and Blue in the north, in columns of six bodies each, their fronts thirty-four inches apart.
 Those without room beside them within the 200 ft that orders may cover stand in further lines behind.  Hills, roads,
ponds, houses, walls and woods are strewn over the whole of it.  Every needed fact is measured on the country.
"""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Iterator, Mapping
from math import isqrt
from random import Random
from typing import Any

from bench.table import Aim, table
from bench.times import timed
from rules.kriegspiel.adjudicate import Outcome, adjudicate
from rules.kriegspiel.force import Position, read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders import Order, read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.values.chance import Chance

Plain = dict[str, Any]

SIZES = {240: 15, 2400: 3}
"""Bodies on the country, and how often their move is adjudicated."""

AIMS = {240: 250, 2400: 700}
"""Milliseconds aimed at, in the median."""

COLUMN, ABREAST = 36, 50
"""Inches of front for a column of bodies of either side, and how many columns make a line."""

RANKS, STEP = 6, 14
"""Bodies of a side in a column, and inches from front to front."""

DEPTH, GAP = RANKS * STEP + 20, 34
"""Inches from the front of a line to that of the line behind it, and from the front of Red to that of Blue."""

FEATURES = {"contours": 200, "houses": 100, "walls": 80, "roads": 60, "woods": 40, "water": 20}
"""How many features of each sort."""


def country(width: int, depth: int, draw: Random, features: Mapping[str, int]) -> Plain:
    """A country of so many inches with its features scattered over it."""
    land: Plain = {"size": [width, depth], "back_lines": {"red": "south", "blue": "north"}}
    for sort, count in features.items():
        land[sort] = {f"{sort}-{n}": feature(sort, n, count, width, depth, draw) for n in range(count)}
    return land


def feature(sort: str, number: int, of: int, width: int, depth: int, draw: Random) -> Plain:
    """One feature: a hill of rings one in the other, a road from west to east, a small area, a wall."""
    if sort == "contours":
        step = number % 4
        west, south = spot(number // 4, of // 4, width, depth)
        low, high = 3 * step, 28 - 3 * step
        corners = ((low, low), (high, low + 1), (high + 1, high), (low, high), (low, low))
        return {"line": [[west + x, south + y] for x, y in corners], "height": 6 * step + 6}
    if sort == "roads":
        at = (number + 0.5) * depth / of
        return {"line": [[x, round(at) + draw.randint(-1, 1)] for x in range(0, width - 20, 20)], "width": 3}
    # Between the columns, so that no body stands in a house or in the water.
    x, y = COLUMN * draw.randint(1, width // COLUMN - 1) - 4, draw.randint(0, depth - 12)
    if sort == "walls":
        return {"line": [[x, y], [x + 6, y + 1]]}
    size = 2 if sort == "houses" else 8
    return {"outline": [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]}


def spot(number: int, of: int, width: int, depth: int) -> tuple[int, int]:
    """The south-west corner of one of so many places, spread evenly."""
    across = max(isqrt(of * width // depth), 1)
    rows = -(-of // across)
    return (number % across) * (width - 40) // across, (number // across) * (depth - 40) // rows


def battle(
    bodies: int, seed: int, own_moves: int = 3, features: Mapping[str, int] = FEATURES
) -> tuple[Plain, list[Plain]]:
    """A start with its country, and an order for every body of Red: the front rank charges, the others march."""
    draw = Random(seed)
    columns = max(bodies // (2 * RANKS), 1)
    lines = -(-columns // ABREAST)
    front = lines * DEPTH
    start: Plain = {
        "own_moves": {"red": own_moves, "blue": own_moves},
        "bodies": {},
        "depots": {},
        "country": country(columns // lines * COLUMN, 2 * front + GAP, draw, features),
    }
    places = [(number, rank) for number in range(columns // lines) for rank in range(lines * RANKS)]
    return start, [place(start, number, rank, front, draw) for number, rank in places]


def place(start: Plain, number: int, rank: int, front: int, draw: Random) -> Plain:
    """A body of either side in a rank of a column, about 29 men each, and the order of Red's."""
    x, back = number * COLUMN + COLUMN // 2, rank // RANKS * DEPTH + rank % RANKS * STEP
    men = draw.randint(26, 32)
    mounted = rank % 2 == 0
    own = {"arm": "cavalry", "men": men, "formation": "line"} if mounted else {"arm": "infantry", "men": men}
    enemy = {"arm": "infantry", "men": men, "formation": "two-ranks" if rank else "extended"}
    body, other = f"red-{number}-{rank}", f"blue-{number}-{rank}"
    start["bodies"][body] = {**own, "side": "red", "at": [x, front - back], "facing": 0}
    start["bodies"][other] = {**enemy, "side": "blue", "at": [x, front + GAP + back], "facing": 180}
    if rank % RANKS == RANKS - 1:
        stock = {"food": 1000, "forage": 1000, "ammunition": 1000}
        for side, at in (("red", front - back - 30), ("blue", front + GAP + back + 30)):
            start["depots"][f"{side}-depot-{number}-{rank // RANKS}"] = {"side": side, "at": [x, at], "packets": stock}
    if not rank:
        return {"order": "charge", "body": body, "target": other}
    turn, far = draw.randint(-4, 4), draw.randint(2, 6)
    return {"order": "march", "body": body, "path": [[x + turn, front - back + far], [x, front - back + far + 2]]}


# -- measuring it -----------------------------------------------------------------------------------


def part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """The section of the bench: a move in which supplies fall due, on a country, at both sizes; and where the time goes."""
    yield f"\n## Adjudicating one move on a country of {sum(FEATURES.values())} features (seed {seed})\n"
    rows, profile = [], ""
    for bodies, times in SIZES.items():
        start, given = battle(bodies, seed, own_moves=5)
        position = read_position(start, read_options({}), "start")
        orders = [read_order(order) for order in given]
        taken = timed(lambda position=position, orders=orders: _move(position, orders), times)  # type: ignore[misc]
        figures = sum(body.men for body in position.bodies.values())
        best, middle = taken.best * 1e3, taken.median * 1e3
        lawful = len(orders) - len(_move(position, orders).refused)
        counts = (len(position.bodies), figures, len(orders), lawful)
        rows.append((*(f"{count:,}" for count in counts), f"{best:.0f}", f"{middle:.0f}"))
        most = AIMS[bodies]
        aim = f"a move of {bodies:,} bodies on a country in under {most:,} ms"
        reached.append(Aim(aim, f"{middle:.0f} ms (best {best:.0f})", middle < most))
        profile = profile or _profile(position, orders)
    yield table(("bodies", "figures", "orders", "of them lawful", "best ms", "median ms"), rows)
    yield f"\nWhere the time of 240 bodies goes, each with all that it calls:\n\n{profile}"


def _move(position: Position, orders: list[Order]) -> Outcome:
    return adjudicate(position, "red", orders, NO_FACTS, Chance(seed="bench"))


def _profile(position: Position, orders: list[Order]) -> str:
    """The functions of the rules that take the most time, with all that they call."""
    profile = cProfile.Profile()
    profile.runcall(_move, position, orders)
    stats: dict[Any, Any] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    whole = max(entry[3] for entry in stats.values())
    ours = [(entry[3], place, entry[0]) for place, entry in stats.items() if "/rules/" in place[0]]
    rows = [
        (f"{place[0].rsplit('/', 1)[1]} {place[2]}", f"{calls:,}", f"{100 * took / whole:.0f} %")
        for took, place, calls in sorted(ours, key=lambda one: (-one[0], one[1]))[:16]
    ]
    return table(("function", "calls", "share"), rows)
