"""The umpire lays the papers of a battle open when it is over: from then on everybody may read everything of it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import WrongState
from campaigns.models import Battle
from campaigns.sight.lenses import PAPERS_OPENED
from campaigns.usecases.access import umpires_battle
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import add_record
from rules.values.sentence import say


def open_papers(*, by: Any, battle: str, now: datetime) -> Battle:
    """Lay open both sides' papers of a battle that has ended; once is enough, and what was read cannot be taken back.

    WrongState while the battle goes on, and while another of the campaign for which something was carried over from
    it has not ended: what is left of a force would be told to its enemy.
    """
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        if locked.status != Battle.Status.ENDED:
            raise WrongState(say("The pages can be opened when the battle is over."))
        later = Battle.objects.filter(campaign_id=locked.campaign_id, number__gt=locked.number)
        if any(one.carried for one in later.exclude(status=Battle.Status.ENDED)):
            raise WrongState(say("A battle with losses and supplies carried over from this one is still running."))
        if not locked.record.filter(kind=PAPERS_OPENED).exists():
            note_notice(
                locked,
                move=None,
                kind=PAPERS_OPENED,
                text=say("All pages of {name} are open.", name=locked.name),
                now=now,
            )
            add_record(locked, at=now, actor=umpire.title, kind=PAPERS_OPENED, data={})
        return locked
