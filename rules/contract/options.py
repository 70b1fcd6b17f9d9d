"""The register of a book's options: for each its key, kind, default and clause, and a sentence for each value.

The words of a value may be joined in any way (``six-inch``, ``six_inch``, ``six inch``), as the rulebooks print it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from typing import Any

from rules.contract.answers import OptionRow
from rules.contract.data import Options
from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import FLAG, FieldType, choice, key
from rules.values.sentence import joined, of_field, say


@dataclass(frozen=True)
class Explained(FieldType):
    """A kind with a sentence on what each of its words implies; for a flag, under ``yes`` and ``no``."""

    implies: Mapping[str, str]


def explained(kind: FieldType, /, **implies: str) -> Explained:
    """A kind with what each of its words implies."""
    return Explained(kind.read, kind.write, kind.schema, implies)


def or_none(kind: FieldType, none: str) -> Explained:
    """A kind, or the word ``none`` for no limit.  none: what that word implies."""
    unlimited = FieldType(
        lambda value, where: None if value in (None, "none") else kind.read(value, where),
        lambda value: "none" if value is None else kind.write(value),
        {"anyOf": [dict(kind.schema), {"enum": ["none", None]}]},
    )
    return explained(unlimited, none=none)


def plainly(word: str) -> str:
    """A word in its normal form: ``six-inch``, ``six_inch`` and ``six inch`` are the same.

    >>> plainly("Map-tagged areas")
    'map_tagged_areas'
    """
    return "_".join(word.lower().replace("-", " ").replace("_", " ").split())


def word(*values: str, **also: str) -> FieldType:
    """A kind: one of some words, joined in any way.  also: other spellings of a value, in normal form."""
    strict = choice(*values)
    known = {**{plainly(value): value for value in values}, **also}

    def read(value: Any, where: str) -> str:
        spelling = known.get(plainly(str(value)), value) if isinstance(value, str | bool) else value
        word: str = strict.read(spelling, where)
        return word

    return FieldType(read, strict.write, strict.schema)


def one_of(values: Mapping[str, str], /, **also: str) -> Explained:
    """A kind: one of some words, each with what it implies.  also: as in ``word``."""
    return explained(word(*values, **also), **values)


def flag(*, yes: str, no: str, printed: str = "") -> Explained:
    """A kind: true or false, with what each implies.  printed: the rulebook's word for true."""

    def read(value: Any, where: str) -> bool:
        said = printed and isinstance(value, str) and plainly(value) == printed
        return codec.read_flag(True if said else value, where)

    return explained(FieldType(read, FLAG.write, FLAG.schema), yes=yes, no=no)


def option(kind: FieldType, default: Any, clause: str, says: str) -> Any:
    """One row of the register: kind, default, clause, and what it is about.  TypeError if a value has no sentence."""
    implies, words = _implied(kind), _words_of(kind.schema)
    if implies.keys() != words:
        raise TypeError(f"{clause}: sentences are wanted for {sorted(words)}, got those of {sorted(implies)}")
    note = joined("|", (clause, says))
    if isinstance(default, dict | list):
        return key(kind, factory=lambda: default, note=note)
    return key(kind, default, note=note)


def _implied(kind: FieldType) -> Mapping[str, str]:
    return kind.implies if isinstance(kind, Explained) else {}


def _words_of(schema: Mapping[str, Any]) -> set[str]:
    """The values to choose from; empty for a number or another kind."""
    if schema.get("type") == "boolean":
        return {"yes", "no"}
    enums = [*schema.get("enum", ()), *(value for one in schema.get("anyOf", ()) for value in one.get("enum", ()))]
    return {str(value) for value in enums if value is not None and not isinstance(value, bool)}


def offered(cls: type[Any]) -> list[Field[Any]]:
    """The fields of a class of options that a campaign may choose; the others only a case of the kit names."""
    return [field for field in fields(cls) if field.name not in getattr(cls, "in_cases_only", ())]


def rows_of(cls: type[Any], *, of_cases: bool = False) -> tuple[OptionRow, ...]:
    """The register of the options of a class.  of_cases: with those that only a case of the kit names."""
    rows = []
    table = codec.fields_of(cls)
    for field in fields(cls) if of_cases else offered(cls):
        clause, _, says = field.metadata["note"].made.parts
        _, kind, default = table[field.name]
        row = OptionRow(field.name, kind.write(default), clause, says, dict(kind.schema), dict(_implied(kind)))
        rows.append(row)
    return tuple(rows)


class ByRegister:
    """The part of a book that is the same in all: the options, which are chosen once before the first move."""

    chosen: type[Any]
    """The class of the chosen options."""

    def register(self) -> tuple[OptionRow, ...]:
        """The options of the book."""
        return rows_of(self.chosen)

    def options(self, chosen: Mapping[str, Any]) -> Options:
        """All options with the chosen values; Invalid if a key or value is unknown."""
        read = codec.read(self.chosen, dict(chosen or {}), "options")
        kinds = {name: (key, kind) for key, (name, kind, _) in codec.fields_of(self.chosen).items()}
        rows = [kinds[field.name] + (field.name,) for field in offered(self.chosen)]
        strange = sorted((chosen or {}).keys() - {key for key, _, _ in rows})
        if strange:
            raise Invalid(of_field("options", say("there is no option {given}", given=strange[0])))
        return Options({key: kind.write(getattr(read, name)) for key, kind, name in rows})
