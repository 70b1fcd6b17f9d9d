"""Sentences about events: a template filled from plain data, complete or as a side may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.values.measure import INCH, inches
from rules.values.sentence import Sentence, changed, fill, fill_many, joined, say, say_many, word, word_of

Names = Mapping[str, str]


@lru_cache(maxsize=4096, typed=True)
def counted(number: int, one: str, many: str = "") -> Sentence:
    """A number with its noun: ``1 man``, ``12 men``."""
    return say_many(f"{{n}} {one}", f"{{n}} {many or one + 's'}", number)


def list_of_words(words: Sequence[str]) -> Sentence:
    """Words joined: ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return joined("", words)
    return say("{first} and {last}", first=joined(", ", words[:-1]), last=words[-1])


def packets_in_words(packets: Mapping[str, int]) -> Sentence:
    """Packets by kind: ``2 packets of food and 1 packet of forage``."""
    kinds = [
        say_many("{n} packet of {kind}", "{n} packets of {kind}", number, kind=word(kind))
        for kind, number in packets.items()
        if number
    ]
    return list_of_words(kinds) if kinds else say("no packets")


def inches_in_words(length: float) -> Sentence:
    """Inches from plain data, as people read them."""
    return inches(int(length * INCH))


UNSEEN = "unseen"
"""What stands in an event for a thing that its reader does not see.  [HOUSE-SIGHT-09]"""


@dataclass(frozen=True)
class EventWords:
    """The fields of an event, and the names of things, from which sentences are filled in.

    The format of a gap says how its field is read: ``n`` a number, ``in`` a length, ``packets``, ``list`` of things,
    ``men`` of each body, ``man/men`` a count with its noun; without a format the name of a thing, or the word itself.
    """

    event: Mapping[str, Any]
    names: Names

    def say(self, template: str, **given: Any) -> Sentence:
        """A sentence with the fields filled in.  given: what fills gaps beside the fields of the event."""
        return fill(template, lambda field, form: given[field] if field in given else self._read(field, form))

    def say_by(self, key: str, one: str, many: str, **given: Any) -> Sentence:
        """A sentence in the form for the number in a field, which fills the gap ``{n}``.  given: as of ``say``."""
        number = self.event.get(key) or 0
        return fill_many(
            one, many, number, lambda field, form: given[field] if field in given else self._read(field, form)
        )

    def has(self, key: str) -> bool:
        """Whether a field is present and not empty."""
        return bool(self.event.get(key))

    def _read(self, field: str, form: str) -> Any:
        """A field as its format has it."""
        value = self.event.get(field)
        if form == "n":
            return value or 0
        if form == "in":
            return inches_in_words(value or 0)
        if form == "packets":
            return packets_in_words(value or {})
        if form == "list":
            return list_of_words([self._name(one) for one in value or ()]) or say("the enemy")
        if form == "men":
            lost = [
                say_many("{n} man of {one}", "{n} men of {one}", men, one=self._name(one))
                for one, men in (value or {}).items()
                if men
            ]
            return list_of_words(lost) if lost else say("nobody")
        if form:
            return counted(value or 0, *form.split("/"))
        return self._name(value)

    def _name(self, value: Any) -> str:
        if value in (None, ""):
            return say("the enemy")
        if isinstance(value, Sentence):
            return changed(value, lambda one: self.names.get(one, one))  # what it says of things it says by their ids
        if value == UNSEEN:
            return say("somebody unseen")
        return self.names.get(str(value)) or word(str(value))


def by_number(key: str, one: str, many: str) -> Callable[[EventWords], Sentence]:
    """What an event says where its verb goes by a number.  key: the field of the number, which fills the gap ``{n}``.

    >>> by_number("men", "{n} man of {body} is armed.", "{n} men of {body} are armed.")(EventWords({"men": 1}, {}))
    '1 man of the enemy is armed.'
    """
    return lambda told: told.say_by(key, one, many)


def of_several(one: str, many: str) -> Callable[[EventWords], Sentence]:
    """What an event says of its body, or of several bodies in one line.

    >>> of_several("{body} halted.", "{bodies:list} halted.")(EventWords({"bodies": ["a", "b"]}, {}))
    'a and b halted.'
    """
    return lambda told: told.say(many if told.has("bodies") else one)


def plainly(told: EventWords) -> Sentence:
    """An event for which there is no sentence: its name in words, and the thing."""
    name = word_of(told.event.get("event", "")) or say("something happened")
    return told.say("{name}: {body}.", name=name) if told.has("body") else say("{name}.", name=name)
