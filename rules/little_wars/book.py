"""Little Wars behind the interface of all books: plain data in, plain data out."""

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
from rules.floor.field import nothing
from rules.floor.sight.screen import Screen
from rules.floor.sight.standing import Found
from rules.floor.unbroken import unbroken
from rules.ground.underlay import lay
from rules.little_wars import options
from rules.little_wars import orders as given
from rules.little_wars.adjudicate import adjudicate
from rules.little_wars.events import EVENTS
from rules.little_wars.floor import clock, eyes, sight
from rules.little_wars.floor.misplaced import beyond, misplaced
from rules.little_wars.force.position import GROUPS, read_position, write_position
from rules.little_wars.force.position import Position as Floor
from rules.little_wars.offers import choices, dry_run, reach
from rules.little_wars.offers.forecast import foretold
from rules.little_wars.offers.oddities import oddities
from rules.little_wars.offers.traces import traces
from rules.little_wars.orders.facts import read_facts, things_named
from rules.little_wars.outcome import points
from rules.little_wars.pieces import PIECES
from rules.little_wars.reports import narrate, report_sections, warnings
from rules.little_wars.reports.ledgers import reckon
from rules.little_wars.reports.read_back import read_back
from rules.little_wars.reports.traces import traces_of
from rules.values.chance import read_chance
from rules.values.measure import Point
from rules.values.sentence import joined, say

OF_THE_GENERAL = (given.EndMove, given.Resign, given.Adjourn, given.ClaimEnd, given.Assign)
"""The orders that a General gives, whatever they are given to.  [LW-EXT-15]"""


