"""Every test that `docs/reliability.md` names is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAMED = sorted(
    set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/reliability.md").read_text(encoding="utf-8")))
)


def test_enough_promises_are_kept_by_tests() -> None:
    assert len(NAMED) > 50


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_promise_is_kept_by_a_test_that_is_there(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
