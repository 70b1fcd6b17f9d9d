"""The desk says when a result is published by itself, and one button stops that."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.models import Campaign
from campaigns.usecases.messages.questions import ask_umpire
from campaigns.web.muster.campaign_form import begin
from rules.books import book
from tests.campaigns import desk_scene
from tests.campaigns.builders import a_battle, the_move
from tests.campaigns.test_twin_worlds import stop_clock
from tests.campaigns.web.conftest import Page, client_of, close, url

SAID, BUTTON = "unless you object.", "Wait, I want to look"


@pytest.fixture
def battle(cast: Any) -> Any:
    """A battle on the map whose orders have just closed, published by itself after five minutes."""
    found = desk_scene.a_battle(cast, publish_minutes=5)
    close(cast, the_move(found))
    return found


def desk(client: Any, battle: Any) -> str:
    return client.get(url("desk", battle)).content.decode()


def test_the_desk_says_when_and_the_button_stops_it_and_another_lets_it_go_on(
    umpire: Any, battle: Any, monkeypatch: Any
) -> None:
    shown, due = desk(umpire, battle), the_move(battle).publishes_at
    assert f"Published at {due:%H:%M:%S} UTC {SAID}" in shown and BUTTON in shown
    move = {"move": the_move(battle).public_id}
    assert umpire.post(url("clock", battle, "wait"), move).status_code == 302
    stopped = desk(umpire, battle)
    assert SAID not in stopped and "you want to look" in stopped
    assert sweep(due).published == 0
    stop_clock(monkeypatch, {"now": due})  # it has come to this: before it the clock would have jumped
    umpire.post(url("clock", battle, "go-on"), move)
    assert SAID in desk(umpire, battle)


def test_where_something_is_to_be_decided_the_desk_says_that_it_is_not(cast: Any, umpire: Any, battle: Any) -> None:
    ask_umpire(by=cast.red_foot, battle=battle.public_id, text="May they swim?", key="q", now=server_time())
    shown = desk(umpire, battle)
    assert SAID not in shown and "Not published by itself while there is something to decide." in shown


def test_a_campaign_that_publishes_nothing_by_itself_says_nothing_of_it(cast: Any, umpire: Any) -> None:
    found = desk_scene.a_battle(cast)
    close(cast, the_move(found))
    shown = desk(umpire, found)
    assert SAID not in shown and "published by itself" not in shown.lower()


def test_a_desk_without_a_map_says_it_too(cast: Any, umpire: Any) -> None:
    found = a_battle(cast, publish_minutes=5)
    close(cast, the_move(found))
    assert SAID in desk(umpire, found)


def test_nobody_else_stops_it(cast: Any, battle: Any) -> None:
    move = {"move": the_move(battle).public_id}
    assert client_of(cast.red_general).post(url("clock", battle, "wait"), move).status_code == 403


def made(umpire: Any, typed: str) -> Any:
    form = {**begin(book("kriegspiel")), "name": "Minutes", "publish_minutes": typed}
    return umpire.post(reverse("campaign-new"), form)


@pytest.mark.parametrize(("typed", "minutes"), [("", None), ("15", 15)])
def test_the_form_of_a_campaign_has_the_minutes(umpire: Any, typed: str, minutes: int | None) -> None:
    assert "publish_minutes" in Page(umpire.get(reverse("campaign-new"))).fields
    assert made(umpire, typed).status_code == 302
    assert Campaign.objects.get(name="Minutes").publish_minutes == minutes


@pytest.mark.parametrize("typed", ["0", "soon"])
def test_minutes_that_are_no_number_above_nought_are_refused(umpire: Any, typed: str) -> None:
    assert made(umpire, typed).status_code == 400
    assert not Campaign.objects.filter(name="Minutes").exists()


def test_for_a_game_on_a_board_the_form_does_not_ask(umpire: Any) -> None:
    assert "publish_minutes" not in Page(umpire.get(reverse("campaign-new") + "?book=war-chess")).fields
