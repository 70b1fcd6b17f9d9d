"""A position in the opponent's search, with its worth and its key, both updated from move to move."""

from __future__ import annotations

from rules.war_chess.field.board import CELLS
from rules.war_chess.field.figures import ATTACKER, DEFENDER, WAGON
from rules.war_chess.field.position import Position
from rules.war_chess.machine.evaluation import WORTH, weigh, worths_of

Key = int

SPAN = len(CELLS) + 1
"""Length of a list by cell; there is no cell 0."""

MARKS = {
    side: {kind: [(number + 1 + 6 * place) << (4 * cell) for cell in range(SPAN)] for number, kind in enumerate(WORTH)}
    for place, side in enumerate((ATTACKER, DEFENDER))
}
"""By side, kind and cell: four bits of the key of a position, so that every key is unique."""

TURN = 1
"""The bit of the key for the side to move; there is no cell 0."""


class Node:
    """A position in a search.  worth: to the side to move, now; key: identifies the position."""

    __slots__ = ("each", "key", "position", "worth")

    def __init__(self, position: Position, worth: int, key: Key) -> None:
        self.position = position
        self.worth = worth
        self.key = key
        self.each = worths_of(position.own, position.foe)

    def change(self, origin: int, target: int) -> int:
        """The change of a figure's worth by a move that takes nothing."""
        row = self.each[self.position.own.figures[origin]]
        return row[target] - row[origin]

    def after(self, origin: int, target: int) -> Node:
        """The position after a move."""
        own, foe = self.position.own, self.position.foe
        kind, taken = own.figures[origin], foe.figures.get(target)
        position = self.position.moved(origin, target)
        marks = MARKS[own.side][kind]
        key = self.key ^ TURN ^ marks[origin] ^ marks[target]
        if taken is not None:
            key ^= MARKS[foe.side][taken][target]
        if taken is None and kind != WAGON:
            return Node(position, -self.worth - self.change(origin, target), key)
        return Node(position, weigh(position), key)

    def passed(self) -> Node:
        """The same position with the other side to move."""
        return Node(self.position.again(), -self.worth, self.key ^ TURN)


def node_of(position: Position) -> Node:
    """A position to be searched."""
    return Node(position, weigh(position), key_of(position))


def key_of(position: Position) -> Key:
    """The key that identifies a position in a search."""
    found = TURN if position.own.side == ATTACKER else 0
    for army in (position.own, position.foe):
        for cell, kind in army.figures.items():
            found ^= MARKS[army.side][kind][cell]
    return found
