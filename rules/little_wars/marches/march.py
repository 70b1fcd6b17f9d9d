"""Marches of men: how far, past whom, and where they may halt.  [LW-MOVE-03 to LW-MOVE-09]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import Illegal, Invalid
from rules.ground.geometry import Line, square
from rules.little_wars.events import ContactMade, MenMarched, MenRetired, MenTouchedLine
from rules.little_wars.floor.conditions import clause_of, who_may_move
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.go import Lines, check_leaving, check_way, put, put_thing, standing_about
from rules.little_wars.floor.ground import (
    FINE,
    back_line,
    in_sixteenths,
    nearest_on,
    side_of_line,
    touches,
    travelled,
)
from rules.little_wars.floor.long_moves import must_stop, reach_of, too_near
from rules.little_wars.floor.men import RETIRED, Man
from rules.little_wars.floor.nearness import near_any, within
from rules.little_wars.floor.rejoin import rejoined
from rules.little_wars.orders import March, Retire
from rules.little_wars.tables.forces import OFF_THE_LINE
from rules.little_wars.tables.nearness import CONTACT, SIX_INCHES
from rules.values.measure import Point, inches
from rules.values.sentence import of_field, say, word


@dataclass(frozen=True)
class Way:
    """The way of men: each with his line, or none if places are unknown.  distance: the furthest, in sixteenths."""

    men: list[Man]
    lines: Lines
    distance: int

    def end(self, man: Man) -> Point | None:
        """The end of a man's way."""
        line = self.lines.get(id(man))
        return line[-1] if line else man.at


# -- distance ------------------------------------------------------------------------------------------


def origin_of(field: Field, man: Man) -> Point | None:
    """The place a man's travel counts from: in the first move his back line, if he was put down off it.  [LW-SETUP-03]"""
    if man.origin is None or field.own_moves.get(man.side) or field.options.variety == "defensive":
        return man.origin
    line = back_line(field.country, man.side)
    return from_the_line(line, man.origin) if line else man.origin


def from_the_line(line: Line, at: Point) -> Point:
    """The place on a back line that replaces one near it."""
    near = nearest_on(line, at)
    return near if within(near, 0, at, 0, OFF_THE_LINE) else at


def way_of(field: Field, men: Sequence[Man], path: Line, figures: Line = ()) -> dict[int, tuple[Point, ...]]:
    """The line of each man: like the first body's along the path, or to a place given for each."""
    if figures and len(figures) != len(men):
        raise Invalid(
            of_field(
                "figures",
                say("a place is wanted for each of {men} men, got {figures}", men=len(men), figures=len(figures)),
            )
        )
    placed = [man for man in men if man.at is not None]
    if not placed or not (path or figures):
        return {}
    lead = field.bodies[placed[0].body].at or placed[0].at
    whole = len(placed) > 1
    lines: dict[int, tuple[Point, ...]] = {}
    for i, man in enumerate(men):
        start = origin_of(field, man)
        if start is None or man.at is None or lead is None:
            continue
        dx, dy = (man.at[0] - lead[0], man.at[1] - lead[1]) if whole else (0, 0)
        points = [(x + dx, y + dy) for x, y in path]
        if figures:
            points = [*points[:-1], figures[i]]
        lines[id(man)] = (start, *points)
    return lines


def length_of_way(field: Field, line: Line) -> int:
    """A man's travel in fine parts: along his path, or by option straight.  [LW-MOVE-05]"""
    return travelled((line[0], line[-1]) if field.options.travel_measure == "straight" else line)


def check_reach(field: Field, men: Sequence[Man], lines: Lines, measured: int | None, enemy: int | None) -> int:
    """The distance of men's way, in sixteenths.  E-MOVE-05, E-EXT-04.  [LW-MOVE-04, LW-MOVE-05, LW-EXT-03]"""
    furthest = measured or 0
    for man in men:
        rate = field.options.rate(man.arm)
        line = lines.get(id(man))
        fine = measured * FINE if measured is not None else length_of_way(field, line) if line else 0
        reach = reach_of(field, rate, man.origin, enemy, line or ())
        if fine > reach * FINE:
            if too_near(field, rate, reach) and fine <= rate * field.options.long_move * FINE:
                raise must_stop(field)
            gone = in_sixteenths(fine)
            words = say(
                "The path is {gone}; {arm} may move {reach}.", gone=inches(gone), arm=word(man.arm), reach=inches(reach)
            )
            raise Illegal("E-MOVE-05", words, clause_of(man.arm))
        furthest = max(furthest, in_sixteenths(fine))
    return furthest


