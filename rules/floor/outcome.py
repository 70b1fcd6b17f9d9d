"""The outcome of a move on a floor: the position after it, what happened, and which orders were refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.contract import data
from rules.contract.data import Reckoned, RefusedOrder
from rules.contract.events import Event
from rules.errors import Refused
from rules.values.value import Value

P = TypeVar("P")


@dataclass(frozen=True)
class Refusal(Value):
    """An order that was refused: its index among the orders given, and why."""

    order: int
    refused: Refused

    def data(self) -> RefusedOrder:
        """The refusal as plain data."""
        return {"order": self.order, **self.refused.data()}


@dataclass(frozen=True)
class Outcome(Value, Generic[P]):
    """The outcome of a move: the position after it, what happened, which orders were refused, and what an umpire ruled on the way.

    eyes: for each event what each side is told of it, by side, where what cannot be seen is hidden; else empty.
    """

    position: P
    events: tuple[Event, ...]
    refused: tuple[Refusal, ...]
    ruled: tuple[Reckoned, ...] = ()
    eyes: tuple[Mapping[str, data.Event], ...] = ()

    def told(self) -> Iterator[data.Event]:
        """The events as plain data; where what cannot be seen is hidden, each with what each side is told of it, under ``eyes``."""
        for number, event in enumerate(self.events):
            yield data.Event({**event.data(), "eyes": self.eyes[number]}) if self.eyes else event.data()
