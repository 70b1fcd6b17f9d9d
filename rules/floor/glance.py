"""What a map shows of events, from what somebody knew of the floor before them and after: what the books of the floor share.

Plain data in, plain data out; places in inches.  Only places that the reader saw are used: no arrow begins or ends anywhere
else.  Nothing here decides anything, so floats do no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.contract.costs import LOSS, Cost
from rules.contract.data import Event, Known, Trace
from rules.floor.rails import place_on_rails
from rules.values.measure import INCH

Place = Sequence[int | float]

UNTOLD = -1
"""The index of a trace that no event tells: the reader saw the thing there before, and sees it here now."""


class Seen(NamedTuple):
    """A thing as the reader saw it.  line: of a work that has one."""

    at: Place | None
    side: str
    front: int | None
    line: Sequence[Place]


NOWHERE = Seen(None, "", None, ())

WITH_A_FRONT, ON_RAILS = ("bodies", "guns", "waggons"), "trains"
"""The groups of things that face somewhere, due north where nothing is said; and of those that run along a line."""


@dataclass(frozen=True)
class Glance:
    """The floor as the reader knew it before some events and after them; by id.

    gone: those of whom an event tells that they went.
    """

    before: Mapping[str, Seen]
    after: Mapping[str, Seen]
    gone: set[str] = field(default_factory=set)

    def was(self, thing: str) -> Place | None:
        """Where a thing stood before; if it was not seen then, where it stands now."""
        return self.before.get(thing, NOWHERE).at or self.after.get(thing, NOWHERE).at

    def stands(self, thing: str) -> Place | None:
        """Where a thing stands now; if it is not seen any more, where it stood."""
        return self.after.get(thing, NOWHERE).at or self.before.get(thing, NOWHERE).at

    def line_of(self, thing: str) -> list[Place]:
        """The line of a work, or its place."""
        seen = self.after.get(thing) or self.before.get(thing, NOWHERE)
        return list(seen.line) or ([seen.at] if seen.at is not None else [])

    def side_of(self, thing: str) -> str:
        """Whose a thing was, or is."""
        return self.before.get(thing, NOWHERE).side or self.after.get(thing, NOWHERE).side

    def way(self, thing: str) -> list[Place]:
        """From where a thing was seen to where it is seen; empty if it stayed, or was not seen both times."""
        start, end = self.before.get(thing, NOWHERE).at, self.after.get(thing, NOWHERE).at
        return [start, end] if start is not None and end is not None and list(start) != list(end) else []


class Stroke(NamedTuple):
    """A trace in the making: all but the event that it belongs to.  more: its further keys; those without a value are left out."""

    kind: str
    thing: str
    line: Sequence[Place | None]
    more: Mapping[str, Any] = {}


Draw = Callable[[Glance, Event], Iterator[Stroke]]


def traces_of(
    events: Sequence[Event],
    before: Known,
    after: Known,
    *,
    groups: Collection[str],
    draws: Mapping[str, Draw],
    costs: Callable[[Event], tuple[Cost, ...]],
) -> tuple[Trace, ...]:
    """The traces of events in their sequence; then those of what moved or came without an event that the reader may know.

    draws: what is drawn of each event; costs: what an event cost.
    """
    glance = Glance(things_seen(before, groups), things_seen(after, groups))
    found: list[Trace] = []
    for index, event in enumerate(events):
        draw = draws.get(str(event.get("event")))
        for stroke in (*(draw(glance, event) if draw else ()), *losses(glance, costs(event))):
            found += [one for one in _traced(glance, stroke, index, event) if not _drawn_before(one, found)]
    for stroke in untold(glance):
        found += _traced(glance, stroke, UNTOLD, Event({}))
    return tuple(found)


def _drawn_before(one: Trace, found: Sequence[Trace]) -> bool:
    """Whether a work is drawn already: it is begun and goes on in one move."""
    same = {key: value for key, value in one.items() if key not in ("of", "clause")}
    return one["kind"] == "work" and any(same.items() <= other.items() for other in found)


def _traced(glance: Glance, stroke: Stroke, index: int, event: Event) -> Iterator[Trace]:
    """The trace of a stroke, if each of its places was seen."""
    line = [list(at) for at in stroke.line if at is not None]
    if not line or len(line) < len(stroke.line):
        return
    side = glance.side_of(stroke.thing) or str(event.get("side", ""))
    made: dict[str, Any] = {"kind": stroke.kind, "of": index, "thing": stroke.thing, "side": side, "line": line}
    more = {"clause": event.get("clause"), **stroke.more}
    made.update({key: value for key, value in more.items() if value not in (None, "")})
    yield Trace(**made)  # type: ignore[typeddict-item]


# -- the floor ------------------------------------------------------------------------------------------


def things_seen(known: Known, groups: Collection[str]) -> dict[str, Seen]:
    """Every thing that somebody knows of, by id."""
    found: dict[str, Seen] = {}
    for group in groups:
        for name, thing in (known.get(group) or {}).items():
            at = thing.get("at") or (place_on_rails(known, thing) if group == ON_RAILS else None)
            line = thing.get("line") or ()
            front = thing.get("facing", 0) if group in WITH_A_FRONT else None
            found[name] = Seen(at, _side(group, thing), front, () if isinstance(line, str) else line)
    country = known.get("country") or {}
    for name, crossing in (country.get("bridges") or {}).items():
        found.setdefault(name, Seen(crossing.get("at"), "", None, ()))
    return found


def _side(group: str, thing: Mapping[str, Any]) -> str:
    """Whose a thing is: men are always their own side's, other things are whoever holds them."""
    return str((thing.get("held_by") if group != "bodies" else "") or thing.get("side", ""))


