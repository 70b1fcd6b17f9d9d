"""What is wrong with an exercise: every fault with its place, told at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rules.errors import Invalid, Refused
from rules.values.sentence import apart, joined, of_field, say

T = TypeVar("T")

MOST_TOLD = 30
"""Faults that are told at most; who mends so many sends the file again."""


class Faulty(Invalid):
    """An exercise that cannot be taken.  faults: the reasons, each with its place."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults[:MOST_TOLD])
        super().__init__(joined(" · ", self.faults))


class Faults:
    """The faults found so far."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def note(self, place: str, said: str) -> None:
        """Note a fault at a place, by its keys as ``seats.2.arm``."""
        self.found.append(of_field(place, said))

    def take(self, read: Callable[[], T], usual: T, within: str = "") -> T:
        """What is read; where it is refused the reason is kept and the usual value taken, so that the reading goes on.

        within: the place of what is read, where the reason names only the field in it.
        """
        try:
            return read()
        except Refused as fault:
            field, said = apart(fault.sentence)
            self.found.append(of_field(f"{within}.{field}", said) if within else fault.sentence)
            return usual

    def a_map(self, given: Any, place: str) -> dict[str, Any]:
        """A map of plain data; an empty one, and a fault, where it is none."""
        return self.take(lambda: a_map(given, place), dict[str, Any]())

    def a_list(self, given: Any, place: str, most: int) -> list[Any]:
        """A list of at most so many; an empty one, and a fault, where it is none."""
        return self.take(lambda: a_list(given, place, most), list[Any]())

    def known(self, given: Mapping[str, Any], keys: Sequence[str], place: str) -> None:
        """Note the keys that nobody knows here."""
        for key in sorted(given.keys() - set(keys)):
            shown = f"{place}.{key[:40]}" if place else key[:40]
            self.note(shown, say("there is no such key; known are {keys}", keys=joined(", ", keys)))

    def tell(self) -> None:
        """Raise Faulty if anything was found."""
        if self.found:
            raise Faulty(self.found)


def a_map(given: Any, place: str) -> dict[str, Any]:
    """A map of plain data; Invalid, with its place, where it is none."""
    if not isinstance(given, Mapping):
        raise Invalid(of_field(place, say("a map is wanted")))
    return dict(given)


def a_list(given: Any, place: str, most: int) -> list[Any]:
    """A list of at most so many; Invalid, with its place, where it is none."""
    if not isinstance(given, list | tuple) or len(given) > most:
        raise Invalid(of_field(place, say("a list of at most {most} is wanted", most=most)))
    return list(given)
