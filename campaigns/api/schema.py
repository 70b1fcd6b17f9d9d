"""What the description of the API (OpenAPI) takes from the books: orders, events, options and facts, each by its book.

The books' own schemas are those that the test kit publishes; what all books answer alike is drawn from the types of the
contract.  Every object that names its keys says that it has no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator

from campaigns.api.fields import PARTS
from rules.books import BOOKS, book, case_adapter_of
from rules.contract import data

Schema = dict[str, Any]

SIMPLE: Mapping[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}

TOLD: Schema = {
    "told": {"type": "string", "description": "all, or own for its own side alone"},
    "sentence": {"type": "string", "description": "The event in one plain sentence."},
}
"""The keys that an event has in addition when it is answered."""


class DescribedOnce(SchemaGenerator):
    """Makes the description once in a process and language: it takes seconds, and anybody may ask for it.

    It is the same for everybody, for it describes what there is and not what somebody may do.
    """

    made: ClassVar[dict[str, Schema]] = {}

    def get_schema(self, request: Any = None, public: bool = False) -> Schema:
        """The description.  One that is not public would differ from person to person, and is not kept."""
        make: Callable[..., Schema] = super().get_schema
        if not public:
            return make(request, public)
        language = get_language() or ""
        if language not in self.made:
            self.made[language] = make(request, public)
        return self.made[language]


def draw_books(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Add what the books give and take to the parts of the description, as far as it refers to them."""
    parts: Schema = result["components"]["schemas"]
    for kind, (drawn, said) in BY_BOOKS.items():
        unions = [union for key in BOOKS for union in drawn(key, parts)]
        parts[kind] = {"description": f"{said}, by the book of its battle.", **_any_of(unions)}
    for shape in [one for one in vars(data).values() if is_typeddict(one)]:
        parts[shape.__name__] = schema_of(shape)
    return result


