"""The same task for other packages, on the same machine in the same run."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.table import table
from bench.times import Times

PYTHON = Path(__file__).parents[1] / ".venv-peers" / "bin" / "python"
PHASES = 150
"""Opening phases that are processed before ours are timed, and again after."""

EXPLAINED = """\
What an order is. Theirs: one of those that the seven powers give in a phase of movement, drawn at random from the legal
ones; `set_orders` judges it before and is not timed; `process()` settles moves, supports and convoys, keeps the history
and opens the next phase. The opening phase is the cheapest to them, and it is what ours is held against.
Ours: one of those that the moving side gives, one a body, read before; `adjudicate` judges it when its turn comes,
carries it out, tells what came of it with clause and sum in words, and does the business of the close of the move for
all bodies on the floor, ordered or not. Of ten orders six march, three fire a volley (of three to eight shots, each by
itself) and one charges. Each run has a game, or a floor, other than the run before; neither touches a file or a
database. Theirs were timed half before ours and half after."""


@dataclass(frozen=True)
class Peer:
    """A package, what was timed, the orders of one run, and the seconds for each order in each run."""

    name: str
    orders: tuple[int, int]
    times: Times

    @property
    def an_order(self) -> float:
        """Microseconds an order, median."""
        return self.times.median * 1e6

    @property
    def an_order_at_best(self) -> float:
        """Microseconds an order in the best of the runs."""
        return self.times.best * 1e6


def diplomacy(seed: int) -> list[Peer]:
    """The package `diplomacy` in its opening and in later phases, or nothing where it is not installed."""
    if not PYTHON.exists():
        return []
    script = Path(__file__).with_name("peer_diplomacy.py")
    run = subprocess.run(
        [str(PYTHON), str(script), str(seed), str(PHASES)], capture_output=True, text=True, check=True, timeout=300
    )
    found = json.loads(run.stdout.splitlines()[-1])
    return [
        peer(f"diplomacy {found['version']} process(), {phases} phases", found[phases])
        for phases in ("opening", "later")
    ]


def peer(name: str, runs: list[tuple[float, int]]) -> Peer:
    """A peer of its runs: seconds and orders of each.  Runs without an order mean nothing."""
    counted = [(seconds, orders) for seconds, orders in runs if orders]
    orders = [orders for _, orders in counted]
    return Peer(name, (min(orders), max(orders)), Times(tuple(seconds / orders for seconds, orders in counted)))


def together(one: Peer, other: Peer) -> Peer:
    """Two halves of what was timed."""
    least, most = min(one.orders[0], other.orders[0]), max(one.orders[1], other.orders[1])
    return Peer(one.name, (least, most), Times(one.times.taken + other.times.taken))


def shown(peers: list[Peer]) -> str:
    """The peers' figures."""
    heads = ("adjudicator", "orders a run", "runs", "best µs an order", "median µs an order")
    rows = [
        (
            one.name,
            str(one.orders[0]) if one.orders[0] == one.orders[1] else f"{one.orders[0]} to {one.orders[1]}",
            str(len(one.times.taken)),
            f"{one.an_order_at_best:.1f}",
            f"{one.an_order:.1f}",
        )
        for one in peers
    ]
    return table(heads, rows)


def compared(theirs: float, ours: float) -> str:
    """How many times faster or slower we are."""
    return f"{theirs / ours:.2f} times faster" if ours <= theirs else f"{ours / theirs:.2f} times slower"
