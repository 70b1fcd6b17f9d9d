"""Case files: YAML or JSON, one case or a list of them, parsed safely.  [CASES.md]"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from rules.errors import Invalid

Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DEEPEST = 60
MOST_NODES = 2_000_000
MOST_BYTES = 64_000_000
MOST_MERGED = 50_000
MOST_REPEATS = 10_000

SUFFIXES = (".yaml", ".yml", ".json")
ABOUT_THE_MOVE = ("refused", "events", "never", "sees", "hidden", "exactly")
"""Keys of what is expected of events; they may stand in ``expect`` or beside it."""

CASE_KEYS = {"case", "book", "clauses", "options", "country", "start", "chance", "moves", "expect", *ABOUT_THE_MOVE}
MOVE_KEYS = {"side", "orders", "measured", "chance", "expect", "repeat", *ABOUT_THE_MOVE}
CASE_SHAPE: dict[str, type[Any]] = {
    **dict.fromkeys(("options", "country", "start", "chance", "expect"), dict),
    **dict.fromkeys(("clauses", "moves"), list),
    "book": str,
}
REMARKS = {
    "title",
    "note",
    "notes",
    "twin",
    "twin_of",
    "source",
    "reading",
    "readings",
    "ours",
    "option",
    "why",
    "edition",
}


class Loader(Base):  # type: ignore[misc]
    """PyYAML's safe loader, which also refuses a map that grows too large through merges."""

    def flatten_mapping(self, node: Any) -> None:
        """Merge the maps named by ``<<``, up to a limit."""
        super().flatten_mapping(node)
        if len(node.value) > MOST_MERGED:
            raise yaml.YAMLError(f"a map of more than {MOST_MERGED} keys")


@dataclass(frozen=True)
class Case:
    """One case as parsed; place: the file and its place there, for messages.

    fault: why it is not a case, although others of its file may be; empty if it is one.
    """

    name: str
    data: dict[str, Any]
    place: str
    fault: str = ""

    @property
    def book(self) -> str:
        """The key of its book."""
        return str(self.data.get("book", "kriegspiel"))

    @property
    def moves(self) -> list[dict[str, Any]]:
        """Its moves in the order listed; fixed chance of the whole case applies to moves that fix none."""
        fixed = {"chance": self.data["chance"]} if self.data.get("chance") else {}
        return [{**fixed, **move} for move in self.data.get("moves") or []]


def case_files(paths: list[str]) -> Iterator[str]:
    """The case files among paths and, in the order of their names, inside folders; ``-`` is kept."""
    for path in paths:
        if path != "-" and Path(path).is_dir():
            found = sorted(str(one) for one in Path(path).rglob("*") if one.suffix in SUFFIXES and one.is_file())
            if not found:
                raise Invalid(f"{path}: there is no case file in this folder")
            yield from found
        else:
            yield path


def read_file(path: str) -> list[Case]:
    """The cases of a file; Invalid, with a sentence, if it is not a case file."""
    shown = "standard input" if path == "-" else path
    try:
        text = (sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()).decode("utf-8-sig")
    except (OSError, ValueError) as failure:
        raise Invalid(f"{shown}: it cannot be read ({failure})") from failure
    return read_cases(text, shown)


def read_cases(text: str, place: str = "case") -> list[Case]:
    """The cases in a text of YAML or JSON; Invalid if there are none.  A faulty case of a list has its ``fault`` set."""
    data = _load(text, place)
    _measure(data, place)
    if isinstance(data, list) and data:
        return [_one_of_a_list(one, f"{place}, case {i + 1}") for i, one in enumerate(data)]
    return [_case(data, place)]


def _load(text: str, place: str) -> Any:
    """The content of a text.  Every fault of the text becomes Invalid."""
    if len(text) > MOST_BYTES:
        raise Invalid(f"{place}: it is too long for a case file")
    try:
        if text.lstrip()[:1] in ("{", "["):
            try:
                return json.loads(text)
            except json.JSONDecodeError:
                pass
        depth = 0
        for event in yaml.parse(text, Loader=Loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise Invalid(f"{place}: it is nested more than {DEEPEST} deep")
        return yaml.load(text, Loader=Loader)
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, OverflowError, RecursionError) as failure:
        sentence = " ".join(str(failure).split())[:300]
        raise Invalid(f"{place}: it is neither YAML nor JSON ({sentence or type(failure).__name__})") from failure


