"""What a side's official sees: the facts that its orders need, and what has been entered.  [KS-OFF]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from campaigns.bridge import Placed, given_orders, placed_orders, rules_of, standing_rulings, stands
from campaigns.errors import NotOfficial
from campaigns.factsheets import holding, places_of, readable, revision_read
from campaigns.measurements import Facts, Place, Standing, measured_by, said_in, sheet_of, sheets_of
from campaigns.models import FactSheet, Move
from campaigns.models.plain import Plain
from campaigns.side_views import view_of
from campaigns.sight.clock import ClockFace, clock_face
from campaigns.sight.seat import Seat
from rules.contract import data
from rules.contract.answers import Need
from rules.contract.data import Order
from rules.contract.rules import Rules
from rules.values.sentence import say


@dataclass(frozen=True)
class NeedFact(Need):
    """A fact that people measure: the book's question, and what was entered.

    name: of what it is about; given: what was entered, if anything, and by which seat; open: whether the move waits for
    it.
    waits: reported, and neither confirmed nor taken over by the umpire; confirmed_by: by which seat it was confirmed.
    differs: what the other side's official measured, where the two do not agree.
    """

    name: str = ""
    given: Any = None
    open: bool = False
    by: str = ""
    waits: bool = False
    confirmed_by: str = ""
    differs: Any = None


@dataclass(frozen=True)
class OrderToMeasure:
    """An order of the asker's own side with the facts that it needs.

    measured_key: of its facts in a fact sheet.  entered: what was entered there; measured: that, and what its commander
    said.
    """

    thing: str
    name: str
    place: int
    order: Plain
    stage: str
    measured_key: str
    measured: Plain
    entered: Plain
    needs: tuple[NeedFact, ...]


@dataclass(frozen=True)
class Measuring:
    """What an official has to measure.  clock: none before the battle has begun.

    mine: whether the move is their side's; else there is nothing for them to enter.  position: as their side sees it.
    base_revision: of what they may read of the fact sheet, 0 where there is nothing.
    to_confirm: in the other side's move, what its official has reported and this one is asked to confirm.
    """

    seat: Seat
    side: str
    clock: ClockFace | None
    mine: bool
    orders: tuple[OrderToMeasure, ...] = ()
    move_needs: tuple[NeedFact, ...] = ()
    move_facts: Mapping[str, Any] = field(default_factory=dict)
    coin: str = ""
    base_revision: int = 0
    position: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    to_confirm: tuple[FactToConfirm, ...] = ()

    @property
    def open_needs(self) -> int:
        """How many facts are still to be measured."""
        every = [need for order in self.orders for need in order.needs] + list(self.move_needs)
        return sum(need.open for need in every)


def measuring(seat: Seat, now: datetime, of: str = "") -> Measuring:
    """The facts that a side's official has to measure.  NotOfficial to a commander, a General and an observer.

    of: for the umpire, the side whose official is viewed.
    """
    if not (seat.is_umpire or any(post.kind == "official" for post in seat.posts)):
        raise NotOfficial(say("The facts are measured by the officials."))
    side = seat.own_side(of)
    rows = Move.objects.filter(battle_id=seat.battle.id).select_related("battle__campaign")
    move = rows.order_by("-number").first()
    if move is None:
        return Measuring(seat, side, None, False)
    clock = clock_face(move, now, seat.side_names)
    if move.status == Move.Status.SUBMITTED:
        return Measuring(seat, side, clock, False)
    if move.side != side:
        asked = to_confirm(move)
        sees = view_of(seat.terms, move, side, at_the_opening=True).sees() if asked else {}
        return Measuring(
            seat, side, clock, False, to_confirm=asked, names={**seat.side_names, **seat.rules.pieces.names(sees)}
        )
    paper = Paper(move)
    names = {**seat.side_names, **seat.rules.pieces.names(paper.sees)}
    _, move_facts, coin = sheet_of(paper.read)
    return Measuring(
        seat=seat,
        side=side,
        clock=clock,
        mine=True,
        orders=paper.orders_with_needs(names),
        move_needs=paper.needs_of(None, names),
        move_facts=move_facts,
        coin=coin,
        base_revision=paper.revision,
        position=paper.sees,
        names=names,
    )


class Paper:
    """The fact sheet of a move as the side that moves may read it, and what its official has to measure.

    sees: what the side sees of the floor.  seen: the things that its facts may name: those that it sees, and what its
    orders make.
    holds: the facts of the sheet that hold; read: those of them that name only what is seen.
    """

    def __init__(self, move: Move) -> None:
        terms = move.battle.terms
        self.move, self.options = move, terms.options
        self.rules: Rules = rules_of(terms)
        self.view = view_of(terms, move, move.side, at_the_opening=True)
        self.sees = self.view.sees()
        placed = placed_orders(given_orders(move), standing_rulings(move), None)
        fire_only = move.stage == Move.Stage.FIRE and move.status == Move.Status.OPEN
        self.placed: Sequence[Placed] = [one for one in placed if one.stage == Move.Stage.FIRE or not fire_only]
        self.sheets = sheets_of(move)
        self.bare = {one.measured: one.order for one in self.placed}
        self.seen = {*self.rules.pieces.names(self.sees), *self.rules.pieces.creates(self.bare.values())}
        self.holds = holding(self.sheets[-1] if self.sheets else None, {one.measured: one.order for one in placed})
        self.read = readable(self.rules, self.holds, self.seen)
        self.revision = revision_read(self.rules, self.sheets, self.bare, self.seen)

    def asked(self, facts: Facts, *, declared: bool = False) -> tuple[Need, ...]:
        """The facts that the orders need where these facts are known, as far as the side can know it.

        declared: whether what the commanders said of their own ways is known too.
        """
        by_order, move_facts, _ = sheet_of(facts)
        orders = []
        for one in self.placed:
            said = one.order.get("measured", {}) if declared else {}
            orders.append(Order({**one.order, "measured": {**said, **by_order.get(one.measured, {})}}))
        return self.view.asks(orders, data.Facts(move_facts))

    def pending(self, facts: Facts) -> set[Place]:
        """The places of those of these facts that are needed: at once, or once the others are known."""
        keys = [one.measured for one in self.placed]
        found = places_of(self.asked({}), keys)
        for key in {place.key for place in facts if place.order and place not in found}:
            others = {place: value for place, value in facts.items() if place.key != key}
            found |= places_of(self.asked(others), keys)
        return found & facts.keys()

    def orders_with_needs(self, names: Mapping[str, str]) -> tuple[OrderToMeasure, ...]:
        """The side's orders, each with the facts that it needs and what was entered."""
        measured, _, _ = sheet_of(self.read)
        return tuple(
            OrderToMeasure(
                thing=one.thing,
                name=names.get(one.thing, one.thing),
                place=one.place,
                order=one.order,
                stage=one.stage,
                measured_key=one.measured,
                measured={**one.order.get("measured", {}), **measured.get(one.measured, {})},
                entered=measured.get(one.measured, {}),
                needs=self.needs_of(number, names),
            )
            for number, one in enumerate(self.placed)
        )

    def needs_of(self, number: int | None, names: Mapping[str, str]) -> tuple[NeedFact, ...]:
        """The facts that an order, by its number, or the move itself needs, whether entered or not."""
        return tuple(self._need(one, names) for one in self._needs.get(number, ()))

    @cached_property
    def _needs(self) -> dict[int | None, list[Need]]:
        first = self.asked({})
        found: dict[int | None, list[Need]] = {}
        for need in (*first, *(one for one in self._still if one not in first)):
            found.setdefault(need.order, []).append(need)
        return found

    @property
    def questions(self) -> dict[Place, Need]:
        """The questions, by the places of the facts that answer them."""
        every = [need for needs in self._needs.values() for need in needs]
        keys = [one.measured for one in self.placed]
        return {place: need for need in every for place in places_of([need], keys)}

    @cached_property
    def _still(self) -> tuple[Need, ...]:
        return self.asked(self.read, declared=True)

    @cached_property
    def _entered(self) -> dict[Place, FactSheet]:
        return measured_by(self.sheets)

    def _need(self, need: Need, names: Mapping[str, str]) -> NeedFact:
        order = self.placed[need.order] if need.order is not None else None
        by_order, move_facts, _ = sheet_of(self.read)
        said = order.order.get("measured", {}) | by_order.get(order.measured, {}) if order is not None else move_facts
        places = (Place(order.measured if order is not None else "", need.key), Place("", need.key, need.subject))
        return NeedFact(
            **vars(need),
            name=names.get(need.subject, need.subject),
            given=said.get(need.key),
            open=need.known is None and need in self._still,
            by=next((self._entered[one].by.title for one in places if one in self.read), ""),
            **said_in(self.count, next((one for one in places if one in self.read), None)),
        )

    @cached_property
    def count(self) -> Standing:
        """Which facts of the sheet count, and which wait to be confirmed."""
        return stands(self.rules, self.move, self.sheets, self.placed)


