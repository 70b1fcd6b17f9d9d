"""The umpire's buttons for the clock."""

from __future__ import annotations

import re

import pytest

from campaigns.models import Extension
from campaigns.usecases.people.profile import person_of
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import client_of, close, url


def test_the_clock_is_stopped_with_a_reason_that_all_read_and_goes_on(battle, move, umpire, red, blue):
    assert umpire.post(url("clock", battle, "pause"), {"minutes": "3", "reason": "Tea is served"}).status_code == 302
    for client in (red, blue):
        assert "Tea is served" in client.get(url("sheet", battle)).content.decode()
    assert "Restart the clock" in umpire.get(url("desk", battle)).content.decode()
    umpire.post(url("clock", battle, "resume"))
    move.refresh_from_db()
    assert move.paused_at is None


def test_a_move_is_extended_once_for_each_press_and_not_beyond_the_cap(battle, move, umpire):
    press = {"move": move.public_id, "minutes": "10", "reason": "A gun has fallen over", "key": "press"}
    for _ in range(2):
        assert umpire.post(url("clock", battle, "extend"), press).status_code == 302
    assert Extension.objects.count() == 1
    over = umpire.post(url("clock", battle, "extend"), {**press, "key": "again"})
    assert over.status_code == 409 and "at most 15 are allowed" in over.content.decode()


def test_time_is_called_before_it_is_up(battle, move, umpire, red):
    umpire.post(url("clock", battle, "close"), {"move": move.public_id})
    assert "The move has ended" in red.get(url("sheet", battle)).content.decode()


@pytest.mark.slow
def test_the_interval_is_cut(cast, umpire, red):
    battle = builders.a_battle(cast, interval_minutes=5)
    first = builders.the_move(battle)
    close(cast, first)
    umpire.post(url("submit-move", battle), {"move": first.public_id})
    assert "Break between moves" in red.get(url("sheet", battle)).content.decode()
    second = builders.the_move(battle)
    assert umpire.post(url("clock", battle, "open"), {"move": second.public_id}).status_code == 302
    assert "The interval" not in red.get(url("sheet", battle)).content.decode()


def test_when_a_move_closes_is_said_with_the_zone_of_the_reader_or_else_of_the_campaign(battle, red):
    assert re.search(r"closes \d\d:\d\d:\d\d UTC", red.get(url("sheet", battle)).content.decode())
    person = person_of(battle.campaign.posts.filter(user__username="red-foot").first().user)
    person.time_zone = "Asia/Tokyo"
    person.save()
    assert re.search(r"closes \d\d:\d\d:\d\d JST", red.get(url("sheet", battle)).content.decode())


def test_in_a_break_no_page_says_that_the_next_move_is_open(cast, umpire, red, blue):
    """Twin: when it is open, they say so."""
    battle = desk_scene.a_battle(cast, interval_minutes=5)
    first = builders.the_move(battle)
    close(cast, first)
    umpire.post(url("submit-move", battle), {"move": first.public_id})

    def news(client):
        return client.get(url("strip", battle), {"at": "other.movement.open"}).content.decode()

    for client in (umpire, red, blue):
        assert "is open" not in news(client) and "The next move is move 2, Blue; it opens at " in news(client)
    assert "Blue moves next." in red.get(url("sheet", battle)).content.decode()
    form = client_of(cast.blue_foot).get(url("order", battle, "blue-foot"))
    assert form.status_code == 409
    assert re.search(r"the break between two moves. Move 2 opens at \d\d:\d\d:\d\d UTC", form.content.decode())
    umpire.post(url("clock", battle, "open"), {"move": builders.the_move(battle).public_id})
    assert "A new move is open: move 2, Blue." in news(umpire)


def test_a_break_is_paused_at_the_foot_of_the_desk_and_nobody_is_told_that_he_may_order(cast, umpire, red, blue):
    """Twin: restarted, the break goes on; opened from the pause, the next side orders."""
    battle = desk_scene.a_battle(cast, interval_minutes=5)
    close(cast, builders.the_move(battle))
    umpire.post(url("submit-move", battle), {"move": builders.the_move(battle).public_id})

    def foot():
        return umpire.get(url("desk", battle)).content.decode().split('id="desk-foot"')[1].split("</div>")[0]

    assert "Open the move now" in foot() and url("desk-clock", battle) in foot()
    panel = umpire.get(url("desk-clock", battle)).content.decode()
    assert "Pause the break" in panel and "Extend the move" in panel
    umpire.post(url("clock", battle, "pause"), {"minutes": "10", "reason": "Tea"})
    assert "Restart the clock" in foot() and "Open the move now" in foot()
    assert "the break is paused" in umpire.get(url("desk", battle)).content.decode()
    for client in (red, blue):
        page = client.get(url("sheet", battle)).content.decode()
        assert "has paused the break" in page and "can still give orders" not in page
    umpire.post(url("clock", battle, "resume"))
    assert "Break between moves" in red.get(url("sheet", battle)).content.decode()
    umpire.post(url("clock", battle, "pause"), {"minutes": "10", "reason": "More tea"})
    umpire.post(url("clock", battle, "open"), {"move": builders.the_move(battle).public_id})
    assert "Orders count if they reach the server" in blue.get(url("sheet", battle)).content.decode()


