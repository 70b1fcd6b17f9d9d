"""How long the rules take over one move, and how that grows with the number of bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle

from bench.floor import floor
from bench.table import table
from bench.times import Times, timed
from rules.kriegspiel.adjudicate import Outcome, adjudicate
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.values.chance import Chance

SIZES = (24, 240, 2400)
TIMES = {24: 300, 240: 60, 2400: 30}
"""How often a move of each size is adjudicated."""

FLOORS = 5
"""Floors of each size, drawn by seeds that follow on each other and adjudicated in turn."""

ORDINARY, TICK = "ordinary", "supplies fall due"
KINDS = ((ORDINARY, 3), (TICK, 5))
"""Moves timed, each with the own moves made before."""

PERIOD = 6
"""Own moves from one fall of supplies to the next."""


@dataclass(frozen=True)
class Adjudged:
    """A move of so many orders, and its time."""

    kind: str
    orders: int
    on_floor: int
    events: int
    times: Times

    @property
    def an_order(self) -> float:
        """Microseconds an order, median."""
        return self.times.median / self.orders * 1e6

    @property
    def an_order_at_best(self) -> float:
        """Microseconds an order in the best of the runs."""
        return self.times.best / self.orders * 1e6


def a_move(bodies: int, own_moves: int, seed: int) -> Callable[[], Outcome]:
    """One move on a floor of its own.  Every order must be carried out, or the figure would mean nothing."""
    start, given = floor(bodies, seed, own_moves)
    position = read_position(start, read_options({}), "start")
    orders = [read_order(order) for order in given]

    def move() -> Outcome:
        return adjudicate(position, "red", orders, NO_FACTS, Chance(seed="bench"))

    refused = move().refused
    if refused or len(orders) != bodies:
        raise RuntimeError(f"{len(refused)} of {bodies} orders were refused: {refused[0].data()}")
    return move


def adjudged(kind: str, bodies: int, own_moves: int, seed: int) -> Adjudged:
    """Moves of one size, adjudicated in turn, again and again."""
    moves = [a_move(bodies, own_moves, seed + i) for i in range(FLOORS)]
    outcome = moves[0]()
    turns = cycle(moves)
    times = timed(lambda: next(turns)(), TIMES[bodies])
    return Adjudged(kind, bodies, len(outcome.position.bodies), len(outcome.events), times)


def all_sizes(seed: int) -> list[Adjudged]:
    """Both kinds of move at every size."""
    return [adjudged(kind, bodies, own_moves, seed) for kind, own_moves in KINDS for bodies in SIZES]


def over_a_period(found: list[Adjudged], bodies: int) -> float:
    """Microseconds an order, median, over the own moves from one fall of supplies to the next."""
    ordinary, tick = (next(one for one in found if (one.kind, one.orders) == (kind, bodies)) for kind, _ in KINDS)
    return ((PERIOD - 1) * ordinary.an_order + tick.an_order) / PERIOD


def growth(found: list[Adjudged], kind: str) -> float:
    """Time for each order at the greatest size over that at the smallest; 1 where it grows as the number of bodies."""
    of_kind = [one for one in found if one.kind == kind]
    return of_kind[-1].an_order_at_best / of_kind[0].an_order_at_best


def shown(found: list[Adjudged]) -> str:
    """The figures as a table."""
    heads = (
        "move",
        "bodies ordered",
        "on the floor",
        "events",
        "best ms",
        "median ms",
        "best µs an order",
        "median µs an order",
    )
    return table(
        heads,
        [
            (
                one.kind,
                f"{one.orders:,}",
                f"{one.on_floor:,}",
                f"{one.events:,}",
                f"{one.times.best * 1e3:.2f}",
                f"{one.times.median * 1e3:.2f}",
                f"{one.an_order_at_best:.1f}",
                f"{one.an_order:.1f}",
            )
            for one in found
        ],
    )
