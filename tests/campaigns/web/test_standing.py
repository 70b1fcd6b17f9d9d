"""The standing of a campaign, and battles on terms of their own, by page and API."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Campaign
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from rules.books import BOOKS
from tests.campaigns import builders
from tests.campaigns.builders import START, a_campaign, token_of
from tests.campaigns.web.conftest import Page, client_of


def fought(cast, campaign, winner, **own):
    now = server_time()
    own = {"start": START, "name": "The ford", **own}
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, now=now, **own)
    start_battle(by=cast.umpire, battle=battle.public_id, now=now)
    end_battle(by=cast.umpire, battle=battle.public_id, winner=winner, reason="Dusk", now=now)
    sweep(server_time())
    return battle


def standing_of(client, campaign):
    return client.get(reverse("standing", args=[campaign.public_id]))


def told(user, campaign):
    """The same by the API."""
    token = token_of(user)
    answer = client_of(user).get(
        f"/api/v1/campaigns/{campaign.public_id}/standing/", headers={"Authorization": f"Token {token}"}
    )
    return answer.json()


@pytest.mark.slow
def test_the_standing_is_drawn_and_told_in_tables(cast, blue):
    campaign = a_campaign(cast, target_points=600)
    fought(cast, campaign, "red", name="The ford")
    fought(cast, campaign, "blue", name="The hill", weight="1/3")
    answer = standing_of(blue, campaign)
    page, read = answer.content.decode(), Page(answer)
    assert read.tags["svg"] >= 1 and not read.strange and len(read.ids) == len(set(read.ids))
    assert "Red: 0 to begin with, 100 after battle 1, 100 after battle 2." in page
    assert "Blue: 0 to begin with, 0 after battle 1, 33⅓ after battle 2." in page
    assert "<dt>Still to win</dt><dd>200</dd>" in page
    assert 'class="num">1/3</td>' in page and "The hill" in page


def test_the_standing_before_the_first_battle_says_what_will_count(cast, red):
    page = standing_of(red, a_campaign(cast)).content.decode()
    assert "No battle has been counted yet." in page and "<figure" not in page


def test_points_of_a_battle_that_goes_on_are_told_to_nobody(cast, blue):
    """Only what has ended is counted; the rest is each side's own."""
    campaign = a_campaign(cast, options={"score_points": True})
    now = builders.NOON
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=now)
    start_battle(by=cast.umpire, battle=battle.public_id, now=now)
    assert "goes on" in standing_of(blue, campaign).content.decode()
    battles = told(cast.blue_foot, campaign)["battles"]
    assert [(one["counted"], one["scored"], one["credited"]) for one in battles] == [(False, {}, {})]


def test_whoever_holds_no_post_is_told_nothing_of_it(cast, stranger):
    assert standing_of(stranger, a_campaign(cast)).status_code == 404


def test_the_winner_of_a_campaign_is_told_to_all(cast, red):
    campaign = a_campaign(cast, target_points=200)
    fought(cast, campaign, "red")
    page = standing_of(red, campaign).content.decode()
    assert "has reached the target" in page and "The campaign is over." in page
    assert told(cast.red_foot, campaign)["winner"] == "red"


def test_the_api_tells_exact_amounts(cast):
    campaign = a_campaign(cast)
    fought(cast, campaign, "red", weight="1/3")
    found = told(cast.observer, campaign)
    assert found["league"][0] | {"total": "200/3", "won": 1, "place": 1} == found["league"][0]
    assert found["battles"][0]["credited"] == {"red": "200/3", "blue": "0"}


