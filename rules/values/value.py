"""The base of every position, order and event: a value that never changes."""

from __future__ import annotations

from typing import Any, Self


class Value:
    """An immutable value (its subclasses are frozen dataclasses).

    ``but`` gives a copy with some fields changed.  It copies the instance's
    dictionary instead of calling ``dataclasses.replace``, which is ten times
    slower and is used throughout every adjudication.
    """

    def but(self, **changes: Any) -> Self:
        """The same value with the named fields changed.  Unknown names raise TypeError."""
        held = self.__dict__
        fields = held | changes
        if len(fields) != len(held):
            raise TypeError(f"{type(self).__name__} has no {sorted(changes.keys() - held.keys())}")
        new = object.__new__(type(self))
        object.__setattr__(new, "__dict__", fields)
        return new