def _measure(data: Any, place: str) -> None:
    """Refuse data that is nested too deeply or grows too large through aliases."""
    seen, waiting = 0, [(data, 1)]
    while waiting:
        one, depth = waiting.pop()
        seen += 1
        if depth > DEEPEST or seen > MOST_NODES:
            raise Invalid(f"{place}: it is nested more than {DEEPEST} deep, or larger than any case")
        if isinstance(one, dict):
            waiting.extend((inner, depth + 1) for inner in one.values())
        elif isinstance(one, list | tuple | set):
            waiting.extend((inner, depth + 1) for inner in one)


def _one_of_a_list(data: Any, place: str) -> Case:
    """One case of a list; its faults do not hide the others."""
    try:
        return _case(data, place)
    except Invalid as invalid:
        name = data.get("case") if isinstance(data, dict) else None
        return Case(name if isinstance(name, str) and name.strip() else place, {}, place, invalid.sentence)


def _case(data: Any, place: str) -> Case:
    """One case with its frame checked; the book parses its position and orders."""
    if not isinstance(data, dict):
        raise Invalid(f"{place}: a case is a map with the keys case, start and moves or expect")
    name = data.get("case")
    if not isinstance(name, str) or not name.strip() or len(name) > 200:
        raise Invalid(f"{place}: the key case, with the number of the case, is missing")
    where = f"{place} ({name})"
    _known(data, CASE_KEYS | REMARKS, where)
    _shape(data, where, CASE_SHAPE)
    if "moves" not in data and not expected(data):
        raise Invalid(f"{where}: moves or expect is wanted")
    _expect(expected(data), f"{where}: expect")
    for i, move in enumerate(data.get("moves") or []):
        _move(move, f"{where}: moves.{i}")
    return Case(name, data, place)


def _move(move: Any, where: str) -> None:
    """Check the frame of one move."""
    if not isinstance(move, dict):
        raise Invalid(f"{where}: a move is a map with side, orders and expect")
    _known(move, MOVE_KEYS | REMARKS, where)
    if not isinstance(move.get("side"), str):
        raise Invalid(f"{where}: the side that moves is missing")
    _shape(move, where, {"orders": list, "measured": dict, "chance": dict, "expect": dict})
    _expect(expected(move), f"{where}.expect")
    repeat = move.get("repeat", 1)
    if isinstance(repeat, bool) or not isinstance(repeat, int) or not 1 <= repeat <= MOST_REPEATS:
        raise Invalid(f"{where}.repeat: a whole number from 1 to {MOST_REPEATS} is wanted")


def expected(data: dict[str, Any]) -> dict[str, Any]:
    """What a case or a move expects, in ``expect`` or beside it."""
    return {**(data.get("expect") or {}), **{name: data[name] for name in ABOUT_THE_MOVE if name in data}}


def _expect(expect: dict[str, Any], where: str) -> None:
    """Check the frame of an expectation."""
    _shape(
        expect, where, {"refused": list, "events": list, "never": list, "exactly": list, "sees": dict, "hidden": dict}
    )
    for side, ids in (expect.get("hidden") or {}).items():
        if not isinstance(ids, list):
            raise Invalid(f"{where}.hidden.{side}: a list of ids is wanted")
    for side, known in (expect.get("sees") or {}).items():
        if not isinstance(known, dict):
            raise Invalid(f"{where}.sees.{side}: a map of what it may know is wanted")
        _shape(known, f"{where}.sees.{side}", {"refused": list, "events": list, "never": list})


def _known(data: dict[Any, Any], known: set[str], where: str) -> None:
    """Refuse an unknown key, so that a spelling error does not mean that nothing is expected."""
    for name in data:
        if name not in known:
            raise Invalid(f"{where}: there is no key {str(name)[:60]!r} here; known are {', '.join(sorted(known))}")


def _shape(data: dict[str, Any], where: str, wanted: dict[str, type[Any]]) -> None:
    """Refuse a list instead of a map, and so on; an empty value is allowed."""
    words: dict[type[Any], str] = {str: "a word", list: "a list", dict: "a map"}
    for name, kind in wanted.items():
        value = data.get(name)
        if value is not None and not isinstance(value, kind):
            raise Invalid(f"{where}.{name}: {words[kind]} is wanted, got {str(value)[:60]!r}")
