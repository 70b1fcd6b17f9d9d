"""The plain data that passes between a book and the campaigns, with a type for each kind.

All of it is what JSON holds, in the form of the public test kit, so that it can be stored and shown as it is.  Its content
is the book's own affair; the types only keep one kind from being taken for another.
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
"""What one side or an observer may know of a position."""

Order = NewType("Order", dict[str, Any])
"""An order in its normal form; its name is under ``order``."""

Facts = NewType("Facts", dict[str, Any])
"""What people measured for a move, by key."""

Chance = NewType("Chance", dict[str, Any])
"""The secret seed of a battle, and the result of a real coin."""

Event = NewType("Event", dict[str, Any])
"""Something that happened, complete or as one side knows it; its name is under ``event``."""

Points = dict[str, int | float]
"""Points by side or by line; halves as decimals."""


class Said(TypedDict):
    """A sentence with its clause."""

    clause: str
    sentence: str


class Duty(Said):
    """What a thing must do.  binds: whether it may do nothing else, if that is known."""

    binds: NotRequired[bool]


class RefusedOrder(Reason):
    """An order that was not carried out.  order: its index among those given."""

    order: int


class Change(TypedDict):
    """What an umpire rules of a thing: a new value of a field (None sets the default), that it is there, or that it is not.

    One of three: key and value; add, the plain data of a new thing; or remove.  cause, clause: of the ruling, for the ledgers.
    """

    group: str
    thing: str
    key: NotRequired[str]
    value: NotRequired[Any]
    add: NotRequired[Mapping[str, Any]]
    remove: NotRequired[bool]
    cause: NotRequired[str]
    clause: NotRequired[str]


class Misplaced(TypedDict):
    """A thing whose place may be a slip.  kind: ``outside``, ``water``, ``house`` or ``other``; sentence: of it, without a full stop."""

    thing: str
    kind: str
    sentence: str


class Oddity(TypedDict):
    """What an umpire should look at in a position before it begins.  kind: a word for it; sentence: without a full stop.

    thing: empty where it is about the whole side.
    """

    thing: str
    side: str
    kind: str
    sentence: str
    clause: str


class Reckoned(TypedDict):
    """A change of what the ledgers count.  account: the thing.  kind: of packet, ``men``, ``horses`` and so on.

    passage: whether an umpire put the thing itself down, or took it away.
    """

    side: str
    account: str
    kind: str
    amount: int
    cause: str
    clause: str
    passage: NotRequired[bool]


class Want(TypedDict):
    """What a side will need from its stores.  own_move: due at its close; reckoned: the men, horses or rifles that it is for."""

    own_move: int
    kind: str
    packets: int
    reckoned: int
    clause: str


class Reach(TypedDict):
    """How far a thing reaches from ``at``, in inches.

    kind: march, charge, fire, supply, six-inch, retire or threat.  outline: its edge, if it is no circle.  arc: the two
    bearings that limit it, if it is not all round.
    """

    kind: str
    title: str
    inches: int | float
    clause: str
    at: list[int | float]
    outline: NotRequired[list[list[float]]]
    arc: NotRequired[list[int]]


class Lit(TypedDict):
    """What of a country is seen, by square cells.

    cell: the side of one, in inches.  rows: from south to north, each the number of the row, and then the first cell and
    the number of cells of each strip, from west to east; rows and cells count from the south-west corner.
    seen: how many are lit; of: how many there are, 0 where the country has no limits.
    """

    cell: int
    seen: int
    of: int
    rows: list[list[int]]


class Trace(TypedDict):
    """What a map shows of an order in force or of an event, in inches.

    kind: march, retire, charge, fire, shell, fight, work, loss or arrival, and sight or stopped of what only an umpire asks.
    of: the index of its order or event; -1 for what the reader saw move or appear though no event that he may know tells
    of it.  thing: whose.
    line: its points in their sequence; one point where it is only a place.  front: of a body that ends there, the bearing
    of its front.  radius: of a circle round the last point.  men: the number shown there.  target: the thing at which it
    is aimed, if one is named.  ruled: whether the umpire ruled the number.
    """

    kind: str
    of: int
    thing: str
    side: str
    line: list[list[int | float]]
    clause: NotRequired[str]
    front: NotRequired[int]
    radius: NotRequired[int | float]
    men: NotRequired[int]
    ruled: NotRequired[bool]
    target: NotRequired[str]


Heard = Literal["addressees", "side", "all"]
"""Who receives a message: the addressees, their side, or the enemy too."""


class Channel(TypedDict):
    """A way to send a message."""

    key: str
    title: str
    says: str
    heard: Heard
    clause: str


class Result(TypedDict, total=False):
    """The end of a battle; empty while it goes on.  conceded: whether the loser gave it up."""

    winner: str
    draw: bool
    conceded: bool
    clause: str


class Written(TypedDict):
    """A move of a game: its squares and its notation."""

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


class BoardLayer(TypedDict):
    """Something that a board shows on demand: cells by the side whose men make them so, with the clause that says it."""

    key: str
    title: str
    clause: str
    cells: dict[str, list[int]]


class Board(TypedDict, total=False):
    """A board to be drawn, as a side, an ``observer`` or the umpire may know it; empty if there is none.

    shape: ``squares`` or ``diamonds``.  low: the side drawn below; shades: ``light`` or ``dark`` of each side.
    cells: cell, x, y, kind, name and id of each, counted from the bottom left.  water, stream, strokes: places and
    lines of a river, in the units of x and y.  men: by cell.  marks: cells by what they are.  blind: whether any of it
    is hidden.  writes: the keys of an order for a move written in notation; calls: whether check is
    said; touches: the orders for a cell other than moving.  score: the moves in notation, in pairs of
    light and dark, each with its number.  to_move: the side.  taken: the men taken so far, as far as they are known, if
    the position keeps them; figures: men by the code under ``taken`` of an event, if it does not.  layers: shown on
    demand.
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
    taken: list[Man]
    figures: dict[str, Man]
    layers: list[BoardLayer]


class Lesson(TypedDict, total=False):
    """The board after some moves; for a rulebook's problem, also their result.

    ends: where each man may go, by its square.  reply: the best one to the last move (``move``, ``written``), if
    there is one; replies: all of them.
    said: ``begin``, ``right``, ``wrong`` or ``solved``.
    """

    board: Board
    line: list[Written]
    reply: dict[str, str]
    replies: list[Written]
    ends: dict[str, list[str]]
    said: str
