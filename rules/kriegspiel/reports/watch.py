"""A move as both sides watch it, and what each is told of it.  [HOUSE-SIGHT-06, HOUSE-SIGHT-08, HOUSE-SIGHT-09]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from rules.contract import data
from rules.floor.outcome import Outcome
from rules.floor.sight.look import Target
from rules.floor.sight.memory import Mark, Sight, Sightings, Way
from rules.floor.sight.sights import Prospect, best_of
from rules.floor.sight.tables import A_GLIMPSE, EARSHOT, FEW, STEP
from rules.floor.sight.told import Reader
from rules.ground.compass import bearing
from rules.ground.geometry import square
from rules.kriegspiel.events import FiringHeard
from rules.kriegspiel.floor import eyes
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.survey import place
from rules.kriegspiel.force import GROUPS, Position
from rules.kriegspiel.reports import by_sight
from rules.kriegspiel.reports.sight import SHOWN, visible_to
from rules.values.measure import Point, leg


class Began(NamedTuple):
    """A move as it begins: the position, as its sides look at it, and what each of them sees and remembers."""

    position: Position
    prospect: Prospect
    sightings: Mapping[str, Sightings]


def began(position: Position) -> Began:
    """A move as it begins from a position."""
    prospect = eyes.prospect(position)
    return Began(position, prospect, _looked_again(position, prospect))


def _looked_again(
    position: Position, prospect: Prospect, ways: Mapping[str, Way] | None = None
) -> dict[str, Sightings]:
    """What each side sees and remembers.  ways: what it saw on the ways of the move."""
    return {
        side: by_sight.looked_again(position, prospect, side, SHOWN, (ways or {}).get(side)) for side in position.sides
    }


class Watch:
    """Who sees what while a move is made.

    at_first: by side, the marks of what it saw as the move began, by true id.  met, followed, unwatched: as of ``Way``, met with
    all sights of each.  flashes: what is seen because it fired.  after_fire: how many events there were when the fire was over.
    """

    def __init__(self, began: Began) -> None:
        self.began, sides = began, began.position.sides
        self.at_first = {
            side: {mark.thing: mark for mark in began.sightings[side].marks.values() if mark.now} for side in sides
        }
        self.met: dict[str, dict[str, list[Sight]]] = {side: {} for side in sides}
        self.followed: dict[str, dict[str, Sight]] = {side: {} for side in sides}
        self.unwatched: dict[str, set[str]] = {side: set() for side in sides}
        self.flashes: dict[str, set[str]] = {side: set() for side in sides}
        self.after_fire = 0

    def sees(self, side: str) -> set[str]:
        """The enemy things, by true id, of which a side sees more than a glimpse as the move begins."""
        return {thing for thing, mark in self.at_first[side].items() if mark.grade in by_sight.STANDS}

    def fire_is_over(self, field: Field) -> None:
        """Note who is seen to fire, tell who is heard, and that what is told from now on is of the rest of the move."""
        prospect, side = eyes.prospect(field), field.enemy
        fired = [one for one in prospect.standing.targets[field.side] if field.did(one.id, "fired")]
        found = prospect.sights(prospect.lookers(side), [replace(one, fired=True) for one in fired])
        self.flashes[side].update(thing for thing, sight in found.items() if sight.grade > A_GLIMPSE)
        self._note(side, found)
        heard = [one for one in fired if one.id not in self.sees(side) | self.flashes[side]]
        for event in _heard(field, heard, prospect.standing.targets[side]):
            field.emit(event)
        self.after_fire = len(field.events)

    # -- on the way ---------------------------------------------------------------------------------

    def goes(self, field: Field, identity: str, path: tuple[Point, ...]) -> None:
        """Note who sees whom while a thing goes along a way: at each stop, and after each three inches."""
        start = place(field, identity) or getattr(field.generals.get(identity), "at", None)
        own = eyes.along(field, identity, list(_stops((start, *path)))) if start is not None else []
        if not own:
            return
        side = own[0][0]
        enemy, prospect = field.other(side), eyes.prospect(field)
        others = [one for one in prospect.standing.seen_by(side) if one.id != identity]
        for _, looker, target in own:
            if looker is not None:
                self._note(side, prospect.sights((looker,), others))
            found = prospect.sights(prospect.lookers(enemy), (target,))
            if identity not in found:
                self.unwatched[enemy].add(identity)
            elif self._is_watched(enemy, identity):
                self.followed[enemy].update(found)
            else:
                self.met[enemy].setdefault(identity, []).append(found[identity])

    def _is_watched(self, side: str, thing: str) -> bool:
        """Whether a side has seen a thing since the move began without a break."""
        return thing in self.at_first[side] and thing not in self.unwatched[side]

    def _note(self, side: str, found: Mapping[str, Sight]) -> None:
        """Note what a side sees of those who stand: what it saw before is the same, as nobody else has gone meanwhile."""
        for thing, sight in found.items():
            if self._is_watched(side, thing):
                self.followed[side][thing] = best_of((self.followed[side].get(thing, sight), sight))
            else:
                self.met[side].setdefault(thing, []).append(sight)

    # -- when it is over ----------------------------------------------------------------------------

    def closed(self, outcome: Outcome[Position]) -> Outcome[Position]:
        """A move with what each side has seen of it, and is told of each event."""
        after = outcome.position.but(sightings=self.began.sightings)
        prospect = eyes.prospect(after)
        ways = {side: self._way(side, after) for side in after.sides}
        after = after.but(sightings=_looked_again(after, prospect, ways))
        readers = {side: self._readers(side, after, prospect) for side in after.sides}
        told = tuple(self._told(number, event.data(), readers) for number, event in enumerate(outcome.events))
        return outcome.but(position=after, eyes=told)

    def _way(self, side: str, after: Position) -> Way:
        """What a side saw on the ways of the move, of what still stands."""
        met = {thing: best_of(several) for thing, several in self.met[side].items() if by_sight.exists(after, thing)}
        return Way(self.followed[side], met, self.unwatched[side])

    def _told(
        self, number: int, event: data.Event, readers: Mapping[str, tuple[Reader, Reader]]
    ) -> Mapping[str, data.Event]:
        """What each side is told of an event.  number: its own; readers: each side's of the fire, and of the rest of the move."""
        told = {}
        for side, (of_the_fire, of_the_rest) in readers.items():
            reader = of_the_fire if number < self.after_fire else of_the_rest
            known = visible_to(event, side)
            read = None if known is None else reader.told(known)
            if read is not None:
                told[side] = read
        return told

    def _readers(self, side: str, after: Position, prospect: Prospect) -> tuple[Reader, Reader]:
        """A side as it reads of the fire, and of the rest of the move.  prospect: of the position after it."""
        before, at_first = self.began.position, self.at_first[side]
        own = by_sight.own_ids(before, side) | by_sight.own_ids(after, side)
        ids = {name for one in (before, after) for group in GROUPS for name in getattr(one, group)}
        foreign = ids - own - before.bridges.keys() - after.bridges.keys() - after.weather.keys()
        now = {mark.thing: mark for mark in after.sightings[side].marks.values() if mark.now or _is_new(mark, after)}
        gone = {thing: mark for thing, mark in at_first.items() if not by_sight.exists(after, thing)}
        flashes = {thing: mark for thing, mark in now.items() if thing in self.flashes[side]}
        seen = self.began.prospect.sees(side).keys() | prospect.sees(side).keys() | self.met[side].keys()
        hidden = after.bridges.keys() - seen
        return (
            Reader(side, {**at_first, **flashes}, foreign, own, hidden),
            Reader(side, {**gone, **now}, foreign, own, hidden),
        )


