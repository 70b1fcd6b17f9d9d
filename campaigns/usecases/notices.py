"""Notices: written with the fact, sent from the outbox, read by their recipients.

Their texts name no place, body or event; every side gets the same at the same moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from campaigns.compiled_queries import Prepared
from campaigns.errors import Unseen
from campaigns.models import Battle, Campaign, Move, Notice, Post
from campaigns.models.notice import OF_MESSAGES, SEAT_ENDED, inbox_of
from campaigns.usecases.access import read_public_id
from campaigns.usecases.news import add_news_of_notice

GONE_WRONG = frozenset({"machine-failed", "delayed", "parked", "waits"})
"""Kinds of notices that everybody gets."""


def note_notice(
    battle: Battle,
    *,
    move: Move | None,
    kind: str,
    text: str,
    now: datetime,
    to: Iterable[Post] | None = None,
    again: str = "",
) -> None:
    """Write a notice to some seats, or to everybody in the campaign; once for each seat, move, kind and ``again``.

    In a practice the player, who sits at the board, is told only of what has gone wrong.
    """
    to = None if to is None else list(to)
    posts = to if to is not None else everybody(battle)
    if battle.campaign.purpose == Campaign.Purpose.PRACTICE and kind not in GONE_WRONG:
        posts = []
    about = move.public_id if move is not None else battle.public_id
    Notice.objects.bulk_create(
        Notice(
            campaign_id=battle.campaign_id,
            battle=battle,
            move=move,
            post=post,
            kind=kind,
            text=text,
            key=f"{kind}/{about}/{post.public_id}/{again}",
            created_at=now,
        )
        for post in posts
    )
    add_news_of_notice(battle, kind, to)


def note_seat_ended(post: Post, text: str, now: datetime) -> None:
    """Tell whoever held a seat until now what has become of it; they read it without the seat, a machine nothing."""
    if getattr(post.user, "machine", None) is not None:
        return
    Notice.objects.create(
        campaign_id=post.campaign_id,
        post=post,
        kind=SEAT_ENDED,
        text=text[:500],
        key=f"{SEAT_ENDED}/{post.public_id}",
        created_at=now,
    )


def everybody(battle: Battle) -> list[Post]:
    """One seat of everybody in the campaign of a battle, without machines: a person with several is told once."""
    return sorted({post.user_id: post for post in _people(battle.campaign_id)}.values(), key=lambda post: post.pk)


_people = Prepared(
    lambda campaign: Post.objects.filter(
        campaign_id=campaign, held_until__isnull=True, user__machine__isnull=True
    ).order_by("-pk"),
    int,
)


def umpires(battle: Battle) -> list[Post]:
    """The umpire's seats."""
    return [post for post in everybody(battle) if post.kind == Post.Kind.UMPIRE]


def mark_read(*, user: Any, notice: str, now: datetime) -> None:
    """Mark a notice to a seat that somebody holds as read."""
    mine = inbox_of(user).filter(public_id=read_public_id(notice, "notice"))
    if not mine.exists():
        raise Unseen("notice")
    mine.filter(read_at__isnull=True).update(read_at=now)


def mark_all_read(*, user: Any, now: datetime) -> int:
    """Mark all notices in somebody's inbox as read; their number."""
    return inbox_of(user).filter(read_at__isnull=True).update(read_at=now)


def mark_answered(battle: Battle, question: str, now: datetime) -> None:
    """The notices of a question that was answered are read, wherever the umpire has answered it."""
    told = Notice.objects.filter(battle=battle, kind="question", key__endswith=f"/{question}", read_at__isnull=True)
    told.update(read_at=now)


def mark_messages_read(*, user: Any, battle: str, now: datetime) -> int:
    """Mark the notices of messages in a battle as read, for somebody who has opened its messages; their number."""
    mine = Notice.objects.filter(
        battle__public_id=read_public_id(battle, "battle"), post__user=user, post__held_until__isnull=True
    )
    return mine.filter(kind__in=OF_MESSAGES, read_at__isnull=True).update(read_at=now)
