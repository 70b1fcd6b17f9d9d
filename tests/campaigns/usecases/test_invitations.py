"""Invitations: a link gives a seat, to one person or to many, for a time, by the rules by which any seat is given."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from campaigns.errors import Capped, NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import Invitation, Mail, Post
from campaigns.models.invitation import digest_of
from campaigns.usecases.campaigns.preparation import dismiss, open_battle
from campaigns.usecases.muster.brigades import floor_of
from campaigns.usecases.people import invitations
from campaigns.usecases.people.accounts import read_account
from campaigns.usecases.people.empty_seats import empty_seats, invite_to_empty_seats
from campaigns.usecases.people.invitation_mails import mail_invitation
from campaigns.usecases.people.invitations import (
    find_invitation,
    holding,
    invite,
    join,
    revoke_invitation,
    take_invitation,
)
from campaigns.usecases.people.mails import post_mails
from campaigns.words.languages import in_language
from campaigns.words.translation import translated
from rules.errors import Invalid
from rules.values.sentence import Sentence
from tests.campaigns.builders import NOON, START, a_battle, a_campaign, a_post, a_user

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
    assert not isinstance(Post.objects.get(pk=post.pk).title, Sentence), "somebody wrote it"
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


def test_the_token_is_made_again_with_the_secret_of_the_site_and_not_without(
    cast: Any, campaign: Any, settings: Any
) -> None:
    made = to_red_guns(cast, campaign)
    row = Invitation.objects.get(pk=made.invitation.pk)
    assert row.token == made.token and row.salt not in made.token
    before, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    assert row.token == "", "a table that is copied away gives no link"
    assert find_invitation(made.token, LATER) == row, "whoever has the link still has it"
    settings.SECRET_KEY_FALLBACKS = [before]
    assert row.token == made.token
    row.salt = ""
    assert row.token == ""


def test_an_offer_by_name_has_no_link(cast: Any, campaign: Any) -> None:
    assert to_red_guns(cast, campaign, named="somebody").token == ""


def an_empty_campaign(cast: Any) -> Any:
    """Red's cavalry and its General are gone; the start has a brigade of Red's."""
    campaign = a_campaign(cast)
    start = deepcopy(START)
    start["bodies"]["red-foot"]["commander"] = "1st Brigade"
    open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=start, now=NOON)
    for gone in (Post.objects.get(arm="cavalry", side__key="red"), Post.objects.get(kind="general", side__key="red")):
        dismiss(by=cast.umpire, post=gone.public_id, now=NOON)
    return campaign


def test_a_link_is_made_for_every_empty_seat_and_none_for_a_seat_that_is_offered(cast: Any) -> None:
    campaign = an_empty_campaign(cast)
    floor = floor_of(campaign.pk)
    seats = empty_seats(campaign, floor, NOON)
    assert [(one.kind, one.arm, one.brigade) for one in seats] == [
        ("general", "", ""), ("commander", "", "1st Brigade"), ("commander", "cavalry", ""),
    ]  # fmt: skip
    made = invite_to_empty_seats(by=cast.umpire, campaign=campaign.public_id, hours=24, now=NOON)
    assert [one.invitation.title for one in made] == ["Red General", "Red 1st Brigade", "Red Cavalry"]
    assert empty_seats(campaign, floor, NOON) == () and len({one.token for one in made}) == 3
    with pytest.raises(Invalid, match="no seat is empty"):
        invite_to_empty_seats(by=cast.umpire, campaign=campaign.public_id, hours=24, now=NOON)
    post = take_invitation(user=cast.bystander, token=made[1].token, now=LATER)
    assert (post.brigade, post.arm, post.title) == ("1st Brigade", "", "Red 1st Brigade")
    with in_language("de"):
        assert translated(Post.objects.get(pk=post.pk).title) == "1st Brigade von Rot"
    assert len(empty_seats(campaign, floor, NOON + timedelta(days=2))) == 2, "the links have expired"
    with pytest.raises(NotUmpire):
        invite_to_empty_seats(by=cast.red_foot, campaign=campaign.public_id, hours=24, now=NOON)


@pytest.fixture
def post_office(settings: Any) -> None:
    settings.EMAIL_URL = "memorymail://"
    settings.SITE_URL = "https://war.example"


def mailed(cast: Any, made: Any, address: str = "smythe@war.example", by: Any = None, now: Any = NOON) -> Any:
    return mail_invitation(by=by or cast.umpire, invitation=made.invitation.public_id, address=address, now=now)


def test_a_link_is_mailed_to_an_address_and_stands_in_no_table(
    cast: Any, campaign: Any, post_office: None, mailoutbox: Any
) -> None:
    made = to_red_guns(cast, campaign)
    mailed(cast, made)
    assert made.token not in str(list(Mail.objects.values()))
    assert (post_mails(NOON), post_mails(LATER)) == (1, 0)
    (sent,) = mailoutbox
    assert sent.to == ["smythe@war.example"] and f"https://war.example/invited/{made.token}/" in sent.body
    assert (
        "Red" not in sent.body + sent.subject
        and campaign.name not in sent.body
        and "unsubscribe" not in str(sent.message())
    )


def test_whether_anybody_has_the_address_is_not_told(cast: Any, campaign: Any, post_office: None) -> None:
    cast.red_foot.email = "foot@war.example"
    cast.red_foot.save()
    first, second = (mailed(cast, to_red_guns(cast, campaign), to) for to in ("foot@war.example", "no@war.example"))
    assert (first.user, first.kind, first.due_at) == (second.user, second.kind, second.due_at)


def test_a_link_that_is_revoked_or_taken_is_mailed_no_more(
    cast: Any, campaign: Any, post_office: None, mailoutbox: Any
) -> None:
    first, second = to_red_guns(cast, campaign), to_red_guns(cast, campaign)
    for made in (first, second):
        mailed(cast, made)
    revoke_invitation(by=cast.umpire, invitation=first.invitation.public_id, now=NOON)
    take_invitation(user=cast.bystander, token=second.token, now=NOON)
    assert post_mails(NOON) == 0 and not mailoutbox
    for made in (first, second):
        with pytest.raises(WrongState, match="no longer valid"):
            mailed(cast, made)


def test_mails_with_links_are_few_and_the_umpires_alone(cast: Any, campaign: Any, settings: Any) -> None:
    made = to_red_guns(cast, campaign)
    with pytest.raises(WrongState, match="not set up"):
        mailed(cast, made)
    settings.EMAIL_URL = "memorymail://"
    for wrong in ("", "nobody", "a@b", "x" * 300):
        with pytest.raises(Invalid):
            mailed(cast, made, wrong)
    for _ in range(3):
        mailed(cast, made)
    with pytest.raises(Capped, match="3 times"):
        mailed(cast, made)
    mailed(cast, made, now=NOON + timedelta(days=1))
    with pytest.raises(NotUmpire):
        mailed(cast, made, by=cast.red_general)
    with pytest.raises(Unseen):
        mailed(cast, made, by=cast.bystander)


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
