"""The bench measures what it says: every order of its floors is carried out, at one density and in one mixture."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bench.adjudication import adjudged, growth, over_a_period
from bench.country import battle
from bench.floor import DEEDS, floor
from bench.peers import compared, peer, together
from bench.table import Aim, aims
from rules.kriegspiel.orders import read_order

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("own_moves", [3, 5])
@pytest.mark.parametrize("bodies", [24, 240])
def test_every_order_of_the_floor_is_carried_out(bodies, own_moves, monkeypatch):
    monkeypatch.setattr("bench.adjudication.TIMES", {bodies: 1})
    found = adjudged("ordinary", bodies, own_moves, seed=7)
    assert found.orders == bodies
    assert found.events > bodies


def test_a_floor_with_an_unlawful_order_is_not_measured(monkeypatch):
    start, orders = floor(24, 7)
    far = [
        {**order, "measured": {"distance": 500, "contours_up": 0, "contours_down": 0}}
        for order in orders
        if order["order"] == "march"
    ]
    monkeypatch.setattr("bench.adjudication.floor", lambda *_: (start, far))
    with pytest.raises(RuntimeError, match="refused"):
        adjudged("ordinary", len(far), 3, seed=7)


def test_the_mixture_is_the_same_at_every_size():
    for bodies in (240, 2400):
        deeds = Counter(order["order"] for order in floor(bodies, 7)[1])
        assert deeds == Counter({deed: number * bodies // 10 for deed, number in Counter(DEEDS).items()})


@pytest.mark.parametrize(("laid", "ordered"), [(floor, 2400), (battle, 1200)])
def test_the_greatest_floor_and_country_lie_within_what_orders_may_speak_of(laid, ordered):
    start, orders = laid(2400, 7)
    assert len([read_order(order) for order in orders]) == ordered
    assert max(max(body["at"]) for body in start["bodies"].values()) <= 200 * 12


def test_the_same_seed_lays_the_same_floor():
    assert floor(24, 7) == floor(24, 7) != floor(24, 8)


@pytest.mark.slow
def test_growth_is_the_time_an_order_at_the_greatest_size_over_that_at_the_smallest(monkeypatch):
    monkeypatch.setattr("bench.adjudication.TIMES", {24: 2, 240: 2})
    found = [adjudged("ordinary", bodies, 3, seed=7) for bodies in (24, 240)]
    assert growth(found, "ordinary") == found[1].an_order_at_best / found[0].an_order_at_best


def test_a_period_is_five_ordinary_moves_and_one_in_which_supplies_fall_due(monkeypatch):
    monkeypatch.setattr("bench.adjudication.TIMES", {24: 2})
    found = [adjudged("ordinary", 24, 3, seed=7), adjudged("supplies fall due", 24, 5, seed=7)]
    assert over_a_period(found, 24) == pytest.approx((5 * found[0].an_order + found[1].an_order) / 6)


def test_a_peer_is_timed_by_the_order_and_a_run_without_orders_is_left_out():
    found = together(peer("x", [(44e-6, 22), (0.5, 0)]), peer("x", [(24e-6, 24), (240e-6, 24)]))
    assert found.orders == (22, 24)
    assert (round(found.an_order_at_best, 6), round(found.an_order, 6), len(found.times.taken)) == (1, 2, 3)


def test_an_aim_that_is_missed_is_said_so():
    assert "| NO" in aims([Aim("a", "b", False)])
    assert compared(20.0, 10.0) == "2.00 times faster"
    assert compared(10.0, 20.0) == "2.00 times slower"


TWICE = """
from bench.pages import new_database
for _ in range(2):
    with new_database():
        from django.contrib.auth import get_user_model
        get_user_model().objects.create(username="the same")
"""


@pytest.mark.long
@pytest.mark.slow
def test_the_parts_of_a_run_have_each_a_database_of_their_own_one_after_the_other():
    """The figures of a commit are written by one run, in one process."""
    around = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "TEST_DATABASE_NAME")}
    done = subprocess.run([sys.executable, "-c", TWICE], cwd=ROOT, env=around, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
