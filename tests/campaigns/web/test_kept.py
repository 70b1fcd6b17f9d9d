"""Parts of pages are rendered once until there is news for their reader; a reader with the current page gets 304."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Template, TemplateSyntaxError
from django.test import Client

from campaigns.clock import server_time
from campaigns.memory_cache import MemoryCache
from campaigns.models import Move, Post
from campaigns.usecases.clock.clock import extend_move
from campaigns.usecases.messages.dispatches import send_message
from campaigns.web.desk import kept_parts
from campaigns.web.page import kept
from campaigns.web.sheet import views_books, views_sheet
from tests.campaigns.web.conftest import client_of, close, give, submitted, url

GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}
PAPERS = ("reports", "report", "slips", "replay", "after", "after-csv", "print-sheet")


@pytest.fixture(autouse=True)
def _an_empty_cache(monkeypatch):
    """Replaces the one that renders everything again (``tests/conftest.py``)."""
    monkeypatch.setattr(kept, "page_cache", MemoryCache(kept.MOST_BYTES))


@pytest.fixture
def told(cast, battle, move):
    """A move in which Red's foot marched, submitted; Blue's is closed, so that no clock runs."""
    give(cast, move)
    submitted(cast, move)
    following = Move.objects.get(battle=battle, number=2)
    return close(cast, following)


def address(name: str, battle: Any) -> str:
    return url(name, battle, 1) if name in ("report", "slips") else url(name, battle)


def again(client: Client, at: str, tag: str, **asked: Any) -> Any:
    return client.get(at, headers={"If-None-Match": tag}, **asked)


def shout(cast: Any, battle: Any) -> None:
    send_message(
        by=cast.red_general, battle=battle.public_id, channel="shout", text="Forward!", key="k", now=server_time()
    )


def counted(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[int]:
    """Makes a function record each call."""
    calls, real = [], getattr(where, name)
    monkeypatch.setattr(where, name, lambda *given, **named: calls.append(1) or real(*given, **named))
    return calls


@pytest.mark.parametrize("name", PAPERS)
def test_whoever_has_a_paper_as_it_stands_is_answered_304_and_its_rows_are_not_read(
    name, battle, told, red, django_assert_max_num_queries
):
    first = red.get(address(name, battle))
    assert first.status_code == 200 and first["Cache-Control"] == "private, no-cache"
    with django_assert_max_num_queries(6):
        second = again(red, address(name, battle), first["ETag"])
    assert (second.status_code, second.content) == (304, b"")
    assert (second["ETag"], second["Cache-Control"]) == (first["ETag"], "private, no-cache")
    assert "Cookie" in first["Vary"]


@pytest.mark.parametrize("name", PAPERS)
def test_after_news_a_paper_is_another(name, cast, battle, told, red):
    tag = red.get(address(name, battle))["ETag"]
    shout(cast, battle)
    answer = again(red, address(name, battle), tag)
    assert answer.status_code == 200 and answer["ETag"] != tag


def test_what_the_enemy_does_unseen_changes_no_tag(cast, battle, move, red, blue):
    """RELIABILITY E5, 31."""
    Move.objects.update(closes_at=None)  # a clock that runs changes the tag each second
    tags = {who: [who.get(url(name, battle))["ETag"] for name in ("reports", "replay", "after")] for who in (red, blue)}
    give(cast, move)
    now = {who: [who.get(url(name, battle))["ETag"] for name in ("reports", "replay", "after")] for who in (red, blue)}
    assert now[blue] == tags[blue], "Red has ordered, of which Blue knows nothing"
    assert not set(now[red]) & set(tags[red]), "Red's own pages have news"


def test_a_tag_is_good_for_its_reader_in_his_language_and_his_session_alone(cast, battle, told, red, blue):
    at = url("report", battle, 1)
    tag = red.get(at)["ETag"]
    assert again(red, at, tag).status_code == 304
    assert again(blue, at, tag).status_code == 200
    assert again(client_of(cast.red_general), at, tag).status_code == 200, "of the same side, but his name is another"
    assert again(red, at, tag, **GERMAN).status_code == 200
    assert again(client_of(cast.red_foot), at, tag).status_code == 200, "a form on the page bears the session's token"
    assert again(red, url("report", battle, 1) + "?attempt=0", tag).status_code == 200
    assert Client().get(at, headers={"If-None-Match": tag}).status_code == 302


def test_whoever_holds_his_post_no_longer_is_answered_404_whatever_he_has(cast, battle, told, red):
    tag = red.get(url("report", battle, 1))["ETag"]
    Post.objects.filter(user=cast.red_foot).update(held_until=server_time())
    assert again(red, url("report", battle, 1), tag).status_code == 404


def test_what_was_said_to_somebody_once_is_kept_by_nobody(cast, battle, told, umpire, red):
    plain = umpire.get(url("replay", battle))
    umpire.post(url("papers-open", battle))
    loud = umpire.get(url("replay", battle))
    assert "ETag" in plain
    assert ("ETag" in loud) == ('class="told"><p>' not in loud.content.decode())


def test_a_paper_is_made_once_though_its_clock_goes_on(cast, battle, move, red, monkeypatch):
    give(cast, move)
    submitted(cast, move)
    made = counted(monkeypatch, views_books.sight, "report")
    pages = {red.get(url("report", battle, 1)).content.decode().partition('id="main"')[2] for _ in range(3)}
    assert len(made) == 1 and all("Red Rifles moved" in one for one in pages)
    red.get(url("report", battle, 1), **GERMAN)
    assert len(made) == 2, "in another language it is another page"
    following = Move.objects.get(battle=battle, number=2)
    extend_move(by=cast.umpire, move=following.public_id, minutes=2, reason="rain", key="k", now=server_time())
    red.get(url("report", battle, 1))
    assert len(made) == 3


def test_a_sheet_is_made_once_until_there_is_news_for_its_reader(cast, battle, move, red, blue, monkeypatch):
    made = counted(monkeypatch, views_sheet, "sheet_data")
    first, second = (red.get(url("sheet", battle)).content.decode() for _ in range(2))
    assert len(made) == 1
    assert first.count("Red Rifles") == second.count("Red Rifles") > 1
    give(cast, move)
    assert ">Change<" not in first + second and ">Change<" in red.get(url("sheet", battle)).content.decode()
    assert len(made) == 2
    blue.get(url("sheet", battle))
    red.get(url("sheet", battle))
    assert len(made) == 3


def test_a_message_leaves_the_map_and_the_troops_of_a_sheet_as_they_were_made(cast, battle, move, red, monkeypatch):
    made = counted(monkeypatch, views_sheet, "sheet_data")
    red.get(url("sheet", battle))
    shout(cast, battle)
    page = red.get(url("sheet", battle)).content.decode()
    assert "Forward!" in page and "Red Rifles" in page
    assert len(made) == 1


def test_a_message_leaves_the_map_the_orders_and_the_result_of_a_desk_as_they_were_made(
    cast, battle, move, umpire, monkeypatch
):
    give(cast, move)
    made = [counted(monkeypatch, kept_parts, name) for name in ("board_box", "stages", "finding_box")]
    umpire.get(url("desk", battle))
    shout(cast, battle)
    page = umpire.get(url("desk", battle)).content.decode()
    assert 'id="order-red-foot/0"' in page
    assert [len(one) for one in made] == [1, 1, 1]
    give(cast, move, "red-foot", base=1)
    umpire.get(url("desk", battle))
    assert [len(one) for one in made] == [2, 2, 2]


def test_the_preview_of_a_result_is_made_once_until_there_is_news_of_it(cast, battle, move, umpire, monkeypatch):
    give(cast, move)
    made = counted(monkeypatch, kept_parts, "finding_box")
    first, second = (umpire.get(url("preview", battle)).content.decode() for _ in range(2))
    assert first.count("Red Rifles") == second.count("Red Rifles") > 1
    assert len(made) == 1
    close(cast, move)
    umpire.get(url("preview", battle))
    assert len(made) == 2


def test_a_part_may_name_only_kinds_of_news_that_there_are():
    with pytest.raises(TemplateSyntaxError, match="no news"):
        Template("{% load kept_tags %}{% kept map without wards %}{% endkept %}")


def test_the_clock_of_a_kept_sheet_is_the_clock_of_now(cast, battle, move, red):
    def face() -> str:
        return red.get(url("sheet", battle)).content.decode().partition('data-now="')[2][:26]

    assert face() < face()


def test_two_commanders_of_a_side_are_each_shown_their_own_sheet(cast, battle, move, red):
    horse = client_of(cast.red_horse)
    for client, own, other in (
        (red, "red-foot", "red-horse"),
        (horse, "red-horse", "red-foot"),
        (red, "red-foot", "red-horse"),
    ):
        page = client.get(url("sheet", battle)).content.decode()
        assert f'href="../order/{own}/"' in page and f'href="../order/{other}/"' not in page


def test_the_cache_drops_what_was_not_used_for_longest():
    few = MemoryCache(10)
    for key in "abc":
        few.keep(key, key, 4)
    assert (few.find("a"), few.find("b"), few.find("c")) == (None, "b", "c")
    few.find("b")
    few.keep("d", "d", 4)
    assert (few.find("b"), few.find("c"), len(few)) == ("b", None, 2)
    few.keep("b", "B", 1)
    few.keep("e", "e", 5)
    assert [few.find(key) for key in "bde"] == ["B", "d", "e"], "a value that took another's place counts once"
    few.keep("great", "great", 11)
    assert (few.find("great"), len(few)) == ("great", 1)


def test_the_release_is_the_same_for_the_same_code():
    before = kept.release()
    kept.release.cache_clear()
    assert kept.release() == before and len(before) == 64
