"""The catalogs in ``locale/``: read, brought up to date and compiled, all by Babel.  The same input gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

DOMAINS = ("django", "djangojs")
"""What pages, letters and rules say; what scripts say."""

WIDTH = 120

HEAD = """# {language} of Kriegspiel.  `make words` brings this file up to date: messages that are new have an empty msgstr and are shown in
# English; those that nobody says any more are gone.  Gaps, {{name}} or %(name)s, and tags stay as they are.
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""
"""How each file begins: nothing in it changes with the day or the machine."""


def languages_in(folder: Path) -> list[str]:
    """The languages that have a folder."""
    return sorted(path.parent.name for path in folder.glob("*/LC_MESSAGES") if path.is_dir())


def path_of(folder: Path, language: str, domain: str) -> Path:
    """Where a catalog lies."""
    return folder / language / "LC_MESSAGES" / f"{domain}.po"


def read(path: Path, language: str) -> Catalog:
    """A catalog; an empty one where there is no such file."""
    text = path.read_bytes() if path.exists() else b""
    return read_po(io.BytesIO(text), locale=language, abort_invalid=True)


def updated(path: Path, language: str, wanted: Catalog) -> Catalog:
    """A catalog with exactly the messages that are wanted; nothing is guessed."""
    catalog = read(path, language)
    # Of a copy, for it takes the messages over as they are: what one language says of them no other must.
    catalog.update(deepcopy(wanted), no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def text_of(catalog: Catalog, language: str) -> str:
    """A catalog as it is written: by place, without the numbers of lines."""
    written = io.BytesIO()
    write_po(written, catalog, width=WIDTH, omit_header=True, include_lineno=False, ignore_obsolete=True)
    head = HEAD.format(language=catalog.locale.english_name, code=language, plural=catalog.plural_forms)
    return head + written.getvalue().decode().rstrip("\n") + "\n"


def untranslated(catalog: Catalog) -> Iterator[Message]:
    """The messages that readers of that language are shown in English."""
    for message in catalog:
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (message.fuzzy or not all(forms)):
            yield message


def forms_in(path: Path, language: str) -> dict[str, str]:
    """What another file of that language has for each form of a message, singular and plural alike."""
    found: dict[str, str] = {}
    for message in read(path, language):
        if isinstance(message.id, tuple | list) and isinstance(message.string, tuple | list):
            found |= {message.id[0]: message.string[0], message.id[1]: message.string[-1]}
        elif message.id and message.string and not message.fuzzy:
            found[str(message.id)] = str(message.string)
    return found


def fill(catalog: Catalog, known: Mapping[str, str]) -> int:
    """Fill in what is wanting and is known from elsewhere, message by message; how many that were."""
    filled = 0
    for message in list(untranslated(catalog)):
        forms = message.id if isinstance(message.id, tuple | list) else (message.id,)
        found = [known.get(form, "") for form in forms]
        if all(found) and len(found) in (1, catalog.num_plurals):
            message.string = tuple(found) if len(found) > 1 else found[0]
            message.flags.discard("fuzzy")
            filled += 1
    return filled


def compile_catalog(path: Path) -> Path:
    """Write the compiled form of a catalog beside it, whole or not at all."""
    made = path.with_suffix(".mo")
    catalog = read(path, path.parent.parent.name)
    beside = made.with_suffix(".mo.new")
    with beside.open("wb") as file:
        write_mo(file, catalog)
    beside.replace(made)
    return made


def stale(folder: Path) -> list[Path]:
    """The catalogs that are not compiled, or were changed since they were."""
    return [path for path in sorted(folder.glob("*/LC_MESSAGES/*.po")) if not _is_compiled(path)]


def _is_compiled(path: Path) -> bool:
    made = path.with_suffix(".mo")
    return made.exists() and made.stat().st_mtime >= path.stat().st_mtime
