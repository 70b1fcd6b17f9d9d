"""How long the rules take over who could see whom: a hundred bodies of each side on a country of 500 features.

Both sides stand in columns of five, in all formations, their fronts 34 inches apart, as for ``bench/country.py``.  Hills,
houses, walls and woods lie all over the country.  What is kept of a country is made ready before; of the places of a
position nothing is, for in every move others stand there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

from bench.country import COLUMN, GAP, STEP, country
from bench.table import Aim, table
from bench.times import Times, timed
from rules.contract.answers import GLIMPSE, KNOWN, SEEN
from rules.floor.sight.look import Look, looks
from rules.floor.sight.screen import Screen
from rules.floor.sight.standing import Standing, standing
from rules.kriegspiel.book import KRIEGSPIEL
from rules.kriegspiel.floor import eyes

Plain = dict[str, Any]

COLUMNS, RANKS = 20, 5
"""Columns of a side, and bodies in each."""

FEATURES = {"contours": 200, "houses": 120, "walls": 80, "woods": 100}
"""How many features of each sort."""

FORMATIONS = (
    ("infantry", "two-ranks"),
    ("infantry", "extended"),
    ("cavalry", "line"),
    ("infantry", "fours"),
    ("cavalry", "column"),
)
"""Arm and formation of the bodies of a column, the first in front."""

TIMES, MOST = 15, 50
"""How often it is worked out, and milliseconds of processor aimed at, for both sides together."""


def start(seed: int) -> Plain:
    """Both sides in their columns on the country."""
    draw = Random(seed)
    front = RANKS * STEP + 20
    bodies: Plain = {}
    for number in range(COLUMNS):
        for rank, (arm, formation) in enumerate(FORMATIONS):
            x, back = number * COLUMN + COLUMN // 2 + draw.randint(-96, 96) / 16, rank * STEP + draw.randint(0, 31) / 16
            men = draw.randint(5, 32)
            own = {"arm": arm, "formation": formation, "men": men}
            bodies[f"red-{number}-{rank}"] = {**own, "side": "red", "at": [x, front - back], "facing": 0}
            bodies[f"blue-{number}-{rank}"] = {**own, "side": "blue", "at": [x, front + GAP + back], "facing": 180}
    land = country(COLUMNS * COLUMN, 2 * front + GAP, draw, FEATURES)
    return {"own_moves": {"red": 3, "blue": 3}, "bodies": bodies, "country": land}


def both_ways(screen: Screen, stands: Standing) -> list[Look]:
    """All sightings of both sides, with nothing kept of the places on which somebody stood before."""
    screen.known.clear()
    return [
        one for side, lookers in stands.lookers.items() for one in looks(screen, "day", lookers, stands.seen_by(side))
    ]


def part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """The section of the bench."""
    options = KRIEGSPIEL.options({})
    floor = KRIEGSPIEL.read(KRIEGSPIEL.opening(start(seed), options), options)
    screen = eyes.screen(floor)
    stands = standing(floor.sides, eyes.things(floor))
    found = both_ways(screen, stands)
    things, sightings = (
        timed(deed, TIMES, time.process_time)
        for deed in (lambda: standing(floor.sides, eyes.things(floor)), lambda: both_ways(screen, stands))
    )
    grades = " + ".join(f"{sum(one.grade == grade for one in found):,}" for grade in (1, 2, 3))
    yield f"\n## Who could see whom: {2 * COLUMNS * RANKS} bodies, {sum(FEATURES.values())} features (seed {seed}, {TIMES} times)\n"
    rows = [
        ("where everything stands, and in which row of the table", "", *_milliseconds(things)),
        ("all sightings of both sides", grades, *_milliseconds(sightings)),
    ]
    yield table(("deed", f"{GLIMPSE} + {SEEN} + {KNOWN}", "best ms", "median ms"), rows)
    aim = f"all sightings of {COLUMNS * RANKS} bodies a side in {MOST} ms of processor"
    middle = sightings.median * 1e3
    reached.append(Aim(aim, f"{middle:.0f} ms (best {sightings.best * 1e3:.0f})", middle < MOST))


def _milliseconds(times: Times) -> tuple[str, str]:
    return f"{times.best * 1e3:.0f}", f"{times.median * 1e3:.0f}"
