"""A move in which nothing is in doubt is published by itself after so many minutes, unless an umpire stops it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from campaigns import sight
from campaigns.clockwork import due_actions
from campaigns.clockwork.timers import sweep
from campaigns.desk import desk
from campaigns.desk.doubts import is_in_doubt
from campaigns.desk.questions import open_questions
from campaigns.errors import NotUmpire, Unseen, WrongState
from campaigns.locks import lock_battle
from campaigns.models import Battle, Due, Finding, Move, Notice, RecordEntry, Report
from campaigns.usecases.access import fresh_move
from campaigns.usecases.campaigns.audit import replay
from campaigns.usecases.clock.clock import pause_clock, resume_clock
from campaigns.usecases.clock.clock_set import carry_over
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.desk.returned_orders import hold_order, release_order, return_order
from campaigns.usecases.desk.rulings import correct_order, overrule_finding, restore
from campaigns.usecases.messages.questions import answer_question, ask_umpire
from campaigns.usecases.moves.fire import publish_fire
from campaigns.usecases.moves.move_claims import LEASE, park
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.moves.undisputed import publish_undisputed, resume_publication, stop_publication
from campaigns.usecases.orders.orders import submit_orders
from campaigns.web.desk.strip import strip
from tests.campaigns import desk_scene
from tests.campaigns.builders import NOON, START, a_battle, the_move
from tests.campaigns.games import a_game

MINUTE = timedelta(minutes=1)
CLOSED = NOON + MINUTE
"""When the orders closed."""
MINUTES = 5
DUE = CLOSED + MINUTES * MINUTE
"""When it is published by itself."""

FAR = {"order": "march", "body": "red-foot", "path": [[200, 40]]}


def on_the_map(cast: Any, **more: Any) -> Move:
    """A move on a map, where nothing is measured by people."""
    options = {**desk_scene.OPTIONS, **more.pop("options", {})}
    given = {"start": desk_scene.START, "options": options, "drain_seconds": 0, "publish_minutes": MINUTES, **more}
    return the_move(a_battle(cast, **given))


def ordered(cast: Any, move: Move, order: Any = desk_scene.MARCH, thing: str = "red-foot", base: int = 0) -> str:
    user = cast.red_horse if "horse" in thing else cast.red_foot
    given: Any = {"thing": thing, "orders": [order], "base_revision": base, "key": f"k-{thing}-{base}", "now": NOON}
    return submit_orders(user=user, move=move.public_id, **given).number


def closed(move: Move, now: Any = CLOSED) -> Move:
    close_move(move_id=move.pk, now=now, cause="time")
    move.refresh_from_db()
    return move


def published(move: Move) -> bool:
    move.refresh_from_db()
    return move.status == Move.Status.SUBMITTED


@pytest.fixture
def move(cast: Any) -> Move:
    """A march was ordered as it may be, and the orders are closed."""
    found = on_the_map(cast)
    ordered(cast, found)
    return closed(found)


def doubtful(move: Move) -> tuple[bool, bool]:
    """Whether something is in doubt, for the clock and by the strip of the desk."""
    with transaction.atomic():
        battle = lock_battle(move.battle_id)
        clock = is_in_doubt(battle, fresh_move(battle, move.pk, whole=True))
    seat = sight.find_battle(move.battle.campaign.posts.get(kind="umpire").user, move.battle.public_id)
    return clock, bool(strip(desk(seat, CLOSED), open_questions(seat)).doubtful)


# -- it is published --------------------------------------------------------------------------------


def test_an_undisputed_move_is_published_when_its_minutes_are_over_and_not_before(move: Move) -> None:
    assert move.publishes_at == DUE and doubtful(move) == (False, False)
    assert sweep(DUE - timedelta(milliseconds=1)).published == 0 and not published(move)
    assert sweep(DUE).published == 1 and published(move)
    assert move.submitted_at == DUE


def test_a_campaign_that_says_nothing_publishes_nothing_by_itself(cast: Any) -> None:
    found = on_the_map(cast, publish_minutes=None)
    ordered(cast, found)
    assert closed(found).publishes_at is None
    assert sweep(DUE).published == 0 and not published(found)


def test_it_is_the_same_result_byte_for_byte_as_when_the_umpire_presses(cast: Any, move: Move) -> None:
    def result(publish: Any) -> Any:
        class Back(Exception):
            pass

        told: list[Any] = []
        with pytest.raises(Back), transaction.atomic():
            publish()
            finding = Finding.objects.get(move=move)
            reports = Report.objects.filter(move=move).order_by("side").values_list("side", "data")
            said = [(side, {**data, "seal": ""}) for side, data in reports]  # the record says who published it
            told.append((finding.input_digest, finding.output_digest, finding.position, said))
            raise Back
        return told[0]

    by_umpire = result(lambda: submit_move(by=cast.umpire, move=move.public_id, now=DUE))
    by_itself = result(lambda: publish_undisputed(move_id=move.pk, now=DUE))
    assert by_itself == by_umpire and len(by_itself[3]) >= 2


def test_the_umpires_are_told_that_it_was_published_by_itself_and_so_is_the_record(cast: Any, move: Move) -> None:
    sweep(DUE)
    (told,) = Notice.objects.filter(kind="by-itself")
    assert told.post.kind == "umpire" and told.text == "Move 1 was published by itself: nothing was in doubt."
    entry = RecordEntry.objects.get(kind="published-by-itself")
    assert (entry.actor, entry.data["minutes"]) == ("clock", MINUTES)
    assert all(one.same for one in replay(battle=move.battle))


def test_of_what_the_umpire_published_nothing_of_the_kind_is_said(cast: Any, move: Move) -> None:
    submit_move(by=cast.umpire, move=move.public_id, now=DUE)
    assert not RecordEntry.objects.filter(kind="published-by-itself").exists()
    assert not Notice.objects.filter(kind="by-itself").exists()


def test_doing_it_twice_publishes_once(move: Move) -> None:
    """Whichever process is asked, and however often."""
    for _ in range(2):
        due_actions.find(move.pk, DUE, due_actions.Swept())
        sweep(DUE)
        assert not publish_undisputed(move_id=move.pk, now=DUE)
    assert Finding.objects.filter(move=move).count() == 1
    assert RecordEntry.objects.filter(kind="published-by-itself").count() == 1


def test_a_worker_that_is_asked_too_early_leaves_it(move: Move) -> None:
    """A task may lie in its queue while the umpire rules, and the minutes begin again."""
    assert not publish_undisputed(move_id=move.pk, now=DUE - MINUTE) and not published(move)
    assert Due.objects.filter(kind="publish", state="waiting").count() == 1


def test_a_sweep_with_workers_hands_it_to_one_and_asks_no_other_meanwhile(move: Move) -> None:
    asked: list[int] = []
    for seconds in (0, 1):
        assert sweep(DUE + timedelta(seconds=seconds), hand_on=asked.append).published == 0
    assert asked == [move.pk] and not published(move)
    tasks_done = due_actions.Swept()
    due_actions.find(move.pk, DUE + timedelta(seconds=2), tasks_done)
    assert tasks_done.published == 1 and published(move)


def test_with_a_fire_stage_the_fire_is_published_by_itself_and_then_the_move(cast: Any) -> None:
    found = on_the_map(cast, options={"two_stage_move": True})
    assert closed(found).stage == "fire" and found.publishes_at == DUE
    assert sweep(DUE).published == 1
    found.refresh_from_db()
    assert (found.stage, found.status, found.publishes_at) == ("movement", "open", None)
    assert (
        Notice.objects.get(kind="by-itself").text == "The fire of move 1 was published by itself: nothing was in doubt."
    )
    later = DUE + timedelta(seconds=30)
    closed(found, later)
    assert found.publishes_at == later + MINUTES * MINUTE
    for seconds in range(30, MINUTES * 60 + 30, 30):
        sweep(later + timedelta(seconds=seconds))
    assert published(found)
    assert RecordEntry.objects.filter(kind="published-by-itself").count() == 2


def test_the_umpire_may_press_before_that(cast: Any) -> None:
    found = closed(on_the_map(cast, options={"two_stage_move": True}))
    publish_fire(by=cast.umpire, move=found.public_id, now=CLOSED)
    assert sweep(DUE).published == 0
    assert not Notice.objects.filter(kind="by-itself").exists()


# -- something is in doubt --------------------------------------------------------------------------


def _question(cast: Any, move: Move, number: str) -> Any:
    asked = ask_umpire(by=cast.red_foot, battle=move.battle.public_id, text="May they swim?", key="q", now=CLOSED)
    return lambda now: answer_question(by=cast.umpire, question=asked.number, text="No.", now=now)


def _held(cast: Any, move: Move, number: str) -> Any:
    ruled = hold_order(by=cast.umpire, move=move.public_id, entry=number, reason="Is it he?", now=CLOSED)
    return lambda now: release_order(by=cast.umpire, ruling=ruled.ruling, reason="It is.", now=now)


def _returned(cast: Any, move: Move, number: str) -> Any:
    given = {"reason": "Which road?", "now": CLOSED}
    ruled = return_order(by=cast.umpire, move=move.public_id, entry=number, **given)
    return lambda now: release_order(by=cast.umpire, ruling=ruled.ruling, reason="That one.", now=now)


def _parked(cast: Any, move: Move, number: str) -> Any:
    with transaction.atomic():
        battle = lock_battle(move.battle_id)
        park(battle, fresh_move(battle, move.pk), "A fault.", now=CLOSED)
    return None


@pytest.mark.parametrize("doubt", [_question, _held, _returned, _parked])
def test_what_is_in_doubt_is_not_published_until_it_is_settled(cast: Any, doubt: Any) -> None:
    found = on_the_map(cast)
    number = ordered(cast, found)
    settle = doubt(cast, closed(found), number)
    assert doubtful(found) == (True, True)
    late = DUE + timedelta(seconds=10)
    assert sweep(late).published == 0 and not published(found)
    if settle is None:
        return
    told = Notice.objects.filter(kind="in-doubt")
    assert [one.post.kind for one in told] == ["umpire"]
    assert sweep(late).published == 0 and told.count() == 1, "it is said once"
    settle(late)
    assert doubtful(found) == (False, False)
    found.refresh_from_db()
    assert found.publishes_at == late + MINUTES * MINUTE
    assert publish_undisputed(move_id=found.pk, now=found.publishes_at) and published(found)


def test_a_fact_that_is_wanted_stops_it_and_the_minutes_begin_when_it_is_measured(cast: Any) -> None:
    found = the_move(a_battle(cast, drain_seconds=0, publish_minutes=MINUTES, start=START))
    ordered(cast, found, {"order": "march", "body": "red-foot"})
    closed(found)
    assert doubtful(found) == (True, True)
    assert not publish_undisputed(move_id=found.pk, now=DUE)
    given: Any = {"base_revision": 0, "orders": {"red-foot/0": {"distance": 6}}, "now": DUE}
    measure(by=cast.umpire, move=found.public_id, **given)
    assert doubtful(found) == (False, False)
    assert publish_undisputed(move_id=found.pk, now=DUE + MINUTES * MINUTE)


def test_an_order_that_the_rules_refuse_stops_it(cast: Any) -> None:
    found = on_the_map(cast)
    ordered(cast, found)
    closed(found)
    given: Any = {"thing": "red-foot", "orders": [FAR], "reason": "Meant so", "now": CLOSED}
    correct_order(by=cast.umpire, move=found.public_id, **given)
    assert doubtful(found) == (True, True)
    assert not publish_undisputed(move_id=found.pk, now=DUE) and not published(found)


def test_a_ruling_leaves_nothing_in_doubt_and_begins_the_minutes_again(cast: Any, move: Move) -> None:
    change = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 39}]
    given: Any = {"change": change, "reason": "I saw it", "clause": "house rule", "now": DUE - MINUTE}
    made = overrule_finding(by=cast.umpire, move=move.public_id, **given)
    assert sweep(DUE).published == 0 and not published(move)
    assert move.publishes_at == DUE + (MINUTES - 1) * MINUTE
    restore(by=cast.umpire, ruling=made.ruling, reason="No", now=DUE)
    move.refresh_from_db()
    assert move.publishes_at == DUE + MINUTES * MINUTE


# -- an umpire stops it -----------------------------------------------------------------------------


def test_an_umpire_who_wants_to_look_stops_it_and_may_let_it_go_on(cast: Any, move: Move) -> None:
    stopped = stop_publication(by=cast.umpire, move=move.public_id, now=DUE - MINUTE)
    assert (stopped.publishes_at, stopped.stopped_at) == (None, DUE - MINUTE)
    assert sweep(DUE).published == 0 and not published(move)
    again = resume_publication(by=cast.umpire, move=move.public_id, now=DUE)
    assert (again.publishes_at, again.stopped_at) == (DUE + MINUTES * MINUTE, None)
    assert publish_undisputed(move_id=move.pk, now=DUE + MINUTES * MINUTE)
    kinds = RecordEntry.objects.filter(kind__startswith="publication-").order_by("sequence")
    assert [(one.kind, one.actor) for one in kinds] == [
        ("publication-stopped", "Umpire"), ("publication-resumed", "Umpire"),
    ]  # fmt: skip


def test_what_was_stopped_stays_stopped_whatever_the_umpire_rules(cast: Any, move: Move) -> None:
    stop_publication(by=cast.umpire, move=move.public_id, now=CLOSED)
    change = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 39}]
    overrule_finding(by=cast.umpire, move=move.public_id, change=change, reason="Seen", clause="house rule", now=CLOSED)
    move.refresh_from_db()
    assert move.publishes_at is None and sweep(DUE).published == 0
    submit_move(by=cast.umpire, move=move.public_id, now=DUE)
    assert published(move)


def test_stopping_twice_is_stopping_once(cast: Any, move: Move) -> None:
    for now in (CLOSED, DUE - MINUTE):
        assert stop_publication(by=cast.umpire, move=move.public_id, now=now).stopped_at == CLOSED
    assert RecordEntry.objects.filter(kind="publication-stopped").count() == 1


def test_a_result_that_is_being_worked_out_is_stopped_too(
    cast: Any, move: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The umpire presses between the claim and the publication: nothing is published, then or later."""
    from campaigns.usecases.moves import submission

    find = submission.find_to_publish

    def stop_meanwhile(*given: Any, **named: Any) -> Any:
        stop_publication(by=cast.umpire, move=move.public_id, now=DUE)
        return find(*given, **named)

    monkeypatch.setattr(submission, "find_to_publish", stop_meanwhile)
    assert not publish_undisputed(move_id=move.pk, now=DUE)
    monkeypatch.undo()
    sweep(DUE + LEASE)
    assert not published(move) and not Finding.objects.exists()


