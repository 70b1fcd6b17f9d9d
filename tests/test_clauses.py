"""Every clause is cited by code and judged by a case and its twin, and every citation is real."""

from __future__ import annotations

import json

import pytest

from rules.kriegspiel.options import read_options, register
from tests.boardbooks import cases_of
from tests.clauses import ADJUDICATED, ROOT, WITHOUT_A_CASE, cited_by, clauses_of
from tests.clauses import CHAPTERS as KNOWN

CASES = cases_of("")
KRIEGSPIEL = [case for case in CASES if case.book == "kriegspiel"]
CLAUSES = [clause for clause in clauses_of(*ADJUDICATED) if clause not in WITHOUT_A_CASE]
CODE = cited_by((ROOT / "rules" / "kriegspiel").rglob("*.py"))


def is_twin(case):
    """Whether a case is the negative twin of another."""
    return "twin of" in str(case.data.get("title", "")).lower()


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_is_cited_by_the_code_that_adjudicates_it(clause):
    assert clause in CODE


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_case_and_its_twin(clause):
    naming = [case for case in KRIEGSPIEL if clause in (case.data.get("clauses") or [])]
    assert [case.name for case in naming if not is_twin(case)], f"{clause} has no case"
    assert [case.name for case in naming if is_twin(case)], f"{clause} has no twin"


def test_every_clause_that_is_cited_exists():
    known = set(clauses_of(*KNOWN))
    cited = cited_by([*(ROOT / "rules").rglob("*.py"), *(ROOT / "tests" / "cases" / "kriegspiel").rglob("*.yaml")])
    assert {clause: place for clause, place in cited.items() if clause not in known} == {}


def test_a_clause_without_a_case_says_why():
    assert set(WITHOUT_A_CASE) <= set(clauses_of(*ADJUDICATED))
    assert all(WITHOUT_A_CASE.values())


def test_no_number_of_a_case_is_used_twice():
    names = [case.name for case in CASES]
    assert sorted(names) == sorted(set(names))


def test_a_case_is_numbered_after_a_clause_that_it_names():
    strays = [
        case.name for case in KRIEGSPIEL if case.name[4:].rsplit("-", 1)[0] not in (case.data.get("clauses") or [])
    ]
    assert strays == []


def values_of(row):
    """The values of an option that can be told apart: its words, or true and false."""
    schema = row.schema
    return schema.get("enum") or ([True, False] if schema.get("type") == "boolean" else [])


OPTIONS = [
    (row.key, value)
    for row in register()
    for value in values_of(row)
    if row.clause.split("-")[1] in ADJUDICATED and row.clause not in WITHOUT_A_CASE and value != row.default
]


@pytest.mark.parametrize(("key", "value"), OPTIONS, ids=[f"{key}={json.dumps(value)}" for key, value in OPTIONS])
def test_every_value_of_an_option_has_a_case(key, value):
    """The default is judged by the cases that name no option."""
    naming = [case for case in KRIEGSPIEL if key in (case.data.get("options") or {})]
    assert [case.name for case in naming if getattr(read_options(case.data["options"]), key) == value]
