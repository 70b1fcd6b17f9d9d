"""Every case of the public test kit, as `python -m rules cases tests/cases` runs it."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from rules.books import BOOKS, book, case_adapter_of
from rules.kit.cases import played, report, run
from tests.boardbooks import cases_of
from tests.clauses import ROOT

CASES = cases_of("")


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case):
    assert run(case) == []


@pytest.mark.slow
def test_what_is_refused_and_what_is_told_ends_with_one_full_stop():
    moves = [(case.book, move) for case in CASES for move in report(case)["moves"]]
    sentences = {one["sentence"] for _, move in moves for one in move["refused"] if one["code"] != "E-INVALID"}
    sentences |= {book(of).narrate(event, {}) for of, move in moves for event in move["events"]}
    assert len(sentences) > 100
    assert sorted(one for one in sentences if ".." in one or not one.endswith(".")) == []


@cache
def expectations():
    """Every expectation of the cases about what must not be, or who knows, with its case and the result."""
    chosen = [case for case in CASES if any(name in str(case.data) for name in ("never", "hidden", "sees"))]
    return [(case, f"{case.name}: {path}", expect, came) for case in chosen for path, expect, came in played(case)]


@pytest.mark.slow
def test_what_must_not_happen_could_happen():
    """CASES.md, hollow expectations: an event or a key that no book knows would never be missed."""
    known = {book: case_adapter_of(book).schemas()["event"] for book in BOOKS}
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
        adapter = case_adapter_of(case.book)
        given = [case.data.get("start"), [move.get("orders") for move in case.moves]]
        held = [adapter.position_whole(happened.position), happened.events, happened.refused]
        there = json.dumps([given, held], default=str)
        nowhere += [
            (path, one) for ids in (expect.get("hidden") or {}).values() for one in ids if str(one) not in there
        ]
        sides = {*happened.position.sides, "observer", *getattr(happened.position, "generals", ())}
        nowhere += [(path, one) for key in ("sees", "hidden") for one in expect.get(key) or {} if one not in sides]
    assert nowhere == []


RULEBOOKS = {
    "kriegspiel": "kriegspiel",
    "little-wars": "little_wars",
    "war-chess": "war_chess",
    "chess-1879": "chess",
    "chess-laws": "chess",
}
"""By book the folder of its rules; both codes of chess are one."""

TOLD_ELSEWHERE = {
    "kriegspiel battle-ended": "the campaign ends a battle: tests/campaigns/usecases/test_endings.py",
    "little_wars E-DIFFER": "refused where two reports of a shot differ, before anything is adjudicated: rules/little_wars/book.py",
}
"""Kinds and codes whose visibility no case can give, each with the reason."""

KINDS = [f"{RULEBOOKS[book]} {kind}" for book in BOOKS for kind in case_adapter_of(book).schemas()["event"]]
CODES = [
    f"{folder} {code}"
    for folder in set(RULEBOOKS.values())
    for path in (ROOT / "rules" / folder).rglob("*.py")
    for code in re.findall(r'"(E-[A-Z]+(?:-\d+)?)"', path.read_text(encoding="utf-8"))
]


@cache
def said_of_everybody():
    """Each kind of event and code of refusal whose visibility to its own side, the other and an observer a case gives."""
    found = set()
    for case, _, expect, happened in expectations():
        sees = {side: set(named(told)) for side, told in (expect.get("sees") or {}).items()}
        sides = set(happened.position.sides)
        for kind, own in {(one["event"], one["side"]) for one in happened.events}:
            if (
                own in sees
                and kind in told_of(expect["sees"][own])
                and all(kind in sees.get(one, ()) for one in (*sides - {own}, "observer"))
            ):
                found.add(f"{RULEBOOKS[case.book]} {kind}")
        for code in {one["code"] for one in happened.refused}:
            others = [
                sees_of.get("refused") for side, sees_of in (expect.get("sees") or {}).items() if side != happened.side
            ]
            if code in sees.get(happened.side, ()) and len(others) == len(sides) and not any(others):
                found.add(f"{RULEBOOKS[case.book]} {code}")
    return found


def told_of(known):
    """The kinds of event that a side sees."""
    return [one if isinstance(one, str) else one.get("event") for one in known.get("events") or []]


def named(known):
    """The kinds of event that a side sees or does not, and the codes of the refusals that it sees."""
    yield from told_of(known)
    yield from told_of({"events": known.get("never")})
    yield from (one.get("code") for one in known.get("refused") or [])


def test_what_is_told_of_every_event_and_every_refusal_is_said_by_some_case():
    """CASES.md, hollow expectations: under sees what own side, enemy and observer see; a refusal is only for the side itself."""
    assert sorted({*KINDS, *CODES} - set(TOLD_ELSEWHERE) - said_of_everybody()) == []


def test_what_is_told_elsewhere_is_told_of_nowhere_here():
    """An exception that has become a case is no longer one."""
    assert said_of_everybody() & set(TOLD_ELSEWHERE) == set() and set(TOLD_ELSEWHERE) <= {*KINDS, *CODES}
