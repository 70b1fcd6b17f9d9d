"""The deadlines of the next 12 hours, in this battle and in the umpire's others: of the clock, couriers and reminders."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, OuterRef, Q, Subquery

from campaigns.compiled_queries import Prepared
from campaigns.desk.papers import DueFact
from campaigns.models import Battle, Campaign, Courier, Due, Move, Post
from campaigns.sight.dispatches import rider_fact
from campaigns.sight.seat import Seat
from campaigns.usecases.people.reminders import reminded_at
from rules.values.sentence import say

AHEAD = timedelta(hours=12)
"""How far ahead the desk lists deadlines of the umpire's other battles."""

OF_OTHERS = (Due.Kind.CLOSE, Due.Kind.INTERVAL, Due.Kind.RESUME, Due.Kind.INJECT)
"""What is listed of the other battles; last-minute warnings are left to their own desks."""

REMINDER = "reminder"
"""The kind of the reminders that a move closes soon."""


def deadlines(seat: Seat, move: Move, waited_for: Iterable[Post], now: datetime) -> tuple[DueFact, ...]:
    """Everything that falls due, the next first; and last the couriers who are held.

    waited_for: the seats from which orders are expected and that are not ready, with those who hold them.
    """
    rows = _due(seat.battle.id, seat.user_id, now + AHEAD)
    found = [_fact(row, seat) for row in rows]
    found += _reminders(move, waited_for, now)
    return tuple(sorted(found, key=lambda one: (one.rider is not None and one.rider.due_at is None, one.due_at)))


def _due_for(battle: int, user: int, until: datetime) -> Any:
    """What falls due in a battle, and until then in the others of an umpire."""
    this_one = Q(battle_id=battle) & (
        Q(state=Due.State.WAITING) | Q(courier__status=Courier.Status.HELD, state=Due.State.VOID)
    )
    others = Q(state=Due.State.WAITING, kind__in=OF_OTHERS, due_at__lte=until, battle__status=Battle.Status.RUNNING)
    rows = Due.objects.filter(this_one | (others & Q(battle__campaign__in=_ruled_by(user))))
    title = Post.objects.filter(public_id=OuterRef("courier__to")).values("title")[:1]
    rows = rows.annotate(to_title=Subquery(title), closes_at=F("move__closes_at")).select_related(
        "battle__campaign", "courier__dispatch__post"
    )
    return rows.defer("battle__start").order_by("due_at", "pk")


def _ruled_by(user_id: int) -> Any:
    """The campaigns in which somebody is umpire, without their practices."""
    mine = Post.objects.filter(user_id=user_id, kind=Post.Kind.UMPIRE, held_until__isnull=True)
    return mine.exclude(campaign__purpose=Campaign.Purpose.PRACTICE).values("campaign")


_due = Prepared(_due_for, int, int, datetime)


def _fact(row: Any, seat: Seat) -> DueFact:
    """The facts of a row; for people a move closes when its clock says so, the drain is internal."""
    other = row.battle_id != seat.battle.id
    courier = getattr(row, "courier", None)
    return DueFact(
        kind=row.kind,
        due_at=row.closes_at if row.kind == Due.Kind.CLOSE and row.closes_at else row.due_at,
        battle=row.battle.public_id if other else "",
        battle_name=_named(row.battle, seat) if other else "",
        rider=rider_fact(courier, {courier.to: row.to_title or ""}) if courier is not None else None,
    )


def _named(battle: Battle, seat: Seat) -> str:
    """Another battle by its name, and its campaign's where that differs too."""
    return (
        battle.name
        if battle.campaign_id == seat.campaign.id
        else say("{name}, {name2}", name=battle.name, name2=battle.campaign.name)
    )


def _reminders(move: Move, waited_for: Iterable[Post], now: datetime) -> list[DueFact]:
    """When those of the side that moves who are not ready will be sent a reminder."""
    if not settings.EMAIL_URL or move.status != Move.Status.OPEN or move.paused_at is not None:
        return []
    times = {reminded_at(move, one.user) for one in waited_for if one.user.email and one.user.is_active}
    return [DueFact(REMINDER, at) for at in sorted(one for one in times if one is not None) if at > now]
