"""A computer opponent for War-Chess: alpha-beta with iterative deepening, bounded by positions searched and not by time.

The same position and bound give the same move on every machine: it uses no clock, no dice, and only whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from rules.war_chess.field.board import BIT, cells_in
from rules.war_chess.field.figures import CITADEL, SIDES, WAGON
from rules.war_chess.field.position import Position
from rules.war_chess.field.ranges import reach
from rules.war_chess.game import Game
from rules.war_chess.machine.evaluation import WORTH, weigh
from rules.war_chess.machine.nodes import SPAN, Key, Node, node_of
from rules.war_chess.moves.duties import bound, legal
from rules.war_chess.moves.legality import Field, ends
from rules.war_chess.orders import Move, Order, Pass

WIN = 1_000_000
"""The worth of an immediate win; each move later, it is one less."""

SURE = WIN // 2
"""A worth above this is a win in some number of moves."""

DEEPEST = 20
QUIET_DEPTH = 6
"""Captures followed beyond the last full move."""

HOPE = 250
"""The most that a quiet move may gain above its appearance, two moves before the end of a line."""

EAGER, DOUBTFUL = 8, 40
"""Moves searched to the full depth, the likeliest first; moves after which the others are searched two less deep."""

MOST_CHANGE = 81
"""The most by which a quiet move of a figure other than the wagon changes its worth: three steps of at most 27 each."""

POSITIONS = 25_000
"""Positions searched for a move by default: within two seconds on one core of an ordinary machine."""

Step = tuple[int, int]
STEP, CELL, FULL = 16, 8, 255
"""Bits of a move in a sort key, bits of a cell in it, and a mask of the latter."""


class Enough(Exception):
    """Raised when the bound on positions is reached."""


@dataclass(frozen=True)
class Chosen:
    """The chosen move (None if there is none), its worth to the mover, the depth searched completely, the positions searched."""

    move: Step | None
    worth: int
    depth: int
    positions: int


@dataclass
class Search:
    """One search.

    known: for each position the depth, worth, kind of bound and best move.  useful: how often a move cut off a line; answers:
    the last two that did, by their distance from the root.
    overrides: whether Citadel or Wagon may be taken regardless of duties.  [WC-OBL-08]
    """

    bound: int
    overrides: bool = True
    positions: int = 0
    spent: bool = False
    known: dict[Key, tuple[int, int, str, Step | None]] = field(default_factory=dict)
    useful: dict[str, list[list[int]]] = field(default_factory=lambda: {side: _zeros() for side in SIDES})
    answers: dict[int, tuple[Step, ...]] = field(default_factory=dict)

    def look(self) -> None:
        """Count a position; raises Enough if it is one too many."""
        if self.positions >= self.bound:
            self.spent = True
            raise Enough
        self.positions += 1

    def best(self, node: Node, depth: int, alpha: int, beta: int, ply: int, *, passed: bool = False) -> int:
        """The worth of a position to the side to move, within two bounds.

        passed: whether it follows a skipped move; two in succession are not skipped.
        """
        self.look()
        if node.position.won:
            return ply - WIN
        if depth <= 0:
            return self.settled(node, QUIET_DEPTH, alpha, beta, ply)
        held = self.known.get(node.key)
        if held is not None and held[0] >= depth:
            _, worth, kind, _ = held
            worth = _at(worth, -ply)
            if kind == "exact" or (kind == "least" and worth >= beta) or (kind == "most" and worth <= alpha):
                return worth
        found, duty = bound(node.position, self.overrides)
        if not found:
            return -self.best(node.passed(), depth - 1, -beta, -alpha, ply + 1)
        if not (passed or duty) and depth > 2 and node.worth >= beta and beta < SURE:
            # A side that is good enough to skip a move needs less search.
            idle = -self.best(node.passed(), depth - 3, -beta, 1 - beta, ply + 1, passed=True)
            if beta <= idle < SURE:
                return idle
        # Near the end of a line a quiet move changes only the material balance: one that changes too little is left out.
        need = alpha - node.worth - HOPE * (depth - 1) if depth < 3 and not duty else -WIN
        moves = self.ordered(node, found, held[3] if held is not None else None, ply, need)
        return self.tried(node, moves, depth, alpha, beta, ply, calm=not duty, top=alpha if need > -WIN else -WIN)

    def tried(
        self, node: Node, moves: list[Step], depth: int, alpha: int, beta: int, ply: int, *, calm: bool, top: int
    ) -> int:
        """The worth of the best of some moves, the likeliest first.

        calm: whether no duty binds the side to move.  top: the greatest worth of the moves left out.
        """
        floor, chosen = alpha, moves[0] if moves else None
        foes, own = node.position.foe.bits, node.position.own.figures
        for place, step in enumerate(moves):
            late = calm and depth > 2 and place >= EAGER and not foes >> step[1] & 1 and own[step[0]] != WAGON
            less = 1 + (place >= DOUBTFUL) if late else 0
            worth = self.worth_of(node.after(*step), depth - 1, alpha, beta, ply + 1, first=not place, less=less)
            if worth > top:
                top, chosen = worth, step
            alpha = max(alpha, worth)
            if alpha >= beta:
                self.remember_cutoff(node.position.own.side, step, depth, ply)
                break
        kind = "least" if top >= beta else "most" if top <= floor else "exact"
        self.known[node.key] = (depth, _at(top, ply), kind, chosen)
        return top

    def worth_of(self, node: Node, depth: int, alpha: int, beta: int, ply: int, *, first: bool, less: int) -> int:
        """The worth of a position to the side that has just moved: all except the first move are only tested for being better."""
        if first:
            return -self.best(node, depth, -beta, -alpha, ply)
        worth = -self.best(node, depth - less, -alpha - 1, -alpha, ply)
        if worth > alpha and less:
            worth = -self.best(node, depth, -alpha - 1, -alpha, ply)
        if alpha < worth < beta:
            worth = -self.best(node, depth, -beta, -alpha, ply)
        return worth

    def remember_cutoff(self, side: str, step: Step, depth: int, ply: int) -> None:
        """Remember a move that cut off the rest."""
        self.useful[side][step[0]][step[1]] += depth * depth
        before = self.answers.get(ply, ())
        if step not in before:
            self.answers[ply] = (step, *before[:1])

    def settled(self, node: Node, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The worth of a position after the available captures."""
        worth = node.worth
        if worth >= beta or depth == 0:
            return worth
        alpha = max(alpha, worth)
        for step in captures(node.position, self.overrides):
            self.look()
            after = node.after(*step)
            found = WIN - ply - 1 if after.position.won else -self.settled(after, depth - 1, -beta, -alpha, ply + 1)
            worth = max(worth, found)
            alpha = max(alpha, found)
            if alpha >= beta:
                break
        return worth

    def ordered(
        self, node: Node, found: list[tuple[int, int]], first: Step | None, ply: int, need: int = -WIN
    ) -> list[Step]:
        """Moves, the likeliest first: the best before, captures of great by small, moves that cut off elsewhere.

        need: quiet moves that do not change the worth of their figure by more are left out.
        """
        own, foe = node.position.own, node.position.foe
        useful, takes, quiet = self.useful[own.side], [], []
        for cell, bits in found:
            kind = own.figures[cell]
            row = node.each[kind]
            here = row[cell]
            taken = bits & foe.bits
            for target in cells_in(taken):
                takes.append((WORTH[kind] - 10 * WORTH[foe.figures.get(target, CITADEL)], (cell, target)))
            if need < MOST_CHANGE or kind == WAGON:
                least = here + need if kind != WAGON else -WIN
                past = useful[cell]
                quiet += [
                    (past[target] + row[target] - here << STEP) - (cell << CELL | target)
                    for target in cells_of(bits ^ taken)
                    if row[target] > least
                ]
        quiet.sort(reverse=True)
        open_to = dict(found)
        before = [first] if first else []
        answers = [step for step in self.answers.get(ply, ()) if open_to.get(step[0], 0) & ~foe.bits & BIT[step[1]]]
        rest = [(-one >> CELL & FULL, -one & FULL) for one in quiet]
        return list(dict.fromkeys([*before, *(step for _, step in sorted(takes)), *answers, *rest]))


