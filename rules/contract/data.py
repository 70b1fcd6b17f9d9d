"""The plain data that crosses between a book and the campaigns, each kind under its own name.

All of it is what JSON holds, in the form of the public test kit, so that it can be stored and shown as it is.  What stands in
it is the book's own affair; that one kind is not taken for another is held by the types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NewType, NotRequired, TypedDict

from rules.errors import Reason

Start = NewType("Start", dict[str, Any])
"""What a battle begins with, as an umpire writes it."""

Country = NewType("Country", dict[str, Any])
"""A country in its normal form."""

Options = NewType("Options", dict[str, Any])
"""Every option of a book with its value."""

Position = NewType("Position", dict[str, Any])
"""The true state of a battle between two moves."""

Known = NewType("Known", dict[str, Any])
"""What one side, or an observer, may know of a position."""

Order = NewType("Order", dict[str, Any])
"""An order in its normal form; which one it is stands under ``order``."""

Facts = NewType("Facts", dict[str, Any])
"""What people measured of a move, under its keys."""

Chance = NewType("Chance", dict[str, Any])
"""The secret seed of a battle, and the fall of a real coin."""

Event = NewType("Event", dict[str, Any])
"""Something that happened, whole or as one side was told of it; what it was stands under ``event``."""

Points = dict[str, int | float]
"""By side or by line; halves as decimals."""


class Said(TypedDict):
    """A sentence and the clause that it rests on."""

    clause: str
    sentence: str


class Duty(Said):
    """What is owed.  binds: whether nothing else may be done, where that is told."""

    binds: NotRequired[bool]


class RefusedOrder(Reason):
    """An order that was not carried out.  order: its place among those given."""

    order: int


class Change(TypedDict):
    """Another value that an umpire rules of a thing; none takes the key back to its default."""

    group: str
    thing: str
    key: str
    value: Any


class Reckoned(TypedDict):
    """A change of what the ledgers count.  account: the thing.  kind: of packet, ``men``, ``horses`` and their like."""

    side: str
    account: str
    kind: str
    amount: int
    cause: str
    clause: str


class Want(TypedDict):
    """What a side will ask of its stores.  own_move: at whose close; reckoned: the men, horses or rifles that it is for."""

    own_move: int
    kind: str
    packets: int
    reckoned: int
    clause: str


class Reach(TypedDict):
    """How far a thing reaches from ``at``, in inches.

    kind: march, charge, fire, supply, six-inch, retire or threat.  outline: its edge, where that is no circle.  arc: the
    bearings from which to which it holds, where it does not hold all round.
    """

    kind: str
    title: str
    inches: int | float
    clause: str
    at: list[int | float]
    outline: NotRequired[list[list[float]]]
    arc: NotRequired[list[int]]


Heard = Literal["addressees", "side", "all"]
"""Who hears what is said: those addressed, their side, or the enemy too."""


class Channel(TypedDict):
    """A way to send word."""

    key: str
    title: str
    says: str
    heard: Heard
    clause: str


class Result(TypedDict, total=False):
    """The end of a battle; empty while it goes on.  conceded: whether its loser gave it up."""

    winner: str
    draw: bool
    conceded: bool
    clause: str


class Written(TypedDict):
    """A move of a game: its squares, and how it is written."""

    move: str
    written: str


class Line(TypedDict):
    """A line of a rulebook to be played through."""

    title: str
    moves: list[Written]


class Man(TypedDict):
    """A man on a board."""

    side: str
    shade: str
    kind: str
    name: str


class Board(TypedDict, total=False):
    """A board as a side, an ``observer`` or the umpire may know it, to be drawn; empty where there is none.

    shape: ``squares`` or ``diamonds``.  low: the side drawn below; shades: ``light`` or ``dark`` of each side.
    cells: cell, x, y, kind, name and id of each, counted from below on the left.  water, stream, strokes: places and
    lines of a river, in the measure of x and y.  men: by cell.  marks: cells by what they are.  blind: whether any of it
    is hidden.  writes: the keys of an order under which a move may be written instead of shown; calls: whether check is
    said; touches: orders that may be given to a cell beside moving.  score: the moves as they are written, in pairs of
    light and dark, each with its number.  to_move: the side.
    """

    shape: str
    low: str
    to_move: str
    shades: dict[str, str]
    cells: list[dict[str, int | str]]
    water: list[Any]
    stream: list[Any]
    strokes: list[Any]
    marks: Mapping[str, Sequence[int | str]]
    men: dict[str, Man]
    blind: bool
    writes: list[str]
    calls: bool
    touches: list[str]
    score: list[dict[str, int | str]]


class Lesson(TypedDict, total=False):
    """The board after some moves; of a rulebook's problem what came of them besides.

    ends: where each man may go, by the square that he stands on.  reply: the best one to the last move (``move``, ``written``), if
    there is one; replies: all of them.
    said: ``begin``, ``right``, ``wrong`` or ``solved``.
    """

    board: Board
    line: list[Written]
    reply: dict[str, str]
    replies: list[Written]
    ends: dict[str, list[str]]
    said: str
