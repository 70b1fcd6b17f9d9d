"""Battles count towards their campaign, each with its weight; at the target the campaign ends automatically."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.credits import credited, leader, totals
from campaigns.errors import WrongState
from campaigns.models import Battle, Campaign, Credit, Due
from campaigns.usecases.campaigns.credits import count_battle
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.moves.ledgers import award_points
from campaigns.usecases.record import check_record
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_campaign

LATER = NOON + timedelta(minutes=1)
WAR = (("blue", 392, 52), ("red", 297, 82), ("blue", 364, 71))
"""The war in the rulebook's example: winner, their score and the other's, in halves.  [LW-CAMP-04]"""


def fought(cast: Any, campaign: Campaign, winner: str, **own: Any) -> Battle:
    """A battle begun and ended by the umpire."""
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON, **own)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    end_battle(by=cast.umpire, battle=battle.public_id, winner=winner, reason="Dusk", now=LATER)
    return battle


def standing(campaign: Campaign) -> dict[str, Fraction]:
    """The points of the campaign, as points."""
    return {side: halves / 2 for side, halves in totals(Credit.objects.filter(campaign=campaign)).items()}


@pytest.mark.parametrize(
    ("scoring", "after"),
    [
        ("net", [{"blue": 170}, {"blue": 170, "red": Fraction(215, 2)}, {"blue": Fraction(633, 2)}]),
        ("gross", [{"blue": 196, "red": 26}, {"blue": 237, "red": Fraction(349, 2)}, {"blue": 419, "red": 210}]),
    ],
)
def test_the_war_of_the_rulebook_is_scored_as_it_is_worked_out_there(scoring, after):
    """LW-CAMP-04: 316½ to 107½ by the net; gross 419 to 210; as a running difference it goes on."""
    held = {"red": Fraction(0), "blue": Fraction(0)}
    for (winner, high, low), expected in zip(WAR, after, strict=True):
        points = {winner: high, {"red": "blue", "blue": "red"}[winner]: low}
        for side, halves in credited(scoring, points, Fraction(1)).items():
            held[side] += halves / 2
        assert expected.items() <= held.items()
    halves = {side: points * 2 for side, points in held.items()}
    assert leader(scoring, halves, 600) == "blue"
    assert leader("difference", halves, 600) == ""
    assert leader("difference", halves, 400) == "blue"


def test_equal_scores_count_for_nobody_and_a_draw_counts_its_difference():
    """LW-CAMP-05."""
    assert credited("net", {"red": 160, "blue": 160}, Fraction(1)) == {"red": 0, "blue": 0}
    assert credited("net", {"red": 174, "blue": 154}, Fraction(1)) == {"red": 20, "blue": 0}


def test_a_battle_is_counted_once_by_the_clock_and_its_weight_is_exact(cast):
    campaign = a_campaign(cast, target_points=600)
    battle = fought(cast, campaign, "red", weight="1/3")
    assert sweep(LATER).counted == 1
    assert sweep(LATER + timedelta(seconds=1)).counted == 0
    assert not count_battle(battle_id=battle.pk, now=LATER)
    assert standing(campaign) == {"red": Fraction(100, 3)}
    battle.refresh_from_db()
    assert check_record(battle) is None
    assert battle.record.get(kind="battle-counted").data == {"points": {"red": "100/3"}, "weight": "1/3"}


def test_points_awarded_after_the_end_are_counted_too(cast):
    campaign = a_campaign(cast)
    battle = fought(cast, campaign, "red")
    sweep(LATER)
    award_points(by=cast.umpire, battle=battle.public_id, side="blue", amount=20, reason="A flag", now=LATER)
    sweep(LATER + timedelta(seconds=1))
    assert standing(campaign) == {"red": 90}
    assert Credit.objects.filter(battle=battle).count() == 2


def test_a_battle_of_a_book_that_counts_points_counts_them_with_the_victory(cast):
    """KS-LW-16: sixty infantry, thirty horse, twelve gunners, a gun: 60 + 45 + 12 + 10 on either side."""
    campaign = a_campaign(cast, options={"score_points": True}, scoring="gross")
    fought(cast, campaign, "blue")
    sweep(LATER)
    assert standing(campaign) == {"red": 127, "blue": 227}


def test_the_campaign_ends_by_itself_when_the_target_is_reached(cast):
    campaign = a_campaign(cast, target_points=300)
    fought(cast, campaign, "red")
    sweep(LATER)
    campaign.refresh_from_db()
    assert campaign.status == "running" and not campaign.result
    last = fought(cast, campaign, "red", weight="1/2")
    sweep(LATER + timedelta(seconds=1))
    campaign.refresh_from_db()
    assert (campaign.status, campaign.result) == ("ended", {"winner": "red", "battle": last.public_id})
    assert any("Red has reached the target" in one.text for one in campaign.notices.filter(kind="campaign-won"))


@pytest.mark.slow
def test_a_campaign_goes_on_below_its_target_and_without_any(cast):
    for target in (0, 202):
        campaign = a_campaign(cast, name=f"to {target}", target_points=target)
        fought(cast, campaign, "red")
        sweep(LATER + timedelta(seconds=target))
        campaign.refresh_from_db()
        assert (campaign.status, campaign.result) == ("running", {})


def test_a_battle_under_way_is_fought_out_though_the_target_is_reached(cast):
    campaign = a_campaign(cast, target_points=200)
    other = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The hill", start=START, now=NOON)
    waiting = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The mill", start=START, now=NOON)
    start_battle(by=cast.umpire, battle=other.public_id, now=NOON)
    fought(cast, campaign, "red")
    sweep(LATER)
    campaign.refresh_from_db()
    assert campaign.status == "running" and campaign.result["winner"] == "red"
    with pytest.raises(WrongState, match="won"):
        start_battle(by=cast.umpire, battle=waiting.public_id, now=LATER)
    end_battle(by=cast.umpire, battle=other.public_id, winner="blue", reason="Dusk", now=LATER)
    sweep(LATER + timedelta(seconds=1))
    campaign.refresh_from_db()
    assert (campaign.status, campaign.result["winner"]) == ("ended", "red")


def test_a_handicap_of_points_is_entered_when_the_campaign_begins(cast):
    """LW-FORCE-03."""
    campaign = a_campaign(cast, target_points=600)
    campaign.sides.filter(key="blue").update(handicap=81)
    fought(cast, campaign, "red")
    sweep(LATER)
    assert standing(campaign) == {"red": 100, "blue": Fraction(81, 2)}


def test_a_handicap_of_time_shortens_the_moves_of_one_side(cast):
    campaign = a_campaign(cast, fixed_minutes=10)
    campaign.sides.filter(key="red").update(time_percent=75)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert battle.moves.get().closes_at == NOON + timedelta(minutes=8)


@pytest.mark.parametrize("weight", ["0", "1/0", "-1", "0/3", "one", 1.5, True, "99999", "", None])
def test_a_weight_that_is_no_fraction_is_refused(cast, weight):
    campaign = a_campaign(cast)
    with pytest.raises(Invalid, match="weight"):
        open_battle(by=cast.umpire, campaign=campaign.public_id, name="x", start=START, weight=weight, now=NOON)
    assert not Battle.objects.exists()


def test_a_killed_count_is_done_by_the_next_sweep(cast, monkeypatch):
    campaign = a_campaign(cast)
    fought(cast, campaign, "red")
    monkeypatch.setattr("campaigns.clockwork.due_actions.count_battle", lambda **_: 1 / 0)
    assert sweep(LATER).failed == 1
    assert Due.objects.get(kind="count").state == "waiting" and not Credit.objects.exists()
    monkeypatch.undo()
    assert sweep(LATER + timedelta(seconds=1)).counted == 1
