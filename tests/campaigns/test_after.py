"""The after-action report: what the books say move by move, to those who may read them."""

from __future__ import annotations

import pytest

from campaigns.errors import Unseen
from campaigns.sight.after import after_action
from tests.campaigns.builders import a_battle, a_cast
from tests.campaigns.looked_back import CANARIES, OF_RED, a_seat, fought, over

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return a_cast()


def course(courses, side, kind):
    """The amounts of one course."""
    return next(one.amounts for one in courses if (one.side, one.kind) == (side, kind))


def test_losses_are_what_the_ledger_holds_after_each_move(cast):
    battle = fought(cast)
    report = after_action(a_seat(cast.umpire, battle))
    assert [one.number for one in report.moves] == [1, 2, 3]
    for side in ("red", "blue"):
        men = course(report.strength, side, "men")
        rows = battle.supplies.filter(side=side, kind="men")
        assert men[0] == sum(row.amount for row in rows if row.move_id is None) == 102
        assert men[-1] == sum(row.amount for row in rows) and len(men) == 4
    assert sum(course(report.strength, side, "men")[1] for side in ("red", "blue")) < 204


@pytest.mark.slow
def test_points_are_in_halves_and_the_victory_that_the_umpire_gave_stands_at_the_close(cast):
    going_on = after_action(a_seat(cast.umpire, fought(cast)))
    assert not going_on.closing and len(course(going_on.points, "red", "points")) == 4
    battle = over(a_cast())
    ended = after_action(a_seat(cast.umpire, battle))
    points = course(ended.points, "red", "points")
    assert ended.closing and len(points) == 5
    assert points[-1] == sum(row.amount for row in battle.points.filter(side="red"))


def test_the_clock_tells_what_a_move_was_allowed_and_took_and_who_was_ready_when(cast):
    first, second, _ = after_action(a_seat(cast.umpire, fought(cast))).times
    assert (first.allowed, first.taken) == (600, 245)
    assert [(one.side, one.seconds) for one in first.ready] == [("red", 120)]
    assert second.ready == ()


def test_a_side_reads_its_own_books_and_of_the_other_what_was_in_sight(cast):
    report = after_action(a_seat(cast.red_foot, over(cast)))
    assert (report.of, report.choices, report.sides) == ("red", ("red",), ("red",))
    for courses in (report.strength, report.stores, report.points):
        assert {one.side for one in courses} == {"red"}
    assert [one.side for one in report.sighted] == ["blue"]
    assert course(report.sighted, "blue", "men")[:2] != (102, 102)
    assert CANARIES["packets"] not in repr(report)
    assert OF_RED["packets"] in repr(report)


def test_readiness_of_the_other_side_is_not_told_though_its_clock_is(cast):
    report = after_action(a_seat(cast.blue_foot, fought(cast)))
    assert [(one.taken, one.ready) for one in report.times[:1]] == [(245, ())]


def test_an_observer_reads_no_books(cast):
    report = after_action(a_seat(cast.observer, fought(cast)))
    assert report.sides == () and report.strength == report.stores == report.points == report.asked == ()
    assert [one.side for one in report.sighted] == ["red", "blue"]
    assert all(one not in repr(report) for one in (*CANARIES.values(), *OF_RED.values()))


@pytest.mark.slow
def test_nobody_reads_another_sides_report_until_the_papers_are_open(cast):
    battle = over(cast)
    for of in ("blue", "both", "observer", "nobody"):
        with pytest.raises(Unseen):
            after_action(a_seat(cast.red_foot, battle), of)
    assert after_action(a_seat(cast.umpire, battle), "blue").sides == ("blue",)
    opened = over(a_cast(), is_open=True)
    assert after_action(a_seat(cast.red_foot, opened)).sides == ("red", "blue")
    assert CANARIES["packets"] in repr(after_action(a_seat(cast.red_foot, opened), "blue"))


def test_a_battle_not_begun_has_a_report_without_moves(cast):
    report = after_action(a_seat(cast.umpire, a_battle(cast)))
    assert report.moves == () and report.times == ()
    assert course(report.strength, "red", "men") == (102,)
