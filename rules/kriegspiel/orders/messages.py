"""Orders that are messages, and the entries of officials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.kriegspiel.orders.order import SIGNALS, Order
from rules.values.codec import IDENTITY, IDS, TEXT, FieldType, choice, key


def _read_addressees(value: Any, where: str) -> tuple[str, ...]:
    """The addressees of a message: one name or several."""
    names: tuple[str, ...] = IDS.read(value if isinstance(value, list | tuple) else [value], where)
    return names


ADDRESSEES = FieldType(_read_addressees, list, {"anyOf": [IDENTITY.schema, IDS.schema]})


@dataclass(frozen=True, kw_only=True)
class Message(Order):
    """MESSAGE: to players of its side; a shout is heard by everybody in the room.  [KS-GENL-03, KS-GENL-04]"""

    name = "message"
    stage = SIGNALS
    to: tuple[str, ...] = key(ADDRESSEES, ())
    channel: str = key(choice("shout", "whisper", "note"), "note")
    text: str = key(TEXT)

    @property
    def subject(self) -> str:
        """A message has no subject."""
        return ""


@dataclass(frozen=True, kw_only=True)
class Entry(Order):
    """An official's entry about an order of this move.  [KS-OFF-03]

    by: the official's side; by default, the moving side's for a report and the other's for its confirmation.
    of: the thing whose order is measured; about: which of its orders, if it has several; coin: of a combat.
    """

    stage = SIGNALS
    of: str = key(IDENTITY, "")
    about: str = key(IDENTITY, "")
    coin: str = key(choice("", "heads", "tails"), "")

    @property
    def subject(self) -> str:
        """An entry has no subject."""
        return ""


@dataclass(frozen=True, kw_only=True)
class Report(Entry):
    """REPORT: a side's official enters a length, what a shot did, or a coin."""

    name = "report"


@dataclass(frozen=True, kw_only=True)
class Confirm(Entry):
    """CONFIRM: the other side's official confirms it, with or without an own measurement."""

    name = "confirm"
