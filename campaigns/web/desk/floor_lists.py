"""The things on the floor as lists to choose from in the form of measured facts; a long list is on the page only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.desk.event_offers import of_side
from rules.values.sentence import say, word

MOST, MOST_SPREAD = 24, 8
"""How many things are listed at every field for one, and where each has a field of its own.

If there are more, a name is typed, and one list is on the page.
"""

Listed = dict[str, str]
"""Id to name."""


class Things:
    """The lists to choose from.

    long: the lists that are too long for each field, by their names: id to a name that no other thing has.
    """

    def __init__(self, desk: Any) -> None:
        self.names: Mapping[str, str] = desk.names
        self.long: dict[str, Listed] = {}
        self._desk, self._known = desk, dict[str, Listed]()

    def listed(self, of: str, most: int | None = None) -> Listed:
        """A list of the book's: id to name and side.  most: a longer list is typed by name."""
        if of not in self._known:
            things = self._desk.seat.rules.pieces.listed(self._desk.position, of)
            self._known[of] = {
                key: of_side(self.names.get(key, key), word(str(one.get("side", "")).capitalize()))
                for key, one in things.items()
            }
        if most is not None and of not in self.long and len(self._known[of]) > most:
            self.long[of] = self._distinct_names(self._known[of])
        return self._known[of]

    def _distinct_names(self, ids: Iterable[str]) -> Listed:
        names = {key: " ".join(self.names.get(key, key).split()) for key in ids}
        borne = Counter(name.casefold() for name in names.values())
        return {
            key: name if borne[name.casefold()] == 1 else say("{name} [{key}]", name=name, key=key)
            for key, name in names.items()
        }


def chosen(text: str, known: Mapping[str, str]) -> str:
    """The id of what was chosen or typed: an id, or a name of the list in any case; empty where no thing has that name.

    >>> chosen(" blue FOOT", {"blue-foot": "Blue foot"}), chosen("blue-foot", {"blue-foot": "Blue foot"}), chosen("x", {})
    ('blue-foot', 'blue-foot', '')
    """
    said = " ".join(text.split()).casefold()
    return text if text in known else next((key for key, name in known.items() if name.casefold() == said), "")
