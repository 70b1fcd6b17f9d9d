"""The first page of somebody with many campaigns: some on each page, urgent ones first."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.web.people import views_home
from tests.campaigns.builders import a_campaign
from tests.campaigns.web.conftest import close, url

pytestmark = pytest.mark.django_db


def names(client, page: str = "") -> list[str]:
    text = client.get(f"/{page}").content.decode()
    return re.findall(r'<h2><a href="/c/[^"]+">([^<]+)</a>', text)


@pytest.fixture
def many(cast, battle):
    """The battle's campaign, and three that were prepared after it and have no battle."""
    return [a_campaign(cast, name=f"Prepared {number}") for number in range(3)]


def test_what_waits_for_somebody_comes_first_however_old_it_is(battle, many, red, blue):
    assert names(red) == ["Sandhurst", "Prepared 2", "Prepared 1", "Prepared 0"]
    assert names(blue) == ["Prepared 2", "Prepared 1", "Prepared 0", "Sandhurst"], "it is not Blue's move"


def test_many_campaigns_are_on_several_pages_and_each_is_on_one(battle, many, red, monkeypatch):
    monkeypatch.setattr(views_home, "CAMPAIGNS", 3)
    assert names(red) == ["Sandhurst", "Prepared 2", "Prepared 1"]
    assert names(red, "?page=2") == ["Prepared 0"]
    first, last = (red.get(f"/{page}").content.decode() for page in ("", "?page=2"))
    assert "Page 1 of 2, 4 campaigns" in first and 'rel="next" href="?page=2"' in first and 'rel="prev"' not in first
    assert 'rel="prev" href="?page=1"' in last and 'rel="next"' not in last


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "2.5", "%00", "9" * 400])
def test_a_page_that_is_not_there_is_the_nearest_that_is(page, battle, many, red, monkeypatch):
    monkeypatch.setattr(views_home, "CAMPAIGNS", 3)
    assert names(red, f"?page={page}") in (["Sandhurst", "Prepared 2", "Prepared 1"], ["Prepared 0"])


def test_a_battle_that_is_over_leads_to_how_it_ended(cast, battle, red, umpire):
    """Twin: one that goes on leads to the paper on which it is played."""
    how = f'<a class="button" href="{url("after", battle)}">Read how it ended</a>'
    at = reverse("campaign", args=[battle.campaign.public_id])
    assert how not in umpire.get(at).content.decode() and url("after", battle) not in red.get("/").content.decode()
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="It is late", now=server_time())
    assert how in umpire.get(at).content.decode()
    for one in (red, umpire):
        shown = one.get("/").content.decode()
        assert url("after", battle) in shown and "Read how it ended" in shown


def test_few_campaigns_have_no_pages(battle, red):
    assert "Page 1" not in red.get("/").content.decode()


def test_the_first_page_asks_the_database_no_more_for_many_campaigns_than_for_one(battle, red, umpire, cast):
    def asked(client) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/").status_code == 200
        return len(queries)

    before = [asked(one) for one in (red, umpire)]
    for number in range(5):
        a_campaign(cast, name=f"Prepared {number}")
    assert [asked(one) for one in (red, umpire)] == before and max(before) <= 12


def test_an_umpire_with_much_to_do_is_shown_the_most_pressing_and_how_many_more(
    cast, battle, move, umpire, monkeypatch
):
    close(cast, move)
    monkeypatch.setattr(views_home, "WAITING", 0)
    few, whole = umpire.get("/").content.decode(), umpire.get("/?waits=all").content.decode()
    assert "preview and publish the result" not in few and re.search("[0-9] more waits? for you", few)
    assert "preview and publish the result" in whole and not re.search("more waits? for you", whole)