# -- orders --------------------------------------------------------------------------------------------


def check_march(field: Field, order: March) -> Way:
    """Check that men may go a way.  E-MOVE-01, -03, -05 to -08, E-MELEE-02, E-PRIS-06, E-EXT-04, E-EXT-11."""
    men = who_may_move(field, order.bodies, order.men)
    for gun in order.to:
        if field.gun(gun).owner != field.side:
            raise Illegal("E-NONE", say("There is no gun {gun} on your map.", gun=gun), "LW-GUN-03")
    lines = way_of(field, men, order.path, order.figures)
    if not order.figures and order.measured.distance is None:
        lines = rejoined(field, men, lines)
    distance = check_reach(field, men, lines, order.measured.distance, order.measured.enemy)
    check_way(field, men, lines)
    way = Way(men, lines, distance)
    _may_touch(field, way)
    _stays_by_its_waggon(field, way)
    return way


def _stays_by_its_waggon(field: Field, way: Way) -> None:
    """E-EXT-11: by option, men without a waggon may not move away from one.  [LW-EXT-11]"""
    waggons = [one.at for one in field.waggons.values() if one.owner == field.side and one.at is not None]
    for man in way.men:
        end = way.end(man)
        if man.body not in field.notes.get("stranded", {}) or not way.distance:
            continue
        if not (man.at and end and any(square(end, one) < square(man.at, one) for one in waggons)):
            raise Illegal(
                "E-EXT-11", say("These men are out of supply and may not move away from a waggon."), "LW-EXT-11"
            )


def _may_touch(field: Field, way: Way) -> None:
    """E-EXT-11: men without a waggon may not come into contact.  [LW-EXT-11]"""
    unsupplied = field.notes.get("unsupplied", {})
    if not unsupplied:
        return
    ends = [end for man in way.men if (end := way.end(man)) is not None]
    enemies = standing_about(field, field.fit_men(field.enemy), ends)
    for man in way.men:
        end = way.end(man)
        if man.body in unsupplied and end is not None and _in_contact(field, man, end, enemies):
            raise out_of_supply()


def out_of_supply() -> Illegal:
    """The refusal of an attack by men without a waggon.  [LW-EXT-11]"""
    return Illegal("E-EXT-11", say("These men are out of supply and may not attack."), "LW-EXT-11")


def _in_contact(field: Field, man: Man, at: Point, enemies: Sequence[Man]) -> bool:
    return any(
        other.at is not None and within(at, field.radius(man), other.at, field.radius(other), CONTACT)
        for other in enemies
    )


def march(field: Field, order: March) -> None:
    """Men go; those who come into contact stay there.  [LW-MOVE-04, LW-MOVE-05, LW-MELEE-01, LW-MELEE-02]"""
    way = check_march(field, order)
    left = dict.fromkeys(order.bodies, not order.men)
    go(
        field,
        way,
        {name: order.path[-1] for name in order.bodies[:1] if order.path and left[name] and not order.figures},
    )
    for gun in order.to:
        _record_at_own_gun(field, gun, way.men)
    for identity, men in counts(way.men).items():
        field.emit(
            MenMarched(
                clause=clause_of(field.bodies[identity].arm), side=field.side, body=identity, men=men,
                distance=way.distance, at=order.path[-1] if order.path else None,
            )
        )  # fmt: skip
    touch_lines(field, way.men, order.measured.line)


def _record_at_own_gun(field: Field, gun: str, men: Sequence[Man]) -> None:
    """Men without a known place are within six inches of a gun of their side.  [LW-GUN-03, LW-GUN-05]"""
    crew = dict(field.guns[gun].crew)
    for identity, number in counts([man for man in men if man.at is None]).items():
        crew[identity] = 0 if number == len(field.free(identity)) else number
    field.change_gun(gun, crew=crew)


def go(field: Field, way: Way, places: dict[str, Point] | None = None) -> None:
    """Put men at the end of their way, and off the guns and prisoners that they left; men in contact are fixed."""
    ends = [end for man in way.men if (end := way.end(man)) is not None]
    enemies = standing_about(field, field.fit_men(field.enemy), ends)
    for man in way.men:
        put(man, way.end(man) or man.at)
        man.moved = True
        if man.at is not None and man.armed and _in_contact(field, man, man.at, enemies):
            _fix(field, man, enemies)
    for identity, at in (places or {}).items():
        put_thing(field, identity, at)
    if way.distance > SIX_INCHES:
        leave(field, way.men)


