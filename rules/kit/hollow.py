"""Hollow expectations: parts of a case that compare nothing.  [CASES.md]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kit.casefiles import expected

Plain = dict[str, Any]

WANTING = ("never", "sees", "hidden", "exactly", "count")
"""Keys that say nothing if empty; an empty list of events or of refusals says that there must be none."""


def hollow(case: Plain) -> Iterator[str]:
    """The places of a case that compare nothing; the whole case if it expects nothing anywhere."""
    named = [(f"moves.{i}", expected(move)) for i, move in enumerate(case.get("moves") or [])]
    named.append(("expect", expected(case)))
    if not any(expect for _, expect in named):
        yield "the case"
    if len(named) == 1:
        yield from (f"expect.{name} without a move" for name in ("events", "never", "refused") if name in named[0][1])
    for place, expect in named:
        yield from _in_an_expectation(expect, place)


def _in_an_expectation(expect: Plain, place: str) -> Iterator[str]:
    """The places that compare nothing, in one expectation or in what a side is to see."""
    yield from (f"{place}.{name}" for name in WANTING if name in expect and not expect[name])
    for name in ("events", "never"):
        yield from (f"{place}.{name}.{i}" for i, one in enumerate(expect.get(name) or []) if not one)
    for name in ("sees", "hidden"):
        yield from (f"{place}.{name}.{side}" for side, known in (expect.get(name) or {}).items() if not known)
    for side, known in (expect.get("sees") or {}).items():
        if isinstance(known, dict):
            yield from _in_an_expectation(known, f"{place}.sees.{side}")
    yield from (f"{place}.exactly: {name}" for name in expect.get("exactly") or [] if name not in expect)
