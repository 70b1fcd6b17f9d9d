"""The options of a book as a form: each with its sentence, its clause and a control that fits its kind."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.strictjson import loads
from campaigns.web.page.clauses import chapter_of
from campaigns.web.page.measures import read_count
from campaigns.words.registers import option_in_words
from rules.contract.answers import OptionRow
from rules.errors import Invalid
from rules.values.sentence import word


@dataclass
class Option:
    """One option.  kind: ``flag``, ``choice``, ``many``, ``number`` (a word may stand for no limit) or ``plain`` (as JSON).

    implies: what each of its values implies, as far as the book says it value by value.
    """

    key: str
    says: str
    clause: str
    kind: str
    values: tuple[str, ...]
    default: str
    typed: str
    ticked: tuple[str, ...] = ()
    error: str = ""
    implies: Mapping[str, str] = field(default_factory=dict)

    @property
    def offered(self) -> list[dict[str, Any]]:
        """The values to choose among, each with what it implies."""
        return [
            {
                "value": one,
                "implies": self.implies.get(one, ""),
                "default": one == self.default,
                "chosen": one == self.typed,
            }
            for one in self.values
        ]

    @property
    def implied(self) -> str:
        """What the value that stands implies."""
        return self.implies.get(self.typed, self.says)

    @property
    def changed(self) -> bool:
        """Whether it stands otherwise than by default."""
        return self.typed != self.default

    @property
    def shown(self) -> str:
        """What stands, as people read it: a list of numbers is a size.

        >>> Option("map_size_ft", "", "", "plain", (), "", "[24, 16]").shown
        '24 × 16'
        """
        if re.fullmatch(r"\[\d+(, \d+)*\]", self.typed):
            return self.typed.strip("[]").replace(", ", " × ")
        return self.typed

    @property
    def words(self) -> str:
        """The key in words, its unit in brackets.

        >>> Option("siege_bar_in", "", "", "number", (), "", "").words
        'siege bar (inches)'
        """
        return word(option_in_words(self.key))


def _kind(row: OptionRow) -> tuple[str, tuple[str, ...]]:
    """The kind of control for an option, and the values it offers."""
    schema = row.schema
    if schema.get("type") == "boolean":
        return "flag", ("yes", "no")
    if "enum" in schema:
        return "choice", tuple(str(one) for one in schema["enum"] if not isinstance(one, bool))
    if schema.get("type") == "array" and "enum" in schema.get("items", {}):
        return "many", tuple(schema["items"]["enum"])
    if schema.get("type") == "integer":
        return "number", ()
    words = [word for one in schema.get("anyOf", ()) for word in one.get("enum", ()) if isinstance(word, str)]
    return ("number", tuple(words)) if words else ("plain", ())


def _written(value: Any, kind: str) -> str:
    """A value as it stands in its control."""
    if kind == "flag":
        return "yes" if value else "no"
    if kind == "many":
        return ",".join(sorted(value))
    if kind == "plain":
        return "" if value is None else value if isinstance(value, str) else json.dumps(value)
    return str(value)


def options_form(
    register: tuple[OptionRow, ...], chosen: Mapping[str, Any] | None = None, post: Any = None
) -> list[Option]:
    """The whole register as a form, as chosen, or as typed."""
    form = []
    for row in register:
        kind, values = _kind(row)
        default = _written(row.default, kind)
        typed = default if chosen is None or row.key not in chosen else _written(chosen[row.key], kind)
        if post is not None and kind == "many":
            typed = ",".join(sorted(one for one in post.getlist(f"option-{row.key}") if one in values))
        elif post is not None:
            typed = str(post.get(f"option-{row.key}", default)).strip()
        form.append(
            Option(
                row.key,
                row.says,
                row.clause,
                kind,
                values,
                default,
                typed,
                tuple(typed.split(",")) if kind == "many" else (),
                implies=row.implies,
            )
        )
    return form


def read_options(form: list[Option]) -> dict[str, Any]:
    """What was chosen otherwise than by default; a fault is said at its field."""
    chosen: dict[str, Any] = {}
    for one in form:
        if not one.changed:
            continue
        try:
            chosen[one.key] = _read(one)
        except (ValueError, Invalid) as fault:
            one.error = fault.sentence if isinstance(fault, Invalid) else str(fault)
    return chosen


def _read(one: Option) -> Any:
    if one.kind == "flag":
        return one.typed == "yes"
    if one.kind == "many":
        return [word for word in one.typed.split(",") if word]
    if one.kind == "number":
        return one.typed if one.typed in one.values else read_count(one.typed)
    if one.kind == "choice":
        if one.typed not in one.values:
            raise ValueError("Choose one from the list.")
        return one.typed
    return loads(
        '{"value":'
        + (one.typed if one.typed.startswith(("[", "{")) or one.typed.isdigit() else json.dumps(one.typed))
        + "}"
    )["value"]


def in_families(form: list[Option]) -> list[tuple[str, list[Option]]]:
    """The options chapter by chapter of the rulebook, as the register has them."""
    families: dict[str, list[Option]] = {}
    for one in form:
        families.setdefault(chapter_of(one.clause), []).append(one)
    return [(word(chapter), options) for chapter, options in families.items()]
