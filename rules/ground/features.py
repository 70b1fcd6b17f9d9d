"""The sorts of features of a country: their names, and the sequence in which they are listed and drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.values.sentence import say


class Sort(NamedTuple):
    """A sort of features.

    key: in a country.  title: of all of them; word: of one, empty if they are also things on the floor.  ink: it is
    drawn with; sign: its block, if drawn as a thing.  layer: the higher one is on top; names: priority for placing names.
    """

    key: str
    title: str
    word: str = ""
    ink: str = ""
    layer: int = 0
    names: int = 0
    sign: str = ""


CONTOURS, CROSSINGS, NAMES = "contours", "bridges", "names"
SORTS = (
    Sort(CONTOURS, say("Contours"), "contour", "contour", 4, 1),
    Sort("water", say("Water"), "water", "water", 3, 5),
    Sort("fords", say("Fords"), "ford", "ford", 8, 6),
    Sort(CROSSINGS, say("Bridges"), "", "bridge", 6, 2),
    Sort("roads", say("Roads"), "road", "road", 5, 8),
    Sort("rails", say("Rails"), "railway", "rail", 7, 7),
    Sort("woods", say("Woods"), "wood", "wood", 1, 4),
    Sort("houses", say("Houses"), "house", "house", 10, 3),
    Sort("walls", say("Walls and hedges"), say("wall or hedge"), "wall", 9, 9),
    Sort("steep", say("Too steep for wheels"), say("too steep for wheels"), "steep", 2, 10),
    Sort("unknown", say("Ground that is not known"), say("ground that is not known"), "unknown", 0, 11),
    Sort("depots", say("Depots"), sign="depot"),
    Sort(NAMES, say("Names on the map"), say("place")),
)
"""In the sequence of lists."""

TITLES = {sort.key: sort.title for sort in SORTS}
WORDS = {sort.key: sort.word for sort in SORTS if sort.word}
STANDING = tuple(sort.key for sort in SORTS if not sort.word)
"""The sorts that are also things of the position.  [KS-GAME-10, KS-SUP-07]"""

DRAWN = sorted((sort for sort in SORTS if sort.ink), key=lambda sort: sort.layer)
NAMED = sorted((sort for sort in SORTS if sort.ink), key=lambda sort: sort.names)
BRIDGES = {
    "road-bridge": say("road bridge"),
    "railway-bridge": say("railway bridge"),
    "culvert": say("railway culvert"),
}
"""What lies over water, by its kind."""

NAMELESS = {
    "water": say("water"),
    "fords": say("a ford"),
    "bridges": say("a bridge"),
    "roads": say("a road"),
    "rails": say("a railway"),
    "woods": say("a wood"),
    "houses": say("a house"),
    "walls": say("a wall or hedge"),
}
"""What a feature without a name is called in a sentence, by its sort; its id is for files only."""


def listed(identity: str, name: Any) -> str:
    """What a feature is called in a list or on a map, where others like it are: its name, else the words of its id.

    >>> listed("house-1", ""), listed("house-2", "The Mill")
    ('house 1', 'The Mill')
    """
    return str(name or identity.replace("-", " "))


def called(country: Any, sort: str, identity: str) -> str:
    """What a feature is called in a sentence: its name, else what it is.  sort: its key in the country."""
    return getattr(getattr(country, sort).get(identity), "name", "") or NAMELESS[sort]
