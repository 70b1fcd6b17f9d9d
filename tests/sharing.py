"""How the workers of a run share the tests: one by one, but for those whose set-up is costly, which stay together."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadScopeScheduling

TOGETHER = (
    "tests/campaigns/test_twin_worlds.py",
    "tests/campaigns/test_twin_games.py",
    "tests/campaigns/secrets/test_nobody_reads_what_is_hidden.py",
    "tests/campaigns/secrets/test_sealed_envelope.py",
    "tests/campaigns/test_sample.py",
    "tests/campaigns/api/test_schema.py",
    "tests/rules/kriegspiel/test_on_country.py",
    "tests/test_cases.py::test_what_",
)
"""How the names of tests begin that stay with one worker, because they share what one of them has made."""

PROCESSES = ("tests/processes/", "tests/browser/test_live.py")
"""The same for tests that start processes: two such tests at once would only wait for each other."""


class InShares(LoadScopeScheduling):
    """The tests that start first are listed first: `turn` puts long ones before the rest."""

    def _split_scope(self, nodeid: str) -> str:
        return share_of(nodeid)


def share_of(nodeid: str) -> str:
    """The share to which a test belongs: itself, unless it stays together with others.

    >>> share_of("tests/test_beat.py::test_it"), share_of("tests/processes/test_live.py::test_it")
    ('tests/test_beat.py::test_it', 'processes')
    """
    if nodeid.startswith(PROCESSES):
        return "processes"
    return next((share for share in TOGETHER if nodeid.startswith(share)), nodeid)


def turn(item: pytest.Item) -> int:
    """The rank of a test: processes, shares, the browser's, other slow ones, the rest; so at the end no worker waits for another."""
    share = share_of(item.nodeid)
    if share == "processes":
        return 0
    if share != item.nodeid:
        return 1
    return 2 + ("browser" not in item.path.parts) + (item.get_closest_marker("slow") is None)
