"""Campaigns and battles are prepared, seats given, the first move opened."""

import hashlib

import pytest

from campaigns import sight
from campaigns.errors import NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import Battle, Campaign, Move, Notice, Post, SupplyEntry, Thing
from campaigns.usecases.campaigns.preparation import (
    appoint,
    change_battle,
    create_campaign,
    dismiss,
    open_battle,
    start_battle,
)
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.people.invitations import invite
from rules.books import book
from rules.errors import Invalid
from tests.campaigns.builders import EVERYBODY, NOON, SIDES, START, a_battle, a_campaign, a_user, the_move


def test_who_makes_a_campaign_is_its_umpire_and_all_its_options_are_stored(cast):
    campaign = create_campaign(by=cast.umpire, name="Sandhurst", options={"first_fire_move": 3}, sides=SIDES, now=NOON)
    assert campaign.posts.get().user == cast.umpire
    assert campaign.posts.get().kind == Post.Kind.UMPIRE
    assert campaign.options["first_fire_move"] == 3
    assert campaign.options["charging_distance_in"] == 36
    assert campaign.edition
    assert [side.key for side in campaign.sides.order_by("pk")] == ["red", "blue"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"book": "whist"},
        {"options": {"no_such_option": 1}},
        {"options": []},
        {"name": ""},
        {"name": "a\u202eb"},
        {"name": "x" * 121},
        {"sides": [{"key": "red"}]},
        {"sides": [{"key": "red"}, {"key": "green"}]},
        {"time_zone": "Europe/Atlantis"},
        {"time_zone": "../../etc/passwd"},
        {"clock_mode": "hourglass"},
        {"clock_mode": "deadline"},
        {"deadline_time": "25:00"},
        {"interval_minutes": -1},
        {"fixed_minutes": True},
        {"umpire": "asleep"},
        {"status": "running"},
    ],
)
def test_a_campaign_that_is_not_understood_is_refused_and_nothing_is_stored(cast, wrong):
    given = {"name": "Sandhurst", "sides": SIDES, **wrong}
    with pytest.raises(Invalid):
        create_campaign(by=cast.umpire, now=NOON, **given)
    assert not Campaign.objects.exists()


