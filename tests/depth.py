"""How thoroughly a run of the tests looks.

`make test` tries a share of what is long, so that it stays short; `make whole` and, once, `.ci/run` try all of it; `make prove`
looks for what takes hours besides.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

PROVING = bool(os.environ.get("KRIEGSPIEL_PROVE"))
"""Whether this is `make prove`, which has time for long searches."""

WHOLE = PROVING or bool(os.environ.get("KRIEGSPIEL_WHOLE"))
"""Whether all of what is long is tried, not a share."""

One = TypeVar("One")


def share(every: Sequence[One], of: int) -> Sequence[One]:
    """All of them where all is tried, else each of so many, beginning with the first.

    >>> share("abcdefg", 3) if not WHOLE else "adg"
    'adg'
    """
    return every if WHOLE else every[::of]
