"""What a commander asked and what they were answered, together: a thread for each seat, for the umpire alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q

from campaigns.errors import NotUmpire
from campaigns.models import Dispatch, Post
from campaigns.models.move import HEAVY
from campaigns.sight.seat import Seat
from campaigns.usecases.messages.questions import TO_THE_UMPIRE
from campaigns.usecases.messages.umpires_messages import CHANNEL

MOST = 300
"""Messages that are read for the threads of a battle, the latest."""


@dataclass(frozen=True)
class Letter:
    """A message in a thread.  mine: the umpire wrote it, in whose name sender says; else the commander asked.

    open: whether it is a question that waits for an answer.  others: to how many seats beside this one it went, 0 for none;
    heard: who else read it: ``side`` or ``all``.
    """

    number: str
    at: datetime
    move_number: int
    sender: str
    text: str
    mine: bool
    open: bool = False
    others: int = 0
    heard: str = ""


@dataclass(frozen=True)
class Thread:
    """The messages between the umpire and a seat, the newest last.  side: key.  held: whether anybody holds it now."""

    post: str
    title: str
    side: str
    letters: tuple[Letter, ...]
    held: bool = True

    @property
    def open(self) -> int:
        """How many of its questions wait for an answer."""
        return sum(one.open for one in self.letters)


def threads(seat: Seat) -> tuple[Thread, ...]:
    """The threads of a battle: those with an open question first, then by the latest message.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    rows = Dispatch.objects.filter(Q(heard=TO_THE_UMPIRE) | Q(channel=CHANNEL), battle_id=seat.battle.id)
    rows = rows.annotate(settled=Exists(Dispatch.objects.filter(answers=OuterRef("pk"))))
    rows = rows.select_related("post", "move", "answers__post").defer(*(f"move__{name}" for name in HEAVY))
    posts = {one.public_id: one for one in Post.objects.filter(campaign_id=seat.campaign.id).select_related("side")}
    goes_on = seat.battle.status == "running"
    found: dict[str, list[Letter]] = {}
    for row in sorted(rows.order_by("-at", "-pk")[:MOST], key=lambda one: (one.at, one.pk)):
        for post in _seats(row, posts):
            found.setdefault(post, []).append(_letter(row, post, goes_on=goes_on))
    made = [_thread(posts[post], letters) for post, letters in found.items()]
    latest = sorted(made, key=lambda one: one.letters[-1].at, reverse=True)
    return tuple(sorted(latest, key=lambda one: not one.open))


def _seats(row: Dispatch, posts: Mapping[str, Post]) -> Iterable[str]:
    """In whose threads a message stands: of its asker, or of those to whom the umpire wrote; what a side or all got, of the asked."""
    if row.heard == TO_THE_UMPIRE:
        return [row.post.public_id]
    named = [one for one in row.to if one in posts]
    asker = [row.answers.post.public_id] if row.answers is not None else []
    return dict.fromkeys([*named, *asker])


def _letter(row: Any, post: str, *, goes_on: bool) -> Letter:
    asked = row.heard == TO_THE_UMPIRE
    return Letter(
        number=row.public_id,
        at=row.at,
        move_number=row.move.number,
        sender=row.voice or row.post.title,
        text=row.text,
        mine=not asked,
        open=asked and not row.settled and goes_on,
        others=len([one for one in row.to if one != post]),
        heard=row.heard if row.heard in ("side", "all") else "",
    )


def _thread(post: Post, letters: list[Letter]) -> Thread:
    side = post.side.key if post.side is not None else ""
    return Thread(post.public_id, post.title, side, tuple(letters), post.held_until is None)
