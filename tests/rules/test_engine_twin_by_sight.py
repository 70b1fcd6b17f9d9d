"""The engine's twin by sight: an enemy thing that a side does not see may be anything, or nothing, and its bytes are the same.

For every case of the Kriegspiel on a country, played with ``sight`` = line, each thing that a side does not see is taken
away, made another, and put elsewhere out of sight.  What the side sees, owes, may choose, how far it reaches and what a
check says are compared; so is what a move shows and tells it, where the thing had no part in that move.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.books import book
from rules.contract.data import Options
from rules.errors import Refused
from rules.kit.casefiles import Case, case_files, read_file
from rules.kit.cases import case_adapter_of
from rules.kriegspiel.reports import by_sight
from rules.values.compare import words_in
from tests.clauses import ROOT
from tests.rules.test_engine_twin import checked

KRIEGSPIEL = book("kriegspiel")
A_RUN = 40
"""Cases that one run of all tests looks at; ``make prove`` looks at all of them."""

GROUPS = ("bodies", "guns", "waggons", "depots", "generals", "boats")

Plain = dict[str, Any]


@cache
def cases() -> tuple[Case, ...]:
    """The cases with a country and a move, in a sequence drawn once for all."""
    found = [case for path in case_files([str(ROOT / "tests/cases/kriegspiel")]) for case in read_file(path)]
    found = [case for case in found if case.moves and not case.fault and _country(case)]
    random.Random("the engine's twin by sight").shuffle(found)
    return tuple(found)


def _country(case: Case) -> Any:
    return case.data.get("country") or (case.data.get("start") or {}).get("country")


def told_before(position: Plain, options: Plain, viewer: str, orders: list[Plain]) -> Plain:
    """What a side gets from a position."""
    view = KRIEGSPIEL.table(position, options).seen_by(viewer)  # type: ignore[arg-type]
    known = view.sees()
    own = [name for name, one in known.get("bodies", {}).items() if one.get("side") == viewer]
    return {
        "sees": known,
        "duties": [str(view.duties(one)) for one in own],
        "choices": [str(view.choices(one)) for one in own[:2]],
        "reach": [str(view.reaches(one)) for one in own[:2]],
        "check": list(checked(view, orders)),
        "wants": str(view.wants()),
    }


def told_after(position: Plain, options: Plain, viewer: str, move: Plain) -> tuple[Plain, set[str]]:
    """What a side gets from a move, and what of the enemy's may show in it: what it sees then, and who had to do with its own.

    In the enemy's own move everything may show that does something: a mine goes off under it, it is heard.
    """
    finding = KRIEGSPIEL.table(position, options).adjudicate(  # type: ignore[arg-type]
        move["side"], move.get("orders") or [], move.get("measured") or {}, move.get("chance") or {"seed": "s"}
    )
    events = [one for one in (KRIEGSPIEL.visible_to(event, viewer) for event in finding.events) if one is not None]
    refused = finding.refused if viewer == move["side"] else ()
    own = {name for at in (position, finding.position) for name, one in _each(at) if _owner(one) == viewer}
    touched: set[str] = set()
    for event in finding.events:
        named = set(words_in({key: value for key, value in event.items() if key not in ("eyes", "side")}))
        if named & own or viewer != move["side"]:
            touched |= named - own
    marks = finding.position["sightings"][viewer].get("marks", {})
    touched |= {mark["thing"] for mark in marks.values()}
    known = KRIEGSPIEL.table(finding.position, options).sees(viewer)  # type: ignore[arg-type]
    return {"events": events, "refused": refused, "sees": known}, touched


def others(position: Plain, group: str, name: str) -> Iterator[tuple[str, Plain]]:
    """The twins of a position: without a thing, with another in its place, and with it an inch away."""
    for what in ("absent", "another", "elsewhere"):
        twin = copy.deepcopy(position)
        thing = twin[group][name]
        if what == "absent":
            del twin[group][name]
        elif what == "another":
            if group != "boats":
                thing["name"] = "Secret"
            if group == "bodies":
                thing |= {"men": thing["men"] + 7, "commander": "lee"}
        elif thing.get("at"):
            thing["at"] = [thing["at"][0] + 1, thing["at"][1] + 1]
        yield what, twin


def unseen(position: Plain, options: Plain, viewer: str) -> set[str]:
    """The enemy things with a place that a side does not see."""
    table = KRIEGSPIEL.table(position, options)  # type: ignore[arg-type]
    owner = {name: _owner(one) for name, one in _each(position)}
    seen = {line.target for line in table.sightlines(light=options["light"])}
    named = set(words_in([one for name, one in _each(position) if owner.get(name) == viewer]))
    return {name for name, one in _each(position) if owner[name] != viewer and one.get("at")} - seen - named


def _owner(thing: Plain) -> str:
    return str(thing.get("held_by") or thing["side"])


def _each(position: Plain) -> list[tuple[str, Plain]]:
    return [(name, one) for group in GROUPS for name, one in position.get(group, {}).items()]


def leaks(case: Case) -> tuple[int, list[str]]:
    """How many twins a case allows, and those in which something unseen was shown."""
    adapter, found, compared = case_adapter_of("kriegspiel"), [], 0
    try:
        chosen = KRIEGSPIEL.options({**(case.data.get("options") or {})})
        options = Options({**chosen, "sight": "line", "light": "day"})
        opening = adapter.position_short(adapter.start({**case.data, "options": options}))
    except Refused:
        return 0, []
    move = case.moves[0]
    for viewer in ("red", "blue"):
        orders = (move.get("orders") or []) if viewer == move["side"] else []
        for name in sorted(unseen(opening, options, viewer)):
            group = next(group for group in GROUPS if name in opening.get(group, {}))
            for what, twin in others(opening, group, name):
                if what != "absent" and name not in unseen(twin, options, viewer):
                    continue
                try:
                    pairs = [(told_before(one, options, viewer, orders), one) for one in (opening, twin)]
                    after = [told_after(one, options, viewer, move) for one in (opening, twin)]
                except Refused:
                    continue  # the rest of the position needs the thing
                compared += 1
                (one, _), (other, _) = pairs
                found += [
                    f"{case.name}: {name} {what}, {viewer}: {key}"
                    for key in one
                    if _bytes(one[key]) != _bytes(other[key])
                ]
                if any(name in touched for _, touched in after):
                    continue
                (one, _), (other, _) = after
                found += [
                    f"{case.name}: {name} {what}, {viewer}: after: {key}"
                    for key in one
                    if _bytes(one[key]) != _bytes(other[key])
                ]
    return compared, found


def _bytes(data: Any) -> str:
    return json.dumps(data, sort_keys=True, default=str)


@pytest.mark.slow
def test_what_a_side_does_not_see_changes_nothing_that_it_is_told() -> None:
    compared, found = 0, []
    for case in cases()[:A_RUN]:
        number, wrong = leaks(case)
        compared, found = compared + number, found + wrong
    assert found == [] and compared > A_RUN


@pytest.mark.prove
def test_what_a_side_does_not_see_changes_nothing_in_any_case_of_the_kit() -> None:
    assert [wrong for case in cases() for wrong in leaks(case)[1]] == []


@pytest.mark.slow
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """First an event tells how many things the enemy has, then what is seen tells how many bodies there are."""
    monkeypatch.setattr("rules.floor.sight.told.Reader.told", lambda of, event: {**event, "of": len(of.foreign)})
    assert any("after: events" in one for case in cases()[:A_RUN] for one in leaks(case)[1])
    monkeypatch.undo()
    real = by_sight.as_seen

    def with_a_count(position: Any, side: str, own: Any, shown: Any) -> Any:
        """What a side sees, with the number of all bodies."""
        seen = real(position, side, own, shown)
        sightings = seen["sightings"][side]
        return {**seen, "sightings": {side: sightings.but(made=len(position.bodies))}}

    monkeypatch.setattr("rules.kriegspiel.reports.by_sight.as_seen", with_a_count)
    monkeypatch.setattr(
        "rules.kriegspiel.reports.by_sight.marks_of", lambda known, side: {"made": known.sightings[side].made}
    )
    assert any("sees" in one for case in cases()[:A_RUN] for one in leaks(case)[1])
