"""Invitations: a link gives a seat, to one person or to many, for a time, by the rules by which any seat is given."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns.errors import NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import Invitation, Post
from campaigns.models.invitation import digest_of
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.people import invitations
from campaigns.usecases.people.accounts import read_account
from campaigns.usecases.people.invitations import (
    find_invitation,
    holding,
    invite,
    join,
    revoke_invitation,
    take_invitation,
)
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_battle, a_campaign, a_post, a_user

LATER = NOON + timedelta(hours=1)
PASSWORD = "seven sealed packets"


@pytest.fixture
def campaign(cast: Any) -> Any:
    return a_campaign(cast)


def to_red_guns(cast: Any, campaign: Any, **changes: Any) -> Any:
    """An invitation to command Red's artillery."""
    given = {"kind": "commander", "side": "red", "arm": "artillery", "now": NOON, **changes}
    return invite(by=cast.umpire, campaign=campaign.public_id, **given)


def test_whoever_takes_an_invitation_holds_the_post_that_it_names(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign, title="Red's second battery")
    post = take_invitation(user=cast.bystander, token=made.token, now=LATER)
    assert (post.user, post.kind, post.arm, post.title) == (
        cast.bystander,
        "commander",
        "artillery",
        "Red's second battery",
    )
    assert post.side.key == "red" and post.held_from == LATER


def test_the_token_is_kept_as_a_digest_alone(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    row = Invitation.objects.filter(pk=made.invitation.pk).values().get()
    assert made.token not in str(row)
    assert row["digest"] == digest_of(made.token) and len(made.token) == 43


def test_an_invitation_for_one_is_taken_once(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    take_invitation(user=cast.bystander, token=made.token, now=LATER)
    with pytest.raises(Unseen):
        take_invitation(user=a_user("another"), token=made.token, now=LATER)
    assert not Post.objects.filter(user=a_user("another")).exists()


def test_an_invitation_for_many_holds_until_it_is_revoked(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign, once=False)
    take_invitation(user=cast.bystander, token=made.token, now=LATER)
    take_invitation(user=a_user("another"), token=made.token, now=LATER)
    assert revoke_invitation(by=cast.umpire, invitation=made.invitation.public_id, now=LATER).taken == 2
    with pytest.raises(Unseen):
        take_invitation(user=a_user("a third"), token=made.token, now=LATER)
    assert Post.objects.filter(user=cast.bystander, held_until=None).exists(), "who has taken it keeps his post"


def test_an_invitation_expires(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign, hours=1)
    assert find_invitation(made.token, LATER - timedelta(seconds=1))
    for at in (LATER, LATER + timedelta(days=9)):
        with pytest.raises(Unseen):
            take_invitation(user=cast.bystander, token=made.token, now=at)


@pytest.mark.parametrize("token", ["", "x" * 43, "x" * 5000, None, 7, "\ud800"])
def test_a_token_that_is_none_invites_nobody(campaign: Any, token: Any) -> None:
    with pytest.raises(Unseen):
        find_invitation(token, NOON)


def test_whoever_sits_on_the_other_side_is_refused_and_the_link_holds_on(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    for user in (cast.blue_foot, cast.umpire, cast.observer):
        with pytest.raises(NotYours):
            take_invitation(user=user, token=made.token, now=LATER)
    assert take_invitation(user=cast.bystander, token=made.token, now=LATER)


def test_whoever_has_sat_at_the_other_table_is_refused(cast: Any) -> None:
    campaign = a_battle(cast).campaign
    made = to_red_guns(cast, campaign)
    for user in (cast.blue_general, cast.observer):
        left = Post.objects.get(campaign=campaign, user=user)
        dismiss(by=cast.umpire, post=left.public_id, now=LATER)
        with pytest.raises(NotYours):
            take_invitation(user=user, token=made.token, now=LATER)
        assert not Post.objects.filter(user=user, held_until=None).exists()


def test_whoever_holds_the_post_already_does_not_use_the_link_up(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    with pytest.raises(WrongState):
        take_invitation(user=cast.red_guns, token=made.token, now=LATER)
    assert Invitation.objects.get().taken == 0


def test_an_umpire_alone_invites_and_revokes(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    with pytest.raises(NotUmpire):
        invite(by=cast.red_general, campaign=campaign.public_id, kind="observer", now=NOON)
    with pytest.raises(Unseen):
        invite(by=cast.bystander, campaign=campaign.public_id, kind="observer", now=NOON)
    with pytest.raises(NotUmpire):
        revoke_invitation(by=cast.red_general, invitation=made.invitation.public_id, now=NOON)
    with pytest.raises(Unseen):
        revoke_invitation(by=cast.bystander, invitation=made.invitation.public_id, now=NOON)
    assert find_invitation(made.token, NOON)


def test_the_link_of_an_umpire_who_has_left_gives_nothing(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    other = a_post(campaign, cast, "umpire", "", "", a_user("second-umpire"))
    first = Post.objects.get(campaign=campaign, kind="umpire", user=cast.umpire)
    dismiss(by=other.user, post=first.public_id, now=NOON)
    with pytest.raises(Unseen):
        take_invitation(user=cast.bystander, token=made.token, now=LATER)
    assert not Post.objects.filter(user=cast.bystander).exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "king"},
        {"kind": "commander", "arm": ""},
        {"kind": "general", "side": "green"},
        {"hours": 0},
        {"hours": invitations.MOST_HOURS + 1},
        {"hours": True},
        {"once": "yes"},
        {"kind": "umpire", "once": False},
        {"title": "x" * 81},
    ],
)
def test_an_invitation_to_what_cannot_be_given_is_refused(cast: Any, campaign: Any, wrong: Any) -> None:
    with pytest.raises(Invalid):
        to_red_guns(cast, campaign, **wrong)
    assert not Invitation.objects.exists()


def test_no_more_than_so_many_hold_at_once(cast: Any, campaign: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_AT_ONCE", 2)
    first = to_red_guns(cast, campaign)
    to_red_guns(cast, campaign)
    with pytest.raises(WrongState):
        to_red_guns(cast, campaign)
    revoke_invitation(by=cast.umpire, invitation=first.invitation.public_id, now=NOON)
    to_red_guns(cast, campaign)
    assert holding(campaign, NOON).count() == 2


def test_whoever_has_no_account_makes_one_and_holds_the_post(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    account = read_account(username="newcomer", password=PASSWORD, name="Capt. Smythe", email="s@war.example")
    post = join(token=made.token, account=account, now=LATER)
    user = post.user
    assert (user.username, user.first_name, user.email) == ("newcomer", "Capt. Smythe", "s@war.example")
    assert user.check_password(PASSWORD) and not user.is_staff


def test_where_the_link_holds_no_more_no_account_is_made(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    take_invitation(user=cast.bystander, token=made.token, now=LATER)
    with pytest.raises(Unseen):
        join(token=made.token, account=read_account(username="newcomer", password=PASSWORD), now=LATER)
    assert not type(cast.umpire).objects.filter(username="newcomer").exists()


def test_a_name_that_somebody_took_meanwhile_is_refused_and_the_link_holds_on(cast: Any, campaign: Any) -> None:
    made = to_red_guns(cast, campaign)
    account = read_account(username="newcomer", password=PASSWORD)
    a_user("newcomer")
    with pytest.raises(Invalid, match="taken"):
        join(token=made.token, account=account, now=LATER)
    assert find_invitation(made.token, LATER)
