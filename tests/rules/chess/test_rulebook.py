"""The rulebook of chess is true of the engine: clauses, cases and twins, options, orders, claims, refusals."""

from __future__ import annotations

import re

import pytest

from rules.chess.options import read_options, register
from rules.chess.orders import CLAIMS, ORDERS
from tests.boardbooks import cases_of, codes_in, lost_twins, naming, source_of, values_of
from tests.clauses import ROOT

TEXT = (ROOT / "docs/rulebooks/chess.md").read_text(encoding="utf-8")
HEADS = re.findall(r"^\*\*((?:CH79|LAWS|CHK)-\d\d[a-d]?) · .+ \[(?:E|U|E/U)\]$", TEXT, re.MULTILINE)
CASES = cases_of("chess-1879", "chess-laws")
CITED = re.compile(r"\b(CH79|LAWS|CHK)-(\d\d)([a-d]?)(?: (?:to|and) \1-(\d\d)\b)?")

WITHOUT_A_CASE = {
    "CHK-20": "notes at the table; nothing of the game",
    "CHK-23": "what the library is used for: test_moves holds it against ours",
    "CHK-24": "no such player is offered",
}


def cited_in(text):
    """The clauses that a text cites; ``LAWS-09`` is every part of it, a range all that lies between."""
    found = set()
    for chapter, first, part, last in CITED.findall(text):
        numbers = range(int(first), int(last or first) + 1)
        found |= {head for head in HEADS for number in numbers if _is(head, chapter, number, part)} or {
            f"{chapter}-{first}{part}"
        }
    return found


def _is(head, chapter, number, part):
    return head.startswith(f"{chapter}-{number:02}") and head[len(chapter) + 3 :] in (
        (part,) if part else ("", *"abcd")
    )


def test_the_catalogue_is_whole():
    assert [sum(head.startswith(f"{chapter}-") for head in HEADS) for chapter in ("CH79", "LAWS", "CHK")] == [
        31,
        21,
        24,
    ]
    assert len(HEADS) == len(set(HEADS))


@pytest.mark.parametrize("clause", [one for one in HEADS if one not in WITHOUT_A_CASE])
def test_a_clause_has_a_case_and_its_twin(clause):
    cases, twins = naming(CASES, clause)
    assert cases and twins, f"{clause}: cases {cases}, twins {twins}"


def test_a_twin_names_a_case_that_is_there():
    assert lost_twins(CASES) == set()


def test_a_case_is_numbered_after_a_clause_that_it_names():
    assert [case.name for case in CASES if case.name[4:].rsplit("-", 1)[0] not in case.data["clauses"]] == []


def test_code_and_cases_cite_no_clause_that_is_not_there():
    files = [path for folder in ("chess-1879", "chess-laws") for path in (ROOT / "tests/cases" / folder).glob("*.yaml")]
    text = source_of("chess") + "".join(file.read_text("utf-8") for file in files)
    assert cited_in(text) <= set(HEADS)


def test_the_code_cites_what_it_adjudicates():
    missing = set(HEADS) - cited_in(source_of("chess"))
    assert missing <= {"CH79-09", "CH79-12", "CH79-14", "CH79-15", "CH79-30", "LAWS-04c", "LAWS-04d", "LAWS-11a",
                       "CHK-17", "CHK-20", "CHK-24"}  # fmt: skip


def test_orders_claims_options_and_refusals_are_printed():
    printed = set(re.findall(r"^\| `([a-z_-]+)` \|", TEXT, re.MULTILINE))
    assert printed == {*ORDERS, *CLAIMS, *(row.key for row in register())}
    assert codes_in(source_of("chess")) == codes_in(TEXT)


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
