"""Every refusal that the rulebook prints is reached by a case for each order that it stands beside; so is every value of an option."""

from __future__ import annotations

import json
import re
from collections import defaultdict

import pytest

from rules.kriegspiel.options import register
from tests.boardbooks import cases_of
from tests.clauses import ROOT

CASES = cases_of("kriegspiel")
RULEBOOK = (ROOT / "docs/rulebooks/kriegspiel.md").read_text(encoding="utf-8")

OF_THE_CAMPAIGN = {"E-TURN"}
"""The clock's refusals, which no move of the rules has."""


def reached():
    """By code the orders that a case has refused with it."""
    found = defaultdict(set)
    for case in CASES:
        for move in case.data.get("moves") or []:
            for one in (move.get("expect") or {}).get("refused") or move.get("refused") or []:
                order = (move.get("orders") or [])[one["order"]]
                found[one.get("code")].add(order.get("order") if isinstance(order, dict) else "")
    return found


REACHED = reached()
COMMON, PARTICULAR = (RULEBOOK.split(f"### {number} ")[1].split("\n### ")[0] for number in ("29.2", "29.3"))
CODES = sorted(set(re.findall(r"^\| (E-[A-Z]+) \|", COMMON, re.MULTILINE)) - OF_THE_CAMPAIGN)
ROWS = [
    (order, code)
    for orders, codes in re.findall(r"^\| ([^|]*`[^|]*) \| ([^|]*E-[A-Z][^|]*) \|", PARTICULAR, re.MULTILINE)
    for order in re.findall(r"`([a-z-]+)`", orders)
    for code in re.findall(r"E-[A-Z]+", codes)
]


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_common_to_all_orders_is_reached_by_a_case(code):
    assert REACHED[code]


@pytest.mark.parametrize(("order", "code"), ROWS, ids=[f"{order} {code}" for order, code in ROWS])
def test_a_refusal_is_reached_by_a_case_for_each_order_that_it_stands_beside(order, code):
    assert order in REACHED[code]


def values(row):
    """The values of an option that can be told apart; of a number or a list its default alone."""
    schema = row.schema
    return schema.get("enum") or ([True, False] if schema.get("type") == "boolean" else [row.default])


VALUES = [(row.key, value) for row in register() for value in values(row)]


@pytest.mark.parametrize(("key", "value"), VALUES, ids=[f"{key}={json.dumps(value)}" for key, value in VALUES])
def test_every_value_of_an_option_the_default_too_is_set_by_a_case(key, value):
    wanted = json.dumps(value)
    assert any(json.dumps((case.data.get("options") or {}).get(key, ...), default=str) == wanted for case in CASES)


@pytest.mark.parametrize("key", [row.key for row in register()])
def test_every_option_is_played_otherwise_than_by_default_too(key):
    default = next(row.default for row in register() if row.key == key)
    set_to = [case.data["options"][key] for case in CASES if key in (case.data.get("options") or {})]
    assert any(value != default for value in set_to)
