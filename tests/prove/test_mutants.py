"""The mutants of the rules: each is another module, and what is found out is found."""

from __future__ import annotations

import pytest

from tests.prove.mutants import found_by, mutants, sample

pytestmark = pytest.mark.prove


def test_a_sample_is_drawn_by_its_seed_and_every_mutant_of_it_is_another_rule():
    drawn = sample(7, 200)
    assert drawn == sample(7, 200) != sample(8, 200) and drawn[:50] == sample(7, 50)
    assert [one.name for one in drawn if one.was == one.becomes] == []
    assert {one.path.split("/")[1] for one in drawn} >= {"kriegspiel", "little_wars", "chess", "war_chess"}


def test_a_fault_in_what_a_case_is_about_is_found():
    """KS-CHARGE-01: eight sabres charge, seven do not."""
    table = next(one for one in mutants("rules/kriegspiel/charging.py") if one.was == "body.sabres < LEAST_CHARGE")
    assert table.becomes == "body.sabres <= LEAST_CHARGE"
    assert found_by(table).startswith("KTC-")
