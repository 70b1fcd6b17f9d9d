"""A battle that has begun goes back to preparation while nobody has ordered; nothing of its record is lost.

The move that was open is voided, the opening stocks and handicaps are reversed by entries, and the seed is discarded:
at the next beginning another is drawn and sealed, because dice must be sealed after the position on which they fall,
so that nobody can fit a position to dice that were drawn before it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import WrongState
from campaigns.locks import lock_battle, lock_campaign
from campaigns.models import Battle, Campaign, Dispatch, Due, FactSheet, Inject, Move, OrderEntry, Post, Ruling, Thing
from campaigns.usecases.access import current_move, find_battle, umpire_of
from campaigns.usecases.campaigns.credits import reverse_handicaps
from campaigns.usecases.desk.undo import void_move
from campaigns.usecases.moves.ledgers import reverse_opening
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import Line, add_records
from rules.values.sentence import say


def why_not_back(battle: Battle) -> str:
    """Why a battle cannot go back to preparation; empty where it can."""
    if battle.status not in (Battle.Status.RUNNING, Battle.Status.SETTING_OUT):
        return say("The battle is not running.")
    if battle.match_id is not None:
        return say("It is a game of a match.")
    if (battle.setup or {}).get("events"):
        return say("Its players have set it out.")
    if battle.status == Battle.Status.SETTING_OUT:
        return ""
    return _ordered(battle) or _told(battle)


def _ordered(battle: Battle) -> str:
    """What was done with the first move, if anything was."""
    move = current_move(battle)
    # One more attempt than beginnings that were taken back: the first move was published, and undone.
    if move is None or move.number != 1 or move.attempt != battle.beginnings_taken_back:
        return say("Its first move has been published.")
    if move.status != Move.Status.OPEN or move.fire_closed_at is not None:
        return say("Its first move has ended.")
    if OrderEntry.objects.filter(move=move).exists():
        return say("Somebody has given orders.")
    if Ruling.objects.filter(move=move).exists():
        return say("You have given a ruling.")
    return say("Something has been measured.") if FactSheet.objects.filter(move=move).exists() else ""


def _told(battle: Battle) -> str:
    """What was said since it began, if anything was."""
    if Dispatch.objects.filter(battle=battle, move__taken_back_at__isnull=True).exists():
        return say("Messages have been sent in it.")
    given = Inject.objects.filter(battle=battle, state=Inject.State.GIVEN, given_at__gte=battle.started_at)
    return say("Something that you had prepared has been given.") if given.exists() else ""


def back_to_preparation(*, by: Any, battle: str, now: datetime) -> Battle:
    """The umpire takes the beginning of a battle back; WrongState once anybody has ordered or anything was said in it.

    Its campaign goes back too where it was its first.  All seats are told, and it is on record.
    """
    found = find_battle(battle)
    with transaction.atomic():
        campaign = lock_campaign(found.campaign_id)
        locked = lock_battle(found.pk)
        umpire = umpire_of(by, campaign.pk, "battle")
        if why := why_not_back(locked):
            raise WrongState(say("It cannot go back to preparation. {why}", why=why))
        locked.campaign = campaign
        lines = _unmade(locked, umpire, now)
        text = say("{name} is back in preparation. You are told when it begins again.", name=locked.name)
        note_notice(
            locked, move=None, kind="back-to-preparation", text=text, now=now, again=str(locked.beginnings_taken_back)
        )
        add_records(locked, at=now, lines=lines)
        _campaign_back(campaign, locked, now)
    return locked


def _unmade(battle: Battle, umpire: Post, now: datetime) -> list[Line]:
    """Unmake what the beginning made; the lines are for the record."""
    move = current_move(battle)
    lines = [void_move(move, umpire, say("back to preparation"), now)] if move is not None else []
    Due.objects.filter(battle=battle, state=Due.State.WAITING).update(state=Due.State.VOID)
    reverse_opening(battle, now=now)
    Thing.objects.filter(battle=battle).delete()
    discarded = {"seed_digest": battle.seed_digest, "seed": battle.seed, "beginning": battle.beginnings_taken_back + 1}
    battle.status, battle.started_at = Battle.Status.PREPARING, None
    battle.seed = battle.seed_digest = ""
    battle.setup = {}
    battle.beginnings_taken_back += 1
    battle.save(update_fields=["status", "started_at", "seed", "seed_digest", "setup", "beginnings_taken_back"])
    return [*lines, (umpire.title, "beginning-taken-back", discarded)]


def _campaign_back(campaign: Campaign, battle: Battle, now: datetime) -> None:
    """The campaign is in preparation again where no other battle of it has begun."""
    begun = Battle.objects.filter(campaign=campaign).exclude(pk=battle.pk).exclude(status=Battle.Status.PREPARING)
    if not begun.exists() and campaign.status == Campaign.Status.RUNNING:
        campaign.status, campaign.started_at = Campaign.Status.PREPARING, None
        campaign.save(update_fields=["status", "started_at"])
        reverse_handicaps(campaign, now=now)
