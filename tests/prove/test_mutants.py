"""The mutants of the rules: each differs from the others, each is judged by what executes it, and the results are right."""

from __future__ import annotations

import pytest

from tests.prove.mutants import Mutant, found_by, mutants, sample, statement
from tests.prove.reach import ROOT, reach_of

pytestmark = pytest.mark.prove

CHARGING = "rules/kriegspiel/charges/charge.py"


def of_charging(was):
    return next(one for one in mutants(CHARGING) if one.was == was)


def lines_of(mutant):
    text = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()
    return [text[line - 1].strip() for line in statement(mutant)]


@pytest.fixture(scope="module")
def reach(tmp_path_factory):
    """What executes what among the cases of one file and the tests of another."""
    files = ["tests/cases/kriegspiel/charge_tables.yaml", "tests/rules/test_names.py"]
    return reach_of(tmp_path_factory.mktemp("reach"), files)


def test_a_sample_is_drawn_by_its_seed_and_every_mutant_of_it_is_another_rule():
    drawn = sample(7, 200)
    assert drawn == sample(7, 200) != sample(8, 200) and drawn[:50] == sample(7, 50)
    assert [one.name for one in drawn if one.was == one.becomes] == []
    assert {one.path.split("/")[1] for one in drawn} >= {"kriegspiel", "little_wars", "chess", "war_chess"}


def test_a_fault_in_what_a_case_is_about_is_found(reach):
    """KS-CHARGE-01: eight sabres charge, seven do not."""
    table = of_charging("body.sabres < LEAST_CHARGE")
    assert table.becomes == "body.sabres <= LEAST_CHARGE"
    assert found_by(table, reach).startswith("KTC-")


def test_a_mutant_meets_those_who_execute_its_line_the_cheapest_first_and_nobody_else(reach):
    mutant = of_charging("body.sabres < LEAST_CHARGE")
    likely, others = reach.judges(mutant.path, statement(mutant))
    assert likely and not others and list(likely.values()) == sorted(likely.values())
    assert {one.partition("::")[0] for one in likely} == {"tests/cases/kriegspiel/charge_tables.yaml"}


def test_what_is_executed_as_a_module_is_read_all_may_find(reach):
    table = of_charging("36")
    likely, others = reach.judges(table.path, statement(table))
    assert likely and others and {*likely, *others} == {one for one in reach.seconds if "::" in one}


def test_what_nobody_executes_lives(reach):
    nowhere = Mutant(
        "rules/little_wars/chapter_five/railway.py",
        0,
        mutants("rules/little_wars/chapter_five/railway.py")[-1].line,
        "",
        "",
    )
    assert reach.judges(nowhere.path, statement(nowhere)) == ({}, {}) and found_by(nowhere, reach) == ""


def test_a_statement_ends_where_those_within_it_begin():
    assert lines_of(of_charging("body.sabres < LEAST_CHARGE")) == ["if body.sabres < LEAST_CHARGE:"]
