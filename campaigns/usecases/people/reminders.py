"""Reminders: a person who has a deadline soon and is not ready gets a mail, once for each move."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F

from campaigns.models import Battle, Mail, Move, Person, Post, Readiness
from campaigns.models.battle import BEGINNINGS
from campaigns.models.move import HEAVY
from campaigns.usecases.moves.moves import commanding
from campaigns.usecases.people.profile import REMIND, person_of
from campaigns.usecases.people.quiet import after_quiet


def remind(now: datetime) -> int:
    """Queue the reminders that are due; their number.

    A move that is shorter than the person's notice needs no reminder: the clock on the page is enough.
    """
    if not settings.EMAIL_URL:
        return 0
    mails = [mail for move in _drawing_near(now) for mail in _of(move, now)]
    Mail.objects.bulk_create(mails, ignore_conflicts=True)
    return len(mails)


def _drawing_near(now: datetime) -> Iterator[Move]:
    """Open moves that may need a reminder now."""
    least, longest = (timedelta(hours=hours) for hours in (REMIND[1], REMIND[-1]))
    moves = Move.objects.filter(
        status=Move.Status.OPEN,
        battle__status=Battle.Status.RUNNING,
        paused_at__isnull=True,
        opened_at__lte=now,
        closes_at__gt=now,
        closes_at__lte=now + longest,
        closes_at__gte=F("opened_at") + least,
    )
    found = moves.select_related("battle__campaign").defer(*HEAVY, *(f"battle__{column}" for column in BEGINNINGS))
    yield from found.order_by("pk")


def _of(move: Move, now: datetime) -> list[Mail]:
    """The reminders of a move that are due and not yet queued, one for each person."""
    wished = list(_wished(move, now))
    keys = [mail.key for _, mail in wished]
    known = set(Mail.objects.filter(key__in=keys).values_list("key", flat=True)) if keys else set()
    if known.issuperset(keys):
        return []
    may = {post.pk for post in commanding(move.battle, move)}
    return list({mail.key: mail for post, mail in wished if post.pk in may and mail.key not in known}.values())


def reminded_at(move: Move, user: Any) -> datetime | None:
    """When somebody wishes a reminder of an open move; none where they do not, or where it is shorter than their notice."""
    person = person_of(user)
    notice = timedelta(hours=person.remind_hours)
    if move.closes_at is None or not notice or person.mail_wish == Person.MailWish.NONE:
        return None
    return move.closes_at - notice if move.opened_at + notice < move.closes_at else None


def _wished(move: Move, now: datetime) -> Iterator[tuple[Post, Mail]]:
    """A reminder for each seat of the side that moves which is not ready and whose holder wishes one now."""
    closes_at = move.closes_at
    if closes_at is None:
        return
    posts = Post.objects.filter(
        campaign_id=move.battle.campaign_id,
        side__key=move.side,
        kind__in=[Post.Kind.GENERAL, Post.Kind.COMMANDER],
        held_until__isnull=True,
        user__is_active=True,
    )
    ready = Readiness.objects.filter(move=move).values("post")
    for post in posts.exclude(pk__in=ready).exclude(user__email="").select_related("user__person").order_by("-pk"):
        person = person_of(post.user)
        reminder, due_at = reminded_at(move, post.user), after_quiet(person, now)
        if reminder is not None and reminder <= now and due_at < closes_at:
            yield (
                post,
                Mail(
                    kind=Mail.Kind.REMINDER,
                    user=post.user,
                    key=f"remind/{move.public_id}/{post.user_id}",
                    moment=closes_at,
                    address=post.user.email,
                    queued_at=now,
                    due_at=due_at,
                ),
            )
