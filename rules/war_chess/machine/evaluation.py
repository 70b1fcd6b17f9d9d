"""The worth of a position: figures, and their distance from their goals.  [WC-ADV-03 to WC-ADV-07]

All values are whole points; an infantry regiment is 300.
"""

from __future__ import annotations

from functools import cache

from rules.war_chess.field.board import CELLS, STEPS
from rules.war_chess.field.figures import ATTACKER, CITADEL, DEFENDER, FOOT, GUN, HORSE, LIGHT, WAGON
from rules.war_chess.field.position import Army, Position

WORTH = {LIGHT: 330, FOOT: 300, HORSE: 420, GUN: 640, WAGON: 0, CITADEL: 5_000}
"""The worth of a battery: one or two figures.  [WC-ADV-06]"""

PULL = {ATTACKER: 10, DEFENDER: 2}
"""The worth of a step nearer to the enemy's Citadel or wagon; one more for each figure the enemy has lost.  [WC-ADV-05]"""

SALLIES = {LIGHT: 9, HORSE: 9}
"""The same to the defender of what sallies out; the others stay about the Citadel."""

GUARD = 5
"""The worth to the defender of a step of those others nearer to the own Citadel.  [WC-ADV-03]"""

SHELTER = 4
"""The worth to the wagon of a step farther from the Citadel.  [WC-ADV-07]"""


def steps_from(start: int) -> dict[int, int]:
    """The steps from a cell to every other over open steps, crossing the river only at its crossings."""
    found, waiting = {start: 0}, [start]
    for cell in waiting:
        for step in STEPS[cell].values():
            if step not in found:
                found[step] = found[cell] + 1
                waiting.append(step)
    return found


FAR = {cell: steps_from(cell) for cell in CELLS}
"""The steps from each cell to every other."""

WHOLE = 14
"""The figures of an army."""


Worths = dict[str, tuple[int, ...]]
"""The worth of each kind of figure on each cell, by the cell's number."""


@cache
def worths(side: str, prize: int, home: int, fallen: int) -> Worths:
    """The worth of a side's figures, by their distance from the enemy's prize and, for the defender, from the own one.

    prize, home: the cell of the enemy's Citadel or wagon, and of the own one, as sets; empty if there is none.
    fallen: figures that the enemy has lost.
    """
    goal = FAR[prize.bit_length() - 1] if prize else dict.fromkeys(CELLS, 0)
    guarded = FAR[home.bit_length() - 1] if home and side == DEFENDER else dict.fromkeys(CELLS, 0)
    found = {kind: [0] * (len(CELLS) + 1) for kind in WORTH}
    for cell in CELLS:
        for kind, row in found.items():
            sally = SALLIES.get(kind, 0) if side == DEFENDER else 0
            pull, guard = (sally or PULL[side]) + fallen, 0 if sally else GUARD
            row[cell] = WORTH[kind] - pull * goal[cell] - guard * guarded[cell]
        found[WAGON][cell] = SHELTER * goal[cell]
    return {kind: tuple(row) for kind, row in found.items()}


def worths_of(army: Army, foe: Army) -> Worths:
    """The worth of an army's figures, given both armies."""
    return worths(army.side, foe.prize, army.prize if army.side == DEFENDER else 0, WHOLE - len(foe.figures))


def weigh(position: Position) -> int:
    """The worth of a position to the side to move."""
    own, foe = position.own, position.foe
    return _of(own, foe) - _of(foe, own)


def _of(army: Army, foe: Army) -> int:
    """The worth of an army."""
    each = worths_of(army, foe)
    return sum([each[kind][cell] for cell, kind in army.figures.items()])
