"""Sentences name things by their names: in what happened, in refusals and warnings no id stands where a thing has a name."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.books import book
from rules.kit.casefiles import Case, case_files, read_file
from rules.kit.cases import report
from tests.clauses import ROOT

NAMED = ("bodies", "guns", "waggons", "depots")
"""Groups of which the things have names."""

UNKNOWN = ("There is no ", "The name ")
"""So begin refusals about what the side may not know; they repeat what it ordered."""

OF_THE_FLOOR = [one for one in case_files([str(ROOT / "tests/cases")]) if "chess" not in str(one)]


def named(case: Case) -> tuple[Case, dict[str, str]]:
    """A case whose things have names, and these by id."""
    data = copy.deepcopy(case.data)
    pieces, names = book(case.book).pieces, dict[str, str]()
    for kind in pieces.kinds:
        group = (data.get("start") or {}).get(kind.group)
        for identity, thing in (group if isinstance(group, dict) else {}).items():
            if isinstance(thing, dict) and kind.group in NAMED:
                thing["name"] = names[str(identity)] = f"Thing {len(names) + 1}"
    return replace(case, data=data), names


def ids_in(text: str, names: dict[str, str]) -> list[str]:
    """The ids in a text that have a name."""
    return [one for one in re.findall(r"[\w-]+", text) if one in names and "-" in one]


def faults(case: Case) -> Iterator[str]:
    """The sentences of a case in which an id stands for a thing."""
    called, names = named(case)
    moves = report(called)["moves"]
    for move in moves:
        for event in move["events"]:
            said = book(case.book).narrate(event, names)
            yield from (f"{case.name}: {event['event']}: {said}" for _ in ids_in(said, names))
        for one in move["refused"]:
            if one["code"] != "E-INVALID" and not one["sentence"].startswith(UNKNOWN):
                yield from (f"{case.name}: {one['code']}: {one['sentence']}" for _ in ids_in(one["sentence"], names))


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(OF_THE_FLOOR), ids=lambda path: Path(path).stem)
def test_no_id_stands_where_a_thing_has_a_name(path: Any) -> None:
    assert [fault for case in read_file(path) for fault in faults(case)] == []


def test_the_names_are_given_and_used() -> None:
    cases = [case for path in OF_THE_FLOOR for case in read_file(path)]
    assert sum(bool(named(case)[1]) for case in cases) > len(cases) / 2
