"""The links by which an umpire invites, and the page that they open."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.models import Invitation, Post
from campaigns.usecases.campaigns.preparation import dismiss, open_battle
from campaigns.usecases.people.invitations import invite
from campaigns.usecases.people.profile import person_of
from tests.campaigns.builders import START, a_campaign
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


def test_a_link_is_shown_again_until_it_is_taken_or_revoked(umpire, page_of, link):
    for _ in range(2):
        page = umpire.get(page_of).content.decode()
        assert f'value="http://testserver{link}"' in page and f"Red Artillery: http://testserver{link}\n" in page
    assert Client().post(link, NEWCOMER).status_code == 302
    assert link not in umpire.get(page_of).content.decode()
    other = made(umpire, page_of)
    row = Invitation.objects.get(taken=0)
    umpire.post(page_of, {"revoke": row.public_id})
    page = umpire.get(page_of).content.decode()
    assert other not in page and "Red Artillery" in page


def test_a_link_is_made_for_each_empty_seat_in_one_press(cast, battle, umpire, page_of):
    for arm in ("cavalry", "artillery"):
        dismiss(by=cast.umpire, post=Post.objects.get(arm=arm, side__key="blue").public_id, now=server_time())
    page = umpire.get(page_of)
    assert page.content.decode().count('name="seats"') == 2 and Page(page).unlabelled == []
    umpire.post(page_of, {"act": "every", "seats": ["blue/commander/cavalry/", "nobody's"], "hours": "168"})
    page = umpire.get(page_of).content.decode()
    assert "Blue Cavalry: http://testserver/invited/" in page and "Blue Artillery: http" not in page
    assert page.count('name="seats"') == 1, "to which a link is open is no longer empty"
    answer = umpire.post(page_of, {"act": "every", "hours": "168"})
    assert answer.status_code == 400 and "empty seats: 1" in answer.content.decode()


def test_a_link_is_mailed_from_its_row_where_mail_is_set_up(settings, umpire, page_of, link):
    assert 'name="mail"' not in umpire.get(page_of).content.decode()
    settings.EMAIL_URL = "memorymail://"
    row = Invitation.objects.get()
    assert f'name="mail" value="{row.public_id}"' in umpire.get(page_of).content.decode()
    answer = umpire.post(page_of, {"mail": row.public_id, "email": "no address"})
    page = answer.content.decode()
    assert answer.status_code == 400 and f'id="m-{row.public_id}-error"' in page and 'value="no address"' in page
    assert umpire.post(page_of, {"mail": row.public_id, "email": "a@war.example"}).status_code == 302
    assert "Mailed to a@war.example." in umpire.get(page_of).content.decode()


def test_a_brigade_is_made_and_offered_by_a_link_on_the_roster(cast, umpire):
    campaign = a_campaign(cast)
    made_now = {"by": cast.umpire, "campaign": campaign.public_id, "now": server_time()}
    open_battle(name="The ford", start=START, **made_now)
    roster = reverse("roster", args=[campaign.public_id])
    page = umpire.get(roster)
    assert page.content.decode().count('name="things"') == 6 and Page(page).unlabelled == []
    given = {"kind": "commander", "side": "red", "brigade": "1st Brigade", "things": ["red-foot", "red-crew"]}
    wrong = umpire.post(roster, {**given, "side": "blue", "act": "link"})
    assert wrong.status_code == 400 and "other side" in wrong.content.decode() and "checked" in wrong.content.decode()
    answer = umpire.post(roster, {**given, "act": "link"})
    assert answer["Location"] == reverse("invitations", args=[campaign.public_id])
    assert "Red 1st Brigade: http://testserver/invited/" in umpire.get(answer["Location"]).content.decode()
    page = umpire.get(roster).content.decode()
    assert (
        "2 bodies, 72 men, 6 horses, 1 gun" in page
        and "nobody holds it; until then Red Artillery, Red Infantry" in page
    )
    assert "1st Brigade" not in client_of(cast.blue_general).get(roster).content.decode()


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
    assert answer["Location"] == reverse("battle", args=[battle.public_id]), "at once where it is fought"
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


def test_links_are_listed_with_the_generals_first_and_then_as_they_were_made(cast, umpire):
    campaign = a_campaign(cast)
    made = {"by": cast.umpire, "campaign": campaign.public_id, "now": server_time()}
    for side in ("blue", "red"):
        invite(kind="commander", side=side, arm="cavalry", **made)
        invite(kind="general", side=side, **made)
    page = umpire.get(reverse("invitations", args=[campaign.public_id])).content.decode()
    lines = page.split('id="all-links"')[1].split("</textarea>")[0].split(">", 1)[1].strip().splitlines()
    assert [one.split(":")[0] for one in lines] == ["Red General", "Red Cavalry", "Blue General", "Blue Cavalry"]


def test_a_link_that_takes_over_a_seat_is_in_its_own_group_and_never_among_those_that_are_copied_together(
    cast, battle, umpire, page_of
):
    """Sent round with the others it would unseat its holder."""
    post = Post.objects.get(kind="general", side__key="red")
    free = made(umpire, page_of, brigade="1st Brigade", arm="")
    taken = made(umpire, page_of, succeeds=post.public_id)
    page = umpire.get(page_of).content.decode()
    together = page.split('id="all-links"')[1].split("</textarea>")[0]
    assert free in together and taken not in together
    own = page.split('id="h-take-over"')[1].split("</section>")[0]
    assert f"takes over Red General from {post.user.get_username()}" in own and taken in own and free not in own
    umpire.post(page_of, {"revoke": Invitation.objects.get(succeeds=post).public_id})
    assert 'id="h-take-over"' not in umpire.get(page_of).content.decode()
