"""Which languages there are: English, in which everything is written, and each that has a folder in ``locale/``."""

from __future__ import annotations

from pathlib import Path

from django.conf.locale import LANG_INFO

LOCALE = Path(__file__).resolve().parent.parent / "locale"
"""The catalogs: ``<language>/LC_MESSAGES/django.po`` and ``djangojs.po``."""

ENGLISH = "en-gb"


def languages(folder: Path = LOCALE) -> list[tuple[str, str]]:
    """Each language by its code and its own name, as Django's settings have them."""
    codes = sorted({path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/*.po")})
    return [(ENGLISH, "English"), *((code, name_of(code)) for code in codes)]


def name_of(code: str) -> str:
    """What a language calls itself, with a capital letter.

    >>> name_of("fr"), name_of("xx")
    ('Français', 'xx')
    """
    name = str(LANG_INFO.get(code, {}).get("name_local", ""))
    return name[:1].upper() + name[1:] or code
