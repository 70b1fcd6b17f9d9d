"""The first page of somebody who holds seats in five hundred campaigns, as a commander and as their umpire."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Any

from bench.pages import Hall, new_database
from bench.table import Aim, table

CAMPAIGNS = 500
READS = 25
MOST_BYTES, MOST_MS = 100_000, 80


def copies(hall: Hall, count: int) -> None:
    """So many campaigns like that of a hall, each with its seats, its battle and its move."""
    from campaigns.models import Battle, Campaign, Move, Post, Side
    from campaigns.models.shown import new_public_id

    def again(model: Any, row: Any, **changes: Any) -> Any:
        values = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
        fresh = {"id": None} | ({"public_id": new_public_id()} if "public_id" in values else {})
        return model(**{**values, **fresh, **changes})

    campaign = hall.battle.campaign
    made = Campaign.objects.bulk_create(again(Campaign, campaign, name=f"Bench {number}") for number in range(count))
    rows = list(Side.objects.filter(campaign=campaign))
    sides = Side.objects.bulk_create(again(Side, row, campaign_id=one.pk) for one in made for row in rows)
    of = {(side.campaign_id, side.key): side.pk for side in sides}
    posts = list(Post.objects.filter(campaign=campaign).select_related("side"))
    Post.objects.bulk_create(
        again(Post, row, campaign_id=one.pk, side_id=of[one.pk, row.side.key] if row.side else None)
        for one in made
        for row in posts
    )
    battles = Battle.objects.bulk_create(again(Battle, hall.battle, campaign_id=one.pk) for one in made)
    Move.objects.bulk_create(again(Move, hall.move, battle_id=one.pk) for one in battles)


def part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """Both pages, by size and time."""
    with new_database() as database:
        hall = Hall(seed)
        copies(hall, CAMPAIGNS - 1)
        rows = []
        for title, who in (("a commander", "foot"), ("their umpire", "umpire")):
            client, taken = hall.clients[who], []
            client.get("/")
            for _ in range(READS):
                began = perf_counter()
                answer = client.get("/")
                taken.append(1000 * (perf_counter() - began))
            assert answer.status_code == 200
            size, ms = len(answer.content), median(taken)
            rows.append((title, f"{size:,}", f"{ms:.0f}", f"{min(taken):.0f}"))
            aim = f"the first page of {title} of {CAMPAIGNS} campaigns under {MOST_BYTES // 1000} kB and {MOST_MS} ms"
            holds = size < MOST_BYTES and ms < MOST_MS
            reached.append(Aim(aim, f"{size / 1000:.0f} kB, {ms:.0f} ms", holds))
        yield f"\n## The first page of somebody with {CAMPAIGNS} campaigns (seed {seed}, {database})\n"
        yield table(("who", "bytes", "median ms", "best ms"), rows)
