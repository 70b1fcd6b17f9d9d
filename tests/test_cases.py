"""Every case of the public test kit, as `python -m rules cases tests/cases` runs it."""

from __future__ import annotations

import json
from functools import cache

import pytest

from rules.casefiles import case_files, read_file
from rules.cases import BOOKS, kit_of, played, report, run
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


@cache
def expectations():
    """Every expectation of the cases that say what must not be, or who knows, with its case and what happened."""
    chosen = [case for case in CASES if any(name in str(case.data) for name in ("never", "hidden", "sees"))]
    return [(case, f"{case.name}: {path}", expect, came) for case in chosen for path, expect, came in played(case)]


def test_what_must_not_happen_could_happen():
    """CASES.md, hollow expectations: an event or a key that no book knows would never be missed."""
    known = {book: kit_of(book).schemas()["event"] for book in BOOKS}
    strange = []
    for case, path, expect, _ in expectations():
        of_sides = [one for told in (expect.get("sees") or {}).values() for one in told.get("never", [])]
        for one in (*expect.get("never", []), *of_sides):
            kinds = known[case.book] if isinstance(one, str) or "event" not in one else [one["event"]]
            keys = {"event", "told"} if isinstance(one, str) else set(one)
            if not any(
                kind in known[case.book] and keys - {"event", "told"} <= set(known[case.book][kind]["properties"])
                for kind in kinds
            ):
                strange.append((path, one))
    assert strange == []


def test_what_is_hidden_is_there_to_be_seen():
    """CASES.md, hollow expectations: an id that stands nowhere is hidden from everybody."""
    nowhere = []
    on_floors = [one for one in expectations() if one[0].book in ("kriegspiel", "little-wars")]
    for case, path, expect, happened in on_floors:
        kit = kit_of(case.book)
        given = [case.data.get("start"), [move.get("orders") for move in case.moves]]
        held = [kit.position_whole(happened.position), happened.events, happened.refused]
        there = json.dumps([given, held], default=str)
        nowhere += [
            (path, one) for ids in (expect.get("hidden") or {}).values() for one in ids if str(one) not in there
        ]
        sides = {*happened.position.sides, "observer", *getattr(happened.position, "generals", ())}
        nowhere += [(path, one) for key in ("sees", "hidden") for one in expect.get(key) or {} if one not in sides]
    assert nowhere == []
