"""What there is to be said: the messages of templates, Python sources and scripts, as templates of the two catalogs."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from django.conf import settings
from django.utils.translation.template import templatize

from campaigns.words.python_sources import FIELD, Found, messages_of, unreadable
from campaigns.words.registers import of_registers

SPEAKING = ("campaigns", "rules")
"""Folders of Python sources in which something may be said."""

SCRIPTS = "campaigns/static/campaigns"

IN_ANOTHER_ORDER = frozenset(["{side} {title}", "{side} {kind}", "{side} {what}"])
"""Messages of gaps alone that other languages join otherwise: *Red General* is *General von Rot*."""

MARKS = re.compile(r"[:;“”]")
"""What other languages write otherwise even between gaps: French has a space before it, and its own quotation marks."""

KEYWORDS = {
    name: DEFAULT_KEYWORDS[name] for name in ("gettext", "ngettext", "pgettext", "npgettext", "_")
}  # as Django's templates and scripts call them


def wanted(root: Path | None = None) -> dict[str, Catalog]:
    """All messages that are wanted, by domain, with the files in which they stand; by folder, file, and place in it.

    root: of another tree than ours; then without what the registers of our books hold.
    """
    registers = () if root else of_registers()
    root = root or Path(settings.BASE_DIR)
    pages = itertools.chain(_of_pages(root), registers)
    return {"django": _catalog(pages), "djangojs": _catalog(_of_scripts(root))}


def not_constant(root: Path | None = None) -> list[str]:
    """Where sources say something that is no constant."""
    root = root or Path(settings.BASE_DIR)
    return [
        f"{path.relative_to(root)}:{line}"
        for path in _sources(root)
        for line in unreadable(path.read_text(encoding="utf-8"))
    ]


def of_template(text: str) -> Iterator[Found]:
    """The messages of a template: what Django makes a Python source of, read by Babel.

    >>> list(of_template("<p>{% translate 'Halt' %} {% blocktranslate %}{{ n }} men{% endblocktranslate %}"))
    [Found(message='Halt', many='', context=''), Found(message='%(n)s men', many='', context='')]
    """
    # Each line by itself: what is blanked out between the messages is indented as no Python is.
    source = "\n".join(line.strip() for line in templatize(text).splitlines())
    return _by_babel("python", source)


def of_script(text: str) -> Iterator[Found]:
    """The messages of a script.

    >>> list(of_script('show(gettext("Halt"), ngettext("%(n)s man", "%(n)s men", n))'))
    [Found(message='Halt', many='', context=''), Found(message='%(n)s man', many='%(n)s men', context='')]
    """
    return _by_babel("javascript", text)


def _by_babel(method: str, source: str) -> Iterator[Found]:
    for _, said, _, context in extract(method, io.BytesIO(source.encode()), KEYWORDS):
        forms: tuple[Any, ...] = said if isinstance(said, tuple) else (said,)
        yield Found(str(forms[0]), str(forms[1]) if len(forms) > 1 else "", context or "")


def _of_pages(root: Path) -> Iterator[tuple[str, Found]]:
    """The messages of Python sources and templates."""
    for path in _sources(root):
        for found in messages_of(path.read_text(encoding="utf-8")):
            yield str(path.relative_to(root)), found
    for path in sorted((root / "templates").rglob("*.html")):
        for found in of_template(path.read_text(encoding="utf-8")):
            yield str(path.relative_to(root)), found


def _of_scripts(root: Path) -> Iterator[tuple[str, Found]]:
    for path in sorted((root / SCRIPTS).rglob("*.js")):
        for found in of_script(path.read_text(encoding="utf-8")):
            yield str(path.relative_to(root)), found


def _sources(root: Path) -> list[Path]:
    return [path for folder in SPEAKING for path in sorted((root / folder).rglob("*.py"))]


def _catalog(found: Iterable[tuple[str, Found]]) -> Catalog:
    catalog = Catalog()
    for place, one in found:
        if not _is_said(one.message):
            continue  # it only joins what is said elsewhere
        text = (one.message, one.many) if one.many else one.message
        catalog.add(text, locations=[(place, 0)], context=one.context or None)
    return catalog


def _is_said(message: str) -> bool:
    """Whether a message has anything that another language says or writes otherwise."""
    bare = FIELD.sub("", message)
    return any(letter.isalpha() for letter in bare) or bool(MARKS.search(bare)) or message in IN_ANOTHER_ORDER
