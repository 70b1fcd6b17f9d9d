"""The sheet of a commander: all that they need on one page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import DateTimeField, Exists, OuterRef, Subquery, Value

from campaigns.bridge import HoldsPost, command_over, commanding, commands, invited, names_held
from campaigns.compiled_queries import Prepared
from campaigns.models import Move, Post, Readiness
from campaigns.models.invitation import to_commands
from campaigns.side_views import view_of
from campaigns.sight.clock import ClockFace, clock_face, current_move
from campaigns.sight.drafts import DraftFact, drafts_of
from campaigns.sight.receipts import Receipt, receipts_of
from campaigns.sight.reports import ReportFact, latest_report
from campaigns.sight.seat import Seat
from campaigns.sight.thing import COMMANDING, Thing, as_scene, things_seen, with_orders
from rules.contract.pieces import Pieces
from rules.contract.rules import Rules
from rules.contract.view import View
from rules.ground.underlay import as_it_stands
from rules.values.sentence import say


@dataclass(frozen=True)
class Ready:
    """A seat of the asker's own side, and since when it has been ready in the move under way.

    expected: whether it has anything left to order in it.
    """

    post: str
    title: str
    kind: str
    arm: str
    mine: bool
    at: datetime | None
    expected: bool = False
    brigade: str = ""


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


@dataclass(frozen=True)
class Sheet:
    """What one person sees on the sheet.

    clock: none before the battle has begun.  own_moves: made, by side.  mine: whether the move under way is their
    side's.
    own: things of their side; enemy and others: what else is seen (things without a side: bridges).
    receipts: of the orders in force.  readiness: of their own side's seats.  report: of the last move submitted.
    fire: the visible events of the fire of the move under way, once it is settled; each event with a ``sentence``.
    known: what the viewed side knows; none before the battle has begun.
    drafts: the asker's own, in the sequence in which they are sent.  tally: what of their command has orders.
    invited: in their own move, the titles of their side's seats that nobody has taken yet and that would command.
    """

    seat: Seat
    clock: ClockFace | None
    own_moves: Mapping[str, int]
    mine: bool
    own: tuple[Thing, ...]
    enemy: tuple[Thing, ...]
    others: tuple[Thing, ...]
    country: Mapping[str, Any]
    receipts: tuple[Receipt, ...]
    readiness: tuple[Ready, ...]
    report: ReportFact | None
    fire: tuple[Mapping[str, Any], ...] = ()
    known: View | None = None
    drafts: tuple[DraftFact, ...] = ()
    tally: Tally = Tally()
    invited: tuple[str, ...] = ()


def sheet(seat: Seat, now: datetime, of: str = "") -> Sheet:
    """The sheet of a seat at a battle.  of: for the umpire, whose sheet is viewed."""
    _, rest = clock_and_sheet(seat, now, of)
    return rest()


def clock_and_sheet(seat: Seat, now: datetime, of: str = "") -> tuple[ClockFace | None, Callable[[], Sheet]]:
    """The clock of a sheet, and a function that reads the rest of it when needed."""
    view = seat.view(of)
    move = current_move(seat.battle.id)
    clock = clock_face(move, now, seat.side_names) if move is not None else None
    return clock, lambda: _sheet(seat, view, move, clock)


def _sheet(seat: Seat, view: str, move: Move | None, clock: ClockFace | None) -> Sheet:
    """view: whose knowledge is shown on it."""
    if move is None or clock is None:
        return Sheet(seat, None, {}, False, (), (), (), {}, (), _readiness(seat, _held(seat, view)), None)
    known = view_of(seat.terms, move, view)
    seen = known.sees()
    given = receipts_of(move, view, seat.rules.pieces.names(seen))
    things = things_seen(seat.rules.pieces, seen, view)
    mine = move.side == view
    posts = _held(seat, view, move, clock.now) if mine else _held(seat, view)
    readiness = _readiness(seat, posts, view, seen if mine else None)
    drafts = drafts_of(seat, clock, seat.rules.pieces.names(seen)) if seat.drafted else ()
    mine_seen = [one for one in things if one.side == view]
    ordered = with_orders(seat, clock, mine_seen, given, names_held(readiness), drafts)
    own = tuple(replace(one, duties=known.duties(one.id)) for one in ordered)
    left = {thing for _, thing, _ in seat.rules.pieces.left_to_order(seen, view)}
    return Sheet(
        seat=seat,
        clock=clock,
        own_moves=seen.get("own_moves") or {},
        mine=mine,
        own=own,
        enemy=tuple(one for one in things if one.side and one.side != view),
        others=tuple(one for one in things if not one.side),
        country=as_it_stands(seen),
        receipts=tuple(one for one in given if one.counts),
        readiness=readiness,
        report=latest_report(seat, view),
        known=known,
        fire=_fire_visible_to(seat.rules, move, view, {**seat.side_names, **seat.rules.pieces.names(seen)}),
        drafts=drafts,
        tally=tally_of(seat.rules.pieces, left, own, drafts),
        invited=_invited(seat, posts, view, move, seen, clock.now) if mine else (),
    )


def _fire_visible_to(rules: Rules, move: Move, view: str, names: Mapping[str, str]) -> tuple[Mapping[str, Any], ...]:
    """The visible fire of a move of two stages, before movement orders close.  [KS-TURN-02, KS-SEQ-04]"""
    happened = move.fire_events if move.fire_closed_at is not None else None  # else it is not fetched
    told = [_told(rules, event, view, names) for event in happened or ()]
    return tuple(event for event in told if event is not None)


def _told(rules: Rules, event: Any, view: str, names: Mapping[str, str]) -> Mapping[str, Any] | None:
    """An event of the fire, or a ruling on it, as a side is told of it, in a sentence."""
    if "ruled" in event:
        ruling = event["ruled"].get(view)
        said = say("Ruling of the umpire: {reason}", reason=ruling["reason"]) if ruling else ""
        return {"event": "ruling", "clause": ruling["clause"], **ruling, "sentence": said} if ruling else None
    seen = rules.visible_to(event, view)
    return None if seen is None else {**seen, "sentence": rules.narrate(seen, names)}


def _held(seat: Seat, side: str, move: Move | None = None, now: datetime | None = None) -> list[Any]:
    """The seats of a side from which orders may be expected; in its own move, each with its readiness.

    Whether anybody is invited comes with them, so that it is only asked who is where somebody is.
    """
    if move is None or now is None:
        return _seats(seat.campaign.id, side)
    return _seats_in_move(seat.campaign.id, side, move.pk, now)


def _held_of(campaign: int, side: str) -> Any:
    """The seats of a side that give orders and are held, in the sequence in which they were made."""
    rows = Post.objects.filter(campaign_id=campaign, side__key=side, held_until__isnull=True, kind__in=COMMANDING)
    return rows.order_by("pk")


def _held_in_move(campaign: int, side: str, move: int, now: datetime) -> Any:
    """The same with the readiness of each, and whether anybody is invited to others."""
    said = Readiness.objects.filter(move=move, post=OuterRef("pk")).values("at")[:1]
    offered = Exists(to_commands(campaign, now).filter(side__key=side))
    return _held_of(campaign, side).annotate(others_invited=offered, said_at=Subquery(said))


_nobody_ready = Value(None, output_field=DateTimeField())
_seats = Prepared(lambda campaign, side: _held_of(campaign, side).annotate(said_at=_nobody_ready), int, str)
_seats_in_move = Prepared(_held_in_move, int, str, int, datetime)


def _invited(
    seat: Seat, posts: Sequence[Any], side: str, move: Move, seen: Mapping[str, Any], now: datetime
) -> tuple[str, ...]:
    """The titles of the seats of a side for which the move waits though nobody has taken them."""
    if not any(post.others_invited for post in posts) or (seat.campaign.works_itself and move.closes_at is None):
        return ()
    rows = to_commands(seat.campaign.id, now).filter(side__key=side)
    return tuple(one.title for one in invited(seat.terms, posts, rows, dict(seen), side))


def _readiness(
    seat: Seat, posts: Sequence[Any], side: str = "", seen: Mapping[str, Any] | None = None
) -> tuple[Ready, ...]:
    """The seats of a side, in their own move each with its readiness.

    seen: what the side sees of the floor, in its own move.
    """
    expected = commanding(seat.terms, posts, dict(seen), side) if seen is not None else []
    return tuple(
        Ready(
            row.public_id,
            row.title,
            row.kind,
            row.arm,
            row.user_id == seat.user_id,
            row.said_at,
            row in expected,
            row.brigade,
        )
        for row in posts
    )


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


def commanded_by(sheet: Sheet, seats: Iterable[HoldsPost]) -> frozenset[str]:
    """The things of a side that some of its seats command, as if a General commanded their own figure alone."""
    pieces, held, own = sheet.seat.rules.pieces, names_held(sheet.readiness), as_scene(sheet.own)
    over = {one.id: command_over(pieces, own, one.group, one.state, held) for one in sheet.own}
    seats = tuple(seats)
    return frozenset(
        thing for thing, command in over.items() if any(commands(post, command, general_may=False) for post in seats)
    )


def groups(sheet: Sheet) -> tuple[Group, ...]:
    """The groups of things that the asker may order together now, each of two or more."""
    pieces = sheet.seat.rules.pieces
    arms = dict(pieces.arms)
    by: dict[tuple[str, str], list[str]] = {}
    there = {one.id for one in sheet.own if one.is_open and not one.look.gone}
    own = as_scene(sheet.own)
    for one in sheet.own:
        if not one.is_open or one.look.gone:
            continue
        # A gun goes where its crew goes.
        if pieces.wants_orders(one.group) and one.look.stands_for not in there:
            by.setdefault(("all", say("All")), []).append(one.id)
        title = pieces.kind(one.group).title or arms.get(one.arm, "")
        if title:
            by.setdefault(("arm", title), []).append(one.id)
        if named := pieces.commander(own, one.state):
            by.setdefault(("commander", named), []).append(one.id)
    return tuple(Group(title, tuple(things), kind) for (kind, title), things in by.items() if len(things) > 1)
