"""A computer opponent for War-Chess: alpha-beta, deeper and deeper, bounded by positions looked at and not by time.

The same position and bound give the same move on every machine: there is no clock and no die in it, and every figure is whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from rules.war_chess.field.board import BIT, cells_in
from rules.war_chess.field.figures import CITADEL, SIDES, WAGON
from rules.war_chess.field.position import Position
from rules.war_chess.field.ranges import reach
from rules.war_chess.game import Game
from rules.war_chess.machine.nodes import SPAN, Key, Node, node_of
from rules.war_chess.machine.weighing import WORTH, weigh
from rules.war_chess.moves.duties import bound, legal
from rules.war_chess.moves.moving import Field, ends
from rules.war_chess.orders import Move, Order, Pass

WIN = 1_000_000
"""The worth of a game won at once; one move later it is one less."""

SURE = WIN // 2
"""What is worth more is a game won in so many moves."""

DEEPEST = 20
QUIET_DEPTH = 6
"""Captures followed beyond the last full move."""

HOPE = 250
"""What a quiet move may turn out to be worth above what it seems, two moves before the end of a line."""

EAGER, DOUBTFUL = 8, 40
"""Moves that are looked at to the full depth, the likeliest first; moves beyond which the others lose two of it."""

MOST_CHANGE = 81
"""No quiet move of a figure other than the wagon changes its worth by more: three steps, each of 27 at the most."""

POSITIONS = 25_000
"""Positions looked at for a move where nothing else is said: within two seconds on one core of an ordinary machine."""

Step = tuple[int, int]
STEP, CELL, FULL = 16, 8, 255
"""Bits of a move in a number to be sorted by, of a cell in it, and all of these set."""


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
    """One search.

    known: by position the depth, worth, kind of bound and best move.  useful: how often a move cut a line off; answers:
    the two that did so last, by their distance from the first.
    overrides: whether Citadel or Wagon may be taken whatever duty stands.  [WC-OBL-08]
    """

    bound: int
    overrides: bool = True
    positions: int = 0
    spent: bool = False
    known: dict[Key, tuple[int, int, str, Step | None]] = field(default_factory=dict)
    useful: dict[str, list[list[int]]] = field(default_factory=lambda: {side: _noughts() for side in SIDES})
    answers: dict[int, tuple[Step, ...]] = field(default_factory=dict)

    def look(self) -> None:
        """Count a position; Enough where that is one too many."""
        if self.positions >= self.bound:
            self.spent = True
            raise Enough
        self.positions += 1

    def best(self, node: Node, depth: int, alpha: int, beta: int, ply: int, *, passed: bool = False) -> int:
        """The worth of a position to the side to move, as far as it lies between two bounds.

        passed: whether it came about by a move left out, which is not done twice running.
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
            # Whoever stands so well that he could leave a move out need not be looked at so closely.
            idle = -self.best(node.passed(), depth - 3, -beta, 1 - beta, ply + 1, passed=True)
            if beta <= idle < SURE:
                return idle
        # Near the end of a line a quiet move changes what is on the board and no more: one that changes too little is left out.
        need = alpha - node.worth - HOPE * (depth - 1) if depth < 3 and not duty else -WIN
        moves = self.ordered(node, found, held[3] if held is not None else None, ply, need)
        return self.tried(node, moves, depth, alpha, beta, ply, calm=not duty, top=alpha if need > -WIN else -WIN)

    def tried(
        self, node: Node, moves: list[Step], depth: int, alpha: int, beta: int, ply: int, *, calm: bool, top: int
    ) -> int:
        """The worth of the best of some moves, the likeliest first.

        calm: whether no duty binds the side to move.  top: what those may be worth that were left out.
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
                self.cut_off(node.position.own.side, step, depth, ply)
                break
        kind = "least" if top >= beta else "most" if top <= floor else "exact"
        self.known[node.key] = (depth, _at(top, ply), kind, chosen)
        return top

    def worth_of(self, node: Node, depth: int, alpha: int, beta: int, ply: int, *, first: bool, less: int) -> int:
        """The worth of a position to whoever has just moved: all but the first move are only asked whether they are better."""
        if first:
            return -self.best(node, depth, -beta, -alpha, ply)
        worth = -self.best(node, depth - less, -alpha - 1, -alpha, ply)
        if worth > alpha and less:
            worth = -self.best(node, depth, -alpha - 1, -alpha, ply)
        if alpha < worth < beta:
            worth = -self.best(node, depth, -beta, -alpha, ply)
        return worth

    def cut_off(self, side: str, step: Step, depth: int, ply: int) -> None:
        """Remember a move that made the rest needless."""
        self.useful[side][step[0]][step[1]] += depth * depth
        before = self.answers.get(ply, ())
        if step not in before:
            self.answers[ply] = (step, *before[:1])

    def settled(self, node: Node, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The worth of a position once the captures that offer themselves are made."""
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
        """Moves, the likeliest first: what was best before, captures of great by small, what cut off elsewhere.

        need: quiet moves that change the worth of their figure by no more are left out.
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
    """The worth of a position so many moves from the first: a game won in so many moves is won in as many from there."""
    if abs(worth) < SURE:
        return worth
    return worth + ply if worth > 0 else worth - ply


def _noughts() -> list[list[int]]:
    return [[0] * SPAN for _ in range(SPAN)]


@lru_cache(maxsize=1 << 16)
def cells_of(bits: int) -> tuple[int, ...]:
    """The cells of a set, which is asked for again and again."""
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
        if search.spent or abs(chosen.worth) > SURE:
            break
    return Chosen(chosen.move, chosen.worth, chosen.depth, search.positions)


def _deepen(search: Search, position: Position, depth: int, before: Chosen, repeats: frozenset[Step]) -> Chosen | None:
    """One depth searched; what it found before the bound was reached counts once the best move of the depth before stands."""
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
