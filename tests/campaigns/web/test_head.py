"""The bar at the head of each page, and pages without a battle that stay up to date: what they are told, and what not."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.usecases.messages.dispatches import send_message
from tests.campaigns.web.conftest import client_of, close, give, submitted, url

MARK = "/mark/"


def whispers(cast, battle) -> None:
    """Red's General whispers to the commander of its infantry."""
    to = battle.campaign.posts.get(kind="commander", arm="infantry", side__key="red").public_id
    send_message(
        by=cast.red_general,
        battle=battle.public_id,
        channel="whisper",
        to=[to],
        text="Hold!",
        key="k",
        now=server_time(),
    )


def marked(user) -> str:
    return client_of(user).get(MARK)["ETag"]


def test_the_mark_of_a_person_is_another_when_there_is_news_for_them_and_304_until_then(cast, battle, move, red):
    had = red.get(MARK)
    asked = {"If-None-Match": had["ETag"]}
    assert had.json()["told"]["any"] in had["ETag"] and had.json()["now"]
    again = red.get(MARK, headers=asked)
    assert again.status_code == 304 and again["ETag"] == had["ETag"] and not again.content
    submitted(cast, move)
    assert red.get(MARK, headers=asked).status_code == 200


def test_the_mark_of_a_person_tells_nothing_of_the_other_side(cast, battle, move):
    before = {
        who: marked(getattr(cast, who)) for who in ("red_foot", "blue_foot", "blue_general", "observer", "umpire")
    }
    give(cast, move)
    whispers(cast, battle)
    after = {who: marked(getattr(cast, who)) for who in before}
    assert {who for who in before if before[who] != after[who]} >= {"red_foot", "umpire"}
    assert all(before[who] == after[who] for who in ("blue_foot", "blue_general", "observer"))


def test_an_offer_and_a_read_notice_are_news_for_a_person(cast, battle):
    had = marked(cast.red_foot)
    client_of(cast.red_foot).post(reverse("notices"))
    assert marked(cast.red_foot) != had


def test_the_mark_of_a_person_is_for_those_who_are_logged_in_and_nothing_may_be_posted(cast, battle, red):
    assert Client().get(MARK).status_code == 302
    assert red.post(MARK).status_code == 405
    assert marked(cast.bystander), "who has no seat has a mark too"


def test_the_first_page_asks_for_the_mark_of_its_reader_and_does_not_carry_it(cast, battle, red):
    page = red.get("/").content.decode()
    told = red.get(MARK).json()["told"]["any"]
    assert told and told not in page and f'data-ask="{MARK}"' in page and "data-stream" not in page


@pytest.mark.parametrize("address", ["strip", "mark", "reports"])
def test_a_304_says_that_the_page_varies_by_language(battle, red, address):
    red.get(url(address, battle))  # which gives the cookie of the forms
    first = red.get(url(address, battle))
    again = red.get(url(address, battle), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304 and "Accept-Language" in again["Vary"]


def test_the_bar_is_fetched_anew_with_its_move_its_pages_and_what_is_new(cast, battle, move, red):
    page = red.get(url("supplies", battle)).content.decode()
    bar = re.search(r'id="bar-clock"[^>]*data-live-from="([^"]+)"', page)[1].replace("&amp;", "&")
    first = red.get(bar).content.decode()
    for part in ("bar-where", "bar-tabs", "bar-clock", "menu-tabs", "strip", "over"):
        assert f'id="{part}"' in first and f'id="{part}"' in page, part
    assert 'aria-current="page">Supplies' in first and "A new move" not in first
    submitted(cast, move)
    then = red.get(bar).content.decode()
    assert "Move 2" in then and "A new move is open" in then and "Reload" not in then


def test_an_umpire_who_reads_as_a_side_keeps_it_in_the_bar(battle, umpire):
    page = umpire.get(url("supplies", battle), {"of": "blue"}).content.decode()
    bar = re.search(r'id="bar-clock"[^>]*data-live-from="([^"]+)"', page)[1].replace("&amp;", "&")
    assert "of=blue" in bar and "?of=blue" in umpire.get(bar).content.decode()


def test_new_messages_are_counted_for_those_who_heard_them_until_they_have_read_them(cast, battle, red):
    def new(client):
        found = re.search(r'<span class="new">(\d+)', client.get(url("supplies", battle)).content.decode())
        return found and found[1]

    assert new(red) is None
    whispers(cast, battle)
    assert new(red) == "1" and new(client_of(cast.blue_foot)) is None and new(client_of(cast.red_horse)) is None
    red.get(url("dispatches", battle), headers={"X-Live": "unseen"})
    assert new(red) == "1", "a page that nobody looks at has not been read"
    red.get(url("dispatches", battle))
    assert new(red) is None


def test_a_page_that_shows_the_move_by_itself_leads_nowhere_for_it(cast, battle, move, red):
    seen = {"at": f"{move.public_id}.movement.open"}
    close(cast, move)
    assert "The move has changed" not in red.get(url("status", battle), seen).content.decode()
    there = red.get(url("strip", battle), seen).content.decode()
    assert "The move has changed since you opened this page" in there and url("sheet", battle) in there


FORM = re.compile(r"K\.S\. Form (\d+[a-z]?) · ([^\"{%<]+)\"")

LEAVES = {"2", "2a", "3", "7"}
"""The forms of several leaves: a sheet and what is sent from it, an order and its receipts, a report and their list."""


def test_each_form_has_a_number_of_its_own():
    forms = defaultdict(set)
    for path in Path("templates").rglob("*.html"):
        for number, title in FORM.findall(path.read_text()):
            forms[number].add(title)
    assert len(forms) > 40
    assert {number: titles for number, titles in forms.items() if len(titles) > 1 and number not in LEAVES} == {}
