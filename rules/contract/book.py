"""What every book offers to campaigns: one small interface, plain data in and out.

Campaigns, clocks, desk, record, replay and API know nothing of a book but this.
Positions, orders, facts and events cross it as plain data (what JSON holds, in
the form of the public test kit), so that they can be stored and shown as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.contract import data
from rules.contract.answers import OptionRow
from rules.contract.machines import ForEngine, Level
from rules.contract.pieces import Pieces
from rules.contract.report_sections import ReportSection
from rules.contract.table import Table


class Book(Protocol):
    """A rulebook behind the one interface."""

    key: str
    title: str
    edition: str
    sides: tuple[str, ...]
    on_board: bool
    """Whether it is played turn by turn on a board: a turn is over when the rules say so, and nothing is measured."""
    pieces: Pieces
    """What its things are called, how they look, who commands them, what is counted of them."""
    fires: frozenset[str]
    """The names of the orders of the fire stage, where a move has two stages.  [KS-TURN-02]"""
    in_both: frozenset[str]
    """The names of those of them that are given in the other stage too."""

    levels: tuple[Level, ...]
    """The strengths of the book's own opponent, the weakest first; none where it has none."""

    def reply(self, position: data.Position, options: data.Options, side: str, level: int) -> tuple[data.Order, ...]:
        """The orders of a side at its turn, by the book's own opponent; never one that the book would refuse.

        position: what the side may see.  Invalid where there is no such opponent.
        """

    def for_engines(self, options: data.Options) -> bool:
        """Whether an engine of chess can play under such options."""

    def for_engine(self, position: data.Position, options: data.Options, side: str) -> ForEngine:
        """A position of chess as an engine is asked about it.  Illegal in the Kriegspiel.  [CHK-24]"""

    def start_of_game(self, number: int) -> data.Start:
        """The start of a game of a match, counted from 1."""

    def register(self) -> tuple[OptionRow, ...]:
        """The options of the book."""

    def options(self, chosen: Mapping[str, Any]) -> data.Options:
        """All options with the chosen values; Invalid where a key or value is unknown."""

    def opening(self, start: data.Start, options: data.Options) -> data.Position:
        """The opening position, checked and complete."""

    def country(self, data: Any) -> data.Country:
        """A country in its normal form; Invalid where it is none, with the place and the reason."""

    def lay(self, start: data.Start, country: data.Country) -> data.Start:
        """A start on a country."""

    def survey(self, data: Any, **figures: Any) -> tuple[data.Country, Mapping[str, Any]]:
        """A country from GeoJSON, and the report of what was taken; Invalid where the file or a figure is none.

        figures: ``scale`` in metres to the inch, ``size`` in feet, ``origin``, ``plain``, ``interval``, ``name``.
        """

    def glance(self, data: Any, **figures: Any) -> None:
        """Refuse what can be told to be no survey without reading it through; Invalid as of ``survey``."""

    def geojson(self, country: data.Country, scale: Any = 1.0, origin: Any = None) -> Mapping[str, Any]:
        """A country as GeoJSON, in degrees from an origin, else in metres; ``survey`` makes the same country of it."""

    def table(self, position: data.Position, options: data.Options) -> Table:
        """A position, read once; Invalid where it is none of the book's."""

    def order(self, data: Mapping[str, Any]) -> data.Order:
        """An order in its normal form; Invalid where it is not understood."""

    def people(self, options: data.Options, *, has_map: bool) -> tuple[data.Said, ...]:
        """What a battle leaves people to measure; nothing where the engine knows it all.

        has_map: whether the battle has a country.
        """

    def channels(self, options: data.Options) -> tuple[data.Channel, ...]:
        """The ways in which people may send each other word; empty where the book has no messages."""

    def confirms(self, options: data.Options) -> bool:
        """Whether what one side's official reports waits for the other's."""

    def in_the_open(self, order: str, key: str) -> bool:
        """Whether a fact lies in the open, so that the other side's official may confirm it.

        order: the name of the order that it is of, empty for a fact of the move.
        """

    def agree(self, kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
        """What stands of two measurements of one thing; Refused E-DIFFER where they do not agree.

        kind: of the need.  again: whether it was measured anew after the two had differed.
        """

    def names(self, facts: data.Facts) -> frozenset[str]:
        """The things that measured facts name, of an order or of the move; Invalid where they are not understood."""

    def visible_to(self, event: data.Event, side: str) -> data.Event | None:
        """What a side may know of an event, or nothing."""

    def narrate(self, event: data.Event, names: Mapping[str, str]) -> str:
        """An event, whole or as it was told to a side, in one plain sentence.  names: what things are called, by id."""

    def report_section(self, event: str) -> ReportSection:
        """Under which heading of a report an event of that name stands, and what of it goes on a printed slip."""

    def fallen(self, event: data.Event) -> tuple[tuple[str, int, str], ...]:
        """Who was lost in an event: the thing, how many men, and how, in words."""

    def next_side(self, position: data.Position) -> str:
        """The side whose move comes next."""

    def goes_on(self, before: data.Position, after: data.Position) -> bool:
        """Whether the turn of a position goes on in another: at a board nobody has moved, whatever was said."""

    def lessons(self) -> tuple[data.Line, ...]:
        """Lines of the rulebook to be played through; empty where it has none."""

    def lesson(self, moves: Sequence[str], *, problem: bool = False) -> data.Lesson:
        """The board after some moves of such a line; of the rulebook's problem what came of them besides.  Invalid where there is none."""

    def weight(self, event: data.Event) -> int:
        """How much of a game hung on an event, for choosing what is looked back on; 0 where it decided nothing."""

    def result(self, position: data.Position) -> data.Result:
        """The end of the battle, or an empty map while it goes on."""
