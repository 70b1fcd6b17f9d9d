"""The asker's own drafts of orders, and what of their command still has none.  Nobody else's draft is ever read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from campaigns.models import OrderDraft
from campaigns.side_views import view_of
from campaigns.sight.clock import ClockFace, clock_face, current_move
from campaigns.sight.seat import Seat
from rules.contract.pieces import Pieces
from rules.values.sentence import say

if TYPE_CHECKING:
    from campaigns.sight.sheet import Sheet
    from campaigns.sight.thing import Thing


@dataclass(frozen=True)
class DraftFact:
    """Orders for a thing that are not sent yet, as they were last judged.

    refusal: why they were refused when they were last judged or sent; none if they are lawful.
    """

    thing: str
    name: str
    stage: str
    orders: tuple[Mapping[str, Any], ...]
    base_revision: int
    reading: str
    cost: str
    left: str
    warnings: tuple[Mapping[str, Any], ...]
    refusal: Mapping[str, Any] | None
    saved_at: datetime
    whole: int = 0

    @property
    def lawful(self) -> bool:
        """Whether the rules and the ledger would take it, as far as was known when it was last judged."""
        return self.refusal is None


@dataclass(frozen=True)
class Owed:
    """A duty of a thing for which nothing is ordered yet.  binds: whether it may do nothing else."""

    thing: Thing
    clause: str
    sentence: str
    binds: bool


@dataclass(frozen=True)
class Tally:
    """How far the asker's orders have come: of the things that they may order now and that want orders.

    ordered, of: how many have orders in force, out of how many.  drafts, refused: their drafts, lawful or not.
    without: those with neither an order nor a lawful draft.
    """

    ordered: int = 0
    of: int = 0
    drafts: int = 0
    refused: int = 0
    without: tuple[Thing, ...] = ()
    owed: tuple[Owed, ...] = ()


@dataclass(frozen=True)
class Group:
    """Things that may be ordered together.  kind: ``all``, ``arm`` or ``commander``."""

    title: str
    things: tuple[str, ...]
    kind: str


def drafts(seat: Seat, now: datetime) -> tuple[DraftFact, ...]:
    """The asker's drafts in the stage of the move that is under way, in the sequence in which they are sent."""
    move = current_move(seat.battle.id)
    if move is None or move.side != seat.side:
        return ()
    names = seat.rules.pieces.names(view_of(seat.terms, move, seat.side).sees())
    return drafts_of(seat, clock_face(move, now, seat.side_names), names)


def drafts_of(seat: Seat, clock: ClockFace, names: Mapping[str, str], thing: str = "") -> tuple[DraftFact, ...]:
    """The same by the clock of the move.  names: what things are called.  thing: only the draft for that one."""
    if clock.side != seat.side or clock.state == "submitted":
        return ()
    mine = OrderDraft.objects.filter(move_id=clock.move_id, stage=clock.stage, author_id=seat.user_id)
    return tuple(_fact(row, names) for row in (mine.filter(thing=thing) if thing else mine))


def tally_of(pieces: Pieces, left: Collection[str], own: Iterable[Thing], given: Iterable[DraftFact]) -> Tally:
    """The tally of a sheet.  left: the things that its side still has to order; own: all of its side."""
    own, given = tuple(own), tuple(given)
    in_force = {thing for one in own if one.receipt for order in one.receipt.orders for thing in pieces.subjects(order)}
    lawful = [one for one in given if one.lawful]
    drafted = {thing for one in lawful for order in one.orders for thing in pieces.subjects(order)}
    mine = [one for one in own if one.is_open and one.id in left]
    wanted = [one for one in mine if pieces.wants_orders(one.group)]
    bare = [one for one in mine if one.id not in in_force | drafted]
    return Tally(
        ordered=sum(one.id in in_force for one in wanted),
        of=len(wanted),
        drafts=len(lawful),
        refused=len(given) - len(lawful),
        without=tuple(one for one in wanted if one in bare),
        owed=tuple(
            Owed(one, duty["clause"], duty["sentence"], bool(duty.get("binds"))) for one in bare for duty in one.duties
        ),
    )


def groups(sheet: Sheet) -> tuple[Group, ...]:
    """The groups of things that the asker may order together now, each of two or more."""
    pieces = sheet.seat.rules.pieces
    arms = dict(pieces.arms)
    by: dict[tuple[str, str], list[str]] = {}
    for one in sheet.own:
        if not one.is_open or one.look.gone:
            continue
        if pieces.wants_orders(one.group):
            by.setdefault(("all", say("All")), []).append(one.id)
        title = pieces.kind(one.group).title or arms.get(one.arm, "")
        if title:
            by.setdefault(("arm", title), []).append(one.id)
        if one.state.get("commander"):
            by.setdefault(("commander", str(one.state["commander"])), []).append(one.id)
    return tuple(Group(title, tuple(things), kind) for (kind, title), things in by.items() if len(things) > 1)


def _fact(row: OrderDraft, names: Mapping[str, str]) -> DraftFact:
    return DraftFact(
        thing=row.thing,
        name=names.get(row.thing, row.thing),
        stage=row.stage,
        orders=tuple(row.orders),
        base_revision=row.base_revision,
        reading=row.reading,
        cost=row.cost,
        left=row.remaining,
        warnings=tuple(row.warnings),
        refusal=row.refusal or None,
        saved_at=row.saved_at,
        whole=row.whole,
    )
