"""What happens in a game of War-Chess, one frozen class each."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.events import Event
from rules.values.codec import FLAG, IDENTITY, TEXT, FieldType, choice, key
from rules.war_chess.field.board import CELLS, read_cell
from rules.war_chess.field.figures import SIDES, read_figure

CELL = FieldType(
    read_cell,
    int,
    {"anyOf": [{"type": "integer", "minimum": 1, "maximum": len(CELLS)}, {"type": "string"}]},
)
FIGURE = FieldType(read_figure, str, {"type": "string", "pattern": "^(a[LICAW]|d[LICAX])$"})
SIDE = choice(*SIDES)


@dataclass(frozen=True, kw_only=True)
class FigureMoved(Event):
    """A figure went from one cell to another; taken: the figure that stood there.  [WC-MOV-01, WC-CAP-01]"""

    name = "figure-moved"
    figure: str = key(FIGURE)
    origin: int = key(CELL, name="from")
    target: int = key(CELL, name="to")
    taken: str = key(FIGURE, "")


@dataclass(frozen=True, kw_only=True)
class FigureTaken(Event):
    """A figure was taken and left the board for good.  side: its owner's.  [WC-CAP-01]"""

    name = "figure-taken"
    figure: str = key(FIGURE)
    at: int = key(CELL)


@dataclass(frozen=True, kw_only=True)
class DutyLapsed(Event):
    """A duty that no move could meet lapsed in this turn.  duty: its clause.  [WC-OBL-06]"""

    name = "duty-lapsed"
    duty: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class TurnPassed(Event):
    """A side without a legal move passed.  [WC-END-06]"""

    name = "turn-passed"


@dataclass(frozen=True, kw_only=True)
class LotDrawn(Event):
    """The lot chose the side that begins.  [WC-TRN-01]"""

    name = "lot-drawn"


@dataclass(frozen=True, kw_only=True)
class DrawOffered(Event):
    """A side offered a draw; the offer stands until the other has moved.  [WC-END-07]"""

    name = "draw-offered"


@dataclass(frozen=True, kw_only=True)
class GameWon(Event):
    """The game was won by a side.  time: because the other's time ran out.  [WC-END-01 to WC-END-05]"""

    name = "game-won"
    winner: str = key(IDENTITY)
    time: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class GameDrawn(Event):
    """The game was drawn.  [WC-END-06, WC-END-07]"""

    name = "game-drawn"


EVENTS: tuple[type[Event], ...] = (
    FigureMoved,
    FigureTaken,
    DutyLapsed,
    TurnPassed,
    LotDrawn,
    DrawOffered,
    GameWon,
    GameDrawn,
)
