"""One side's move, adjudicated in the book's order of resolution.  [KS-SEQ-01 to KS-SEQ-12]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from rules.contract.data import Change
from rules.contract.ruled import booked, ruled
from rules.errors import Illegal, Refused
from rules.floor import names, outcome
from rules.floor.field import nothing
from rules.floor.given import ENGINE, Given, judged, leaves_nothing
from rules.floor.outcome import Refusal
from rules.kriegspiel.captures import boxes, seizure
from rules.kriegspiel.command import generals
from rules.kriegspiel.command.seats import unauthorised
from rules.kriegspiel.duties import pursuits
from rules.kriegspiel.events import MoveClosed, OrderCutShort
from rules.kriegspiel.fire import fire_stage
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import GROUPS, Position, read_position, write_position
from rules.kriegspiel.marches import march, unseen
from rules.kriegspiel.melee import fight
from rules.kriegspiel.moves import entries
from rules.kriegspiel.moves.conflicts import already_bound
from rules.kriegspiel.moves.rule import RULES
from rules.kriegspiel.moves.sequence import Queue, arranged, opened
from rules.kriegspiel.offers.foiled import by_what_is_seen
from rules.kriegspiel.orders import (
    ARRANGE,
    CAPTURE,
    CONTACT,
    DUTY,
    FIRE,
    MOVEMENT,
    RIFLES,
    SIGNALS,
    SUPPLY,
    WORKS,
    Entry,
    Order,
    read_order,
    write_order,
)
from rules.kriegspiel.orders.facts import NO_FACTS, MoveFacts
from rules.kriegspiel.pieces import PIECES
from rules.kriegspiel.reports import sight
from rules.kriegspiel.reports.watch import Began, Watch, began
from rules.kriegspiel.supply import phase
from rules.kriegspiel.transport import embarkation
from rules.kriegspiel.works import labour, mines
from rules.values.chance import Chance
from rules.values.sentence import say

Outcome = outcome.Outcome[Position]
"""The outcome of a move of this book."""


def adjudicate(
    position: Position,
    side: str,
    orders: Sequence[Order],
    facts: MoveFacts,
    chance: Chance,
    *,
    fire_only: bool = False,
    fire_ruled: Sequence[Change] = (),
) -> Outcome:
    """One own move of ``side``: its orders, stage by stage, and what the rules do by themselves.

    chance: the coin, the only device of chance that combat has (KS-DEF-14), and the seed of simulated shots.
    fire_only: stop after the fire, which is published before movement orders close (KS-TURN-02);
    the own move is then not counted as made.  fire_ruled: the umpire's changes to the fire before it was published;
    the rest of the move begins with them.
    """
    known = cache(partial(sight.seen, position, side))
    asked = _with_free_names(position, known, side, orders)
    hidden = _naming_the_unseen(position, known, side, asked)
    begins = began(position) if position.by_sight else None
    orders = _truly(begins, side, asked)

    def judge(without: Mapping[int, Refused]) -> tuple[Outcome, dict[int, Refused], Given]:
        field = opened(position, side, facts, chance)
        watch = field.watch = None if begins is None else Watch(begins)
        turn = _turn(field, orders, {**hidden, **without})
        left = _carried_out(turn, position, fire_only=fire_only, fire_ruled=fire_ruled)
        made = Outcome(left, tuple(turn.field.events), (), tuple(turn.field.ruled))
        if watch is not None:
            made = watch.closed(made)
        return made, {at: one for at, one in turn.refused.items() if at not in without}, turn.field.given

    made, refused = judged(judge)
    if begins is not None:
        refused, foiled = by_what_is_seen(known(), side, asked, refused)
        told = tuple({side: one.data()} for one in foiled)
        made = made.but(events=(*made.events, *foiled), eyes=(*made.eyes, *told))
    return made.but(refused=tuple(Refusal(at, refused[at]) for at in sorted(refused)))


def _truly(begins: Began | None, side: str, orders: Sequence[Order]) -> Sequence[Order]:
    """The orders of a side, with what truly stands in the marks that they name.  [HOUSE-SIGHT-02]"""
    if begins is None:
        return orders
    there = {name: mark.thing for name, mark in begins.sightings[side].marks.items() if mark.now}
    return [read_order(names.renamed(write_order(one), there)) for one in orders]


def _turn(field: Field, orders: Sequence[Order], refused: Mapping[int, Refused]) -> Turn:
    """The orders of a move in their stages, those that are refused from the first set aside.  refused: those known to be."""
    measured, entries_refused = entries.entered(field, orders)
    refused = {**unauthorised(field, measured), **entries_refused, **refused}
    standing = {at: one for at, one in enumerate(measured) if at not in refused and not isinstance(one, Entry)}
    queue = arranged(field, standing)
    return Turn(field, queue, {**refused, **already_bound(field, standing)})


def _carried_out(turn: Turn, position: Position, *, fire_only: bool, fire_ruled: Sequence[Change]) -> Position:
    """The position after the stages of a move, or after its fire alone."""
    field = turn.field
    _fire(turn, fire_ruled)
    if fire_only:
        return field.closed().but(own_moves=position.own_moves)
    _move_and_fight(turn)
    _work_and_eat(turn)
    _close(turn)
    field.emit(MoveClosed(clause="KS-SEQ-12", side=field.side, number=field.number))
    return field.closed()


def _fire(turn: Turn, ruled: Sequence[Change]) -> None:
    """Messages, shells and rifles.  ruled: the umpire's changes to the fire.  [KS-SEQ-01 to KS-SEQ-04]"""
    for stage in (SIGNALS, FIRE, RIFLES):
        turn.carry_out(stage)
    fire_stage.close_fire(turn.field)
    pursuits.stop_shot_pursuers(turn.field)
    _rule_the_fire(turn.field, ruled)
    if turn.field.watch is not None:
        turn.field.watch.fire_is_over(turn.field)


