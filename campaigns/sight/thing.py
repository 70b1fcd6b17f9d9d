"""A thing on the floor as its side knows it, and the sheet on which it is ordered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from campaigns.bridge import command_over, commands, names_held, of_another_stage
from campaigns.errors import Unseen
from campaigns.models import Battle, Move, Post
from campaigns.models.plain import Plain
from campaigns.side_views import view_of
from campaigns.sight.clock import ClockFace, clock_face, current_move
from campaigns.sight.drafts import DraftFact, drafts_of
from campaigns.sight.receipts import Receipt, Returned, in_force, receipts_of
from campaigns.sight.seat import Seat
from rules.contract.answers import Choice, with_a_default
from rules.contract.data import Order
from rules.contract.pieces import Look, Pieces
from rules.contract.view import View
from rules.ground.underlay import as_it_stands

COMMANDING = (Post.Kind.GENERAL, Post.Kind.COMMANDER)
"""The kinds of seats that order anything."""


@dataclass(frozen=True)
class Thing:
    """A thing and what the asker may know of it.

    name: what people read of it; of one to which nobody gave a name what it is.
    state: plain data as ``book.sees`` gives it.  duties: what it owes in its next own move; only of the asker's own
    side.
    receipt: the orders in force for it in the move under way; draft: the asker's own, not sent yet.
    may_order: whether the asker commands it; is_open: whether orders sent for it now would count.  whole: whether the
    asker knows all of it, so that what its state does not name is nought.
    """

    id: str
    group: str
    name: str
    side: str
    arm: str
    state: Mapping[str, Any]
    pieces: Pieces = field(repr=False)
    duties: tuple[Mapping[str, Any], ...] = ()
    receipt: Receipt | None = None
    draft: DraftFact | None = None
    may_order: bool = False
    is_open: bool = False
    whole: bool = False

    @cached_property
    def look(self) -> Look:
        """Its appearance, as far as it is known."""
        return self.pieces.look(self.group, self.pieces.whole(self.group, self.state) if self.whole else self.state)


@dataclass(frozen=True)
class Around:
    """What a side sees: its own things with their orders, the enemy's, and the country."""

    own: tuple[Thing, ...]
    enemy: tuple[Thing, ...]
    country: Mapping[str, Any]


@dataclass(frozen=True)
class ThingSheet:
    """One own thing with the orders that it may be given now.

    base_revision: the revision that a form changes; 0 where nothing was sent.  draft: the orders so far; choices: what
    may be added to them, with its cost.  history: every entry for the thing in this move; given: of all things.
    view: what its side knows; before: the orders that stand before those that may be added, of all things of its side.
    """

    seat: Seat
    clock: ClockFace
    view: View
    thing: Thing
    base_revision: int
    draft: tuple[Mapping[str, Any], ...]
    choices: tuple[Choice, ...]
    history: tuple[Receipt, ...]
    given: tuple[Receipt, ...] = ()
    before: tuple[Order, ...] = ()

    @cached_property
    def reaches(self) -> tuple[Mapping[str, Any], ...]:
        """How far it reaches after the orders so far, as ``book.reaches`` has it: computed only where it is drawn."""
        return tuple(self.view.reaches(self.thing.id, self.before))

    @cached_property
    def saved(self) -> DraftFact | None:
        """The asker's own draft for the thing, which is fetched only where it is shown."""
        mine = drafts_of(self.seat, self.clock, {self.thing.id: self.thing.name}, self.thing.id)
        return next(iter(mine), None)

    @cached_property
    def around(self) -> Around:
        """What its side sees around it."""
        seen, side = self.view.sees(), self.view.side
        things = things_seen(self.seat.rules.pieces, seen, side)
        own = [one for one in things if one.side == side]
        named = self.clock.side == side and any(one.state.get("commander") for one in own)
        held = held_on(self.seat, side) if named else ()
        enemy = tuple(one for one in things if one.side not in ("", side))
        return Around(tuple(with_orders(self.seat, self.clock, own, self.given, held)), enemy, as_it_stands(seen))

    @property
    def returned(self) -> Returned | None:
        """What the umpire says of the orders in force, where they are held or were returned."""
        return self.thing.receipt.returned if self.thing.receipt is not None else None

    @property
    def takes_orders(self) -> bool:
        """Whether orders sent now would count."""
        return takes_orders(self.seat, self.clock, self.history)


def takes_orders(seat: Seat, clock: ClockFace, history: Iterable[Receipt]) -> bool:
    """Whether orders sent now for a thing would count: the clock runs, or the umpire has returned closed ones and allows new ones.

    history: the receipts of the thing in the move under way.
    """
    until = max((one.returned.until for one in history if one.returned and one.returned.until), default=None)
    again = until is not None and clock.state in ("closed", "fire") and clock.now < until
    return seat.battle.status == Battle.Status.RUNNING and (clock.takes_orders or again)


