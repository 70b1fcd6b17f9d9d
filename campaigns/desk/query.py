"""Everything on the desk, in six queries besides those for the seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Subquery

from campaigns import bridge
from campaigns.compiled_queries import Prepared
from campaigns.desk.board import DeskBoard
from campaigns.desk.deadlines import deadlines
from campaigns.desk.entries import entered, entries_of, held_facts, ruling_facts
from campaigns.desk.invitations import in_order
from campaigns.desk.papers import Desk, InvitedSeat, NoticeToUmpire, PostState, RecordFact
from campaigns.desk.preview import Preview
from campaigns.desk.queue import elsewhere, unanswered
from campaigns.desk.sectors import umpires_among
from campaigns.errors import NotUmpire
from campaigns.measurements import sheets_of
from campaigns.models import FactSheet, Invitation, Move, Notice, OrderEntry, Post, Readiness, RecordEntry, Ruling
from campaigns.models.invitation import to_commands
from campaigns.models.person import name_of
from campaigns.sight.clock import ClockFace, clock_face
from campaigns.sight.seat import Seat
from campaigns.usecases.clock.deadlines import publication_of


def desk(seat: Seat, now: datetime) -> Desk:
    """Everything on the desk of a battle.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    move: Any = next(iter(_under_way(seat.battle.id, seat.user_id, seat.campaign.id, now)), None)
    held = _held(seat, move)
    umpires = umpires_among(held, seat)
    if move is None:
        return Desk(seat, None, _posts(seat, held, None, []), dict(seat.side_names), umpires=umpires)
    entries = list(entries_of(move))
    rulings = _rulings(move.pk)
    sheets = sheets_of(move) if move.measured and not seat.rules.book.on_board else []
    sheet = sheets[-1] if sheets else None
    preview = Preview(seat.side_names, move, entries, rulings, sheets)
    posts = _posts(seat, held, move, entries)
    clock = clock_face(move, now, seat.side_names)
    waited_for = {one.public_id for one in posts if one.expected and one.ready_at is None}
    return Desk(
        seat=seat,
        clock=clock,
        posts=posts,
        orders=preview.orders(),
        entries=entered(entries, preview.names),
        move_needs=preview.move_needs(),
        base_revision=sheet.revision if sheet else 0,
        move_facts=sheet.move_facts if sheet else {},
        coin=sheet.coin if sheet else "",
        measured_by=sheet.by.title if sheet else "",
        preview=preview.result,
        rulings=ruling_facts(rulings),
        dues=deadlines(seat, move, [row for row in held if row.public_id in waited_for], now),
        names=preview.names,
        position=move.after_fire or move.position,
        left=preview.finding.position if preview.finding is not None else None,
        parked_why=move.parked_why if move.parked else "",
        attempts=move.attempts,
        publishes_at=move.publishes_at,
        stopped_at=move.stopped_at,
        publishes_by_itself=publication_of(move, now) is not None,
        publish_minutes=move.battle.campaign.publish_minutes,
        paused_seconds=move.paused_seconds,
        umpires=umpires,
        held=held_facts(preview.standing, entries, preview.names),
        elsewhere=move.elsewhere,
        asked=move.asked,
        remarks=tuple(move.remarks or ()) if move.status != Move.Status.SUBMITTED else (),
        board=DeskBoard(preview.brief, preview.finding),
        invited=_invited(seat, held, move, clock, now) if move.some_invited else (),
    )


def seated(seat: Seat, now: datetime) -> list[Any]:
    """Who holds which seat, and which seats are offered: what says who has sent depends on these and on the umpire's mark."""
    held = Post.objects.filter(campaign_id=seat.campaign.id, held_until__isnull=True).order_by("pk")
    names = ("user__username", "user__first_name", "user__last_name")
    return [
        *held.values_list("pk", "title", "arm", "brigade", *names),
        *to_commands(seat.campaign.id, now).values_list("pk"),
    ]


