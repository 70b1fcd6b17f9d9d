"""A seat is handed over on the roster."""

from __future__ import annotations

from django.urls import reverse

from campaigns.models import Post
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