@dataclass(frozen=True)
class FactToConfirm:
    """A fact that the other side's official reported: the question, the reported value, and the seat.

    order, key, subject: its place, under which it is confirmed.  kind: of the fact.  name: of the thing that it is
    about.
    differs: the asker's own measurement where it is another; then both measure again.
    """

    order: str
    key: str
    subject: str
    kind: str
    name: str
    question: str
    clause: str
    reported: Any
    times: int
    by: str
    differs: Any = None


def to_confirm(move: Move) -> tuple[FactToConfirm, ...]:
    """What the official of the side that does not move is asked to confirm, once the move has ended.  [KS-OFF-03]"""
    if not move.waits:
        return ()
    paper = Paper(move)
    names = paper.rules.pieces.names(paper.sees)
    asked = paper.questions
    found = []
    for place, (value, sheet) in sorted(paper.count.waiting.items()):
        need = asked.get(place) or asked.get(Place(place.order, place.key))
        found.append(
            FactToConfirm(
                order=place.order,
                key=place.key,
                subject=place.subject,
                kind=need.kind if need is not None else "plain",
                name=names.get(need.subject, need.subject) if need is not None else "",
                question=need.question if need is not None else COIN_QUESTION,
                clause=need.clause if need is not None else "",
                reported=value,
                times=need.times if need is not None else 1,
                by=sheet.by.title,
                differs=said_in(paper.count, place)["differs"],
            )
        )
    return tuple(found)


COIN_QUESTION = say("How did the coin fall?")
