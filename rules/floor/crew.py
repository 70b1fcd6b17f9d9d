"""How an order says which men go with a gun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.values import codec
from rules.values.codec import COUNT, SOME_OF, FieldType


def _read(value: Any, where: str) -> Mapping[str, int] | int:
    """Men: their number, the number of each body, or ids of bodies that go complete (0)."""
    if isinstance(value, int) and not isinstance(value, bool):
        return codec.read_integer(value, where)
    going: Mapping[str, int] = SOME_OF.read(value, where)
    return going


GUN_CREW = FieldType(
    _read,
    lambda value: value if isinstance(value, int) else dict(value),
    {"anyOf": [COUNT.schema, *SOME_OF.schema["anyOf"]]},
)
"""The men who go with a gun: their number, the number of each body, or bodies that go complete."""
