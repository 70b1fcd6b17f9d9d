"""A computer opponent for War-Chess: alpha-beta, deeper and deeper, bounded by positions looked at and not by time.

The same position and bound give the same move on every machine: there is no clock and no die in it, and every figure is whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.war_chess.board import cells_in
from rules.war_chess.duties import legal
from rules.war_chess.game import Game
from rules.war_chess.orders import Move, Order, Pass
from rules.war_chess.position import Position
from rules.war_chess.weighing import WORTH, weigh

WIN = 1_000_000
"""The worth of a game won at once; one move later it is one less."""

DEEPEST = 12
QUIET_DEPTH = 6
"""Captures followed beyond the last full move."""

POSITIONS = 40_000
"""Positions looked at for a move where nothing else is said: within two seconds on one core of an ordinary machine."""

Step = tuple[int, int]
Key = tuple[frozenset[tuple[int, str]], frozenset[tuple[int, str]], str]


class Enough(Exception):
    """The bound on positions is reached."""


@dataclass(frozen=True)
class Chosen:
    """The move chosen (none where there is none), its worth to the mover, the depth searched whole, the positions looked at."""

    move: Step | None
    worth: int
    depth: int
    positions: int


@dataclass
class Search:
    """One search.  known: by position the depth, worth, kind of bound and best move; useful: how often a move cut a line off.

    overrides: whether Citadel or Wagon may be taken whatever duty stands.  [WC-OBL-08]
    """

    bound: int
    overrides: bool = True
    positions: int = 0
    spent: bool = False
    known: dict[Key, tuple[int, int, str, Step | None]] = field(default_factory=dict)
    useful: dict[Step, int] = field(default_factory=dict)

    def look(self) -> None:
        """Count a position; Enough where that is one too many."""
        if self.positions >= self.bound:
            self.spent = True
            raise Enough
        self.positions += 1

    def best(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The worth of a position to the side to move, as far as it lies between two bounds."""
        self.look()
        if position.won:
            return ply - WIN
        if depth == 0:
            return self.settled(position, QUIET_DEPTH, alpha, beta, ply)
        key = key_of(position)
        first: Step | None = None
        if key in self.known:
            known_depth, worth, bound, first = self.known[key]
            if known_depth >= depth and (
                bound == "exact" or (bound == "least" and worth >= beta) or (bound == "most" and worth <= alpha)
            ):
                return worth
        moves = self.ordered(position, first)
        if not moves:
            return -self.best(position.again(), depth - 1, -beta, -alpha, ply + 1)
        top, chosen, floor = -WIN, moves[0], alpha
        for step in moves:
            worth = -self.best(position.moved(*step), depth - 1, -beta, -alpha, ply + 1)
            if worth > top:
                top, chosen = worth, step
            alpha = max(alpha, worth)
            if alpha >= beta:
                self.useful[step] = self.useful.get(step, 0) + depth * depth
                break
        self.known[key] = (depth, top, "least" if top >= beta else "most" if top <= floor else "exact", chosen)
        return top

    def settled(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The worth of a position once the captures that offer themselves are made."""
        worth = weigh(position)
        if worth >= beta or depth == 0:
            return worth
        alpha = max(alpha, worth)
        for step in captures(position, self.overrides):
            self.look()
            after = position.moved(*step)
            found = WIN - ply - 1 if after.won else -self.settled(after, depth - 1, -beta, -alpha, ply + 1)
            worth = max(worth, found)
            alpha = max(alpha, found)
            if alpha >= beta:
                break
        return worth

    def ordered(self, position: Position, first: Step | None) -> list[Step]:
        """The legal moves, the likeliest first: what was best before, captures of great by small, what cut off elsewhere."""
        own, foe = position.own.figures, position.foe.figures
        prize = position.foe.prize.bit_length() - 1

        def rank(step: Step) -> tuple[int, Step]:
            if step == first:
                return -WIN, step
            if step[1] == prize:
                return -WIN // 2, step
            taken = foe.get(step[1])
            gain = 10_000 + 10 * WORTH[taken] - WORTH[own[step[0]]] if taken else self.useful.get(step, 0)
            return -gain, step

        return sorted(steps_of(position, self.overrides), key=rank)


def key_of(position: Position) -> Key:
    """What tells a position from any other in a search."""
    own, foe = position.own, position.foe
    return frozenset(own.figures.items()), frozenset(foe.figures.items()), own.side


def steps_of(position: Position, overrides: bool = True) -> list[Step]:
    """Every legal move.  overrides: as in a search."""
    return [(cell, target) for cell, bits in legal(position, overrides) for target in cells_in(bits)]


def captures(position: Position, overrides: bool = True) -> list[Step]:
    """The legal captures, the greatest first."""
    foe = position.foe
    found = [(cell, target) for cell, bits in legal(position, overrides) for target in cells_in(bits & foe.bits)]
    return sorted(found, key=lambda step: (-WORTH.get(foe.figures.get(step[1], "X"), 0), step))


def think(
    position: Position, bound: int = POSITIONS, repeats: frozenset[Step] = frozenset(), *, overrides: bool = True
) -> Chosen:
    """The best move found within a bound on positions.

    repeats: moves that lead back to a position that has been; they are worth a draw, to whoever likes one.
    """
    steps = steps_of(position, overrides)
    if not steps:
        return Chosen(None, weigh(position), 0, 0)
    search = Search(bound, overrides)
    chosen = Chosen(steps[0], -WIN, 0, 0)
    for depth in range(1, DEEPEST + 1):
        found = _deepen(search, position, depth, chosen, repeats)
        if found is None:
            break
        chosen = found
        if search.spent or abs(chosen.worth) > WIN // 2:
            break
    return Chosen(chosen.move, chosen.worth, chosen.depth, search.positions)


def _deepen(search: Search, position: Position, depth: int, before: Chosen, repeats: frozenset[Step]) -> Chosen | None:
    """One depth searched; what it found before the bound was reached counts once the best move of the depth before stands."""
    top: Chosen | None = None
    alpha = -WIN
    try:
        for step in search.ordered(position, before.move):
            if step in repeats:
                worth = 0
            else:
                worth = -search.best(position.moved(*step), depth - 1, -WIN, -alpha, 1)
            if top is None or worth > top.worth:
                top = Chosen(step, worth, depth, search.positions)
            alpha = max(alpha, worth)
    except Enough:
        pass  # the best move of the depth before was searched first, so that whatever is best by now may stand
    return top


def repeating(game: Game) -> frozenset[Step]:
    """The moves that lead back to a position that has been since the last capture."""
    overrides = game.options.winning_capture_overrides_duty
    return frozenset(
        step
        for step in steps_of(game.position, overrides)
        if game.but(position=game.position.moved(*step)).digest() in game.seen
    )


def choose(game: Game, bound: int = POSITIONS) -> Order:
    """The order of the side to move: the best move found, or a pass where there is none."""
    overrides = game.options.winning_capture_overrides_duty
    move = think(game.position, bound, repeating(game), overrides=overrides).move
    return Pass() if move is None else Move(origin=move[0], target=move[1])
