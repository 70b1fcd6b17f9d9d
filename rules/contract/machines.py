"""Who plays a game in a person's stead: the opponent of a book, or an engine that speaks UCI.

A position is what the side that plays may see of it, and nothing else.  Neither clock nor die: the same position, side and
level give the same orders on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.data import Options, Order, Position
from rules.errors import Invalid
from rules.values.sentence import say


@dataclass(frozen=True)
class Level:
    """A strength of an opponent.  level: 1 is the weakest.  says: what to expect of it."""

    level: int
    title: str
    says: str


@dataclass(frozen=True)
class ForEngine:
    """A position as an engine is asked about it.

    fen: in Forsyth's notation.  moves: the orders that our laws leave open, by the move as UCI writes it; the engine
    chooses among these.  first: orders to be given instead of any move.  agree: the order by which a draw that was
    offered is accepted; nothing where none was.
    """

    fen: str
    moves: Mapping[str, Order]
    first: tuple[Order, ...] = ()
    agree: Order | None = None


class PlayedByPeople:
    """A book without an opponent of its own, whose positions no engine understands."""

    title: str
    levels: tuple[Level, ...] = ()

    def reply(self, position: Position, options: Options, side: str, level: int) -> tuple[Order, ...]:
        """There is no such opponent."""
        raise Invalid(say("level: {title} has no opponent of level {level}", title=self.title, level=level))

    def for_engines(self, options: Options) -> bool:
        """Never."""
        return False

    def for_engine(self, position: Position, options: Options, side: str) -> ForEngine:
        """There is no such engine."""
        raise Invalid(say("{title} is no game that an engine of chess could play", title=self.title))
