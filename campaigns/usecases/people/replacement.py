"""A seat passes from one person to another: the successor knows exactly what the predecessor knew, and nobody changes sides."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.locks import lock_battles_of, lock_campaign
from campaigns.models import Battle, Campaign, Move, Post, Readiness, Side
from campaigns.models.person import name_of
from campaigns.usecases.access import current_move, read_public_id, umpire_of
from campaigns.usecases.notices import everybody, note_notice, note_seat_ended
from campaigns.usecases.record import add_record
from rules.values.sentence import say


def seated_elsewhere(user: Any, held: Post, side: Side | None) -> NotYours:
    """The refusal of a seat to somebody who has one that does not go with it.  side: of the seat; none for umpire and observer."""
    if held.side_id is None or side is None:
        reason = say("Umpires and observers cannot have a seat on a side.")
        if held.side_id is None and side is None:
            reason = say("Nobody can be umpire and observer at once.")
    else:
        reason = say("Nobody can have seats on both sides.")
    return NotYours(say("{user} is already {title}. {reason}", user=name_of(user), title=held.title, reason=reason))


def refuse_who_knows_too_much(campaign: Campaign, side: Side | None, user: Any) -> None:
    """Refuse a seat of a side to anybody who has held one of the other, has observed, or has been umpire, since the campaign began.

    side: of the seat; none for umpire and observer, which anybody may become.
    """
    if side is None:
        return
    for held in Post.objects.filter(campaign=campaign, user=user, held_until__isnull=False).order_by("pk"):
        until, began = held.held_until, campaign.started_at
        if held.side_id == side.pk or began is None or (until is not None and until <= began):
            continue
        did = {Post.Kind.UMPIRE: say("was an umpire"), Post.Kind.OBSERVER: say("was an observer")}.get(
            Post.Kind(held.kind), say("was {title}", title=held.title)
        )
        raise NotYours(
            say(
                "{user} {did} in this campaign, and knows things that {name} may not know.",
                user=name_of(user),
                did=did,
                name=side.name,
            )
        )


def hand_over(*, by: Any, post: str, user: Any, now: datetime) -> Post:
    """The umpire gives somebody's seat to another person, as it stands: its papers, its notices, its orders.

    The predecessor's orders stand, their readiness does not.  Their term is kept as a seat that has ended.
    """
    found = Post.objects.filter(public_id=read_public_id(post, "post")).first()
    if found is None:
        raise Unseen("post")
    with transaction.atomic():
        campaign = lock_campaign(found.campaign_id)
        battles = lock_battles_of(campaign.pk)
        umpire = umpire_of(by, campaign.pk, "post")
        found.refresh_from_db()
        if found.held_until is not None:
            raise WrongState(say("Nobody has this seat any more."))
        _may_take_over(campaign, found, user)
        before = found.user
        term = Post.objects.create(
            campaign=campaign,
            side=found.side,
            kind=found.kind,
            arm=found.arm,
            brigade=found.brigade,
            user=before,
            title=found.title,
            held_from=found.held_from,
            held_until=now,
        )
        note_seat_ended(
            term,
            say(
                "{user} has taken over your seat “{title}” in {name}. Your orders stay in force.",
                user=name_of(user),
                title=found.title,
                name=campaign.name,
            ),
            now,
        )
        found.user, found.held_from, found.seen_at = user, now, None
        found.save(update_fields=["user", "held_from", "seen_at"])
        for battle in battles:
            if battle.status == Battle.Status.RUNNING:
                battle.campaign = campaign
                _notify(battle, found, before, umpire.title, now)
    return found


def _may_take_over(campaign: Campaign, post: Post, user: Any) -> None:
    if not user.is_active:
        raise NotYours(say("{user} cannot have a seat.", user=name_of(user)))
    if user == post.user:
        raise WrongState(say("{user} already has this seat.", user=name_of(user)))
    for held in Post.objects.filter(campaign=campaign, user=user, held_until__isnull=True):
        if held.side_id is None or held.side_id != post.side_id:
            raise seated_elsewhere(user, held, post.side)
        if (held.kind, held.arm, held.brigade) == (post.kind, post.arm, post.brigade):
            raise WrongState(say("{user} is already {title}.", user=name_of(user), title=held.title))
    refuse_who_knows_too_much(campaign, post.side, user)


def _notify(battle: Battle, post: Post, before: Any, umpire: str, now: datetime) -> None:
    """The successor's side and the umpire are told, and the record; the successor is not ready yet."""
    move: Move | None = current_move(battle)
    Readiness.objects.filter(move=move, post=post).delete()
    mine = [one for one in everybody(battle) if one.side_id == post.side_id or one.kind == Post.Kind.UMPIRE]
    text = say(
        "{user} has taken over as {title}. The orders of {before} stay in force.",
        user=name_of(post.user),
        title=post.title,
        before=name_of(before),
    )
    again = f"{post.public_id}/{now.isoformat()}"
    note_notice(battle, move=move, kind="handed-over", text=text[:500], now=now, to=mine, again=again[:60])
    data = {"post": post.title, "from": str(before), "to": str(post.user)}
    add_record(battle, at=now, actor=umpire, kind="post-handed-over", data=data)
