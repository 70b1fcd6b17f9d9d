"""The parsing of option values that are not a single number, word or flag, as the rulebook prints them.  [rulebook section 24]"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from rules.contract.options import Explained, explained, plainly, word
from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import COUNT, FieldType, Plain, list_of, map_of
from rules.values.measure import shown
from rules.values.sentence import joined, of_field, say

ARMS = ("infantry", "cavalry", "artillery", "engineers", "transport")


def or_unlimited(kind: FieldType, unlimited: str) -> Explained:
    """A kind, or the word ``unlimited``.  unlimited: what that word implies."""
    any_number = FieldType(
        lambda value, where: None if value in (None, "unlimited", "none") else kind.read(value, where),
        lambda value: "unlimited" if value is None else kind.write(value),
        {"anyOf": [dict(kind.schema), {"enum": ["unlimited"]}]},
    )
    return explained(any_number, unlimited=unlimited)


def set_of(kind: FieldType) -> FieldType:
    """Several of a kind: a list, a single one, or in braces (``{infantry, cavalry}``), as the rulebook prints it."""
    row = list_of(kind)

    def read(value: Any, where: str) -> tuple[Any, ...]:
        if isinstance(value, Mapping) and not any(value.values()):
            value = list(value)
        some: tuple[Any, ...] = row.read([value] if isinstance(value, str) else value, where)
        return some

    return FieldType(read, row.write, row.schema)


def _read_shells(value: Any, where: str) -> Mapping[str, int]:
    """Shells by name, with the range of each in feet; or a list of a name and a range for each."""
    if isinstance(value, list):
        rows = [list(one.values()) if isinstance(one, Mapping) and len(one) == 2 else one for one in value]
        if any(not isinstance(one, list) or len(one) != 2 or not isinstance(one[0], str) for one in rows):
            raise Invalid(of_field(where, say("a name and a range in feet are wanted for each shell")))
        value = dict(rows)
    shells: Mapping[str, int] = map_of(COUNT).read(value, where)
    return shells


SHELLS = FieldType(_read_shells, dict, map_of(COUNT).schema)


def _read_size(value: Any, where: str) -> tuple[int, int] | None:
    """Width and depth of the country in feet, one number for both; or None if the scenario gives it."""
    if value in (None, "scenario"):
        return None
    if isinstance(value, int):
        value = [value, value]
    sides = list(value.values()) if isinstance(value, Mapping) else codec.read_list(value, where)
    if len(sides) != 2:
        raise Invalid(of_field(where, say("a width and a depth in feet are wanted")))
    width, depth = (codec.read_integer(one, where, least=1) for one in sides)
    return width, depth


SIZE = FieldType(
    _read_size,
    lambda value: None if value is None else list(value),
    {
        "type": ["array", "null"],
        "items": {"type": "integer", "minimum": 1},
        "minItems": 2,
        "maxItems": 2,
    },
)


SUPPLY_RANGE_FT = MappingProxyType({"infantry": 6, "cavalry": 18, "artillery": 12, "engineers": 12})
TRUCK_CAPACITY = MappingProxyType({"infantry": Fraction(12), "cavalry": Fraction(5), "gun": Fraction(1, 2)})
SHORT_ARMS = MappingProxyType({"inf": "infantry", "cav": "cavalry", "RA": "artillery", "RE": "engineers"})
SHORT_ARMS_PLAINLY = MappingProxyType({plainly(name): arm for name, arm in SHORT_ARMS.items()})


def _read_supply_range(value: Any, where: str) -> Mapping[str, int]:
    given = {
        SHORT_ARMS_PLAINLY.get(plainly(str(name)), name): feet for name, feet in codec.read_map(value, where).items()
    }
    if not given.keys() <= SUPPLY_RANGE_FT.keys():
        raise Invalid(
            of_field(
                where, say("ranges are wanted for {supply_range_ft}", supply_range_ft=joined(", ", SUPPLY_RANGE_FT))
            )
        )
    return {**SUPPLY_RANGE_FT, **{arm: codec.read_integer(feet, f"{where}.{arm}") for arm, feet in given.items()}}


SUPPLY_RANGE = FieldType(_read_supply_range, dict, {"type": "object", "additionalProperties": {"type": "integer"}})


def _read_truck(value: Any, where: str) -> Mapping[str, Fraction]:
    """The room of a truck for infantry, cavalry and guns, each above zero; a half may be printed ``1/2`` or ``½``."""
    given = {
        SHORT_ARMS_PLAINLY.get(plainly(str(name)), "gun" if str(name) == "guns" else str(name)): one
        for name, one in codec.read_map(value, where).items()
    }
    if not given.keys() <= TRUCK_CAPACITY.keys():
        raise Invalid(
            of_field(where, say("numbers are wanted for {truck_capacity}", truck_capacity=joined(", ", TRUCK_CAPACITY)))
        )
    return {**TRUCK_CAPACITY, **{name: _part(one, f"{where}.{name}") for name, one in given.items()}}


def _part(value: Any, where: str) -> Fraction:
    """A number above zero that may be a fraction."""
    try:
        part = Fraction(str(value).replace("½", "1/2"))
    except (ValueError, ZeroDivisionError):
        part = Fraction(0)
    if isinstance(value, bool) or not 0 < part <= codec.GREATEST_COUNT or part.denominator > 100:
        raise codec.refuse(where, say("a number over nought"), value)
    return part


def _write_truck(value: Mapping[str, Fraction]) -> Plain:
    parts = {name: shown(one.numerator, one.denominator) for name, one in value.items()}
    return {name: int(one) if one.isdigit() else one for name, one in parts.items()}


TRUCK = FieldType(_read_truck, _write_truck, {"type": "object", "additionalProperties": {"type": ["number", "string"]}})


def carried() -> FieldType:
    """Some arms, or the word ``all``."""
    some = set_of(word(*ARMS, **SHORT_ARMS_PLAINLY))
    return FieldType(lambda value, where: ARMS if value == "all" else some.read(value, where), some.write, some.schema)


ANY = FieldType(
    lambda value, where: value,
    lambda value: dict(value) if isinstance(value, Mapping) else list(value) if isinstance(value, tuple) else value,
    {},
)
