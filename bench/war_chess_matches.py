"""How strong the opponent of War-Chess is: matches against simpler versions of itself, and how long it takes for a move.

bench/war_chess_matches.py [--seed N] [--pairs N] [--level N] [--jobs N] [--append FILE]
each pair is one opening at random played twice, with the sides changed
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.table import table
from bench.times import machine, versions
from rules.war_chess.field.figures import ATTACKER, array
from rules.war_chess.field.position import Position, position_of
from rules.war_chess.machine.nodes import Key, key_of
from rules.war_chess.machine.opponent import Step, steps_of, think
from rules.war_chess.machine.reply import BOUNDS, LEVELS

OPENING, LONGEST = 6, 200
"""Turns at random before a game, and turns after which it counts as drawn."""

HEADS = ("version", "against", "games", "won", "drawn", "lost", "score", "19 in 20", "mean s a move", "longest s")


@dataclass(frozen=True)
class Version:
    """A version of the opponent.  bound: positions looked at for a move; 0 plays at random."""

    name: str
    bound: int

    def move(self, position: Position, draw: Random, seen: set[Key]) -> Step:
        """Its move.  seen: the positions so far."""
        if not self.bound:
            return draw.choice(sorted(steps_of(position)))
        back = frozenset(step for step in steps_of(position) if key_of(position.moved(*step)) in seen)
        chosen = think(position, self.bound, back).move
        assert chosen is not None
        return chosen


@dataclass(frozen=True)
class Played:
    """A game, or a few.  Won, drawn and lost by the version that is measured; moves: its own; seconds: of the processor, for these."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def __add__(self, other: Played) -> Played:
        return Played(
            self.won + other.won,
            self.drawn + other.drawn,
            self.lost + other.lost,
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
        )

    @property
    def games(self) -> int:
        """How many games it was."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.won + self.drawn / 2) / self.games


RANDOM = Version("at random", 0)
VERSIONS = (RANDOM, *(Version(f"level {one.level}, {one.title}", BOUNDS[one.level]) for one in LEVELS))
MATCHES = tuple((strong, weak) for weak, strong in pairwise(VERSIONS))
"""Each level against the one below it, the first against chance."""


def opening(draw: Random) -> Position:
    """An opening position after some random turns in which the game goes on."""
    while True:
        position = position_of(array("defender"), ATTACKER, "defender")
        for _ in range(OPENING):
            if not position.won:
                position = position.moved(*draw.choice(sorted(steps_of(position))))
        if not position.won and steps_of(position):
            return position


def game(position: Position, strong: Version, side: str, weak: Version, draw: Random) -> Played:
    """A game in which a version that is measured plays a side against another."""
    seen = {key_of(position)}
    taken = []
    for _ in range(LONGEST):
        if position.won or not steps_of(position):
            break
        player = strong if position.to_move == side else weak
        began = time.process_time()
        step = player.move(position, draw, seen)
        if player is strong:
            taken.append(time.process_time() - began)
        position = position.moved(*step)
        seen.add(key_of(position))
    won, lost = position.won == side, position.won not in ("", side)
    return Played(won, not position.won, lost, len(taken), sum(taken), max(taken, default=0.0))


def pair(strong: Version, weak: Version, seed: int) -> Played:
    """One opening played twice, with the sides changed."""
    draw = Random(seed)
    start = opening(draw)
    return game(start, strong, "attacker", weak, draw) + game(start, strong, "defender", weak, draw)


def match(strong: Version, weak: Version, pairs: int, seed: int, jobs: int = 1) -> Played:
    """Some pairs of games of two versions, in as many processes; the score is printed as they end."""
    seeds = range(seed, seed + pairs)
    with ProcessPoolExecutor(jobs) as processes:
        total = Played()
        for found in processes.map(pair, [strong] * pairs, [weak] * pairs, seeds):
            total += found
            said = f"{strong.name}: {total.won} won, {total.drawn} drawn, {total.lost} lost"
            print(f"{said}; longest move {total.longest:.2f} s", file=sys.stderr, flush=True)
        return total


def confidence(score: float, games: int) -> tuple[float, float]:
    """The range of the true score in nineteen cases of twenty, after Wilson."""
    z = 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(score * (1 - score) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def rows(pairs: int, seed: int, level: int = 0, jobs: int = 1) -> Iterator[tuple[str, ...]]:
    """A row for each match; of one level alone where it is named."""
    for number, (strong, weak) in enumerate(MATCHES, 1):
        if level not in (0, number):
            continue
        found = match(strong, weak, pairs, seed, jobs)
        low, high = confidence(found.score, found.games)
        yield (
            strong.name, weak.name, str(found.games), str(found.won), str(found.drawn), str(found.lost),
            f"{found.score:.0%}", f"{low:.0%} to {high:.0%}", f"{found.seconds / found.moves:.3f}", f"{found.longest:.2f}",
        )  # fmt: skip


def main() -> int:
    """Play the matches and print them."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1866)
    asked.add_argument("--pairs", type=int, default=10)
    asked.add_argument("--level", type=int, default=0, help="that level alone against the one below it")
    asked.add_argument("--jobs", type=int, default=1, help="processes that play side by side")
    asked.add_argument("--append", type=Path, help="keep what is printed below what the file holds")
    given = asked.parse_args()
    head = (
        f"# The strength of the opponent of War-Chess, {datetime.now(UTC):%d %B %Y %H:%M} UTC\n\n"
        f"Machine: {machine()}.\nVersions: {versions()}.\n"
        f"Command: `bench/war_chess_matches.py {shlex.join(sys.argv[1:])}`.\n\n"
    )
    text = head + table(HEADS, list(rows(given.pairs, given.seed, given.level, given.jobs)))
    print(text)
    if given.append:
        with given.append.open("a") as file:
            file.write(f"\n{text}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
