"""Words that are data: what the registers of the books hold (options, orders, things, arms, palettes), and the choices of the models.

They are shown as they are kept, through ``gettext``; nobody marks them, so that a new option or arm is wanted in every catalog by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps

from campaigns.words.python_sources import Found
from rules.books import BOOKS, book, case_adapter_of
from rules.contract.answers import OptionRow
from rules.contract.pieces import Pieces
from rules.values.sentence import context_of, in_words, message_of

UNITS = {"in": "inches", "ft": "feet"}
"""Units at the end of a key."""


def option_in_words(key: str) -> str:
    """The key of an option in words, its unit in brackets.

    >>> option_in_words("siege_bar_in"), option_in_words("two_stage_move")
    ('siege bar (inches)', 'two stage move')
    """
    name, _, unit = key.rpartition("_")
    return in_words(f"{name} ({UNITS[unit]})" if unit in UNITS else key)


def of_registers() -> Iterator[tuple[str, Found]]:
    """Every text of the registers, with the folder whose register it is."""
    for key in BOOKS:
        place = f"rules/{type(book(key)).__module__.split('.')[1]}"
        orders = map(in_words, case_adapter_of(key).schemas()["order"])
        for text in (*_of_book(book(key)), *orders, *_of_pieces(book(key).pieces)):
            if any(letter.isalpha() for letter in text):
                yield place, Found(text, context=context_of(text))
    for model in apps.get_app_config("campaigns").get_models():
        for field in model._meta.get_fields():
            for value, label in getattr(field, "flatchoices", None) or ():
                if str(label).lower() != str(value).replace("-", " "):  # else Django made it of the key
                    yield "campaigns/models", Found(str(label), context=context_of(label))


def _of_book(one: Any) -> Iterator[str]:
    yield one.title
    yield from one.sides
    for row in one.register():
        yield option_in_words(row.key)
        yield row.says
        yield from row.implies.values()
        yield from (in_words(value) for value in _values_of(row))
        yield from map(
            in_words, row.default if isinstance(row.default, dict) else [row.default] * isinstance(row.default, str)
        )


def _values_of(row: OptionRow) -> Iterator[str]:
    """The words among which one is chosen."""
    schemas = [row.schema, *row.schema.get("anyOf", ()), row.schema.get("items", {})]
    yield from (value for one in schemas for value in one.get("enum", ()) if isinstance(value, str))


def _of_pieces(pieces: Pieces) -> Iterator[str]:
    for kind in pieces.kinds:
        yield kind.title
        yield from (in_words(key) for key, _ in kind.fields)
    for key, title in (*pieces.arms, *pieces.forces):
        yield from (in_words(key), title)
    yield from (title for _, title in pieces.headings)
    yield from (in_words(one) for one in (*pieces.stores, *pieces.carries, *pieces.asked))
    for sign in pieces.signs:
        yield sign.title
        yield from map(in_words, sign.forms)
    for template in pieces.templates:
        yield from (template.title, template.says, *(count.title for count in template.counts))
    yield from (said for harm in pieces.harms for said in (harm.title, harm.act) if said)
    yield from (title for title, _ in pieces.lines.values())
    yield from (title for _, title, _ in pieces.reaches)
    yield from map(message_of, pieces.draws.values())
    if pieces.setting_out:
        yield from (title for title, _ in pieces.setting_out.offers)
