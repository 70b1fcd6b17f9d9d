"""What an event cost, and of whom: declared on the class of the event, by its own fields, and read from plain data.

Tables of losses, the desk, reports, maps and ledgers all read these declarations, and nothing else says what counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from rules.contract.sentences import EventWords
from rules.values.sentence import Message, Sentence, say

LOSS, WORK, SHORTAGE, DUTY = "loss", "work", "shortage", "duty"
"""The sorts of cost: men or things lost; works and bridges; want of supplies; what has to be done next, or was done for it."""


class Cost(NamedTuple):
    """What an event cost one thing.

    men: dead or taken, 0 where a thing itself is lost or is only worse off; how: in words; sort: LOSS, WORK, SHORTAGE or DUTY.
    taken: the men live, as prisoners.
    """

    thing: str
    men: int
    how: Sentence
    sort: str = LOSS
    taken: bool = False


class Lost(Protocol):
    """What cost a thing men, or the thing itself.  men: below zero where they were given back; how: in words."""

    @property
    def men(self) -> int: ...
    @property
    def how(self) -> str: ...


def added_up(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Counts by thing added up.

    >>> added_up([{"a": 1, "b": 2}, {"b": 3}])
    {'a': 1, 'b': 5}
    """
    found: dict[str, int] = {}
    for one in counts:
        for thing, number in one.items():
            found[thing] = found.get(thing, 0) + number
    return found


def as_ruled(men: int) -> Sentence:
    """How men were lost on whom an umpire ruled; below zero, how they were given back."""
    if men < 0:
        return say("{men} given back as the umpire ruled", men=-men)
    return say("{men} as the umpire ruled", men=men) if men else say("as the umpire ruled")


def ways(costs: Iterable[Lost]) -> list[str]:
    """How a thing was lost, in words: each way once, with all the men that it cost, in the order in which they came.

    >>> ways(Cost("a", men, say("{men} by shell", men=men)) for men in (1, 2))
    ['3 by shell']
    """
    sums: dict[str, tuple[str, int]] = {}
    for one in costs:
        way = _with_men(one.how, 0)
        sums[way] = (one.how, one.men + sums.get(way, ("", 0))[1])
    return [_with_men(how, abs(men)) for how, men in sums.values()]


def _with_men(how: str, men: int) -> str:
    """The same way with another number of men."""
    made = getattr(how, "made", None)
    if isinstance(made, Message) and "men" in made.arguments:
        return replace(made, arguments={**made.arguments, "men": men}).said()
    return how


@dataclass(frozen=True)
class Costs:
    """A declaration on a class of events: which of its fields say what it cost.

    how: a template; its gap ``men`` is the number of men, any other a field of the event.  thing: the field with the id, or
    with several.  men: the field with the number of men of that thing, or with a number for each body; empty where the
    thing itself is lost.  sort, taken: as of ``Cost``.
    """

    how: str
    thing: str = "body"
    men: str = ""
    sort: str = LOSS
    taken: bool = False

    def by_thing(self, event: Mapping[str, Any]) -> dict[str, int]:
        """The men that an event cost, by thing; 0 for a thing of which no men are counted."""
        found = event.get(self.men) if self.men else 0
        if isinstance(found, Mapping):
            return {thing: men for thing, men in found.items() if men}
        named = event.get(self.thing)
        things = named if isinstance(named, list | tuple) else (named,)
        return {str(one): found or 0 for one in things if one and (found or not self.men)}

    def of(self, event: Mapping[str, Any]) -> Iterator[Cost]:
        """What an event (plain data, complete or as a side may know it) cost, by this declaration."""
        words = EventWords(event, {})
        for thing, men in self.by_thing(event).items():
            how = words.say(self.how, **({"men": men} if self.men else {}))
            yield Cost(thing, men, how, self.sort, self.taken)