def _move_and_fight(turn: Turn) -> None:
    """Arrangements, duties, movement, contact and captures.  [KS-SEQ-04 to KS-SEQ-08]"""
    field = turn.field
    turn.carry_out(ARRANGE)
    turn.carry_out(DUTY)
    pursuits.carry_out_duties(field)
    turn.carry_out(MOVEMENT)
    pursuits.force_choices(field)
    boxes.open_boxes(field)
    turn.carry_out(CONTACT)
    fight.fight_melees(field)
    turn.carry_out(CAPTURE)
    seizure.settle_captures(field)
    generals.settle_generals(field)


def _work_and_eat(turn: Turn) -> None:
    """Works, men at the trail, pockets and supply.  [KS-SEQ-09, KS-SEQ-10]"""
    field = turn.field
    turn.carry_out(WORKS)
    mines.leave(field)
    labour.advance_works(field)
    embarkation.advance_lots(field)
    mines.go_off(field)
    phase.find_pockets(field)
    turn.carry_out(SUPPLY)
    phase.settle_supply(field)


def _close(turn: Turn) -> None:
    """Settle the consequences of the move, and the duties of the next.  [KS-SEQ-11]"""
    field = turn.field
    seizure.free_the_unguarded(field)
    boxes.open_boxes(field)
    generals.successors_appear(field)
    pursuits.duties_of_the_next_move(field)
    fire_stage.close_guns(field)
    fire_stage.serve_time(field)
    march.lose_climbs(field)
    field.let_weather_pass()


def _rule_the_fire(field: Field, changes: Sequence[Change]) -> None:
    """Apply the umpire's changes to the result of the fire.  [KS-SEQ-04]"""
    if not changes:
        return
    left = field.closed()
    found = write_position(left)
    field.ruled = booked(PIECES, found, changes)
    was, becomes = (
        read_position(one, left.options, "ruled", left.sides) for one in (found, ruled(PIECES, found, changes))
    )
    field.rule(was, becomes)


def _with_free_names(
    position: Position, known: Callable[[], Position], side: str, orders: Sequence[Order]
) -> Sequence[Order]:
    """The orders, with new names that reveal nothing of what the side does not see.  [KS-DEF-07, KS-NOTE-01]"""
    return names.apart(
        orders,
        side,
        seen=lambda: names.standing(known(), GROUPS),
        there=names.standing(position, GROUPS),
        write=write_order,
        read=read_order,
    )


def _naming_the_unseen(
    position: Position, known: Callable[[], Position], side: str, orders: Sequence[Order]
) -> dict[int, Refused]:
    """The orders, by index, that name something hidden from their side: each refused as if it did not exist.  [E-NONE]"""
    if not sight.hides(position, side):
        return {}
    hidden = names.hidden(names.standing(known(), GROUPS), names.standing(position, GROUPS))
    refused: dict[int, Refused] = {}
    for place, order in enumerate(orders):
        unseen = names.unseen(write_order(order), hidden)
        if unseen:
            try:
                RULES[type(order)].check(opened(known(), side, NO_FACTS, Chance()), order)
                refused[place] = nothing("thing", unseen)
            except Refused as refusal:
                refused[place] = refusal
    return refused


