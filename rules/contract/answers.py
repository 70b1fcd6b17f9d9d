"""The answers of books other than plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.contract.data import Event, Order, Position, Reckoned, RefusedOrder
from rules.errors import Reason


@dataclass(frozen=True)
class Checked:
    """An order that may be given: its cost, its read-back and its warnings.

    cost: share of the move, as people read it (``1/2``); left: what remains after it.
    reading: the order read back in plain words.  warnings: code, clause, sentence of each.
    whole: inches of a whole move across country for the thing that is ordered, of which cost and left are shares; 0 if the
    book counts none for it.
    """

    cost: str
    left: str
    reading: str
    warnings: tuple[Reason, ...] = ()
    whole: int = 0


@dataclass(frozen=True)
class Rails:
    """The line along which a length goes, in inches: its points, and how far along it the thing stands.

    turn: the key of the direction, ``forward`` for farther along it or ``back``.
    """

    line: tuple[Sequence[int | float], ...]
    at: int | float
    turn: str


@dataclass(frozen=True)
class Ask:
    """One key of an order on offer that is still to be filled in.

    kind: ``path``, ``line``, ``spot``, ``aim``, ``angle``, ``length``, ``count``, ``counts``, ``packets``, ``flag``, ``id``,
    ``choice``, ``target`` or ``targets``.  label: the question.  values: what may be chosen, or the least and the most.
    optional: whether it may be left out.  begins: the initial value.  most: the limit of each of the values;
    due: the total of each side.  each, times: so many equal parts are asked for, each under that key.  fact: the fact
    measured instead if no path is drawn.  with_itself: whether the ordered thing stands first among the chosen.
    reach: the layer of the map whose first reach is the most that may be chosen.  rails: the line of a length that goes along one.
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
    reach: str = ""
    rails: Rails | None = None


COUNTS, EFFECTS, DEGREES, IDS = "counts", "effects", "degrees", "ids"
"""How the things that a shot touched are reported: men of each, men of each in each way, the degree for each, or ids only."""


@dataclass(frozen=True)
class Part:
    """What is asked of each of several shots about the things of one list.

    key: its key among the facts of a shot; for degrees, followed by the word of each.  of: the list.
    one, nothing: the words for one of them and for none.  men: the label of their number; besides: the key of a number that is
    also asked.  ways: the effects or degrees, each with its label.
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
    """What is asked of each of several shots.  misses: the label of the tick for shots that are not filled in.

    more: the label of the slots that are folded away after the first; if empty, none are folded away.
    """

    parts: tuple[Part, ...]
    misses: str
    more: str = ""


@dataclass(frozen=True)
class Record:
    """Facts asked together: each part, and what is said to a person who gives one of them without the others."""

    parts: tuple[Ask, ...]
    wanted: str


@dataclass(frozen=True)
class Need:
    """A fact that people must measure before a move can be adjudicated.

    order: the index of the order that needs it, or None for the move itself.
    key: the key under ``measured``; kind: ``length``, ``count``, ``counts``, ``ids``, ``groups``, ``supply``, ``flag``,
    ``shells``, ``shots`` or ``effects``.
    subject: the thing it is about; question: as shown; known: the engine's own figure, if it has one.
    of: the list of things (``Pieces.listed``) that it chooses from.  shot: what is asked of each of ``times`` shots.
    record: its parts, if it has several.
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


GLIMPSE, SEEN, KNOWN = "glimpse", "seen", "known"
"""The grades in which a thing is seen, the least first; an empty word if it is not.  [HOUSE-SIGHT-02]"""


DAY, DUSK, NIGHT = LIGHTS = ("day", "dusk", "night")
"""By which light one looks, the clearest first: by day, at dusk or in mist, by night or in fog.  [HOUSE-SIGHT-05]"""


@dataclass(frozen=True)
class Sightline:
    """How one thing looks at another of the other side: whether it sees it, and why not.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]

    looker, target: ids.  grade: ``glimpse``, ``seen`` or ``known``; empty if it does not see it.  start, end: of the line
    that counts, x and y in inches; length: its own, and reach: the farthest at which it would be glimpsed, in sixteenths.
    why: the measure, that it is too far, or what stops the line; in a sentence, with its clause.  stopped: where it is
    stopped, in inches.
    """

    looker: str
    target: str
    grade: str
    start: tuple[float, float]
    end: tuple[float, float]
    length: int
    reach: int
    why: str
    clause: str
    stopped: tuple[float, float] | None = None


@dataclass(frozen=True)
class Finding:
    """The result of a move by the rules.

    position: the one after the move.  events: each with event, clause, side, told (``all`` or ``own``), inputs and sum.
    reckoning: changes of men, horses and packets with their causes, for the ledgers.
    ruled: those of them that the umpire ruled of the fire; overruled: what the umpire ruled of the whole, besides.

    It is plain data, as it is stored in a row and parsed again by another process.
    """

    position: Position
    events: tuple[Event, ...]
    refused: tuple[RefusedOrder, ...]
    reckoning: tuple[Reckoned, ...] = ()
    ruled: tuple[Reckoned, ...] = ()
    overruled: tuple[Reckoned, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An order that a thing may be given now: its name, label, cost and what it still asks for.

    order: as plain data, complete except for the keys named in ``asks``; blocked: why it is not possible, if it is not.
    first: whether it is what a press on a map means for this thing: its default verb.
    whole: as of ``Checked``.
    """

    order: Order
    title: str
    cost: str
    asks: tuple[Ask, ...] = ()
    blocked: Reason | None = None
    group: str = ""
    clause: str = ""
    first: bool = False
    whole: int = 0

    @property
    def gesture(self) -> str:
        """What is pressed on a map for it: ``way`` the ground, ``target`` a thing, ``aim`` either; empty if only fields are filled in.

        >>> march = Choice(Order({}), "March", "", (Ask("path", "path", "The way"), Ask("from", "target", "Away from", optional=True)))
        >>> march.gesture, Choice(Order({}), "Mount", "1/2").gesture
        ('way', '')
        """
        asked = sorted(self.asks, key=lambda ask: ask.optional)
        return next((GESTURES.get(ask.kind, "way") for ask in asked if ask.kind in GESTURES or ask.rails), "")


GESTURES = {"path": "way", "line": "way", "spot": "way", "target": "target", "targets": "target", "aim": "aim"}
"""What is pressed on a map for a key of each kind."""

POINTING = ("way", "aim", "target")
"""The gestures, the one first that a press on a map more likely means."""


def with_a_default(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Orders on offer with one of those that are possible marked as the default, unless one is: to go, else to fire or to fight.

    Of each gesture only the heading that comes first counts, so that nobody digs because there is no march left.
    """
    offered = tuple(choices)
    if any(one.first and one.blocked is None for one in offered):
        return offered
    plain = tuple(replace(one, first=False) if one.first else one for one in offered)
    chosen = next((one for gesture in POINTING if (one := _default(plain, gesture)) is not None), None)
    return tuple(replace(one, first=True) if one is chosen else one for one in plain)


def _default(choices: Sequence[Choice], gesture: str) -> Choice | None:
    """The first possible order of a gesture under the heading of the first one."""
    of_it = [one for one in choices if one.gesture == gesture]
    return next((one for one in of_it if one.group == of_it[0].group and one.blocked is None), None)


@dataclass(frozen=True)
class OptionRow:
    """One row of a book's register of options.

    says: what it is about.  implies: what each value implies; for a flag, under ``yes`` and ``no``.
    """

    key: str
    default: Any
    clause: str
    says: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    implies: Mapping[str, str] = field(default_factory=dict)
