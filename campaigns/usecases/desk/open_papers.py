"""The umpire opens the papers of a battle when it is over: from then on everybody may read everything of it."""

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
    """Open both sides' papers of a battle that has ended; a second call changes nothing, and it cannot be undone.

    WrongState while the battle is in progress, and while another of the campaign to which something was carried over
    from it has not ended: the enemy would learn what is left of a force.
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
