"""The sheet of a commander and the umpire's desk in a battle of 500 bodies on a country of 500 features."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from bench import country
from bench.pages import Hall, new_database
from bench.table import Aim, table
from bench.worst import Worst, ordered, send

BODIES, TIMES, MOST_MS = 504, 15, 150
"""Bodies of the battle (42 columns), how often each page is read, and milliseconds aimed at, in the median."""


def part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """The section of the bench."""
    with new_database() as database:
        hall = Hall(seed, made=country.battle(BODIES, seed))
        sheet = read(hall, "sheet", "foot")
        ordered(hall)
        found = [sheet, read(hall, "desk", "umpire")]
    yield f"\n## A battle of {BODIES} bodies on a country of 500 features (seed {seed}, {database}; each read {TIMES} times)\n"
    rows = [
        (one.name, one.why, f"{one.seconds[0] * 1e3:.0f}", f"{min(one.seconds) * 1e3:.0f}", f"{taken(one):.0f}")
        for one in found
    ]
    yield table(("page", "what is on it", "first ms", "best ms", "median ms"), rows)
    for one in found:
        aim = f"the {one.name} of a battle of {BODIES} bodies in under {MOST_MS} ms"
        reached.append(Aim(aim, f"{taken(one):.0f} ms", taken(one) < MOST_MS))


def taken(one: Worst) -> float:
    """Milliseconds in the median."""
    return median(one.seconds) * 1e3


def read(hall: Hall, name: str, who: str) -> Worst:
    """A page, read again and again."""
    one = Worst(name, f"{BODIES} bodies" if name == "sheet" else f"{len(hall.orders)} orders, of them the lawful")
    for _ in range(TIMES):
        answer = send(one, hall.clients[who], f"/b/{hall.battle.public_id}/{name}/", None)
        if answer.status_code != 200:
            raise RuntimeError(f"{name}: {answer.status_code}")
    return one
