"""The machines that play instead of a person: the opponent of a book, or a UCI engine.

They are given only what their side may see of a position.  They use no clock and no dice: the same position, side and
level give the same orders on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.data import Options, Order, Position
from rules.errors import Invalid
from rules.values.sentence import of_field, say


@dataclass(frozen=True)
class Level:
    """A strength of an opponent.  level: 1 is the weakest.  says: what to expect of it."""

    level: int
    title: str
    says: str


@dataclass(frozen=True)
class ForEngine:
    """A position in the form in which an engine is asked.

    fen: in Forsyth's notation.  moves: the orders that our laws allow, by the move in UCI notation; the engine
    chooses among these.  first: orders to give instead of any move.  agree: the order that accepts a draw that was
    offered; None if none was.
    """

    fen: str
    moves: Mapping[str, Order]
    first: tuple[Order, ...] = ()
    agree: Order | None = None


class PlayedByPeople:
    """A book without its own opponent and without positions that an engine understands."""

    title: str
    levels: tuple[Level, ...] = ()

    def reply(self, position: Position, options: Options, side: str, level: int) -> tuple[Order, ...]:
        """Always Invalid: there is no such opponent."""
        raise Invalid(of_field("level", say("{title} has no opponent of level {level}", title=self.title, level=level)))

    def for_engines(self, options: Options) -> bool:
        """Never."""
        return False

    def for_engine(self, position: Position, options: Options, side: str) -> ForEngine:
        """Always Invalid: there is no such engine."""
        raise Invalid(say("{title} is no game that an engine of chess could play", title=self.title))
