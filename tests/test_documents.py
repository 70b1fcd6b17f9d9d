"""The documents are true of the code: every clause, option, order, refusal and variable is in them, under its own name."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache

import pytest

from campaigns.web.page.clauses import rulebook
from rules.contract.book import Book
from rules.contract.table import Table
from rules.contract.view import View
from rules.kriegspiel.options import register
from rules.kriegspiel.orders import ORDERS
from rules.kriegspiel.orders.facts import Measured, MoveFacts
from rules.values import codec
from tests.clauses import CHAPTERS, ROOT, cited_in, clauses_of

CODE = re.compile(r"\b[EW]-[A-Z]+\b")
ROW = re.compile(r"^\|(?P<cells>.+)\|$", re.MULTILINE)


@cache
def text(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    """The text under a heading, up to the next of its own rank."""
    marks = heading.split(" ")[0]
    found = re.search(
        rf"^{re.escape(heading)}.*?$(.*?)(?=^#{{1,{len(marks)}}} |\Z)", text(name), re.MULTILINE | re.DOTALL
    )
    assert found, f"{name} has no heading {heading}"
    return found[1]


def rows(name: str, heading: str) -> list[list[str]]:
    """The rows of the tables under a heading, without their headers."""
    found = [[cell.strip() for cell in row["cells"].split(" | ")] for row in ROW.finditer(section(name, heading))]
    lines = {place for place, row in enumerate(found) if set("".join(row)) <= set("-|: ")}
    return [row for place, row in enumerate(found) if place not in lines and place + 1 not in lines]


OTHER_BOOKS = ("little_wars", "war_chess", "chess")
"""Books with documents of their own."""


@cache
def sources(*parts: str) -> str:
    """The Python sources of some parts of the product as one text, without those of the other books."""
    files = (file for part in parts for file in sorted((ROOT / part).rglob("*.py")))
    own = (file for file in files if not {*OTHER_BOOKS} & {*file.relative_to(ROOT).parts})
    return "\n".join(file.read_text(encoding="utf-8") for file in own)


# --- The rulebook ------------------------------------------------------------------------------------------


def test_the_rulebook_prints_every_clause_and_no_other():
    printed = [name for name, clause in rulebook().items() if clause.book == "kriegspiel"]
    assert sorted(printed) == sorted(clauses_of(*CHAPTERS))


@pytest.mark.parametrize("clause", clauses_of(*CHAPTERS))
def test_a_clause_has_a_title_and_says_something_and_whence_it_comes(clause):
    found = rulebook()[clause]
    assert found.title and len(found.lede) >= 10
    assert re.search(r"\*(From the Appendix|From Chapter|Our own rule)[^*]*\.\*$", found.lede)


def test_the_rulebook_cites_no_clause_that_is_not_there():
    assert cited_in(text("rulebooks/kriegspiel.md")) <= set(clauses_of(*CHAPTERS))


OPTIONS = {row[0]: row for row in rows("rulebooks/kriegspiel.md", "## 24.")}


def test_the_register_of_options_is_printed_whole_with_its_clauses():
    printed = {key.strip("` "): row[-1] for key, row in OPTIONS.items()}
    assert printed == {row.key: row.clause for row in register()}


def test_the_values_of_an_option_are_printed_the_default_first():
    printed = {key.strip("` "): row[1] for key, row in OPTIONS.items()}
    for row in register():
        words = row.schema.get("enum", [])
        assert [word for word in words if word not in printed[row.key]] == []
        if isinstance(row.default, bool | str | int):
            assert printed[row.key].startswith(str(row.default).lower())


READ_OTHERWISE = {"supply_range_ft": "options.supply_range("}
"""Options that are read by a method."""


@pytest.mark.slow
def test_every_option_is_read_by_something():
    code = sources("rules", "campaigns")
    unread = {
        row.key
        for row in register()
        if not re.search(rf"options\.{row.key}\b|\"{row.key}\"|\b{row.key} = ", code.replace(row.key + ": ", ""))
        and READ_OTHERWISE.get(row.key, "\0") not in code
    }
    assert unread == set()


PRINTED_ORDERS = {
    name: row for row in rows("rulebooks/kriegspiel.md", "### 29.1") for name in re.findall(r"`([a-z-]+)`", row[0])
}


def test_the_orders_printed_are_those_that_the_engine_takes():
    assert set(PRINTED_ORDERS) == set(ORDERS)


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_is_printed_with_its_keys_and_its_stage(name):
    row = PRINTED_ORDERS[name]
    keys = [key for key in codec.fields_of(ORDERS[name]) if key not in ("measured", "by")]
    assert re.findall(r"`([a-z_]+)`", row[2]) == keys
    assert row[-1].startswith(str(ORDERS[name].stage))


def test_the_refusals_and_warnings_printed_are_those_that_are_raised():
    printed = {
        code
        for heading in ("### 29.2", "### 29.3", "### 29.4")
        for row in rows("rulebooks/kriegspiel.md", heading)
        for cell in row[:2]
        for code in CODE.findall(cell)
    }
    raised = set(CODE.findall(sources("rules", "campaigns")))
    assert printed - raised == set()
    assert set(CODE.findall(sources("rules"))) - printed == {"E-INVALID", "E-JUDGE"}


# --- The readings ------------------------------------------------------------------------------------------

READINGS = rows("readings.md", "## 1.") + rows("readings.md", "## 2.")


def test_a_reading_is_numbered_once_and_for_all():
    numbers = [int(row[0].removeprefix("KTI-KS-")) for row in READINGS]
    assert sorted(numbers) == list(range(1, len(READINGS) + 1))
    assert len(READINGS) >= 80


@pytest.mark.parametrize("row", READINGS, ids=[row[0] for row in READINGS])
def test_a_reading_names_its_clause_its_readings_ours_and_its_option(row):
    _, clause, possible, ours, option = row
    assert cited_in(clause) and cited_in(" ".join(row)) <= set(clauses_of(*CHAPTERS))
    assert len(possible) > 20 and len(ours) > 20
    keys = re.findall(r"`([a-z0-9_]+)`", option)
    assert (option == "–") != bool(keys)
    assert set(keys) <= {one.key for one in register()}


# --- The words ---------------------------------------------------------------------------------------------

WORDS = rows("glossary.md", "# The words")


def test_a_word_is_explained_once_in_its_place_of_the_alphabet():
    words = [row[0] for row in WORDS]
    assert words == sorted(set(words), key=str.lower) and len(words) > 80
    assert all(len(row) == 4 and all(row) for row in WORDS)


def test_every_fact_that_may_be_measured_is_among_the_words():
    facts = {*codec.fields_of(Measured), *codec.fields_of(MoveFacts)}
    assert {key for key in facts if f"`{key}`" not in text("glossary.md")} == set()


# --- For the engineer --------------------------------------------------------------------------------------

FOR_THE_ENGINEER = ["engineer.md", *sorted(f"engineer/{path.name}" for path in (ROOT / "docs/engineer").glob("*.md"))]

PATH = re.compile(
    r"`((?:[\w.-]+/)*[\w-]+\.(?:py|yml|yaml|txt|in|md|js|css|html|json|po)"
    r"|(?:rules|campaigns|kriegspiel|templates|tests|docs)(?:/[\w-]+)+/?)`"
)

TOP = ("rules", "campaigns", "kriegspiel", "templates", "tests", "docs", "requirements", "bench")


@cache
def files() -> frozenset[str]:
    """The files of the product, by their paths."""
    return frozenset(path.relative_to(ROOT).as_posix() for part in TOP for path in (ROOT / part).rglob("*.*"))


@pytest.mark.parametrize(
    "name", [*FOR_THE_ENGINEER, "api.md", "serving.md", "glossary.md", "readings.md", "../CONTRIBUTING.md"]
)
def test_every_file_that_a_document_names_is_there(name):
    named = set(PATH.findall(text(name)))
    gone = [one for one in named if not (ROOT / one).exists() and not any(file.endswith(f"/{one}") for file in files())]
    assert named and gone == []


def test_the_engineers_page_is_read_in_ten_minutes():
    page = text("engineer.md")
    assert len(re.findall(r"\w[\w.'/-]*", page)) <= 2000
    assert [one for one in FOR_THE_ENGINEER[1:] if f"({one})" not in page] == []


def test_every_variable_that_the_program_reads_is_explained():
    table = section("serving.md", "## The environment")
    settings = re.findall(r"env\.\w+\(\s*\"(\w+)\"", sources("kriegspiel"))
    served = re.findall(r"environ\.get\(\"(\w+)\"", sources("campaigns/management"))
    example = re.findall(
        r"^#? *([A-Z][A-Z_]{3,})(?==|  )", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE
    )
    named = {*settings, *served, *example}
    assert {"DATABASE_URL", "PORT", "POSTGRES_PASSWORD", "HSTS_SECONDS"} <= named
    assert {name for name in named if f"`{name}`" not in table} == set()


def test_every_question_to_a_book_a_table_and_a_view_is_named():
    told = section("engineer/books.md", "## What is asked")
    methods = [name for of in (Book, Table, View) for name, one in vars(of).items() if name[0] != "_" and callable(one)]
    assert len(methods) > 40
    assert [name for name in methods if f"`{name}`" not in told] == []


# --- The lines ---------------------------------------------------------------------------------------------

WIDEST = 120
"""Characters of a line of prose at most."""

PROSE = [
    *(path.relative_to(ROOT).as_posix() for part in ("docs", "docs/engineer") for path in (ROOT / part).glob("*.md")),
    *("docs/serving/watching.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
]

UNBREAKABLE = re.compile(r"`[^`]+`|!?\[[^\]]*\]\([^)]*\)")
MARKER = re.compile(r"\s*(?:[-*+]|\d+\.)\s+")


def too_wide(page: str) -> list[int]:
    """The lines of prose that are too wide, by their numbers: not tables, code, or one code span or link that is as wide."""
    found, in_code = [], False
    for number, line in enumerate(page.split("\n"), 1):
        marked = MARKER.match(line)
        in_code ^= line.lstrip().startswith("```")
        is_code = in_code or (line.startswith("    ") and not marked)
        words = UNBREAKABLE.sub("x", line[marked.end() :] if marked else line).split()
        if len(line) > WIDEST and len(words) > 1 and not is_code and not line.lstrip().startswith("|"):
            found.append(number)
    return found


@pytest.mark.parametrize("name", sorted(PROSE))
def test_prose_in_documents_ends_at_120_characters(name):
    assert too_wide((ROOT / name).read_text(encoding="utf-8")) == []


def test_a_line_that_is_too_wide_is_found():
    wide, link = "word " * 30, f"[a link](https://example.org/{'x' * 120})"
    page = [wide, f"| {wide} |", f"    {wide}", f"    - {wide}", link, f"- {link}", f"see {link}", f"# {wide}"]
    assert too_wide("\n".join([*page, "```", wide, "```", wide])) == [1, 4, 7, 8, 12]


# --- The cases ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_conformance_is_what_a_run_of_the_cases_writes():
    """``make conformance`` writes it; it is never edited by hand."""
    done = subprocess.run(
        [sys.executable, ROOT / "docs/conformance/make.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
