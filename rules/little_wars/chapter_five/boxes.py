"""Boxed troops behind a screen of scouts, waggons and carts.  [LW-EXT-05 to LW-EXT-13, LW-EXT-18, LW-EXT-19]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Illegal, Invalid
from rules.floor.field import nothing
from rules.little_wars.events import BoxOpened, BoxPacked, CarriageMoved, MenUnsupplied
from rules.little_wars.floor.conditions import who_may_move
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.go import CARRIAGE, check_carriage, check_places, places_about, put, put_thing
from rules.little_wars.floor.ground import in_sixteenths, travelled
from rules.little_wars.floor.long_moves import by_road, must_stop, nearest, reach_of, too_near
from rules.little_wars.floor.men import ABOARD, FREE, Man
from rules.little_wars.floor.nearness import apart, is_near_gun, within
from rules.little_wars.floor.remake import leave_behind
from rules.little_wars.force.position import Box, Waggon
from rules.little_wars.orders import MoveBox, MoveWaggon, PackBox, Unbox
from rules.little_wars.tables.chapter_five import BESIDE, CLOSES, MEN_TO_A_WAGGON, OPENS, SIX_MOVES
from rules.little_wars.tables.nearness import CONTACT, CREW
from rules.values.measure import Point, inches
from rules.values.sentence import of_field, say, to_say


def own_box(field: Field, identity: str) -> Box:
    """A closed box of the moving side.  E-NONE, E-EXT-05.  [LW-EXT-05]"""
    if not field.options.boxes:
        raise Illegal("E-EXT-05", say("No boxes are used in this battle."), "LW-EXT-05")
    box = field.boxes.get(identity)
    if box is None or box.side != field.side or box.opened:
        raise nothing("box", identity)
    return box


# -- boxing and unboxing ------------------------------------------------------------------------------


def check_pack(field: Field, order: PackBox) -> list[Man]:
    """Check that men may go back into a box.  E-EXT-05, E-EXT-08.  [LW-EXT-08]"""
    box = own_box(field, order.box)
    men = who_may_move(field, order.bodies)
    for man in men:
        far = order.measured.distance
        beside = (
            far <= BESIDE
            if far is not None
            else man.at is None or box.at is None or within(man.at, field.radius(man), box.at, 0, BESIDE)
        )
        if not beside:
            raise Illegal("E-EXT-05", say("Men must be within 12 in. of the box."), "LW-EXT-08")
        enemy = order.measured.enemy
        if enemy <= CLOSES if enemy is not None else _an_enemy_within(field, man, CLOSES):
            raise Illegal("E-EXT-08", say("An enemy is within twenty feet."), "LW-EXT-08")
    return men


def _an_enemy_within(field: Field, man: Man, gap: int) -> bool:
    """Whether an enemy man, gun or closed box is within a gap of a man: between their nearest parts.  [LW-GEN-02]"""
    at, radius = man.at, field.radius(man)
    if at is None:
        return False
    guns = [gun for gun in field.guns.values() if gun.owner == field.enemy and not gun.retired and gun.at is not None]
    boxes = [box.at for box in field.boxes.values() if box.side == field.enemy and not box.opened]
    return (
        any(not apart(field, man, one, gap) for one in field.free_men(field.enemy))
        or any(is_near_gun(field, man, gun, gap) for gun in guns)
        or any(one is not None and within(at, radius, one, 0, gap) for one in boxes)
    )


def pack(field: Field, order: PackBox) -> None:
    """Put men into a box, which may still move.  [LW-EXT-08, LW-EXT-09]"""
    men = check_pack(field, order)
    box = field.boxes[order.box]
    leave_behind(field, men)
    for man in men:
        man.status, man.moved = ABOARD, True
    for identity in counts(men):
        field.change(identity, aboard=box.id)
    field.boxes[box.id] = box.but(aboard={**box.aboard, **counts(men)})
    field.emit(BoxPacked(clause="LW-EXT-08", side=field.side, body=box.id, men=counts(men)))


def check_unbox(field: Field, order: Unbox) -> Box:
    """Check that the owner may open a box and place its men.  E-EXT-05, E-MOVE-06 to E-MOVE-08.  [LW-EXT-07]"""
    box = own_box(field, order.box)
    if not order.figures:
        return box
    men = _within(field, box)
    if len(order.figures) != len(men):
        raise Invalid(
            of_field(
                "figures",
                say("a place is wanted for each of {men} men, got {figures}", men=len(men), figures=len(order.figures)),
            )
        )
    enemies = [man for man in field.fit_men(field.enemy) if man.at is not None]
    for man, at in zip(men, order.figures, strict=True):
        if box.at is not None and not within(at, field.radius(man), box.at, 0, BESIDE):
            raise Illegal("E-EXT-05", say("Men must be within 12 in. of the box."), "LW-EXT-07")
        if any(one.at and within(at, field.radius(man), one.at, field.radius(one), CONTACT) for one in enemies):
            raise Illegal(
                "E-MOVE-06",
                say("{body} would be in contact with the enemy.", body=field.called(man.body)),
                "LW-EXT-07",
            )
    check_places(field, men, order.figures)
    return box


def unbox(field: Field, order: Unbox) -> None:
    """Place the men of a box around it, where the owner sets them or in ranks.  [LW-EXT-07]"""
    box = check_unbox(field, order)
    _stand_out(field, box, "LW-EXT-07", order.figures)


def _within(field: Field, box: Box) -> list[Man]:
    return [man for name in box.aboard for man in field.men.get(name, ()) if man.status == ABOARD]


def _stand_out(field: Field, box: Box, clause: str, figures: Sequence[Point] = ()) -> None:
    """Place men and guns of a box on the floor, within a foot of it.  figures: the place of each man; else they find theirs."""
    men = _within(field, box)
    places: list[Point | None] = [None] * len(men)
    if figures or box.at is not None:
        places = [*(figures or places_about(field, men, box.at or (0, 0), BESIDE))]
    for man, at in zip(men, places, strict=True):
        man.status, man.moved = FREE, True
        put(man, at)
    for name in box.aboard:
        if name in field.bodies or name in field.guns:
            at = (field.bodies.get(name) or field.guns[name]).at
            put_thing(field, name, box.at or at, aboard="")
    field.boxes[box.id] = box.but(opened=True, aboard={})
    field.emit(BoxOpened(clause=clause, side=box.side, body=box.id, men=counts(men)))


def disclose(field: Field) -> None:
    """Open at the end of a move every box within ten feet of a standing enemy or of an enemy box.  [LW-EXT-07]"""
    closed = [box for box in field.boxes.values() if not box.opened]
    found = []
    for box in closed:
        men = [man.at for man in field.free_men(field.other(box.side)) if man.at is not None]
        boxes = [other.at for other in closed if other.side != box.side and other.at is not None]
        near = box.at is not None and nearest(box.at, [*men, *boxes]) <= OPENS**2
        if near or box.id in field.facts.opened:
            found.append(box)
    for box in found:
        _stand_out(field, box, "LW-EXT-07")


# -- movement --------------------------------------------------------------------------------------------


def rate_of_box(field: Field, box: Box) -> int:
    """Sixteenths of an ordinary move of a box: the pace of the slowest thing in it.  E-EXT-05.  [LW-EXT-05]"""
    men = _within(field, box)
    guns = [name for name in box.aboard if name in field.guns]
    if not men and not field.options.box_empty_allowed:
        raise Illegal("E-EXT-05", say("There is nobody in box {id}.", id=field.called(box.id)), "LW-EXT-05")
    if guns and len(men) < CREW * len(guns):
        raise Illegal("E-EXT-05", say("A gun in box {id} needs four men in it.", id=field.called(box.id)), "LW-EXT-05")
    horse = bool(men) and not guns and all(man.arm == "cavalry" for man in men)
    return field.options.rate("cavalry" if horse else "infantry")


def check_move_box(field: Field, order: MoveBox) -> int:
    """Sixteenths that a box goes.  E-EXT-03, E-EXT-04, E-EXT-05, E-MOVE-03, E-MOVE-07.  [LW-EXT-05, LW-EXT-18]"""
    box = own_box(field, order.box)
    return _carriage(field, box, order, rate_of_box(field, box))


def move_box(field: Field, order: MoveBox) -> None:
    """A box moves as one, half as far again by road.  [LW-EXT-05, LW-EXT-18]"""
    distance = check_move_box(field, order)
    box = field.boxes[order.box]
    put_thing(field, box.id, order.path[-1] if order.path else box.at)
    _gone(field, order.box, distance, "LW-EXT-05")


def check_move_waggon(field: Field, order: MoveWaggon) -> int:
    """Sixteenths that a waggon or cart goes.  E-NONE, E-EXT-03, E-EXT-04.  [LW-EXT-11, LW-EXT-12]"""
    waggon = field.waggons.get(order.waggon)
    if waggon is None or waggon.owner != field.side or waggon.destroyed:
        raise nothing("waggon", order.waggon)
    return _carriage(field, waggon, order, field.options.rate("infantry"))


def move_waggon(field: Field, order: MoveWaggon) -> None:
    """A waggon or cart moves alone.  [LW-EXT-11, LW-EXT-12, LW-EXT-13]"""
    distance = check_move_waggon(field, order)
    waggon = field.waggons[order.waggon]
    put_thing(field, waggon.id, order.path[-1] if order.path else waggon.at)
    _gone(field, order.waggon, distance, "LW-EXT-12" if waggon.kind == "cart" else "LW-EXT-11")


def _gone(field: Field, identity: str, distance: int, clause: str) -> None:
    field.spent[identity] = distance
    field.emit(CarriageMoved(clause=clause, side=field.side, body=identity, distance=distance))


def _carriage(field: Field, thing: Box | Waggon, order: MoveBox | MoveWaggon, rate: int) -> int:
    """Check that a box, waggon or cart may go a way, and give its length; road costs two thirds.  [LW-EXT-03, LW-EXT-18]"""
    called = field.called(thing.id)
    if thing.id in field.spent:
        raise Illegal("E-MOVE-03", say("{called} has already moved.", called=called), "LW-MOVE-03")
    line = (thing.at, *order.path) if thing.at is not None and order.path else ()
    if not line and order.measured.distance is None:
        raise Invalid(say("{name} of {called}: the distance is wanted", name=order.name, called=called))
    gone = order.measured.distance if order.measured.distance is not None else in_sixteenths(travelled(line))
    road = order.measured.road if order.measured.road is not None else gone if order.by_road else 0
    cost = by_road(gone, road) if field.options.roads else gone
    reach = reach_of(field, rate, thing.at, order.measured.enemy, line)
    if cost > reach:
        if too_near(field, rate, reach) and cost <= rate * field.options.long_move:
            raise must_stop(field)
        words = say(
            "It may go {reach} on this ground; {called} would go {cost}.",
            reach=inches(reach),
            called=called,
            cost=inches(cost),
        )
        raise Illegal(
            "E-EXT-03", words, "LW-EXT-18" if road else "LW-EXT-05" if isinstance(thing, Box) else "LW-EXT-11"
        )
    check_carriage(field, called, line, CARRIAGE)
    return gone


# -- supply ------------------------------------------------------------------------------------------------


def waggons_wanted(men: int) -> int:
    """The waggons needed for so many men.  [LW-EXT-11]

    >>> waggons_wanted(120), waggons_wanted(50), waggons_wanted(51)
    (3, 1, 2)
    """
    return -(-men // MEN_TO_A_WAGGON)


def count_unsupplied(field: Field) -> None:
    """At the start of a move, the men without a waggon within six moves.  [LW-EXT-11]"""
    if not field.options.waggons:
        return
    unsupplied: dict[str, int] = {}
    supplied = field.facts.supplied
    room = {
        name: MEN_TO_A_WAGGON
        for name, waggon in sorted(field.waggons.items())
        if waggon.owner == field.side and waggon.kind != "cart" and not waggon.destroyed
    }
    for identity in field.by_id(field.bodies):
        men = field.free(identity) if field.bodies[identity].side == field.side else []
        if supplied is not None and identity in supplied:
            hungry = max(len(men) - supplied[identity], 0)
        else:
            hungry = len(men) - _served(field, men, room)
        if hungry:
            unsupplied[identity] = hungry
            words = to_say(
                "{hungry} of {men}; a waggon serves {men_to_a_waggon}",
                hungry=hungry,
                men=len(men),
                men_to_a_waggon=MEN_TO_A_WAGGON,
            )
            field.emit(MenUnsupplied(clause="LW-EXT-11", side=field.side, body=identity, men=hungry, sum=words))
    if field.options.waggon_penalty == "no_attack":
        field.notes["unsupplied"] = unsupplied
    elif field.options.waggon_penalty == "no_retreat":
        field.notes["stranded"] = unsupplied


def _served(field: Field, men: list[Man], room: dict[str, int]) -> int:
    """How many of some men have a waggon within six moves; each takes up a place in one of them."""
    served = 0
    for man in men:
        for name in room:
            waggon = field.waggons[name]
            mine = not waggon.serves or man.body in waggon.serves
            near = man.at is None or waggon.at is None or within(man.at, field.radius(man), waggon.at, 0, SIX_MOVES)
            if room[name] and mine and near:
                room[name] -= 1
                served += 1
                break
    return served
