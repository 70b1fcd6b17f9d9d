"""A move is taken back by form: what depends on it first, then a reason and a tick."""

from __future__ import annotations

import pytest

from campaigns.models import Move
from tests.campaigns import builders
from tests.campaigns.web.conftest import close, give, submitted, url


@pytest.fixture
def first(cast, battle, move):
    """Red's first move, submitted."""
    give(cast, move)
    return submitted(cast, move)


def press(umpire, battle, move, **more):
    return umpire.post(
        url("undo", battle),
        {"move": move.public_id, "reason": "Measured wrongly", "sure": "yes", "keep": "yes", **more},
    )


@pytest.mark.slow
def test_the_desk_leads_to_the_list_of_what_depends_on_the_last_move(battle, first, umpire):
    assert url("undo", battle) in umpire.get(url("desk", battle)).content.decode()
    page = umpire.get(url("undo", battle)).content.decode()
    assert "What depended on it" in page and "Undo move 1, Red" in page and "Stay, marked as undone" in page


@pytest.mark.slow
def test_it_is_taken_back_and_its_orders_stand_on_the_desk_again(battle, first, umpire, red):
    assert press(umpire, battle, first).status_code == 302
    assert (builders.the_move(battle).number, builders.the_move(battle).attempt) == (1, 1)
    assert "Red Rifles" in umpire.get(url("desk", battle)).content.decode()
    reports = red.get(url("reports", battle)).content.decode()
    assert "Undone" in reports and "attempt=0" in reports
    told = red.get(f"{url('report', battle, 1)}?attempt=0").content.decode()
    assert "This move has been undone" in told and "Measured wrongly" in told
    assert "Move undone" in red.get(url("receipts", battle)).content.decode()


def test_without_a_tick_or_a_reason_nothing_is_done_and_nothing_typed_is_lost(battle, first, umpire):
    for wrong in ({"sure": ""}, {"reason": ""}):
        answer = press(umpire, battle, first, **wrong)
        assert answer.status_code == 400
        assert "Measured wrongly" in answer.content.decode() or wrong == {"reason": ""}
    assert not Move.every.filter(taken_back_at__isnull=False).exists()


@pytest.mark.slow
def test_a_move_that_is_not_the_last_any_more_is_refused_on_the_page(cast, battle, first, umpire):
    second = builders.the_move(battle)
    submitted(cast, second)
    answer = press(umpire, battle, first)
    assert answer.status_code == 409 and "Undo that one first" in answer.content.decode()


def test_before_the_first_submission_there_is_nothing_to_undo(cast, battle, move, umpire):
    assert umpire.get(url("undo", battle)).status_code == 409
    close(cast, move)
    assert url("undo", battle) not in umpire.get(url("desk", battle)).content.decode()


@pytest.mark.slow
def test_nobody_but_the_umpire_undoes_by_form(battle, first, red, stranger):
    for client, status in ((red, 403), (stranger, 404)):
        assert client.get(url("undo", battle)).status_code == status
        assert press(client, battle, first).status_code == status
    assert not Move.every.filter(taken_back_at__isnull=False).exists()


@pytest.mark.slow
def test_no_page_costs_more_after_a_move_was_taken_back(battle, first, umpire, red, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        assert umpire.get(url("undo", battle)).status_code == 200
    press(umpire, battle, first)
    pages = [
        (umpire, url("desk", battle)),
        (red, url("sheet", battle)),
        (red, url("reports", battle)),
        (red, url("after", battle)),
    ]
    for client, address in [*pages, (umpire, url("replay", battle)), (red, url("report", battle, 1))]:
        with django_assert_max_num_queries(12):
            assert client.get(address).status_code == 200, address
