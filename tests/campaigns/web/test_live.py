"""Pages that stay up to date: what they contain, what the stream and the mark answer, and to whom.  [RELIABILITY E7, E8]"""

from __future__ import annotations

import json

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from campaigns import sight
from campaigns.streams import MOST_OF_A_PERSON, Stream, number, streams
from campaigns.usecases.campaigns.preparation import dismiss
from tests.campaigns import builders
from tests.campaigns.streams_client import first_sent
from tests.campaigns.web.conftest import client_of, give, url

PLAYERS = ("umpire", "red_general", "red_foot", "blue_general", "blue_foot", "official", "observer")
PARTS = {
    "sheet": ("status", "sheet-troops", "sheet-messages"),
    "dispatches": ("strip", "heard"),
    "reports": ("strip", "paper"),
    "receipts": ("strip", "paper"),
    "supplies": ("strip", "paper"),
}


def listens(client, battle, last="", **query):
    return first_sent(client, url("live", battle), last, **query)


@pytest.mark.parametrize("name", PARTS)
def test_a_page_carries_its_mark_where_to_listen_and_the_parts_that_are_fetched_anew(cast, battle, red, name):
    page = red.get(url(name, battle)).content.decode()
    assert f'data-stream="{url("live", battle)}"' in page and f'data-ask="{url("mark", battle)}"' in page
    mark = sight.find_battle(cast.red_foot, battle.public_id).mark
    assert f"&quot;clock&quot;: {mark[0]}" in page
    for part in PARTS[name]:
        assert f'id="{part}"' in page and 'data-live-part="' in page.split(f'id="{part}"')[1][:120]


def test_the_mark_is_answered_304_until_there_is_news(cast, battle, move, red):
    first = red.get(url("mark", battle))
    assert set(first.json()["told"]) == {"clock", "orders", "facts", "words", "reports"} and first.json()["now"]
    asked = {"If-None-Match": first["ETag"]}
    assert red.get(url("mark", battle), headers=asked).status_code == 304
    give(cast, move)
    again = red.get(url("mark", battle), headers=asked)
    assert again.status_code == 200 and again["ETag"] != first["ETag"]
    assert again.json()["told"]["orders"] == first.json()["told"]["orders"] + 1


@pytest.mark.parametrize("name", PLAYERS)
def test_everybody_with_a_post_listens_to_his_own_news(cast, battle, name):
    answer, sent = listens(client_of(getattr(cast, name)), battle)
    mark = sight.find_battle(getattr(cast, name), battle.public_id).mark
    assert answer.status_code == 200 and answer["Content-Type"] == "text/event-stream"
    assert answer["X-Accel-Buffering"] == "no" and "no-store" in answer["Cache-Control"]
    data = json.loads(sent.split("event: told\ndata: ")[1].split("\n")[0])
    assert tuple(data.values()) == mark and f"id: {number(mark)}\n" in sent


@pytest.mark.parametrize("name", ["live", "mark"])
def test_to_a_stranger_and_to_whoever_has_left_there_is_no_such_battle(cast, battle, name):
    none_at_all = client_of(cast.bystander).get(f"/b/AAAAAAAAAAAA/{name}/")
    strange = client_of(cast.bystander).get(url(name, battle))
    post = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red")
    dismiss(by=cast.umpire, post=post.public_id, now=builders.NOON)
    left = client_of(cast.red_horse).get(url(name, battle))
    assert none_at_all.status_code == strange.status_code == left.status_code == 404
    assert len(none_at_all.content) == len(strange.content)


@pytest.mark.parametrize("name", ["live", "mark"])
def test_who_is_not_logged_in_is_sent_to_the_log_in_page_and_nothing_may_be_posted(cast, battle, name):
    away = Client().get(url(name, battle))
    assert away.status_code == 302 and away["Location"].startswith("/login/")
    assert client_of(cast.red_foot).post(url(name, battle)).status_code == 405


@pytest.mark.parametrize("channel", ["umpire", "side:blue", "*", "../umpire", "blue\x00", "SIDE:BLUE", "post:1"])
def test_no_name_of_a_channel_changes_what_is_sent(cast, battle, red, channel):
    """Nobody can choose the news: not by the query, nor by the id of a message that another had."""
    _, plain = listens(red, battle)
    asked = dict.fromkeys(("channel", "channels", "side", "of", "audience"), channel)
    _, sent = listens(red, battle, channel.replace("\x00", ""), **asked)
    assert sent.split("event: told")[1] == plain.split("event: told")[1]


def test_who_had_the_last_news_is_sent_none_and_who_was_away_is_sent_all_of_it(cast, battle, move, red):
    had = number(sight.find_battle(cast.red_foot, battle.public_id).mark)
    assert "event: told" not in listens(red, battle, had)[1]
    give(cast, move)
    assert "event: told" in listens(red, battle, had)[1]


def test_where_no_more_streams_can_be_carried_the_page_is_told_to_ask(battle, red, settings):
    settings.LIVE_STREAMS = 0
    assert listens(red, battle)[0].status_code == 503
    assert red.get(url("mark", battle)).status_code == 200


def test_a_server_that_gives_each_request_a_thread_carries_none(battle, red):
    assert red.get(url("live", battle)).status_code == 503


def test_one_person_has_no_more_than_his_streams_and_the_others_have_theirs(cast, battle, red, monkeypatch):
    ear = sight.live.listener(sight.find_battle(cast.red_foot, battle.public_id), "", "")
    monkeypatch.setattr(streams, "open", {Stream(ear, (), lambda: None) for _ in range(MOST_OF_A_PERSON)})
    assert listens(red, battle)[0].status_code == 503
    assert streams.may_open(cast.red_horse.pk)
    assert not streams.may_open(cast.red_foot.pk)


def test_a_head_request_opens_no_stream(battle, red):
    client = AsyncClient()
    client.cookies = red.cookies
    answer = async_to_sync(client.head)(url("live", battle))
    assert answer.status_code == 200 and not answer.streaming and not streams.open
