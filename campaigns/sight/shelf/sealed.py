"""Which exercises are sealed from somebody: they hold or held a seat in a battle that is made of one, and it is not over.

An exercise holds both forces, their stores, and what is prepared.  Whoever plays in it therefore reads no more of it than
its cover, nor of any exercise of which it came or which it is like, nor of any that came of one of these: they may
differ by a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from campaigns.models import Battle, Campaign, Descent, Post
from campaigns.models.shelf.descent import node_of

Envelope = Mapping[str, tuple[str, ...]]
"""Digests of what is sealed from somebody, each with their own briefings in its battles."""

Steps = Mapping[str, set[str]]
"""To which others it is one step from each, all of them one way."""


def sealed_from(user: Any) -> Envelope:
    """The exercises that are sealed from somebody, all that are related to them among these.

    A seat that has ended seals as well what it was in when it ended: else whoever is sent from the table would read the
    enemy at once, and could come back to it.
    """
    seats: dict[int, list[_Term]] = {}
    umpire_in = set()
    posts = Post.objects.filter(user_id=user.pk, user__is_active=True)
    for campaign, kind, briefing, until in posts.values_list("campaign", "kind", "side__briefing", "held_until"):
        if kind != Post.Kind.UMPIRE:
            seats.setdefault(campaign, []).append(_Term(briefing or "", until))
        elif until is None:
            umpire_in.add(campaign)
    playing = seats.keys() - umpire_in
    battles = Battle.objects.filter(campaign__in=playing) if playing else Battle.objects.none()
    not_over = battles.exclude(Q(status=Battle.Status.ENDED) | Q(campaign__status=Campaign.Status.ENDED))
    begun = [
        ({node_of(one)} | ({one.exercise} if one.exercise else set()), {term.briefing for term in terms})
        for one in not_over.only("public_id", "exercise", "campaign", "created_at")
        if (terms := [term for term in seats[one.campaign_id] if term.was_in(one)])
    ]
    found: dict[str, set[str]] = {}
    steps = _steps({node for nodes, _ in begun for node in nodes})
    for nodes, briefings in begun:
        for digest in steps.related(nodes):
            found.setdefault(digest, set()).update(briefings)
    return {digest: tuple(sorted(briefings - {""})) for digest, briefings in found.items()}


class _Term(NamedTuple):
    """Somebody's time in a seat of a side, or as an observer.  until: when it ended; none while it is held."""

    briefing: str
    until: datetime | None

    def was_in(self, battle: Battle) -> bool:
        """Whether the seat was held while the battle was there."""
        return self.until is None or self.until >= battle.created_at


def related(node: str) -> set[str]:
    """All that one is related to; itself among it."""
    return _steps({node}).related({node})


def what_came_of(node: str) -> set[str]:
    """What came of one, by any number of steps; itself among it."""
    return _reached({node}, _followed({node}, "earlier", "later", Q()))


class _Steps(NamedTuple):
    """From each to others, one step: to what it came of; to what it came of without saying so; to what came of it."""

    earlier: Steps
    like: Steps
    later: Steps

    def related(self, nodes: Iterable[str]) -> set[str]:
        """What some came of, however far back, what these are like, and all that came of any of these.

        Not back again from what came of them, nor on from what they are like: an exercise that is mixed of two makes these
        two not related, and so nobody can have one sealed from others by mixing it with one that they play in.
        """
        back = _reached(nodes, self.earlier)
        return _reached(back | {other for node in back for other in self.like.get(node, ())}, self.later)


def _steps(nodes: set[str]) -> _Steps:
    """The steps from these, as far as anything is related to them."""
    earlier = _followed(nodes, "later", "earlier", Q(like=False))
    back = _reached(nodes, earlier)
    like = _told(back, "later", "earlier", Q(like=True))
    return _Steps(earlier, like, _followed(back.union(*like.values()), "earlier", "later", Q()))


def _followed(nodes: set[str], asked: str, told: str, which: Q) -> Steps:
    """The steps one way from these and from whatever they lead to."""
    steps: dict[str, set[str]] = {}
    new = nodes
    while new:
        found = _told(new, asked, told, which)
        steps |= found
        new = set().union(*found.values()) - steps.keys()
    return steps


def _told(nodes: set[str], asked: str, told: str, which: Q) -> dict[str, set[str]]:
    """One step from each of some, some to nothing."""
    found: dict[str, set[str]] = {node: set() for node in nodes}
    for one, other in (
        Descent.objects.filter(which, **{f"{asked}__in": nodes}).values_list(asked, told) if nodes else ()
    ):
        found[one].add(other)
    return found


def _reached(nodes: Iterable[str], steps: Steps) -> set[str]:
    """What is reached from these by any number of steps, these among it."""
    reached, new = set[str](), set(nodes)
    while new:
        reached |= new
        new = {other for node in new for other in steps.get(node, ())} - reached
    return reached
