"""Orders that are sent are on the map of their side and on the umpire's, and nobody else can tell; drafts are their author's.

Here the same people look twice, before and after, in one world whose clock stands: what they may not know changes nothing
that they are answered, and no mark by which their open pages learn that there is news.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import transaction

from campaigns import sight, streams
from campaigns.clock import server_time
from campaigns.models import Battle
from campaigns.sight.live import listener, news_of_person
from campaigns.usecases.orders.drafts import save_draft, send_drafts
from campaigns.usecases.orders.orders import submit_orders
from campaigns.web.order_form.open_form import Opened
from campaigns.web.page.kept import page_cache
from rules.errors import Refused
from rules.kriegspiel.orders import ORDERS
from tests.campaigns.builders import NOON, a_battle, a_cast
from tests.campaigns.secrets.crawl import crawled, parts_of
from tests.campaigns.secrets.hidden import OPTIONS, Battlefield, opening
from tests.campaigns.test_twin_worlds import difference, stop_clock
from tests.campaigns.web.conftest import client_of, url
from tests.campaigns.web.test_order_fields import TYPED, a_floor, filled
from tests.campaigns.web.test_orders_on_board import BOARD
from tests.depth import SOONEST_ON_SQLITE, WHOLE, share

pytestmark = [pytest.mark.django_db, pytest.mark.slow, *SOONEST_ON_SQLITE]
ONE_STAGE = {**OPTIONS, "two_stage_move": False, "general_may_order_any_piece": True}
RED = ("red_general", "red_foot", "red_horse", "red_guns", "official")
BLUE = ("blue_general", "blue_foot", "blue_horse", "blue_guns")
BESIDE = ("observer", "bystander")
MARCH = {"order": "march", "body": "red-foot", "path": [[60, 54]]}
EVERY = 1 if WHOLE else 4
MINE = (0, EVERY)
"""The share of the addresses at which somebody looks of whom it is enough that they look somewhere."""

LOOKED_AT = "^(api-)?(sheet|situation|orders|drafts|receipts|replay|reports|queue|thing|panel|status|strip|home|print-sheet|look)$"


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Battlefield:
    """A battle on a country in which Red is on the move, and whose clock stands."""
    stop_clock(monkeypatch, {"now": NOON})
    cast = a_cast()
    start = {**opening(()), "first": "red"}
    return Battlefield(False, cast, a_battle(cast, start=start, options=ONE_STAGE))


def marks(world: Battlefield) -> dict[str, Any]:
    """By whom their open pages learn of news: the mark of the battle, and that of all their battles."""
    found = {}
    for who in (*RED, *BLUE, "observer", "umpire"):
        user = getattr(world.cast, who)
        found[who] = (sight.find_battle(user, world.battle.public_id).mark, news_of_person(user, NOON))
    return found


def who_has_news(world: Battlefield, before: dict[str, Any]) -> set[str]:
    """Those whose mark is another, by both of its forms."""
    after = marks(world)
    of_battle = {who for who in before if before[who][0] != after[who][0]}
    assert of_battle == {who for who in before if before[who][1] != after[who][1]}
    return of_battle


def drafted(world: Battlefield) -> None:
    """Red's commander of infantry draws a march, and does not send it."""
    user = world.cast.red_foot
    save_draft(user=user, move=world.move, thing="red-foot", orders=[MARCH], base_revision=0, now=NOON)


def strokes(user: Any, battle: Battle, page: str = "sheet") -> list[str]:
    """The ways of orders on somebody's map."""
    shown = client_of(user).get(url(page, battle)).content.decode()
    return re.findall(r'<(?:a|g)[^>]*class="trace\b[^>]*>', shown)


def test_a_draft_is_news_for_nobody_and_sent_orders_are_for_their_side_and_the_umpire(world):
    before = marks(world)
    drafted(world)
    assert who_has_news(world, before) == set()
    (sent,) = send_drafts(user=world.cast.red_foot, move=world.move, key="k", now=NOON)
    assert sent.receipt is not None
    assert who_has_news(world, before) == {*RED, "umpire"}


def test_the_stream_of_each_page_rings_within_one_look_for_its_side_and_the_umpire_alone(world):
    """A process looks for news four times a second; each page then fetches what has changed: within a second of sending."""
    assert streams.LOOK_EVERY <= 0.25
    looking, rung = streams.Streams(), []
    ears = []
    for who in (*RED, *BLUE, "observer", "umpire"):
        user = getattr(world.cast, who)
        seat = sight.find_battle(user, world.battle.public_id)
        ears.append(streams.Stream(listener(seat, "s", user.password), seat.mark, lambda who=who: rung.append(who)))
    looking.look_once(ears, check=False)
    drafted(world)
    looking.look_once(ears, check=False)
    assert rung == []
    send_drafts(user=world.cast.red_foot, move=world.move, key="k", now=NOON)
    looking.look_once(ears, check=False)
    assert sorted(rung) == sorted([*RED, "umpire"])


