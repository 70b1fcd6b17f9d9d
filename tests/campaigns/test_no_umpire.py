"""Only the commanders are present: the clock closes every move, the rules find it on the map, the clock submits it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from campaigns.bridge import rules_of
from campaigns.clockwork.timers import Swept, sweep
from campaigns.models import Battle, FactSheet, Finding, Move, Notice, RecordEntry
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.moves import fire
from campaigns.usecases.moves.findings import measure, publish_fire, submit_move
from campaigns.usecases.orders.orders import submit_orders
from rules.books import book
from rules.errors import Refused
from tests.campaigns.builders import NOON, a_battle, the_move
from tests.rules.kriegspiel.exercise import COUNTRY, OPTIONS, Commander, opening

pytestmark = [pytest.mark.slow, pytest.mark.long]  # moves after moves by the clock

SECOND = timedelta(seconds=1)
ON_THE_MAP = {**opening(), "country": COUNTRY}
A_DAY, A_MORNING = 20, 8
"""Moves of both sides together: ten a side, a day's exercise, for which `make prove` has time; and four a side."""


def alone(cast: Any, **options: Any) -> Battle:
    """A battle on the map without an umpire.  The General may order any piece, so that one person a side can play it."""
    chosen = {**OPTIONS, "general_may_order_any_piece": True, **options}
    return a_battle(cast, start=ON_THE_MAP, options=chosen, umpire="none")


def ordered(cast: Any, move: Move, kinds: Counter[str]) -> tuple[int, int]:
    """The side that moves gives its orders of this stage; how many were accepted, and how many there were."""
    commander = Commander(move.after_fire or move.position, move.side, move.number, kinds)
    fires = rules_of(move.battle.terms).book.fires
    of_stage = [one for one in commander.orders() if (one["order"] in fires) == (move.stage == Move.Stage.FIRE)]
    given: dict[str, list[Any]] = {}
    for order in of_stage if move.battle.campaign.options["two_stage_move"] else commander.orders():
        for thing in book("kriegspiel").pieces.subjects(order)[:1]:
            given.setdefault(thing, []).append(order)
    user = getattr(cast, f"{move.side}_general")
    opened = max(move.opened_at, NOON) + SECOND
    accepted = sum(_accepted(user, move, thing, orders, opened) for thing, orders in given.items())
    return accepted, sum(len(orders) for orders in given.values())


def _accepted(user: Any, move: Move, thing: str, orders: list[Any], now: datetime) -> int:
    try:
        key = f"{thing}-{move.stage}"
        submit_orders(
            user=user,
            move=move.public_id,
            thing=thing,
            orders=orders,
            base_revision=_revision(move, thing),
            key=key,
            now=now,
        )
    except Refused:
        return 0
    return len(orders)


def _revision(move: Move, thing: str) -> int:
    return move.entries.filter(thing=thing).count()


def swept_through(battle: Battle) -> Iterator[Swept]:
    """The sweeps around the close of what is open, until something is open again."""
    closes_at = the_move(battle).closes_at
    for seconds in (-1, 5, 6, 7):
        yield sweep(closes_at + seconds * SECOND)


