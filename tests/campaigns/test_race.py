"""Many at once, in real transactions on real threads: nothing is lost, nothing happens twice.  [RELIABILITY A8, A9, B2]"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.db import close_old_connections, connection, connections, transaction

from campaigns import locks, sight
from campaigns.clockwork import timers
from campaigns.clockwork.timers import sweep
from campaigns.errors import Busy, MoveClosed, WrongState
from campaigns.models import (
    Country,
    Extension,
    Finding,
    FrozenOrders,
    Move,
    Notice,
    OrderEntry,
    PointsEntry,
    Post,
    Readiness,
    Report,
    Survey,
)
from campaigns.usecases import access
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.clock.clock import extend_move
from campaigns.usecases.moves import moves
from campaigns.usecases.moves.findings import measure, preview_finding, submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.undisputed import Publication, publish_undisputed, stop_publication
from campaigns.usecases.muster.surveys import LEASE, MOST_WAITING, claim_next, make, send_survey
from campaigns.usecases.orders import hand_in, orders
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from campaigns.usecases.record import check_record
from rules.errors import Refused
from tests.campaigns.builders import EVERYBODY, NOON, START, a_battle, a_cast, the_move
from tests.rules.kriegspiel.surveys import great

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long, pytest.mark.both]

END = NOON + timedelta(minutes=10)
DRAINED = END + timedelta(seconds=5)
ROUNDS = 12
WRITERS = 12
COMPANIES = [f"company-{number}" for number in range(WRITERS)]


def all_at_once(deeds: Iterable[Callable[[], Any]]) -> list[Any]:
    """Do all deeds on threads that start together; the result of each, or its refusal.  Other errors are raised."""
    deeds = list(deeds)
    barrier = threading.Barrier(len(deeds))
    results: list[Any] = [None] * len(deeds)

    def run(at: int, deed: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            results[at] = deed()
        except Exception as error:
            results[at] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(at, deed)) for at, deed in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    close_old_connections()
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, Refused):
            raise result
    return results


@pytest.fixture
def cast() -> Any:
    return a_cast()


def companies() -> dict[str, Any]:
    """A start with a body for each writer."""
    own = {name: {"side": "red", "arm": "infantry", "men": 30} for name in COMPANIES}
    return {**START, "bodies": {**START["bodies"], **own}}


def stand(cast: Any, move: Move, thing: str, key: str = "press") -> Any:
    return submit_orders(
        user=cast.red_foot,
        move=move.public_id,
        thing=thing,
        orders=[{"order": "stand", "body": thing}],
        base_revision=0,
        key=f"{key}-{thing}",
        arrived_at=END - timedelta(seconds=1),
        now=END - timedelta(seconds=1),
    )


def close_once_somebody_has_ordered(move: Move) -> None:
    """The move ends while the others are still at it: they are judged before they have the lock, and would all come after."""
    until = time.monotonic() + 30
    while not OrderEntry.objects.filter(move=move).exists() and time.monotonic() < until:
        time.sleep(0.001)
    close_move(move_id=move.pk, now=DRAINED, cause="time")


def race_the_close(cast: Any, move: Move) -> tuple[set[str], set[str], int]:
    """Twelve writers and one that closes: the receipts, the frozen orders, and the number of refusals."""
    deeds: list[Callable[[], Any]] = [lambda thing=thing: stand(cast, move, thing) for thing in COMPANIES]  # type: ignore[misc]
    deeds.insert(len(deeds) // 2, lambda: close_once_somebody_has_ordered(move))
    results = all_at_once(deeds)
    acknowledged = {one.number for one in results if isinstance(one, orders.Receipt)}
    frozen = set(FrozenOrders.objects.filter(move=move).values_list("entry__public_id", flat=True))
    return acknowledged, frozen, sum(isinstance(one, MoveClosed) for one in results)


def test_under_twelve_writers_racing_the_close_what_was_acknowledged_is_what_was_frozen(cast: Any) -> None:
    """RELIABILITY A8."""
    acknowledged = refused = 0
    for _ in range(ROUNDS):
        given, frozen, late = race_the_close(cast, the_move(a_battle(cast, start=companies())))
        assert given == frozen
        assert len(given) + late == WRITERS
        acknowledged, refused = acknowledged + len(given), refused + late
    assert acknowledged >= ROUNDS, "hardly an order came before the close: the race is none"
    assert refused >= 1, "no order came after the close: the race is none"


@pytest.mark.postgres
def test_without_the_lock_orders_would_be_lost(cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """RELIABILITY 41: the planted fault.  On SQLite BEGIN IMMEDIATE is the lock, and cannot be left out."""
    from campaigns.models import Battle

    battles = Battle.objects.select_related("campaign")
    monkeypatch.setattr(moves, "lock_battle_with", lambda move_id: battles.get(moves__pk=move_id))
    monkeypatch.setattr(access, "find_and_lock", lambda move: battles.filter(moves__public_id=move).first())
    monkeypatch.setattr(hand_in, "add_records", lambda *args, **kwargs: None)
    monkeypatch.setattr(moves, "add_record", lambda *args, **kwargs: None)
    for _ in range(40):
        given, frozen, _ = race_the_close(cast, the_move(a_battle(cast, start=companies())))
        if given != frozen:
            return
    pytest.fail("the race does not find a lock that is left out")


def test_one_press_of_a_button_that_comes_eight_times_at_once_is_one_entry(cast: Any) -> None:
    """RELIABILITY A9."""
    move = the_move(a_battle(cast))
    receipts = all_at_once([lambda: stand(cast, move, "red-foot")] * 8)
    assert len({one.number for one in receipts}) == 1
    assert OrderEntry.objects.count() == 1


def test_two_windows_that_save_at_once_overwrite_nothing(cast: Any) -> None:
    """RELIABILITY A10."""
    move = the_move(a_battle(cast))
    results = all_at_once([lambda key=key: stand(cast, move, "red-foot", key=key) for key in ("a", "b", "c", "d")])
    codes = sorted(one.code if isinstance(one, Refused) else "accepted" for one in results)
    assert codes == ["E-STALE", "E-STALE", "E-STALE", "accepted"]
    assert OrderEntry.objects.count() == 1


def test_eight_workers_submit_a_move_and_there_is_one_finding_and_one_successor(cast: Any) -> None:
    """RELIABILITY B2."""
    for _ in range(5):
        battle = a_battle(cast)
        move = the_move(battle)
        close_move(move_id=move.pk, now=DRAINED, cause="time")
        deed = lambda move=move: submit_move(by=cast.umpire, move=move.public_id, now=DRAINED)  # noqa: E731
        results = all_at_once([deed] * 8)
        assert sum(getattr(one, "done", False) for one in results) == 1
        assert all(isinstance(one, Busy) or one.move == move.public_id for one in results)
        assert Finding.objects.filter(move__battle=battle).count() == 1
        assert Report.objects.filter(move__battle=battle).count() == 3
        assert Move.objects.filter(battle=battle).count() == 2
        battle.refresh_from_db()
        assert check_record(battle) is None


def test_a_move_that_is_published_by_itself_while_the_umpire_presses_is_published_once(cast: Any) -> None:
    """Workers and the umpire at once; and whoever objects meanwhile stops it or comes too late, never half of it."""
    for objects in (False, True, True):
        battle = a_battle(cast, publish_minutes=1)
        move = the_move(battle)
        close_move(move_id=move.pk, now=DRAINED, cause="time")
        due = DRAINED + timedelta(minutes=1)
        itself = lambda move=move, due=due: publish_undisputed(move_id=move.pk, now=due)  # noqa: E731
        press = lambda move=move, due=due: submit_move(by=cast.umpire, move=move.public_id, now=due)  # noqa: E731
        stop = lambda move=move, due=due: stop_publication(by=cast.umpire, move=move.public_id, now=due)  # noqa: E731
        results = all_at_once([itself] * 3 + [stop if objects else press] + [itself] * 3)
        done = sum(one is True or getattr(one, "done", False) for one in results)
        stopped = any(isinstance(one, Publication) for one in results)
        assert done + stopped == 1
        assert Finding.objects.filter(move__battle=battle).count() == done
        assert Move.objects.filter(battle=battle).count() == 1 + done
        battle.refresh_from_db()
        assert check_record(battle) is None


def test_a_publication_is_seen_whole_and_by_everybody_at_once(cast: Any) -> None:
    """RELIABILITY B9: nobody can read a report before the books that belong to it, and no side is a move ahead."""
    battle = a_battle(cast, options={"two_stage_move": False, "score_points": True})
    published, ended = 12, threading.Event()

    def read(user: Any, other: str) -> tuple[int, list[str]]:
        looks, wrong = 0, []
        while not ended.is_set():
            seat = sight.find_battle(user, battle.public_id)
            latest = max((one.number for one in sight.reports(seat)), default=0)
            if latest and not PointsEntry.objects.filter(battle=battle, side=seat.side, kind="score").exists():
                wrong.append(f"report {latest} without points")
            if not Move.objects.filter(battle=battle, number=latest + 1).exists():
                wrong.append(f"report {latest} without a successor")
            if not Report.objects.filter(move__battle=battle, move__number=latest, side=other).exists() and latest:
                wrong.append(f"report {latest} for one side alone")
            looks += 1
        return looks, wrong

    def publish() -> int:
        try:
            for number in range(published):
                move = the_move(battle)
                now = DRAINED + timedelta(minutes=number)
                close_move(move_id=move.pk, now=now, cause="time")
                wanting = preview_finding(by=cast.umpire, move=move.public_id).wanting
                supply = {need.subject: {"source": None} for need in wanting}
                given = {"move": move.public_id, "orders": {}, "move_facts": {"supply": supply} if supply else {}}
                measure(by=cast.umpire, base_revision=0, now=now, **given)
                submit_move(by=cast.umpire, move=move.public_id, now=now)
        finally:
            ended.set()
        return published

    deeds = [lambda: read(cast.red_foot, "blue"), lambda: read(cast.blue_foot, "red"), publish]
    red, blue, done = all_at_once(deeds)
    assert done == published
    assert min(red[0], blue[0]) >= 10, "hardly anybody looked"
    assert red[1] == blue[1] == []


def test_sweeps_at_once_close_every_move_once(cast: Any) -> None:
    """RELIABILITY A5: any number of beats is harmless."""
    battles = [a_battle(cast, name=f"Campaign {number}") for number in range(10)]
    swept = all_at_once([lambda: sweep(DRAINED)] * 5)
    swept.append(sweep(DRAINED))
    assert sum(one.closed for one in swept) == 10
    assert sum(one.failed for one in swept) == 0
    assert Notice.objects.filter(kind="closed").count() == 10 * EVERYBODY
    for battle in battles:
        battle.refresh_from_db()
        assert battle.record.filter(kind="move-closed").count() == 1
        assert check_record(battle) is None


def test_an_outage_is_put_off_once_by_two_sweeps_at_once(cast: Any) -> None:
    move = the_move(a_battle(cast))
    sweep(END - timedelta(seconds=10))
    back = END + timedelta(minutes=10)
    swept = all_at_once([lambda: sweep(back)] * 4)
    assert sum(one.extended for one in swept) == 1
    move.refresh_from_db()
    assert move.closes_at == END + timedelta(minutes=10, seconds=10)


def test_the_same_extension_pressed_at_once_extends_once(cast: Any) -> None:
    move = the_move(a_battle(cast))
    given = {"by": cast.umpire, "move": move.public_id, "minutes": 5, "reason": "rain", "key": "k", "now": NOON}
    states = all_at_once([lambda: extend_move(**given)] * 6)
    assert {one.closes_at for one in states} == {END + timedelta(minutes=5)}
    assert Extension.objects.count() == 1


def test_six_workers_make_a_survey_and_there_is_one_country(cast: Any) -> None:
    figures = {"scale": 5, "plain": True, "origin": [0, 0]}
    send_survey(by=cast.umpire, name="Loddon", survey=great(), now=NOON, **figures)
    claims = all_at_once([lambda: claim_next(NOON)] * 6)
    assert sum(held is not None for held in claims) == 1, "one of them has it"
    again = claim_next(NOON + LEASE)
    assert again is not None
    helds = [next(held for held in claims if held), again, again]
    assert sorted(all_at_once([lambda held=held: make(held, lambda: END) for held in helds])) == [False, False, True]  # type: ignore[misc]
    assert Country.objects.count() == 1 and Survey.objects.get().country is not None


def test_of_many_surveys_that_one_person_sends_at_once_a_few_are_taken(cast: Any) -> None:
    figures = {"scale": 5, "plain": True, "origin": [0, 0], "name": "Loddon", "survey": great(), "now": NOON}
    results = all_at_once([lambda: send_survey(by=cast.umpire, **figures)] * 6)
    assert sum(isinstance(one, WrongState) for one in results) == 6 - MOST_WAITING
    assert Survey.objects.count() == MOST_WAITING


def test_when_all_are_ready_at_once_time_is_called_once(cast: Any) -> None:
    battle = a_battle(cast)
    move = the_move(battle)
    users = [cast.red_foot, cast.red_horse, cast.red_guns]
    deeds = [lambda user=user: declare_ready(user=user, move=move.public_id, ends=True, now=NOON) for user in users]  # type: ignore[misc]
    results = all_at_once(deeds)
    assert sum(one.called for one in results) == 1
    assert Readiness.objects.count() == 4
    assert battle.record.filter(kind="time-called").count() == 1


def test_an_order_is_accepted_before_a_dismissal_or_not_at_all(cast: Any) -> None:
    """RELIABILITY F4: a dismissed person gives no order afterwards."""
    for _ in range(5):
        battle = a_battle(cast)
        move = the_move(battle)
        posts = Post.objects.filter(campaign=battle.campaign, user=cast.red_horse)
        fire = [lambda post=post: dismiss(by=cast.umpire, post=post.public_id, now=NOON) for post in posts]  # type: ignore[misc]

        def order(move: Move = move) -> Any:
            return submit_orders(
                user=cast.red_horse,
                move=move.public_id,
                thing="red-horse",
                orders=[{"order": "stand", "body": "red-horse"}],
                base_revision=0,
                key="k",
                now=NOON,
            )

        results = all_at_once([*fire, order])
        accepted = isinstance(results[-1], orders.Receipt)
        assert OrderEntry.objects.filter(move=move).count() == accepted
        with pytest.raises(Refused):
            order()


def test_a_lock_is_taken_inside_a_transaction_or_not_at_all(cast: Any) -> None:
    battle = a_battle(cast)
    for lock in (locks.lock_battle, locks.lock_battles_of, locks.lock_campaign):
        with pytest.raises(RuntimeError):
            lock(battle.pk)
    with transaction.atomic():
        assert locks.lock_battle(battle.pk).campaign == battle.campaign


def test_the_battle_is_locked_before_what_is_due_is_claimed(cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of locks: the battle first, in every transaction of the sweep."""
    a_battle(cast)
    statements: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        assert timers.sweep(DRAINED).closed == 1
    battle = next(
        at for at, sql in enumerate(statements) if sql.startswith("SELECT") and 'FROM "campaigns_battle"' in sql
    )
    claim = next(at for at, sql in enumerate(statements) if sql.startswith('UPDATE "campaigns_due"'))
    assert battle < claim
