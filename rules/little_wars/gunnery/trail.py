"""The two men at the trail of a gun that has fired.  [LW-GUN-12, LW-GUN-13]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Illegal
from rules.ground.geometry import square
from rules.little_wars.events import TrailEmpty, TrailManned
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.go import check_way, may_walk, put
from rules.little_wars.floor.ground import FINE, travelled
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import at_post, posts
from rules.little_wars.force.position import Gun
from rules.little_wars.orders import EndMove, PlaceTrail
from rules.little_wars.tables.gunnery import AT_THE_TRAIL, TOLERANCE
from rules.values.measure import Point
from rules.values.sentence import say, to_say_many


def wrong_place(field: Field, gun: str) -> Illegal:
    """The refusal if nobody stands at a trail, or there is no trail to stand at.  [LW-GUN-12]"""
    words = say(
        "Two men must stand at the trail of gun {gun}, one each side, behind the wheels.", gun=field.called(gun)
    )
    return Illegal("E-GUN-12", words, "LW-GUN-12")


def check_place_trail(field: Field, order: PlaceTrail) -> list[tuple[Man, Point | None]]:
    """The two men and their posts.  E-GUN-12, E-MOVE-01, E-MOVE-03, E-MOVE-05, E-MELEE-02.  [LW-GUN-12]"""
    gun = field.gun(order.gun)
    if field.guns_done.get(gun.id) != "fired" or gun.owner != field.side:
        raise wrong_place(field, order.gun)
    men = _named(field, gun, order)
    if len(men) != AT_THE_TRAIL:
        raise wrong_place(field, gun.id)
    places: Sequence[Point | None] = posts(gun.at, gun.facing, field.options) if gun.at is not None else (None, None)
    return _posted(field, men, places, order)


def _named(field: Field, gun: Gun, order: PlaceTrail) -> list[Man]:
    """The named men, each of whom has not moved yet or already stands at a post."""
    men: list[Man] = []
    for identity, number in order.men.items():
        body = field.own_body(identity)
        fit = [man for man in field.fit(identity) if man not in men]
        able = [man for man in fit if (not man.moved and not man.trail) or at_post(field, gun, man)]
        if not fit:
            raise Illegal("E-MOVE-01", say("You cannot move {id}.", id=field.called(body.id)), "LW-MOVE-03")
        if len(able) < max(number, 1):
            raise Illegal("E-MOVE-03", say("{id} has already moved.", id=field.called(body.id)), "LW-MOVE-03")
        men += able[: number or AT_THE_TRAIL]
    return men[:AT_THE_TRAIL] if not any(order.men.values()) else men


def _posted(
    field: Field, men: Sequence[Man], places: Sequence[Point | None], order: PlaceTrail
) -> list[tuple[Man, Point | None]]:
    """Each man with a post that he can reach, in the pairing with the shorter ways.  E-MOVE-05, E-MOVE-07, E-MOVE-08."""
    ways = [list(zip(men, places, strict=True)), list(zip(men, reversed(places), strict=True))]
    pairs = min(ways, key=lambda pair: sum(_far(man, post) for man, post in pair))
    for man, post in pairs:
        measured = order.measured.distance
        fine = measured * FINE if measured is not None else _far(man, post)
        if fine > field.options.rate(man.arm) * FINE:
            words = say(
                "{body} cannot reach the trail of gun {gun} in this move.",
                body=field.called(man.body),
                gun=field.called(order.gun),
            )
            raise Illegal("E-MOVE-05", words, "LW-GUN-12")
    lines = {
        id(man): (man.at, post) for man, post in pairs if man.at is not None and post is not None and man.at != post
    }
    check_way(field, [man for man, _ in pairs if id(man) in lines], lines, beyond=True)
    return pairs


def _far(man: Man, post: Point | None) -> int:
    return 0 if man.origin is None or post is None else travelled((man.origin, post))


def place_trail(field: Field, order: PlaceTrail) -> None:
    """Put two men at the trail; this is their move.  [LW-GUN-12, LW-MOVE-03]"""
    pairs = check_place_trail(field, order)
    for man, post in pairs:
        _set(man, order.gun, post)
    _manned(field, order.gun, [man for man, _ in pairs], made_good=False)


def _set(man: Man, gun: str, post: Point | None) -> None:
    if post is not None:
        put(man, post)
    man.moved, man.trail, man.frozen = True, gun, False


def _manned(field: Field, gun: str, men: Sequence[Man], *, made_good: bool) -> None:
    everybody = [man for man in field.all_men(field.side) if man.trail == gun]
    field.change_gun(gun, trail=counts(everybody))
    clause = "LW-GUN-13" if made_good else "LW-GUN-12"
    field.emit(TrailManned(clause=clause, side=field.side, body=gun, men=counts(men), made_good=made_good))


def empty_trails(field: Field) -> list[str]:
    """Guns that fired in this move without two men at the trail."""
    return [
        gun for gun, done in sorted(field.guns_done.items()) if done == "fired" and _wanting(field, field.guns[gun])
    ]


def _wanting(field: Field, gun: Gun) -> int:
    """The number of men still missing at a trail; at the close as measured, if it was."""
    measured = (field.facts.trail or {}).get(gun.id)
    if field.options.legacy_1:
        return 0
    if measured is not None:
        return max(AT_THE_TRAIL - measured, 0)
    there = [man for man in field.fit_men(field.side) if man.trail == gun.id or at_post(field, gun, man)]
    return max(AT_THE_TRAIL - len(there), 0)


def check_end_move(field: Field, order: EndMove) -> int:
    """Check that a player may end the move: only after a warning of an empty trail.  E-GUN-12.  [LW-GUN-13, LW-TIME-06]"""
    wanting = empty_trails(field)
    warned = any(at < field.given.judging for at, _ in field.given.of(EndMove))
    if wanting and not warned:
        raise wrong_place(field, wanting[0])
    return 0


def end_move(field: Field, order: EndMove) -> None:
    """Close the move at once.  [LW-TIME-06, LW-MOVE-10]"""
    check_end_move(field, order)


def fill_empty_trails(field: Field) -> None:
    """At the close the umpire puts men who could have been there at each empty trail, even out of contact.  [LW-GUN-13]"""
    for name in empty_trails(field):
        gun = field.guns[name]
        for man in [one for one in field.fit_men(field.side) if at_post(field, gun, one) and not one.trail]:
            man.trail = name
        wanted = _wanting(field, gun)
        places: list[Point | None] = [None] * AT_THE_TRAIL
        if gun.at is not None:
            places = [post for post in posts(gun.at, gun.facing, field.options) if not _taken(field, post)]
        chosen = [one for post in places[:wanted] if (one := _recalled(field, gun, post)) is not None]
        if chosen:
            _manned(field, name, chosen, made_good=True)
        if len(chosen) < wanted:
            words = to_say_many(
                "{n} man missing, and nobody could reach it",
                "{n} men missing, and nobody could reach it",
                wanted - len(chosen),
            )
            field.emit(TrailEmpty(clause="LW-GUN-13", side=field.side, body=name, sum=words))


def _taken(field: Field, post: Point) -> bool:
    return any(man.trail and man.at is not None and square(man.at, post) <= TOLERANCE**2 for man in field.all_men())


def _recalled(field: Field, gun: Gun, post: Point | None) -> Man | None:
    """The nearest man who has not moved, else the nearest who could have reached the post from his start; he is put there."""
    able = [
        man
        for man in field.fit_men(field.side)
        if not (man.trail or man.with_gun or man.escorting) and _could_reach(field, gun, man, post)
    ]
    man = min(able, key=lambda one: (one.moved, _far(one, post), one.lot), default=None)
    if man is not None:
        _set(man, gun.id, post)
    return man


def _could_reach(field: Field, gun: Gun, man: Man, post: Point | None) -> bool:
    """Whether a man could have reached a post in this move; if places are unknown, its crew could."""
    if man.origin is None or post is None:
        began = field.position.guns[gun.id].crew
        return man.body in began or man.body in gun.crew
    way = (man.origin, post)
    return travelled(way) <= field.options.rate(man.arm) * FINE and may_walk(field, man, way)
