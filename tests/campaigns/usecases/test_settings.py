"""The settings of a campaign: all until its first battle begins, afterwards some, told to everybody and on record."""

from __future__ import annotations

import pytest

from campaigns.errors import NotUmpire, SettingsChanged, Unseen, WrongState
from campaigns.models import Campaign, Notice, RecordEntry, Side
from campaigns.usecases.campaigns.carry_over import carry_over_preview
from campaigns.usecases.campaigns.endings import end_battle, end_campaign
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.campaigns.settings import change_campaign, digest_of, settings_of
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.usecases.moves.moves import close_move
from rules.errors import Invalid
from rules.values.sentence import Sentence
from tests.campaigns.builders import EVERYBODY, NOON, START, a_battle, a_campaign, the_move


def changed(cast, campaign, **changes):
    change_campaign(by=cast.umpire, campaign=campaign.public_id, now=NOON, **changes)
    return Campaign.objects.get(pk=campaign.pk)


def test_sides_are_renamed_with_their_seats_until_the_first_battle_begins(cast):
    campaign = a_campaign(cast)
    own = campaign.posts.get(kind="observer")
    changed(
        cast, campaign, sides={"red": {"name": "The North", "briefing": "Hold.", "handicap": 5, "time_percent": 80}}
    )
    red = Side.objects.get(campaign=campaign, key="red")
    assert (red.name, red.briefing, red.handicap, red.time_percent) == ("The North", "Hold.", 5, 80)
    titles = set(campaign.posts.filter(side=red).values_list("title", flat=True))
    assert "The North General" in titles and not any(title.startswith("Red") for title in titles)
    own.refresh_from_db()
    assert own.title == "Observer"
    changed(cast, campaign, sides={"red": {"name": "Red"}})
    red.refresh_from_db()
    assert isinstance(red.name, Sentence), "the program's own word again"
    assert campaign.posts.filter(side=red, title__contains="North").count() == 0


def test_what_may_change_later_is_told_to_everybody_once_and_on_record(cast):
    battle = a_battle(cast, clock_mode="deadline", deadline_time="20:00", time_zone="Europe/London")
    before = the_move(battle).closes_at
    campaign = changed(cast, battle.campaign, deadline_time="21:30", extension_cap_minutes=2880)
    assert campaign.deadline_time.isoformat("minutes") == "21:30"
    assert the_move(battle).closes_at == before, "the move under way keeps its deadline"
    told = Notice.objects.filter(kind="settings-changed")
    assert told.count() == EVERYBODY
    text = told.first().text
    assert "21:30 (before: 20:00)" in text and "2880 (before: 15)" in text and "from the next move" in text
    (entry,) = RecordEntry.objects.filter(battle=battle, kind="settings-changed")
    assert entry.actor == "Umpire" and entry.data["before"] == {"deadline_time": "20:00", "extension_cap_minutes": 15}


def test_what_goes_over_to_the_next_battle_may_be_chosen_after_the_last_one_and_is_told(cast):
    battle = a_battle(cast)
    end_battle(by=cast.umpire, battle=battle.public_id, winner="", reason="Dusk.", now=NOON)
    with pytest.raises(WrongState, match="nothing is carried over"):
        carry_over_preview(by=cast.umpire, battle=battle.public_id)
    changed(cast, battle.campaign, carry_over="losses")
    assert (
        "what is carried over: losses and supplies (before: nothing)"
        in Notice.objects.filter(kind="settings-changed").first().text
    )
    assert carry_over_preview(by=cast.umpire, battle=battle.public_id).start["bodies"]


