"""Code that asks the rules holds no lock: checked in every test of a run."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.transaction import Atomic

from campaigns import unlocked
from campaigns.usecases.campaigns import sample

NONE_OF_THE_PRODUCT_AT_PLAY = (
    str(Path(__file__).parent),
    str(Path(sample.__file__)),
)
"""Files whose transactions lock nobody out: of the tests, and of the sample, which is made before anybody plays."""


@contextmanager
def nothing_locked() -> Iterator[None]:
    """Within it a slow question to the rules inside a transaction is reported at the end.

    A transaction that a test itself has opened around the tested code does not count.
    """
    here, began = threading.get_ident(), len(connection.atomic_blocks)
    answer, enter = unlocked._answer, Atomic.__enter__
    found: list[str] = []
    of_tests: list[Atomic] = []

    def entered(block: Atomic) -> Any:
        if sys._getframe(1).f_code.co_filename.startswith(NONE_OF_THE_PRODUCT_AT_PLAY):
            of_tests.append(block)
        return enter(block)

    def watched(which: str, *given: Any, **named: Any) -> Any:
        blocks = connection.atomic_blocks[began if threading.get_ident() == here else 0 :]
        if unlocked._answers.get() is None and any(block not in of_tests for block in blocks):
            found.append(which)
        return answer(which, *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unlocked, "_answer", watched)
        patch.setattr(Atomic, "__enter__", entered)
        yield
    assert not found, f"the rules were asked while something was locked: {found}"
