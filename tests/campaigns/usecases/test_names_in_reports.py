"""A report keeps the names of what its events name and its side sees no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from campaigns.usecases.moves.reports import called
from rules.books import book


def test_what_was_merged_or_destroyed_in_the_move_is_told_by_its_name() -> None:
    before = {
        "bodies": {"red-1st": {"name": "The Fusiliers"}, "red-2nd": {"name": "The Buffs"}, "blue-a": {"name": "Guards"}}
    }
    after = {"bodies": {"red-2nd": {"name": "The Buffs"}, "blue-a": {"name": "Guards"}}}
    brief = cast(Any, SimpleNamespace(rules=SimpleNamespace(pieces=book("kriegspiel").pieces), position=before))
    told = {
        "events": [{"event": "bodies-merged", "bodies": ["red-1st", "red-2nd"], "into": "red-2nd"}],
        "sees": {"bodies": {"red-2nd": {"name": "The Buffs"}}},
    }
    assert called(brief, cast(Any, SimpleNamespace(position=after)), told) == {"red-1st": "The Fusiliers"}