def test_a_battle_is_opened_under_another_book_by_its_page(cast, umpire):
    campaign = a_campaign(cast)
    address = reverse("battle-terms", args=[campaign.public_id])
    page = umpire.get(f"{address}?book=war-chess")
    assert page.status_code == 200 and not Page(page).unlabelled
    text = page.content.decode()
    assert "Attacker of the book" in text and "War-Chess" in text
    press = {"book": "war-chess", "name": "A match", "weight": "1/2", "seat-attacker": "blue", "seat-defender": "red"}
    assert umpire.post(address, {**press, "scenario": ""}).status_code == 302
    battle = Battle.objects.get()
    assert (battle.book, battle.weight, battle.seats) == ("war-chess", "1/2", {"attacker": "blue", "defender": "red"})
    assert "War chess, edition" in umpire.get(reverse("campaign", args=[campaign.public_id])).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("press", "said"),
    [
        ({"weight": "0"}, "Weight"),
        ({"name": ""}, "Name"),
        ({"start": "{"}, "JSON"),
        ({"scenario": "none"}, "scenario"),
        ({"seat-attacker": "red", "seat-defender": "red", "book": "war-chess", "scenario": ""}, "Each of attacker"),
    ],
)
def test_terms_that_are_none_are_refused_and_nothing_typed_is_lost(cast, umpire, press, said):
    campaign = a_campaign(cast)
    whole = {"book": "kriegspiel", "name": "The ford", "scenario": "hartley", "weight": "1", "briefing": "At dawn"}
    answer = umpire.post(reverse("battle-terms", args=[campaign.public_id]), whole | press)
    page = answer.content.decode()
    assert answer.status_code == 400 and re.search(said, page, re.I) and "At dawn" in page
    assert not Battle.objects.exists()


def test_nobody_but_the_umpire_opens_a_battle_on_terms(cast, red, stranger):
    address = reverse("battle-terms", args=[a_campaign(cast).public_id])
    for client, status in ((red, 403), (stranger, 404)):
        assert client.get(address).status_code == client.post(address, {"name": "x"}).status_code == status


def test_a_campaign_is_opened_with_its_scoring_and_its_handicaps(cast, umpire):
    page = Page(umpire.get(reverse("campaign-new")))
    assert not page.unlabelled
    press = {
        "name": "The war", "target_points": "300", "scoring": "gross", "carry_over": "losses",
        "red_handicap": "12½", "blue_time": "75",
    }  # fmt: skip
    assert (
        umpire.post(
            reverse("campaign-new"), {**page.fields, "umpire": "present", "clock_mode": "book", **press}
        ).status_code
        == 302
    )
    made = Campaign.objects.get()
    assert (made.target_points, made.scoring, made.carry_over) == (600, "gross", "losses")
    assert {side.key: (side.handicap, side.time_percent) for side in made.sides.all()} == {
        "red": (25, 100), "blue": (0, 75),
    }  # fmt: skip


@pytest.mark.parametrize(
    "press", [{"red_handicap": "1/3"}, {"blue_time": "0"}, {"scoring": "whist"}, {"red_time": "x"}]
)
def test_a_handicap_that_is_none_is_refused(cast, umpire, press):
    fields = Page(umpire.get(reverse("campaign-new"))).fields | {"umpire": "present", "clock_mode": "book"}
    answer = umpire.post(reverse("campaign-new"), {**fields, "name": "The war", "scoring": "net", **press})
    assert answer.status_code == 400 and not Campaign.objects.exists()


WEIGHTS = {"kriegspiel": "1/2", "war-chess": "60"}
"""A match of a board game is worth a point; so it counts sixty times."""


@pytest.mark.slow
def test_a_campaign_of_battles_of_different_books_adds_up(cast):
    """Five battles at least, of every book of the product, each with its weight; at the end everything sums, exactly."""
    campaign = a_campaign(cast, target_points=20_000)
    for place, key in enumerate([*BOOKS, "kriegspiel", "war-chess", "kriegspiel"]):
        own = {"book": key, "weight": WEIGHTS.get(key, "1/3"), "start": START if key == "kriegspiel" else {}}
        fought(cast, campaign, "red" if place == 1 else "blue", name=f"{place} {key}", **own)
    found = told(cast.red_general, campaign)
    held = {"red": Fraction(0), "blue": Fraction(0)}
    for one in found["battles"]:
        scored = {side: Fraction(halves) for side, halves in one["scored"].items()}
        for side in held:
            due = (scored[side] - min(scored.values())) * Fraction(one["battle"]["weight"])
            assert Fraction(one["credited"][side]) == due
            held[side] += due
            assert Fraction(one["after"][side]) == held[side]
    assert {row["side"]: Fraction(row["total"]) for row in found["league"]} == held
    assert {one["battle"]["book"] for one in found["battles"]} == set(BOOKS) and len(found["battles"]) >= 5
    scored = {one["battle"]["book"]: one["credited"]["blue"] for one in found["battles"][2:]}
    assert (scored["kriegspiel"], scored["war-chess"]) == ("100", "120")