def _fix(field: Field, man: Man, enemies: Sequence[Man]) -> None:
    """Fix a man in contact.  [LW-MELEE-02]"""
    met = next(one for one in enemies if near_any(field, man, (one,), CONTACT))
    first = not any(other.frozen for other in field.men[man.body])
    man.frozen = True
    if first:
        field.emit(ContactMade(clause="LW-MELEE-01", side=field.side, body=man.body, target=met.body))


def leave(field: Field, men: Sequence[Man]) -> None:
    """Men without a known place leave the guns they served and the prisoners they guarded.  [LW-GUN-03, LW-PRIS-12]"""
    gone = counts([man for man in men if man.at is None])
    for identity, number in gone.items():
        rest = len(field.free(identity)) - number
        for gun in list(field.guns.values()):
            if identity in gun.crew:
                crew = {name: there for name, there in gun.crew.items() if name != identity}
                field.change_gun(gun.id, crew={**crew, identity: rest} if rest else crew)
        if not rest:
            for man in field.all_men(field.enemy):
                if man.held and man.guard == identity:
                    man.guard = ""
                    field.notes.setdefault("left_behind", set()).add(man.body)


def touch_lines(field: Field, men: Sequence[Man], line: str) -> None:
    """Report men who were measured at a back line.  [LW-PRIS-08, LW-REAR-01]"""
    for identity, number in counts(men).items():
        if field.bodies[identity].line != line:
            field.change(identity, line=line)
        if line:
            clause = "LW-PRIS-08" if line == "own" else "LW-REAR-01"
            field.emit(MenTouchedLine(clause=clause, side=field.side, body=identity, men=number, line=line))


def check_retire(field: Field, order: Retire) -> Way:
    """Check that men reach their own back line within the move.  E-MOVE-09.  [LW-MOVE-09]"""
    men = who_may_move(field, order.bodies, order.men)
    line = back_line(field.country, field.side)
    lines = way_of(field, men, order.path)
    for man in men:
        rate = field.options.rate(man.arm)
        reach = reach_of(field, rate, man.origin, order.measured.enemy, lines.get(id(man), ()))
        if order.measured.distance is not None:
            fine = order.measured.distance * FINE
        elif line is None and id(man) in lines:
            fine = length_of_way(field, lines[id(man)])
        elif line is None or man.at is None:
            raise Invalid(say("retire of {body}: the distance to the back line is wanted", body=field.called(man.body)))
        else:
            fine = _to_the_line(field, man, line, lines.get(id(man)))
        if fine > reach * FINE:
            raise Illegal(
                "E-MOVE-09",
                say("{body} cannot reach your back line in this move.", body=field.called(man.body)),
                "LW-MOVE-09",
            )
        if line is not None and man.at is not None:
            check_leaving(field, man, _way_to_the_line(man, line, lines.get(id(man))))
    return Way(men, lines, order.measured.distance or 0)


def _to_the_line(field: Field, man: Man, line: Line, path: tuple[Point, ...] | None) -> int:
    """A man's travel to his back line in fine parts: along a path that ends on or behind it, else straight."""
    start, way = man.at or (0, 0), _way_to_the_line(man, line, path)
    if len(way) > 2 or (path and way[-1] == path[-1]):
        return length_of_way(field, way)
    return 0 if touches(line, start, field.radius(man)) else travelled(way)


def _way_to_the_line(man: Man, line: Line, path: tuple[Point, ...] | None) -> tuple[Point, ...]:
    """A man's way off the field: along a path that ends on or behind his back line, else straight to that.  [LW-MOVE-09]"""
    start = man.at or (0, 0)
    if path and (touches(line, path[-1], 0) or side_of_line(line, path[-1]) != side_of_line(line, start)):
        return (start, *path[1:])
    return (start, nearest_on(line, start))


def retire(field: Field, order: Retire) -> None:
    """Men cross their own back line, for good.  [LW-MOVE-09, LW-FIN-02]"""
    way = check_retire(field, order)
    leave(field, way.men)
    for man in way.men:
        man.moved, man.status = True, RETIRED
    for identity, men in counts(way.men).items():
        field.emit(MenRetired(clause="LW-MOVE-09", side=field.side, body=identity, men=men))
