"""What somebody has to do by when, in all campaigns in which they hold a seat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.sight.clocks import clocks
from campaigns.sight.seat import PostFact, posts_of


@dataclass(frozen=True)
class Deadline:
    """A move under way that needs something from somebody before it ends.  rules: whether as its umpire.

    move: public id; number: of the move in its battle.
    """

    move: str
    number: int
    battle: str
    battle_name: str
    closes_at: datetime
    rules: bool


def deadlines(user: Any, now: datetime) -> tuple[Deadline, ...]:
    """The deadlines of a person, the next first: of moves in which their side orders, and of all where they are umpire."""
    posts = posts_of(user)
    faces = clocks(posts, now)
    found: dict[str, Deadline] = {}
    for post in posts:
        for battle in post.battles:
            face = faces.get(battle.id)
            if face is None or face.closes_at is None or face.state not in ("open", "interval"):
                continue
            rules = post.kind == "umpire"
            if rules or _orders(post, face.side):
                found[face.move] = Deadline(
                    face.move, face.number, battle.public_id, battle.name, face.closes_at, rules
                )
    return tuple(sorted(found.values(), key=lambda one: one.closes_at))


def _orders(post: PostFact, side: str) -> bool:
    """Whether a seat has orders to give, or facts to measure, in a move of that side."""
    return post.side == side and post.kind in ("general", "commander")