def things_seen(pieces: Pieces, seen: Mapping[str, Any], own: str = "", *, truth: bool = False) -> list[Thing]:
    """Everything that is seen, group by group.  own: the side that sees it; truth: whether it is the floor itself."""
    names = pieces.names(seen)
    return [
        Thing(
            id=identity,
            group=group,
            name=names.get(identity, identity),
            side=pieces.owner(group, state),
            arm=pieces.arm(group, state),
            state=pieces.as_it_stands(seen, group, state),
            pieces=pieces,
            whole=truth or (own != "" and pieces.owner(group, state) == own),
        )
        for group, identity, state in pieces.every(seen)
    ]


def as_scene(things: Iterable[Thing]) -> dict[str, dict[str, Any]]:
    """Things as a book knows them, by group and id."""
    scene: dict[str, dict[str, Any]] = {}
    for one in things:
        scene.setdefault(one.group, {})[one.id] = dict(one.state)
    return scene


def may_order(seat: Seat, thing: Thing, seen: Plain, held: Collection[str]) -> bool:
    """Whether the asker's seats let them order a thing of their side.  [KS-GAME-03]

    seen: what that side sees, or its own things of it.  held: the commands that are held there.
    """
    if thing.side != seat.side or not thing.pieces.is_ordered(thing.group):
        return False
    command = command_over(thing.pieces, seen, thing.group, thing.state, held)
    return any(commands(post, command, seat.terms.general_orders_all) for post in seat.posts)


def with_orders(
    seat: Seat,
    clock: ClockFace,
    own: Iterable[Thing],
    given: Iterable[Receipt],
    held: Collection[str],
    drafts: Iterable[DraftFact] = (),
) -> Iterator[Thing]:
    """A side's own things, each with its orders in the move under way.

    given: the side's receipts in this move.  held: the commands that are held on this side.  drafts: the asker's own.
    """
    own = tuple(own)
    seen = as_scene(own)
    drafted = {one.thing: one for one in drafts}
    histories: dict[str, list[Receipt]] = {}
    for receipt in given:
        histories.setdefault(receipt.thing, []).append(receipt)
    for thing in own:
        history = histories.get(thing.id, [])
        may = clock.side == thing.side and may_order(seat, thing, seen, held)
        yield replace(
            thing,
            receipt=in_force(history, clock.stage).get(thing.id),
            draft=drafted.get(thing.id),
            may_order=may,
            is_open=may and takes_orders(seat, clock, history),
        )


def held_on(seat: Seat, side: str) -> frozenset[str]:
    """The commands that are held on a side."""
    return names_held(Post.objects.filter(campaign_id=seat.campaign.id, side__key=side, held_until__isnull=True))


def _at_this_stage(seat: Seat, move: Move, choice: Choice) -> Choice:
    """An order on offer; one that belongs to the other stage of the move is marked as not possible, with the reason.  [KS-TURN-02]"""
    refused = of_another_stage(seat.terms, move, choice.order["order"])
    return choice if refused is None else replace(choice, blocked=refused.data(), clause=refused.clause)


def thing_sheet(
    seat: Seat, identity: str, now: datetime, draft: Sequence[Mapping[str, Any]] | None = None, upto: int | None = None
) -> ThingSheet:
    """The sheet of one own thing; E-NONE where the asker may not read it.

    draft: the orders that the choices follow on; left out, those in force, or those of them that stand before the place
    ``upto``.
    """
    side = seat.own_side()
    move = current_move(seat.battle.id)
    if move is None:
        raise Unseen("thing")
    view = view_of(seat.terms, move, side)
    seen, pieces = view.sees(), seat.rules.pieces
    thing = next((one for one in things_seen(pieces, seen, side) if one.id == identity and one.side == side), None)
    if thing is None:
        raise Unseen("thing")
    given = receipts_of(move, side, pieces.names(seen))
    force = in_force(given, move.stage)
    kept = force[identity].orders[:upto] if draft is None and identity in force else draft or ()
    others = (receipt.orders for other, receipt in force.items() if other != identity)
    before = [Order(dict(order)) for orders in (*others, kept) for order in orders]
    mine = move.side == side
    ordered = replace(
        thing,
        duties=tuple(view.duties(identity)),
        receipt=force.get(identity),
        may_order=mine
        and may_order(seat, thing, seen, held_on(seat, side) if pieces.commander(seen, thing.state) else ()),
    )
    history = tuple(one for one in given if one.thing == identity)
    return ThingSheet(
        seat=seat,
        clock=clock_face(move, now, seat.side_names),
        view=view,
        thing=ordered,
        base_revision=max((one.revision for one in history), default=0),
        draft=tuple(kept),
        choices=with_a_default(_at_this_stage(seat, move, one) for one in view.choices(identity, before))
        if mine
        else (),
        history=history,
        given=tuple(given),
        before=tuple(before) if mine else (),
    )
