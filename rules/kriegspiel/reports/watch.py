"""A move as both sides watch it, and what each is told of it.  [HOUSE-SIGHT-06, HOUSE-SIGHT-08, HOUSE-SIGHT-09]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from rules.contract import data
from rules.floor.outcome import Outcome
from rules.floor.sight.memory import Mark, Sight, Sightings
from rules.floor.sight.standing import standing
from rules.floor.sight.tables import EARSHOT, FEW, STEP
from rules.floor.sight.told import Reader
from rules.floor.sight.view import best_of, sights
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

Began = Mapping[str, Sightings]
"""What each side sees and remembers as a move begins."""


def began(position: Position) -> Began:
    """The same of a position."""
    return {side: by_sight.looked_again(position, side, SHOWN) for side in position.sides}


class Watch:
    """Who sees what while a move is made.

    before: what each side saw and remembered as it began; flashes: what it sees because it fired; bridges: those that it
    sees.  after_fire: how many events there were when the fire was over.
    """

    def __init__(self, position: Position, before: Began) -> None:
        self.position, self.before = position, before
        self.seen: dict[str, dict[str, list[Sight]]] = {side: {} for side in position.sides}
        self.followed: dict[str, dict[str, Sight]] = {side: {} for side in position.sides}
        self.unwatched: dict[str, set[str]] = {side: set() for side in position.sides}
        self.flashes: dict[str, set[str]] = {side: set() for side in position.sides}
        self.bridges: dict[str, set[str]] = {side: _bridges(position, side) for side in position.sides}
        self.after_fire = 0

    def sees(self, side: str) -> set[str]:
        """The enemy things, by true id, of which a side sees more than a glimpse as the move begins."""
        marks = self.before[side].marks.values()
        return {mark.thing for mark in marks if mark.now and mark.grade != "glimpse"}

    def fire_is_over(self, field: Field) -> None:
        """Note who is seen to fire, tell who is heard, and that what is told from now on is of the rest of the move."""
        stands, side = standing(field.position.sides, eyes.things(field)), field.enemy
        fired = [replace(one, fired=True) for one in stands.targets[field.side] if field.did(one.id, "fired")]
        found = sights(eyes.screen(field), field.options.light, stands.lookers[side], fired)
        self.flashes[side].update(thing for thing, sight in found.items() if sight.grade > 1)
        self._note(side, found)
        for event in _heard(self, field):
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
        enemy = field.other(side)
        stands, screen, light = (
            standing(field.position.sides, eyes.things(field)),
            eyes.screen(field),
            field.options.light,
        )
        others = [one for one in stands.seen_by(side) if one.id != identity]
        for _, looker, target in own:
            if looker is not None:
                self._note(side, sights(screen, light, (looker,), others))
            found = sights(screen, light, stands.lookers.get(enemy, ()), (target,))
            if identity not in found:
                self.unwatched[enemy].add(identity)
            elif identity in self.unwatched[enemy] or not self._began(enemy, identity):
                self.seen[enemy].setdefault(identity, []).append(found[identity])
            else:
                self.followed[enemy].update(found)

    def _began(self, side: str, thing: str) -> bool:
        """Whether a side saw a thing as the move began."""
        return any(mark.now and mark.thing == thing for mark in self.before[side].marks.values())

    def _note(self, side: str, found: Mapping[str, Sight]) -> None:
        """Note what a side sees of those who stand: what it saw before is the same, as nobody else has gone meanwhile."""
        for thing, sight in found.items():
            if self._began(side, thing) and thing not in self.unwatched[side]:
                self.followed[side][thing] = best_of((self.followed[side].get(thing, sight), sight))
            else:
                self.seen[side].setdefault(thing, []).append(sight)

    # -- when it is over ----------------------------------------------------------------------------

    def closed(self, outcome: Outcome[Position]) -> Outcome[Position]:
        """A move with what each side has seen of it, and is told of each event."""
        kept: dict[str, Sightings] = {}
        after = outcome.position
        for side in after.sides:
            seen = {thing: best_of(several) for thing, several in self.seen[side].items()}
            there = {thing: sight for thing, sight in seen.items() if by_sight.exists(after, thing)}
            way = by_sight.Way(self.followed[side], there, self.unwatched[side])
            kept[side] = by_sight.looked_again(after.but(sightings=self.before), side, SHOWN, way)
        after = after.but(sightings=kept)
        return outcome.but(position=after, eyes=tuple(self._told([one.data() for one in outcome.events], after)))

    def _told(self, events: Sequence[data.Event], after: Position) -> Iterator[Mapping[str, data.Event]]:
        """What each side is told of each event."""
        readers = {side: self._readers(side, after) for side in after.sides}
        for number, event in enumerate(events):
            told = {}
            for side, (first, then) in readers.items():
                known = visible_to(event, side)
                read = None if known is None else (first if number < self.after_fire else then).told(known)
                if read is not None:
                    told[side] = read
            yield told

    def _readers(self, side: str, after: Position) -> tuple[Reader, Reader]:
        """A side as it reads of the fire, and of the rest of the move."""
        own = by_sight.own_ids(self.position, side) | by_sight.own_ids(after, side)
        ids = {name for one in (self.position, after) for group in GROUPS for name in getattr(one, group)}
        foreign = ids - own - self.position.bridges.keys() - after.bridges.keys() - after.weather.keys()
        before = {mark.thing: mark for mark in self.before[side].marks.values() if mark.now}
        now = {mark.thing: mark for mark in after.sightings[side].marks.values() if mark.now or _is_new(mark, after)}
        gone = {thing: mark for thing, mark in before.items() if not by_sight.exists(after, thing)}
        flashes = {thing: mark for thing, mark in now.items() if thing in self.flashes[side]}
        seen = self.bridges[side] | _bridges(after, side) | self.seen[side].keys()
        hidden = after.bridges.keys() - seen
        return (
            Reader(side, {**before, **flashes}, foreign, own, hidden),
            Reader(side, {**gone, **now}, foreign, own, hidden),
        )


def _bridges(position: Position, side: str) -> set[str]:
    """The bridges that a side sees."""
    stands = standing(position.sides, eyes.things(position))
    return set(sights(eyes.screen(position), position.options.light, stands.lookers[side], stands.targets[""]))


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


def _heard(watch: Watch, field: Field) -> Iterator[FiringHeard]:
    """The firing of the moving side that its enemy hears and does not see.  [HOUSE-SIGHT-08]"""
    side = field.enemy
    stands = standing(field.position.sides, eyes.things(field))
    hearers, seen = stands.targets.get(side, ()), watch.sees(side) | watch.flashes[side]
    by_ear: dict[tuple[int, bool], list[tuple[int, str]]] = {}
    for one in stands.targets.get(field.side, ()):
        if one.id in seen or not field.did(one.id, "fired"):
            continue
        near = min(((square(one.points[0], other.points[0]), other.id, other) for other in hearers), default=None)
        if near is not None and near[0] <= EARSHOT * EARSHOT:
            eighth = ((bearing(near[2].points[0], one.points[0]) or 0) * 2 + 45) // 90 % 8
            by_ear.setdefault((eighth, one.id in field.guns), []).append(near[:2])
    for (eighth, guns), those in sorted(by_ear.items()):
        many = len(those) > FEW
        yield FiringHeard(
            clause="HOUSE-SIGHT-08", side=side, body=min(those)[1], direction=eighth, guns=guns, many=many
        )
