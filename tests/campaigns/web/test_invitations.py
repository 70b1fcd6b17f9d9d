"""The links by which an umpire invites, and the page that they open."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from campaigns.models import Invitation, Post
from campaigns.usecases.people.profile import person_of
from tests.campaigns.web.conftest import Page, client_of, url

PASSWORD = "seven sealed packets"
NEWCOMER = {"username": "newcomer", "name": "Capt. Smythe", "password": PASSWORD, "again": PASSWORD, "email": ""}


@pytest.fixture
def page_of(battle):
    return reverse("invitations", args=[battle.campaign.public_id])


@pytest.fixture
def link(umpire, page_of):
    """A link that gives Red's artillery."""
    return made(umpire, page_of)


def made(umpire, page_of, **changes):
    """The address in the answer to the button."""
    given = {"kind": "commander", "side": "red", "arm": "artillery", "once": "yes", "hours": "72", **changes}
    answer = umpire.post(page_of, given)
    assert answer.status_code == 200
    return re.search(r"http://testserver(/invited/[\w-]+/)", answer.content.decode())[1]


def test_a_link_is_shown_once(umpire, page_of, link):
    assert link not in umpire.get(page_of).content.decode()
    assert "Red Artillery" in umpire.get(page_of).content.decode()


def test_only_the_umpire_makes_links(cast, battle, page_of, red, stranger):
    assert red.get(page_of).status_code == red.post(page_of, {"kind": "observer"}).status_code == 403
    assert stranger.get(page_of).status_code == stranger.post(page_of).status_code == 404
    assert not Invitation.objects.exists()


def test_what_is_wrong_with_an_invitation_stands_beside_its_field(umpire, page_of):
    answer = umpire.post(page_of, {"kind": "commander", "side": "", "arm": "artillery", "hours": "72"})
    assert answer.status_code == 400 and 'id="side-error"' in answer.content.decode()
    assert umpire.post(page_of, {"kind": "observer", "hours": "7"}).status_code == 400


def test_who_is_new_makes_an_account_and_holds_the_post(cast, battle, link):
    client = Client()
    page = client.get(link)
    assert page.status_code == 200 and b"Red Artillery" in page.content
    assert (Page(page).unlabelled, Page(page).strange) == ([], [])
    answer = client.post(link, NEWCOMER)
    assert answer["Location"] == reverse("campaign", args=[battle.campaign.public_id])
    assert Post.objects.get(user__username="newcomer").title == "Red Artillery, Capt. Smythe"
    assert client.get(reverse("sheet", args=[battle.public_id])).status_code == 200, "he is logged in"
    assert Client().post("/login/", {"username": "newcomer", "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize(("told", "kept"), [("Asia/Tokyo", "Asia/Tokyo"), ("Nowhere/Atall", ""), ("", "")])
def test_a_newcomer_sees_his_times_by_the_zone_of_his_device(link, told, kept):
    client = Client()
    assert client.post(link, {**NEWCOMER, "zone": told}).status_code == 302
    assert person_of(get_user_model().objects.get(username="newcomer")).time_zone == kept


def test_who_has_an_account_takes_the_post(cast, battle, link, stranger):
    assert b"Take the seat" in stranger.get(link).content
    assert stranger.post(link).status_code == 302
    assert Post.objects.filter(user=cast.bystander, held_until=None).count() == 1


def test_a_link_that_is_used_up_revoked_or_made_up_is_answered_alike(umpire, page_of, link, stranger):
    revoked = made(umpire, page_of)
    invitation = Invitation.objects.order_by("-pk").first()
    assert umpire.post(page_of, {"revoke": invitation.public_id}).status_code == 302
    stranger.post(link)
    answers = [Client().get(one) for one in (link, revoked, "/invited/" + "x" * 43 + "/")]
    assert {one.status_code for one in answers} == {404}
    bodies = {re.sub(rb'value="[^"]{64}"', b"", one.content) for one in answers}
    assert len(bodies) == 1
    assert Client().post(link, NEWCOMER).status_code == 404
    assert not get_user_model().objects.filter(username="newcomer").exists()


def test_somebody_of_the_other_side_is_refused(cast, link, blue):
    answer = blue.post(link)
    assert answer.status_code == 403 and b"both sides" in answer.content
    assert Invitation.objects.get().taken == 0


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"again": "another"}, "again"),
        ({"password": "short", "again": "short"}, "password"),
        ({"password": "newcomer", "again": "newcomer"}, "password"),
        ({"username": "umpire"}, "username"),
        ({"username": "two words"}, "username"),
        ({"email": "nobody"}, "email"),
    ],
)
def test_an_account_that_is_refused_loses_nothing_but_the_password(link, wrong, field):
    answer = Client().post(link, {**NEWCOMER, **wrong})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert f'id="f-{field}-error"' in page and "Capt. Smythe" in page and PASSWORD not in page
    assert Invitation.objects.get().taken == 0


def test_a_link_that_serves_many_has_the_limit_of_log_in_attempts(umpire, page_of):
    link = made(umpire, page_of, once="no")
    for _ in range(10):
        Client().post(link, {**NEWCOMER, "again": "another"})
    assert Client().post(link, NEWCOMER).status_code == 429
    assert client_of(get_user_model().objects.get(username="bystander")).post(link).status_code == 302


def test_the_roster_leads_to_the_links(battle, umpire, red):
    address = reverse("roster", args=[battle.campaign.public_id])
    leads = reverse("invitations", args=[battle.campaign.public_id])
    assert leads in umpire.get(address).content.decode()
    assert leads not in red.get(address).content.decode()


@pytest.mark.parametrize("kind", ["general", "commander"])
def test_a_newcomer_takes_over_a_seat_by_a_link_from_the_roster_as_it_stands(cast, battle, move, umpire, page_of, kind):
    """The General's seat like any other: the predecessor loses it, and the link is valid once."""
    arm = "infantry" if kind == "commander" else ""
    post = Post.objects.get(kind=kind, side__key="red", arm=arm)
    before = post.user
    roster = umpire.get(reverse("roster", args=[battle.campaign.public_id])).content.decode()
    assert f'name="succeeds" value="{post.public_id}"' in roster
    link = made(umpire, page_of, succeeds=post.public_id)
    client = Client()
    assert f"You take over from {before.get_username()}:" in client.get(link).content.decode()
    german = client.get(link, headers={"Accept-Language": "de"}).content.decode()
    assert f"Sie übernehmen von {before.get_username()}:" in german
    assert client.post(link, NEWCOMER).status_code == 302
    post.refresh_from_db()
    assert post.user.get_username() == "newcomer" and client.get(url("sheet", battle)).status_code == 200
    assert Post.objects.get(user=before, kind=kind, arm=arm).held_until is not None
    assert Client().post(link, {**NEWCOMER, "username": "another"}).status_code == 404


def test_a_link_to_a_seat_is_refused_to_who_sits_at_the_other_table_and_holds_on(
    cast, battle, move, umpire, blue, page_of
):
    post = Post.objects.get(kind="general", side__key="red")
    link = made(umpire, page_of, succeeds=post.public_id)
    assert blue.post(link).status_code == 403
    post.refresh_from_db()
    assert post.user == cast.red_general and Client().get(link).status_code == 200
    for wrong in ("AAAAAAAAAAAA", ""):
        assert umpire.post(page_of, {"succeeds": wrong}).status_code in (400, 404)