def _last_move(battle: int, user: int, campaign: int, now: datetime) -> Any:
    """The last move of a battle, with what there may be none of, and is only looked for where there is any."""
    moves = Move.objects.filter(battle_id=battle).select_related("battle__campaign").order_by("-number")
    return moves.annotate(
        elsewhere=elsewhere(user, battle),
        asked=Exists(unanswered()),
        measured=Exists(FactSheet.objects.filter(move=OuterRef("pk"))),
        some_invited=Exists(to_commands(campaign, now)),
    )[:1]


_under_way = Prepared(_last_move, int, int, int, datetime)
_rulings = Prepared(
    lambda move: Ruling.objects.filter(move=move).select_related("by", "revoked_by").order_by("pk"), int
)


def record(seat: Seat, before: int = 0, limit: int = 200) -> tuple[RecordFact, ...]:
    """The record of a battle, the latest first; before: only entries before that sequence number."""
    if not seat.is_umpire:
        raise NotUmpire
    return _record(seat, limit, before)


def _held(seat: Seat, move: Move | None) -> list[Any]:
    """Every seat of the campaign that is held, with its holder and since when it has been ready."""
    return _seats(seat.campaign.id, move.pk if move is not None else NO_MOVE)


def _with_readiness(campaign: int, move: int) -> Any:
    said = Readiness.objects.filter(move=move, post=OuterRef("pk")).values("at")[:1]
    rows = Post.objects.filter(campaign_id=campaign, held_until__isnull=True).select_related("side", "user__person")
    return rows.annotate(said_at=Subquery(said)).order_by("pk")


NO_MOVE = 0
"""Stands for the move of a battle that has none; no row has this number."""

_seats = Prepared(_with_readiness, int, int)


def _invited(seat: Seat, held: Sequence[Any], move: Move, clock: ClockFace, now: datetime) -> tuple[InvitedSeat, ...]:
    """The seats that nobody has taken yet and that would command something: of the side that moves, of both before the clock starts."""
    sides = tuple(seat.side_names) if clock.not_started else (move.side,)
    rows = list(to_commands(seat.campaign.id, now).filter(side__key__in=sides))
    found: list[Invitation] = []
    for side in sides:
        own = [row for row in held if row.side and row.side.key == side and row.commands]
        offered = [row for row in rows if row.side is not None and row.side.key == side]
        found += bridge.invited(seat.terms, own, offered, move.position, side)
    return in_order(seat, found)


def _posts(seat: Seat, held: Sequence[Any], move: Move | None, entries: Sequence[OrderEntry]) -> tuple[PostState, ...]:
    """Every seat of the campaign, with what has come from it."""
    own = [row for row in held if move and row.side and row.side.key == move.side and row.commands]
    expected = bridge.commanding(seat.terms, own, move.position, move.side) if move is not None else []
    return tuple(
        PostState(
            public_id=row.public_id,
            title=row.title,
            kind=row.kind,
            side=row.side.key if row.side else "",
            arm=row.arm,
            user=row.user.get_username(),
            expected=row in expected,
            sent=sum(entry.post_id == row.pk and not entry.late for entry in entries),
            last_at=max((entry.arrived_at for entry in entries if entry.post_id == row.pk), default=None),
            ready_at=row.said_at,
            person=name_of(row.user),
            brigade=row.brigade,
        )
        for row in held
    )


def notices_to(seat: Seat) -> tuple[NoticeToUmpire, ...]:
    """The latest notices to the umpire of a battle."""
    if not seat.is_umpire:
        raise NotUmpire
    rows = Notice.objects.filter(battle_id=seat.battle.id, post_id__in=[post.id for post in seat.posts])
    return tuple(
        NoticeToUmpire(row.public_id, row.kind, row.text, row.created_at, row.read_at)
        for row in rows.order_by("-created_at", "-pk")[:20]
    )


def _record(seat: Seat, limit: int, before: int = 0) -> tuple[RecordFact, ...]:
    rows = RecordEntry.objects.filter(battle_id=seat.battle.id)
    if before:
        rows = rows.filter(sequence__lt=before)
    return tuple(
        RecordFact(row.sequence, row.at, row.actor, row.kind, row.data, row.digest)
        for row in rows.order_by("-sequence")[:limit]
    )
