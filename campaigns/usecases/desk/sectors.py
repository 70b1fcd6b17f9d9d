"""Several umpires share a battle: each is responsible for a sector, any may rule; and when each was last at their desk is noted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from campaigns.errors import Unseen, WrongState
from campaigns.locks import lock_campaign
from campaigns.models import Post
from campaigns.models.plain import Plain
from campaigns.usecases.access import read_public_id, umpire_of
from rules.errors import Invalid
from rules.values.sentence import of_field, say

MOST_THINGS = 200
GREATEST = 100_000
"""Inches, of an edge of a rectangle."""

PRESENT_FOR = timedelta(seconds=30)
"""The presence of somebody at their desk is written at most this often."""


def set_sector(*, by: Any, post: str, sector: Mapping[str, Any], now: datetime) -> Post:
    """An umpire gives an umpire (themselves, or another) a sector: a rectangle of the country, a list of things, or nothing."""
    found = Post.objects.filter(public_id=read_public_id(post, "post")).first()
    if found is None:
        raise Unseen("post")
    with transaction.atomic():
        lock_campaign(found.campaign_id)
        umpire_of(by, found.campaign_id, "post")
        found.refresh_from_db()
        if found.kind != Post.Kind.UMPIRE or found.held_until is not None:
            raise WrongState(say("Only an umpire with a seat can have a sector."))
        found.sector = read_sector(sector)
        found.save(update_fields=["sector"])
    return found


def read_sector(sector: Any) -> Plain:
    """A sector in its normal form; Invalid where it has another shape.

    >>> read_sector({"rectangle": [0, 0, 96, 48]})
    {'rectangle': [0, 0, 96, 48]}
    """
    if not isinstance(sector, Mapping) or len(sector) > 1:
        raise Invalid(of_field("sector", say("a rectangle, or a list of things, or nothing is wanted")))
    if "rectangle" in sector:
        edges = sector["rectangle"]
        whole = isinstance(edges, list | tuple) and len(edges) == 4 and all(_inches(one) for one in edges)
        if not whole or edges[0] >= edges[2] or edges[1] >= edges[3]:
            raise Invalid(
                of_field("sector", say("west, south, east and north in inches are wanted, the first two the smaller"))
            )
        return {"rectangle": list(edges)}
    if "things" in sector:
        things = sector["things"]
        named = isinstance(things, list | tuple) and all(isinstance(one, str) and 0 < len(one) <= 64 for one in things)
        if not named or not 0 < len(things) <= MOST_THINGS:
            raise Invalid(
                of_field("sector", say("1 to {most_things} ids of things are wanted", most_things=MOST_THINGS))
            )
        return {"things": sorted(set(things))}
    if sector:
        raise Invalid(of_field("sector", say("a rectangle, or a list of things, or nothing is wanted")))
    return {}


def _inches(number: Any) -> bool:
    return type(number) in (int, float) and abs(number) <= GREATEST


def note_presence(*, user: Any, campaign_id: int, now: datetime) -> None:
    """Note that somebody is at their desk, unless that was done a moment ago."""
    mine = Post.objects.filter(campaign_id=campaign_id, user=user, held_until__isnull=True)
    mine.filter(Q(seen_at__isnull=True) | Q(seen_at__lt=now - PRESENT_FOR)).update(seen_at=now)
