"""The pages of matches and tournaments: opened, read, entered, begun, left; and closed to strangers."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Entrant, Invitation, Match, Tournament
from tests.campaigns.builders import a_campaign, a_user, the_move
from tests.campaigns.games import say
from tests.campaigns.web.conftest import Page, accept, client_of

NO_SUCH = "AAAAAAAAAAAA"
TERMS = {"name": "The Cup", "book": "war-chess", "best_of": "3", "fixed_minutes": "0"}


@pytest.fixture
def ann(db):
    return a_user("ann")


@pytest.fixture
def browser(ann):
    a_user("bob"), a_user("carl")
    return client_of(ann)


def whole(answer):
    page = Page(answer)
    assert answer.status_code == 200 and page.tags["h1"] == 1 and page.unlabelled == [] and page.strange == []
    assert len(page.ids) == len(set(page.ids))
    return answer.content.decode()


def resign(match, side):
    battle = Battle.objects.filter(match=match).latest("number")
    move = the_move(battle)
    user = match.campaign.posts.get(side__key=side).user
    say(user, battle, {"order": "resign"}, now=move.opened_at)
    sweep(move.opened_at)


@pytest.mark.slow
def test_a_match_is_opened_played_and_won(browser, django_assert_max_num_queries):
    assert 'value="ann"' in whole(browser.get(reverse("match-new")))
    answer = browser.post(reverse("match-new"), {**TERMS, "first": "ann", "second": "bob"})
    match = Match.objects.get()
    assert answer["Location"] == reverse("match", args=[match.public_id])
    waiting = whole(browser.get(answer["Location"]))
    assert "Not begun" in waiting and "bob" in waiting and "Cancel the match" in waiting
    assert "not begun" in whole(browser.get(reverse("matches"))) and not Battle.objects.exists()
    taken = accept(a_user("bob"), follow=True)
    assert "You play in The Cup." in whole(taken)
    assert "goes on" in whole(browser.get(answer["Location"]))
    for side in ("blue", "blue"):
        resign(match, side)
    with django_assert_max_num_queries(12):
        shown = whole(browser.get(answer["Location"]))
    assert "has won the match" in shown and "Game 2" in shown and shown.count("The Cup") >= 1
    with django_assert_max_num_queries(12):
        assert "won by ann" in whole(browser.get(reverse("matches")))


def test_a_match_against_a_machine(browser):
    browser.post(reverse("match-new"), {**TERMS, "first": "house-2", "second": "ann"})
    assert Match.objects.get().campaign.sides.get(key="red").name == "Machine (Corporal)"


def test_a_match_that_waits_is_called_off_on_its_page_by_whoever_opened_it(browser):
    answer = browser.post(reverse("match-new"), {**TERMS, "first": "ann", "second": "bob"})
    assert "invites you to this match" in whole(client_of(a_user("bob")).get("/"))
    assert browser.post(answer["Location"], {"call-off": "yes"})["Location"] == reverse("matches")
    assert "cancelled" in whole(browser.get(reverse("matches")))
    assert "cancelled before it began" in whole(browser.get(answer["Location"]))
    assert "to play in this match" not in client_of(a_user("bob")).get("/").content.decode()
    refused = browser.post(answer["Location"], {"call-off": "yes"})
    assert refused.status_code == 409 and "can be cancelled" in refused.content.decode()


def test_an_offer_to_play_is_declined_and_whoever_made_it_is_not_told(browser):
    address = browser.post(reverse("tournament-new"), TERMS)["Location"]
    browser.post(address, {"enter": "person", "user": "bob"})
    bob = client_of(a_user("bob"))
    page = bob.get("/").content.decode()
    assert "invites you to this tournament" in page
    offer = re.search(r'action="(/offers/[^"]+)"', page)[1]
    assert bob.post(offer, {"decline": "yes"}).status_code == 302
    assert "to play in this tournament" not in bob.get("/").content.decode()
    assert "Invited, no answer yet" in whole(browser.get(address))
    assert browser.post(address, {"withdraw": Invitation.objects.get().public_id}).status_code == 302
    assert "Invited, no answer yet" not in whole(browser.get(address))


def test_an_offer_that_may_not_be_accepted_is_told_as_a_refusal_and_one_that_may_as_done(cast):
    campaign, umpire, carl = a_campaign(cast), client_of(cast.umpire), a_user("carl")
    for side in ("red", "blue"):
        umpire.post(reverse("roster", args=[campaign.public_id]), {"kind": "general", "side": side, "user": "carl"})
    invited = client_of(carl)
    red, blue = re.findall(r'action="(/offers/[^"]+)"', invited.get("/").content.decode())
    assert '<div class="told"><p>You are' in invited.post(red, follow=True).content.decode()
    refused = invited.post(blue, follow=True).content.decode()
    assert '<div class="told refusal"><p>' in refused and '<div class="told"><p>' not in refused


def test_the_first_page_with_offers_of_every_kind_takes_no_more_queries_than_any(cast, django_assert_max_num_queries):
    campaign, umpire = a_campaign(cast), client_of(cast.umpire)
    name = cast.red_general.username
    umpire.post(reverse("roster", args=[campaign.public_id]), {"kind": "general", "side": "red", "user": name})
    for _ in range(3):
        umpire.post(reverse("match-new"), {**TERMS, "first": "ann", "second": name})
        address = umpire.post(reverse("tournament-new"), TERMS)["Location"]
        umpire.post(address, {"enter": "person", "user": name})
    invited = client_of(cast.red_general)
    with django_assert_max_num_queries(12):
        shown = whole(invited.get("/"))
    assert shown.count("invites you to this match") == shown.count("invites you to this tournament") == 3
    assert shown.count('action="/offers/') == 7


@pytest.mark.parametrize(
    "wrong",
    [
        {"second": "ann"},
        {"second": ""},
        {"best_of": "many"},
        {"book": "kriegspiel"},
        {"second": "house-9"},
        {"name": ""},
    ],
)
def test_what_makes_no_match_is_refused_and_keeps_what_was_typed(browser, wrong):
    answer = browser.post(reverse("match-new"), {**TERMS, "first": "ann", "second": "bob", **wrong})
    assert answer.status_code == 400 and not Match.objects.exists()
    assert 'value="ann"' in answer.content.decode()


def test_in_a_campaign_only_its_umpire_opens_one(cast):
    campaign = a_campaign(cast)
    address = reverse("campaign-match", args=[campaign.public_id])
    assert client_of(cast.red_general).get(address).status_code == 403
    assert client_of(cast.bystander).get(address).status_code == 404
    umpire = client_of(cast.umpire)
    assert "Weight" in whole(umpire.get(address))
    answer = umpire.post(address, {**TERMS, "weight": "1/2"})
    assert answer.status_code == 302 and Battle.objects.get().weight == "1/2"
    assert "The Cup" in whole(client_of(cast.blue_general).get(answer["Location"]))


@pytest.mark.slow
def test_a_tournament_is_made_entered_begun_and_shown(browser, django_assert_max_num_queries):
    whole(browser.get(reverse("tournament-new")))
    answer = browser.post(reverse("tournament-new"), {**TERMS, "best_of": "1"})
    address = answer["Location"]
    for typed in (
        {"enter": "person", "user": "ann"},
        {"enter": "person", "user": "bob"},
        {"enter": "machine", "machine": "house-1"},
    ):
        assert browser.post(address, typed).status_code == 302
    waiting = whole(browser.get(address))
    assert "Invited, no answer yet" in waiting and "Withdraw the invitation" in waiting
    taken = accept(a_user("bob"), follow=True)
    assert "You play in The Cup." in whole(taken) and taken.redirect_chain[-1][0] == address
    refused = browser.post(address, {"enter": "person", "user": "bob"})
    assert refused.status_code == 409 and "already invited" in refused.content.decode()
    assert "Begin the tournament" in whole(browser.get(address))
    bob = client_of(a_user("bob"))
    assert "Begin the tournament" not in whole(bob.get(address))
    assert bob.post(address, {"begin": "yes"}).status_code == 403
    assert browser.post(address, {"begin": "yes"}).status_code == 302
    with django_assert_max_num_queries(12):
        shown = whole(browser.get(address))
    assert "Machine (Recruit)" in shown and "Round 3" in shown and "running" in shown
    resign(Match.objects.get(), "red")
    assert "round 2 of 3" in whole(bob.get(address))
    mine = Entrant.objects.get(user__username="bob")
    bob.post(address, {"withdraw": mine.public_id})
    assert "withdrawn" in whole(browser.get(address))
    assert Tournament.objects.get().status == "running"


def test_strangers_are_answered_as_if_there_were_nothing(browser):
    browser.post(reverse("match-new"), {**TERMS, "first": "ann", "second": "bob"})
    browser.post(reverse("tournament-new"), TERMS)
    carl = client_of(a_user("carl"))
    for name, public in (("match", Match.objects.get().public_id), ("tournament", Tournament.objects.get().public_id)):
        assert browser.get(reverse(name, args=[public])).status_code == 200
        there, nowhere = carl.get(reverse(name, args=[public])), carl.get(reverse(name, args=[NO_SUCH]))
        assert there.status_code == nowhere.status_code == 404
        assert Client().get(reverse(name, args=[public])).status_code == 302
    assert (
        carl.post(reverse("tournament", args=[Tournament.objects.get().public_id]), {"begin": "yes"}).status_code == 404
    )
    assert "The Cup" not in carl.get(reverse("matches")).content.decode()