def test_one_whose_worker_was_killed_is_published_when_its_lease_is_over(
    move: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    from campaigns.usecases.moves import submission

    class Killed(BaseException):
        pass

    def die(*given: Any, **named: Any) -> Any:
        raise Killed

    monkeypatch.setattr(submission, "find_to_publish", die)
    with pytest.raises(Killed):
        publish_undisputed(move_id=move.pk, now=DUE)
    monkeypatch.undo()
    sweep(DUE + LEASE / 2)
    assert not published(move)
    assert sweep(DUE + LEASE).published == 1 and published(move)


def test_nobody_but_an_umpire_stops_it(cast: Any, move: Move) -> None:
    for act in (stop_publication, resume_publication):
        with pytest.raises(NotUmpire):
            act(by=cast.red_general, move=move.public_id, now=CLOSED)
        with pytest.raises(Unseen):
            act(by=cast.bystander, move=move.public_id, now=CLOSED)
    assert sweep(DUE).published == 1


def test_there_is_nothing_to_stop_while_the_move_is_open_or_where_nothing_is_published_by_itself(cast: Any) -> None:
    open_move, never = on_the_map(cast), on_the_map(cast, publish_minutes=None, name="Aldershot")
    closed(never)
    for found in (open_move, never):
        with pytest.raises(WrongState):
            stop_publication(by=cast.umpire, move=found.public_id, now=CLOSED)


# -- clocks -----------------------------------------------------------------------------------------


def test_while_the_clock_is_paused_no_minutes_run_and_they_begin_when_the_orders_close(cast: Any) -> None:
    found = on_the_map(cast)
    pause_clock(by=cast.umpire, battle=found.battle.public_id, reason="Tea", minutes=20, now=CLOSED)
    assert not Due.objects.filter(kind="publish", state="waiting").exists()
    resume_clock(by=cast.umpire, battle=found.battle.public_id, now=DUE)
    assert not Due.objects.filter(kind="publish", state="waiting").exists()
    found.refresh_from_db()
    assert closed(found, found.closes_at).publishes_at == found.closes_at + MINUTES * MINUTE


def test_a_clock_that_jumps_leaves_the_minutes_that_were_left(move: Move) -> None:
    hour = timedelta(hours=1)
    with transaction.atomic():
        battle = lock_battle(move.battle_id)
        carry_over(battle, fresh_move(battle, move.pk), by=hour, now=CLOSED + hour)
    move.refresh_from_db()
    assert move.publishes_at == DUE + hour
    assert Due.objects.get(kind="publish", state="waiting").due_at == DUE + hour


def test_minutes_that_ran_out_while_the_server_was_down_are_given_again(move: Move) -> None:
    """Nobody could have stopped it."""
    sweep(DUE - MINUTE)
    down = timedelta(minutes=10)
    swept = sweep(DUE - MINUTE + down)
    assert (swept.published, swept.extended) == (0, 1) and not published(move)
    assert move.publishes_at == DUE + down


def test_a_game_on_a_board_is_not_concerned(cast: Any) -> None:
    battle = a_game(cast, publish_minutes=MINUTES)
    assert closed(the_move(battle)).publishes_at is None
    assert not Due.objects.filter(kind="publish").exists()


def test_without_an_umpire_the_clock_publishes_at_once_as_ever(cast: Any) -> None:
    found = on_the_map(cast, umpire="none")
    assert closed(found).publishes_at is None
    assert sweep(CLOSED).submitted == 1


def test_a_move_that_is_played_again_has_its_own_minutes(cast: Any, move: Move) -> None:
    from campaigns.usecases.desk.undo import undo_move

    sweep(DUE)
    undo_move(by=cast.umpire, move=move.public_id, reason="Wrong", now=DUE)
    again = the_move(Battle.objects.get(pk=move.battle_id))
    assert again.publishes_at is None
    assert closed(again, DUE + MINUTE).publishes_at == DUE + (MINUTES + 1) * MINUTE