def test_the_next_move_goes_by_the_new_settings(cast):
    battle = a_battle(cast)
    changed(cast, battle.campaign, sides={"blue": {"time_percent": 50}}, interval_minutes=3)
    move = the_move(battle)
    close_move(move_id=move.pk, now=NOON, cause="umpire")
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={}, now=NOON)
    submit_move(by=cast.umpire, move=move.public_id, now=NOON)
    following = the_move(battle)
    assert following.side == "blue" and (following.opened_at - NOON).total_seconds() == 180
    assert (following.closes_at - following.opened_at).total_seconds() == 300


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"clock_mode": "book"}, "the kind of clock"),
        ({"options": {"first_fire_move": 9}}, "the options of the book"),
        ({"umpire": "none"}, "who rules"),
        ({"target_points": 8}, "the target of campaign points"),
        ({"couriers": {"inches": "6"}}, "how messages travel"),
        ({"sides": {"red": {"name": "The North"}}}, "the name of Red"),
        ({"sides": {"red": {"handicap": 2}}}, "the points at the start of Red"),
        ({"briefings": {"red": "Take it."}}, "the briefing of Red"),
        ({"deadline_time": "21:00"}, "the time of the deadline"),
    ],
)
def test_what_is_fixed_once_a_battle_has_begun_is_refused_by_name_with_the_reason(cast, changes, said):
    battle = a_battle(cast)
    before = settings_of(Campaign.objects.get(pk=battle.campaign_id))
    with pytest.raises(WrongState, match=said):
        changed(cast, battle.campaign, interval_minutes=4, **changes)
    assert settings_of(Campaign.objects.get(pk=battle.campaign_id)) == before, "all or nothing"
    assert not Notice.objects.filter(kind="settings-changed").exists()


def test_what_stands_so_already_is_no_change(cast):
    battle = a_battle(cast)
    campaign = Campaign.objects.get(pk=battle.campaign_id)
    same = settings_of(campaign)
    chosen = {key: campaign.options[key] for key in ("two_stage_move",)}
    changed(cast, campaign, **{**same, "options": chosen})
    assert not Notice.objects.filter(kind="settings-changed").exists()


def test_two_umpires_do_not_overwrite_each_other(cast):
    campaign = a_campaign(cast)
    base = digest_of(settings_of(campaign))
    changed(cast, campaign, base=base, name="Camberley")
    with pytest.raises(SettingsChanged):
        changed(cast, campaign, base=base, name="Woolwich")
    assert Campaign.objects.get(pk=campaign.pk).name == "Camberley"
    again = digest_of(settings_of(Campaign.objects.get(pk=campaign.pk)))
    assert changed(cast, campaign, base=again, name="Woolwich").name == "Woolwich"


def test_nobody_but_the_umpire_changes_them_and_no_nonsense_is_taken(cast):
    campaign = a_campaign(cast)
    for who, error in ((cast.red_general, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(error):
            change_campaign(by=who, campaign=campaign.public_id, now=NOON, name="Mine")
    for wrong in ({"sides": {"green": {"name": "x"}}}, {"sides": {"red": {"colour": "x"}}}, {"sides": []},
                  {"sides": {"red": {"time_percent": 5}}}, {"time_zone": "Mars"}, {"seed": "1"}):  # fmt: skip
        with pytest.raises(Invalid):
            changed(cast, campaign, **wrong)


def test_between_battles_the_campaign_is_told_and_no_record_of_what_has_not_begun_is_made(cast):
    battle = a_battle(cast)
    following = open_battle(by=cast.umpire, campaign=battle.campaign.public_id, name="The hill", start=START, now=NOON)
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Night fell", now=NOON)
    changed(cast, battle.campaign, pause_cap_minutes=90, publish_minutes=9)
    assert Notice.objects.filter(kind="settings-changed").count() == EVERYBODY
    assert not RecordEntry.objects.filter(battle=following).exists()


def test_of_a_campaign_that_has_ended_nothing_changes(cast):
    battle = a_battle(cast)
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Night fell", now=NOON)
    end_campaign(by=cast.umpire, campaign=battle.campaign.public_id, now=NOON)
    with pytest.raises(WrongState, match="has ended"):
        changed(cast, battle.campaign, name="Another")
