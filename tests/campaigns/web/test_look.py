"""The umpire views a player's pages: reads the same, can send nothing, and the record says so."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse

from campaigns.models import Notice, OrderEntry, Post, RecordEntry
from campaigns.usecases.desk.view_as import WriteAttempted, read_only
from campaigns.usecases.orders.drafts import save_draft
from campaigns.web.page.read_only_page import as_read_only
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, give, submitted, url

PAPERS = ("sheet", "situation", "reports", "receipts", "dispatches")


def post_of(user, kind="commander"):
    return Post.objects.filter(user=user, kind=kind).first().public_id


def look(battle, user, paper="sheet", kind="commander"):
    return reverse("look-paper", args=[battle.public_id, post_of(user, kind), paper])


def rows():
    """How many rows each table holds, without the record, and which notices were read."""
    counted = {model.__name__: model.objects.count() for model in apps.get_app_config("campaigns").get_models()}
    return {**counted, "RecordEntry": 0, "read": Notice.objects.filter(read_at__isnull=False).count()}


def test_he_reads_what_the_commander_reads(cast, battle, move, umpire, red):
    give(cast, move)
    red.post(url("dispatches", battle), {"channel": "shout", "text": "Hold the mill", "key": "one"})
    page = umpire.get(look(battle, cast.red_foot)).content.decode()
    assert "You see what" in page and "red-foot" in page
    assert "Red Rifles" in page and "Hold the mill" in page and "6 in" in page
    blue = umpire.get(look(battle, cast.blue_foot)).content.decode()
    assert "Blue Guards" in blue
    assert OrderEntry.objects.get().public_id in page and OrderEntry.objects.get().public_id not in blue


def test_a_commander_s_drafts_are_their_own_and_not_the_umpire_s_who_looks(cast, umpire):
    bodies = {
        key: {**one, "at": [60, 48 if one["side"] == "red" else 96]} for key, one in builders.START["bodies"].items()
    }
    battle = builders.a_battle(cast, start={**builders.START, "bodies": bodies})
    stands, move = [{"order": "stand", "body": "red-foot"}], builders.the_move(battle).public_id
    save_draft(user=cast.red_foot, move=move, thing="red-foot", orders=stands, base_revision=0, now=builders.NOON)

    def drafted(client, address):
        return "draft: " in client.get(address).content.decode()

    assert drafted(client_of(cast.red_foot), url("sheet", battle)), "its author reads of it"
    assert not drafted(umpire, look(battle, cast.red_foot))
    assert drafted(client_of(cast.red_foot), url("sheet", battle)), "nor is it lost to its author"


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_on_such_a_page_can_be_sent_or_asked_again(cast, battle, move, umpire, paper):
    page = umpire.get(look(battle, cast.red_foot, paper)).content.decode()
    assert "<form" not in page and "<script" not in page and " hx-" not in page and 'type="hidden"' not in page
    assert all("disabled" in one for one in re.findall(r"<(?:button|input|select|textarea)[^>]*>", page))
    allowed = ("#", "/rulebook/", f"/b/{battle.public_id}/look/", url("desk", battle))
    strange = [one for one in re.findall(r'<a [^>]*href="([^"]*)"', page) if not one.startswith(allowed)]
    assert strange == []


@pytest.mark.parametrize("paper", PAPERS)
def test_a_look_writes_nothing_but_that_he_looked(cast, battle, move, umpire, paper):
    give(cast, move)
    submitted(cast, move)
    before, seen = rows(), list(Post.objects.order_by("pk").values_list("seen_at", flat=True))
    assert umpire.get(look(battle, cast.blue_general, paper, "general")).status_code == 200
    assert rows() == before
    assert list(Post.objects.order_by("pk").values_list("seen_at", flat=True)) == seen
    entry = RecordEntry.objects.order_by("-pk").first()
    assert (entry.kind, entry.actor, entry.data["paper"]) == ("looked", "Umpire", paper)


def test_nothing_can_be_posted_there(cast, battle, move, umpire):
    for paper in PAPERS:
        assert umpire.post(look(battle, cast.red_foot, paper), {"move": move.public_id}).status_code == 405


@pytest.mark.slow
def test_a_report_is_viewed_as_it_was_written_and_its_links_stay_in_the_view(cast, battle, move, umpire):
    submitted(cast, move)
    page = umpire.get(look(battle, cast.red_foot, "reports")).content.decode()
    address = reverse("look-report", args=[battle.public_id, post_of(cast.red_foot), 1])
    assert f'href="{address}"' in page
    assert umpire.get(address).status_code == 200
    assert umpire.get(address.replace("/1/", "/99/")).status_code == 404


def test_an_observer_and_an_official_are_looked_through_too(cast, battle, move, umpire):
    assert "<strong>You see what Observer" in umpire.get(look(battle, cast.observer, kind="observer")).content.decode()
    assert umpire.get(look(battle, cast.official, kind="official")).status_code == 200


def test_nobody_but_the_umpire_looks_and_a_stranger_learns_nothing(cast, battle, move, red, stranger):
    address = look(battle, cast.blue_foot)
    assert red.get(address).status_code == 403
    assert red.get(look(battle, cast.red_horse)).status_code == 403
    assert stranger.get(address).status_code == 404
    assert not RecordEntry.objects.filter(kind="looked").exists()


def test_what_is_no_post_or_no_paper_is_not_there(cast, battle, move, umpire):
    chief = Post.objects.get(kind="umpire", campaign=battle.campaign).public_id
    elsewhere = builders.a_campaign(builders.a_cast(), name="Elsewhere")
    strange = elsewhere.posts.get(kind="observer").public_id
    for post in ("AAAAAAAAAAAA", chief, strange):
        assert umpire.get(reverse("look", args=[battle.public_id, post])).status_code == 404, post
    for paper in ("desk", "record", "order", "measuring", "report"):
        assert umpire.get(look(battle, cast.red_foot, paper)).status_code == 404, paper
    assert not RecordEntry.objects.filter(kind="looked", data__contains="desk").exists()


def test_such_a_page_takes_no_more_queries_than_any(cast, battle, move, umpire, django_assert_max_num_queries):
    """The player's own, and those that find the player and record the view."""
    give(cast, move)
    for paper in PAPERS:
        with django_assert_max_num_queries(22):
            answer = umpire.get(look(battle, cast.red_foot, paper))
        assert len(answer.content) < 300_000
        page = Page(answer)
        assert page.tags.get("h1") == 1 and page.tags.get("main") == 1 and page.strange == []


