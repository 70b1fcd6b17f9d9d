"""The exceptions of libraries, of which no person is ever shown a word: one place that makes a sentence of ours of them.

What the library said goes to the log.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rules.errors import Invalid, Refused

log = logging.getLogger(__name__)

NOT_OURS = (MemoryError, Refused)
"""What is passed on: a refusal has its sentence, and for want of memory another process answers."""


def in_words(fault: BaseException, why: str, refuse: Callable[[str], Invalid] = Invalid) -> Invalid:
    """The refusal to be raised for an exception of a library.  why: our sentence; refuse: makes the refusal of it."""
    log.info("a library refused: %s: %s", type(fault).__name__, fault, exc_info=fault)
    return refuse(why)


@contextmanager
def told_in_words(why: str, refuse: Callable[[str], Invalid] = Invalid) -> Iterator[None]:
    """Refuse with our sentence whatever a library raises, or warns of, in the block."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    except NOT_OURS:
        raise
    except Exception as fault:
        raise in_words(fault, why, refuse) from fault