class Turn:
    """The orders of one move as they go through the stages."""

    def __init__(self, field: Field, queue: Queue, refused: Mapping[int, Refused]) -> None:
        self.field = field
        self.queue = {stage: [one for one in waiting if one[0] not in refused] for stage, waiting in queue.items()}
        self.refused = dict(refused)
        self.done: set[int] = set()
        self.into_contact: dict[str, list[tuple[int, Order]]] = {}
        for one in self.queue.get(CONTACT, ()):
            if one[1].subject:
                self.into_contact.setdefault(one[1].subject, []).append(one)

    def carry_out(self, stage: int) -> None:
        """Carry out the orders of a stage in their sequence; a refused order changes nothing."""
        may_be_bound = stage in (DUTY, MOVEMENT) and bool(self.into_contact)
        for index, order in self.queue.get(stage, ()):
            try:
                self.field.given.judging = index
                if may_be_bound:
                    self._not_bound_for_contact(index, order)
                self._carry_out_one(index, order)
                self.done.add(index)
            except Refused as refused:
                self._refuse(index, order, refused)
            mines.go_off(self.field)
        self.field.given.judging = ENGINE

    def _carry_out_one(self, index: int, order: Order) -> None:
        """Carry out one order; one that is refused only half-way is noted, and the move judged again without it."""
        try:
            if self._meets_the_unseen(order):
                return
            if self.field.mines:
                self._carry_out_over_mines(order)
            else:
                RULES[type(order)].carry_out(self.field, order)
        except Refused as refused:
            leaves_nothing(self.field.given, index, refused, partial(RULES[type(order)].check, self.field, order))
            raise

    def _meets_the_unseen(self, order: Order) -> bool:
        """Whether a march stops before an enemy whom its side has not seen.  [HOUSE-SIGHT-07]"""
        field = self.field
        if field.watch is None or order.stage not in (DUTY, MOVEMENT):
            return False
        return unseen.halted(field, order, field.watch.sees(field.side), RULES[type(order)].carry_out)

    def _carry_out_over_mines(self, order: Order) -> None:
        """Carry out an order, as far as the first mine on the way.  [KS-SEQ-06, KS-MINE-02]"""
        rule = RULES[type(order)]
        if order.subject and order.stage in (DUTY, MOVEMENT, CONTACT):  # CHOOSE moves nobody
            # Checked before the mines are searched for: an unlawful path may be of any length.
            rule.check(self.field, order)
            tread = mines.on_the_way(self.field, order)
            if tread is not None:
                mines.halt_at_mine(self.field, tread, order, rule.carry_out)
                return
        rule.carry_out(self.field, order)

    def _refuse(self, index: int, order: Order, refused: Refused) -> None:
        """Record a refusal; an order that only the fire made impossible is cut short instead.  [KS-SEQ-04]"""
        if order.stage > RIFLES and self._possible_before_the_fire(index, order):
            cut = OrderCutShort(
                clause="KS-SEQ-04",
                side=self.field.side,
                body=order.subject,
                order=index,
                code="" if self.field.watch else refused.code,
                sum="" if self.field.watch else refused.sentence,
            )
            self.field.emit(cut)
        else:
            self.refused[index] = refused

    def _not_bound_for_contact(self, index: int, order: Order) -> None:
        """E-FROZEN for a body that was ordered into contact before, unless that order is itself unlawful and is refused first.  [KS-LW-02]

        Contact is the last stage, but orders are judged in the sequence given.
        """
        bound = self.into_contact.get(order.subject)
        if not bound:
            return
        for place, earlier in list(bound):
            if place > index:
                continue
            try:
                RULES[type(earlier)].check(self.field, earlier)
            except Refused as refused:
                bound.remove((place, earlier))
                self.queue[CONTACT].remove((place, earlier))
                self._refuse(place, earlier, refused)
            else:
                sentence = say(
                    "{subject} has orders to go into contact, and stays there to the end of the move (KS-LW-02).",
                    subject=self.field.called(order.subject),
                )
                self.field.given.lean((place,))
                raise Illegal("E-FROZEN", sentence, "KS-LW-02")

    def _possible_before_the_fire(self, index: int, order: Order) -> bool:
        """In moves of one stage: whether an order was lawful when given, and only the fire made it impossible.  [KS-SEQ-04]"""
        field = self.field
        if field.options.two_stage_move or not (field.shot_at or field.notes.get("fire")):
            return False
        before = opened(field.position, field.side, field.facts, field.chance)
        before.given = field.given
        earlier = [
            one
            for stage in sorted(self.queue)
            if stage > RIFLES
            for one in self.queue[stage]
            if one[1].subject == order.subject and one[0] not in self.refused
        ]
        shot = (one for stage in (FIRE, RIFLES) for one in self.queue.get(stage, ()) if one[0] in self.done)
        fired = any(one.subject == order.subject for _, one in shot)
        if fired:
            return False
        for at, one in earlier:
            try:
                if at == index:
                    RULES[type(one)].check(before, one)
                    return True
                RULES[type(one)].carry_out(before, one)
            except Refused:
                if at == index:
                    return False
        return False