def test_orders_sent_are_on_the_maps_of_their_side_and_of_the_umpire_and_on_no_other(world):
    people = {who: getattr(world.cast, who) for who in ("red_foot", "red_general", "blue_foot", "observer")}
    before = {who: strokes(user, world.battle) for who, user in people.items()}
    client = client_of(world.cast.red_foot)
    drafted(world)
    assert strokes(people["red_general"], world.battle) == before["red_general"], "a draft is its author's"
    client.post(url("drafts", world.battle), {"move": world.move, "key": "k"}, **BOARD)
    after = {who: strokes(user, world.battle) for who, user in people.items()}
    assert {who for who in people if after[who] != before[who]} == {"red_foot", "red_general"}
    assert any('data-of="red-foot' in one for one in strokes(world.cast.umpire, world.battle, "desk"))


# -- before and after: the bytes ---------------------------------------------------------------------


def seen_by(world: Battlefield, who: str, share_of: tuple[int, int] = (0, 1)) -> dict[str, Any]:
    """What somebody is answered at the addresses that show orders; that the umpire has looked as others is not kept."""
    user = getattr(world.cast, who)
    things = ("red-foot", "red-horse") if who in RED else ("blue-foot", "red-foot")
    author = world.battle.campaign.posts.get(user=world.cast.red_horse).public_id
    parts = parts_of(world, user, things, ("bodies",), posts=[author])
    with transaction.atomic():
        found = crawled(world, user, parts, share_of, LOOKED_AT)
        transaction.set_rollback(True)
    return found


def changed(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Where somebody is answered otherwise than before."""
    assert list(before) == list(after)
    return [f"{key}: {difference(one, after[key])[:600]}" for key, one in before.items() if one != after[key]]


def test_nobody_but_its_author_is_answered_otherwise_for_a_draft_and_the_umpire_neither(world):
    crowd = {
        "red_foot": (0, 1),
        "umpire": (0, 1),
        "red_general": (0, EVERY),
        "blue_foot": (1, EVERY),
        "observer": (2, EVERY),
    }
    before = {who: seen_by(world, who, those) for who, those in crowd.items()}
    user, orders = world.cast.red_horse, [{"order": "march", "body": "red-horse", "path": [[72, 54]]}]
    author = seen_by(world, "red_horse", MINE)
    save_draft(user=user, move=world.move, thing="red-horse", orders=orders, base_revision=0, now=NOON)
    for who, those in crowd.items():
        assert not changed(before[who], seen_by(world, who, those)), who
    assert len(before["umpire"]) > 20 and len(before["red_foot"]) > 20
    assert changed(author, seen_by(world, "red_horse", MINE)), "its author is"


NOT_TO_A_THING = {"message", "report", "confirm", "choose", "go-short"}
"""Orders that are given to no thing on the floor, or only after a fight or in want."""


def every_order(world: Battlefield) -> list[tuple[str, dict[str, Any]]]:
    """Every order that the book offers for a thing of Red's, filled in, one of each kind."""
    seat = sight.find_battle(world.cast.red_general, world.battle.public_id)
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for one in [one for one in sight.sheet(seat, server_time()).own if one.may_order]:
        opened = Opened(seat, one.id, server_time())
        for offer in opened.offers():
            kind = str(offer.order["order"])
            if offer.blocked or kind in found or not all(one.values or one.ask.kind in TYPED for one in offer.fields):
                continue
            (read,) = [two for two in opened.offers(filled(offer)) if two.id == offer.id]
            if not read.faulty and is_lawful(world, one.id, read.order):
                found[kind] = (one.id, dict(read.order))
    return sorted(found.values(), key=lambda pair: str(pair[1]["order"]))


def send(world: Battlefield, thing: str, order: dict[str, Any]) -> None:
    """Red's General sends an order."""
    key = re.sub("[^a-z]", "", json.dumps(order))[:40]
    submit_orders(
        user=world.cast.red_general, move=world.move, thing=thing, orders=[order], base_revision=0, key=key, now=NOON
    )


def is_lawful(world: Battlefield, thing: str, order: dict[str, Any]) -> bool:
    """Whether the rules would take an order; it is taken back."""
    with transaction.atomic():
        try:
            send(world, thing, order)
        except Refused:
            return False
        finally:
            transaction.set_rollback(True)
    return True


def test_an_order_in_force_of_every_kind_is_told_to_nobody_beside(monkeypatch):
    stop_clock(monkeypatch, {"now": NOON})
    cast = a_cast()
    options = {"two_stage_move": False, "general_may_order_any_piece": True, "first_fire_move": 1}
    world = Battlefield(False, cast, a_battle(cast, start=a_floor(), options=options))
    orders = every_order(world)
    assert len(orders) >= 25, sorted(ORDERS.keys() - NOT_TO_A_THING - {str(one["order"]) for _, one in orders})
    crowd = ("blue_foot", "observer")
    before, own = {who: seen_by(world, who) for who in crowd}, seen_by(world, "red_general", MINE)
    for thing, order in share(orders, 12):
        with transaction.atomic():
            page_cache.clear()  # the mark is the same after each, for what was sent before is taken back
            send(world, thing, order)
            for who in crowd:
                assert not changed(before[who], seen_by(world, who)), (who, order)
            assert changed(own, seen_by(world, "red_general", MINE)), ("its side", order)
            transaction.set_rollback(True)