def test_while_one_looks_the_database_takes_nothing(db):
    with read_only():
        assert Post.objects.count() == 0
        with pytest.raises(WriteAttempted):
            Post.objects.update(title="Mine")
        with pytest.raises(WriteAttempted), connection.cursor() as cursor:
            cursor.execute("DELETE FROM campaigns_post")


def test_a_read_only_page_keeps_its_text_and_loses_its_controls():
    page = (
        '<!doctype html><main id="m"><p onclick="x()" data-keep="k">A &amp; B&#8217;s</p><form action="/x"><input type="hidden" '
        'name="t"><input name="a" value="1"><button formaction="/y">Go</button></form><script>let a = "<p>";</script>'
        '<a href="/out/">out</a><a href="#in">in</a><svg viewBox="0 0 1 1"><use href="#s"/></svg></main>'
    )
    kept = as_read_only(page, lambda where: where if where.startswith("#") else None, "<b>glass</b>")
    assert kept == (
        '<!doctype html><main id="m"><b>glass</b><p>A &amp; B&#8217;s</p><input value="1" disabled><button disabled>Go</button>'
        '<a>out</a><a href="#in">in</a><svg viewbox="0 0 1 1"><use href="#s"/></svg></main>'
    )


def test_the_desk_offers_the_view_of_every_seat_but_the_umpires(cast, battle, move, umpire):
    page = umpire.get(url("desk", battle)).content.decode()
    assert page.count(f"/b/{battle.public_id}/look/") == Post.objects.exclude(kind="umpire").count()
    chief = Post.objects.get(kind="umpire", campaign=battle.campaign).public_id
    assert reverse("look", args=[battle.public_id, chief]) not in page
    assert reverse("look", args=[battle.public_id, post_of(cast.observer, "observer")]) in page
    assert (
        client_of(cast.red_foot).get(url("sheet", battle)).content.decode().count(f"/b/{battle.public_id}/look/") == 0
    )