def _is_new(mark: Mark, after: Position) -> bool:
    """Whether a memory is of the move that has just been made."""
    return mark.move == sum(after.own_moves.values())


def _stops(way: Sequence[Point]) -> Iterator[tuple[Point, int | None]]:
    """The places on a way at which one looks, each with the bearing in which one goes on."""
    for a, b in pairwise(way):
        length, going = leg(a, b), bearing(a, b)
        for far in range(0, length, STEP):
            yield (a[0] + (b[0] - a[0]) * far // length, a[1] + (b[1] - a[1]) * far // length), going
    yield way[-1], bearing(way[-2], way[-1]) if len(way) > 1 else None


# -- sound -----------------------------------------------------------------------------------------------


def _heard(field: Field, fired: Sequence[Target], hearers: Sequence[Target]) -> Iterator[FiringHeard]:
    """The firing that the enemy of the moving side hears, of what it does not see, by its nearest thing.  [HOUSE-SIGHT-08]"""
    by_ear: dict[tuple[int, bool], list[tuple[int, str]]] = {}
    for one in fired:
        near = min(((square(one.points[0], other.points[0]), other.id, other) for other in hearers), default=None)
        if near is not None and near[0] <= EARSHOT * EARSHOT:
            eighth = ((bearing(near[2].points[0], one.points[0]) or 0) * 2 + 45) // 90 % 8
            by_ear.setdefault((eighth, one.id in field.guns), []).append(near[:2])
    for (eighth, guns), those in sorted(by_ear.items()):
        by, many = min(those)[1], len(those) > FEW
        yield FiringHeard(clause="HOUSE-SIGHT-08", side=field.enemy, body=by, direction=eighth, guns=guns, many=many)
