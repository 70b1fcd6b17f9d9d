"""The deadlines of a move as rows of ``Due``, written again whenever its clock changes."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from campaigns.bridge import rules_of
from campaigns.models import Battle, Due, Move, Post

WARNINGS = {Due.Kind.WARNING_120: 120, Due.Kind.WARNING_60: 60, Due.Kind.WARNING_30: 30}
"""Seconds before the end at which people are warned.  [KS-TURN-06]"""


def set_deadlines(move: Move, *, now: datetime) -> None:
    """Write what falls due for a move and void what was waiting; the move must be saved afterwards.

    A move whose clock runs has warnings and its close, after the drain; one that is paused has its resumption; one
    that opens later has the end of the interval; one that a machine is to play has its answer.  Where no umpire is
    present, one that waits for a finding has that; where one is, it may have the time at which it is published by itself.
    """
    void(move)
    move.generation += 1
    add_due(move, now=now)


def add_due(move: Move, *, now: datetime) -> None:
    """Write what falls due for a move, under its generation."""
    Due.objects.bulk_create(
        Due(battle_id=move.battle_id, move=move, kind=kind, due_at=due_at, generation=move.generation)
        for kind, due_at in _times(move, now)
    )


def look_again(move: Move, *, now: datetime) -> None:
    """Something of a move that waits for a finding has changed: without an umpire, the clock asks for it again."""
    if move.waits and move.battle.campaign.works_itself:
        set_deadlines(move, now=now)
        move.save(update_fields=["generation"])
    restart_publication(move, now=now)


def restart_publication(move: Move, *, now: datetime) -> None:
    """The same where a move is published by itself unless the umpire stops it: all its minutes run again."""
    if move.waits and (at := publication_of(move, now)) is not None:
        publish_at(move, at, now=now)


def publish_at(move: Move, at: datetime | None, *, now: datetime) -> None:
    """Have a waiting move published by itself at a time, if nothing is in doubt then; none for never."""
    move.publishes_at = at
    set_deadlines(move, now=now)
    move.save(update_fields=["publishes_at", "generation"])


def publication_of(move: Move, now: datetime) -> datetime | None:
    """When a move whose orders are closed now is published by itself if nothing is in doubt; none for never.

    Never where the campaign does not say so, where there is no umpire, at a board, and where an umpire has stopped it.
    """
    campaign = move.battle.campaign
    if campaign.publish_minutes is None or campaign.works_itself or move.stopped_at is not None:
        return None
    if rules_of(move.battle.terms).book.on_board:
        return None
    return now + timedelta(minutes=campaign.publish_minutes)


def recount_later(battle: Battle, *, now: datetime) -> None:
    """Have a locked battle, which has ended, counted towards its campaign later."""
    move = Move.objects.filter(battle=battle).order_by("-number").first()
    if move is not None:
        kind = Due.Kind.COUNT
        generation = Due.objects.filter(move=move, kind=kind).count()
        Due.objects.create(battle=battle, move=move, kind=kind, due_at=now, generation=generation)


def void(move: Move) -> None:
    """Void all that waits for a move, except couriers on the road and prepared injects."""
    waiting = Due.objects.filter(move=move, state=Due.State.WAITING).exclude(
        kind__in=(Due.Kind.COURIER, Due.Kind.INJECT)
    )
    waiting.update(state=Due.State.VOID)


def machine_posts(move: Move) -> QuerySet[Post]:
    """The seats by which a machine plays the side that moves."""
    return Post.objects.filter(
        campaign_id=move.battle.campaign_id,
        side__key=move.side,
        kind=Post.Kind.GENERAL,
        held_until__isnull=True,
        user__machine__isnull=False,
    )


def _times_of_finding(move: Move, now: datetime) -> list[tuple[str, datetime]]:
    if move.battle.campaign.works_itself:
        return [(Due.Kind.FIND, now)]
    return [(Due.Kind.PUBLISH, move.publishes_at)] if move.publishes_at is not None else []


def _times(move: Move, now: datetime) -> list[tuple[str, datetime]]:
    if move.waits:
        return [] if move.parked else _times_of_finding(move, now)
    if move.paused_at is not None and move.paused_until is not None:
        return [(Due.Kind.RESUME, move.paused_until)]
    times: list[tuple[str, datetime]] = []
    if move.opened_at > now:
        times.append((Due.Kind.INTERVAL, move.opened_at))
    if machine_posts(move).exists():
        times.append((Due.Kind.ANSWER, max(now, move.opened_at)))
    if move.closes_at is None:
        return times
    for kind, seconds in WARNINGS.items():
        warned_at = move.closes_at - timedelta(seconds=seconds)
        if warned_at > max(now, move.opened_at):
            times.append((kind, warned_at))
    drain = timedelta(seconds=move.battle.campaign.drain_seconds)
    times.append((Due.Kind.CLOSE, move.closes_at + drain))
    return times
