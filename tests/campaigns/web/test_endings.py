"""The end of a battle and of a campaign by form: requested, read back, done, and shown to everybody."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from campaigns.models import Battle, Campaign
from campaigns.templatetags.marks import halves
from campaigns.usecases.campaigns import endings
from campaigns.usecases.moves.ledgers import points_of
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import Page, client_of, close, url

PRESS = {"winner": "red", "reason": "The hall is closed at eleven"}


@pytest.mark.slow
def test_a_battle_is_ended_when_it_has_been_read_back(battle, move, umpire, red):
    address = url("battle-end", battle)
    answer = umpire.post(address, PRESS)
    page = answer.content.decode()
    assert answer.status_code == 200 and "Red has won." in page and "Not done yet" in page
    assert Battle.objects.get().status == "running"
    fields = Page(answer).fields
    press = {key: fields[key] for key in ("winner", "reason")} | {"sure": "yes"}
    assert umpire.post(address, press).status_code == 302
    ended = Battle.objects.get()
    assert (ended.status, ended.result["winner"], ended.result["by"]) == ("ended", "red", "umpire")
    for client, name in ((red, "sheet"), (umpire, "desk"), (red, "supplies")):
        page = client.get(url(name, battle)).content.decode()
        assert "The battle is over.</strong> Red has won." in page and 'id="strip"' not in page
    assert "Publish the result" not in umpire.get(url("desk", battle)).content.decode()
    campaign = umpire.get(reverse("campaign", args=[battle.campaign.public_id])).content.decode()
    assert ended.seed in campaign and "The dice are open" in campaign and "The dice are sealed" not in campaign


def test_the_desk_leads_to_the_end_of_a_battle_and_the_end_to_its_story_and_to_the_next_battle(cast):
    """Twin: where nothing is carried over so far it says so first, and a player is never offered it."""
    umpire = client_of(cast.umpire)
    for setting in ("losses", "none"):
        battle = desk_scene.a_battle(cast, carry_over=setting)
        end, following = url("battle-end", battle), url("battle-carry", battle)
        desk = umpire.get(url("desk", battle)).content.decode()
        assert end in desk.split('id="menu-tabs"')[1].split("</ul>")[0]
        assert end in desk.split('id="desk-foot"')[1].split("</div>")[0] and following not in desk
        answer = umpire.post(end, PRESS | {"sure": "yes"}, follow=True)
        assert answer.redirect_chain == [(url("after", battle), 302)]
        campaign, allowed = reverse("campaign", args=[battle.campaign.public_id]), "Next battle, with losses carried"
        for address in (url("after", battle), url("desk", battle), campaign):
            page = umpire.get(address).content.decode()
            assert following in page and (allowed in page) == (setting == "losses") and end not in page
        assert following not in client_of(cast.red_general).get(url("after", battle)).content.decode()


def test_where_nothing_is_carried_over_the_page_of_the_next_battle_says_so_and_one_press_changes_it(cast):
    """Twins: a look changes nothing, and nobody but the umpire may press."""
    umpire, battle = client_of(cast.umpire), desk_scene.a_battle(cast, carry_over="none")
    address, press = url("battle-carry", battle), {"act": "allow"}
    assert umpire.post(address, press).status_code == 409, "it has not ended"
    umpire.post(url("battle-end", battle), PRESS | {"sure": "yes"})
    page = umpire.get(address).content.decode()
    assert "nothing is carried over" in page and "Create the battle" not in page
    assert umpire.post(address, {"name": "Typed"}).status_code == 200 and Battle.objects.count() == 1
    assert client_of(cast.red_general).post(address, press).status_code == 403
    assert Campaign.objects.get().carry_over == "none"
    page = umpire.post(address, press, follow=True).content.decode()
    assert "Everybody is told." in page and "Create the battle" in page
    assert Campaign.objects.get().carry_over == "losses"


def test_a_battle_may_be_drawn(battle, move, umpire):
    page = umpire.post(url("battle-end", battle), PRESS | {"winner": "draw"}).content.decode()
    assert "The battle is a draw." in page
    umpire.post(url("battle-end", battle), PRESS | {"winner": "draw", "sure": "yes"})
    assert Battle.objects.get().result["draw"] is True


@pytest.mark.parametrize("winner", ["red", "draw"])
def test_the_points_of_the_victory_are_said_before_the_press_and_are_those_that_are_booked(cast, winner):
    """Twin: a book that counts none says none."""
    battle = builders.a_battle(cast, options={"score_points": True})
    umpire, press = client_of(cast.umpire), PRESS | {"winner": winner}
    won, drawn = (endings.points_if_ended(by=cast.umpire, battle=battle.public_id, winner=one) for one in ("red", ""))
    assert {side: now for side, (now, _) in won.items()} == dict.fromkeys(won, 0) | points_of(battle.pk)
    assert [won["red"][1] - drawn["red"][1], won["blue"][1] - drawn["blue"][1]] == [100, -100], "shared in a draw"
    told = won if winner == "red" else drawn
    page = strip_tags(umpire.post(url("battle-end", battle), press).content.decode())
    now, then = (halves(count) for count in told["red"])
    assert f"afterwards, with those for the victory: Red {now} → {then}, Blue" in " ".join(page.split())
    umpire.post(url("battle-end", battle), press | {"sure": "yes"})
    assert points_of(battle.pk) == {side: points for side, (_, points) in told.items() if points}
    uncounted = builders.a_battle(cast, options={"score_points": False})
    assert "with those for the victory" not in umpire.post(url("battle-end", uncounted), press).content.decode()


@pytest.mark.parametrize(
    ("press", "field"),
    [
        ({"winner": ""}, "winner"),
        ({"winner": "green"}, "winner"),
        ({"reason": ""}, "reason"),
        ({"reason": "a" * 301}, "reason"),
    ],
)
def test_an_end_without_winner_or_reason_is_refused_beside_its_field(battle, move, umpire, press, field):
    answer = umpire.post(url("battle-end", battle), PRESS | press | {"sure": "yes"})
    page = answer.content.decode()
    error = "winner-error" if field == "winner" else "f-reason-error"
    assert answer.status_code == 400 and f'id="{error}"' in page
    assert {**PRESS, **press}["reason"] in page
    assert Battle.objects.get().status == "running"


@pytest.mark.slow
def test_nobody_but_the_umpire_ends_anything(battle, move, red, stranger):
    campaign = reverse("campaign-end", args=[battle.campaign.public_id])
    for address in (url("battle-end", battle), campaign):
        for press in ({}, PRESS | {"sure": "yes"}):
            assert red.post(address, press).status_code == 403
            assert stranger.post(address, press).status_code == 404
        assert red.get(address).status_code == 403 and stranger.get(address).status_code == 404
    assert Battle.objects.get().status == "running"


def test_a_battle_that_is_over_is_not_ended_again(battle, move, umpire):
    umpire.post(url("battle-end", battle), PRESS | {"sure": "yes"})
    again = umpire.post(url("battle-end", battle), {"winner": "blue", "reason": "Not so", "sure": "yes"})
    assert again.status_code == 409 and "Not so" in again.content.decode()
    assert Battle.objects.get().result["winner"] == "red"


def test_a_campaign_ends_when_its_battles_have_and_it_was_meant(cast, battle, move, umpire):
    address = reverse("campaign-end", args=[battle.campaign.public_id])
    assert "is still running" in umpire.get(address).content.decode()
    assert umpire.post(address, {"sure": "yes"}).status_code == 409
    close(cast, move)
    umpire.post(url("battle-end", battle), PRESS | {"sure": "yes"})
    answer = umpire.post(address, {})
    assert answer.status_code == 400 and "Tick the box to confirm." in answer.content.decode()
    assert Campaign.objects.get().status == "running"
    assert umpire.post(address, {"sure": "yes"}).status_code == 302
    assert Campaign.objects.get().status == "ended"
    page = client_of(cast.red_foot).get(reverse("campaign", args=[battle.campaign.public_id])).content.decode()
    assert "ended" in page and "won by" in page
