"""How strong the opponent of War-Chess is: matches against simpler versions of itself.

bench/war_chess_matches.py [--seed N] [--pairs N] [--level N]    each pair is one opening at random played twice, with the sides changed
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.table import table
from bench.timing import machine, versions
from rules.war_chess.answering import BOUNDS, LEVELS
from rules.war_chess.figures import ATTACKER, array
from rules.war_chess.opponent import Key, Step, key_of, steps_of, think
from rules.war_chess.position import Position, position_of

OPENING, LONGEST = 6, 200
"""Turns at random before a game, and turns after which it counts as drawn."""


@dataclass(frozen=True)
class Version:
    """A version of the opponent.  bound: positions looked at for a move; 0 plays at random."""

    name: str
    bound: int

    def move(self, position: Position, draw: Random, seen: set[Key]) -> Step:
        """Its move.  seen: the positions that have been."""
        if not self.bound:
            return draw.choice(sorted(steps_of(position)))
        back = frozenset(step for step in steps_of(position) if key_of(position.moved(*step)) in seen)
        chosen = think(position, self.bound, back).move
        assert chosen is not None
        return chosen


RANDOM = Version("at random", 0)
VERSIONS = (RANDOM, *(Version(f"level {one.level}, {one.title}", BOUNDS[one.level]) for one in LEVELS))
MATCHES = tuple((strong, weak) for weak, strong in pairwise(VERSIONS))
"""Each level against the one below it, the first against chance."""


def opening(draw: Random) -> Position:
    """A position after some turns at random in which the game goes on."""
    while True:
        position = position_of(array("defender"), ATTACKER, "defender")
        for _ in range(OPENING):
            if not position.won:
                position = position.moved(*draw.choice(sorted(steps_of(position))))
        if not position.won and steps_of(position):
            return position


def played(position: Position, players: dict[str, Version], draw: Random) -> str:
    """The winner of a game, or nothing where it is drawn."""
    seen = {key_of(position)}
    for _ in range(LONGEST):
        if position.won or not steps_of(position):
            break
        position = position.moved(*players[position.to_move].move(position, draw, seen))
        seen.add(key_of(position))
    return position.won


def match(strong: Version, weak: Version, pairs: int, seed: int) -> tuple[int, int, int]:
    """Games won, drawn and lost by the first of two versions."""
    won = drawn = lost = 0
    for pair in range(pairs):
        draw = Random(seed + pair)
        start = opening(draw)
        for side in ("attacker", "defender"):
            players = {"attacker": weak, "defender": weak, side: strong}
            winner = played(start, players, draw)
            won, drawn, lost = won + (winner == side), drawn + (not winner), lost + (winner not in ("", side))
    return won, drawn, lost


def confidence(score: float, games: int) -> tuple[float, float]:
    """Between what shares the true score lies in nineteen cases of twenty, after Wilson."""
    z = 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(score * (1 - score) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def rows(pairs: int, seed: int, level: int = 0) -> Iterator[tuple[str, ...]]:
    """A row for each match; of one level alone where it is named."""
    for number, (strong, weak) in enumerate(MATCHES, 1):
        if level not in (0, number):
            continue
        began = time.perf_counter()
        won, drawn, lost = match(strong, weak, pairs, seed)
        games = won + drawn + lost
        score = (won + drawn / 2) / games
        low, high = confidence(score, games)
        taken = time.perf_counter() - began
        yield (
            strong.name, weak.name, str(games), str(won), str(drawn), str(lost), f"{score:.0%}", f"{low:.0%} to {high:.0%}",
            f"{taken:.0f}",
        )  # fmt: skip


def main() -> int:
    """Play the matches and print them."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1866)
    asked.add_argument("--pairs", type=int, default=10)
    asked.add_argument("--level", type=int, default=0, help="that level alone against the one below it")
    given = asked.parse_args()
    print(f"Machine: {machine()}.\nVersions: {versions()}.\n")
    heads = ("version", "against", "games", "won", "drawn", "lost", "score", "19 in 20", "seconds")
    print(table(heads, list(rows(given.pairs, given.seed, given.level))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