@pytest.mark.parametrize("minutes", ["", "ten", "-1", "0", "1e9", "\x00", "9" * 5000])
def test_minutes_that_are_none_get_a_clear_answer(battle, move, umpire, minutes):
    assert umpire.post(url("clock", battle, "pause"), {"minutes": minutes, "reason": "Tea"}).status_code == 400
    move.refresh_from_db()
    assert move.paused_at is None


@pytest.mark.parametrize("reason", ["", "\x00", "x" * 301, "\u202etea"])
def test_a_reason_is_wanted_in_plain_letters(battle, move, umpire, reason):
    assert umpire.post(url("clock", battle, "pause"), {"minutes": "5", "reason": reason}).status_code == 400


def test_an_unknown_button_is_not_there(battle, umpire):
    assert umpire.post(url("clock", battle, "rewind")).status_code == 404


@pytest.mark.parametrize("action", ["pause", "resume", "extend", "close", "open"])
def test_nobody_but_the_umpire_touches_the_clock(battle, move, red, stranger, action):
    press = {"move": move.public_id, "minutes": "5", "reason": "Tea", "key": "k"}
    assert red.post(url("clock", battle, action), press).status_code == 403
    assert stranger.post(url("clock", battle, action), press).status_code == 404
    before = move.closes_at
    move.refresh_from_db()
    assert (move.closes_at, move.paused_at) == (before, None)


@pytest.mark.parametrize(
    ("press", "status", "said"),
    [
        ({"minutes": "3", "reason": ""}, 400, "Enter 1 to 300 characters."),
        ({"minutes": "a few", "reason": "Tea"}, 400, "Enter a whole number from 1 to 100000."),
        ({"minutes": "0", "reason": "Tea"}, 400, "Enter a whole number from 1 to 100000."),
    ],
)
def test_a_pause_that_is_refused_stands_in_its_form_with_the_fault_beside_its_field(
    battle, move, umpire, press, status, said
):
    answer = umpire.post(url("clock", battle, "pause"), press)
    page = answer.content.decode()
    assert answer.status_code == status
    form = page.split('id="pause-min"')[1].split("Pause the clock")[0]
    assert f'value="{press["minutes"]}"' in form and f'value="{press["reason"]}"' in form
    assert 'aria-invalid="true"' in form and said in form
    assert 'aria-invalid="true"' not in page.split('id="extend-min"')[1].split("</form>")[0]
    move.refresh_from_db()
    assert move.paused_at is None


def test_an_extension_over_the_cap_is_refused_and_stays_in_its_form(battle, move, umpire):
    press = {"move": move.public_id, "minutes": "90", "reason": "Supper", "key": "press"}
    answer = umpire.post(url("clock", battle, "extend"), press)
    page = answer.content.decode()
    assert (
        answer.status_code == 409
        and "at most 15 are allowed" in page
        and "Orders, in the sequence in which they are carried out" in page
    )
    form = page.split('id="extend-min"')[1].split("Extend the move")[0]
    assert 'value="90"' in form and 'value="Supper"' in form
    assert not Extension.objects.exists()


def test_what_was_typed_is_shown_where_the_clock_does_not_run_any_more(cast, battle, move, umpire):
    close(cast, move)
    answer = umpire.post(url("clock", battle, "pause"), {"minutes": "3", "reason": "Tea is served"})
    assert answer.status_code == 409
    assert "has ended" in answer.content.decode() and "Tea is served" in answer.content.decode()


def test_a_commander_who_presses_a_button_of_the_clock_is_refused(battle, move, red):
    answer = red.post(url("clock", battle, "pause"), {"minutes": "3", "reason": "Mine"})
    assert (
        answer.status_code == 403
        and "Orders, in the sequence in which they are carried out" not in answer.content.decode()
    )


def test_the_clock_calls_a_side_by_its_own_name(battle, red, blue):
    battle.campaign.sides.filter(key="red").update(name="The Downland Force")
    sheet = red.get(url("sheet", battle)).content.decode()
    assert "The Downland Force moves" in sheet and "Move 1, The Downland Force" in sheet
    assert "Red moves" not in sheet and "Move 1, Red" not in sheet
    assert "It is The Downland Force&#x27;s move." in blue.get(url("sheet", battle)).content.decode()
    assert "Move 1, The Downland Force" in red.get("/").content.decode()
