"""The engine's twin: a case with one more hidden thing gives a viewer who may not know it the same bytes.

For the opening of every case of a book with hidden things, one hidden fact of a side is varied, and everything that the
other side and an observer get is compared: what they see, what they owe and how far they reach, what the move shows
them, what is refused, what they are offered and at what price, what a check says, the clock.  ``LAWFUL`` lists what may
follow in the open from a hidden fact, and why; nothing else may.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from rules.books import book
from rules.contract.view import View
from rules.errors import Refused
from rules.kit.casefiles import Case, case_files, read_file
from rules.kit.cases import case_adapter_of
from tests.clauses import ROOT

BOOKS = {"kriegspiel": "kriegspiel", "little-wars": "little-wars"}
A_RUN = 30
"""Cases of each book that one run of all tests looks at; ``make prove`` looks at all of them."""

SEED = "the engine's twin"

Position = dict[str, Any]
Vary = Callable[[Position, str], None]


def _each(position: Position, group: str, side: str) -> list[dict[str, Any]]:
    held = "side" if group == "bodies" else "held_by"
    return [one for one in position.get(group, {}).values() if (one.get(held) or one.get("side")) == side]


def _add(position: Position, group: str, name: str, thing: dict[str, Any]) -> None:
    position.setdefault(group, {})[name] = thing


def packets(position: Position, side: str) -> None:
    for one in (*_each(position, "waggons", side), *_each(position, "depots", side)):
        one["packets"] = {
            kind: number + 40
            for kind, number in {"food": 0, "forage": 0, "ammunition": 0, **one.get("packets", {})}.items()
        }


def fire_streak(position: Position, side: str) -> None:
    for one in _each(position, "bodies", side):
        one["fire_streak"] = one.get("fire_streak", 0) + 1


def commander(position: Position, side: str) -> None:
    for number, one in enumerate(_each(position, "bodies", side)):
        one["commander"] = f"officer-{number}"


def arrears(position: Position, side: str) -> None:
    for one in _each(position, "bodies", side):
        one["arrears"] = {"food": 3, "forage": 0, "ammunition": 1}


def mine(position: Position, side: str) -> None:
    _add(position, "mines", "zz-mine", {"side": side})


def work(position: Position, side: str) -> None:
    _add(position, "works", "zz-work", {"kind": "mine", "side": side, "crew": "zz-boxed", "moves_done": 1})


def aboard(position: Position, side: str) -> None:
    _add(position, "bodies", "zz-aboard", {"side": side, "arm": "cavalry", "men": 19, "aboard": "zz-boat"})
    position["boats"]["zz-boat"]["aboard"] = {"zz-aboard": 19}


def boxed(position: Position, side: str) -> None:
    position["bodies"]["zz-boxed"] |= {"arm": "infantry", "men": 150, "formation": "fours"}


def elevation(position: Position, side: str) -> None:
    for one in _each(position, "guns", side):
        one["elevation"] = 7


def in_a_box(position: Position, side: str) -> None:
    position["bodies"]["zz-within"] |= {"arm": "cavalry", "men": 90}
    _add(position, "guns", "zz-gun", {"side": side, "aboard": "zz-box"})
    position["boxes"]["zz-box"]["aboard"] = {"zz-within": 90, "zz-gun": 1}


def given_to(position: Position, side: str) -> None:
    for number, one in enumerate((*_each(position, "bodies", side), *_each(position, "guns", side))):
        one["commander"] = f"officer-{number}"


HIDDEN: dict[str, dict[str, Vary]] = {
    "kriegspiel": {
        one.__name__: one for one in (packets, fire_streak, commander, arrears, mine, work, aboard, boxed, elevation)
    },
    "little-wars": {one.__name__: one for one in (in_a_box, given_to)},
}
"""By book, each fact that a side hides, and how it is varied."""

LAWFUL: dict[str, tuple[tuple[str, str], ...]] = {
    "commander": (
        ("clock", "how the men who are seen are shared among commanders the clock may tell (KTI-KS-161)"),
        ("its move", "an order given by another than a thing's commander is not carried out (KS-GAME-03)"),
    ),
    "given_to": (("clock", "the same (LW-TIME-02)"), ("taken", "a thing keeps its commander's name in other hands")),
    "in_a_box": (("ended", "the end of a battle says how many free men are left (LW-FIN-02, LW-POINTS-07)"),),
    "packets": (
        ("its move", "who is supplied marches, fires and does not give itself up (KS-FAIL-03, KS-SIEGE-06)"),
        ("taken", "whoever takes a waggon or depot counts what is in it (KS-LW-17)"),
    ),
    "mine": (("its move", "whose mines are spent lays no more (KS-MINE-01)"),),
    "work": (("its move", "the same"),),
    "arrears": (("its move", "who is owed packets neither marches nor fires (KS-FAIL-01, KS-FAIL-03)"),),
    "elevation": (("taken", "whoever takes a gun sees how it is laid"),),
    "fire_streak": (("its move", "a packet of ammunition falls due sooner (KS-SUP-04)"),),
}
"""By hidden fact, the visible consequences that it may have, and why.

