"""People send each other messages, which arrive at once and complete, in either side's move.  [KS-GENL-03, KS-GENL-04]

Where a campaign has couriers, what is not shouted goes by a rider and is read when the rider arrives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns import audiences
from campaigns.bridge import rules_of
from campaigns.couriers import COURIER, ways
from campaigns.errors import Capped, KeyReused, NotYours, WrongState
from campaigns.locks import lock_battle
from campaigns.models import Battle, Dispatch, Move, Post
from campaigns.usecases.access import current_move, find_battle, player_of
from campaigns.usecases.messages.couriers import MESSAGE_ARRIVED, set_out
from campaigns.usecases.news import add_news
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_key, read_text
from rules.errors import Illegal, Invalid
from rules.values.sentence import joined, of_field, say

LONGEST = 1_000
"""Characters of a message at most."""

MOST = 60
"""Messages that one seat sends in one move at most."""


@dataclass(frozen=True)
class Sent:
    """That a message was sent: its number, and who receives it."""

    number: str
    heard: str


def send_message(
    *, by: Any, battle: str, channel: str, to: Sequence[str] = (), text: str, key: str, now: datetime
) -> Sent:
    """A General or commander sends a message by a channel of the book to seats of their side, or shouts it.

    to: public ids of seats; a shout needs none.  key: sent again, it brings the same answer.  Refused E-OTHERSIDE where
    it goes to the enemy by a channel that does not reach them.
    """
    key, text = read_key(key), read_text(text, "text", LONGEST, least=1)
    found = find_battle(battle)
    with transaction.atomic():
        locked = lock_battle(found.pk)
        posts = player_of(by, locked.campaign_id, "battle")
        sender = _sender(posts)
        move = current_move(locked)
        if locked.status != Battle.Status.RUNNING or move is None:
            raise WrongState(say("The battle is not running; messages cannot be sent."))
        way = _way(locked, channel)
        addressed = _addressees(locked, sender, way, to)
        earlier = Dispatch.objects.filter(battle=locked, post=sender, key=key).first()
        if earlier is not None:
            if (earlier.channel, earlier.to, earlier.text) != (channel, [one.public_id for one in addressed], text):
                raise KeyReused
            return Sent(earlier.public_id, earlier.heard)
        if Dispatch.objects.filter(move=move, post=sender).count() >= MOST:
            raise Capped(say("You have sent {most} messages in this move. More are not allowed.", most=MOST))
        return _send(locked, move, sender, way, addressed, text, key, now)


def _sender(posts: Iterable[Post]) -> Post:
    """The seat that sends the message: the General's first.  NotYours to anybody without a command."""
    commanding = sorted((post for post in posts if post.commands), key=lambda post: post.kind != Post.Kind.GENERAL)
    if not commanding:
        raise NotYours(say("Only a General or a commander can send messages."))
    return commanding[0]


def _way(battle: Battle, channel: str) -> Mapping[str, Any]:
    """A way to send messages by its key, of the book or the campaign; Invalid where there is none with that key."""
    open_to = {one["key"]: one for one in ways(rules_of(battle.terms), battle.campaign.couriers)}
    if channel not in open_to:
        raise Invalid(of_field("channel", say("choose one of {names}", names=joined(", ", open_to) or "none")))
    return open_to[channel]


def _addressees(battle: Battle, sender: Post, way: Mapping[str, Any], to: Any) -> list[Post]:
    """The seats to which it goes, in their order; Illegal E-OTHERSIDE where one is the enemy's, and alike where one does not exist."""
    if not isinstance(to, Sequence) or isinstance(to, str) or not all(isinstance(one, str) for one in to):
        raise Invalid(of_field("to", say("give a list of seats")))
    if not to:
        if way["heard"] in ("addressees", COURIER):
            raise Invalid(of_field("to", say("choose who gets the message")))
        return []
    held = Post.objects.filter(
        campaign_id=battle.campaign_id, side=sender.side, held_until__isnull=True, public_id__in=list(to)[:40]
    ).order_by("pk")
    found = [post for post in held if post.commands]
    if len({post.public_id for post in found}) != len(set(to)):
        raise Illegal("E-OTHERSIDE", say("Only a shout carries to the enemy."), way["clause"])
    return found


def _send(
    battle: Battle,
    move: Move,
    sender: Post,
    way: Mapping[str, Any],
    to: Sequence[Post],
    text: str,
    key: str,
    now: datetime,
) -> Sent:
    side = sender.side.key if sender.side is not None else ""
    sent = Dispatch.objects.create(
        battle=battle,
        move=move,
        post=sender,
        side=side,
        channel=way["key"],
        heard=way["heard"],
        to=[post.public_id for post in to],
        text=text,
        key=key,
        at=now,
    )
    data = {"move": move.number, "number": sent.public_id, "channel": sent.channel, "to": sent.to, "text": text}
    add_news(battle, audiences.of_post(sender.public_id), "words")
    add_record(battle, at=now, actor=sender.title, kind="word-sent", data={**data, "heard": sent.heard})
    if sent.heard == COURIER:
        set_out(battle, move, sent, sender, to, now)
        return Sent(sent.public_id, sent.heard)
    note_notice(
        battle,
        move=move,
        kind="word",
        text=MESSAGE_ARRIVED,
        now=now,
        to=_notified_posts(battle, sender, sent, to),
        again=sent.public_id,
    )
    return Sent(sent.public_id, sent.heard)


def _notified_posts(battle: Battle, sender: Post, sent: Dispatch, to: Sequence[Post]) -> list[Post]:
    """One seat of each person who receives it, except the sender."""
    hears = list(to)
    if sent.heard != "addressees":
        held = Post.objects.filter(campaign_id=battle.campaign_id, held_until__isnull=True).exclude(
            kind=Post.Kind.UMPIRE
        )
        hears = list(held if sent.heard == "all" else held.filter(side=sender.side))
    once = {post.user_id: post for post in sorted(hears, key=lambda post: -post.pk) if post.user_id != sender.user_id}
    return sorted(once.values(), key=lambda post: post.pk)
