"""Every case of the public test kit, as `python -m rules cases tests/cases` runs it."""

from __future__ import annotations

import pytest

from rules.casefiles import case_files, read_file
from rules.cases import report, run
from rules.kriegspiel.telling import tell
from tests.clauses import ROOT

CASES = [case for path in case_files([str(ROOT / "tests" / "cases")]) for case in read_file(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case):
    assert run(case) == []


def test_what_is_refused_and_what_is_told_ends_with_one_full_stop():
    moves = [move for case in CASES for move in report(case)["moves"]]
    sentences = {one["sentence"] for move in moves for one in move["refused"] if one["code"] != "E-INVALID"}
    sentences |= {tell(event, {}) for move in moves for event in move["events"]}
    assert len(sentences) > 100
    assert sorted(one for one in sentences if ".." in one or not one.endswith(".")) == []
