"""What books answer with beside plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.contract.data import Event, Order, Position, Reckoned, RefusedOrder
from rules.errors import Reason


@dataclass(frozen=True)
class Checked:
    """An order that may be given: what it costs, what it says, and what to beware of.

    cost: share of the move, as people read it (``1/2``); left: what remains after it.
    reading: the order read back in plain words.  warnings: code, clause, sentence of each.
    whole: inches that a whole move is to what is ordered, across country; 0 where the book counts none.
    """

    cost: str
    left: str
    reading: str
    warnings: tuple[Reason, ...] = ()
    whole: int = 0


@dataclass(frozen=True)
class Ask:
    """One key of an order on offer that is still to be filled in.

    kind: ``path``, ``line``, ``spot``, ``aim``, ``angle``, ``length``, ``count``, ``counts``, ``packets``, ``flag``, ``id``,
    ``choice``, ``target`` or ``targets``.  label: what is asked, in words.  values: what may be chosen, or the least and the most.
    optional: whether it may be left out.  begins: what stands in it to begin with.  most: of each of the values;
    due: of each side, in all.  each, times: that so many are wanted alike, each under that key.  fact: of a path, what is
    measured where none is drawn.  with_itself: whether the thing that is ordered stands first among what is chosen.
    """

    name: str
    kind: str
    label: str
    values: Sequence[Any] = ()
    optional: bool = False
    begins: Any = None
    most: Mapping[str, int] = field(default_factory=dict)
    due: Mapping[str, int] = field(default_factory=dict)
    each: str = ""
    times: int = 1
    fact: str = ""
    with_itself: bool = False


COUNTS, EFFECTS, DEGREES, IDS = "counts", "effects", "degrees", "ids"
"""How the things are told of that a shot touched: how many men of each, how many in which way, each how far, or which."""


@dataclass(frozen=True)
class Part:
    """What is asked of each of several shots about the things of one list.

    key: under which it stands among the facts of a shot; of degrees with the word of each behind it.  of: the list.
    one, nothing: one of them and none, in words.  men: what their number is called; besides: the key of a number of them that is
    asked too.  ways: of an effect or a degree, each with its words.
    """

    kind: str
    key: str
    of: str
    one: str
    nothing: str = ""
    men: str = ""
    besides: str = ""
    ways: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Shot:
    """What is asked of each of several shots.  misses: what a tick says of all that is not filled in.

    more: in words, what is folded away of a shot but for the first slot; nothing is where it is empty.
    """

    parts: tuple[Part, ...]
    misses: str
    more: str = ""


@dataclass(frozen=True)
class Record:
    """What is asked together: each part, and what is said to whoever tells one of them and not the others."""

    parts: tuple[Ask, ...]
    wanted: str


@dataclass(frozen=True)
class Need:
    """A fact that people must measure before a move can be adjudicated.

    order: the place of the order that needs it among those given, or none for the move itself.
    key: the key under ``measured``; kind: ``length``, ``count``, ``counts``, ``ids``, ``groups``, ``supply``, ``flag``,
    ``shells``, ``shots`` or ``effects``.
    subject: the thing it is about; question: what is asked, in words; known: the engine's own figure, if it has one.
    of: the list of things (``Pieces.listed``) of which it names some.  shot: what is asked of each of ``times`` shots.
    record: the parts of a fact that has several.
    """

    order: int | None
    key: str
    kind: str
    subject: str
    question: str
    clause: str
    known: Any = None
    times: int = 1
    of: str = ""
    shot: Shot | None = None
    record: Record | None = None


@dataclass(frozen=True)
class Finding:
    """What the rules work out of a move.

    position: what it leaves.  events: each with event, clause, side, told (``all`` or ``own``), inputs and sum.
    reckoning: changes of men, horses and packets with their causes, for the ledgers.

    It is plain data, not a table, for it is kept in a row and read again by another process.
    """

    position: Position
    events: tuple[Event, ...]
    refused: tuple[RefusedOrder, ...]
    reckoning: tuple[Reckoned, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An order that a thing may be given now: its name, its words, what it costs and what it still asks for.

    order: the order as plain data, complete but for the keys named in ``asks``; blocked: why it is not to be had, if it is not.
    """

    order: Order
    title: str
    cost: str
    asks: tuple[Ask, ...] = ()
    blocked: Reason | None = None
    group: str = ""
    clause: str = ""


@dataclass(frozen=True)
class OptionRow:
    """One row of a book's register of options.

    says: what it is about.  implies: what each of its values implies, a flag's under ``yes`` and ``no``.
    """

    key: str
    default: Any
    clause: str
    says: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    implies: Mapping[str, str] = field(default_factory=dict)
