"""A replay through the eyes of the umpire, of a side, of a commander; and nobody sees more than they may."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns.errors import NotUmpire, Unseen, WrongState
from campaigns.models import Notice, Post, RecordEntry
from campaigns.sight.replay import replay
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.desk.open_papers import open_papers
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from tests.campaigns.builders import EVERYBODY, NOON, a_battle, a_cast, the_move
from tests.campaigns.looked_back import CANARIES, OF_RED, a_seat, finish, fought, over
from tests.campaigns.web.conftest import client_of, url

pytestmark = [pytest.mark.django_db, pytest.mark.slow]  # a whole exercise, in the replay of each who may
LATE = NOON + timedelta(hours=1)


@pytest.fixture
def cast():
    return a_cast()


def places(moment):
    """Where the bodies of a scene stand."""
    return {one.id: one.state.get("at") for one in moment.scene.things if one.group == "bodies"}


def test_each_moment_is_the_opening_of_its_move_and_the_last_is_how_it_stands(cast):
    battle = fought(cast)
    seat = a_seat(cast.umpire, battle)
    moments = [replay(seat, number) for number in range(1, 5)]
    assert [one.move and (one.move.side, one.move.own_number) for one in moments] == [
        ("red", 1), ("blue", 1), ("red", 2), None,
    ]  # fmt: skip
    assert [one.moments for one in moments] == [4] * 4
    assert places(moments[0])["red-foot"] == [60, 60]
    assert places(moments[1])["red-foot"] != places(moments[0])["red-foot"]
    assert places(moments[2])["blue-foot"] != places(moments[1])["blue-foot"]
    assert moments[0].events and not moments[3].events


def test_a_moment_that_is_none_and_a_battle_not_begun_are_named_so(cast):
    battle = a_battle(cast)
    assert replay(a_seat(cast.umpire, battle)).moments == 1
    for number in (2, -1, 999_999):
        with pytest.raises(Unseen):
            replay(a_seat(cast.umpire, battle), number)


def test_the_umpire_may_look_through_every_lens_and_a_side_through_its_own_alone(cast):
    battle = fought(cast)
    keys = {lens.key for lens in replay(a_seat(cast.umpire, battle)).lenses}
    commanders = set(
        battle.campaign.posts.filter(kind__in=("general", "commander")).values_list("public_id", flat=True)
    )
    assert keys - commanders == {"umpire", "red", "blue", "observer"}
    red = replay(a_seat(cast.red_foot, battle))
    assert red.lens.key == "red"
    assert {lens.side for lens in red.lenses} == {"red"}
    blue_post = battle.campaign.posts.get(user=cast.blue_general).public_id
    for key in ("umpire", "blue", "observer", blue_post, "nobody"):
        with pytest.raises(Unseen):
            replay(a_seat(cast.red_foot, battle), 1, key)
    with pytest.raises(Unseen):
        replay(a_seat(cast.red_foot, battle), 1, "red", beside=True)
    assert [lens.key for lens in replay(a_seat(cast.observer, battle)).lenses] == ["observer"]


def told(user, battle, *lenses):
    """Everything that a replay shows somebody, in one text."""
    seat = a_seat(user, battle)
    found = []
    for number in range(1, 5):
        for key in lenses or tuple(lens.key for lens in replay(seat).lenses):
            moment = replay(seat, number, key)
            found.append(repr([moment.scene, moment.remembered, moment.events, moment.orders, moment.differences]))
    return "".join(found)


@pytest.mark.parametrize("who", ["red_general", "red_foot", "official", "observer"])
def test_a_replay_shows_red_nothing_that_blue_hides_even_when_it_is_over(cast, who):
    battle = over(cast)
    met = [one for one in CANARIES.values() if one in told(getattr(cast, who), battle)]
    assert met == []


def test_blue_is_not_shown_what_red_hides_either(cast):
    assert OF_RED["packets"] not in told(cast.blue_foot, over(cast))
    assert CANARIES["packets"] in told(cast.blue_foot, over(a_cast()))


def test_the_umpire_meets_everything_and_so_does_everybody_when_the_papers_are_open(cast):
    battle = over(cast, is_open=True)
    for who in (cast.umpire, cast.red_foot, cast.blue_foot, cast.observer):
        text = told(who, battle, "umpire")
        assert all(one in text for one in (*CANARIES.values(), *OF_RED.values()))
    assert replay(a_seat(cast.red_foot, battle)).lens.key == "red"


def test_a_replay_tells_the_rulings_to_those_who_were_told_of_them_and_with_the_truth_to_all(cast):
    battle = a_battle(cast)
    move = the_move(battle)
    close_move(move_id=move.pk, now=NOON, cause="time")
    loss = {"group": "bodies", "thing": "blue-foot", "key": "men", "value": 50}
    overrule_finding(
        by=cast.umpire, move=move.public_id, change=[loss], reason="A gust of wind", clause="KS-AIM-02", now=NOON
    )
    submit_move(by=cast.umpire, move=move.public_id, now=NOON)
    red, blue, umpire = (a_seat(user, battle) for user in (cast.red_general, cast.blue_general, cast.umpire))
    for seat, lens, told in (
        (red, "", 0),
        (blue, "", 1),
        (umpire, "umpire", 1),
        (umpire, "red", 0),
        (umpire, "blue", 1),
    ):
        assert [one["reason"] for one in replay(seat, 1, lens).rulings] == ["A gust of wind"] * told
        assert replay(seat, 2, lens).rulings == (), "of another moment"
    pages = [
        client_of(user).get(url("replay", battle) + "?move=1").content.decode()
        for user in (cast.umpire, cast.red_general)
    ]
    assert ["A gust of wind" in page and "60 → 50" in page for page in pages] == [True, False]


def test_a_commander_is_shown_the_orders_that_he_gave_himself(cast):
    battle = fought(cast)
    seat = a_seat(cast.red_general, battle)
    post = {
        name: Post.objects.filter(campaign=battle.campaign, user=getattr(cast, name)).order_by("pk")[0].public_id
        for name in ("red_foot", "red_horse")
    }
    assert {one.thing for one in replay(seat, 1, "red").orders} == {"red-foot", "red-horse"}
    assert {one.thing for one in replay(seat, 1, post["red_foot"]).orders} == {"red-foot"}
    assert replay(seat, 1, post["red_horse"]).lens.arms == ("cavalry",)
    assert replay(seat, 2, post["red_foot"]).orders == ()


def test_belief_beside_truth_names_what_was_not_known(cast):
    battle = over(cast, is_open=True)
    moment = replay(a_seat(cast.red_foot, battle), 1, "red", beside=True)
    assert moment.truth is not None
    hidden = [one.was.id for one in moment.differences if one.believed is None]
    assert hidden == [CANARIES["mine"]]
    assert all(one.was is None or one.was.side != "red" for one in moment.differences)


def test_the_truth_beside_itself_has_no_differences(cast):
    battle = fought(cast)
    moment = replay(a_seat(cast.umpire, battle), 1, "umpire", beside=True)
    assert moment.truth is None and moment.differences == ()
    assert not moment.may_compare


def test_papers_are_laid_open_once_when_it_is_over_and_by_the_umpire(cast):
    battle = fought(cast)
    with pytest.raises(WrongState):
        open_papers(by=cast.umpire, battle=battle.public_id, now=LATE)
    battle = over(a_cast())
    with pytest.raises(NotUmpire):
        open_papers(by=cast.red_general, battle=battle.public_id, now=LATE)
    with pytest.raises(Unseen):
        open_papers(by=cast.bystander, battle=battle.public_id, now=LATE)
    for _ in range(2):
        open_papers(by=cast.umpire, battle=battle.public_id, now=LATE)
    assert RecordEntry.objects.filter(battle=battle, kind="papers-opened").count() == 1
    assert Notice.objects.filter(battle=battle, kind="papers-opened").count() == EVERYBODY


def test_papers_stay_closed_while_another_battle_lives_on_what_was_left(cast):
    battle = over(cast)
    battle.campaign.battles.create(number=battle.number + 1, name="The next", created_at=NOON, carried={"of": "it"})
    with pytest.raises(WrongState):
        open_papers(by=cast.umpire, battle=battle.public_id, now=LATE)
    battle.campaign.battles.filter(name="The next").update(status="ended")
    assert open_papers(by=cast.umpire, battle=battle.public_id, now=LATE).status == "ended"


@pytest.fixture
def whispered(cast):
    """In the first move Red's General shouts, and whispers to the cavalry; then the battle is over."""
    battle = a_battle(cast)
    general, horse = (
        Post.objects.filter(campaign=battle.campaign, user=user).order_by("pk")[0].public_id
        for user in (cast.red_general, cast.red_horse)
    )
    assert general
    given = {"by": cast.red_general, "battle": battle.public_id, "now": NOON}
    send_message(channel="shout", to=[], text="Stand fast!", key="a", **given)
    send_message(channel="whisper", to=[horse], text="Go round by the mill.", key="b", **given)
    finish(cast, battle, NOON + timedelta(minutes=2))
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Dusk", now=LATE)
    battle.refresh_from_db()
    return battle


