"""Which languages there are, which of them is spoken, and how it writes a date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, override

ENGLISH = "en"
"""In which everything is written."""


def languages() -> dict[str, str]:
    """Languages in which the program speaks, each by its own name: English, and every one that has a catalog."""
    return {ENGLISH if code == settings.LANGUAGE_CODE else code: str(name) for code, name in settings.LANGUAGES}


def spoken() -> str:
    """The language that is active, one of ``languages``."""
    return _known(get_language() or ENGLISH)


@cache  # it is asked for every text of a page
def _known(active: str) -> str:
    known = languages()
    return next((one for one in (active, active.partition("-")[0]) if one in known), ENGLISH)


@receiver(setting_changed)
def _forget(**changed: object) -> None:
    _known.cache_clear()


def dated(moment: datetime, english: str, other: str) -> str:
    """A moment in words.  english: as ``strftime`` has it; other: as Django's templates have it, a message."""
    return moment.strftime(english) if spoken() == ENGLISH else date_format(moment, gettext(str(other)))


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """As long as it lasts, it is said in that language; in English where it is none of ours."""
    with override(language if language in languages() and language != ENGLISH else settings.LANGUAGE_CODE):
        yield
