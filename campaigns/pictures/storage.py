"""The storage of pictures, asked so that one that does not answer is a refusal: it may be a bucket on another machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.files.storage import Storage

from campaigns.errors import Broken
from campaigns.models.pictures.picture import pictures_storage
from rules.values.sentence import say

log = logging.getLogger(__name__)


@contextmanager
def asked_storage() -> Iterator[Storage]:
    """The storage.  Broken where it does not answer, FileNotFoundError where it has no such file.

    Any other error is taken for no answer: every storage has errors of its own, and those of a bucket are none of
    Python's.
    """
    try:
        yield pictures_storage()
    except FileNotFoundError:
        raise
    except Exception as fault:
        log.error("the storage of pictures does not answer: %s: %s", type(fault).__name__, fault)
        raise Broken(say("The pictures cannot be reached at the moment. Try again in a while.")) from fault
