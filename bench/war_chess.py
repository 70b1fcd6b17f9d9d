"""War-Chess against python-chess, in the same process and the same run: how many positions a second.

bench/war_chess.py [--seed N] runs this part alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import chess

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.table import Aim, aims, table
from bench.times import Times, machine, timed, versions
from rules.chess.moves.legality import count as count_chess
from rules.war_chess.field.board import cells_in
from rules.war_chess.field.figures import array
from rules.war_chess.field.position import Position, position_of
from rules.war_chess.moves.duties import legal
from rules.war_chess.moves.perft import count

RUNS = 5
GAMES, PLIES = 12, 60
OURS, THEIRS = "War-Chess", "python-chess"

EXPLAINED = """\
Sequences: every sequence of legal moves from the array, those of the last move counted and not made. Made: every one of
the last move made as well, and its position reached (ours makes a new position, theirs is pushed and popped). Listed:
all legal moves written out as pairs of squares, for the positions of random games from the array. A position is one of
the sequences, one reached, or one whose moves are listed. War-Chess has about a hundred moves in a position, chess
about thirty, so that counting favours whoever counts by sets; listing favours whoever has fewer to list."""


@dataclass(frozen=True)
class Task:
    """One deed of one engine: the positions of a run, and how long it took."""

    name: str
    engine: str
    positions: int
    times: Times

    @property
    def a_second(self) -> float:
        """Positions a second, median."""
        return self.positions / self.times.median


def array_of_war_chess() -> Position:
    """The array, the attacker to move."""
    return position_of(array("defender"), "attacker", "defender")


def made(position: Position, depth: int) -> int:
    """The positions after every sequence of some moves, each one made."""
    if depth == 0:
        return 1
    total = 0
    for cell, bits in legal(position):
        for target in cells_in(bits):
            total += made(position.moved(cell, target), depth - 1)
    return total


def made_chess(board: chess.Board, depth: int) -> int:
    """The same in chess."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += made_chess(board, depth - 1)
        board.pop()
    return total


def positions_of(seed: int) -> list[Position]:
    """The positions of random games of War-Chess."""
    found = []
    for game in range(GAMES):
        draw, position = Random(seed + game), array_of_war_chess()
        for _ in range(PLIES):
            moves = [(cell, target) for cell, bits in legal(position) for target in cells_in(bits)]
            if not moves:
                break
            found.append(position)
            position = position.moved(*draw.choice(sorted(moves)))
    return found


def boards_of(seed: int) -> list[chess.Board]:
    """The positions of random games of chess."""
    found = []
    for game in range(GAMES):
        draw, board = Random(seed + game), chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            found.append(board.copy(stack=False))
            board.push(draw.choice(moves))
    return found


def listed(position: Position) -> list[tuple[int, int]]:
    """Every legal move of a position."""
    return [(cell, target) for cell, bits in legal(position) for target in cells_in(bits)]


def tasks(seed: int) -> Iterator[Task]:
    """Each deed by both engines, in turn, so that a busy machine disturbs both alike."""
    ours, theirs = positions_of(seed), boards_of(seed)
    deeds: tuple[tuple[str, Callable[[], int], Callable[[], int]], ...] = (
        ("sequences", lambda: count(array_of_war_chess(), 3), lambda: count_chess(chess.Board(), 4)),
        ("made", lambda: made(array_of_war_chess(), 2), lambda: made_chess(chess.Board(), 3)),
        (
            "listed",
            lambda: len([listed(position) for position in ours]),
            lambda: len([list(board.legal_moves) for board in theirs]),
        ),
    )
    for name, mine, other in deeds:
        turns = [(timed(mine, 1), timed(other, 1)) for _ in range(RUNS)]
        for engine, deed, taken in (
            (OURS, mine, [one for one, _ in turns]),
            (THEIRS, other, [one for _, one in turns]),
        ):
            yield Task(name, engine, deed(), Times(tuple(seconds for one in taken for seconds in one.taken)))


def part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """The figures, and the aim: at least as many positions a second as python-chess."""
    found = list(tasks(seed))
    yield f"\n## War-Chess against python-chess {chess.__version__} (seed {seed})\n"
    heads = ("deed", "engine", "positions a run", "best ms", "median ms", "positions a second")
    rows = [
        (
            one.name,
            one.engine,
            f"{one.positions:,}",
            f"{one.times.best * 1e3:.1f}",
            f"{one.times.median * 1e3:.1f}",
            f"{one.a_second:,.0f}",
        )
        for one in found
    ]
    yield table(heads, rows)
    yield f"\n{EXPLAINED}"
    for ours, theirs in zip(found[::2], found[1::2], strict=True):
        aim = f"War-Chess: no fewer positions a second than python-chess ({ours.name})"
        figure = f"{ours.a_second:,.0f} against {theirs.a_second:,.0f}"
        reached.append(Aim(aim, figure, ours.a_second >= theirs.a_second))


def main() -> int:
    """Run this part alone."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1866)
    reached: list[Aim] = []
    print(f"Machine: {machine()}.\nVersions: {versions()}.")
    for line in part(asked.parse_args().seed, reached):
        print(line)
    print(f"\n{aims(reached)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
