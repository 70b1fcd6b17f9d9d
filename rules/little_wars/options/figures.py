"""The parsing of option values with several lengths, fractions or points, as the rulebook prints them.  [rulebook part 21]"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import FieldType, Plain
from rules.values.measure import FOOT, shown
from rules.values.sentence import joined, say

HIT_TABLE = MappingProxyType(
    {"open": Fraction(4, 5), "covered": Fraction(2, 5), "hidden": Fraction(0), "next": Fraction(1, 4)}
)
TRUCK_LOAD = MappingProxyType({"infantry": Fraction(12), "cavalry": Fraction(5), "gun": Fraction(1, 2)})
PRISONER_POINTS = MappingProxyType({"own": Fraction(1, 2), "enemy": Fraction(1, 2)})


def _figures(value: Any) -> list[Any]:
    """Numbers in a list, a map, or separated by strokes: ``6/12``."""
    if isinstance(value, str):
        return [part.strip() for part in value.replace("and", "/").replace("u", "").split("/")]
    return list(value.values()) if isinstance(value, Mapping) else codec.read_list(value, "figures")


def units(count: int, words: str) -> FieldType:
    """A number of lengths in sixteenths: a list, or ``6/12``."""

    def read(value: Any, where: str) -> tuple[int, ...]:
        try:
            given = tuple(int(one) for one in _figures(value))
        except (TypeError, ValueError, Invalid):
            given = ()
        if len(given) != count or any(not 0 <= one <= 100 * FOOT for one in given):
            raise codec.refuse(where, words, value)
        return given

    row = {"type": "array", "items": {"type": "integer"}, "minItems": count, "maxItems": count}
    return FieldType(read, list, {"anyOf": [row, {"type": "string"}]})


def _read_part(value: Any, where: str) -> Fraction:
    try:
        part = Fraction(str(value).replace("½", "1/2"))
    except (ValueError, ZeroDivisionError):
        part = Fraction(-1)
    if isinstance(value, bool) or not 0 <= part <= 1_000_000 or part.denominator > 10_000:
        raise codec.refuse(where, say("a number or a fraction"), value)
    return part


def parts(names: tuple[str, ...], most: int | None = None) -> FieldType:
    """Fractions by name; those not named have the option's default."""

    def read(value: Any, where: str) -> Mapping[str, Fraction]:
        given = value if isinstance(value, Mapping) else dict(zip(names, _figures(value), strict=False))
        unknown = [name for name in given if name not in names]
        if unknown or (most is not None and any(_read_part(one, where) > most for one in given.values())):
            raise codec.refuse(where, say("numbers are wanted for {names}", names=joined(", ", names)), value)
        return {name: _read_part(one, f"{where}.{name}") for name, one in given.items()}

    return FieldType(read, _write_parts, {"type": "object", "additionalProperties": {"type": ["number", "string"]}})


def _write_parts(value: Mapping[str, Fraction]) -> Plain:
    words = {name: shown(one.numerator, one.denominator) for name, one in value.items()}
    return {name: int(one) if one.isdigit() else one for name, one in words.items()}


def half_points() -> FieldType:
    """Points in steps of a half, kept as half points."""

    def read(value: Any, where: str) -> int:
        part = _read_part(value, where) * 2
        if part.denominator != 1:
            raise codec.refuse(where, say("points in steps of a half"), value)
        return int(part)

    return FieldType(
        read, lambda value: value // 2 if value % 2 == 0 else value / 2, {"type": "number", "multipleOf": 0.5}
    )


OUTDOOR = FieldType(
    lambda value, where: _between(_read_part(value, where), 1, 2, where, value),
    lambda value: _write_parts({"": value})[""],
    {"type": ["number", "string"]},
)


def _between(part: Fraction, least: int, most: int, where: str, value: Any) -> Fraction:
    if not least <= part <= most:
        raise codec.refuse(where, say("a number from {least} to {most}", least=least, most=most), value)
    return part
