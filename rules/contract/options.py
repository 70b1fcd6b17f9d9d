"""The register of a book's options: each a key with its kind, default and clause, and how their values are written.

A value may be written however its words are joined (``six-inch``, ``six_inch``, ``six inch``), as the rulebooks print it.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rules.values import plain
from rules.values.plain import FLAG, Kind, choice, key


def or_none(kind: Kind) -> Kind:
    """A kind, or the word ``none`` for no limit."""
    return Kind(
        lambda value, where: None if value in (None, "none") else kind.read(value, where),
        lambda value: "none" if value is None else kind.write(value),
        {"anyOf": [dict(kind.schema), {"enum": ["none", None]}]},
    )


def plainly(word: str) -> str:
    """A word however it is joined: ``six-inch``, ``six_inch`` and ``six inch`` are one.

    >>> plainly("Map-tagged areas")
    'map_tagged_areas'
    """
    return "_".join(word.lower().replace("-", " ").replace("_", " ").split())


def word(*values: str, **also: str) -> Kind:
    """One of some words, however they are joined.  also: other spellings of a value, plainly written."""
    strict = choice(*values)
    known = {**{plainly(value): value for value in values}, **also}

    def read(value: Any, where: str) -> str:
        spelling = known.get(plainly(str(value)), value) if isinstance(value, str | bool) else value
        word: str = strict.read(spelling, where)
        return word

    return Kind(read, strict.write, strict.schema)


def flag(yes: str) -> Kind:
    """True or false, or the word that the rulebook prints for true."""
    return Kind(
        lambda value, where: FLAG.read(True if isinstance(value, str) and plainly(value) == yes else value, where),
        FLAG.write,
        FLAG.schema,
    )


def option(kind: Kind, default: Any, clause: str, says: str) -> Any:
    """One row of the register: kind, default, clause, and what it implies in a sentence."""
    note = f"{clause}|{says}"
    if isinstance(default, dict | list):
        return key(kind, factory=lambda: default, note=note)
    return key(kind, default, note=note)


def rows_of(cls: type[Any]) -> tuple[dict[str, Any], ...]:
    """The register of the options of a class: key, default, clause, what each implies, JSON Schema."""
    rows = []
    table = plain.fields_of(cls)
    for field in fields(cls):
        clause, says = field.metadata["note"].split("|", 1)
        _, kind, default = table[field.name]
        rows.append(
            {
                "key": field.name,
                "default": kind.write(default),
                "clause": clause,
                "says": says,
                "schema": dict(kind.schema),
            }
        )
    return tuple(rows)
