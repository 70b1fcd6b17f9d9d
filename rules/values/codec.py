"""Plain data (what YAML and JSON hold) to values and back, strictly.

A field of a value has a field type, which parses plain data, writes it back and
gives its JSON Schema.  Anything else raises ``Invalid`` with the
path of the place, so that an error in an order or a case is named and nothing
is guessed.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass
from typing import Any, TypeVar

from rules.errors import Invalid
from rules.values.measure import FOOT, INCH, Point, length_of, without_halts
from rules.values.seen import without_joiners
from rules.values.sentence import of_field, say, worded

Plain = Any
T = TypeVar("T")

GREATEST_COUNT = 1_000_000
GREATEST_LENGTH = 1_000_000 * INCH
MOST_NAMED = 400
"""The most things that one order, or its facts, may name in a list."""

MOST_POINTS = 64
"""The most points of a way."""

FARTHEST = 200 * FOOT
"""The most sixteenths of a way, and from the corner of the country to any of its points: more than anything goes in a move."""

UNSEEN = r"\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
"""Invisible characters, and those that reverse the direction of their line, as a character class."""

ID = re.compile(rf"[^\s\x00-\x1f\x7f<>\"'`&{UNSEEN}]{{1,64}}")
_NO_TEXT = re.compile(rf"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff{UNSEEN}]")


@dataclass(frozen=True)
class FieldType:
    """How one field is parsed from plain data, written to it, and described."""

    read: Callable[[Plain, str], Any]
    write: Callable[[Any], Plain]
    schema: Mapping[str, Any]


def _same(value: Any) -> Any:
    return value


def refuse(where: str, wanted: str, got: Plain) -> Invalid:
    """The refusal for a value of the wrong kind at ``where``."""
    shown = repr(got)
    return Invalid(
        of_field(
            where,
            say(
                "{wanted} is wanted, got {shown}",
                wanted=wanted,
                shown=shown if len(shown) <= 60 else shown[:57] + "...",
            ),
        )
    )


def read_integer(value: Plain, where: str, least: int = 0, most: int = GREATEST_COUNT) -> int:
    """A whole number between two bounds, not a bool."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise refuse(where, say("a whole number from {least} to {most}", least=least, most=most), value)
    return value


def read_length(value: Plain, where: str, least: int = 0) -> int:
    """Inches in steps of a sixteenth, as sixteenths."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise refuse(where, say("a length in inches"), value)
    if not least <= value * INCH <= GREATEST_LENGTH or value * INCH != int(value * INCH):
        raise refuse(where, say("a length in inches, in steps of 0.0625"), value)
    return int(value * INCH)


def write_length(value: int) -> int | float:
    """Sixteenths as inches; exact, since a sixteenth has a finite binary form."""
    return value // INCH if value % INCH == 0 else value / INCH


def read_point(value: Plain, where: str) -> Point:
    """A point as [x, y] in inches."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise refuse(where, say("a point [x, y]"), value)
    x, y = (read_length(one, where, -GREATEST_LENGTH) for one in value)
    return (x, y)


def read_text(value: Plain, where: str, most: int = 2000) -> str:
    """Text without invisible characters, and without control characters other than line ends and tabs."""
    if not isinstance(value, str) or len(value) > most:
        raise refuse(where, say("text of at most {most} characters", most=most), value)
    if _NO_TEXT.search(without_joiners(value)):
        raise refuse(where, say("text without control characters and invisible signs"), value)
    return value


def read_id(value: Plain, where: str) -> str:
    """The id of a thing: one word; a number counts as its digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise refuse(where, say("the id of a thing"), value)
    return value


def read_title(value: Plain, where: str) -> str:
    """A title of one line, with any words; a number counts as its digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    title = " ".join(read_text(value, where, 80).split())
    if value and not title:
        raise refuse(where, say("a title"), value)
    return title