def heard(user, battle, key=""):
    """The messages of the first move, through a lens."""
    return [one.text for one in replay(a_seat(user, battle), 1, key).messages]


def test_a_whisper_is_read_again_by_those_who_heard_it(cast, whispered):
    shout, whisper = "Stand fast!", "Go round by the mill."
    assert heard(cast.red_horse, whispered, "red") == [shout, whisper] == heard(cast.red_general, whispered)
    horse = Post.objects.get(campaign=whispered.campaign, user=cast.red_horse).public_id
    for user in (cast.red_foot, cast.official):
        assert heard(user, whispered) == heard(user, whispered, horse) == [shout]
    assert heard(cast.blue_foot, whispered) == heard(cast.observer, whispered) == [shout]


def test_the_umpire_hears_what_each_commander_heard_and_everybody_once_the_papers_are_open(cast, whispered):
    foot, horse = (
        Post.objects.filter(campaign=whispered.campaign, user=user).order_by("pk")[0].public_id
        for user in (cast.red_foot, cast.red_horse)
    )
    assert heard(cast.umpire, whispered, foot) == ["Stand fast!"]
    assert len(heard(cast.umpire, whispered, horse)) == len(heard(cast.umpire, whispered, "umpire")) == 2
    open_papers(by=cast.umpire, battle=whispered.public_id, now=LATE)
    assert len(heard(cast.blue_foot, whispered, horse)) == 2
    assert heard(cast.blue_foot, whispered, "blue") == ["Stand fast!"]
