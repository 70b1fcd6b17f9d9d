"""How long the rules take over what a board draws of orders: of 38 bodies of Little Wars among 1,600 men, half of each side.

Those who march are measured man by man against everybody about them; those who charge look for a place each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.table import Aim, table
from bench.times import timed
from rules.little_wars.book import LITTLE_WARS

Plain = dict[str, Any]

BODIES, MEN, ABREAST = 38, 21, 10
"""Bodies of each side, the men of each, and how many stand in a row."""

TIMES, MOST = 9, 1_000
"""How often the orders are drawn, and milliseconds aimed at."""

APART = {"march": 30, "assault": 9}
"""Inches from the front of Red to that of Blue, by what is ordered."""


def start(apart: int) -> Plain:
    """Both sides in rows on an open floor, a cavalry body in five."""
    bodies: Plain = {}
    for number in range(BODIES):
        x, row = 10 + number % ABREAST * 17, number // ABREAST * 8
        arm = "cavalry" if number % 5 == 4 else "infantry"
        own = {"arm": arm, "men": MEN}
        bodies[f"red-{number}"] = {"side": "red", **own, "at": [x, 40 - row], "facing": 0}
        bodies[f"blue-{number}"] = {"side": "blue", **own, "at": [x, 40 + apart + row], "facing": 180}
    country = {"size": [192, 144], "back_lines": {"red": "south", "blue": "north"}}
    return {"own_moves": {"red": 2, "blue": 2}, "bodies": bodies, "country": country}


def orders(given: str, bodies: Plain) -> list[Plain]:
    """An order for each body of Red, those in front first."""
    red = [(name, one["at"]) for name, one in bodies.items() if one["side"] == "red"]
    if given == "march":
        return [{"order": "march", "body": name, "path": [[x, y + 5.5]]} for name, (x, y) in red]
    return [{"order": "assault", "body": name, "target": name.replace("red", "blue")} for name, _ in red]


def part(reached: list[Aim]) -> Iterator[str]:
    """The section of the bench."""
    options = LITTLE_WARS.options({})
    rows, slowest = [], 0.0
    for given, apart in APART.items():
        laid = start(apart)
        view = LITTLE_WARS.table(LITTLE_WARS.opening(laid, options), options).seen_by("red")
        asked = orders(given, laid["bodies"])
        drawn = len(view.traces(asked))
        times = timed(lambda view=view, asked=asked: view.traces(asked), TIMES)  # type: ignore[misc]
        slowest = max(slowest, times.median * 1e3)
        rows.append((given, str(drawn), f"{times.best * 1e3:.0f}", f"{times.median * 1e3:.0f}"))
    yield f"\n## What a board draws of orders of Little Wars, {2 * BODIES * MEN:,} men ({TIMES} times each)\n"
    yield table(("order", "traces", "best ms", "median ms"), rows)
    reached.append(
        Aim(f"orders of {BODIES} bodies of Little Wars are drawn in a second", f"{slowest:.0f} ms", slowest < MOST)
    )
