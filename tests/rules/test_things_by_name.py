"""Sentences name things by their names: in what happened, in refusals and warnings no id stands where a thing has a name."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from campaigns.web.page.events import in_names
from rules.books import book
from rules.kit.casefiles import Case, case_files, read_file
from rules.kit.cases import report
from tests.clauses import ROOT

NAMED = ("bodies", "guns", "waggons", "depots")
"""Groups of which the things have names."""

UNKNOWN = ("There is no ", "The name ")
"""So begin refusals about what the side may not know; they repeat what it ordered."""

OF_THE_FLOOR = [one for one in case_files([str(ROOT / "tests/cases")]) if "chess" not in str(one)]


def unnamed(case: Case) -> tuple[Case, dict[str, str]]:
    """A case whose things have no names, and their ids, each of no name."""
    bare, names = named(case)
    for identity in names:
        for group in NAMED:
            bare.data["start"].get(group, {}).get(identity, {}).pop("name", None)
    return bare, dict.fromkeys(names, "")


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


def without_names(position: Any, pieces: Any) -> dict[str, str]:
    """Works, sealed notes, stores, carriers and features of the country: what people read calls them by no id."""
    country = position.get("country") or {}
    groups = [position.get(kind.group) for kind in pieces.kinds if kind.group not in ("bodies", "guns", "weather")]
    groups += [position.get("sealed"), *(one for one in country.values() if isinstance(one, dict))]
    return {str(identity): "" for group in groups for identity in group or ()}


def ids_in(text: str, names: dict[str, str]) -> list[str]:
    """The ids in a text that have a name."""
    return [one for one in re.findall(r"[\w-]+", text) if one in names and "-" in one]


def faults(case: Case, as_called: Any = named) -> Iterator[str]:
    """The sentences of a case in which an id stands for a thing.  as_called: the case with names for its things, or with none."""
    called, names = as_called(case)
    pieces, known = book(case.book).pieces, dict(names)
    for move in report(called)["moves"]:
        known |= pieces.names(move["position"])
        names |= without_names(move["position"], pieces)
        for event in move["events"]:
            for said in (book(case.book).narrate(event, known), in_names(str(event.get("sum") or ""), known)):
                yield from (f"{case.name}: {event['event']}: {said}" for _ in ids_in(said, names))
        for one in move["refused"]:
            if one["code"] != "E-INVALID" and not one["sentence"].startswith(UNKNOWN):
                yield from (f"{case.name}: {one['code']}: {one['sentence']}" for _ in ids_in(one["sentence"], names))


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(OF_THE_FLOOR), ids=lambda path: Path(path).stem)
def test_no_id_stands_where_a_thing_has_a_name(path: Any) -> None:
    assert [fault for case in read_file(path) for fault in faults(case)] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(OF_THE_FLOOR), ids=lambda path: Path(path).stem)
def test_no_id_stands_where_bodies_guns_and_stores_have_no_name(path: Any) -> None:
    """They are called by what they are: *Red's gun 2*, *Blue's infantry*."""
    assert [fault for case in read_file(path) for fault in faults(case, unnamed)] == []


def test_the_names_are_given_and_used() -> None:
    cases = [case for path in OF_THE_FLOOR for case in read_file(path)]
    assert sum(bool(named(case)[1]) for case in cases) > len(cases) / 2


def test_what_has_no_name_is_called_by_what_it_is_and_a_name_goes_before_it() -> None:
    scene = {
        "trains": {"red-train": {}, "red-train-2": {}, "red-train-3": {"name": "The Mail"}},
        "works": {"red-repair-8": {"kind": "repair", "target": "bridge-8"}},
        "bridges": {"bridge-8": {"kind": "culvert"}, "rail-1": {"kind": "rail"}},
        "sealed": {"red-note-1": {}},
        "mines": {"red-lay-mine-sappers": {"side": "red"}},
    }
    assert book("kriegspiel").pieces.names(scene) == {
        "red-train": "a train",
        "red-train-2": "train 2",
        "red-train-3": "The Mail",
        "red-repair-8": "the repair of railway culvert 8",
        "bridge-8": "railway culvert 8",
        "rail-1": "rail 1",
        "red-note-1": "sealed note 1",
        "red-lay-mine-sappers": "a mine",
    }
    dug = {"kind": "entrenchment", "side": "red"}
    one, two = {"red-entrench-reserve": dug}, {"red-entrench-1st": dug, "red-entrench-reserve": dug}
    assert [*book("kriegspiel").pieces.names({"works": one}).values()] == ["a trench"]
    assert [*book("kriegspiel").pieces.names({"works": two}).values()] == ["a trench (1)", "a trench (2)"]


def test_a_work_does_not_name_what_is_not_seen() -> None:
    work = {"red-epaulement-1": {"kind": "epaulement", "target": "red-gun-7"}}
    gun = {"red-gun-7": {"name": "Long Tom"}}
    names = book("kriegspiel").pieces.names
    assert names({"works": work})["red-epaulement-1"] == "an epaulement"
    assert names({"works": work, "guns": gun})["red-epaulement-1"] == "an epaulement for Long Tom"
