"""An exercise of forty moves adjudicates itself on the map, without measuring, and gives the same result each time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

from tests.clauses import ROOT
from tests.rules.kriegspiel import exercise
from tests.rules.kriegspiel.exercise import COUNTRY, OPTIONS, played

pytestmark = pytest.mark.slow

MOVES = 40


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.both
def test_nobody_is_asked_to_measure_anything_and_many_kinds_of_orders_are_given():
    """KS-AIM-02: the engine asks for nothing that it can compute."""
    kinds: Counter[str] = Counter()
    for _, orders, finding in played(MOVES):
        kinds.update(order["order"] for order in orders)
        assert [one for one in finding.refused if one["code"] == "E-INVALID"] == []
    assert len(kinds) > 18, sorted(kinds)
    assert finding.position["own_moves"] == {"red": MOVES // 2, "blue": MOVES // 2}


def test_who_fought_already_still_stands_where_a_second_melee_comes_to_him(monkeypatch):
    """KS-LW-03: with these draws gunners are assaulted who have just been in a melee about others."""
    monkeypatch.setattr(exercise, "SEED", "s11")
    assert sum(1 for _ in played(12)) == 12


@pytest.mark.slow
@pytest.mark.long
def test_the_same_bytes_come_out_under_other_hash_seeds_and_locales():
    found = set()
    for seed, locale in (("0", "C"), ("1", "tr_TR.UTF-8"), ("4242", "de_DE.UTF-8")):
        done = subprocess.run(
            [sys.executable, "-m", "tests.rules.kriegspiel.exercise", str(MOVES)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    assert len(found) == 1 and len(found.pop()) == 64


def test_the_order_of_rows_does_not_matter():
    """The same things in another order are the same country and the same force."""
    from rules.kriegspiel.book import KRIEGSPIEL

    options = KRIEGSPIEL.options(OPTIONS)
    for before, orders, finding in played(6):
        turned = {
            key: dict(reversed(list(value.items())))
            if key in ("bodies", "guns", "waggons", "depots", "generals")
            else value
            for key, value in before.items()
        }
        turned["country"] = {
            key: dict(reversed(list(value.items()))) if isinstance(value, dict) else value
            for key, value in COUNTRY.items()
        }
        side = "red" if before["own_moves"]["red"] == before["own_moves"]["blue"] else "blue"
        again = KRIEGSPIEL.table(turned, options).adjudicate(side, orders, {}, {"seed": "the forty moves of 1913"})
        assert again.events == finding.events and again.refused == finding.refused
        assert again.position["bodies"] == finding.position["bodies"]
