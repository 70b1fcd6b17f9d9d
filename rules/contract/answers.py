"""What books answer with beside plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Plain = dict[str, Any]


@dataclass(frozen=True)
class Checked:
    """An order that may be given: what it costs, what it says, and what to beware of.

    cost: share of the move, as people read it (``1/2``); left: what remains after it.
    reading: the order read back in plain words.  warnings: code, clause, sentence of each.
    """

    cost: str
    left: str
    reading: str
    warnings: tuple[Plain, ...] = ()


@dataclass(frozen=True)
class Need:
    """A fact that people must measure before a move can be adjudicated.

    order: the place of the order that needs it among those given, or none for the move itself.
    key: the key under ``measured``; kind: ``length``, ``count``, ``counts``, ``ids``, ``flag``, ``shells`` or ``shots``.
    subject: the thing it is about; question: what is asked, in words; known: the engine's own figure, if it has one.
    """

    order: int | None
    key: str
    kind: str
    subject: str
    question: str
    clause: str
    known: Any = None
    times: int = 1


@dataclass(frozen=True)
class Finding:
    """What the rules work out of a move.

    position: plain data of the position it leaves.  events: each with event, clause, side, told (``all`` or ``own``),
    inputs and sum.  refused: order (its place), code, clause, sentence.  reckoning: changes of men, horses and
    packets with their causes, for the ledgers: side, account, kind, amount, cause, clause.
    """

    position: Plain
    events: tuple[Plain, ...]
    refused: tuple[Plain, ...]
    reckoning: tuple[Plain, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An order that a thing may be given now: its name, its words, what it costs and what it still asks for.

    order: the order as plain data, complete but for the keys named in ``asks``; blocked: why it is not to be had, if it is not.
    """

    order: Plain
    title: str
    cost: str
    asks: tuple[Plain, ...] = ()
    blocked: Plain | None = None
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
