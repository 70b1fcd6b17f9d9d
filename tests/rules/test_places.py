"""Who writes where a thing stands: one module of each book of the floor, read from the sources themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PLACES = frozenset({"at", "along", "origin", "figures", "captives"})
"""The fields that say where a thing, or a man, stands."""

WRITERS = frozenset({"but", "change", "change_gun", "change_store", "change_carrier", "change_passenger", "replace"})
"""The calls by which a thing on the floor is replaced."""

MAY = {
    "rules/kriegspiel/floor/go.py": "whoever goes is put where he stands",
    "rules/kriegspiel/floor/remake.py": "bodies made anew, whose men stand still or have paid for their places",
    "rules/kriegspiel/floor/field.py": "a body without free men has no place",
    "rules/kriegspiel/country/clearance.py": "an opening position, before anybody goes",
    "rules/kriegspiel/force": "positions read and written",
    "rules/kriegspiel/moves/measurements.py": "an order's own way, its end moved off a wall",
    "rules/little_wars/floor/go.py": "whoever goes is put where he stands",
    "rules/little_wars/floor/men.py": "a body is its men, laid out and gathered",
    "rules/little_wars/floor/remake.py": "groups made anew, whose men stand still",
    "rules/little_wars/force": "positions read and written",
    "rules/little_wars/setting_out": "men put down before the battle",
    "rules/little_wars/case_adapter.py": "a position as a case shows it",
    "rules/floor/start.py": "a start laid on a country",
    "rules/floor/traces.py": "what a map shows",
    "rules/floor/carry_over.py": "what is placed anew in the next battle",
    "rules/floor/pieces.py": "what an umpire may set",
    "rules/floor/placement.py": "what an umpire puts down",
    "rules/floor/reach.py": "how far a thing could go",
    "rules/kriegspiel/muster.py": "the force of a new battle",
    "rules/floor/sight": "points from which one looks, and at which",
    "rules/kriegspiel/floor/eyes.py": "from where one would look",
    "rules/kriegspiel/supply/groups.py": "passengers counted where their boat lies, on no floor",
}
"""The modules and folders that may write a place, and why."""


def written(source: str) -> Iterator[int]:
    """The lines of a module that write where a thing on the floor stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in WRITERS and any(one.arg in PLACES for one in node.keywords):
                yield node.lineno
        elif isinstance(node, ast.Dict):
            if any(isinstance(one, ast.Constant) and one.value in PLACES for one in node.keys):
                yield node.lineno
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            flat = [part for one in targets for part in (one.elts if isinstance(one, ast.Tuple) else [one])]
            for one in flat:
                attribute = isinstance(one, ast.Attribute) and one.attr in PLACES
                item = isinstance(one, ast.Subscript) and getattr(one.slice, "value", None) in PLACES
                if attribute or item:
                    yield node.lineno


FOLDERS = ("rules/kriegspiel", "rules/little_wars", "rules/floor")
OF_READERS = ("offers", "reports", "orders", "events", "tables", "options")
"""Folders that change nothing on the floor: they read it, or say what an order or an event holds."""


def test_nobody_but_go_writes_where_a_thing_stands():
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if any(name == one or name.startswith(one + "/") for one in MAY) or path.parent.name in OF_READERS:
                continue
            found += [f"{name}:{line}" for line in written(path.read_text(encoding="utf-8"))]
    assert found == []


def test_whoever_may_write_a_place_is_there():
    assert [one for one in MAY if not (ROOT / one).exists()] == []


def test_a_place_that_is_written_is_found_however_it_is_written():
    for source in (
        "field.change(body.id, at=at)",
        "field.guns[gun.id] = gun.but(at=at)",
        'return {"at": at, "facing": 3}',
        'changes["at"] = at',
        "man.at = place",
        "man.moved, man.at = True, place",
        "replace(body, at=at)",
    ):
        assert list(written(source)) == [1], source
    for source in (
        "x = body.at",
        "go(field, body.id, (at,))",
        "say('{at}', at=at)",
        "event(at=at)",
        "if man.at == at: pass",
    ):
        assert list(written(source)) == [], source
