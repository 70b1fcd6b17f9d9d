"""What a battle counts in its campaign; the campaign ends automatically when the target is reached.

A battle that ends leaves a due row behind, and the clock counts it in a transaction of its own, in which the campaign
is locked before its battles.  To count is to enter the difference between what is due and what was entered, so that a
battle counted twice counts once, and later awards by the umpire are included.
"""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from django.db import transaction

from campaigns.credits import credited, gross, leader, totals
from campaigns.locks import lock_battles_of, lock_campaign
from campaigns.models import Battle, Campaign, Credit
from campaigns.sight.lenses import PAPERS_OPENED
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import CLOCK, add_record
from rules.values.sentence import say

CLAUSES = {
    Campaign.Scoring.NET: "LW-CAMP-04",
    Campaign.Scoring.DIFFERENCE: "LW-CAMP-04",
    Campaign.Scoring.GROSS: "LW-CAMP-03",
}
HANDICAP = "LW-FORCE-03"


def count_battle(*, battle_id: int, now: datetime) -> bool:
    """Count a battle towards its campaign; whether that changed anything."""
    with transaction.atomic():
        campaign = lock_campaign(Battle.objects.values_list("campaign_id", flat=True).get(pk=battle_id))
        battles = lock_battles_of(campaign.pk)
        battle = next(one for one in battles if one.pk == battle_id)
        if battle.status != Battle.Status.ENDED:
            return False
        battle.campaign = campaign
        changed = _enter(campaign, battle, now)
        _look_at_the_target(campaign, battle, battles, now)
        if campaign.purpose == Campaign.Purpose.PRACTICE:
            _end_practice(campaign, battle, now)
    return changed


def _enter(campaign: Campaign, battle: Battle, now: datetime) -> bool:
    """Enter the difference between what a battle counts and what was entered for it."""
    held = gross(battle, [side.key for side in campaign.sides.all()])
    due = credited(campaign.scoring, held, battle.counts_for)
    entered = totals(Credit.objects.filter(battle=battle))
    clause = CLAUSES[Campaign.Scoring(campaign.scoring)]
    revision = Credit.objects.filter(battle=battle).count()
    rows = [
        _credit(campaign, side, change, f"{battle.name}"[:120], clause, now, battle=battle, revision=revision)
        for side, halves in sorted(due.items())
        if (change := halves - entered.get(side, Fraction(0)))
    ]
    Credit.objects.bulk_create(rows)
    if rows:
        counted = {row.side: str(due[row.side] / 2) for row in rows}
        add_record(
            battle, at=now, actor=CLOCK, kind="battle-counted", data={"points": counted, "weight": battle.weight}
        )
    return bool(rows)


def _credit(
    campaign: Campaign,
    side: str,
    halves: Fraction,
    cause: str,
    clause: str,
    now: datetime,
    battle: Battle | None = None,
    revision: int = 0,
) -> Credit:
    return Credit(
        campaign=campaign,
        battle=battle,
        side=side,
        numerator=halves.numerator,
        denominator=halves.denominator,
        cause=cause,
        clause=clause,
        revision=revision,
        at=now,
    )


def enter_handicaps(campaign: Campaign, *, now: datetime) -> None:
    """Enter the points with which sides begin, once; the campaign is locked and begins.  [LW-FORCE-03]"""
    Credit.objects.bulk_create(
        _credit(
            campaign,
            side.key,
            Fraction(side.handicap),
            "handicap",
            HANDICAP,
            now,
            revision=_revision(campaign, side.key),
        )
        for side in campaign.sides.order_by("pk")
        if side.handicap
    )


def reverse_handicaps(campaign: Campaign, *, now: datetime) -> None:
    """Reverse the points with which sides began; the campaign is locked and goes back to preparation."""
    entered = totals(Credit.objects.filter(campaign=campaign, battle__isnull=True))
    cause = say("the beginning was taken back")
    Credit.objects.bulk_create(
        _credit(campaign, side, -halves, cause, HANDICAP, now, revision=_revision(campaign, side))
        for side, halves in sorted(entered.items())
        if halves
    )


def _revision(campaign: Campaign, side: str) -> int:
    """The number of the next entry of a handicap."""
    return Credit.objects.filter(campaign=campaign, side=side, battle__isnull=True).count()


def _look_at_the_target(campaign: Campaign, battle: Battle, battles: list[Battle], now: datetime) -> None:
    """A side that has reached the target has won; the campaign ends when no battle is in progress.  [LW-CAMP-02, LW-CAMP-04]"""
    if not campaign.result:
        winner = leader(campaign.scoring, totals(Credit.objects.filter(campaign=campaign)), campaign.target_points)
        if winner:
            campaign.result = {"winner": winner, "battle": battle.public_id}
            campaign.save(update_fields=["result"])
            name = campaign.sides.get(key=winner).name
            text = say("{name} has reached the target: {name2} is won.", name=name, name2=campaign.name)
            note_notice(battle, move=None, kind="campaign-won", text=text[:500], now=now)
    going_on = any(one.status == Battle.Status.RUNNING for one in battles)
    if campaign.result and not going_on and campaign.status == Campaign.Status.RUNNING:
        campaign.status, campaign.ended_at = Campaign.Status.ENDED, now
        campaign.save(update_fields=["status", "ended_at"])
        note_notice(
            battle, move=None, kind="campaign-over", text=say("{name} is over.", name=campaign.name)[:500], now=now
        )


def _end_practice(campaign: Campaign, battle: Battle, now: datetime) -> None:
    """A practice ends with its battle, and then nothing of it is secret."""
    if campaign.status == Campaign.Status.RUNNING:
        campaign.status, campaign.ended_at = Campaign.Status.ENDED, now
        campaign.save(update_fields=["status", "ended_at"])
        add_record(battle, at=now, actor=CLOCK, kind=PAPERS_OPENED, data={})
