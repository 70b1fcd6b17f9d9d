"""The board of a report and of a replay: what happened as strokes, each to its line; and the charts while a battle runs."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from campaigns import sight
from campaigns.sight.after import after_action
from campaigns.sight.replay import replay
from campaigns.web.reports.figures import figures
from campaigns.web.reports.happened import board_after, in_sequence
from tests.campaigns import builders
from tests.campaigns.builders import a_battle, a_cast
from tests.campaigns.looked_back import OPTIONS, a_start, finish, fought, give
from tests.campaigns.web.conftest import client_of, url

pytestmark = pytest.mark.django_db

COUNTRY = {"size": [288, 192], "back_lines": {"red": "south", "blue": "north"}}
OFF = {"red-foot": [60, 66]}


@pytest.fixture
def cast() -> Any:
    return a_cast()


@pytest.fixture
def battle(cast: Any) -> Any:
    """One move of Red's has been made on a map: the foot marched, the gun fired; it goes on."""
    start = {**a_start(), "country": COUNTRY}
    made = a_battle(cast, start=start, options={**OPTIONS, "fire_mode": "simulated", "first_fire_move": 1})
    now = builders.NOON + timedelta(minutes=1)
    give(cast.red_foot, made, "red-foot", {"order": "march", "body": "red-foot", "path": [OFF["red-foot"]]}, now)
    finish(cast, made, now + timedelta(minutes=1))
    made.refresh_from_db()
    return made


def report_of(user: Any, battle: Any) -> tuple[Any, Any]:
    """The first report to somebody, and its board."""
    seat = sight.find_battle(user, battle.public_id)
    report = sight.report(seat, 1)
    return report, board_after(report, seat)


def strokes_on(page: str) -> list[str]:
    """The strokes of what happened, each as it is written."""
    return re.findall(r'<(?:a|g)[^>]*class="trace [^>]*>', page)


def test_a_report_opens_with_its_board_and_each_line_leads_to_its_event(cast, battle):
    page = client_of(cast.red_foot).get(url("report", battle, 1)).content.decode()
    strokes = strokes_on(page)
    links = [found[1] for one in strokes if (found := re.search(r'href="#(event-\d+)"', one))]
    assert links and all(f'id="{link}"' in page for link in links)
    assert page.index('id="h-board"') < page.index('id="h-happened"')


def test_the_list_of_reports_the_report_and_the_replay_count_the_lines_that_are_shown(cast):
    """What is told in one line, as three supplies of a body, is counted once."""
    battle = fought(cast)
    seat = sight.find_battle(cast.red_foot, battle.public_id)
    red, told = client_of(cast.red_foot), next(one for one in sight.reports(seat) if len(one.events) > 3)
    report, replayed = (
        red.get(address).content.decode()
        for address in (url("report", battle, told.number), url("replay", battle) + f"?move={told.number}")
    )
    lines = report.count('<li class="event"')
    assert 0 < lines < len(told.events), "else nothing is told in one line"
    assert f"{lines} reported to you" in report and f"{lines} events reported to" in " ".join(replayed.split())
    assert replayed.count('<li class="event"') == lines
    listed = red.get(url("reports", battle)).content.decode()
    row = next(one for one in listed.split("<li>") if f'href="{url("report", battle, told.number)}"' in one)
    assert f"<span>{lines} event" in row


def test_the_enemy_sees_the_march_though_no_event_tells_of_it(cast, battle):
    report, board = report_of(cast.blue_foot, battle)
    assert not [event for event in report.events if event.get("body") == "red-foot"]
    (march,) = [stroke for stroke in board.happened if stroke.thing == "red-foot"]
    assert (march.href == "" and march.kind == "march" and "Red" in march.said) or march.said


def test_what_stands_there_has_no_second_block_at_the_end_of_its_arrow(cast, battle):
    """On the report it stands where it went; on the replay where it began, and the block at the end is where it went."""
    _, board = report_of(cast.red_foot, battle)
    (march,) = [stroke for stroke in board.happened if stroke.thing == "red-foot"]
    assert march.ghost is None
    page = client_of(cast.red_foot).get(url("replay", battle) + "?move=1").content.decode()
    assert "#t-ghost-" in page.split('id="plan-happened"')[1]


def test_a_replay_shows_through_each_lens_what_that_one_saw(cast, battle):
    moment = replay(sight.find_battle(cast.umpire, battle.public_id), 1, "umpire")
    kinds = {(one["thing"], one["of"] >= 0) for one in moment.scene.traces if one["kind"] == "march"}
    assert ("red-foot", True) in kinds
    blue = replay(sight.find_battle(cast.blue_foot, battle.public_id), 1)
    assert ("red-foot", False) in {(one["thing"], one["of"] >= 0) for one in blue.scene.traces}


def test_nothing_is_drawn_of_the_moment_after_the_last_move(cast, battle):
    assert replay(sight.find_battle(cast.red_foot, battle.public_id), 2).scene.traces == ()


@pytest.mark.parametrize("who", ["red_foot", "blue_foot", "observer", "umpire"])
def test_a_report_with_its_board_takes_at_most_twelve_queries(cast, battle, who, django_assert_max_num_queries):
    client = client_of(getattr(cast, who))
    with django_assert_max_num_queries(12):
        assert client.get(url("report", battle, 1)).status_code == 200


def test_marches_that_nobody_tells_of_come_before_the_fights():
    traces = [
        {"kind": kind, "of": of, "thing": "", "side": "", "line": []}
        for kind, of in (("shell", 0), ("charge", 3), ("loss", 3), ("march", -1))
    ]
    assert [one["kind"] for one in in_sequence(traces)] == ["shell", "march", "charge", "loss"]
    assert [one["kind"] for one in in_sequence(traces[:1] + traces[3:])] == ["shell", "march"]


# -- charts while it runs --------------------------------------------------------------------------


def test_while_a_battle_runs_each_side_has_the_charts_of_its_own_strength(cast, battle):
    report = after_action(sight.find_battle(cast.red_foot, battle.public_id))
    strength = next(one for one in figures(report) if one.key == "strength")
    assert all("Blue" not in head for head in strength.heads)
    assert [track.name for chart in strength.charts for track in chart.tracks] == ["Red"] * len(strength.charts)
    assert len(strength.rows) == 2 and strength.rows[0][1] == strength.rows[1][1], "nobody fell"
    page = client_of(cast.red_foot).get(url("after", battle)).content.decode()
    assert page.index('id="h-strength"') < page.index('id="h-losses"') and page.index("<svg") < page.index("<table")


def test_an_observer_has_no_chart_of_anybodys_strength(cast, battle):
    report = after_action(sight.find_battle(cast.observer, battle.public_id))
    assert "strength" not in [one.key for one in figures(report)]


def test_what_the_other_side_keeps_in_store_changes_no_chart(cast):
    """The twin: two worlds that differ in Blue's stores and mines give Red the same page of charts and the same report."""
    shown = []
    for packets in (3, 999):
        start = {**a_start(), "country": COUNTRY}
        start["depots"]["blue-depot"]["packets"] = {"food": packets}
        made = a_battle(cast, start=start, options=OPTIONS, name=f"Twin {packets}")
        finish(cast, made, builders.NOON + timedelta(minutes=2))
        seat = sight.find_battle(cast.red_foot, made.public_id)
        report = sight.report(seat, 1)
        shown.append((figures(after_action(seat)), board_after(report, seat), report.traces))
    assert shown[0] == shown[1]
