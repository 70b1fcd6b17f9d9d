"""The objectives of a battle are set by its umpire: freely before it begins, later with a reason that they read whom it concerns."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns import objectives as aims
from campaigns.bridge import digest, rules_of
from campaigns.compiled_queries import Prepared
from campaigns.errors import SettingsChanged, WrongState
from campaigns.locks import lock_battle
from campaigns.models import Battle, Move, Post
from campaigns.models.plain import Plain
from campaigns.objectives import read_objectives
from campaigns.usecases.access import find_battle, umpire_of
from campaigns.usecases.notices import everybody, note_notice, umpires
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_line
from rules.values.sentence import say

__all__ = ["digest_of_objectives", "note_objectives_due", "read_objectives", "set_objectives"]


def digest_of_objectives(objectives: Iterable[Plain]) -> str:
    """By which a form shows on which objectives it was made."""
    return digest(list(objectives))


def set_objectives(
    *, by: Any, battle: str, objectives: Any, reason: str = "", base: str = "", now: datetime
) -> list[Plain]:
    """Put these objectives in the place of those that stand; they are given back in their normal form.

    reason: wanted once the battle has begun; those are told of it to whom what changes is shown, and it is on record.
    base: ``digest_of_objectives`` of what the changes were made on; SettingsChanged where others stand by now.
    """
    found = find_battle(battle)
    umpire_of(by, found.campaign_id, "battle")
    wanted = read_objectives(rules_of(found.terms), objectives)
    with transaction.atomic():
        locked = lock_battle(found.pk)
        umpire = umpire_of(by, locked.campaign_id, "battle")
        if locked.status == Battle.Status.ENDED:
            raise WrongState(say("The battle is over."))
        before: list[Plain] = Battle.objects.values_list("objectives", flat=True).get(pk=locked.pk)
        if base and base != digest_of_objectives(before):
            raise SettingsChanged
        if wanted == before:
            return wanted
        begun = locked.status != Battle.Status.PREPARING
        reason = read_line(reason, "reason", 300) if begun else ""
        locked.objectives = wanted
        locked.save(update_fields=["objectives"])
        if begun:
            _announce(locked, umpire, before, wanted, reason, now)
    return wanted


def _announce(
    battle: Battle, umpire: Post, before: list[Plain], after: list[Plain], reason: str, now: datetime
) -> None:
    """Tell those to whom what has changed is or was shown, and write it into the record, which is the umpire's."""
    changed = [one for one in before if one not in after] + [one for one in after if one not in before]
    told = [post for post in everybody(battle) if post.kind == Post.Kind.UMPIRE or _concerns(post, changed)]
    text = say("The umpire has changed objectives that you know of: {reason}", reason=reason)
    again = str(battle.record_length)
    note_notice(battle, move=None, kind="objectives-changed", text=text, now=now, to=told, again=again)
    data = {"before": before, "after": after, "reason": reason}
    add_record(battle, at=now, actor=umpire.title, kind="objectives-changed", data=data)


def _concerns(post: Post, changed: Iterable[Plain]) -> bool:
    view = post.side.key if post.side is not None else "observer"
    return any(aims.seen_by(one, view) for one in changed)


_objectives = Prepared(lambda battle: Battle.objects.filter(pk=battle).values_list("objectives", flat=True), int)


def note_objectives_due(battle: Battle, move: Move, *, now: datetime) -> None:
    """Tell the umpires, in one line, that the move of the last objective has been published; the battle is locked."""
    last = max((one["move"] for kept in _objectives(battle.pk) for one in kept), default=0)
    if last and last == move.number:
        text = say("The last objective has come due. See which are met, and end the battle when you decide so.")
        note_notice(battle, move=move, kind="objectives-due", text=text, now=now, to=umpires(battle))
