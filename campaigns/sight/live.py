"""What the open streams of a process query: who still holds their seat and session, and what news there is for them.

A few queries for all of them together, however many they are.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db.models import Count, Max, Q

from campaigns.audiences import NewsCounts, mark_of
from campaigns.models import Battle, Post
from campaigns.models.invitation import offered_to
from campaigns.models.notice import inbox_of
from campaigns.sight.seat import Seat, audiences_of, held_by


class Listener(NamedTuple):
    """Who listens: the person, the battle and its campaign, their seats, and their session.

    password: the stored digest; a change of password ends every other session.
    """

    person: int
    battle: int
    campaign: int
    posts: frozenset[int]
    audiences: tuple[str, ...]
    session: str
    password: str


def listener(seat: Seat, session: str, password: str) -> Listener:
    """A seat at a battle whose page listens for news."""
    return Listener(
        person=seat.user_id,
        battle=seat.battle.id,
        campaign=seat.campaign.id,
        posts=frozenset(post.id for post in seat.posts),
        audiences=seat.audiences,
        session=session,
        password=password,
    )


def news_counts_of(battles: Collection[int]) -> dict[int, NewsCounts]:
    """How much news each audience of these battles has had; a listener is shown their own."""
    return dict(Battle.objects.filter(pk__in=battles).values_list("pk", "told"))


def still_listening(listeners: Iterable[Listener], now: datetime) -> set[Listener]:
    """Those whose session is still valid and who still hold the same seats."""
    asked = set(listeners)
    people = {one.person for one in asked}
    passwords = dict(get_user_model().objects.filter(pk__in=people, is_active=True).values_list("pk", "password"))
    sessions = set(
        Session.objects.filter(session_key__in={one.session for one in asked}, expire_date__gt=now).values_list(
            "session_key", flat=True
        )
    )
    held: dict[tuple[int, int], set[int]] = {}
    rows = Post.objects.filter(user_id__in=people, held_until__isnull=True)
    for person, campaign, post in rows.values_list("user_id", "campaign_id", "pk"):
        held.setdefault((person, campaign), set()).add(post)
    return {
        one
        for one in asked
        if passwords.get(one.person) == one.password
        and one.session in sessions
        and (one.person, one.campaign) in held
        and held[one.person, one.campaign] == one.posts
    }


def news_of_person(user: Any, now: datetime) -> str:
    """A digest that is another whenever there is news for somebody anywhere: for pages that show no battle.

    It is made of their seats, of the marks of their battles as each of their pages has them, of their notices and of
    what is offered to them; so it says nothing that they may not know.
    """
    columns = ("campaign_id", "campaign__status", "public_id", "kind", "side__key")
    battle = [f"campaign__battles__{one}" for one in ("pk", "status", "told")]
    rows = list(held_by(user).order_by("pk", "campaign__battles__pk").values_list(*columns, *battle))
    held = list(dict.fromkeys(row[: len(columns)] for row in rows))
    seats: dict[int, list[tuple[str, str, str]]] = {}
    for campaign, _, public_id, kind, side in held:
        seats.setdefault(campaign, []).append((public_id, kind, side or ""))
    told = {row[len(columns)]: (row[0], *row[-2:]) for row in rows if row[-1] is not None}
    marks = [(pk, status, mark_of(news, audiences_of(seats[of]))) for pk, (of, status, news) in sorted(told.items())]
    notices = inbox_of(user).aggregate(last=Max("pk"), unread=Count("pk", filter=Q(read_at__isnull=True)))
    offers = list(offered_to(user, now).values_list("pk", flat=True))
    said = repr((held, marks, notices, offers)).encode()
    return hmac.new(settings.SECRET_KEY.encode(), said, "sha256").hexdigest()[:20]
