"""A phrasebook's file: the plain part of the form that translators' programs write (``.po``); it is read as it is, never compiled."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from rules.errors import Invalid

HEAD = """# A phrasebook of Kriegspiel; `make words` brings it up to date.  An entry with an empty msgstr is said in English.
# {name} is a gap, <a>…</a> a tag; {name:one|many} in the other language chooses by the number.  #: by hand marks an entry that no source
# shows whole: words in a gap."""

BY_HAND = "#: by hand"


def read_po(text: str) -> dict[str, str]:
    """The entries of a file, English to the other language; entries that are crossed out (``#~``) and comments are passed over.

    >>> read_po('msgid "Time"\\nmsgstr ""\\n"Ze"\\n"it"\\n')
    {'Time': 'Zeit'}
    """
    entries: dict[str, str] = {}
    key, into, parts = "", "", {"msgid": "", "msgstr": ""}
    for number, line in enumerate([*text.splitlines(), 'msgid ""'], start=1):
        if not line.strip() or line.startswith("#"):
            continue
        word, _, quoted = line.partition(" ") if not line.startswith('"') else (into, "", line)
        if word not in parts:
            raise Invalid(f"line {number}: msgid, msgstr or a text in quotes is wanted")
        if word == "msgid" and word != into:
            key, parts = parts["msgid"], {"msgid": "", "msgstr": parts["msgstr"]}
            if key:
                if key in entries:
                    raise Invalid(f"line {number}: {key[:60]!r} stands there twice")
                entries[key] = parts["msgstr"]
            parts["msgstr"] = ""
        into = word
        parts[into] += json.loads(quoted)
    return entries


def write_po(entries: Mapping[str, str], where: Mapping[str, Iterable[str]], head: str) -> str:
    """The text of a file: each entry below the names of the files in which it is said."""
    blocks = [head.rstrip("\n")]
    for english, other in entries.items():
        places = [f"#: {place}" for place in where.get(english, ())]
        blocks.append("\n".join([*places, f"msgid {_quoted(english)}", f"msgstr {_quoted(other)}"]))
    return "\n\n".join(blocks) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def entries_of(path: Path) -> dict[str, str]:
    """The entries of a file; none where there is no such file."""
    return read_po(path.read_text(encoding="utf-8")) if path.exists() else {}


def kept_by_hand(path: Path) -> frozenset[str]:
    """The entries of a file that are there though no source shows them whole."""
    blocks = path.read_text(encoding="utf-8").split("\n\n") if path.exists() else []
    return frozenset(english for block in blocks if block.startswith(BY_HAND) for english in read_po(block))
