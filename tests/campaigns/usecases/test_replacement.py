"""A commander is replaced: the successor knows what they knew, and nobody who knows more can take their place."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.errors import NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import OrderEntry, Post, Readiness
from campaigns.usecases.campaigns.preparation import appoint, dismiss
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from campaigns.usecases.people.replacement import hand_over
from tests.campaigns.builders import NOON, a_campaign

LATER = NOON + timedelta(minutes=1)
FORM = [{"order": "form", "body": "red-foot", "formation": "extended"}]


@pytest.fixture
def post(battle):
    """The seat of Red's infantry."""
    return Post.objects.get(kind="commander", arm="infantry", side__key="red")


def over(cast, post, user=None, by=None):
    return hand_over(by=by or cast.umpire, post=post.public_id, user=user or cast.bystander, now=LATER)


def knowledge(user, battle):
    """All that a commander can read of a battle, except who they are."""
    seat = sight.find_battle(user, battle.public_id)
    sheet = sight.sheet(seat, LATER)
    notices = [(one.kind, one.text) for one in sight.notices(user) if one.kind != "handed-over"]
    receipts = sight.receipts(seat)
    return sheet.own, sheet.enemy, sheet.country, sight.reports(seat), sight.points(seat).lines, notices, receipts


def test_a_successor_knows_exactly_what_his_predecessor_knew(cast, battle, move, post):
    Post.objects.filter(user=cast.red_foot).exclude(pk=post.pk).update(held_until=NOON)
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=FORM, base_revision=0, key="one", now=NOON
    )
    knew = knowledge(cast.red_foot, battle)
    over(cast, post)
    assert knowledge(cast.bystander, battle) == knew
    with pytest.raises(Unseen):
        sight.find_battle(cast.red_foot, battle.public_id)


def test_what_the_predecessor_ordered_stands_but_not_that_he_was_ready(cast, battle, move, post):
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=FORM, base_revision=0, key="one", now=NOON
    )
    declare_ready(user=cast.red_foot, move=move.public_id, now=NOON)
    over(cast, post)
    assert OrderEntry.objects.get().author == cast.red_foot
    assert not Readiness.objects.filter(post=post).exists()
    assert battle.record.get(kind="post-handed-over").data["to"] == "bystander"
    again = submit_orders(
        user=cast.bystander, move=move.public_id, thing="red-foot", orders=[], base_revision=1, key="two", now=LATER
    )
    assert again.revision == 2


def test_the_term_of_the_predecessor_is_kept(cast, battle, post):
    over(cast, post)
    term = Post.objects.get(user=cast.red_foot, arm="infantry")
    assert (term.held_until, term.title) == (LATER, post.title)
    assert Post.objects.get(pk=post.pk).user == cast.bystander


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("blue_horse", "was Blue Cavalry"),
        ("observer", "was an observer"),
    ],
)
def test_who_has_held_or_watched_the_other_side_is_refused_with_the_reason(cast, battle, post, who, said):
    user = getattr(cast, who)
    for held in Post.objects.filter(user=user):
        dismiss(by=cast.umpire, post=held.public_id, now=LATER)
    with pytest.raises(NotYours, match=said):
        over(cast, post, user)
    with pytest.raises(NotYours, match=said):
        appoint(
            by=cast.umpire, campaign=battle.campaign.public_id, kind="commander", side="red", arm="infantry",
            user=user, now=LATER,
        )  # fmt: skip
    assert Post.objects.get(pk=post.pk).user == cast.red_foot


def test_who_holds_a_post_of_the_other_side_now_is_refused(cast, battle, post):
    umpires = "Umpires and observers cannot have a seat on a side"
    for user, why in ((cast.blue_general, "both sides"), (cast.umpire, umpires), (cast.observer, umpires)):
        with pytest.raises(NotYours, match=why):
            over(cast, post, user)


def test_who_has_watched_before_the_campaign_began_knows_nothing_and_may_play(cast):
    campaign = a_campaign(cast)
    watched = Post.objects.get(campaign=campaign, kind="observer")
    dismiss(by=cast.umpire, post=watched.public_id, now=NOON)
    post = Post.objects.get(campaign=campaign, arm="infantry", side__key="red")
    assert over(cast, post, cast.observer).user == cast.observer


def test_a_comrade_may_take_over_and_an_own_post_may_not_be_taken_twice(cast, battle, post):
    assert over(cast, post, cast.red_horse).user == cast.red_horse
    post.refresh_from_db()
    with pytest.raises(WrongState):
        over(cast, post, cast.red_horse)


def test_only_the_umpire_hands_a_post_over(cast, battle, post):
    with pytest.raises(NotUmpire):
        over(cast, post, by=cast.red_general)
    with pytest.raises(Unseen):
        over(cast, post, by=cast.bystander)
