"""What the searches of Hypothesis look at: the same in every run of `make test`, whatever else a worker has loaded."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def looked_at() -> list[int]:
    """The numbers that one search tries."""
    tried = []

    @settings(max_examples=300, database=None)
    @given(st.integers())
    def search(number: int) -> None:
        tried.append(number)

    search()
    return tried


def test_a_module_that_is_loaded_meanwhile_changes_nothing_that_a_search_looks_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = looked_at()
    (tmp_path / "full_of_numbers.py").write_text(f"NUMBERS = {[number * 7919 for number in range(1, 200)]}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("full_of_numbers")
    assert looked_at() == before