def name_every_key(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """State of every object whose keys are named that it has no others; what may be anything may already be null."""
    for part in result["components"]["schemas"].values():
        if part.get("type") == "object" and "properties" in part:
            part.setdefault("additionalProperties", False)
            for key, one in part["properties"].items():
                if isinstance(one, dict) and {} in one.get("oneOf", ()):
                    part["properties"][key] = {name: told for name, told in one.items() if name != "oneOf"}
    return result


# -- by books -----------------------------------------------------------------------------------------


def _orders(key: str, parts: Schema) -> Iterator[str]:
    """The orders of a book, distinguished by the name of the order; what is measured of one is a part of its own."""
    measured = {name: {"$ref": PARTS + title} for name, title, _ in _measured(key)}
    for name, schema in case_adapter_of(key).schemas()["order"].items():
        title, properties = _title(f"{key}-{name}"), schema["properties"]
        if name in measured:
            properties = {**properties, "measured": measured[name]}
        parts[title] = {"title": title, **schema, "properties": properties}
    yield _union_by_name(key, "order", parts)


def _measured(key: str) -> Iterator[tuple[str, str, Schema]]:
    """Each order of a book that needs measured facts, and the part that describes them, with its name."""
    for name, schema in case_adapter_of(key).schemas()["order"].items():
        measured = schema["properties"].get("measured", {})
        if "properties" in measured:
            yield name, f"{_title(f'{key}-{name}')}Measured", {**measured, "type": "object"}


def _events(key: str, parts: Schema) -> Iterator[str]:
    """The events of a book; a side reads only a part of some."""
    for name, schema in case_adapter_of(key).schemas()["event"].items():
        title = _title(f"{key}-{name}")
        parts[title] = {"title": title, **schema, "properties": {**schema["properties"], **TOLD}, "required": ["event"]}
    yield _union_by_name(key, "event", parts)


def _options(key: str, parts: Schema) -> Iterator[str]:
    """The options of a book."""
    title, options = f"{_title(key)}Options", case_adapter_of(key).schemas()["options"]
    properties = {name: _of_one_kind_each(schema) for name, schema in options.items()}
    parts[title] = {"title": title, "type": "object", "properties": properties}
    yield title


def _of_one_kind_each(schema: Schema) -> Schema:
    """The schema of an option whose values have several types, split into one type each: client generators know no other form."""
    choices = [one for part in (schema, *schema.get("anyOf", ())) for one in _values(part)]
    if len({type(one) for one in choices}) < 2:
        return schema
    others = [one for one in schema.get("anyOf", ()) if not _values(one)]
    kinds: list[Schema] = []
    for kind in (str, int, bool, NoneType):
        values = list(dict.fromkeys(one for one in choices if type(one) is kind))
        named = {"enum": values} if kind in (str, int) else {}
        kinds += [{"type": SIMPLE[kind], **named}] if values else []
    kept = {name: value for name, value in schema.items() if name not in ("anyOf", "enum", "type")}
    return {**kept, "anyOf": others + kinds}


def _values(schema: Schema) -> list[Any]:
    """The values that a schema names."""
    return [*schema.get("enum", ()), *([schema["const"]] if "const" in schema else ())]


def _facts(key: str, parts: Schema) -> Iterator[str]:
    """What is measured for an order of a book, and for its whole move."""
    title, measured = f"{_title(key)}Facts", case_adapter_of(key).schemas()["measured"]
    if "properties" in measured:
        parts[title] = {"title": title, **measured}
        yield title
    for _, part, schema in _measured(key):
        parts[part] = schema
        yield part


def _union_by_name(key: str, kind: str, parts: Schema) -> str:
    """A union of the parts of one kind of a book, selected by the name that stands in each under the kind."""
    union = f"{_title(key)}{kind.capitalize()}"
    named = {name: PARTS + _title(f"{key}-{name}") for name in case_adapter_of(key).schemas()[kind]}
    parts[union] = {
        "description": f"An {kind} of {book(key).title}; which one it is stands under {kind}.",
        "oneOf": [{"$ref": one} for one in named.values()],
        "discriminator": {"propertyName": kind, "mapping": named},
    }
    return union


def _any_of(names: Iterable[str]) -> Schema:
    return {"anyOf": [{"$ref": PARTS + name} for name in names]}


def _title(words: str) -> str:
    """Words as the name of a part: ``war-chess-move`` is ``WarChessMove``."""
    return "".join(word.capitalize() for word in words.split("-"))


BY_BOOKS: Mapping[str, tuple[Callable[[str, Schema], Iterator[str]], str]] = {
    "Order": (_orders, "An order in the form of the public test kit"),
    "Event": (_events, "Something that happened, whole or as one side was told of it"),
    "Options": (_options, "Options with their values"),
    "Facts": (_facts, "What was measured of an order or of a move; lengths in inches, in steps of 0.0625"),
}
"""Parts that each book fills, and what they are."""


# -- by types -----------------------------------------------------------------------------------------


def schema_of(kind: Any) -> Schema:
    """A type of plain data as JSON Schema.

    >>> schema_of(data.Said)["properties"], schema_of(list[int])
    ({'clause': {'type': 'string'}, 'sentence': {'type': 'string'}}, {'type': 'array', 'items': {'type': 'integer'}})
    """
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        optional = {key for key, one in hints.items() if get_origin(one) is NotRequired or not kind.__total__}
        properties = {
            key: _part_of(get_args(one)[0] if get_origin(one) is NotRequired else one) for key, one in hints.items()
        }
        required = [key for key in hints if key not in optional]
        told = " ".join(str(kind.__doc__).split())
        return {"type": "object", "description": told, "properties": properties, "required": required}
    origin, of = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"type": "string", "enum": list(of)}
    if origin in (Union, UnionType):
        return {"anyOf": [_part_of(one) for one in of]}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": _part_of(of[1])}
    if origin in (list, Sequence):
        return {"type": "array", "items": _part_of(of[0])}
    return {"type": SIMPLE[kind]} if kind in SIMPLE else {}


def _part_of(kind: Any) -> Schema:
    return {"$ref": PARTS + kind.__name__} if is_typeddict(kind) else schema_of(kind)