def _at(worth: int, ply: int) -> int:
    """The worth of a position some moves from the root, with a win counted in moves from there."""
    if abs(worth) < SURE:
        return worth
    return worth + ply if worth > 0 else worth - ply


def _zeros() -> list[list[int]]:
    return [[0] * SPAN for _ in range(SPAN)]


@lru_cache(maxsize=1 << 16)
def cells_of(bits: int) -> tuple[int, ...]:
    """The cells of a set, cached because it is needed again and again."""
    return tuple(cells_in(bits))


def steps_of(position: Position, overrides: bool = True) -> list[Step]:
    """Every legal move.  overrides: as in a search."""
    return [(cell, target) for cell, bits in legal(position, overrides) for target in cells_in(bits)]


def captures(position: Position, overrides: bool = True) -> list[Step]:
    """The legal captures, the greatest first."""
    field, own, foe = Field(position), position.own, position.foe
    if field.exposed or field.threatened:
        found = [(cell, bits & foe.bits) for cell, bits in legal(position, overrides)]
    else:
        near = [
            (cell, kind) for cell, kind in own.figures.items() if reach(kind, own.up, cell, field.standing) & foe.bits
        ]
        found = [(cell, ends(field, cell, kind) & foe.bits) for cell, kind in near]
    steps = [(cell, target) for cell, bits in found for target in cells_in(bits)]
    return sorted(steps, key=lambda step: (-WORTH[foe.figures.get(step[1], "X")], WORTH[own.figures[step[0]]], step))


