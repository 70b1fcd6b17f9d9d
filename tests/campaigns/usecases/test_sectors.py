"""Several umpires with sectors: each sees their own first, any may rule, and who was last at their desk is known."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import desk
from campaigns.desk.sectors import in_sector, own_sector, umpires
from campaigns.errors import NotUmpire, WrongState
from campaigns.models import Post, Ruling
from campaigns.usecases.desk.rulings import correct_order
from campaigns.usecases.desk.sectors import PRESENT_FOR, note_presence, set_sector
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from rules.books import book
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_post
from tests.campaigns.web.conftest import Page, client_of, url


@pytest.fixture
def second(cast, battle):
    """A second umpire, who has no other role."""
    a_post(battle.campaign, cast, "umpire", "", "", cast.bystander)
    return cast.bystander


def given(cast, user, sector, by=None):
    post = Post.objects.get(kind="umpire", user=user)
    return set_sector(by=by or cast.umpire, post=post.public_id, sector=sector, now=NOON)


def ordered(cast, move):
    for user, thing in ((cast.red_foot, "red-foot"), (cast.red_horse, "red-horse")):
        march = {"order": "march", "body": thing, "measured": {"distance": 6}}
        submit_orders(user=user, move=move.public_id, thing=thing, orders=[march], base_revision=0, key=thing, now=NOON)


def test_each_desk_shows_its_own_sector_first_and_nothing_is_lost(cast, battle, move, second):
    ordered(cast, move)
    given(cast, cast.umpire, {"things": ["red-foot"]})
    given(cast, second, {"things": ["red-horse"]}, by=second)
    for user, mine in ((cast.umpire, "red-foot"), (second, "red-horse")):
        seat = sight.find_battle(user, battle.public_id)
        papers = desk(seat, NOON)
        sector = own_sector(papers, umpires(seat))
        assert [order.thing for order in sector.orders] == [mine]
        assert len(sector.orders) + len(sector.elsewhere) == len(papers.orders) == 2
        page = client_of(user).get(url("desk", battle)).content.decode()
        assert "Your sector" in page and page.index("Your sector") < page.index(
            "Orders, in the sequence in which they are carried out"
        )


def test_a_rectangle_holds_what_stands_in_it_its_edges_included():
    position = {"bodies": {"a": {"at": [0, 0]}, "b": {"at": [10, 5]}, "c": {"at": [10.0625, 5]}, "d": {}}}
    assert in_sector(book("kriegspiel").pieces, position, {"rectangle": [0, 0, 10, 5]}) == {"a", "b"}


def test_any_umpire_may_rule_in_the_sector_of_another(cast, battle, move, second):
    ordered(cast, move)
    given(cast, cast.umpire, {"things": ["red-foot"]})
    march = {"order": "march", "body": "red-foot", "measured": {"distance": 3}}
    close_move(move_id=move.pk, now=NOON, cause="umpire")
    correct_order(by=second, move=move.public_id, thing="red-foot", orders=[march], reason="As said", now=NOON)
    assert Ruling.objects.get().by.user == second


def test_without_a_sector_the_desk_is_as_it_was(cast, battle, move):
    seat = sight.find_battle(cast.umpire, battle.public_id)
    assert own_sector(desk(seat, NOON), umpires(seat)) is None
    assert "Your sector" not in client_of(cast.umpire).get(url("desk", battle)).content.decode()


def test_who_was_last_at_his_desk_is_written_down_now_and_then(cast, battle, move, second):
    post = Post.objects.get(kind="umpire", user=second)
    note_presence(user=second, campaign_id=battle.campaign_id, now=NOON)
    note_presence(user=second, campaign_id=battle.campaign_id, now=NOON + PRESENT_FOR / 2)
    post.refresh_from_db()
    assert post.seen_at == NOON
    note_presence(user=second, campaign_id=battle.campaign_id, now=NOON + PRESENT_FOR + timedelta(seconds=1))
    post.refresh_from_db()
    assert post.seen_at > NOON
    Post.objects.filter(pk=post.pk).update(seen_at=None)
    client_of(second).get(url("desk", battle))
    post.refresh_from_db()
    assert server_time() - post.seen_at < timedelta(minutes=1)


@pytest.mark.parametrize(
    "sector",
    [
        {"rectangle": [0, 0, 0, 5]},
        {"rectangle": [0, 0, 5]},
        {"rectangle": ["0", 0, 5, 5]},
        {"rectangle": [0, 0, True, 5]},
        {"rectangle": [0, 0, 1e9, 5]},
        {"things": []},
        {"things": [3]},
        {"things": "red-foot"},
        {"circle": 3},
        {"things": ["a"], "rectangle": [0, 0, 1, 1]},
        [],
    ],
)
def test_a_sector_that_is_none_is_refused(cast, battle, sector):
    with pytest.raises(Invalid, match="sector"):
        given(cast, cast.umpire, sector)


def test_only_umpires_have_and_give_sectors(cast, battle, second):
    with pytest.raises(NotUmpire):
        given(cast, second, {}, by=cast.red_general)
    general = Post.objects.get(kind="general", side__key="red")
    with pytest.raises(WrongState):
        set_sector(by=cast.umpire, post=general.public_id, sector={}, now=NOON)
    with pytest.raises(NotUmpire):
        umpires(sight.find_campaign(cast.red_general, battle.campaign.public_id))


def test_sectors_are_given_by_their_page(cast, battle, second):
    client, address = client_of(cast.umpire), reverse("sectors", args=[battle.campaign.public_id])
    page = client.get(address)
    assert not Page(page).unlabelled and "Not yet at the desk" in page.content.decode()
    post = Post.objects.get(kind="umpire", user=second)
    edges = {"west": "0", "south": "0", "east": "96", "north": "48½"}
    assert client.post(address, {"post": post.public_id, **edges}).status_code == 302
    post.refresh_from_db()
    assert post.sector == {"rectangle": [0, 0, 96, 48.5]}
    assert client.post(address, {"post": post.public_id, "things": "red-foot, red-gun"}).status_code == 302
    post.refresh_from_db()
    assert post.sector == {"things": ["red-foot", "red-gun"]}
    answer = client.post(address, {"post": post.public_id, "west": "ten"})
    assert answer.status_code == 400 and 'value="ten"' in answer.content.decode()
    assert client_of(cast.red_general).get(address).status_code == 403
