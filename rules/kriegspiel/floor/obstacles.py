"""Whether a path over a country can be passed to its end.  [KS-MOVE-08, KS-ART-03, KS-CONT-03, KS-DEST-08, KS-GAME-09]"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.ground.features import NAMELESS
from rules.ground.features import called as called_in
from rules.ground.geometry import gone, legs, marks_on
from rules.kriegspiel.country import routes
from rules.kriegspiel.country.ground import Bar
from rules.kriegspiel.country.routes import barred_to_wheels
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.distances import Shape, apart, extent
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.surroundings import bodies_about
from rules.kriegspiel.force import Body
from rules.kriegspiel.tables.figures import CONTACT
from rules.values.measure import Point, inches, without_halts
from rules.values.sentence import say

Path = tuple[Point, ...]


def first_obstacle(field: Field, path: Path, *, on_foot: bool) -> tuple[Bar, int] | None:
    """The first obstacle of a path, and the sixteenths to it; a trench is one only for horses and wheels.  [KS-MOVE-08]

    path: with its start.  on_foot: whether the men go on foot.
    """
    found = [] if (one := routes.barred(field.ground, path, field.bridges)) is None else [one]
    if not on_foot and field.works:
        way = tuple(without_halts(path))
        found += [(bar, gone(way, bar.at)) for bar in trenches_on(field, way)]
    return min(found, default=None)


def trenches_on(field: Field, path: Path) -> list[Bar]:
    """Where a path comes to a trench that stands.  A path that starts on its line may leave it.  [KS-MOVE-08]"""
    return [
        Bar(i + at, "trench", name)
        for name, work in field.works.items()
        if work.is_trench
        for i, (a, b) in enumerate(pairwise(path))
        for one in legs(work.line)
        for at in marks_on(a, b, *one)
        if i + at > 0
    ]


def ground_is_clear(field: Field, called: str, start: Point | None, path: Path, *, on_foot: bool) -> None:
    """E-PATH at an edge, a house or a wall, and for horses and wheels a trench; E-BRIDGEDOWN at a bridge that is down.

    Water is checked earlier: as a fact of the way (``ford``), by the clause of each arm.  [KS-MOVE-08, KS-DEST-08]
    """
    if start is None or not path:
        return
    found = first_obstacle(field, (start, *path), on_foot=on_foot)
    if found is not None and found[0].kind == "water":
        way = tuple(without_halts((start, *path)))
        dry = [bar for bar in bars_on(field, way, on_foot=on_foot) if bar.kind != "water"]
        found = (first := min(dry), gone(way, first.at)) if dry else None
    if found is not None:
        raise barred(field, called, *found)


def bars_on(field: Field, path: Path, *, on_foot: bool) -> list[Bar]:
    """Everything that bars a path, its start included, in no order.  path: without halts."""
    edge = field.ground.over_the_edge(path)
    bars = [*field.ground.houses_on(path), *field.ground.walls_on(path), *([edge] if edge else [])]
    bars += field.ground.waters_on(path, field.bridges)
    return bars if on_foot or not field.works else [*bars, *trenches_on(field, path)]


SORTS = {"water": "water", "house": "houses", "wall": "walls", "wood": "woods"}
"""Where the country has what bars a way, by the kind of the obstacle."""


def called_on(field: Field, bar: Bar) -> str:
    """What an obstacle is called in a sentence: its name, else what it is, never its id."""
    if bar.kind in SORTS:
        return called_in(field.ground.country, SORTS[bar.kind], bar.id)
    if bar.kind == "bridge":
        bridge = field.bridges.get(bar.id)
        return (bridge.name if bridge is not None else "") or NAMELESS["bridges"]
    return say("the edge of the country")


def barred(field: Field, called: str, bar: Bar, far: int) -> Illegal:
    """E-BRIDGEDOWN, E-PATH: the obstacle, and how far away it is.  [KS-MOVE-08, KS-DEST-08]"""
    obstacle = called_on(field, bar)
    if bar.kind == "bridge":
        said = say(
            "The way of {called} meets {obstacle} after {far}; it is down.",
            called=called,
            obstacle=obstacle,
            far=inches(far),
        )
        return Illegal("E-BRIDGEDOWN", said, "KS-DEST-08")
    if bar.kind == "trench":
        said = say(
            "The way of {called} meets a trench after {far}; only men on foot can cross it.",
            called=called,
            far=inches(far),
        )
        return Illegal("E-PATH", said, "KS-MOVE-08")
    said = say("The way of {called} meets {obstacle} after {far}.", called=called, obstacle=obstacle, far=inches(far))
    return Illegal("E-PATH", said, "KS-MOVE-08")


def may_go_straight(field: Field, called: str, arm: str, ways: Iterable[tuple[Point, Point]], *, on_foot: bool) -> None:
    """E-PATH, E-WATER, E-RIVER, E-BRIDGEDOWN if a man cannot go straight to his new place.  [KS-MOVE-08, KS-DEF-07]

    A man who already stands on barred ground, because his body was laid there, may leave it.
    """
    for start, end in ways:
        path = (start, end)
        first = min((bar for bar in bars_on(field, path, on_foot=on_foot) if bar.at > 0), default=None)
        if first is None:
            continue
        if first.kind == "water":
            raise river(called, arm)
        raise barred(field, called, first, gone(path, first.at))


RIVERS = {
    "infantry": ("E-WATER", "KS-INF-01"),
    "cavalry": ("E-WATER", "KS-CAV-01"),
    "artillery": ("E-WATER", "KS-INF-01"),
    "engineers": ("E-RIVER", "KS-RE-02"),
    "transport": ("E-RIVER", "KS-TS-02"),
}
"""The refusal of each arm at a river; men on foot and horsemen may ford, the others never."""


def river(called: str, arm: str) -> Illegal:
    """E-WATER for arms that may ford, E-RIVER for those that never may.  [KS-INF-01, KS-CAV-01, KS-RE-02, KS-TS-02]"""
    code, clause = RIVERS[arm]
    if code == "E-WATER":
        return Illegal(
            code,
            say(
                "The path of {called} enters water; use FORD at a marked ford, or where it may be waded ({clause}).",
                called=called,
                clause=clause,
            ),
            clause,
        )
    return Illegal(
        code,
        say("Rivers are impassable to {called}; go by a standing bridge ({clause}).", called=called, clause=clause),
        clause,
    )


def meets_no_enemy(field: Field, side: str, called: str, start: Point | None, path: Path, stand: Shape | None) -> None:
    """E-CONTACT if a march ends within an eighth of an inch of an enemy, E-PATH if it meets one.  [KS-MOVE-08]

    stand: the ground taken up at the end; without a country its last point.
    """
    if field.has_map:
        touched = _touched(field, side, stand)
    elif not path or survey.nobody_about(field, side, start, path):
        return
    else:
        touched = next(iter(survey.enemies_around(field, side, path[-1], CONTACT)), None)
    if touched is not None:
        said = say(
            "{called} would end in contact with {name}. Only CHARGE or ASSAULT may; stop 3/16 in. short.",
            called=called,
            name=known_as(touched),
        )
        raise Illegal("E-CONTACT", said, "KS-MOVE-08")
    found = survey.met(field, side, start, path) if start is not None and path else None
    if found:
        raise way_meets(field, *found)


def way_meets(field: Field, enemy: str, far: int) -> Illegal:
    """E-PATH: an enemy body stands on a way, so many sixteenths from its start.  [KS-MOVE-08]"""
    said = say("The way meets {name} after {found}.", name=field.called(enemy), found=inches(far))
    return Illegal("E-PATH", said, "KS-MOVE-08")


def _touched(field: Field, side: str, stand: Shape | None) -> Body | None:
    """The first enemy body that men, or a gun, would touch where they stand."""
    if stand is None:
        return None
    about = bodies_about(field, field.other(side), extent(stand, CONTACT))
    return next((enemy for enemy, men in about if survey.on_the_floor(enemy) and apart(men, stand) <= CONTACT), None)


def not_too_steep_for_wheels(field: Field, called: str, start: Point | None, path: Path) -> None:
    """E-STEEP if wheels come to ground too steep for them, off the road.  [KS-CONT-03]"""
    if start is None or not path or not field.options.use_contours:
        return
    far = barred_to_wheels(field.ground, (start, *path), field.options.steep_rule)
    if far is not None:
        said = say(
            "Four contours in 12 in. of ground bar wheels off the road; {called} meets them after {far} (KS-CONT-03).",
            called=called,
            far=inches(far),
        )
        raise Illegal("E-STEEP", said, "KS-CONT-03")
