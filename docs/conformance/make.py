"""`make conformance`: run the cases and write what each clause and each option of the book comes to.

docs/conformance/make.py [--check]    --check: write nothing, and say whether the files are as a run would write them
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ways
import yaml

from campaigns.web.page.clauses import parse
from rules.books import book
from rules.contract.book import Book
from rules.kit.casefiles import Case, case_files, read_file
from rules.kit.cases import run

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATES = {
    "pass": "pass",
    "fail": "FAIL",
    "deviates": "deviates by choice",
    "not-applicable": "not applicable",
    "not-covered": "not covered",
}


RULEBOOKS = {
    "kriegspiel": "the Sykes-Wells Kriegspiel",
    "little-wars": "Little Wars",
    "war-chess": "War-Chess",
    "chess": "chess by both codes, and blind",
    "sight": "sight, a rule of the house",
}
"""The rulebooks whose cases are run, by the names of their files, and what each is called."""

BOOKS = {"chess": ("chess-1879", "chess-laws"), "sight": ("kriegspiel", "little-wars")}
"""The books of a rulebook that has more than one."""

OF_THE_HOUSE = {"sight": "HOUSE-SIGHT"}
"""The rules of the house, which have no edition and no options of their own, by what their clauses begin with."""


def books_of(key: str) -> tuple[str, ...]:
    """The books of a rulebook."""
    return BOOKS.get(key, (key,))


def cases(key: str) -> list[Case]:
    """Every case of a rulebook."""
    folders = [str(ROOT / "tests/cases" / one) for one in books_of(key)]
    found = [case for path in case_files(folders) for case in read_file(path)]
    begins = OF_THE_HOUSE.get(key, "")
    return [one for one in found if not begins or any(name.startswith(begins) for name in one.data.get("clauses", []))]


def by_number(case: Case) -> tuple[str, int]:
    """The order of cases: by clause, then by number."""
    clause, _, number = case.name.rpartition("-")
    return clause, int(number) if number.isdigit() else 0


def found(key: str) -> dict[str, Any]:
    """What a run comes to: by clause its state and cases, by option and value its cases."""
    judged: Book | None = None if key in OF_THE_HOUSE else book(books_of(key)[0])
    clauses = parse((ROOT / f"docs/rulebooks/{key}.md").read_text(encoding="utf-8"))
    declared = yaml.safe_load((HERE / "declared.yaml").read_text(encoding="utf-8"))
    of_clause: dict[str, list[dict[str, str]]] = defaultdict(list)
    of_option: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for case in sorted(cases(key), key=by_number):
        result = "fail" if run(case) else "pass"
        for clause in dict.fromkeys(case.data.get("clauses", [])):
            of_clause[clause].append({"case": case.name, "title": str(case.data.get("title", "")), "result": result})
        for option, value in (case.data.get("options") or {}).items():
            of_option[option][json.dumps(value, sort_keys=True)].append(case.name)
    return {
        "book": key,
        "edition": judged.edition if judged else "",
        "clauses": {
            name: {
                "title": clause.title,
                "state": state(of_clause[name], declared.get(name)),
                "why": (declared.get(name) or {}).get("why", ""),
                "cases": of_clause[name],
            }
            for name, clause in clauses.items()
        },
        "options": {
            row.key: {value: of_option[row.key][value] for value in sorted(of_option[row.key])}
            for row in (judged.register() if judged else ())
        },
    }


def state(run_of_it: list[dict[str, str]], declared: dict[str, str] | None) -> str:
    """What is to be said of a clause: its cases first, what is declared of it where it has none."""
    if run_of_it:
        return "fail" if any(one["result"] == "fail" for one in run_of_it) else "pass"
    return declared["state"] if declared else "not-covered"


def in_words(known: dict[str, Any]) -> Iterator[str]:
    """The same for people to read."""
    states = [one["state"] for one in known["clauses"].values()]
    folders = " and ".join(f"`tests/cases/{one}`" for one in books_of(known["book"]))
    edition = f"Edition {known['edition']}. " if known["edition"] else ""
    yield f"# Conformance: {RULEBOOKS[known['book']]}"
    yield ""
    yield f"{edition}Written by `make conformance` from a run of {folders}; never by hand."
    yield ""
    yield "; ".join(f"{states.count(key)} {words}" for key, words in STATES.items() if states.count(key)) + "."
    yield ""
    yield "| clause | title | state | cases |"
    yield "| --- | --- | --- | --- |"
    for name, one in known["clauses"].items():
        told = str(len(one["cases"])) if one["cases"] else one["why"]
        yield f"| {name} | {one['title']} | {STATES[one['state']]} | {told} |"
    if not known["options"]:
        return
    yield ""
    yield "## Options"
    yield ""
    yield "The default of each is what every case plays that sets nothing else."
    yield ""
    yield "| option | value set by a case | cases |"
    yield "| --- | --- | --- |"
    for key, values in known["options"].items():
        for value, names in values.items() or {"": []}.items():
            shown = value.replace("|", "/")
            yield f"| {key} | {f'`{shown}`' if shown else '–'} | {len(names)} |"


def main(arguments: list[str]) -> int:
    """Write the files, or compare them."""
    written: dict[str, str] = {}
    clauses = 0
    for key in RULEBOOKS:
        known = found(key)
        clauses += len(known["clauses"])
        written[f"{key}.json"] = json.dumps(known, indent=1, sort_keys=False, ensure_ascii=False) + "\n"
        written[f"{key}.md"] = "\n".join(in_words(known)) + "\n"
    written["ways.md"] = ways.written()
    stale = [
        name
        for name, text in written.items()
        if not (HERE / name).exists() or (HERE / name).read_text(encoding="utf-8") != text
    ]
    if "--check" in arguments:
        print("stale: " + ", ".join(stale) if stale else "as a run writes them")
        return bool(stale)
    for name, text in written.items():
        (HERE / name).write_text(text, encoding="utf-8")
    print(f"{clauses} clauses written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
