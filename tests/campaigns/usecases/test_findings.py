"""Facts are measured, the finding previewed, the fire settled, the move submitted."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta

import pytest

from campaigns.bridge import brief, digest, rules_of
from campaigns.clockwork.timers import sweep
from campaigns.errors import Busy, FactsWanting, NotUmpire, Parked, Stale, Unseen, WrongState
from campaigns.models import (
    Battle,
    FactSheet,
    Finding,
    Move,
    Notice,
    PointsEntry,
    Report,
    SupplyEntry,
    Thing,
)
from campaigns.serving.holders import has_ended, this_process
from campaigns.usecases.moves import submission
from campaigns.usecases.moves.finding import find
from campaigns.usecases.moves.findings import finish_submission, measure, preview_finding, submit_move
from campaigns.usecases.moves.ledgers import balances, halves, points_of, recount
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from rules.books import book
from rules.errors import Invalid
from tests.campaigns.builders import EVERYBODY, NOON, START, a_battle, the_move

END = NOON + timedelta(minutes=10, seconds=5)
AFTER = NOON + timedelta(minutes=12)
CHARGE = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
CHARGE_FACTS = {"distance": 20, "chargers": 20, "charged": 12, "contours_up": 0, "contours_down": 0}


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


def play(cast, battle, now):
    """The current move of a battle passes without orders and is submitted."""
    move = the_move(battle)
    close_move(move_id=move.pk, now=now, cause="time")
    measured = {need.subject: {"source": None} for need in preview_finding(by=cast.umpire, move=move.public_id).wanting}
    if measured:
        facts = {"supply": {name: {"source": "red-depot", "distance": 10} for name in measured}}
        measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={}, move_facts=facts, now=now)
    return submit_move(by=cast.umpire, move=move.public_id, now=now)


@pytest.fixture
def charge(cast, battle, move):
    """A move in which Red's lancers are to charge, closed and not yet measured."""
    order(cast.red_horse, move, "red-horse", CHARGE)
    close_move(move_id=move.pk, now=END, cause="time")
    return move


def measured(cast, move, facts=None, base=0, now=END):
    return measure(
        by=cast.umpire, move=move.public_id, base_revision=base, orders={"red-horse/0": facts or CHARGE_FACTS}, now=now
    )


# -- facts -----------------------------------------------------------------------------------------


def test_facts_are_measured_in_whole_sheets_of_which_the_last_counts(cast, charge):
    assert measured(cast, charge).revision == 1
    assert measured(cast, charge, {**CHARGE_FACTS, "charged": 10}, base=1).revision == 2
    assert brief(charge.battle, charge).orders[0]["measured"]["charged"] == 10
    assert FactSheet.objects.count() == 2


def test_a_stale_sheet_of_facts_overwrites_nothing(cast, charge):
    measured(cast, charge)
    with pytest.raises(Stale):
        measured(cast, charge)
    assert FactSheet.objects.count() == 1


@pytest.mark.parametrize(
    "orders",
    [
        {"red-horse/0": {"chargers": -1}},
        {"red-horse/0": {"sabres": 3}},
        {"red-horse/1": {"chargers": 3}},
        {"blue-horse/0": {"chargers": 3}},
        {"red-horse/0": 3},
        [],
    ],
)
def test_facts_that_are_not_understood_are_refused(cast, charge, orders):
    with pytest.raises(Invalid):
        measure(by=cast.umpire, move=charge.public_id, base_revision=0, orders=orders, now=END)
    assert not FactSheet.objects.exists()