def think(
    position: Position, bound: int = POSITIONS, repeats: frozenset[Step] = frozenset(), *, overrides: bool = True
) -> Chosen:
    """The best move found within a bound on positions.

    repeats: moves that lead back to an earlier position; they are worth a draw.
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
        if search.spent or abs(chosen.worth) > SURE:
            break
    return Chosen(chosen.move, chosen.worth, chosen.depth, search.positions)


def _deepen(search: Search, position: Position, depth: int, before: Chosen, repeats: frozenset[Step]) -> Chosen | None:
    """Search one depth; if the bound stops it, its result counts only if the previous depth's best move was searched."""
    top: Chosen | None = None
    alpha = -WIN
    node = node_of(position)
    found, _ = bound(position, search.overrides)
    try:
        for step in search.ordered(node, found, before.move, 0):
            if step in repeats:
                worth = 0
            else:
                worth = search.worth_of(node.after(*step), depth - 1, alpha, WIN, 1, first=top is None, less=0)
            if top is None or worth > top.worth:
                top = Chosen(step, worth, depth, search.positions)
            alpha = max(alpha, worth)
    except Enough:
        pass  # the previous depth's best move was searched first, so the present best counts
    return top


def repeating(game: Game) -> frozenset[Step]:
    """The moves that lead back to an earlier position since the last capture."""
    overrides = game.options.winning_capture_overrides_duty
    return frozenset(
        step
        for step in steps_of(game.position, overrides)
        if game.but(position=game.position.moved(*step)).digest() in game.seen
    )


def choose(game: Game, bound: int = POSITIONS) -> Order:
    """The order of the side to move: the best move found, or a pass if there is none."""
    overrides = game.options.winning_capture_overrides_duty
    move = think(game.position, bound, repeating(game), overrides=overrides).move
    return Pass() if move is None else Move(origin=move[0], target=move[1])
