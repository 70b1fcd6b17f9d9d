"""A move of two stages: the fire is settled and published, then movement is ordered.  [KS-TURN-02, KS-SEQ-04]"""

from datetime import timedelta

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.errors import FactsWanting, WrongState
from campaigns.models import Finding, Move, Report
from campaigns.usecases.campaigns.audit import replay
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import overrule_finding, restore
from campaigns.usecases.moves.findings import measure, preview_finding, publish_fire, submit_move
from campaigns.usecases.moves.ledgers import recount
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from rules.errors import Refused
from tests.campaigns.builders import NOON, a_battle, the_move

END = NOON + timedelta(minutes=10, seconds=5)
AFTER = NOON + timedelta(minutes=12)
FIRE = {"order": "fire-gun", "gun": "red-gun", "shots": 1, "aim": {"bearing": 0, "elevation": 10}}
SHELL = {"shells": [{"men": {"blue-foot": 3}}]}  # [KS-SHELL-03]: two of three
MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}


def order(user, move, thing, *orders, now=NOON):
    return submit_orders(
        user=user,
        move=move.public_id,
        thing=thing,
        orders=list(orders),
        base_revision=0,
        key=f"k-{thing}-{move.stage}",
        now=now,
    )


@pytest.fixture
def duel(cast):
    """A battle of two stages, the fire orders of its first move closed at four minutes."""
    battle = a_battle(cast, options={"two_stage_move": True, "first_fire_move": 1})
    move = the_move(battle)
    order(cast.red_guns, move, "red-gun", FIRE)
    close_early(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=4))
    sweep(NOON + timedelta(minutes=4, seconds=5))
    move.refresh_from_db()
    return move


def shot(cast, move, base=0, shell=None):
    return measure(
        by=cast.umpire, move=move.public_id, base_revision=base, orders={"red-gun/0": shell or SHELL}, now=END
    )


def test_while_the_fire_is_settled_the_clock_stands(cast, duel):
    assert duel.fire_closed_at is not None
    assert (duel.status, duel.stage, duel.closes_at) == ("open", "fire", None)
    assert sweep(NOON + timedelta(hours=1)).closed == 0


def test_the_fire_is_settled_only_when_it_is_measured(cast, duel):
    with pytest.raises(FactsWanting):
        publish_fire(by=cast.umpire, move=duel.public_id, now=AFTER)


def test_the_fire_is_told_and_movement_orders_open_with_what_was_left_of_the_clock(cast, duel):
    """KS-TURN-02: a player who sees their shell clear a bridge may order a column over it in the same move."""
    shot(cast, duel)
    publish_fire(by=cast.umpire, move=duel.public_id, now=AFTER)
    duel.refresh_from_db()
    assert duel.stage == Move.Stage.MOVEMENT
    assert duel.after_fire["bodies"]["blue-foot"]["men"] == 58
    assert duel.closes_at == AFTER + timedelta(minutes=6)
    assert order(cast.red_foot, duel, "red-foot", MARCH, now=AFTER).revision == 1
    with pytest.raises(WrongState):
        publish_fire(by=cast.umpire, move=duel.public_id, now=AFTER)


def test_the_final_finding_finds_the_fire_as_it_was_told(cast, duel):
    shot(cast, duel)
    told = publish_fire(by=cast.umpire, move=duel.public_id, now=AFTER)
    order(cast.red_foot, duel, "red-foot", MARCH, now=AFTER)
    close_move(move_id=duel.pk, now=AFTER + timedelta(minutes=6), cause="time")
    submit_move(by=cast.umpire, move=duel.public_id, now=AFTER + timedelta(minutes=7))
    finding = Finding.objects.get(move=duel)
    assert finding.position["bodies"]["blue-foot"]["men"] == 58
    shells = [event for event in told.events if event["event"].startswith("shell")]
    assert shells
    assert all(event in finding.events for event in shells)
    assert [one["thing"] for one in finding.orders] == ["red-gun", "red-foot"]


def test_a_gun_that_fired_is_not_moved_in_the_same_move(cast, duel):
    """KS-TURN-03: every gun is moved or fired."""
    shot(cast, duel)
    publish_fire(by=cast.umpire, move=duel.public_id, now=AFTER)
    duel.refresh_from_db()
    limber = {"order": "limber", "gun": "red-gun"}
    with pytest.raises(Refused) as refused:
        submit_orders(
            user=cast.red_guns,
            move=duel.public_id,
            thing="red-gun",
            orders=[limber],
            base_revision=1,
            key="k2",
            now=AFTER,
        )
    assert refused.value.code in ("E-USED", "E-BUDGET")


def test_the_facts_of_a_fire_that_was_told_stand(cast, duel):
    shot(cast, duel)
    publish_fire(by=cast.umpire, move=duel.public_id, now=AFTER)
    with pytest.raises(WrongState):
        shot(cast, duel, base=1, shell={"shells": [{"men": {"blue-foot": 9}}]})
    assert shot(cast, duel, base=1).revision == 2


def test_the_first_move_has_no_fire_stage_where_nobody_may_fire_yet(cast):
    """KS-TURN-04."""
    battle = a_battle(cast, options={"two_stage_move": True})
    assert the_move(battle).stage == Move.Stage.MOVEMENT


def overruled(cast, move, men):
    """The umpire rules how many of Blue's foot the fire has left."""
    change = {"group": "bodies", "thing": "blue-foot", "key": "men", "value": men}
    return overrule_finding(
        by=cast.umpire, move=move.public_id, change=[change], reason="a ricochet", clause="KS-AIM-02", now=AFTER
    )


@pytest.mark.slow
def test_the_umpire_rules_on_the_fire_before_it_is_told_and_the_move_begins_with_it(cast, duel):
    """KS-TURN-02, KS-SEQ-04: the ruling is published, stands under the movement, and comes out the same when computed again."""
    shot(cast, duel)
    overruled(cast, duel, 50)
    assert preview_finding(by=cast.umpire, move=duel.public_id).finding.position["bodies"]["blue-foot"]["men"] == 50
    publish_fire(by=cast.umpire, move=duel.public_id, now=AFTER)
    duel.refresh_from_db()
    assert duel.after_fire["bodies"]["blue-foot"]["men"] == 50
    order(cast.red_foot, duel, "red-foot", MARCH, now=AFTER)
    close_move(move_id=duel.pk, now=AFTER + timedelta(minutes=10), cause="time")
    submit_move(by=cast.umpire, move=duel.public_id, now=AFTER + timedelta(minutes=10))
    assert Finding.objects.get().position["bodies"]["blue-foot"]["men"] == 50
    assert all(one.same for one in replay(battle=duel.battle)) and recount(battle=duel.battle) == ()
    assert Report.objects.get(side="blue").data["rulings"][0]["reason"] == "a ricochet"


def test_a_ruling_on_the_fire_is_taken_back_until_it_is_told_and_stands_then(cast, duel):
    shot(cast, duel)
    first = overruled(cast, duel, 50)
    restore(by=cast.umpire, ruling=first.ruling, reason="it fell short", now=AFTER)
    assert preview_finding(by=cast.umpire, move=duel.public_id).finding.position["bodies"]["blue-foot"]["men"] == 58
    second = overruled(cast, duel, 55)
    publish_fire(by=cast.umpire, move=duel.public_id, now=AFTER)
    with pytest.raises(WrongState, match="is published"):
        restore(by=cast.umpire, ruling=second.ruling, reason="too late", now=AFTER)
    with pytest.raises(WrongState, match="is published"):
        overruled(cast, duel, 54)
