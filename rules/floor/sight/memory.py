"""What a side has seen and keeps of it: marks with ids of their own, which tell nothing of what they are of.

[HOUSE-SIGHT-02, HOUSE-SIGHT-10]

What stands in a mark is what the side was told, never more; only ``thing`` says what it truly is, and no side reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.floor.sight.tables import A_GLIMPSE, GRADES, NEAREST
from rules.values import codec
from rules.values.codec import COUNT, FLAG, IDENTITY, POINT, TEXT, FieldType, choice, key, map_of, value_of
from rules.values.measure import Point
from rules.values.value import Value

NOTHING: Mapping[str, Any] = MappingProxyType({})

PLAIN = FieldType(codec.read_map, dict, {"type": "object"})
"""The plain data of a thing as it was shown."""


@dataclass(frozen=True)
class Mark(Value):
    """What a side knows of an enemy thing.

    thing: its true id, empty in what the side is given; group, shown: what it was shown as.  at: where, to the nearest
    three inches of a glimpse; move: the moves of both sides that had been made; now: whether it is seen now, else it is
    remembered; by: the thing of the side that sees it best, or saw it.
    """

    id: str
    group: str = key(TEXT)
    grade: str = key(choice(*GRADES[1:]))
    at: Point = key(POINT)
    thing: str = key(IDENTITY, "")
    move: int = key(COUNT, 0)
    now: bool = key(FLAG, False)
    by: str = key(IDENTITY, "")
    shown: Mapping[str, Any] = key(PLAIN, factory=lambda: NOTHING)

    @property
    def told(self) -> Mark:
        """The mark as its side may read it."""
        return self.but(thing="")


def _marks(value: Any, where: str) -> dict[str, Mark]:
    """Marks by id."""
    rows = codec.read_map(value, where)
    return {name: codec.read(Mark, one, f"{where}.{name}", id=name) for name, one in rows.items()}


MARKS = FieldType(_marks, lambda value: {name: codec.write(one) for name, one in value.items()}, {"type": "object"})


@dataclass(frozen=True)
class Sightings(Value):
    """All that a side has seen.  marks: by id; made: how many it has had; standing: of each bridge, as it was last seen."""

    marks: Mapping[str, Mark] = key(MARKS, factory=lambda: NOTHING)
    made: int = key(COUNT, 0)
    standing: Mapping[str, bool] = key(map_of(FLAG), factory=lambda: NOTHING)


SIGHTINGS = map_of(value_of(Sightings))
"""What each side has seen."""

UNSEEN = Sightings()
"""Nothing has been seen yet."""


class Sight(NamedTuple):
    """How well a thing is seen: the grade by number, where, and by which thing of the side."""

    grade: int
    at: Point
    by: str


Told = tuple[str, Mapping[str, Any]]
"""What a thing is shown as in a grade: its group, and its plain data."""


class Way(NamedTuple):
    """What a side saw on the ways of a move.

    followed: where what it had seen before was seen last without a break; met: what it saw otherwise; unwatched: what it
    did not watch all the time.
    """

    followed: Mapping[str, Sight] = NOTHING
    met: Mapping[str, Sight] = NOTHING
    unwatched: Collection[str] = ()


class Seeing(NamedTuple):
    """What a side sees now, and what it saw on the ways of a move.

    tell: what a thing is shown as in a grade.  looked_at: whether a place is seen.  taken: the ids of the side's own things.
    """

    now: Mapping[str, Sight]
    way: Way
    tell: Callable[[str, int], Told]
    looked_at: Callable[[Point], bool]
    taken: Collection[str] = ()


def remembered(before: Sightings, seeing: Seeing, move: int) -> Sightings:
    """What a side keeps after it has looked.  move: the moves of both sides that have been made.

    The same position looked at again changes nothing.
    """
    kept: dict[str, Mark] = {}
    watched = {
        mark.thing: name
        for name, mark in before.marks.items()
        if mark.now and mark.thing in seeing.now and mark.thing not in seeing.way.unwatched
    }
    for name, mark in before.marks.items():
        if watched.get(mark.thing) == name:
            continue
        old = mark.but(now=False)
        if mark.now and mark.thing in seeing.way.followed:
            old = _mark(name, mark.thing, seeing.way.followed[mark.thing], seeing, move, now=False)
        is_empty = old.move < move and seeing.looked_at(old.at)  # what left in this move was seen to leave
        if not is_empty and not _is_known_elsewhere(old, seeing):
            kept[name] = old
    made = before.made

    def name_of(thing: str) -> str:
        """The mark of a thing: the one that was watched all the time, else a new one."""
        nonlocal made
        while thing not in watched:
            made += 1
            if f"mark-{made}" not in seeing.taken:
                watched[thing] = f"mark-{made}"
        return watched[thing]

    for thing in _in_turn(seeing.now):
        kept[name_of(thing)] = _mark(name_of(thing), thing, seeing.now[thing], seeing, move, now=True)
    for thing in _in_turn(seeing.way.met):
        if thing not in seeing.now:
            kept[name_of(thing)] = _mark(name_of(thing), thing, seeing.way.met[thing], seeing, move, now=False)
    return before.but(marks=kept, made=made)


def _in_turn(seen: Mapping[str, Sight]) -> list[str]:
    """Things in the sequence in which they get their marks: by their places, which tell nothing of their names."""
    return sorted(seen, key=lambda one: (seen[one].at, -seen[one].grade, one))


def _is_known_elsewhere(mark: Mark, seeing: Seeing) -> bool:
    """Whether what a mark was known to be is now known, or was on the way, at another place."""
    known = GRADES[-1]
    seen = seeing.now.get(mark.thing) or seeing.way.met.get(mark.thing)
    return mark.grade == known and seen is not None and GRADES[seen.grade] == known


def _mark(name: str, thing: str, sight: Sight, seeing: Seeing, move: int, *, now: bool) -> Mark:
    group, shown = seeing.tell(thing, sight.grade)
    at = sight.at if sight.grade > A_GLIMPSE else about(sight.at)
    grade = GRADES[sight.grade]
    return Mark(id=name, group=group, grade=grade, at=at, thing=thing, move=move, now=now, by=sight.by, shown=shown)


def about(at: Point) -> Point:
    """A place to the nearest three inches, ties to the east and north.

    >>> about((23, -25)), about((24, 0))
    ((0, -48), (48, 0))
    """
    x, y = ((2 * one + NEAREST) // (2 * NEAREST) * NEAREST for one in at)
    return x, y
