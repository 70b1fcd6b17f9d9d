"""What every book offers to campaigns: one small interface, plain data in and out.

Campaigns, clocks, desk, record, replay and API know nothing else of a book.
Positions, orders, facts and events cross it as plain data (what JSON holds, in
the form of the public test kit), so that they can be stored and shown as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.contract import data
from rules.contract.answers import OptionRow
from rules.contract.costs import Cost
from rules.contract.machines import ForEngine, Level
from rules.contract.pieces import Pieces
from rules.contract.report_sections import ReportSection
from rules.contract.table import Table


class Book(Protocol):
    """A rulebook behind the interface of all books."""

    key: str
    title: str
    edition: str
    sides: tuple[str, ...]
    on_board: bool
    """Whether it is played turn by turn on a board: the rules say when a turn is over, and nothing is measured."""
    pieces: Pieces
    """The names, looks, commanders and counts of its things."""
    fires: frozenset[str]
    """The names of the orders of the fire stage, if a move has two stages.  [KS-TURN-02]"""
    in_both: frozenset[str]
    """Those of them that may also be given in the other stage."""

    levels: tuple[Level, ...]
    """The strengths of the book's own opponent, the weakest first; empty if it has none."""

    def reply(self, position: data.Position, options: data.Options, side: str, level: int) -> tuple[data.Order, ...]:
        """The orders of the book's own opponent for a side at its turn; the book refuses none of them.

        position: what the side may see.  Invalid if there is no such opponent.
        """

    def for_engines(self, options: data.Options) -> bool:
        """Whether a chess engine can play under these options."""

    def for_engine(self, position: data.Position, options: data.Options, side: str) -> ForEngine:
        """A position of chess in the form in which an engine is asked.  Illegal in the Kriegspiel.  [CHK-24]"""

    def start_of_game(self, number: int) -> data.Start:
        """The start of a game of a match, counted from 1."""

    def register(self) -> tuple[OptionRow, ...]:
        """The options of the book."""

    def options(self, chosen: Mapping[str, Any]) -> data.Options:
        """All options with the chosen values; Invalid if a key or value is unknown."""

    def opening(self, start: data.Start, options: data.Options) -> data.Position:
        """The opening position, checked and complete."""

    def country(self, data: Any) -> data.Country:
        """A country in its normal form; Invalid, with the place and the reason, if it is not one."""

    def lay(self, start: data.Start, country: data.Country) -> data.Start:
        """A start on a country."""

    def survey(self, data: Any, **figures: Any) -> tuple[data.Country, Mapping[str, Any]]:
        """A country from GeoJSON or the files of a survey, and the report of what was taken; Invalid if one or a figure is wrong.

        figures: ``scale`` in metres to the inch, ``size`` in feet, ``origin``, ``plain``, ``interval``, ``crs``, ``name``.
        """

    def glance(self, data: Any, **figures: Any) -> None:
        """Raise Invalid for what is clearly not a survey, without parsing all of it; other errors as in ``survey``."""

    def geojson(self, country: data.Country, scale: Any = 1.0, origin: Any = None) -> Mapping[str, Any]:
        """A country as GeoJSON, in degrees from an origin, or else in metres; ``survey`` makes the same country of it."""

    def table(self, position: data.Position, options: data.Options) -> Table:
        """A position, parsed once; Invalid if it is not one of this book."""

    def order(self, data: Mapping[str, Any]) -> data.Order:
        """An order in its normal form; Invalid if it is not understood."""

    def people(self, options: data.Options, *, has_map: bool) -> tuple[data.Said, ...]:
        """What people must measure in a battle; empty if the engine knows everything.

        has_map: whether the battle has a country.
        """

    def channels(self, options: data.Options) -> tuple[data.Channel, ...]:
        """The ways in which people may send each other messages; empty if the book has none."""

    def confirms(self, options: data.Options) -> bool:
        """Whether a report of one side's official waits for the other's."""

    def in_the_open(self, order: str, key: str) -> bool:
        """Whether a fact is visible to both sides, so that the other side's official may confirm it.

        order: the name of its order, empty for a fact of the move.
        """

    def agree(self, kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
        """The value that counts of two measurements of one thing; Refused E-DIFFER if they do not agree.

        kind: of the need.  again: whether it was measured again after the two had differed.
        """

    def names(self, facts: data.Facts) -> frozenset[str]:
        """The things that the measured facts of an order or of the move name; Invalid if they are not understood."""

    def visible_to(self, event: data.Event, side: str) -> data.Event | None:
        """The part of an event that a side may know, or None."""

    def narrate(self, event: data.Event, names: Mapping[str, str]) -> str:
        """An event, complete or as a side knows it, in one plain sentence.  names: of things, by id."""

    def report_section(self, event: str) -> ReportSection:
        """The section of a report for events of a name, and what of it goes on a printed slip."""

    def costs(self, event: data.Event) -> tuple[Cost, ...]:
        """What an event cost, thing by thing, as its class declares."""

    def traces_of(self, events: Sequence[data.Event], before: data.Known, after: data.Known) -> tuple[data.Trace, ...]:
        """What a map shows of events as somebody may know them.  before, after: what they knew of the floor then."""

    def next_side(self, position: data.Position) -> str:
        """The side that moves next."""

    def goes_on(self, before: data.Position, after: data.Position) -> bool:
        """Whether the turn of one position goes on in another: on a board, if nobody has moved, whatever was said."""

    def lessons(self) -> tuple[data.Line, ...]:
        """Lines of the rulebook to be played through; empty if it has none."""

    def lesson(self, moves: Sequence[str], *, problem: bool = False) -> data.Lesson:
        """The board after some moves of such a line; for the rulebook's problem, also their result.  Invalid if there is none."""

    def weight(self, event: data.Event) -> int:
        """How much a game hung on an event, for choosing what is reviewed; 0 if it decided nothing."""

    def result(self, position: data.Position) -> data.Result:
        """The end of the battle, or an empty map while it goes on."""
