"""The umpire's question: by whom a thing can be seen, what it can see itself, and what stops the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.contract.answers import DUSK, NIGHT, Sightline
from rules.floor.sight.look import Look, Looker, Target, best_looks, looks, parts_between
from rules.floor.sight.screen import GROUND, WALL, WOOD, Screen, Stop
from rules.floor.sight.standing import Standing
from rules.floor.sight.tables import GRADES, PARTS, ROWS
from rules.ground import features
from rules.ground.geometry import square
from rules.values.codec import LENGTH
from rules.values.measure import Point, feet, leg
from rules.values.sentence import joined, say

FAR, HIDDEN = "HOUSE-SIGHT-01", "HOUSE-SIGHT-04"

BY_LIGHT = {DUSK: say("at dusk or in mist"), NIGHT: say("by night or in fog")}
"""What is said of the light that shortens a reach."""


class _Pair(NamedTuple):
    """A looker and a target, the line between them that counts, and how well it shows the target."""

    looker: Looker
    target: Target
    start: Point
    end: Point
    grade: int


def sightlines(standing: Standing, screen: Screen, light: str, thing: str) -> tuple[Sightline, ...]:
    """By whom a thing could be seen and what it could see, the best and nearest first; without one, the best line on each thing."""
    found: list[_Pair] = []
    for side, lookers in standing.lookers.items():
        targets = standing.seen_by(side)
        if thing:
            found += _pairs(screen, light, [one for one in lookers if one.id == thing], targets)
            found += _pairs(screen, light, lookers, [one for one in targets if one.id == thing])
        else:
            found += [_pair(*best) for best in best_looks(screen, light, lookers, targets)]
    lines = [_line(screen, light, one) for one in found]
    return tuple(sorted(lines, key=lambda line: (-GRADES.index(line.grade), line.length, line.looker, line.target)))


def _pair(looker: Looker, target: Target, look: Look) -> _Pair:
    return _Pair(looker, target, looker.points[look.start], target.points[look.end], look.grade)


def _pairs(screen: Screen, light: str, lookers: Sequence[Looker], targets: Sequence[Target]) -> list[_Pair]:
    """Every looker with every target."""
    seen = {(one.looker, one.target): one for one in looks(screen, light, lookers, targets)}
    return [
        _pair(one, other, seen[number, place]) if (number, place) in seen else _unseen(screen, light, one, other)
        for number, one in enumerate(lookers)
        for place, other in enumerate(targets)
    ]


def _unseen(screen: Screen, light: str, looker: Looker, target: Target) -> _Pair:
    """The line that tells best why a target is not seen: the shortest that is in reach, and so is stopped, else the shortest."""
    lines = sorted(((a, b) for a in looker.points for b in target.points), key=lambda ends: square(*ends))
    in_reach = (ends for ends in lines if _is_in_reach(screen, light, looker, target, *ends))
    return _Pair(looker, target, *next(in_reach, lines[0]), 0)


def _is_in_reach(screen: Screen, light: str, looker: Looker, target: Target, start: Point, end: Point) -> bool:
    """Whether a line is short enough for a glimpse."""
    parts = parts_between(screen, light, looker, target, start, end)
    return square(start, end) * PARTS**2 <= (ROWS[target.row].glimpse * parts) ** 2


def _line(screen: Screen, light: str, pair: _Pair) -> Sightline:
    """A pair as the umpire reads it."""
    looker, target, start, end, grade = pair
    parts = parts_between(screen, light, looker, target, start, end)
    spared = screen.about(end).woods if target.fired else ()
    far = not grade and not _is_in_reach(screen, light, looker, target, start, end)
    stop = None if grade or far else screen.stop_on(start, end, low=looker.is_low or target.is_low, spared=spared)
    why = _reach(screen, light, pair, parts) if stop is None else _stopped(screen, stop)
    return Sightline(
        looker=looker.id,
        target=target.id,
        grade=GRADES[grade],
        start=_inches(start),
        end=_inches(end),
        length=leg(start, end),
        reach=ROWS[target.row].glimpse * parts // PARTS,
        why=say("too far: {why}", why=why) if far else why,
        clause=FAR if stop is None else HIDDEN,
        stopped=None if stop is None else _inches(_at(start, end, stop)),
    )


def _reach(screen: Screen, light: str, pair: _Pair, parts: int) -> str:
    """How far a target shows itself along a line, and what makes that more or less than its row says."""
    row = ROWS[pair.target.row]
    known, seen, glimpse = (feet(far * parts // PARTS) for far in (row.known, row.seen, row.glimpse))
    told = say(
        "{row}: known to {known}, seen to {seen}, a glimpse to {glimpse}",
        row=row.title, known=known, seen=seen, glimpse=glimpse,
    )  # fmt: skip
    above = screen.about(pair.start).level - screen.about(pair.end).level
    causes = [
        *([say("by scouts")] if pair.looker.scout else ()),
        *([say("from higher ground")] if screen.contour and above >= screen.contour else ()),
        *([say("after it fired")] if pair.target.fired else ()),
        *([BY_LIGHT[light]] if light in BY_LIGHT and not pair.target.burning else ()),
    ]
    return say("{told} ({causes})", told=told, causes=joined(", ", causes)) if causes else told


def _stopped(screen: Screen, stop: Stop) -> str:
    """What is said of a line that something stops."""
    if stop.sort == GROUND:
        return say("higher ground is between them")
    what = features.called(screen.relief.country, stop.sort, stop.feature)
    if stop.sort == WOOD:
        return say("{what} is between them, and they see too little through it", what=what)
    if stop.sort == WALL:
        return say("{what} is between them, and one of them lies low", what=what)
    return say("{what} is between them", what=what)


def _at(start: Point, end: Point, stop: Stop) -> Point:
    """Where a line is stopped, to the nearest sixteenth."""
    return round(start[0] + stop.at * (end[0] - start[0])), round(start[1] + stop.at * (end[1] - start[1]))


def _inches(at: Point) -> tuple[float, float]:
    return LENGTH.write(at[0]), LENGTH.write(at[1])
