"""Through whose eyes a replay is shown, and who may choose which.

The umpire may choose all of them, everybody else their own side's; when the battle has ended and the umpire has opened
its papers, everybody may choose all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.errors import Unseen
from campaigns.models import Post, RecordEntry
from campaigns.sight.seat import OBSERVER, Seat
from rules.values.sentence import joined, say

PAPERS_OPENED = "papers-opened"
"""The kind of the record entry by which the umpire opens the papers of a battle."""

TRUTH = "umpire"


@dataclass(frozen=True)
class Lens:
    """A way to look at a battle.

    key: ``umpire`` (as it was), a side's, ``observer``, or the public id of a seat.  kind: ``truth``, ``side``,
    ``observer`` or ``commander``.  side: whose knowledge it is, empty of the truth.  arms: those that a commander
    commands.
    posts: titles of the commander's seats by their public ids.
    """

    key: str
    kind: str
    title: str
    side: str = ""
    arms: tuple[str, ...] = ()
    posts: Mapping[str, str] = field(default_factory=dict)


def papers_open(seat: Seat) -> bool:
    """Whether everybody may read everything of a battle: it has ended, and the umpire has opened its papers."""
    if seat.battle.status != "ended":
        return False
    return RecordEntry.objects.filter(battle_id=seat.battle.id, kind=PAPERS_OPENED).exists()


def lenses(seat: Seat, is_open: bool) -> tuple[Lens, ...]:
    """The lenses that the asker may use, the default first.  is_open: see ``papers_open``."""
    sides = [side for side in seat.side_names if seat.is_umpire or is_open or side == seat.side]
    sides.sort(key=lambda side: side != seat.side)
    everything = seat.is_umpire or is_open
    truth = (Lens(TRUTH, "truth", say("As it was")),) if everything else ()
    own = tuple(Lens(side, "side", seat.side_names[side], side) for side in sides)
    observer = (
        (Lens(OBSERVER, "observer", say("An observer"), OBSERVER),) if everything or seat.side == OBSERVER else ()
    )
    found = (*truth, *own, *_commanders(seat, sides), *observer)
    return found if seat.is_umpire else tuple(sorted(found, key=lambda lens: lens.key != seat.side))


def lens_of(offered: tuple[Lens, ...], key: str) -> Lens:
    """The lens of that key, or the first where none is named; E-NONE where the asker may not use it."""
    for lens in offered:
        if key in ("", lens.key):
            return lens
    raise Unseen("report")


def _commanders(seat: Seat, sides: list[str]) -> tuple[Lens, ...]:
    """Those who command or have commanded on these sides, one lens a person, under their first seat."""
    if not sides:
        return ()
    kinds = (Post.Kind.GENERAL, Post.Kind.COMMANDER)
    rows = Post.objects.filter(campaign_id=seat.campaign.id, kind__in=kinds, side__key__in=sides)
    held: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for row in rows.order_by("pk").values("public_id", "user_id", "side__key", "arm", "title"):
        held.setdefault((row["side__key"], row["user_id"]), []).append(row)
    return tuple(
        Lens(
            key=posts[0]["public_id"],
            kind="commander",
            title=joined(", ", dict.fromkeys(post["title"] for post in posts)),
            side=side,
            arms=tuple(post["arm"] for post in posts if post["arm"]),
            posts={post["public_id"]: post["title"] for post in posts},
        )
        for (side, _), posts in sorted(held.items(), key=lambda one: sides.index(one[0][0]))
    )
