"""The parsing of numbers, words and switches of the options, as the rulebook prints them.  [rulebook part 21]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract.options import Explained, explained, plainly
from rules.values import codec
from rules.values.codec import FLAG, FieldType
from rules.values.sentence import joined, say

YES, NO = ("on", "yes", "true"), ("off", "no", "false")


def _read_switch(value: Any, where: str) -> bool:
    """On or off, yes or no, true or false."""
    spelling = plainly(str(value)) if isinstance(value, str | bool) else ""
    if spelling == "house_rules":
        return True
    if spelling in YES or spelling in NO:
        return spelling in YES
    return bool(FLAG.read(value, where))


def switch(*, yes: str, no: str) -> Explained:
    """On or off, and what each implies."""
    return explained(FieldType(_read_switch, FLAG.write, FLAG.schema), yes=yes, no=no)


def number(values: Mapping[int, str], off: int | None = None) -> Explained:
    """One of some numbers, each with what it implies; ``off`` may be written for one of them."""

    def read(value: Any, where: str) -> int:
        if off is not None and (value is False or (isinstance(value, str) and plainly(value) in NO)):
            return off
        number = _plain_number(value)
        if isinstance(value, bool) or number not in list(values):
            raise codec.refuse(where, say("one of {names}", names=joined(", ", map(str, values))), value)
        return int(number)

    one_of_them = FieldType(read, lambda value: value, {"enum": list(values)})
    return explained(one_of_them, **{str(one): says for one, says in values.items()})


def _plain_number(value: Any) -> Any:
    """A number without the unit that the rulebook prints behind it (``4 min``, ``6 in``)."""
    if isinstance(value, str) and value.split()[:1] and value.split()[0].isdecimal():
        return int(value.split()[0])
    return value


def or_off(kind: FieldType, off: str) -> Explained:
    """A kind, or ``off`` (``none``).  off: what that word implies."""
    or_nothing = FieldType(
        lambda value, where: (
            None
            if value in (None, False) or (isinstance(value, str) and plainly(value) in (*NO, "none"))
            else kind.read(_plain_number(value), where)
        ),
        lambda value: "off" if value is None else kind.write(value),
        {"anyOf": [dict(kind.schema), {"enum": ["off", None]}]},
    )
    return explained(or_nothing, off=off)


def _read_scale(value: Any, where: str) -> int | None:
    """The real minutes of a minute of the table; None if moves are untimed."""
    if isinstance(value, str) and plainly(value).startswith("untimed"):
        return None
    return codec.read_integer(value, where, least=1)


def scale(untimed: str) -> Explained:
    """The real minutes of a minute of the table, or ``untimed``.  untimed: what that word implies."""
    minutes = FieldType(
        _read_scale,
        lambda value: "untimed" if value is None else value,
        {"anyOf": [{"type": "integer"}, {"enum": ["untimed"]}]},
    )
    return explained(minutes, untimed=untimed)


def at_least(least: int) -> FieldType:
    return FieldType(
        lambda value, where: codec.read_integer(_plain_number(value), where, least=least),
        lambda value: value,
        {"type": "integer", "minimum": least},
    )
