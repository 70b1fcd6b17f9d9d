"""Ids for the things of a country: words of the file's own names, each unique."""

from __future__ import annotations

import re

LONGEST = 40
PLAIN = {
    "contours": "contour", "water": "water", "woods": "wood", "houses": "house", "steep": "steep", "unknown": "unknown", "walls": "wall",
    "roads": "road", "rails": "rail", "bridges": "bridge", "fords": "ford", "names": "name",
}  # fmt: skip
"""The id of a thing without a name, by group."""


class Ids:
    """The ids given so far."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._last: dict[str, int] = {}

    def make(self, name: str, group: str) -> str:
        """A new id from a name, else from its group and a number.

        >>> ids = Ids()
        >>> ids.make("High Street", "roads"), ids.make("High Street", "roads"), ids.make("", "roads"), ids.make("", "ford")
        ('high-street', 'high-street-2', 'road-1', 'ford-1')
        """
        words = "-".join(re.findall(r"[^\W_]+", name.lower()))[:LONGEST].strip("-")
        stem = words or PLAIN.get(group, group)
        number = self._last.get(stem, 0) + 1
        while (one := stem if words and number == 1 else f"{stem}-{number}") in self._given:
            number += 1
        self._last[stem] = number
        self._given.add(one)
        return one
