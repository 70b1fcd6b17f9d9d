"""The rulebook of Little Wars is true of the engine: clauses, cases and twins, options, orders, refusals."""

from __future__ import annotations

import re

import pytest

from rules.little_wars.options import read_options, register
from rules.little_wars.orders import ALSO_CALLED, ORDERS
from tests.boardbooks import cases_of, lost_twins, naming, source_of
from tests.clauses import ROOT

TEXT = (ROOT / "docs/rulebooks/little-wars.md").read_text(encoding="utf-8")
CLAUSES = dict(re.findall(r"^#### (LW-[A-Z]+-\d\d) — (.+)$", TEXT, re.MULTILINE))
CASES = cases_of("little-wars")
CITED = re.compile(r"(?<!KS-)\bLW-([A-Z]+)-(\d\d)(?: (?:to|and) LW-\1-(\d\d)\b)?")
CODE = re.compile(r"\b[EW]-(?:[A-Z]+-\d+|[A-Z]+)\b")

WITHOUT_A_CASE = {
    "LW-GEN-05": "the toy gun; its figure calibrates drawn shots, LW-SHOT-09",
    "LW-GEN-07": "it says for what floor the figures are",
    "LW-GEN-08": "the size of the toys changes no distance",
    "LW-GEN-10": "which teller is believed; Hook's Farm is replayed by the author's: test_hooks_farm",
    "LW-CTRY-07": "a footprint is stored and never moves: it is LW-CTRY-03 and LW-CTRY-06",
    "LW-TIME-07": "the cries of the timekeeper are the campaign's clock; a doctest of clock.py",
    "LW-TIME-09": "the interval is paused while melees are settled by the campaign's clock",
    "LW-TIME-10": "who keeps time: the campaign's clock",
    "LW-TIME-11": "advice",
    "LW-PRIS-15": "decoration",
    "LW-FIN-06": "which game the author preferred",
    "LW-REAR-06": "advice; W-REAR-1 is told when both are ready: test_setup",
    **{f"LW-CAMP-0{n}": "a war of several battles is the campaign's: campaigns/credits.py and its tests" for n in range(1, 8)},
    "LW-FORCE-05": "advice", "LW-FORCE-06": "advice", "LW-FORCE-07": "advice; W-FORCE-2 is told: test_setup",
    "LW-FORCE-09": "advice",
    "LW-EXT-14": "advice", "LW-EXT-17": "advice", "LW-EXT-29": "advice",
    **{f"LW-HIST-{n:02}": "a rule that the book itself replaced" for n in range(2, 13)},
}  # fmt: skip

WAR = {"carry_over", "war_target", "campaign_scoring", "hf_variant"}
"""Options of a war of several battles, and of Hook's Farm: judged where those are."""


def cited_in(text):
    """The clauses that a text cites, ranges with all that lies between."""
    found = set()
    for chapter, first, last in CITED.findall(text):
        found |= {f"LW-{chapter}-{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


ADJUDICATED = [clause for clause in CLAUSES if clause not in WITHOUT_A_CASE]
CITED_BY_CODE = cited_in(source_of("little_wars"))


def test_every_clause_is_printed_once_with_its_status():
    heads = re.findall(r"^#### (LW-[A-Z]+-\d\d) ", TEXT, re.MULTILINE)
    assert len(heads) == len(set(heads)) == len(CLAUSES) == 222
    assert all(re.search(r"· (CORE|CH2|CASE|EXT|NOTE|PAST|UMP)$", title) for title in CLAUSES.values())


@pytest.mark.parametrize("clause", ADJUDICATED)
def test_a_clause_is_cited_by_the_code_that_adjudicates_it(clause):
    assert clause in CITED_BY_CODE


@pytest.mark.parametrize("clause", ADJUDICATED)
def test_a_clause_has_a_case_and_its_twin(clause):
    cases, twins = naming(CASES, clause)
    assert cases and twins, f"{clause}: cases {cases}, twins {twins}"


def test_every_clause_that_is_cited_exists():
    cited = CITED_BY_CODE | {clause for case in CASES for clause in case.data["clauses"]}
    assert cited - set(CLAUSES) == set()


def test_a_clause_without_a_case_says_why():
    assert set(WITHOUT_A_CASE) <= set(CLAUSES)
    assert all(WITHOUT_A_CASE.values())


def test_a_twin_names_a_case_that_is_there():
    assert lost_twins(CASES) == set()


def test_a_case_is_numbered_after_a_clause_that_it_names():
    assert [one.name for one in CASES if one.name[4:].rsplit("-", 1)[0] not in one.data["clauses"]] == []


def values_of(row):
    """The values of an option that can be told apart: its words or numbers, or true and false."""
    schema = row.schema
    return schema.get("enum") or ([True, False] if schema.get("type") == "boolean" else [])


OPTIONS = [
    (row.key, value) for row in register() for value in values_of(row) if row.key not in WAR and value != row.default
]


@pytest.mark.parametrize(("key", "value"), OPTIONS, ids=[f"{key}={value}" for key, value in OPTIONS])
def test_every_value_of_an_option_has_a_case(key, value):
    """The default is judged by the cases that name no option."""
    having = [case for case in CASES if key in (case.data.get("options") or {})]
    assert [case.name for case in having if getattr(read_options(case.data["options"]), key) == value]


def test_every_option_that_is_no_choice_of_words_has_a_case():
    named = {key for case in CASES for key in case.data.get("options") or {}}
    assert {row.key for row in register()} - named - WAR == set()


def test_the_register_of_options_is_printed_with_its_clauses():
    printed = dict(re.findall(r"^\| `([a-z0-9_]+)` \| [^|]+ \| [^|]+ \| (LW-[A-Z]+-\d\d) \|", TEXT, re.MULTILINE))
    assert printed == {row.key: row.clause for row in register()}


def test_every_order_is_printed():
    printed = set(re.findall(r"`([a-z-]+)`", TEXT.split("# 24. Orders")[1]))
    assert set(ORDERS) <= printed
    assert set(ALSO_CALLED) <= printed


def test_every_refusal_of_the_table_is_raised_and_every_one_raised_is_printed():
    source = source_of("little_wars")
    raised = set(re.findall(r'"([EW]-[A-Z]+(?:-\d+)?)"', source))
    printed = set(CODE.findall(TEXT.split("# 24. Orders")[1]))
    assert raised - printed == set()
    assert {code for code in printed if re.search(r"\d$", code)} - raised == set()


def test_every_refusal_has_a_case():
    named = {
        one["code"] for case in CASES for move in case.moves for one in (move.get("expect") or {}).get("refused") or []
    }
    raised = set(re.findall(r'"(E-[A-Z]+(?:-\d+)?)"', source_of("little_wars")))
    elsewhere = {"E-DIFFER"}
    assert raised - named - elsewhere == set()


READINGS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/readings.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| KTI-LW-")
]


def test_a_reading_is_numbered_once_and_names_its_clause_and_option():
    assert [row[0] for row in READINGS] == [f"KTI-LW-{number}" for number in range(1, len(READINGS) + 1)]
    for _, clause, possible, ours, option in READINGS:
        assert cited_in(clause) and cited_in(clause) <= set(CLAUSES)
        assert len(possible) > 20 and len(ours) > 20
        assert option == "–" or {row.key for row in register()} >= set(re.findall(r"`([a-z0-9_]+)`", option))