def read_flag(value: Plain, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise refuse(where, say("true or false"), value)
    return value


def read_list(value: Plain, where: str) -> list[Plain]:
    """A list (or a tuple)."""
    if not isinstance(value, (list, tuple)):
        raise refuse(where, say("a list"), value)
    return list(value)


def read_map(value: Plain, where: str) -> dict[Plain, Plain]:
    """A map."""
    if not isinstance(value, Mapping):
        raise refuse(where, say("a map"), value)
    return dict(value)


COUNT = FieldType(read_integer, _same, {"type": "integer", "minimum": 0})
LENGTH = FieldType(read_length, write_length, {"type": "number", "multipleOf": 0.0625, "minimum": 0})
ANGLE = FieldType(
    lambda value, where: read_integer(value, where, -360, 720) % 360,
    _same,
    {"type": "integer", "minimum": -360, "maximum": 720},
)
TEXT = FieldType(read_text, _same, {"type": "string"})
SAID = FieldType(read_text, worded, {"type": "string"})
IDENTITY = FieldType(read_id, _same, {"type": ["string", "integer"]})
TITLE = FieldType(read_title, _same, {"type": ["string", "integer"], "maxLength": 80})
FLAG = FieldType(read_flag, _same, {"type": "boolean"})
POINT = FieldType(
    read_point,
    lambda value: [write_length(value[0]), write_length(value[1])],
    {"type": "array", "items": {"type": "number", "multipleOf": 0.0625}, "minItems": 2, "maxItems": 2},
)


def choice(*values: str) -> FieldType:
    """One of some words."""

    def read(value: Plain, where: str) -> str:
        if not isinstance(value, str) or value not in values:
            raise refuse(where, say("one of {values}", values=", ".join(values)), value)
        return value

    return FieldType(read, _same, {"type": "string", "enum": list(values)})


def _no_more(many: Collection[Any], where: str, most: int | None, called: str = "", clause: str = "") -> None:
    """Invalid if there are more than so many, before any of them is parsed."""
    if most is not None and len(many) > most:
        raise Invalid(
            of_field(
                where,
                say(
                    "at most {most} {called}, got {many}",
                    most=f"{most:,}",
                    called=called or say("are taken"),
                    many=f"{len(many):,}",
                ),
            ),
            clause=clause,
        )


def list_of(kind: FieldType, most: int | None = None) -> FieldType:
    """A list of one kind, kept as a tuple.  most: its greatest length."""

    def read(value: Plain, where: str) -> tuple[Any, ...]:
        rows = read_list(value, where)
        _no_more(rows, where, most)
        return tuple(kind.read(one, f"{where}.{i}") for i, one in enumerate(rows))

    bound = {} if most is None else {"maxItems": most}
    return FieldType(
        read, lambda value: [kind.write(one) for one in value], {"type": "array", "items": kind.schema, **bound}
    )


def map_of(kind: FieldType, most: int | None = None) -> FieldType:
    """A map from id to one kind.  most: its greatest size."""

    def read(value: Plain, where: str) -> dict[str, Any]:
        rows = read_map(value, where)
        _no_more(rows, where, most)
        return {read_id(name, where): kind.read(one, f"{where}.{name}") for name, one in rows.items()}

    bound = {} if most is None else {"maxProperties": most}
    return FieldType(
        read,
        lambda value: {name: kind.write(one) for name, one in value.items()},
        {"type": "object", "additionalProperties": kind.schema, **bound},
    )


def way(clause: str) -> FieldType:
    """A way, point by point, limited in points and in length, so that it is cheap to measure.  clause: the one that measures it."""

    def read(value: Plain, where: str) -> tuple[Point, ...]:
        rows = read_list(value, where)
        _no_more(rows, where, MOST_POINTS, say("points of a way are taken"), clause)
        path: tuple[Point, ...] = PATH.read(rows, where)
        off = any(abs(one) > FARTHEST for point in path for one in point)
        if path and (off or length_of(path[0], path[1:]) > FARTHEST):
            said = of_field(
                where,
                say(
                    "a way of at most {farthest} ft, each point within {farthest2} ft of the corner, is wanted",
                    farthest=FARTHEST // FOOT,
                    farthest2=FARTHEST // FOOT,
                ),
            )
            raise Invalid(said, clause=clause)
        return path

    return FieldType(read, PATH.write, {**PATH.schema, "maxItems": MOST_POINTS})


def value_of(cls: type[Any]) -> FieldType:
    """A value of a class whose fields name their kinds."""
    return FieldType(lambda value, where: read(cls, value, where), write, schema_of(cls))


IDS = list_of(IDENTITY)
COUNTS = map_of(COUNT)
NAMED = list_of(IDENTITY, MOST_NAMED)
COUNTED = map_of(COUNT, MOST_NAMED)


def _some_of(value: Plain, where: str) -> Mapping[str, int]:
    """A body, a list of bodies, or the number of each; 0 means all of them."""
    if isinstance(value, Mapping):
        counts: Mapping[str, int] = COUNTED.read(value, where)
        return counts
    return dict.fromkeys(NAMED.read(value if isinstance(value, list | tuple) else [value], where), 0)


SOME_OF = FieldType(
    _some_of,
    dict,
    {"anyOf": [IDENTITY.schema, NAMED.schema, COUNTED.schema]},
)
PATH = list_of(POINT)
PLACES = list_of(POINT, MOST_NAMED)


def line_along(path: FieldType) -> FieldType:
    """A line on the ground along a path, without repeated points."""
    return FieldType(lambda value, where: without_halts(path.read(value, where)), path.write, path.schema)


def key(kind: FieldType, default: Any = MISSING, *, factory: Any = MISSING, name: str = "", note: str = "") -> Any:
    """A field of a value: its kind, its default, and its name in plain data if that differs."""
    metadata = {"kind": kind, "name": name, "note": note}
    if factory is not MISSING:
        return dataclasses.field(default_factory=factory, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


_FIELDS: dict[type[Any], dict[str, tuple[str, FieldType, Any]]] = {}


def fields_of(cls: type[Any]) -> dict[str, tuple[str, FieldType, Any]]:
    """Plain name -> (attribute, kind, default) of the fields that have a kind."""
    if cls not in _FIELDS:
        table = {}
        for field in dataclasses.fields(cls):
            if "kind" in field.metadata:
                default = field.default_factory() if field.default_factory is not MISSING else field.default
                table[field.metadata["name"] or field.name] = (field.name, field.metadata["kind"], default)
        _FIELDS[cls] = table
    return _FIELDS[cls]


def read(cls: type[T], data: Plain, where: str, **given: Any) -> T:
    """A value of ``cls`` from a map; unknown and missing keys raise ``Invalid``.

    given: fields from elsewhere (an id that is the key of the map).
    """
    table = fields_of(cls)
    values = dict(given)
    for name, value in read_map(data, where).items():
        if name not in table:
            raise Invalid(
                of_field(
                    where,
                    say(
                        "there is no key {given} here; known are {names}",
                        given=f"{str(name)[:60]!r}",
                        names=", ".join(sorted(table)),
                    ),
                )
            )
        attribute, kind, default = table[name]
        values[attribute] = None if value is None and default is None else kind.read(value, f"{where}.{name}")
    for name, (attribute, _, default) in table.items():
        if default is MISSING and attribute not in values:
            raise Invalid(of_field(where, say("{name} is missing", name=name)))
    return cls(**values)


def write(value: Any) -> dict[str, Plain]:
    """A value as a map, without default values."""
    out = {}
    for name, (attribute, kind, default) in fields_of(type(value)).items():
        held = getattr(value, attribute)
        if held is not None and (default is MISSING or held != default):
            out[name] = kind.write(held)
    return out


def _or_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema that also accepts null.

    >>> _or_null({"type": "integer", "minimum": 0})
    {'type': ['integer', 'null'], 'minimum': 0}
    """
    if "type" not in schema or "enum" in schema:
        return {"anyOf": [*(schema.get("anyOf") or [dict(schema)]), {"type": "null"}]}
    types = schema["type"]
    return {**schema, "type": [*([types] if isinstance(types, str) else types), "null"]}


def schema_of(cls: type[Any]) -> dict[str, Any]:
    """The JSON Schema of a value of ``cls``, with the first line of its docstring and the notes of its fields."""
    table = fields_of(cls)
    notes = {field.name: field.metadata["note"] for field in dataclasses.fields(cls) if field.metadata.get("note")}
    return {
        "description": (cls.__doc__ or "").split("\n")[0],
        "type": "object",
        "properties": {
            name: {
                **(kind.schema if default is not None else _or_null(kind.schema)),
                **({"description": notes[attribute]} if attribute in notes else {}),
            }
            for name, (attribute, kind, default) in table.items()
        },
        "required": [name for name, (_, _, default) in table.items() if default is MISSING],
        "additionalProperties": False,
    }
