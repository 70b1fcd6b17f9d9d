"""The working copy of a floor while one side's move is adjudicated: what the fields of all books share."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from rules.contract.events import Event
from rules.errors import Illegal, Refused
from rules.floor.force import OnAFloor
from rules.floor.given import Given
from rules.values.chance import Chance
from rules.values.sentence import say, word

P = TypeVar("P", bound=OnAFloor)
F = TypeVar("F")


class FieldOfAMove(Generic[P, F]):
    """One side's move in the making.  P: the book's position; F: its facts of a move.

    side, enemy: the one that moves and the other; number: of this own move of ``side``.
    spent: parts of the move spent, by id; shots: shots fired, by gun; given: the orders of the move that stand so far.
    """

    def __init__(self, position: P, side: str, facts: F, chance: Chance) -> None:
        self.position = position
        self.side = side
        self.enemy = position.enemy_of(side)
        self.number = position.own_moves[side] + 1
        self.facts = facts
        self.chance = chance.for_move(side, self.number)
        self.events: list[Event] = []
        self.spent: dict[str, int] = {}
        self.shots: dict[str, int] = {}
        self.notes: dict[str, Any] = {}
        self.given = Given()

    def copy(self) -> Self:
        """A copy that can be changed without changing this field; nested containers are copied by the book."""
        new = object.__new__(type(self))
        for name, value in self.__dict__.items():
            new.__dict__[name] = value.copy() if isinstance(value, (dict, list, set)) else value
        return new

    def other(self, side: str) -> str:
        """The other side."""
        return self.enemy if side == self.side else self.side

    def emit(self, event: Event) -> None:
        """Add an event to those of the move."""
        self.events.append(event)


def nothing(thing: str, identity: str) -> Refused:
    """The refusal of an order about something absent or hidden: the same for both.  [E-NONE]"""
    return Illegal("E-NONE", say("There is no {thing} {identity} on your map.", thing=word(thing), identity=identity))
