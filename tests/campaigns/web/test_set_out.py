"""A battle is set out by its pages and by the API, on either side of the curtain."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from campaigns import sight
from campaigns.usecases.muster.countries import create_country
from tests.campaigns.builders import NOON, token_of
from tests.campaigns.usecases.test_set_out import FORCE, OTHER, Table
from tests.campaigns.web.conftest import Page, client_of, url


@pytest.fixture
def table(cast):
    return Table(cast)


@pytest.fixture
def players(cast):
    return {side: client_of(getattr(cast, f"{side}_general")) for side in ("red", "blue")}


def press(client, table, **fields):
    return client.post(url("set-out", table.battle), fields)


def offer(client, table, words):
    """Press the button of these words, as the page offers it."""
    page = client.get(url("set-out", table.battle)).content.decode()
    assert words in page
    order = page.split(words)[0].rpartition('name="order" value="')[2].partition('"')[0]
    assert press(client, table, act="offer", order=order.replace("&quot;", '"')).status_code == 302


@pytest.mark.slow
def test_a_battle_is_set_out_by_its_pages_alone(table, players):
    offer(players["red"], table, "Toss for who lays out the country")
    author = players[table.setup["author"]]
    chooser = players[table.setup["chooser"]]
    table.country.made_by = None
    table.country.save()
    assert press(author, table, act="lay", country=table.country.public_id).status_code == 302
    offer(chooser, table, "Take the south side")
    offer(chooser, table, "Toss for the first move")
    for side, force in (("red", FORCE), ("blue", OTHER)):
        client = players[side]
        assert (
            press(client, table, act="buy-force", **{key: force[key] for key in ("inf", "cav", "guns")}).status_code
            == 302
        )
        page = Page(client.get(url("set-out", table.battle)))
        assert not page.unlabelled and not page.strange
        places = {name: value for name, value in page.fields.items() if name.endswith(("-x", "-y", "-facing"))}
        assert len(places) % 3 == 0 and places
        assert press(client, table, act="put-down", **places).status_code == 302
        offer(client, table, "I am ready")
    battle = table.battle
    assert battle.status == "running" and battle.moves.get().number == 1
    assert players["red"].get(url("set-out", battle)).status_code == 302
    assert players["red"].get(url("sheet", battle)).status_code == 200


@pytest.mark.slow
def test_only_countries_of_the_book_of_the_battle_are_offered(cast, table, players):
    offer(players["red"], table, "Toss for who lays out the country")
    author = players[table.setup["author"]]
    general = getattr(cast, f"{table.setup['author']}_general")
    for book in ("kriegspiel", "little-wars"):
        create_country(by=general, name=f"Of {book}", data={"size": [96, 96]}, book=book, now=NOON)
    told = author.get(url("set-out", table.battle)).content.decode()
    assert ">Of little-wars<" in told and ">Of kriegspiel<" not in told


def test_the_page_tells_nothing_of_what_lies_behind_the_curtain(table, players):
    table.up_to_forces()
    before = players["blue"].get(url("set-out", table.battle)).content.decode()
    table.do("red", FORCE)
    after = players["blue"].get(url("set-out", table.battle)).content.decode()
    strip = lambda page: page.replace(page.split('name="csrfmiddlewaretoken" value="')[1][:64], "")  # noqa: E731
    assert "60 infantry" not in after and "red-foot" not in after and "Red foot" not in after
    assert strip(before).count("<form") == strip(after).count("<form")
    assert "60 infantry, 40 cavalry, 3 guns" in players["red"].get(url("set-out", table.battle)).content.decode()


def test_a_wrong_sum_is_said_and_what_was_typed_stays(table, players):
    table.up_to_forces()
    answer = press(players["red"], table, act="buy-force", inf="61", cav="40", guns="3")
    page = answer.content.decode()
    assert answer.status_code == 422 and "This force costs 151" in page and 'value="61"' in page
    answer = press(players["red"], table, act="buy-force", inf="many", cav="40", guns="3")
    assert answer.status_code == 400 and 'value="many"' in answer.content.decode()


@pytest.mark.slow
def test_a_place_off_the_line_is_said_and_what_was_typed_stays(table, players):
    table.up_to_forces()
    table.do("red", FORCE)
    places = {"red-foot-x": "50", "red-foot-y": "50", "red-foot-facing": "0"}
    answer = press(players["red"], table, act="put-down", **places)
    assert (
        answer.status_code == 422
        and 'name="red-foot-y" aria-label="Red foot, inches north" value="50"' in answer.content.decode()
    )
    answer = press(players["red"], table, act="put-down", **{**places, "red-foot-y": "far"})
    assert answer.status_code == 400 and 'value="far"' in answer.content.decode()


@pytest.mark.parametrize(
    "fields", [{"act": "tea"}, {"act": "offer", "order": "{"}, {"act": "lay"}, {"act": "split", "men": "x"}]
)
def test_a_press_that_is_none_is_refused(table, players, fields):
    assert press(players["red"], table, **fields).status_code == 400


def test_the_umpire_begins_it_and_may_act_for_a_side(cast, table, umpire, red, stranger):
    address = f"{url('set-out', table.battle)}?of=red"
    page = umpire.get(address).content.decode()
    assert "See what is shown to" in page
    order = json.dumps({"order": "toss", "purpose": "country"})
    assert umpire.post(address, {"act": "offer", "order": order}).status_code == 302
    assert table.setup["tossed"]
    assert red.post(url("set-out", table.battle), {"act": "offer", "order": order}).status_code == 403
    assert stranger.get(url("set-out", table.battle)).status_code == 404
    assert red.post(url("set-out-begin", table.battle)).status_code == 403


def test_the_api_sets_out_too(cast, table):
    token = token_of(cast.red_general)
    client, headers = client_of(cast.red_general), {"Authorization": f"Token {token}"}
    address = f"/api/v1/battles/{table.id}/set-out/"
    told = client.get(address, headers=headers).json()
    assert told["side"] == "red" and told["offers"][0]["order"] == {"order": "toss", "purpose": "country"}
    answer = client.post(
        address, json.dumps({"orders": [told["offers"][0]["order"]]}), content_type="application/json", headers=headers
    )
    assert answer.status_code == 200 and answer.json()["status"] == "setting-out"
    again = client.post(
        address, json.dumps({"orders": [told["offers"][0]["order"]]}), content_type="application/json", headers=headers
    )
    assert again.status_code == 422 and again.json()["code"] == "E-SETUP-01"


def test_the_campaign_leads_to_the_setting_out(cast, table, umpire, blue):
    page = umpire.get(reverse("campaign", args=[table.campaign.public_id])).content.decode()
    assert "Set out the troops" in page
    assert blue.get(url("battle", table.battle)).url == url("set-out", table.battle)
    assert sight.find_battle(cast.blue_general, table.id).battle.may_be_set_out
