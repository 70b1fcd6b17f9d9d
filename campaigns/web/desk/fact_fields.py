"""The fields of measured facts, as a page draws them and reads them back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from campaigns.web.desk.floor_lists import Listed


@dataclass
class FactField:
    """One fact asked for.  typed: what stands in its fields, by the part of the name; choices: id to name, by kind.

    long: of the kinds with too many things to be listed at the field, the names that are typed.
    by: the post that measured it, if anybody has.  meanwhile: what has been taken down otherwise since, in words.
    standing: whether it waits to be confirmed, or by whom it was.
    """

    name: str
    key: str
    kind: str
    question: str
    clause: str
    times: int
    is_open: bool
    typed: dict[str, Any]
    choices: dict[str, Listed] = field(default_factory=dict)
    subject: str = ""
    by: str = ""
    error: str = ""
    shots: list[dict[str, Any]] = field(default_factory=list)
    meanwhile: str = ""
    standing: str = ""
    long: dict[str, Listed] = field(default_factory=dict)

    @property
    def answered(self) -> bool:
        """Whether something stands in it."""
        return any(value not in ("", None, [], {}) for value in self.typed.values()) or any(
            slot["body"] for shot in self.shots for slot in shot["slots"]
        )


@dataclass
class FactsForm:
    """All facts of a move.  orders: the fields of each order, by the key of its facts; move: those of the move.

    long: the lists of names that stand once on the page.
    """

    orders: dict[str, list[FactField]]
    move: list[FactField]
    long: dict[str, Listed] = field(default_factory=dict)
    given: dict[str, dict[str, Any]] = field(default_factory=dict)
    move_facts: dict[str, Any] = field(default_factory=dict)

    @property
    def fields(self) -> list[FactField]:
        """Every field, those of the orders first."""
        return [*(one for those in self.orders.values() for one in those), *self.move]

    @property
    def faulty(self) -> bool:
        """Whether something was not understood."""
        return any(one.error for one in self.fields)
