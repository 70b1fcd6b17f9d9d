"""A seat is handed over on the roster."""

from __future__ import annotations

import re

from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.models import Post
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.people.replacement import hand_over
from tests.campaigns.web.conftest import Page, accept, client_of, url


def test_a_post_is_handed_over_on_the_roster_and_its_old_holder_sees_nothing_more(cast, battle, move, umpire, red):
    post = Post.objects.get(kind="commander", arm="infantry", side__key="red")
    Post.objects.filter(user=cast.red_foot).exclude(pk=post.pk).delete()
    address = reverse("roster", args=[battle.campaign.public_id])
    page = umpire.get(address)
    assert not Page(page).unlabelled and "Hand over" in page.content.decode()
    assert umpire.post(address, {"hand-over": post.public_id, "user": "bystander"}).status_code == 302
    assert red.get(url("sheet", battle)).status_code == 200, "nothing is taken from anybody before the other accepts"
    accept(cast.bystander)
    assert client_of(cast.bystander).get(url("sheet", battle)).status_code == 200
    assert red.get(url("sheet", battle)).status_code == 404


def test_who_may_not_take_over_is_told_why_when_he_would(cast, battle, move, umpire, red):
    post = Post.objects.get(kind="commander", arm="infantry", side__key="red")
    address = reverse("roster", args=[battle.campaign.public_id])
    assert umpire.post(address, {"hand-over": post.public_id, "user": "blue-general"}).status_code == 302
    answer = accept(cast.blue_general, follow=True)
    assert "Nobody can have seats on both sides" in answer.content.decode()
    assert red.post(address, {"hand-over": post.public_id, "user": "bystander"}).status_code == 403
    post.refresh_from_db()
    assert post.user == cast.red_foot


def test_who_had_the_seat_is_told_who_has_it_now_and_the_page_that_was_open_says_so(cast, battle):
    """By a notice that is read without a seat, and instead of “Page not found”."""
    get_user_model().objects.filter(pk=cast.bystander.pk).update(first_name="Cecil")
    held = Post.objects.get(kind="commander", arm="infantry", side__key="red", campaign=battle.campaign)
    Post.objects.filter(user=held.user, campaign=battle.campaign).exclude(pk=held.pk).update(held_until=server_time())
    successor = get_user_model().objects.get(pk=cast.bystander.pk)
    hand_over(by=cast.umpire, post=held.public_id, user=successor, now=server_time())
    former = client_of(cast.red_foot)
    said = "Cecil has taken over your seat “Red Infantry”"
    home = former.get("/").content.decode()
    assert said in home and said in former.get("/notices/").content.decode()
    for address in (url("sheet", battle), reverse("campaign", args=[battle.campaign.public_id])):
        gone = former.get(address)
        assert gone.status_code == 404 and said in gone.content.decode() and 'href="/"' in gone.content.decode()
    assert former.post("/notices/").status_code == 302
    assert said not in former.get("/").content.decode(), "it is read"
    for client in (client_of(successor), client_of(cast.blue_general)):
        assert said not in client.get("/notices/").content.decode()


def test_whose_seat_was_ended_is_told_and_nobody_else_gets_another_page(cast, battle):
    for held in Post.objects.filter(user=cast.red_foot, campaign=battle.campaign):
        dismiss(by=cast.umpire, post=held.public_id, now=server_time())
    said = "The umpire has ended your seat"
    former, other = client_of(cast.red_foot), client_of(cast.bystander)
    assert said in former.get("/notices/").content.decode()
    assert said in former.get(url("sheet", battle)).content.decode()
    nowhere = [other.get(url("sheet", battle)).content, other.get("/b/bcdfghjkmnpq/sheet/").content]
    assert all(b"Page not found" in one for one in nowhere)
    assert b"Page not found" in former.get("/b/bcdfghjkmnpq/sheet/").content


def test_who_still_has_another_seat_there_is_shown_no_farewell(cast, battle):
    held = Post.objects.filter(user=cast.red_foot, campaign=battle.campaign).first()
    Post.objects.create(
        campaign=battle.campaign,
        side=held.side,
        kind="official",
        user=cast.red_foot,
        title="x",
        held_from=server_time(),
    )
    dismiss(by=cast.umpire, post=held.public_id, now=server_time())
    page = client_of(cast.red_foot).get(reverse("report", args=[battle.public_id, 99]))
    assert b"no longer have this seat" not in page.content


def test_whoever_keeps_another_seat_is_told_at_once_and_each_answer_of_the_bar_names_the_seats(cast, battle, move):
    """By news, and by the mark of his seats, by which an open page learns that it is to be read anew (live.js)."""
    held = Post.objects.filter(user=cast.red_foot, campaign=battle.campaign).first()
    given = {"campaign": battle.campaign, "side": held.side, "user": cast.red_foot, "held_from": server_time()}
    Post.objects.create(kind="general", title="General of the left", **given)
    reader = client_of(cast.red_foot)

    def named(page):
        return set(re.search(r'data-seats="([^"]*)"', page.content.decode())[1].split(", "))

    addresses = [url("sheet", battle), url("strip", battle)]
    before = [reader.get(one) for one in addresses]
    mark = reader.get(url("mark", battle))
    hand_over(by=cast.umpire, post=held.public_id, user=cast.bystander, now=server_time())
    assert reader.get(url("mark", battle), headers={"If-None-Match": mark["ETag"]}).status_code == 200
    for address, old in zip(addresses, before, strict=True):
        asked = {"If-None-Match": old["ETag"]} if "ETag" in old else {}
        page = reader.get(address, headers=asked)
        assert page.status_code == 200, "it is not taken for the one that was there"
        assert named(page) and named(page) < named(old) and held.title not in named(page), address


def test_the_page_of_a_seat_that_is_gone_bears_no_number_and_one_that_is_not_found_does(cast, battle):
    for held in Post.objects.filter(user=cast.red_foot, campaign=battle.campaign):
        dismiss(by=cast.umpire, post=held.public_id, now=server_time())
    former = client_of(cast.red_foot)
    assert b"<span>404</span>" not in former.get(url("sheet", battle)).content
    assert b"<span>404</span>" in former.get("/b/bcdfghjkmnpq/sheet/").content
