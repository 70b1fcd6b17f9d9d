"""After how many minutes results in which nothing is in doubt are published by themselves: set anew while a campaign runs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import WrongState
from campaigns.locks import lock_battles_of, lock_campaign
from campaigns.models import Battle, Post
from campaigns.usecases.access import current_move, find_battle, umpire_of
from campaigns.usecases.clock.deadlines import publication_of, publish_at
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_whole
from rules.books import book
from rules.values.sentence import say, say_many

MINUTES = (1, 100_000)
"""The fewest and the most."""


def set_publication(*, by: Any, battle: str, minutes: int | None, now: datetime) -> int | None:
    """The umpire sets after how many minutes undisputed results of the campaign are published by themselves; none for never.

    Everybody is told, and a result that waits has all its minutes from now.  WrongState where nothing can be.
    """
    with transaction.atomic():
        campaign = lock_campaign(find_battle(battle).campaign_id)
        umpire = umpire_of(by, campaign.pk, "battle")
        if campaign.works_itself or book(campaign.book).on_board:
            raise WrongState(say("Nothing is published by itself in this battle."))
        wanted = None if minutes is None else read_whole(minutes, "minutes", *MINUTES)
        if wanted != campaign.publish_minutes:
            campaign.publish_minutes = wanted
            campaign.save(update_fields=["publish_minutes"])
            for one in lock_battles_of(campaign.pk):
                if one.status in (Battle.Status.SETTING_OUT, Battle.Status.RUNNING):
                    one.campaign = campaign
                    announce(one, umpire, now)
        return wanted


def announce(battle: Battle, umpire: Post, now: datetime) -> None:
    """Count anew for the result that waits in a locked battle, tell everybody, and record it."""
    move, minutes = current_move(battle), battle.campaign.publish_minutes
    if move is not None and move.waits:
        publish_at(move, publication_of(move, now), now=now)
    text = (
        say("Results are no longer published by themselves: the umpire publishes each.")
        if minutes is None
        else say_many(
            "A result in which nothing is in doubt is published by itself, {n} minute after the orders closed.",
            "A result in which nothing is in doubt is published by itself, {n} minutes after the orders closed.",
            minutes,
        )
    )
    note_notice(battle, move=move, kind="publication-set", text=text, now=now, again=f"{now.isoformat()} {minutes}")
    data = {"move": move.number if move is not None else None, "minutes": minutes, "text": text}
    add_record(battle, at=now, actor=umpire.title, kind="publication-set", data=data)
