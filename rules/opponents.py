"""Who plays a game on a board in a person's stead: the opponent of a book, or an engine that speaks UCI.

Plain data goes in and out, as with the books.  A position is what the side that plays may see of it, and nothing else.
Neither clock nor die: the same position, side and level give the same orders on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.book import Plain, book
from rules.errors import Illegal, Invalid
from rules.seated import swapped


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
    moves: Mapping[str, Plain]
    first: tuple[Plain, ...] = ()
    agree: Plain = field(default_factory=dict)


HOUSE = ("war-chess",)
"""The books that bring an opponent of their own."""

FOR_ENGINES = ("chess-1879", "chess-laws")
"""The books whose positions an engine of chess understands."""


def levels(key: str) -> tuple[Level, ...]:
    """The strengths of a book's own opponent, the weakest first; none where it has none."""
    if key not in HOUSE:
        return ()
    from rules.war_chess.answering import LEVELS

    return LEVELS


def reply(
    key: str, position: Plain, options: Plain, seats: Mapping[str, str], side: str, level: int
) -> tuple[Plain, ...]:
    """The orders of a side at its turn, by its book's own opponent; never one that the book would refuse.

    seats: side of the book to side of the campaign, where they differ.  Invalid where there is no such opponent.
    """
    if level not in [one.level for one in levels(key)]:
        raise Invalid(f"level: {book(key).title} has no opponent of level {level}")
    from rules.war_chess.answering import answer

    names = _names(seats)
    return tuple(
        swapped(order, names) for order in answer(swapped(position, names), options, names.get(side, side), level)
    )


def for_engine(key: str, position: Plain, options: Plain, seats: Mapping[str, str], side: str) -> ForEngine:
    """A position of chess as an engine is asked about it.

    Illegal in the Kriegspiel, whose player must not know what an engine has to be told.  [CHK-24]
    """
    if key not in FOR_ENGINES:
        raise Invalid(f"{book(key).title} is no game that an engine of chess could play")
    if options.get("kriegspiel") not in (None, False, "off"):
        raise Illegal("E-BLIND", "In the Kriegspiel no engine plays: it would have to be shown every man.", "CHK-24")
    from rules.chess.engine import asked

    names = _names(seats)
    return asked(key, swapped(position, names), options, names.get(side, side))


def _names(seats: Mapping[str, str]) -> dict[str, str]:
    """Sides of the campaign to sides of the book, and back."""
    other = {mine: theirs for mine, theirs in seats.items() if mine != theirs}
    return {**other, **{theirs: mine for mine, theirs in other.items()}}


def facing(key: str, options: Mapping[str, Any], engine: str) -> bool:
    """Whether an opponent can be had in a game under such options.  engine: ``house`` or ``uci``."""
    if engine == "house":
        return key in HOUSE
    return key in FOR_ENGINES and options.get("kriegspiel") in (None, False, "off")