# -- what the books draw alike --------------------------------------------------------------------------


def goes(kind: str, key: str = "body") -> Draw:
    """Something went: from where it was seen to where it is seen, once however many events tell of it."""

    def draw(glance: Glance, event: Event) -> Iterator[Stroke]:
        thing = str(event.get(key, ""))
        if thing not in glance.gone and (line := glance.way(thing)):
            glance.gone.add(thing)
            yield Stroke(kind, thing, line, {"front": glance.after[thing].front})

    return draw


def comes(key: str = "body", men: str = "") -> Draw:
    """Something appears where it is seen now.  men: the key of their number."""

    def draw(glance: Glance, event: Event) -> Iterator[Stroke]:
        thing, number = str(event.get(key, "")), event.get(men)
        glance.gone.add(thing)
        seen = glance.after.get(thing, NOWHERE)
        more = {"front": seen.front, "men": number if isinstance(number, int) else None}
        yield Stroke("arrival", thing, [seen.at], more)

    return draw


def comes_up(glance: Glance, event: Event) -> Iterator[Stroke]:
    """Somebody charges or comes into contact: from where he began, or stands now if he marched before it, to his target."""
    thing, target = str(event.get("body", "")), str(event.get("target", ""))
    start = glance.stands(thing) if thing in glance.gone else glance.was(thing)
    glance.gone.add(thing)
    end = glance.was(target)
    if start is not None and end is not None:
        yield Stroke("charge", thing, [start, end], {"target": target})


def fights(glance: Glance, event: Event) -> Iterator[Stroke]:
    """A melee: between the two, as far as both are seen."""
    thing, target = str(event.get("body", "")), str(event.get("target", ""))
    ends = [at for at in (glance.stands(thing), glance.stands(target)) if at is not None]
    if ends:
        middle = [round(sum(at[axis] for at in ends) / len(ends) * INCH) / INCH for axis in (0, 1)]
        yield Stroke("fight", thing, [middle], {"target": target})


def fires(key: str = "body") -> Draw:
    """Somebody fires: a line to the target or to each of those who fell; only his own place, if nobody fell."""

    def draw(glance: Glance, event: Event) -> Iterator[Stroke]:
        thing = str(event.get(key, ""))
        start = glance.was(thing)
        named = str(event.get("target", "")).partition("#")[0]
        hit = [named] if named else [name for name in (event.get("dead") or {}) if name != thing]
        ends = [(name, at) for name in hit if (at := glance.was(name)) is not None]
        for name, at in ends:
            yield Stroke("fire", thing, [start, at], {"target": name})
        if not ends:
            yield Stroke("fire", thing, [start])

    return draw


def works(key: str, crew: str = "crew") -> Draw:
    """A work: its line, or its place."""

    def draw(glance: Glance, event: Event) -> Iterator[Stroke]:
        work = str(event.get(key, ""))
        line = glance.line_of(work)
        thing = str(event.get(crew) or work)
        if not line and (at := glance.stands(thing)) is not None:
            line = [at]
        if line:
            yield Stroke("work", thing, line, {"target": work if work != thing else None})

    return draw


def losses(glance: Glance, costs: Sequence[Cost]) -> Iterator[Stroke]:
    """Who was lost in an event: the number at the block; of a thing, the line to where it is now."""
    for cost in costs:
        if cost.sort == LOSS:
            line = [] if cost.men else glance.way(cost.thing)
            if line:
                glance.gone.add(cost.thing)
            yield Stroke("loss", cost.thing, line or [glance.stands(cost.thing)], {"men": cost.men or None})


def untold(glance: Glance) -> Iterator[Stroke]:
    """What moved, or stands there as it did not before, without an event that says so."""
    for thing, seen in glance.after.items():
        if thing in glance.gone or seen.at is None or seen.line:
            continue
        if line := glance.way(thing):
            yield Stroke("march", thing, line, {"front": seen.front})
        elif thing not in glance.before and seen.front is not None:
            yield Stroke("arrival", thing, [seen.at], {"front": seen.front})
