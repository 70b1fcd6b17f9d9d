"""What guards the kept parts of pages in all tests finds what has changed untold, and no more."""

from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests import checked_parts
from tests.checked_parts import Checked

OLD, NEW = zlib.compress(b"Move 1"), zlib.compress(b"Move 2")


@pytest.fixture
def parts() -> Checked:
    """In which the part under a key is of move 1."""
    found = Checked(1_000)
    found.keep("key panel", OLD, len(OLD))
    return found


def test_a_part_that_has_changed_under_its_key_is_found_by_name(parts: Checked) -> None:
    """Twin: the same again is no fault."""
    parts.keep("key panel", OLD, len(OLD))
    with pytest.raises(AssertionError, match="panel has changed, and nobody was told"):
        parts.keep("key panel", NEW, len(NEW))


def test_a_server_that_was_overtaken_by_a_publication_is_no_fault_unless_it_goes_on(
    parts: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(checked_parts, "monotonic", lambda: now)
    with ThreadPoolExecutor(1) as server:
        server.submit(parts.keep, "key panel", NEW, len(NEW)).result()
        now += Checked.RACE
        with pytest.raises(AssertionError, match="panel"):
            server.submit(parts.keep, "key panel", NEW, len(NEW)).result()