@pytest.mark.slow
@pytest.mark.parametrize("two_stages", [True, False], ids=["two stages", "one sheet"])
@pytest.mark.parametrize("moves", [A_MORNING, pytest.param(A_DAY, marks=pytest.mark.prove)])
def test_a_whole_day_is_played_by_orders_and_the_clock_alone(cast, two_stages, moves, monkeypatch):
    monkeypatch.setattr("campaigns.usecases.campaigns.preparation.secrets.token_hex", lambda size: "1913" * (size // 2))
    battle = alone(cast, two_stage_move=two_stages)
    kinds: Counter[str] = Counter()
    accepted = all_given = 0
    while the_move(battle).number <= moves:
        taken, given = ordered(cast, the_move(battle), kinds)
        accepted, all_given = accepted + taken, all_given + given
        done = list(swept_through(battle))
        assert sum(one.failed for one in done) == 0
        assert sum(one.settled + one.submitted for one in done) == 1, RecordEntry.objects.last().data
    assert all_given > 4 * moves and accepted > 0.9 * all_given and len(kinds) > 8
    assert the_move(battle).position["own_moves"] == {"red": moves // 2, "blue": moves // 2}
    assert not FactSheet.objects.exists()
    assert not Notice.objects.filter(kind__in=("waits", "parked", "delayed")).exists()
    battle.refresh_from_db()
    assert count(battle=battle).agrees
    assert all(one.same for one in replay(battle=battle))
    deeds = set(RecordEntry.objects.filter(kind__in=("move-submitted", "fire-settled")).values_list("actor", flat=True))
    assert deeds == {"clock"}


def test_where_an_umpire_is_present_the_clock_finds_nothing(cast):
    """The twin: the same battle, closed by the same sweeps, waits for the umpire."""
    battle = a_battle(cast, start=ON_THE_MAP, options=OPTIONS)
    done = list(swept_through(battle))
    assert sum(one.closed for one in done) == 1
    assert not Finding.objects.exists()


def fire_closed(cast: Any, **options: Any) -> Battle:
    """A battle without an umpire whose fire orders are in and wait to be settled; its worker is dead."""
    battle = alone(cast, two_stage_move=True, **options)
    sweep(the_move(battle).closes_at + 5 * SECOND, hand_on=lambda move_id: None)
    return battle


def test_a_fire_that_fails_parks_its_move_is_told_once_and_is_not_tried_again(cast, monkeypatch):
    battle = fire_closed(cast)
    tried = []

    def broken(*asked, **how):
        tried.append(asked)
        raise ZeroDivisionError

    monkeypatch.setattr(fire, "find_to_publish", broken)
    late = NOON + timedelta(minutes=11)
    for seconds in range(5):
        assert sweep(late + 40 * seconds * SECOND).settled == 0
    move = the_move(battle)
    assert len(tried) == 1 and move.parked and move.stage == Move.Stage.FIRE
    assert Notice.objects.filter(move=move, kind="parked").count() == 1
    assert Notice.objects.filter(move=move, kind="delayed").exists()
    monkeypatch.undo()
    publish_fire(by=cast.umpire, move=move.public_id, now=late + timedelta(minutes=5))
    assert the_move(battle).stage == Move.Stage.MOVEMENT


def test_a_fire_whose_worker_is_killed_each_time_is_parked_at_last(cast, monkeypatch):
    battle = fire_closed(cast)

    class Killed(BaseException):
        pass

    def killed(*asked, **how):
        raise Killed

    monkeypatch.setattr(fire, "find_to_publish", killed)
    late = NOON + timedelta(minutes=11)
    for minutes in range(3):
        with pytest.raises(Killed):
            sweep(late + timedelta(minutes=minutes))
    assert sweep(late + timedelta(minutes=4)).settled == 0
    assert the_move(battle).parked


def test_a_submission_whose_worker_is_killed_is_done_by_the_next_sweep(cast, monkeypatch):
    battle = alone(cast)

    class Killed(BaseException):
        pass

    def killed(*asked, **how):
        raise Killed

    late = the_move(battle).closes_at + 5 * SECOND
    monkeypatch.setattr("campaigns.clockwork.due_actions.finish_submission", killed)
    with pytest.raises(Killed):
        sweep(late + SECOND)
    monkeypatch.undo()
    assert sweep(late + 2 * SECOND).submitted == 1


GUN = {"order": "fire-gun", "gun": "red-gun-1", "aim": {"bearing": 0, "elevation": 5}, "shots": 1}


def a_shot(cast: Any) -> tuple[Battle, Move, datetime]:
    """Without an umpire, but with shots that people report: a gun has fired, and the move has ended."""
    battle = alone(cast, fire_mode="reported")
    move = the_move(battle)
    submit_orders(
        user=cast.red_general,
        move=move.public_id,
        thing="red-gun-1",
        orders=[GUN],
        base_revision=0,
        key="gun",
        now=NOON,
    )
    late = move.closes_at + 5 * SECOND
    sweep(late)
    return battle, move, late


def test_what_cannot_be_computed_is_told_once_and_waits_for_people(cast):
    battle, move, late = a_shot(cast)
    for seconds in range(1, 5):
        assert sweep(late + seconds * SECOND).submitted == 0
    move.refresh_from_db()
    assert (move.status, move.parked, move.attempts) == (Move.Status.CLOSED, False, 0)
    told = Notice.objects.filter(move=move, kind="waits")
    assert told.count() == told.values("post__user").distinct().count() > 5
    assert "red-gun" not in told.first().text
    assert RecordEntry.objects.filter(battle=battle, kind="not-submitted").count() == 1


def test_when_the_official_has_measured_it_the_clock_submits(cast):
    _, move, late = a_shot(cast)
    sweep(late + SECOND)
    facts = {"red-gun-1/0": {"shells": [{}]}}
    measure(by=cast.official, move=move.public_id, base_revision=0, orders=facts, now=late + 2 * SECOND)
    assert sweep(late + 3 * SECOND).submitted == 1


def test_the_umpire_may_come_in_and_submit_it_himself(cast):
    _, move, late = a_shot(cast)
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={"red-gun-1/0": {"shells": [{}]}}, now=late)
    assert submit_move(by=cast.umpire, move=move.public_id, now=late).done
    assert sweep(late + SECOND).submitted == 0
