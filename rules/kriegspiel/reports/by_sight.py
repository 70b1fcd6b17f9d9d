"""What a side knows of a position by what it can see: its own, and of the enemy what stands in its marks.

[HOUSE-SIGHT-02, HOUSE-SIGHT-06, HOUSE-SIGHT-10]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rules.contract.answers import KNOWN, SEEN
from rules.floor.sight.memory import UNSEEN, Mark, Seeing, Sight, Sightings, Told, Way, remembered
from rules.floor.sight.sights import Prospect
from rules.floor.sight.tables import GRADES
from rules.kriegspiel.floor import eyes
from rules.kriegspiel.force import GROUPS, Body, Gun, Position
from rules.values import codec

WHAT = {"bodies": "foot", "guns": "guns", "boats": "boat", "trains": "train", "works": "works"}
"""What a glimpse shows, by group; of bodies and their boxes more is told, and all else is waggons."""

OF_OTHERS = ("flight", "retire_from", "threatened", "gave_way", "owes_choice", "fugitives")
"""The fields of a side's own things that name the enemy's."""

STANDS = (SEEN, KNOWN)
"""The grades in which a thing stands in its group under the id of its mark; what is glimpsed or remembered is a mark alone."""

Show = Callable[[Any, str], Any]
"""What the open floor shows of a thing to a side."""


def looked_again(
    position: Position, prospect: Prospect, side: str, shown: Mapping[str, Show], way: Way | None = None
) -> Sightings:
    """What a side sees of a position now, and what it remembers; the same position looked at again changes nothing.

    prospect: of the position.  way: what it saw on the ways of the move that led to it.
    """
    before, seen, way = position.sightings.get(side, UNSEEN), prospect.sees(side), way or Way()
    seeing = Seeing(
        now=_without_bridges(position, seen),
        way=way._replace(met=_without_bridges(position, way.met)),
        tell=lambda thing, grade: _told_of(position, side, shown, thing, grade),
        looked_at=partial(prospect.is_looked_at, side),
        taken=own_ids(position, side),
    )
    bridges = {one: position.bridges[one].standing for one in (*way.met, *seen) if one in position.bridges}
    after = remembered(before, seeing, sum(position.own_moves.values()))
    return after.but(standing={**before.standing, **bridges})


def _without_bridges(position: Position, seen: Mapping[str, Sight]) -> dict[str, Sight]:
    return {thing: sight for thing, sight in seen.items() if thing not in position.bridges}


def own_ids(position: Position, side: str) -> set[str]:
    """The ids of a side's own things."""
    return {name for group in GROUPS for name, thing in getattr(position, group).items() if _owner(thing) == side}


def _owner(thing: Any) -> str:
    return str(getattr(thing, "owner", getattr(thing, "side", "")))


def exists(position: Position, thing: str) -> bool:
    """Whether a thing still stands somewhere."""
    _, found = _find(position, thing)
    if isinstance(found, Body):
        return found.at is not None and bool(found.ashore)
    return found is not None


def _find(position: Position, thing: str) -> tuple[str, Any]:
    """The group of a thing, and the thing; neither if there is none."""
    found = ((group, getattr(position, group).get(thing)) for group in GROUPS)
    return next(((group, one) for group, one in found if one is not None), ("", None))


def _told_of(position: Position, side: str, shown: Mapping[str, Show], identity: str, grade: int) -> Told:
    """What a side is shown of a thing in a grade: its group, and its plain data."""
    group, thing = _find(position, identity)
    if GRADES[grade] == KNOWN:
        return group, codec.write(shown[group](thing, side))
    if GRADES[grade] == SEEN:
        return group, codec.write(_seen(shown[group](thing, side)))
    what = "horse" if isinstance(thing, Body) and thing.mounted else WHAT.get(group, "waggons")
    return "", {"side": _owner(thing), "what": what}


def _seen(thing: Any) -> Any:
    """A thing that is seen and not known: its strength in round numbers, and no name."""
    plain: dict[str, Any] = {"name": ""} if "name" in thing.__dict__ else {}
    if isinstance(thing, Body):
        plain |= {"men": roundly(thing.men), "horses": roundly(thing.horses), "prisoners": roundly(thing.prisoners)}
        plain |= {"captors": {}}
    return thing.but(**plain)


def roundly(men: int) -> int:
    """A strength as one sees it: to the nearest 5 under 50, to the nearest 10 above, ties upwards, never none of some.

    >>> [roundly(men) for men in (0, 1, 7, 8, 48, 54, 55)]
    [0, 5, 5, 10, 50, 50, 60]
    """
    step = 5 if men < 50 else 10
    return max((2 * men + step) // (2 * step) * step, step) if men else 0


def as_seen(
    position: Position, side: str, own: Mapping[str, Mapping[str, Any]], shown: Mapping[str, Show]
) -> dict[str, Any]:
    """The groups of a position as a side sees it.  own: the groups with the side's own things alone."""
    sightings = looked_again(position, eyes.prospect(position), side, shown)
    names = {mark.thing: mark for mark in sightings.marks.values() if mark.now}
    groups = {group: {name: _own(one, names) for name, one in things.items()} for group, things in own.items()}
    marks: dict[str, Mark] = {}
    for name, mark in sightings.marks.items():
        if mark.now and mark.grade in STANDS:
            thing = shown[mark.group](getattr(position, mark.group)[mark.thing], side)
            told = thing if mark.grade == KNOWN else _seen(thing)
            groups[mark.group][name] = _renamed(told, name, names)
        marks[name] = mark.told
    bridges = {
        name: one.but(standing=sightings.standing.get(name, name not in position.country.bridges or one.standing))
        for name, one in position.bridges.items()
    }
    return {**groups, "bridges": bridges, "sightings": {side: sightings.but(marks=marks)}, "viewer": side}


def _own(thing: Any, names: Mapping[str, Mark]) -> Any:
    """A side's own thing, with those of the enemy's that it names by their marks, and without those that it does not see."""
    if isinstance(thing, Body):
        others = {key: _marks(getattr(thing, key), names) for key in OF_OTHERS if getattr(thing, key)}
        captors = {names[one].id: men for one, men in thing.captors.items() if one in names}
        gone = {"at": None} if thing.held_by and not captors else {}
        return thing.but(**others, captors=captors, **gone) if others or thing.captors or gone else thing
    if isinstance(thing, Gun) and (thing.taken_by or any(getattr(thing, key, ()) for key in OF_OTHERS)):
        others = {key: _marks(getattr(thing, key), names) for key in OF_OTHERS if hasattr(thing, key)}
        return thing.but(**others, taken_by=names[thing.taken_by].id if thing.taken_by in names else "")
    return thing


def _marks(things: tuple[str, ...], names: Mapping[str, Mark]) -> tuple[str, ...]:
    return tuple(names[one].id for one in things if one in names)


def _renamed(thing: Any, name: str, names: Mapping[str, Mark]) -> Any:
    """An enemy thing under the id of its mark, with what it names of its own side by their marks."""
    captors = getattr(thing, "captors", {})
    if any(one in names for one in captors):
        return thing.but(id=name, captors={names[one].id if one in names else one: men for one, men in captors.items()})
    return thing.but(id=name)


def marks_of(known: Position, side: str) -> dict[str, Any]:
    """The glimpses and memories of a side as plain data, by id: what stands in no group.  known: as the side sees it."""
    sightings = known.sightings.get(side)
    if sightings is None:
        return {}
    return {
        name: codec.write(mark) for name, mark in sightings.marks.items() if not (mark.now and mark.grade in STANDS)
    }
