"""A form that is turned over to another rule book keeps what was typed and chosen, wherever that book has it, and for the way back."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Battle, Campaign
from campaigns.usecases.muster.countries import create_country
from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of
from tests.campaigns.web.filled import Filled

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> Any:
    return builders.a_cast()


def the_vale(user: Any) -> str:
    return create_country(by=user, name="The vale", data={"size": [96, 72]}, now=builders.NOON).public_id


def test_a_campaign_keeps_what_was_typed_and_its_country_through_two_other_books_and_back(cast):
    """Twin: what nobody touched is as the other book has it; nothing is created by a press on a book."""
    vale, client = the_vale(cast.umpire), client_of(cast.umpire)
    new = f"{reverse('campaign-new')}?book=kriegspiel&country={vale}"
    typed = {"name": "Aldershot", "red_name": "The North", "fixed_minutes": "7", "clock_mode": "book"}
    options = {"option-siege_bar_in": "9", "option-two_stage_move": "no"}

    def turn(fields, book, **more):
        answer = client.post(new, {**fields, **more, "switch": book})
        assert answer.status_code == 200 and not Campaign.objects.exists()
        return Filled(answer).fields, answer.content.decode()

    other, page = turn(Filled(client.get(new)).fields, "little-wars", **typed, **options)
    assert other["book"] == "little-wars" and "The vale is a country of" in page
    assert {key: other[key] for key in ("name", "red_name", "fixed_minutes")}.items() <= typed.items()
    chess, _ = turn(other, "chess-laws")
    assert chess["name"] == "Aldershot" and chess["white_name"] == "White" and chess["clock_mode"] == "untimed"
    back, page = turn(chess, "kriegspiel")
    assert {**typed, **options}.items() <= back.items() and back["blue_name"] == "Blue"
    assert "is a country of" not in page
    made = client.post(new, back)
    assert made["Location"].endswith(f"?country={vale}#create-battle")
    assert Campaign.objects.get().options["siege_bar_in"] == 9


def test_what_another_book_does_not_take_is_there_again_on_the_way_back(cast):
    """Little Wars knows four or six shots; a board has no clock by the book.  Twin: what was chosen there since, stays."""
    client = client_of(cast.umpire)
    new = f"{reverse('campaign-new')}?book=kriegspiel"
    typed = {"option-shots_per_move": "9", "clock_mode": "book", "couriers": "ride", "publish_minutes": "7"}
    own = Filled(client.get(new)).fields

    def turn(fields, book):
        return Filled(client.post(new, {**fields, "switch": book})).fields

    other = turn({**own, **typed}, "little-wars")
    assert other["option-shots_per_move"] == "4"
    chess = turn(other, "chess-laws")
    assert chess["clock_mode"] == "untimed" and "option-shots_per_move" not in chess
    assert typed.items() <= turn(chess, "kriegspiel").items() and typed.items() <= turn(other, "kriegspiel").items()
    since = turn({**other, "option-shots_per_move": "6"}, "kriegspiel")
    assert since["option-shots_per_move"] == "6" and not [name for name in since if ":" in name]


def test_a_battle_with_its_own_rules_keeps_what_was_typed_on_the_campaigns_page_and_under_another_book(cast):
    campaign, client, vale = builders.a_campaign(cast), client_of(cast.umpire), the_vale(cast.umpire)
    terms = reverse("battle-terms", args=[campaign.public_id])
    form = client.get(reverse("campaign", args=[campaign.public_id])).content.decode().split('id="create-battle"')[1]
    assert f'name="switch" value="" formaction="{terms}"' in form
    typed = {"name": "The Mill", "country": vale, "briefing": "Fog.", "scenario": "empty"}

    def turn(fields, **more):
        answer = client.post(terms, {**fields, "switch": "", **more})
        assert answer.status_code == 200 and not Battle.objects.exists()
        return Filled(answer).fields, answer.content.decode()

    page, _ = turn(typed)
    assert typed.items() <= page.items()
    other, said = turn(page, book="little-wars")
    assert (other["of"], other["name"], other["briefing"]) == ("little-wars", "The Mill", "Fog.")
    assert "The vale is a country of the other book" in said
    back, said = turn(other, book="kriegspiel")
    assert back["country"] == vale and "of the other book" not in said
    unpressed = client.post(terms, {**back, "book": "little-wars"})
    assert Filled(unpressed).fields["of"] == "little-wars" and not Battle.objects.exists()
    assert client.post(terms, back).status_code == 302
    assert Battle.objects.get().country.public_id == vale
