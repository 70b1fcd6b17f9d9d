"""The fields of measured facts, as a page shows and parses them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from campaigns.sight import NeedFact
from campaigns.web.desk.floor_lists import Listed
from rules.contract.answers import Part
from rules.values.sentence import say


@dataclass
class FactField:
    """One needed fact.  typed: the values of its fields, by the part of the name; choices: id to name, list by list.

    long: of the lists with too many things to stand at the field, the names that are typed.
    panel: whether it stands in the panel beside the map.
    meanwhile: a different value that has been entered since, in words.
    """

    name: str
    need: NeedFact
    choices: dict[str, Listed] = field(default_factory=dict)
    long: dict[str, Listed] = field(default_factory=dict)
    typed: dict[str, Any] = field(default_factory=dict)
    error: str = ""
    shots: list[dict[str, Any]] = field(default_factory=list)
    meanwhile: str = ""
    panel: bool = False

    @property
    def id(self) -> str:
        """The id of its field: another in the panel beside the map than in the form below it."""
        return f"p.{self.name}" if self.panel else self.name

    @property
    def standing(self) -> str:
        """The state of a reported fact with the other side's official, in words.  [KS-OFF-03]"""
        if self.need.differs is not None:
            return say("The other official measured {differs}. Measure again.", differs=self.need.differs)
        if self.need.waits:
            return say("Reported. It counts when the other side's official confirms it, or the umpire saves it.")
        return (
            say("Confirmed by {confirmed_by}.", confirmed_by=self.need.confirmed_by) if self.need.confirmed_by else ""
        )

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts to fill in for each shot."""
        return self.need.shot.parts if self.need.shot else ()

    @property
    def listed(self) -> Listed:
        """The things to choose from."""
        return self.choices.get(self.need.of, {})

    @property
    def by_name(self) -> Listed:
        """The same by typed names, where a list would be too long."""
        return self.long.get(self.need.of, {})

    @property
    def said(self) -> list[list[Any]]:
        """What is said of each shot, without empty slots."""
        each = ([one for part in shot["said"].values() for one in part] for shot in self.shots)
        return [[one for one in those if not isinstance(one, dict) or one["body"] or one["men"]] for those in each]

    @property
    def answered(self) -> bool:
        """Whether it has a value."""
        return any(value not in ("", None, [], {}) for value in self.typed.values()) or any(self.said)


@dataclass
class FactsForm:
    """All facts of a move.  orders: the fields of each order, by the key of its facts; move: those of the move.

    long: the lists of names that are on the page once.
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
        """Whether something could not be parsed."""
        return any(one.error for one in self.fields)
