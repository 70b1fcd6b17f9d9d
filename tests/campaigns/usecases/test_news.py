"""People who may learn of a change are told that there is news, and nobody else, not even by a number.  [RELIABILITY E5, E7]"""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.audiences import NEWS
from campaigns.models import Battle
from campaigns.usecases.clock.clock import extend_move, pause_clock
from campaigns.usecases.desk.confirmations import confirm
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.news import add_news
from campaigns.usecases.orders.orders import declare_ready, recall_ready, submit_orders, withdraw_orders
from rules.errors import Refused
from tests.campaigns.builders import NOON, a_user, the_move
from tests.campaigns.usecases.test_confirmations import DISTANCE, END, a_reported, enter, says

EVERYBODY = {
    "umpire", "red_general", "red_foot", "red_horse", "red_guns", "official",
    "blue_general", "blue_foot", "blue_horse", "blue_guns", "observer",
}  # fmt: skip
RED = {name for name in EVERYBODY if name.startswith("red")} | {"official"}
MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}


def marks(cast, battle, **others):
    """The marks of each person, by kind of news."""
    people = {name: getattr(cast, name) for name in EVERYBODY} | others
    found = {name: sight.find_battle(user, battle.public_id).mark for name, user in people.items()}
    return {name: dict(zip(NEWS, mark, strict=True)) for name, mark in found.items()}


@pytest.fixture
def news(cast, battle):
    """Who had which news since the last call: kind of news -> people."""
    before = [marks(cast, battle)]

    def since():
        now = marks(cast, battle)
        found = {kind: {name for name in now if now[name][kind] != before[0][name][kind]} for kind in NEWS}
        before[0] = now
        return {kind: names for kind, names in found.items() if names}

    return since


def sends(cast, move, orders=(MARCH,), base=0, key="k", user=None):
    return submit_orders(
        user=user or cast.red_foot, move=move.public_id, thing="red-foot", orders=list(orders), base_revision=base,
        key=key, now=NOON,
    )  # fmt: skip


def test_an_order_is_news_to_its_own_side_and_the_umpire_alone(cast, move, news):
    sends(cast, move)
    assert news() == {"orders": RED | {"umpire"}}
    withdraw_orders(user=cast.red_foot, move=move.public_id, thing="red-foot", base_revision=1, key="w", now=NOON)
    assert news() == {"orders": RED | {"umpire"}}


def test_an_order_that_is_refused_or_sent_twice_is_no_news(cast, move, news):
    with pytest.raises(Refused):
        sends(cast, move, [{**MARCH, "measured": {"distance": 600}}])
    with pytest.raises(Refused):
        sends(cast, move, user=cast.blue_foot)
    assert news() == {}
    sends(cast, move)
    news()
    sends(cast, move)
    assert news() == {}


def test_readiness_is_news_to_its_own_side_and_the_umpire_alone(cast, move, news):
    declare_ready(user=cast.red_foot, move=move.public_id, now=NOON)
    assert news() == {"orders": RED | {"umpire"}}
    recall_ready(user=cast.red_foot, move=move.public_id, now=NOON)
    assert news() == {"orders": RED | {"umpire"}}


def test_a_whisper_is_news_to_two_and_the_umpire_and_a_shout_to_the_room(cast, battle, move, news):
    horse = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red").public_id
    word = {"by": cast.red_general, "battle": battle.public_id, "now": NOON}
    send_message(**word, channel="whisper", to=[horse], text="Wait.", key="1")
    assert news() == {"words": {"red_general", "red_horse", "umpire"}}
    send_message(**word, channel="shout", text="Charge!", key="2")
    assert news() == {"words": EVERYBODY}


def test_the_clock_is_news_to_everybody(cast, battle, move, news):
    extend_move(by=cast.umpire, move=move.public_id, minutes=2, reason="tea", key="e", now=NOON)
    assert news() == {"clock": EVERYBODY}
    pause_clock(by=cast.umpire, battle=battle.public_id, minutes=5, reason="the dog", now=NOON)
    assert news() == {"clock": EVERYBODY}


def test_a_move_that_is_closed_and_submitted_is_news_to_everybody(cast, battle, move, news):
    close_move(move_id=move.pk, now=END, cause="time")
    assert news() == {"clock": EVERYBODY}
    submit_move(by=cast.umpire, move=move.public_id, now=END + timedelta(seconds=9))
    assert news()["reports"] == EVERYBODY


def test_what_the_umpire_measures_is_news_to_umpires_alone(cast, move, news):
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={}, now=NOON, reason="looked")
    assert news() == {"facts": {"umpire"}}


@pytest.mark.slow
def test_what_an_official_reports_is_news_to_the_other_side_where_it_is_asked_to_confirm_it(cast):
    move = a_reported(cast)
    blue = {"blue_official": a_user("blue-official")}
    before = marks(cast, move.battle, **blue)
    enter(cast.official, move, {"red-horse/0": {"distance": 21, "chargers": 20, "charged": 12}}, base=1)
    after = marks(cast, move.battle, **blue)
    told = {name for name in after if after[name]["facts"] != before[name]["facts"]}
    assert {"umpire", "official", "blue_official"} <= told and "observer" not in told
    says(blue["blue_official"], move, {**DISTANCE, "reported": 21, "measured": 21})
    assert marks(cast, move.battle, **blue)["official"]["facts"] > after["official"]["facts"]


def test_what_is_measured_while_nothing_is_to_be_confirmed_is_no_news_to_the_other_side(cast, move, news):
    measure(by=cast.official, move=move.public_id, base_revision=0, orders={}, now=NOON, reason="nothing yet")
    assert news() == {"facts": RED | {"umpire"}}


def test_there_is_no_news_of_a_kind_that_is_not_listed(battle):
    with pytest.raises(KeyError, match="gossip"):
        add_news(battle, "all", "gossip")


def test_somebody_with_posts_on_one_side_hears_nothing_of_another_audience(cast, battle):
    """News for the other side, another seat or the umpire is in none of their marks."""
    seat = sight.find_battle(cast.red_foot, battle.public_id)
    row = Battle.objects.get(pk=battle.pk)
    others = ["umpire", "side:blue", "side:RED", "side:", "*", "post:", "post:*", *(f"post:{one}" for one in range(50))]
    row.told |= {one: dict.fromkeys(NEWS, 1000) for one in others}
    row.save(update_fields=["told"])
    assert sight.find_battle(cast.red_foot, battle.public_id).mark == seat.mark
    assert sight.find_battle(cast.umpire, battle.public_id).mark > (999,)


def test_confirming_needs_no_more_than_a_post_to_be_told(cast):
    """A refusal to confirm is no news to anybody."""
    move = a_reported(cast)
    before = marks(cast, move.battle)
    with pytest.raises(Refused):
        confirm(by=cast.official, move=move.public_id, facts=[DISTANCE], now=END)
    assert marks(cast, move.battle) == before
    assert the_move(move.battle).pk == move.pk
