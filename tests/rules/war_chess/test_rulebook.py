"""The rulebook of War-Chess is true of the engine: clauses, cases and twins, options, orders, refusals."""

from __future__ import annotations

import re

import pytest

from rules.values import codec
from rules.war_chess.book import WAR_CHESS
from rules.war_chess.options import read_options, register
from rules.war_chess.orders import ORDERS
from tests.boardbooks import cases_of, codes_in, lost_twins, naming, source_of, values_of
from tests.clauses import ROOT

TEXT = (ROOT / "docs/rulebooks/war-chess.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"^\*\*(WC-[A-Z]+-\d\d) · .+? \[(?:T|P|D|R)(?:/[TPDR])*\]$", TEXT, re.MULTILINE)
HEADS = re.findall(r"^\*\*(WC-[A-Z]+-\d\d) · ", TEXT, re.MULTILINE)
CASES = cases_of("war-chess")
CITED = re.compile(r"\bWC-([A-Z]+)-(\d\d)(?: (?:to|and) WC-\1-(\d\d)\b)?")

WITHOUT_A_CASE = {
    "WC-GEN-01": "it names the sides",
    "WC-GEN-04": "it says what the game is about",
    "WC-BRD-01": "the shape of the board: test_engine counts it",
    "WC-BRD-04": "the symmetry of the board: test_engine turns it",
    "WC-BRD-08": "test_engine walks it",
    "WC-TRN-05": "it says what there is not",
    "WC-POS-01": "a position that breaks it is no case: test_game",
    "WC-POS-03": "what no move can break: test_engine",
} | {f"WC-ADV-0{number}": "advice" for number in range(1, 9)}


def cited_in(text):
    """The clauses that a text cites, ranges with all that lies between."""
    found = set()
    for chapter, first, last in CITED.findall(text):
        found |= {f"WC-{chapter}-{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


def test_every_clause_names_its_source():
    with_examples = {"WC-BRD-03"}
    assert set(HEADS) - set(CLAUSES) <= with_examples
    assert len(HEADS) == len(set(HEADS)) == 108


@pytest.mark.parametrize("clause", [one for one in HEADS if one not in WITHOUT_A_CASE])
def test_a_clause_has_a_case_and_its_twin(clause):
    cases, twins = naming(CASES, clause)
    assert cases and twins, f"{clause}: cases {cases}, twins {twins}"


def test_a_twin_names_a_case_that_is_there():
    assert lost_twins(CASES) == set()


def test_a_case_is_numbered_after_a_clause_or_a_plate():
    strays = [
        case.name
        for case in CASES
        if not case.name.startswith("KTC-WC-EX-") and case.name[4:].rsplit("-", 1)[0] not in case.data["clauses"]
    ]
    assert strays == []


def test_code_and_cases_cite_no_clause_that_is_not_there():
    files = [*(ROOT / "rules/war_chess").glob("*.py"), *(ROOT / "tests/cases/war-chess").glob("*.yaml")]
    assert {one for file in files for one in cited_in(file.read_text(encoding="utf-8"))} <= set(HEADS)


def test_the_code_cites_what_it_adjudicates():
    code = cited_in(source_of("war_chess"))
    missing = {one for one in HEADS if one not in code and not one.startswith(("WC-ADV", "WC-GEN", "WC-POS"))}
    assert missing <= {"WC-BRD-07", "WC-BRD-08", "WC-TRN-03", "WC-TRN-05", "WC-CIT-06"}


def test_orders_options_and_refusals_are_printed():
    printed = {row[0] for row in re.findall(r"^\| `([a-z_-]+)` \|(.*)$", TEXT, re.MULTILINE)}
    assert printed == set(ORDERS) | {row.key for row in register()}
    assert codes_in(source_of("war_chess")) == codes_in(TEXT)


@pytest.mark.parametrize("row", register(), ids=lambda row: row.key)
def test_every_value_of_an_option_is_printed_and_has_a_case(row):
    line = next(line for line in TEXT.splitlines() if line.startswith(f"| `{row.key}` |"))
    assert row.clause in line
    for value in values_of(row):
        word = str(value).lower()
        assert word in line
        wanted = getattr(read_options({row.key: value}), row.key)
        played = [case.name for case in CASES if getattr(read_options(case.data.get("options")), row.key) == wanted]
        assert played, f"{row.key}={word} has no case"


def test_the_options_of_the_book_are_written_as_they_are_read():
    chosen = {"low": "attacker", "repetition_claim": "off"}
    written = WAR_CHESS.options(chosen)
    assert written == WAR_CHESS.options(written) and written["repetition_claim"] == "off"
    assert set(written) == set(codec.fields_of(type(read_options({}))))
