"""Sentences about events: a template filled from plain data, complete or as a side may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.values.measure import INCH, inches

Names = Mapping[str, str]


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 man``, ``12 men``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def list_of_words(words: list[str]) -> str:
    """Words joined: ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def packets_in_words(packets: Mapping[str, int]) -> str:
    """Packets by kind: ``2 of food and 1 of forage``."""
    return list_of_words([f"{number} of {kind}" for kind, number in packets.items() if number]) or "no packets"


def inches_in_words(length: float) -> str:
    """Inches from plain data, as people read them."""
    return inches(int(length * INCH))


@dataclass(frozen=True)
class EventWords(Mapping[str, "Word"]):
    """The fields of an event, each as a word for a sentence."""

    event: Mapping[str, Any]
    names: Names

    def __getitem__(self, key: str) -> Word:
        return Word(self.event.get(key), self.names)

    def __iter__(self) -> Any:
        return iter(self.event)

    def __len__(self) -> int:
        return len(self.event)

    def say(self, template: str) -> str:
        """A sentence with the fields filled in."""
        return template.format_map(self)

    def has(self, key: str) -> bool:
        """Whether a field is present and not empty."""
        return bool(self.event.get(key))


@dataclass(frozen=True)
class Word:
    """One field of an event in a sentence; the format spec says how it is written.

    ``n`` a number, ``in`` a length, ``packets``, ``list`` of things, ``men`` of each body, ``man/men`` a count with its noun,
    empty: the name of a thing, or the word itself.
    """

    value: Any
    names: Names

    def __format__(self, spec: str) -> str:
        if spec == "n":
            return str(self.value or 0)
        if spec == "in":
            return inches_in_words(self.value or 0)
        if spec == "packets":
            return packets_in_words(self.value or {})
        if spec == "list":
            return list_of_words([self._name(one) for one in self.value or ()]) or "the enemy"
        if spec == "men":
            return (
                list_of_words([f"{men} of {self._name(one)}" for one, men in (self.value or {}).items() if men])
                or "nobody"
            )
        if spec:
            one, many = spec.split("/")
            return f"{self.value or 0} {one if self.value == 1 else many}"
        return self._name(self.value)

    def _name(self, value: Any) -> str:
        return "the enemy" if value in (None, "") else self.names.get(str(value)) or str(value)


def plainly(told: EventWords) -> str:
    """An event for which there is no sentence: its name in words, and the thing."""
    name = str(told.event.get("event", "")).replace("-", " ") or "something happened"
    return told.say(f"{name}: {{body}}.") if told.has("body") else f"{name}."