def test_only_the_umpire_appoints_and_to_a_stranger_there_is_no_campaign(cast):
    campaign = a_campaign(cast)
    for user, refusal in ((cast.red_general, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(refusal):
            appoint(by=user, campaign=campaign.public_id, kind="observer", user=cast.bystander, now=NOON)
    with pytest.raises(Unseen):
        appoint(by=cast.umpire, campaign="nowhere", kind="observer", user=cast.bystander, now=NOON)


def test_nobody_sits_on_two_sides_of_the_table(cast):
    campaign = a_campaign(cast)
    posts = [("commander", "blue", "cavalry"), ("observer", "", ""), ("umpire", "", "")]
    for kind, side, arm in posts:
        with pytest.raises(NotYours):
            appoint(
                by=cast.umpire, campaign=campaign.public_id, kind=kind, side=side, arm=arm, user=cast.red_foot, now=NOON
            )
    with pytest.raises(NotYours):
        appoint(by=cast.umpire, campaign=campaign.public_id, kind="general", side="red", user=cast.umpire, now=NOON)


@pytest.mark.parametrize("deed", [appoint, invite])
def test_a_commander_has_an_arm_of_a_book_that_is_played_in_the_campaign(cast, deed):
    given = {"by": cast.umpire, "kind": "commander", "now": NOON}
    given |= {"user": cast.bystander} if deed is appoint else {}
    campaign = a_campaign(cast).public_id
    with pytest.raises(Invalid, match="infantry, cavalry, artillery"):
        deed(**given, campaign=campaign, side="red", arm="zzz")
    sides = [{"key": "white"}, {"key": "black"}]
    board = create_campaign(by=cast.umpire, name="Chess", book="chess-laws", sides=sides, now=NOON).public_id
    with pytest.raises(Invalid, match="choose an arm or a brigade"):
        deed(**given, campaign=board, side="white", arm="cavalry")
    open_battle(by=cast.umpire, campaign=board, name="The ford", start={}, book="little-wars", now=NOON)
    deed(**given, campaign=board, side="white", arm="cavalry")


def test_one_person_may_hold_several_posts_of_one_side(cast):
    campaign = a_campaign(cast)
    post = appoint(
        by=cast.umpire,
        campaign=campaign.public_id,
        kind="commander",
        side="red",
        arm="cavalry",
        user=cast.red_foot,
        now=NOON,
    )
    assert post.title == "Red Cavalry, red-foot", "another of the side has a seat of that title"
    assert post.title.made.coded()["arguments"]["seat"]["message"] == "{side} {title}", "which is read in any language"
    with pytest.raises(WrongState):
        appoint(
            by=cast.umpire,
            campaign=campaign.public_id,
            kind="commander",
            side="red",
            arm="cavalry",
            user=cast.red_foot,
            now=NOON,
        )


def test_who_is_dismissed_sees_nothing_more_and_may_then_sit_on_the_other_side(cast):
    campaign = a_campaign(cast)
    for post in campaign.posts.filter(user=cast.red_horse):
        dismiss(by=cast.umpire, post=post.public_id, now=NOON)
    with pytest.raises(Unseen):
        appoint(by=cast.red_horse, campaign=campaign.public_id, kind="observer", user=cast.bystander, now=NOON)
    post = appoint(
        by=cast.umpire,
        campaign=campaign.public_id,
        kind="commander",
        side="blue",
        arm="cavalry",
        user=cast.red_horse,
        now=NOON,
    )
    assert post.held_until is None


def test_a_campaign_is_never_without_an_umpire(cast):
    campaign = a_campaign(cast)
    with pytest.raises(WrongState):
        dismiss(by=cast.umpire, post=campaign.posts.get(kind="umpire").public_id, now=NOON)


def test_options_and_clock_change_while_preparing_and_stand_once_running(cast):
    campaign = a_campaign(cast)
    changed = change_campaign(
        by=cast.umpire,
        campaign=campaign.public_id,
        now=NOON,
        name="Camberley",
        options={"first_fire_move": 5},
        clock_mode="deadline",
        deadline_time="19:30",
    )
    changed.refresh_from_db()
    assert (changed.name, changed.options["first_fire_move"]) == ("Camberley", 5)
    assert (changed.clock_mode, changed.deadline_time.hour) == ("deadline", 19)
    battle = a_battle(cast)
    with pytest.raises(WrongState):
        change_campaign(by=cast.umpire, campaign=battle.campaign.public_id, now=NOON, options={})


def test_a_start_that_the_book_does_not_understand_is_refused(cast):
    campaign = a_campaign(cast)
    for start in ({"bodies": {"x": {"side": "red", "arm": "dragoons", "men": 1}}}, {"men": 1}, [], {"bodies": 1}):
        with pytest.raises(Invalid):
            open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=start, now=NOON)
    assert not Battle.objects.exists()


def test_a_battle_may_be_changed_until_it_begins(cast):
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    change_battle(by=cast.umpire, battle=battle.public_id, now=NOON, name="The bridge", briefing="Hold it.")
    with pytest.raises(Invalid):
        change_battle(by=cast.umpire, battle=battle.public_id, now=NOON, seed="0")
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    battle.refresh_from_db()
    assert (battle.name, battle.briefing) == ("The bridge", "Hold it.")
    with pytest.raises(WrongState):
        change_battle(by=cast.umpire, battle=battle.public_id, now=NOON, name="The hill")


def test_the_beginning_publishes_the_digest_of_a_secret_seed_and_opens_the_first_move(cast):
    """RELIABILITY 26: 256 bits, the SHA-256 published before the first move."""
    battle = a_battle(cast)
    assert len(bytes.fromhex(battle.seed)) == 32
    assert battle.seed_digest == hashlib.sha256(battle.seed.encode()).hexdigest()
    began = battle.record.get(kind="battle-started")
    assert began.data["seed_digest"] == battle.seed_digest
    assert not any(battle.seed in str(entry.data) for entry in battle.record.all())
    move = the_move(battle)
    assert (move.number, move.side, move.own_number, move.status) == (1, "red", 1, "open")
    told = Notice.objects.filter(kind="started")
    assert told.count() == EVERYBODY and not told.filter(text__contains=battle.seed_digest).exists()
    for user in (cast.umpire, cast.red_general, cast.blue_foot, cast.observer):
        assert sight.find_battle(user, battle.public_id).battle.seed_digest == battle.seed_digest


def test_two_battles_have_two_seeds(cast):
    first = a_battle(cast)
    second = a_battle(cast, name="Aldershot")
    assert first.seed != second.seed


def test_the_opening_is_mirrored_in_rows_and_entered_in_the_ledger(battle, move):
    assert Thing.objects.get(battle=battle, thing="red-foot").men == 60
    assert Thing.objects.get(battle=battle, thing="blue-horse").horses == 30
    assert Thing.objects.get(battle=battle, thing="red-gun").held["horses"] == 6
    assert Thing.objects.get(battle=battle, thing="red-depot").held["food"] == 20
    entered = {
        (one.side, one.account, one.kind): one.amount for one in SupplyEntry.objects.filter(battle=battle, move=None)
    }
    assert entered == book("kriegspiel").pieces.stock(move.position)
    assert entered["red", "red-depot", "ammunition"] == 20


def test_a_battle_begins_once(cast, battle):
    with pytest.raises(WrongState):
        start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert Move.objects.count() == 1


def test_a_battle_of_another_campaign_is_not_there(cast, battle):
    stranger = a_user("another-umpire")
    create_campaign(by=stranger, name="Elsewhere", sides=SIDES, now=NOON)
    with pytest.raises(Unseen):
        start_battle(by=stranger, battle=battle.public_id, now=NOON)
