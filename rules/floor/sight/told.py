"""What a side is told of an event, by what it sees: ids become its own marks, and what it does not see is left out.

[HOUSE-SIGHT-02, HOUSE-SIGHT-09]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from rules.contract.data import Event
from rules.contract.sentences import UNSEEN
from rules.floor.sight.memory import Mark
from rules.floor.sight.tables import GRADES
from rules.values.compare import words_in
from rules.values.sentence import changed

SEEN, KNOWN = GRADES[2], GRADES[3]

ALWAYS = frozenset({"event", "told", "clause", "side"})
"""The fields of an event that say nothing of a thing."""

SAID = frozenset({"sum", "why"})
"""The fields in which everything may be said."""

WRITTEN = frozenset({"text"})
"""The fields that hold what a person wrote: a word in it may be the name of a thing and means none."""


TOKENS = re.compile(r"[^\s.,;:()\[\]'\"!?/=]+")
"""What may be an id in a text."""


class Reader:
    """A side as it reads events.

    marks: what it saw of the things of others in this part of the move, by true id.  foreign: the ids of these things,
    own: of its own; out_of_sight: the bridges that it does not see.
    """

    def __init__(
        self,
        side: str,
        marks: Mapping[str, Mark],
        foreign: Collection[str],
        own: Collection[str],
        out_of_sight: Collection[str],
    ) -> None:
        self.side, self.marks, self.foreign, self.own, self.out_of_sight = side, marks, foreign, own, out_of_sight

    def told(self, event: Event) -> Event | None:
        """What the side is told of an event that is already reduced to what it could know on the open floor."""
        own, subject = event.get("side") == self.side, str(event.get("body") or event.get("work") or "")
        named = {one for key, value in event.items() if key not in ALWAYS | WRITTEN for one in words_in(value)}
        strangers = {one for one in named if one in self.foreign}
        if not own and subject in self.out_of_sight:
            return None
        if not strangers:
            return event
        if not own and not self._touches_own(event) and not self._shows(subject):
            return None
        full = all(self._grade(one) == KNOWN for one in strangers)
        told = {}
        for key, value in event.items():
            if full or key in ALWAYS or (own and key not in SAID) or (key not in SAID and _says_who(value)):
                left = value if key in ALWAYS | WRITTEN else self._in_marks(value)
                if left is not None:
                    told[key] = left
        return Event(told)

    def _shows(self, subject: str) -> bool:
        """Whether the side sees what an event is of: a thing, or a bridge in sight; an event of nothing shows nothing."""
        if subject not in self.foreign:
            return bool(subject)
        return GRADES.index(self._grade(subject)) >= GRADES.index(SEEN)

    def _touches_own(self, event: Event) -> bool:
        """Whether an event names things of the side's own, outside of what is said."""
        return any(
            one in self.own
            for key, value in event.items()
            if key not in ALWAYS | SAID | WRITTEN
            for one in words_in(value)
        )

    def _grade(self, thing: str) -> str:
        mark = self.marks.get(thing)
        return "" if mark is None else mark.grade

    def _in_marks(self, value: Any) -> Any:
        """A value with the side's own marks; None if nothing is left of it."""
        if isinstance(value, str):
            return changed(value, self._in_text)
        if isinstance(value, Mapping):
            kept = {self._mark(one): inner for one, inner in value.items() if self._is_counted(one)}
            return kept or None
        if isinstance(value, list | tuple):
            left = [self._in_marks(one) for one in value if not (isinstance(one, str) and self._is_lost(one))]
            return left or None
        return value

    def _in_text(self, text: str) -> str:
        """An id, or a text with ids in it, by the side's own marks."""
        return text if text in self.own else TOKENS.sub(lambda found: self._mark(found[0]), text)

    def _is_counted(self, thing: str) -> bool:
        """Whether the number of a thing is told: it is no stranger's, or known."""
        return thing not in self.foreign or self._grade(thing) == KNOWN

    def _is_lost(self, thing: str) -> bool:
        return thing in self.foreign and not self._grade(thing)

    def _mark(self, thing: str) -> str:
        if thing not in self.foreign:
            return thing
        mark = self.marks.get(thing)
        return UNSEEN if mark is None else mark.id


def _says_who(value: Any) -> bool:
    """Whether a value consists of ids."""
    return isinstance(value, str | Mapping) or (
        isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
    )
