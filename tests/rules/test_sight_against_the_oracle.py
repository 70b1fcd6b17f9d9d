"""The rules of sight against an oracle that was written from the rule alone, in random situations.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]"""

from __future__ import annotations

import random

import pytest

from rules.floor.sight.look import looks
from rules.floor.sight.screen import Screen
from rules.floor.sight.tables import GRADES, LIGHTS
from rules.ground.relief import Relief
from tests.rules import sight_oracle

Seen = dict[tuple[str, str], tuple[str, int, int]]


def compared(seed: int) -> tuple[int, Seen, Seen]:
    """The pairs of a random situation, and what the oracle and the rules say of it."""
    country, contour, light, lookers, targets = sight_oracle.situation(random.Random(seed))
    by_light = next(name for name, part in LIGHTS.items() if light * part == 1)
    found = looks(Screen(Relief(country), contour), by_light, lookers, targets)
    got = {(lookers[one.looker].id, targets[one.target].id): (GRADES[one.grade], one.start, one.end) for one in found}
    return len(lookers) * len(targets), sight_oracle.seen(country, contour, light, lookers, targets), got


def differ(seeds: range) -> tuple[int, list[int]]:
    """How many pairs were compared, and the seeds in which rules and oracle differ."""
    pairs, wrong = 0, []
    for seed in seeds:
        number, wanted, got = compared(seed)
        pairs += number
        if wanted != got:
            wrong.append(seed)
    return pairs, wrong


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_rules_and_oracle_agree_on_who_sees_whom_and_by_which_line(start: int) -> None:
    pairs, wrong = differ(range(start, start + 50))
    assert pairs > 200
    assert wrong == []


@pytest.mark.prove
def test_rules_and_oracle_agree_on_fifty_thousand_pairs() -> None:
    pairs, wrong = differ(range(200, 8_400))
    assert pairs > 50_000
    assert wrong == []


def test_the_comparison_finds_a_rule_that_differs_in_one_inch_of_wood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.floor.sight.screen.INTO_A_WOOD", 4 * 16)
    assert differ(range(200))[1]