def test_only_the_umpire_previews_and_submits(cast, charge):
    for user, refusal in ((cast.red_general, NotUmpire), (cast.official, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(refusal):
            preview_finding(by=user, move=charge.public_id)
        with pytest.raises(refusal):
            submit_move(by=user, move=charge.public_id, now=END)


def test_the_preview_tells_what_is_wanting_and_then_what_comes_of_it(cast, charge):
    before = preview_finding(by=cast.umpire, move=charge.public_id)
    assert "distance" in {need.key for need in before.wanting}
    measured(cast, charge)
    after = preview_finding(by=cast.umpire, move=charge.public_id)
    assert not after.wanting
    assert after.sequence == ((0, "Contact"),)
    assert "charge-delivered" in {event["event"] for event in after.finding.events}
    assert not Finding.objects.exists()


# -- submitting ------------------------------------------------------------------------------------


def test_an_open_move_cannot_be_submitted(cast, move):
    with pytest.raises(WrongState):
        submit_move(by=cast.umpire, move=move.public_id, now=NOON)


def test_a_move_is_not_submitted_while_facts_are_wanting(cast, charge):
    with pytest.raises(FactsWanting) as refused:
        submit_move(by=cast.umpire, move=charge.public_id, now=AFTER)
    assert refused.value.needs
    charge.refresh_from_db()
    assert (charge.fence, charge.status) == (0, Move.Status.CLOSED)


def test_submission_publishes_the_finding_to_all_and_opens_the_next_move(cast, battle, charge):
    measured(cast, charge)
    submitted = submit_move(by=cast.umpire, move=charge.public_id, now=AFTER)
    following = the_move(battle)
    assert submitted.done
    assert submitted.next_move == following.public_id
    assert (following.number, following.side, following.opened_at) == (2, "blue", AFTER)
    finding = Finding.objects.get(move=charge)
    assert following.position == finding.position
    assert Thing.objects.get(battle=battle, thing="blue-foot").men == finding.position["bodies"]["blue-foot"]["men"]
    assert Thing.objects.get(battle=battle, thing="blue-foot").men < 60
    assert sorted(Report.objects.filter(move=charge).values_list("side", flat=True)) == ["blue", "observer", "red"]
    assert Notice.objects.filter(move=charge, kind="report").count() == EVERYBODY
    assert balances(battle.pk) == book("kriegspiel").pieces.stock(finding.position)
    assert recount(battle=battle) == ()
    causes = set(SupplyEntry.objects.filter(move=charge).values_list("cause", flat=True))
    assert "charge-delivered" in causes


def test_the_report_of_a_side_holds_its_own_orders_and_the_other_side_s_none(cast, battle, charge):
    measured(cast, charge)
    submit_move(by=cast.umpire, move=charge.public_id, now=AFTER)
    reports = {report.side: report.data for report in Report.objects.filter(move=charge)}
    assert [one["thing"] for one in reports["red"]["orders"]] == ["red-horse"]
    assert reports["blue"]["orders"] == reports["observer"]["orders"] == []
    assert "charge-delivered" in {event["event"] for event in reports["blue"]["events"]}
    assert "packets" not in reports["blue"]["sees"]["depots"]["red-depot"]


def test_submitting_twice_is_submitting_once(cast, battle, charge):
    measured(cast, charge)
    submit_move(by=cast.umpire, move=charge.public_id, now=AFTER)
    again = submit_move(by=cast.umpire, move=charge.public_id, now=AFTER)
    assert not again.done
    assert again.next_move == the_move(battle).public_id
    assert Finding.objects.count() == 1
    assert Move.objects.count() == 2


def test_while_a_move_is_being_submitted_it_is_left_alone(cast, charge):
    measured(cast, charge)
    Move.objects.filter(pk=charge.pk).update(fence=1, attempts=1, claimed_at=AFTER)
    for deed in (
        lambda: submit_move(by=cast.umpire, move=charge.public_id, now=AFTER + timedelta(seconds=29)),
        lambda: measured(cast, charge, base=1, now=AFTER),
    ):
        with pytest.raises(Busy):
            deed()


def test_a_finding_runs_again_to_the_same_bytes(cast, battle, charge):
    """RELIABILITY C2."""
    measured(cast, charge)
    asked = brief(Battle.objects.get(pk=battle.pk), charge)
    submit_move(by=cast.umpire, move=charge.public_id, now=AFTER)
    stored = Finding.objects.get(move=charge)
    again = find(brief(Battle.objects.get(pk=battle.pk), Move.objects.get(pk=charge.pk)), ())
    output = {
        "position": again.position,
        "events": again.events,
        "refused": again.refused,
        "reckoning": again.reckoning,
    }
    assert digest(output) == stored.output_digest
    assert asked.digest == stored.input_digest
    assert stored.seed_digest == battle.seed_digest


def test_the_interval_lies_between_two_moves(cast):
    """KS-TURN-07."""
    battle = a_battle(cast, interval_minutes=5)
    play(cast, battle, END)
    following = the_move(battle)
    assert following.opened_at == END + timedelta(minutes=5)
    assert following.closes_at == END + timedelta(minutes=15)
    assert following.dues.get(kind="interval").due_at == following.opened_at


def test_where_moves_go_by_a_deadline_there_is_no_interval(cast):
    battle = a_battle(cast, interval_minutes=5, clock_mode="deadline", deadline_time="20:00")
    play(cast, battle, END)
    assert the_move(battle).opened_at == END


@pytest.mark.slow
def test_points_are_entered_as_differences_that_sum_to_the_score(cast):
    """KS-LW-16."""
    battle = a_battle(cast, options={"two_stage_move": False, "score_points": True})
    move = the_move(battle)
    order(cast.red_horse, move, "red-horse", CHARGE)
    close_move(move_id=move.pk, now=END, cause="time")
    measured(cast, move)
    submit_move(by=cast.umpire, move=move.public_id, now=AFTER)
    play(cast, battle, AFTER + timedelta(minutes=12))
    following = the_move(battle)
    score = rules_of(battle.terms).table(following.position).score()
    assert score
    assert points_of(battle.pk) == {side: halves(points) for side, points in score.items()}
    assert PointsEntry.objects.filter(battle=battle).exists()


@pytest.mark.slow
def test_the_clock_submits_where_the_campaign_says_so_and_no_fact_is_wanting(cast):
    battle = a_battle(cast, umpire="none")
    swept = sweep(END)
    assert (swept.closed, swept.submitted) == (1, 1)
    assert the_move(battle).number == 2


def test_the_clock_leaves_a_move_to_the_umpire_where_facts_are_wanting(cast):
    battle = a_battle(cast, umpire="none")
    move = the_move(battle)
    order(cast.red_horse, move, "red-horse", CHARGE)
    sweep(END)
    assert sweep(END + timedelta(seconds=1)).submitted == 0
    move.refresh_from_db()
    assert (move.status, move.parked) == (Move.Status.CLOSED, False)
    assert Notice.objects.filter(kind="waits").exists()


# -- faults ----------------------------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch):
    """A book whose adjudication fails through a fault of the program."""
    from rules.kriegspiel import book

    def adjudicate(*args, **kwargs):
        raise ZeroDivisionError

    monkeypatch.setattr(book, "adjudicate", adjudicate)
    return monkeypatch


@pytest.mark.slow
def test_a_fault_of_the_program_parks_the_move_and_tells_the_umpire_the_reference(cast, battle, move, broken):
    close_move(move_id=move.pk, now=END, cause="time")
    with pytest.raises(Parked) as refused:
        submit_move(by=cast.umpire, move=move.public_id, now=AFTER)
    move.refresh_from_db()
    assert move.parked
    reference = refused.value.sentence.split()[-1].rstrip(".")
    assert reference in Notice.objects.get(kind="parked", post__user=cast.umpire).text
    assert Notice.objects.filter(kind="delayed").count() == EVERYBODY
    assert sweep(AFTER + timedelta(minutes=1)).submitted == 0
    broken.undo()
    assert submit_move(by=cast.umpire, move=move.public_id, now=AFTER + timedelta(minutes=2)).done


@pytest.fixture
def twice(monkeypatch):
    """A book whose finding leaves a position that cannot be parsed: one id occurs twice."""
    from rules.kriegspiel.book import KRIEGSPIEL

    really = type(KRIEGSPIEL).adjudicate

    def adjudicate(self, *args, **kwargs):
        found = really(self, *args, **kwargs)
        body = next(iter(found.position["bodies"].values()))
        name = next(iter(found.position["guns"]))
        return replace(found, position={**found.position, "bodies": {**found.position["bodies"], name: body}})

    monkeypatch.setattr(type(KRIEGSPIEL), "adjudicate", adjudicate)
    return monkeypatch


def test_a_finding_that_cannot_be_read_again_is_not_published_and_its_move_is_parked(cast, battle, move, twice):
    """It was published, and no page of the battle could be opened any more."""
    close_move(move_id=move.pk, now=END, cause="time")
    with pytest.raises(Parked):
        submit_move(by=cast.umpire, move=move.public_id, now=AFTER)
    move.refresh_from_db()
    assert move.parked and not Finding.objects.exists() and Move.objects.count() == 1
    assert Notice.objects.filter(kind="parked", post__user=cast.umpire).count() == 1
    assert sweep(AFTER + timedelta(minutes=1)).submitted == 0
    twice.undo()
    assert submit_move(by=cast.umpire, move=move.public_id, now=AFTER + timedelta(minutes=2)).done


@pytest.mark.parametrize("fault", ["twice", "broken"])
def test_a_fault_met_while_facts_are_asked_for_parks_the_move_and_is_not_tried_for_ever(cast, request, fault):
    """Missing facts are found by the same rules: their fault occurred before the claim, and was counted by nobody."""
    move = the_move(a_battle(cast, umpire="none"))
    order(cast.red_horse, move, "red-horse", CHARGE)
    request.getfixturevalue(fault)
    for second in range(3):
        assert sweep(END + timedelta(seconds=second)).failed == 0
    move.refresh_from_db()
    assert move.parked and not Finding.objects.exists()
    assert Notice.objects.filter(kind="parked", post__user=cast.umpire).count() == 1


def test_one_parked_battle_does_not_hold_up_another(cast, battle, move, broken):
    other = a_battle(cast, name="Aldershot")
    for one in (battle, other):
        close_move(move_id=the_move(one).pk, now=END, cause="time")
    with pytest.raises(Parked):
        submit_move(by=cast.umpire, move=move.public_id, now=AFTER)
    broken.undo()
    assert submit_move(by=cast.umpire, move=the_move(other).public_id, now=AFTER).done


def test_a_move_claimed_three_times_and_never_finished_is_parked(cast, battle, move):
    """RELIABILITY B4."""
    close_move(move_id=move.pk, now=END, cause="time")
    Move.objects.filter(pk=move.pk).update(fence=3, attempts=3, claimed_at=END)
    sweep(END + timedelta(seconds=31))
    move.refresh_from_db()
    assert (move.parked, move.status) == (True, Move.Status.CLOSED)


def test_an_abandoned_claim_is_finished_by_the_sweep_once_its_lease_is_out(cast, battle, move):
    close_move(move_id=move.pk, now=END, cause="time")
    Move.objects.filter(pk=move.pk).update(fence=1, attempts=1, claimed_at=END)
    assert sweep(END + timedelta(seconds=29)).submitted == 0
    assert sweep(END + timedelta(seconds=30)).submitted == 1
    assert Finding.objects.get().fence == 2


def test_a_claim_whose_process_was_killed_is_taken_up_at_once(cast, battle, move):
    """By the sweep, and by whoever presses again: nobody waits for the lease of somebody who is known to be dead."""
    close_move(move_id=move.pk, now=END, cause="time")
    child = subprocess.Popen([sys.executable, "-c", SAYS_ITS_NAME], stdout=subprocess.PIPE, text=True)
    name = child.stdout.readline().strip()
    Move.objects.filter(pk=move.pk).update(fence=1, attempts=1, claimed_at=END, claimed_by=name)
    assert name and not has_ended(name)
    assert sweep(END + timedelta(seconds=2)).submitted == 0, "it lives"
    with pytest.raises(Busy):
        submit_move(by=cast.umpire, move=move.public_id, now=END + timedelta(seconds=2))
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert has_ended(name), "it has ended, and is not yet buried"
    child.communicate()
    assert sweep(END + timedelta(seconds=3)).submitted == 1
    assert Finding.objects.get().fence == 2


def test_of_a_process_that_is_not_known_here_nobody_says_that_it_has_ended():
    host, boot, space, pid, began = this_process().split(":", 1)[0], *this_process().split(":", 1)[1].rsplit(":", 3)
    others = (
        "",
        "x",
        "elsewhere" + this_process(),
        f"{host}:{boot}:other:{pid}:{began}",
        f"{host}::{space}:{pid}:{began}",
    )
    assert not any(has_ended(one) for one in others)
    assert not has_ended(this_process())
    assert has_ended(this_process()[:-1] + ("1" if this_process()[-1] != "1" else "2")), "its id is another's by now"


SAYS_ITS_NAME = """
from campaigns.serving.holders import this_process
import time
print(this_process(), flush=True)
time.sleep(60)
"""


def test_a_zombie_is_fenced_off(cast, battle, move, monkeypatch):
    """RELIABILITY B3: a worker wakes after its lease ran out and another has done the work."""
    close_move(move_id=move.pk, now=END, cause="time")
    from campaigns.usecases.moves import submission

    really = submission.find_to_publish

    def slow(asked, rulings):
        monkeypatch.setattr(submission, "find_to_publish", really)
        assert finish_submission(move_id=move.pk, now=AFTER + timedelta(seconds=30)).done
        return really(asked, rulings)

    monkeypatch.setattr(submission, "find_to_publish", slow)
    assert not submit_move(by=cast.umpire, move=move.public_id, now=AFTER).done
    assert Finding.objects.get().fence == 2
    assert Move.objects.count() == 2


def test_a_zombie_whose_successor_still_works_publishes_nothing(cast, battle, move, monkeypatch):
    close_move(move_id=move.pk, now=END, cause="time")
    from campaigns.usecases.moves import submission

    really = submission.find_to_publish

    def slow(asked, rulings):
        Move.objects.filter(pk=move.pk).update(fence=2, claimed_at=AFTER)
        return really(asked, rulings)

    monkeypatch.setattr(submission, "find_to_publish", slow)
    assert not submit_move(by=cast.umpire, move=move.public_id, now=AFTER).done
    assert not Finding.objects.exists()
    assert Move.objects.count() == 1


def test_a_move_submission_of_24_bodies_takes_at_most_sixty_queries(cast, django_assert_max_num_queries):
    bodies = {
        f"{side}-{arm}-{n}": {"side": side, "arm": arm, "men": 30}
        for side in ("red", "blue")
        for arm in ("infantry", "cavalry")
        for n in range(6)
    }
    battle = a_battle(
        cast, start={**START, "bodies": {**bodies, **{k: START["bodies"][k] for k in ("red-crew", "blue-crew")}}}
    )
    move = the_move(battle)
    for number in range(6):
        march = {"order": "march", "body": f"red-infantry-{number}", "measured": {"distance": 6}}
        order(cast.red_foot, move, f"red-infantry-{number}", march)
    close_move(move_id=move.pk, now=END, cause="time")
    with django_assert_max_num_queries(60):
        assert submit_move(by=cast.umpire, move=move.public_id, now=AFTER).done


def test_a_submission_reads_its_move_once(cast, charge, monkeypatch):
    measure(by=cast.umpire, move=charge.public_id, base_revision=0, orders={"red-horse/0": CHARGE_FACTS}, now=AFTER)
    read = []
    monkeypatch.setattr(submission, "brief", lambda *rows: read.append(rows) or brief(*rows))
    assert submit_move(by=cast.umpire, move=charge.public_id, now=AFTER).done
    assert len(read) == 1


def test_what_is_measured_while_a_submission_waits_for_the_lock_counts(cast, charge, monkeypatch):
    measure(by=cast.umpire, move=charge.public_id, base_revision=0, orders={"red-horse/0": CHARGE_FACTS}, now=AFTER)
    read = []

    def read_and_meanwhile(*rows):
        read.append(brief(*rows))
        if len(read) == 1:
            fewer = {"red-horse/0": CHARGE_FACTS | {"charged": 3}}
            measure(by=cast.umpire, move=charge.public_id, base_revision=1, orders=fewer, now=AFTER)
        return read[-1]

    monkeypatch.setattr(submission, "brief", read_and_meanwhile)
    assert submit_move(by=cast.umpire, move=charge.public_id, now=AFTER).done
    assert len(read) > 1
    assert Finding.objects.get(move=charge).input_digest == read[-1].digest != read[0].digest
