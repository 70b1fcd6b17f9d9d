"""The public test kit: cases run against this engine, and the differences.  [CASES.md]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.books import case_adapter_of
from rules.errors import Invalid
from rules.kit.casefiles import ABOUT_THE_MOVE, Case, expected
from rules.kit.hollow import hollow
from rules.values.compare import SETS, differences, surplus, words_in

QUERIES = ("score", "allowance", "interval")


class NotUnderstood(Invalid):
    """A case whose position or facts the book does not understand."""


@dataclass
class Happened:
    """The outcome of a move of a side (or of its repetitions): complete events, refused orders, and the position after it."""

    position: Any
    side: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)


def run(case: Case, *, clauses_only: bool = False) -> list[str]:
    """The differences of a case between wanted and got; empty if it passes.

    clauses_only: compare only the clauses of events.  NotUnderstood if the book cannot parse the case, or if
    any of its expectations compares nothing.
    """
    empty = "" if case.fault else ", ".join(hollow(case.data))
    if empty:
        raise NotUnderstood(f"{case.name}: {empty} compares nothing")
    found: list[str] = []
    for path, expect, happened in played(case):
        found += _against(case, expect, happened, path, clauses_only)
    return found


def played(case: Case) -> Iterator[tuple[str, dict[str, Any], Happened]]:
    """Each move of a case with its expectation and its outcome; last, the expectation of the whole case.

    The outcome of a repeated move is that of all its repetitions together.
    """
    if case.fault:
        raise NotUnderstood(case.fault)
    try:
        adapter = case_adapter_of(case.book)
        happened = Happened(adapter.start(case.data))
        for i, data in enumerate(case.moves):
            happened = _made(adapter, happened.position, data, f"moves.{i}")
            yield f"moves.{i}.expect", expected(data), happened
        yield "expect", expected(case.data), happened
    except Invalid as invalid:
        raise NotUnderstood(f"{case.name}: {invalid.sentence}") from invalid


def _made(adapter: Any, position: Any, data: dict[str, Any], where: str) -> Happened:
    """A move of a case, made as often as it is repeated."""
    if data["side"] not in position.sides:
        raise Invalid(f"{where}.side: {' or '.join(position.sides)} is wanted, got {data['side'][:60]!r}")
    happened = Happened(position, data["side"])
    for _ in range(data.get("repeat", 1)):
        happened.position, events, refused = adapter.move(happened.position, data)
        happened.events += events
        happened.refused += [one for one in refused if one not in happened.refused]
    return happened


def report(case: Case) -> dict[str, Any]:
    """A case adjudicated: for each move its events, the refused orders and the complete position."""
    adapter = case_adapter_of(case.book)
    made = list(played(case))
    position = made[-1][2].position
    moves = [
        {
            "side": data["side"],
            "events": one.events,
            "refused": one.refused,
            "position": adapter.position_whole(one.position),
        }
        for data, (_, _, one) in zip(case.moves, made, strict=False)
    ]
    sees = {side: adapter.sees(position, side) for side in (*position.sides, "observer")}
    return {"case": case.name, "moves": moves, "position": adapter.position_whole(position), "sees": sees}


def _against(case: Case, expect: dict[str, Any], happened: Happened, path: str, clauses_only: bool) -> Iterator[str]:
    """The differences between the expectation and the outcome of a move."""
    adapter = case_adapter_of(case.book)
    whole = adapter.position_whole(happened.position) if expect else {}
    exactly = expect.get("exactly") or []
    for name, wanted in expect.items():
        place = f"{path}.{name}"
        if name in ABOUT_THE_MOVE:
            yield from _of_the_move(adapter, name, wanted, happened, place, clauses_only)
        elif name in QUERIES:
            got = adapter.query(happened.position, name)
            yield from differences(wanted, got, place, whole=name in exactly)
            if name in exactly:
                yield from surplus(wanted, got, place)
        elif name == "count" and hasattr(adapter, "counted"):
            yield from differences(wanted, adapter.counted(happened.position, wanted), place)
        elif name in whole:
            yield from differences(wanted, whole[name], place, whole=name in exactly, cells=name in SETS)
            if name in exactly:
                yield from surplus(wanted, adapter.position_short(happened.position).get(name, {}), place)
        else:
            yield f"{place}: wanted {name}, got a book that knows no such thing"


def _of_the_move(
    adapter: Any, name: str, wanted: Any, happened: Happened, path: str, clauses_only: bool
) -> Iterator[str]:
    """The differences in one of the keys about events and about who knows of them."""
    if name == "refused":
        yield from _refused(wanted or [], happened.refused, path)
    elif name in ("events", "never"):
        yield from _events(wanted or [], happened.events, path, name == "never", clauses_only)
    elif name == "sees":
        for side, known in wanted.items():
            yield from _sees(known, _known(adapter, happened, side), f"{path}.{side}", clauses_only)
    elif name == "hidden":
        for side, ids in wanted.items():
            words = set(words_in(_known(adapter, happened, side)))
            yield from (
                f"{path}.{side}: wanted nothing of {one}, got it among what {side} may know"
                for one in ids
                if str(one) in words
            )


def _known(adapter: Any, happened: Happened, side: str) -> dict[str, Any]:
    """What a side may know after a move: the position as it sees it, its events, and its refused orders."""
    events = [known for one in happened.events if (known := adapter.visible_to(one, side)) is not None]
    refused = happened.refused if side == happened.side else []
    return {**adapter.sees(happened.position, side), "events": events, "refused": refused}


def _sees(wanted: dict[str, Any], got: dict[str, Any], path: str, clauses_only: bool) -> Iterator[str]:
    """The differences in what a side may know; its events are compared as all events are."""
    for name, one in wanted.items():
        place = f"{path}.{name}"
        if name in ("events", "never"):
            yield from _events(one or [], got["events"], place, name == "never", clauses_only)
        elif name == "refused":
            yield from _refused(one or [], got["refused"], place)
        else:
            yield from differences({name: one}, got, path)


def _refused(wanted: list[Any], got: list[dict[str, Any]], path: str) -> Iterator[str]:
    """The refusals compared completely: each must be named, and no other."""
    if (
        len(wanted) != len(got)
        or any(not _one_refusal(one, got) for one in wanted)
        or any(not _one_refusal(one, wanted) for one in got)
    ):
        short = [{key: one[key] for key in ("order", "code", "clause", "sentence") if key in one} for one in got]
        yield f"{path}: wanted {wanted!r}, got {short!r}"


def _one_refusal(one: Any, among: list[Any]) -> bool:
    """Whether a refusal is among others: the same order, and the same code and clause if both name them."""
    return isinstance(one, dict) and any(
        isinstance(other, dict)
        and all(one.get(key) == other.get(key) for key in ("order", "code", "clause") if key in one and key in other)
        for other in among
    )


def _events(wanted: list[Any], got: list[dict[str, Any]], path: str, never: bool, clauses_only: bool) -> Iterator[str]:
    """Events that must occur, or must not, each as a partial match; an empty list means no events."""
    if got and not wanted:
        yield f"{path}: wanted no event, got {[(event['event'], event['clause']) for event in got]!r}"
    for i, one in enumerate(wanted):
        if isinstance(one, str):
            one = {"clause" if one[:1].isupper() else "event": one}
        if not isinstance(one, dict):
            yield f"{path}.{i}: wanted an event, as a map, got {one!r}"
            continue
        if clauses_only:
            one = {key: value for key, value in one.items() if key == "clause"}
        matching = [event for event in got if not any(differences(one, event, ""))] if one else []
        if never and matching:
            yield f"{path}.{i}: wanted no {one!r}, got {matching[0]!r}"
        elif not never and one and not matching:
            alike = [event for event in got if any(event.get(key) == one.get(key) for key in ("clause", "event"))]
            short = [(event["event"], event["clause"]) for event in got]
            yield f"{path}.{i}: wanted {one!r}, got {alike or short!r}"
