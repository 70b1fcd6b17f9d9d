"""What the case adapters of all books share: orders parsed one by one, values written out in full, and their schemas.  [CASES.md]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from rules.contract.answers import OptionRow
from rules.contract.data import RefusedOrder
from rules.errors import Refused
from rules.values import codec
from rules.values.value import Value

T = TypeVar("T")


def read_orders(
    data: Sequence[Any], read_order: Callable[[Any, str], T]
) -> tuple[list[T], list[int], list[RefusedOrder]]:
    """The orders that are understood, their indexes among those given, and the others refused with E-INVALID."""
    read: list[T] = []
    places: list[int] = []
    refused: list[RefusedOrder] = []
    for place, one in enumerate(data):
        try:
            read.append(read_order(one, f"orders.{place}"))
            places.append(place)
        except Refused as refusal:
            refused.append({"order": place, **refusal.data()})
    return read, places, refused


def whole(value: Value) -> dict[str, Any]:
    """A value as plain data, with its default values."""
    out: dict[str, Any] = {}
    for name, (attribute, kind, _) in codec.fields_of(type(value)).items():
        held = getattr(value, attribute)
        out[name] = None if held is None else whole(held) if isinstance(held, Value) else kind.write(held)
    return out


def by_id(cls: type[Any]) -> dict[str, Any]:
    """The schema of a map of things of a class by id."""
    return {"type": ["object", "null"], "additionalProperties": codec.schema_of(cls)}


def option_schema(options: type[Any], row: OptionRow) -> dict[str, Any]:
    """The schema of an option; some words may also be written as true or false."""
    kind, accepted = codec.fields_of(options)[row.key][1], [row.schema]
    if "enum" in row.schema:
        for flag in (True, False):
            with suppress(Refused):
                kind.read(flag, row.key)
                accepted.append({"const": flag})
    schema = row.schema if len(accepted) == 1 else {"anyOf": accepted}
    return {
        **schema,
        "default": row.default,
        "description": f"{row.says}  [{row.clause}]",
    }


def named(cls: type[Any], key: str, name: str) -> dict[str, Any]:
    """The schema of a class, with the key that holds its name."""
    schema = codec.schema_of(cls)
    return {
        **schema,
        "properties": {key: {"const": name}, **schema["properties"]},
        "required": [key, *schema["required"]],
    }