``its move``: what its side then does.  ``taken``: what is seen of a thing once it is captured.
``ended``: what the end of the battle reveals.
"""


def furnished(name: str, position: Position, side: str) -> Position:
    """A position with the boxes and boats of a side that are seen in every world."""
    position = copy.deepcopy(position)
    if name == "kriegspiel":
        _add(position, "boats", "zz-boat", {"side": side})
        _add(position, "bodies", "zz-boxed", {"side": side, "arm": "cavalry", "men": 8, "boxed": True})
    else:
        _add(position, "boxes", "zz-box", {"side": side, "aboard": {"zz-within": 40}})
        _add(position, "bodies", "zz-within", {"side": side, "arm": "infantry", "men": 40, "aboard": "zz-box"})
    return position


def known(
    name: str, case: Case, options: dict[str, Any], position: Position, move: dict[str, Any], viewer: str
) -> dict[str, Any]:
    """All that a viewer gets from a position and from the move that follows."""
    rules = book(name)
    view = rules.table(position, options).seen_by(viewer)
    mover, orders = move["side"], move.get("orders") or []
    told: dict[str, Any] = {
        "before": view.sees(),
        "clock": [rules.table(position, options).allowance(one) for one in rules.sides],
    }
    if viewer == mover:
        told["check"] = list(checked(view, orders))
        told["choices"] = [str(view.choices(thing)) for thing in sorted(view.sees().get("bodies", {}))[:1]]
    own = [thing for thing, one in view.sees().get("bodies", {}).items() if one.get("side") == viewer]
    told["duties"] = [str(view.duties(thing)) for thing in own]
    told["reach"] = [str(view.reaches(thing)) for thing in own[:1]]
    finding = rules.table(position, options).adjudicate(
        mover, orders, move.get("measured") or {}, move.get("chance") or {"seed": "s"}
    )
    events = [event for event in (rules.visible_to(one, viewer) for one in finding.events) if event is not None]
    told["move"] = [
        events,
        rules.table(finding.position, options).sees(viewer),
        finding.refused if viewer == mover else [],
    ]
    told["clock after"] = [rules.table(finding.position, options).allowance(one) for one in rules.sides]
    return told


def checked(view: View, orders: list[dict[str, Any]]) -> Iterator[str]:
    """What a check of each order says."""
    for place, order in enumerate(orders):
        try:
            yield str(view.check(view.order(order), orders[:place]))
        except Refused as refused:
            yield str(refused)


@cache
def cases(name: str) -> tuple[Case, ...]:
    """The cases of a book that have a move, in a sequence drawn once for all."""
    found = [case for path in case_files([str(ROOT / "tests" / "cases" / name)]) for case in read_file(path)]
    found = [case for case in found if case.moves and not case.fault]
    random.Random(SEED).shuffle(found)
    return tuple(found)


def leaks(name: str, case: Case) -> tuple[int, list[str]]:
    """How many comparisons a case allows, and those in which something hidden was shown."""
    adapter, rules, found, compared = case_adapter_of(name), book(name), [], 0
    try:
        options = rules.options(
            {**(case.data.get("options") or {}), "boxed_troops": True}
            if name == "kriegspiel"
            else {**(case.data.get("options") or {}), "boxes": True}
        )
        opening = adapter.position_short(adapter.start({**case.data, "options": options}))
        move = case.moves[0]
    except Refused:
        return 0, []
    for side in ("red", "blue"):
        try:
            plain = furnished(name, opening, side)
            base = {viewer: known(name, case, options, plain, move, viewer) for viewer in (_other(side), "observer")}
        except Refused:
            continue
        for fact, vary in HIDDEN[name].items():
            twin = copy.deepcopy(plain)
            vary(twin, side)
            for viewer, told in base.items():
                lawful = _lawful(fact, told, its_move=move["side"] == side)
                again = known(name, case, options, twin, move, viewer)
                wrong = [part for part in told if part not in lawful and _bytes(told[part]) != _bytes(again[part])]
                compared += len(told)
                found += [f"{case.name}: {fact} of {side}, told to {viewer} in {part}" for part in wrong]
    return compared, found


def _lawful(fact: str, told: dict[str, Any], *, its_move: bool) -> set[str]:
    """The visible parts that may follow from a fact."""
    follows = {part for part, _ in LAWFUL.get(fact, ())}
    happened = {event["event"] for event in told["move"][0]}
    taken = any(one.endswith(("-captured", "-capitulated")) for one in happened) or "battle-ended" in happened
    lawful = {"clock", "clock after"} if "clock" in follows else set()
    ended = "ended" in follows and "battle-ended" in happened
    if ("its move" in follows and its_move) or ("taken" in follows and taken) or ended:
        lawful |= {"move", "clock after"}
    return lawful


def _other(side: str) -> str:
    return "blue" if side == "red" else "red"


def _bytes(data: Any) -> str:
    return json.dumps(data, sort_keys=True, default=str)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_what_a_side_keeps_to_itself_changes_nothing_that_others_are_told(name):
    compared, found = 0, []
    for case in cases(name)[:A_RUN]:
        number, wrong = leaks(name, case)
        compared, found = compared + number, found + wrong
    assert found == [] and compared > 20 * A_RUN


@pytest.mark.prove
@pytest.mark.parametrize("name", BOOKS)
def test_what_a_side_keeps_to_itself_changes_nothing_in_any_case_of_the_kit(name):
    found = [wrong for case in cases(name) for wrong in leaks(name, case)[1]]
    assert found == []
