"""How thoroughly a run of the tests looks.

Long parameter lists run in shares, so that a run stays short; on PostgreSQL in another share than on SQLite.
`make whole` runs all of them; `make prove` also runs searches that take hours.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

PROVING = bool(os.environ.get("KRIEGSPIEL_PROVE"))
"""Whether this is `make prove`, which has time for long searches."""

WHOLE = PROVING or bool(os.environ.get("KRIEGSPIEL_WHOLE"))
"""Whether long lists run whole, not a share."""

TURN = int(bool(os.environ.get("DATABASE_URL")))
"""Which share it is: 0 on SQLite, 1 on another database."""

SOONEST_ON_SQLITE = (pytest.mark.long, pytest.mark.sqlite)
"""Marks of tests whose worlds are dear to build, and soonest there: they run on no other database, and not in `make test`."""

One = TypeVar("One")


def share(every: Sequence[One], of: int) -> Sequence[One]:
    """All of them in a whole run, else each of so many, beginning with the first or, on another database, the second.

    >>> len(share(range(9), 3)) in (3, 9)
    True
    """
    return every if WHOLE else every[TURN::of]
