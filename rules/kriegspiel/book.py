"""Kriegspiel behind the interface of all books: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rules.contract import data
from rules.contract.answers import Checked, Choice, Finding, Need
from rules.contract.case_adapters import read_orders
from rules.contract.costs import Cost
from rules.contract.events import costs_of
from rules.contract.options import ByRegister
from rules.contract.pieces import Pieces
from rules.contract.report_sections import NO_SECTION, ReportSection
from rules.contract.table import Table
from rules.errors import Illegal, Refused
from rules.floor.book import FloorGame, found
from rules.floor.sight.screen import Screen
from rules.floor.sight.standing import Found
from rules.floor.unbroken import unbroken
from rules.ground.underlay import lay
from rules.kriegspiel import options
from rules.kriegspiel import orders as given
from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.command import messages, seats
from rules.kriegspiel.country.clearance import put_clear
from rules.kriegspiel.floor import eyes
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.misplaced import beyond, misplaced
from rules.kriegspiel.force import GROUPS, read_position, write_position
from rules.kriegspiel.force import Position as Floor
from rules.kriegspiel.moves import officials
from rules.kriegspiel.moves.sequence import opened
from rules.kriegspiel.muster import mustered
from rules.kriegspiel.offers import choices, dry_run, duties, needs, reach
from rules.kriegspiel.offers.oddities import oddities
from rules.kriegspiel.offers.traces import traces
from rules.kriegspiel.offers.warnings import warnings
from rules.kriegspiel.orders.facts import NO_FACTS, read_facts, things_named
from rules.kriegspiel.pieces import PIECES
from rules.kriegspiel.reports import clock, narrate, points, report_sections, sight
from rules.kriegspiel.reports.ledgers import reckon
from rules.kriegspiel.reports.read_back import read_back
from rules.kriegspiel.reports.sight import EVENTS
from rules.kriegspiel.reports.traces import traces_of
from rules.kriegspiel.supply import forecast
from rules.values.chance import read_chance
from rules.values.measure import Point, of_a_move
from rules.values.sentence import say

STAGES = {
    given.SIGNALS: say("Messages"),
    given.FIRE: say("Shells"),
    given.RIFLES: say("Rifles"),
    given.ARRANGE: say("Arrangements"),
    given.DUTY: say("Duties"),
    given.MOVEMENT: say("Movement"),
    given.CONTACT: say("Contact"),
    given.CAPTURE: say("Captures"),
    given.WORKS: say("Works"),
    given.SUPPLY: say("Supply"),
}
"""The names of the stages of the order of resolution.  [KS-SEQ-01 to KS-SEQ-10]"""


class Kriegspiel(ByRegister, FloorGame):
    """The Kriegspiel of Sykes and Wells, in the edition of the rulebook.

    What all games on a floor share is inherited: the country [KS-GAME-02, KS-GAME-06 to KS-GAME-10], and which side
    moves next [KS-TURN-01].
    """

    key = "kriegspiel"
    title: str = say("Kriegspiel (Sykes and Wells, 1913)")
    edition = "1913.1"
    chosen = options.Options
    pieces: Pieces = PIECES
    fires = frozenset({"fire-gun", "fire-rifles", "split"})
    in_both = frozenset({"split"})
    groups = tuple(GROUPS)
    forms = given.ORDERS
    ways = given.WAY_OF
    either = given.MAY_NAME_A_GUN

    # -- openings ---------------------------------------------------------------

    def opening(self, start: data.Start, options: data.Options) -> data.Position:
        """The opening position, checked and complete."""
        laid = lay(start, start["country"]) if start.get("country") else dict(start)
        defaults = self.options({})
        laid = mustered(laid, {key for key, value in options.items() if value != defaults.get(key)})
        return write_position(put_clear(read_position(laid, _options(options), "start", self.sides)))

    # -- the country ----------------------------------------------------------------------------

    def lay(self, start: data.Start, country: data.Country) -> data.Start:
        """A start on a country.  [KS-GAME-10]"""
        return lay(start, country)

    # -- positions and orders -------------------------------------------------------------------

    def table(self, position: data.Position, options: data.Options) -> Table:
        """A position, parsed once; Invalid if it is not one of this book."""
        return Table(self, position, options)

    def read(self, position: data.Position, options: data.Options) -> Floor:
        """A position from plain data."""
        return read_position(position, _options(options), "position", self.sides)

    def order(self, data: Mapping[str, Any]) -> data.Order:
        """An order in its normal form; Invalid if it is not understood."""
        return given.write_order(given.read_order(dict(data)))

    def seen(self, floor: Floor, side: str) -> Floor:
        """What a side may know of a position, parsed."""
        return sight.seen(floor, side)

    def arm_of(self, floor: Floor, side: str, order: data.Order) -> str:
        """The arm whose commander gives this order, empty if any may; E-NONE if its subject is not the side's."""
        read = given.read_order(order)
        if isinstance(read, given.Entry):
            raise Illegal("E-OFFICIAL", say("Only an official may enter this."), "KS-OFF-03")
        return seats.arm_of(floor, side, read)

    # -- before the move ------------------------------------------------------------------------

    @unbroken
    def check(self, floor: Floor, side: str, order: data.Order, before: Sequence[data.Order] = ()) -> Checked:
        """Check that a side may give an order after those before it, using only what it sees."""
        read = given.read_order(order)
        field = self._tried(floor, side, before)
        parts = dry_run.try_order(field, read)
        cost = say("as measured") if dry_run.unmeasured(field, read) else of_a_move(parts)
        left = of_a_move(dry_run.left_after(field, read, parts))
        whole = reach.whole_move(field, read.subject)
        return Checked(cost, left, read_back(field.position, read), warnings(field, read), whole)

    def choices(self, floor: Floor, side: str, thing: str, before: Sequence[data.Order] = ()) -> tuple[Choice, ...]:
        """The orders that a thing may be given now, with their costs."""
        return choices.choices(self._tried(floor, side, before), thing)

    def duties(self, floor: Floor, side: str, thing: str) -> tuple[data.Duty, ...]:
        """The duties of a thing in its next own move: clause and sentence of each."""
        return duties.duties_of(floor, side, thing)

    def reaches(self, floor: Floor, side: str, thing: str, before: Sequence[data.Order] = ()) -> tuple[data.Reach, ...]:
        """How far a thing reaches: its march, charge, fire, supplies, the six inches; using only what its side sees."""
        return reach.reaches(self._tried(floor, side, before), thing)

    def traces(self, floor: Floor, side: str, orders: Sequence[data.Order]) -> tuple[data.Trace, ...]:
        """What a map shows of orders, each after those before it; using only what their side sees."""
        return traces(floor, side, _numbered(orders))

    def needs(self, floor: Floor, side: str, orders: Sequence[data.Order], facts: data.Facts) -> tuple[Need, ...]:
        """The facts that people must measure for these orders."""
        return needs.needs(floor, side, [given.read_order(one) for one in orders], read_facts(facts))

    def people(self, options: data.Options, *, has_map: bool) -> tuple[data.Said, ...]:
        """What people must measure in a battle.  [KS-DEF-05, KS-GUN-13]"""
        return needs.left_to_people(_options(options), has_map)

    def channels(self, options: data.Options) -> tuple[data.Channel, ...]:
        """Shout, whisper and note, and who hears each.  [KS-GENL-04]"""
        return messages.channels(_options(options))

    def confirms(self, options: data.Options) -> bool:
        """Whether a report of one side's official waits for the other's.  [KS-OFF-03]"""
        return _options(options).official_confirmation == "both"

    def in_the_open(self, order: str, key: str) -> bool:
        """Whether a fact may be shown to the other side's official.  [KS-OFF-02]"""
        return officials.in_the_open(order, key)

    def agree(self, kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
        """The value that counts of two measurements of one thing.  [KS-OFF-03]"""
        return officials.agree(kind, reported, measured, again=again)

    def names(self, facts: data.Facts) -> frozenset[str]:
        """The things that the measured facts of an order or of the move name."""
        return things_named(facts)

    def sequence(self, floor: Floor, side: str, orders: Sequence[data.Order]) -> tuple[tuple[int, str], ...]:
        """The indexes of the orders in the sequence of adjudication, each with the heading of its stage."""
        field = opened(floor, side, NO_FACTS, read_chance(None))
        arranged = dry_run.by_arrangement(field, [given.read_order(one) for one in orders])
        return tuple((place, STAGES[stage]) for place, stage in arranged)

    # -- the move -------------------------------------------------------------------------------

    def adjudicate(
        self,
        floor: Floor,
        side: str,
        orders: Sequence[data.Order],
        facts: data.Facts,
        chance: data.Chance,
        *,
        fire_only: bool = False,
        fire_ruled: Sequence[data.Change] = (),
    ) -> Finding:
        """The result of a move; the same input gives the same bytes."""
        before = floor
        read, places, invalid = read_orders(orders, given.read_order)
        outcome = adjudicate(
            before, side, read, read_facts(facts), read_chance(chance), fire_only=fire_only, fire_ruled=fire_ruled
        )
        later: list[data.RefusedOrder] = [{**one.data(), "order": places[one.order]} for one in outcome.refused]
        reckoning = reckon(before, outcome.position, outcome.events)
        return found(write_position(outcome.position), outcome.told(), invalid + later, reckoning, outcome.ruled)

    def misplaced(self, floor: Floor, things: Collection[str]) -> tuple[data.Misplaced, ...]:
        """In water, in a house, outside the country, on top of another."""
        return misplaced(floor, things)

    def standing(self, floor: Floor) -> tuple[Screen, Iterable[Found]]:
        """What hides on a floor, and everything that looks and is looked at."""
        return eyes.screen(floor), eyes.things(floor)

    def beyond(self, floor: Floor, things: Collection[str]) -> Point:
        """How far men who have just come in at an edge must come in whole."""
        return beyond(floor, things)

    def oddities(self, floor: Floor) -> tuple[data.Oddity, ...]:
        """What an umpire should look at before a battle begins."""
        return oddities(floor)

    # -- knowledge and score --------------------------------------------------------------------

    def sees(self, floor: Floor, side: str) -> data.Known:
        """What a side (or ``observer``) may know of a position, as plain data that names each allowed field."""
        return sight.sees(floor, side)

    def visible_to(self, event: data.Event, side: str) -> data.Event | None:
        """The part of an event that a side may know, or None."""
        return sight.visible_to(event, side)

    def narrate(self, event: data.Event, names: Mapping[str, str]) -> str:
        """An event, complete or as a side knows it, in one plain sentence."""
        return narrate.narrate(event, names)

    def report_section(self, event: str) -> ReportSection:
        """The section of a report for an event, and what of it goes on a printed slip."""
        return report_sections.SECTIONS.get(event, NO_SECTION)

    def costs(self, event: data.Event) -> tuple[Cost, ...]:
        """What an event cost, thing by thing, as its class declares."""
        return costs_of(event, EVENTS)

    def traces_of(self, events: Sequence[data.Event], before: data.Known, after: data.Known) -> tuple[data.Trace, ...]:
        """What a map shows of events, from what a reader knew before them and after."""
        return traces_of(events, before, after)

    def wants(self, floor: Floor, side: str) -> tuple[data.Want, ...]:
        """What a side's force will need from its stores."""
        return tuple(forecast.wants(floor, side))

    def score(self, floor: Floor) -> data.Points:
        """Points by side, halves as decimals; empty if the options do not score."""
        return points.score(floor)

    def score_sheet(self, floor: Floor) -> dict[str, data.Points]:
        """Empty: a side's composition is its own secret.  [KS-LW-16]"""
        return {}

    def allowance(self, floor: Floor, side: str) -> int:
        """Minutes allowed to a side for its next move.  [KS-TURN-05]"""
        return clock.allowance(floor, side)

    def _tried(self, floor: Floor, side: str, before: Sequence[data.Order]) -> Field:
        """The floor as a side knows it, after the orders before."""
        return dry_run.tried(floor, side, _readable(before))


def _readable(orders: Sequence[data.Order]) -> list[given.Order]:
    """The orders that are understood; the others have no effect."""
    return [order for _, order in _numbered(orders)]


def _numbered(orders: Sequence[data.Order]) -> list[tuple[int, given.Order]]:
    """The orders that are understood, each with its index among those given."""
    read = []
    for index, order in enumerate(orders):
        try:
            read.append((index, given.read_order(order)))
        except Refused:
            continue
    return read


def _options(data: Mapping[str, Any]) -> options.Options:
    return options.read_options(dict(data))


KRIEGSPIEL = Kriegspiel()
"""The book itself."""
