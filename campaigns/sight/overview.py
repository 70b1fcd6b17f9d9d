"""All campaigns of a person at a glance: their seat in each, and the clock of each battle.

Two queries give all that the first page says of hundreds of them; nothing else is read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, OuterRef, Q, Subquery

from campaigns.clock import hear, steady_seconds, time_column
from campaigns.models import Battle, Campaign, Move, Side
from campaigns.sight.clock import ClockFace, clock_face
from campaigns.sight.seat import held_by


class Clocked(NamedTuple):
    """A move as far as its clock needs it."""

    pk: int
    public_id: str
    battle_id: int
    number: int
    side: str
    own_number: int
    stage: str
    status: str
    opened_at: datetime
    closes_at: datetime | None
    paused_at: datetime | None
    paused_reason: str
    paused_until: datetime | None
    extended_minutes: int
    parked: bool
    fire_closed_at: datetime | None


CLOCK = Clocked._fields
"""The columns of a move that its clock needs."""


class BattleGlance(NamedTuple):
    """A battle.  book: by which it is fought; clock: of the move under way, none where there is none."""

    id: int
    public_id: str
    name: str
    status: str
    book: str
    clock: ClockFace | None


class Glance(NamedTuple):
    """A campaign.  titles, kinds: of the person's seats; side: the one that they are on, and its name; empty without one."""

    id: int
    public_id: str
    name: str
    status: str
    purpose: str
    time_zone: str
    umpire: str
    titles: tuple[str, ...]
    kinds: frozenset[str]
    side: str
    side_name: str
    battles: tuple[BattleGlance, ...]

    @property
    def works_itself(self) -> bool:
        """Whether it runs without an umpire."""
        return self.umpire == Campaign.Umpire.NONE


CAMPAIGN = ("campaign_id", "campaign__public_id", "campaign__name", "campaign__status", "campaign__purpose",
            "campaign__time_zone", "campaign__umpire")  # fmt: skip
"""Where a campaign is read beside a seat."""


def overview(user: Any, now: Callable[[], datetime]) -> tuple[Glance, ...]:
    """The campaigns in which somebody holds a seat, the latest first.

    now: tells the time, which a database with a clock of its own tells in the same query.
    """
    held, began, told = held_by(user), steady_seconds(), None
    posts: dict[Any, list[tuple[str, str, str, str]]] = defaultdict(list)
    rows = held.annotate(**time_column()).order_by("-campaign_id", "pk")
    for row in rows.values_list(*CAMPAIGN, "title", "kind", "side__key", "side__name", *time_column()):
        title, kind, side, called, *times = row[len(CAMPAIGN) :]
        posts[row[: len(CAMPAIGN)]].append((title, kind, side or "", called or ""))
        told = told or next(iter(times), None)
    hear(told, began)
    battles = _battles(held.values("campaign"), now())
    return tuple(
        Glance._make(
            [
                *campaign,
                tuple(title for title, *_ in mine),
                frozenset(kind for _, kind, *_ in mine),
                *next(((side, called) for _, _, side, called in mine if side), ("", "")),
                tuple(battles[campaign[0]]),
            ]
        )
        for campaign, mine in posts.items()
    )


def _battles(campaigns: Any, now: datetime) -> dict[int, list[BattleGlance]]:
    """The battles of these campaigns with the move under way in each, by campaign, in their sequence."""
    under_way = Q(moves__taken_back_at__isnull=True) & ~Q(moves__status=Move.Status.SUBMITTED)
    named = Side.objects.filter(campaign=OuterRef("campaign"), key=OuterRef("current__side")).values("name")[:1]
    rows = Battle.objects.filter(campaign__in=campaigns).annotate(
        current=FilteredRelation("moves", condition=under_way), side_name=Subquery(named)
    )
    columns = ("campaign_id", "pk", "public_id", "name", "status", "book", "campaign__book", "side_name")
    found: dict[int, list[BattleGlance]] = defaultdict(list)
    for row in rows.order_by("number").values_list(*columns, *(f"current__{name}" for name in CLOCK)):
        campaign, key, public_id, name, status, own, its, side_name = row[: len(columns)]
        move: Any = Clocked(*row[len(columns) :])
        runs = move.pk is not None and status == Battle.Status.RUNNING
        clock = clock_face(move, now, {move.side: side_name}) if runs else None
        found[campaign].append(BattleGlance(key, public_id, name, status, own or its, clock))
    return found