class LittleWars(ByRegister, FloorGame):
    """Little Wars, in the edition of the rulebook.

    What all games on a floor share is inherited: the Country [LW-CTRY-07, LW-CTRY-09], and which side moves next [LW-MOVE-01].
    """

    key = "little-wars"
    title: str = say("Little Wars (Wells, 1913)")
    edition = "1913.1"
    chosen = options.Options
    pieces: Pieces = PIECES
    groups = tuple(GROUPS)
    forms = given.ORDERS
    ways = given.WAY_OF
    either = frozenset({"entrain", "detrain"})

    # -- openings ---------------------------------------------------------------

    def opening(self, start: data.Start, options: data.Options) -> data.Position:
        """The opening position, checked and complete."""
        laid = lay(start, start["country"]) if start.get("country") else dict(start)
        laid.pop("depots", None)
        moves = laid.get("own_moves")
        # What is no map is refused when it is read.
        begun = any(moves.values()) if isinstance(moves, Mapping) else moves
        if not begun:
            laid.pop("original", None)  # the men with whom a side begins are those who are there when it begins
        return write_position(read_position(laid, _options(options), "start", self.sides))

    # -- the country ----------------------------------------------------------------------------

    def lay(self, start: data.Start, country: data.Country) -> data.Start:
        """A start on a Country.  [LW-CTRY-01]"""
        laid = lay(start, country)
        laid.pop("depots", None)
        return laid

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
        if read.stage == given.SETUP or isinstance(read, OF_THE_GENERAL):
            return "general"
        subject = read.subject
        if isinstance(read, given.Choose):
            own = (floor.bodies.get(name) for name in (*read.dead, *read.prisoners, read.melee))
            return next((body.arm for body in own if body is not None and body.side == side), "")
        if subject in floor.guns:
            return "artillery"
        if any(subject in group for group in (floor.waggons, floor.boxes, floor.trains)):
            return "transport"
        if subject not in floor.bodies:
            raise nothing("thing", subject)
        return floor.bodies[subject].arm

    # -- before the move ------------------------------------------------------------------------

    @unbroken
    def check(self, floor: Floor, side: str, order: data.Order, before: Sequence[data.Order] = ()) -> Checked:
        """Check that a side may give an order after those before it, using only what it sees."""
        read = given.read_order(order)
        field = dry_run.tried(floor, side, dry_run.up_to(read.stage, _readable(before)))
        after = dry_run.try_order(field, read)
        cost, left, whole = dry_run.price(field, after, read)
        reading = joined(" ", (read_back(floor, read), *foretold(after, read)))
        return Checked(cost, left, reading, warnings.warnings(field, read), whole)

    def choices(self, floor: Floor, side: str, thing: str, before: Sequence[data.Order] = ()) -> tuple[Choice, ...]:
        """The orders that a thing may be given now, with their costs."""
        given_before = _readable(before)
        if thing in floor.guns:
            given_before = dry_run.up_to(given.GUNS, given_before)
        return choices.choices(dry_run.tried(floor, side, given_before), thing)

    def duties(self, floor: Floor, side: str, thing: str) -> tuple[data.Duty, ...]:
        """What a thing must observe in its next own move: clause and sentence of each."""
        return warnings.duties_of(floor, side, thing)

    def reaches(self, floor: Floor, side: str, thing: str, before: Sequence[data.Order] = ()) -> tuple[data.Reach, ...]:
        """How far a thing reaches: its move, the six inches, the enemy's moves; using only what its side sees."""
        return reach.reaches(dry_run.tried(floor, side, _readable(before)), thing)

    def traces(self, floor: Floor, side: str, orders: Sequence[data.Order]) -> tuple[data.Trace, ...]:
        """What a map shows of orders, each after those before it; using only what their side sees."""
        return traces(floor, side, _numbered(orders))

    def needs(self, floor: Floor, side: str, orders: Sequence[data.Order], facts: data.Facts) -> tuple[Need, ...]:
        """The facts that people must measure for these orders."""
        return dry_run.needs(floor, side, [given.read_order(one) for one in orders], read_facts(facts))

    def people(self, options: data.Options, *, has_map: bool) -> tuple[data.Said, ...]:
        """What people must measure in a battle.  [LW-SHOT-08]"""
        return dry_run.left_to_people(_options(options).shot_source == "simulated", has_map)

    def channels(self, options: data.Options) -> tuple[data.Channel, ...]:
        """A note to others of one's side, if several command it.  [LW-EXT-15]"""
        read = _options(options)
        if not read.team_roles:
            return ()
        when = say("Only the recipients read it.")
        if read.team_messages == "intervals":
            when += say("  It is sent between two moves, not while one is made.")
        return ({"key": "note", "title": say("Note"), "says": when, "heard": "addressees", "clause": "LW-EXT-15"},)

    def confirms(self, options: data.Options) -> bool:
        """Whether a report of one side waits for the other: real shots do.  [LW-SHOT-08]"""
        return _options(options).shot_source == "reported"

    def in_the_open(self, order: str, key: str) -> bool:
        """Whether a fact may be shown to the other side: everything measured may.  [LW-GEN-04, LW-SETUP-04]"""
        return True

    def agree(self, kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
        """The value that counts of two measurements of one thing: they are equal, or the umpire rules.  E-DIFFER.  [LW-SHOT-08]"""
        if reported != measured:
            raise Illegal("E-DIFFER", say("The two reports differ; the umpire rules."), "LW-SHOT-08")
        return reported

    def names(self, facts: data.Facts) -> frozenset[str]:
        """The things that the measured facts of an order or of the move name."""
        return things_named(facts)

    def sequence(self, floor: Floor, side: str, orders: Sequence[data.Order]) -> tuple[tuple[int, str], ...]:
        """The indexes of the orders in the sequence of adjudication, guns first, each with its phase.  [LW-MOVE-02]"""
        read = [given.read_order(one) for one in orders]
        return tuple((place, dry_run.STAGES[read[place].stage]) for place in dry_run.arranged(read))

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
        """The result of a move; the same input gives the same bytes.  Of orders that came together, guns go first.  [LW-MOVE-02]"""
        before = floor
        read, places, invalid = read_orders(orders, given.read_order)
        sequence = dry_run.arranged(read)
        arranged = [read[place] for place in sequence]
        outcome = adjudicate(before, side, arranged, read_facts(facts), read_chance(chance), fire_only=fire_only)
        later: list[data.RefusedOrder] = [
            {**one.data(), "order": places[sequence[one.order]]} for one in outcome.refused
        ]
        reckoning = reckon(before, outcome.position, outcome.events)
        return found(write_position(outcome.position), outcome.told(), invalid + later, reckoning)

    def misplaced(self, floor: Floor, things: Collection[str]) -> tuple[data.Misplaced, ...]:
        """Men, guns and leaders that would stand in something, and men that would stand on others."""
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
        """Empty: the men carry ammunition and food.  [LW-GEN-06]"""
        return ()

    def score(self, floor: Floor) -> data.Points:
        """Points by side, halves as decimals; before the end, as if the battle ended now.  [LW-POINTS-07, LW-POINTS-08]"""
        return points.score(floor)

    def score_sheet(self, floor: Floor) -> dict[str, data.Points]:
        """The six lines of both sides, halves as decimals; before the end, as if the battle ended now.  [LW-POINTS-08]"""
        return points.sheets(floor)

    def allowance(self, floor: Floor, side: str) -> int:
        """Minutes allowed to a side for its next move.  [LW-TIME-02]"""
        return -(-clock.seconds_allowed(floor, side) // clock.MINUTE)


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


LITTLE_WARS = LittleWars()
"""The book itself."""
