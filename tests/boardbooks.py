"""What the tests of the rulebooks share: cases, twins, clauses that a text cites."""

from __future__ import annotations

import re
from functools import cache

from rules.kit.casefiles import Case, case_files, read_file
from tests.clauses import ROOT

TWIN = re.compile(r"twin of (KTC-[\w-]+\d)")


def cases_of(*folders: str) -> list[Case]:
    """Every case of some folders under tests/cases, each file of which is read once in a process."""
    paths = [str(ROOT / "tests/cases" / folder) for folder in folders]
    return [case for path in case_files(paths) for case in _cases_in(path)]


@cache
def _cases_in(path: str) -> list[Case]:
    return read_file(path)


def is_twin(case):
    """Whether a case is the negative twin of another."""
    return "twin of" in case.data["title"].lower()


def lost_twins(cases):
    """Twins of cases that are not there, or of themselves."""
    names = {case.name for case in cases}
    found = {case.name: TWIN.search(case.data["title"]) for case in cases if is_twin(case)}
    return {name for name, of in found.items() if not of or of[1] not in names or of[1] == name}


def naming(cases, clause):
    """The cases and the twins that name a clause."""
    found = [case for case in cases if clause in case.data["clauses"]]
    return [case.name for case in found if not is_twin(case)], [case.name for case in found if is_twin(case)]


def codes_in(text):
    """The codes of refusals and warnings in a text."""
    return set(re.findall(r"\b[EW]-[A-Z]+\b", text))


def source_of(folder):
    """The sources of a book as one text."""
    return "".join(file.read_text("utf-8") for file in sorted((ROOT / "rules" / folder).rglob("*.py")))


def values_of(row):
    """The distinguishable values of an option."""
    schema = row.schema
    if "enum" in schema:
        return [value for value in schema["enum"] if not isinstance(value, bool)]
    return [True, False] if schema.get("type") == "boolean" else [row.default, "off"]
