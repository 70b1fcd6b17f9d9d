"""The railway: entraining, trucks and engines, rails torn up and laid.  [LW-EXT-20 to LW-EXT-28]"""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import Illegal, Invalid, Refused
from rules.floor import names
from rules.floor.field import nothing
from rules.ground.country import Road
from rules.ground.geometry import legs, square
from rules.little_wars.events import (
    CarriageMoved,
    MenDetrained,
    MenEntrained,
    RailReplaced,
    RailTornUp,
    RailWorkAdvanced,
    RailWorkBegun,
    RailWorkLost,
    TrainStopped,
)
from rules.little_wars.floor.conditions import who_may_move
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.go import check_carriage, check_places, put, put_thing, run
from rules.little_wars.floor.ground import FINE, in_sixteenths, travelled
from rules.little_wars.floor.men import ABOARD, FREE, Man, laid_out
from rules.little_wars.floor.nearness import within
from rules.little_wars.floor.remake import leave_behind
from rules.little_wars.force.position import GROUPS, Bridge, Train, Work
from rules.little_wars.orders import Detrain, Entrain, MoveTrain, ReplaceRail, TearRail
from rules.little_wars.tables.chapter_five import AT_A_RAIL, CAVALRY_RATE, SHORT_OF_A_BREAK, TRUCKS_AT_MOST
from rules.little_wars.tables.nearness import SIX_INCHES
from rules.values.measure import INCH, Point, feet, inches
from rules.values.sentence import say, say_many, to_say

TRUCK = 4 * INCH
"""The length of a truck in sixteenths."""

BESIDE = ((0, SIX_INCHES), (0, -SIX_INCHES), (SIX_INCHES, 0), (-SIX_INCHES, 0))
"""Where those who get out look for room, the first side first."""


def own_train(field: Field, identity: str) -> Train:
    """A train of the moving side.  E-EXT-20, E-NONE.  [LW-EXT-20]"""
    if not field.options.railway:
        raise Illegal("E-EXT-20", say("There is no railway in this battle."), "LW-EXT-20")
    train = field.trains.get(identity)
    if train is None or train.owner != field.side or train.destroyed:
        raise nothing("train", identity)
    return train


# -- in and out ----------------------------------------------------------------------------------------


def trucks_for(field: Field, aboard: Mapping[str, int]) -> int:
    """Trucks that a load takes: loads do not share a truck, and a gun takes two.  [LW-EXT-23]"""
    load = {"infantry": 0, "cavalry": 0}
    guns = 0
    for name, men in aboard.items():
        if name in field.guns:
            guns += 1
        elif name in field.bodies:
            load["cavalry" if field.bodies[name].arm == "cavalry" else "infantry"] += men
    trucks = sum(-(-men // field.options.load(arm)) for arm, men in load.items() if men)
    return int(trucks + -(-guns // field.options.load("gun")))


def check_entrain(field: Field, order: Entrain) -> list[Man]:
    """Check that men or a gun may get into a train.  E-EXT-21, E-EXT-22, E-EXT-23.  [LW-EXT-21, LW-EXT-23]"""
    train = own_train(field, order.train)
    _stands_still(field, train)
    bodies = [name for name in order.bodies if name not in field.guns]
    men = who_may_move(field, bodies) if bodies else []
    _massed(field, order, train, men)
    aboard = {**train.aboard, **counts(men), **{name: 1 for name in order.bodies if name in field.guns}}
    for name in order.bodies:
        if name in field.guns and field.guns[name].owner != field.side:
            raise nothing("gun", name)
    if trucks_for(field, aboard) > train.trucks:
        raise Illegal("E-EXT-23", say("A truck takes 12 infantry, 5 cavalry or half a gun."), "LW-EXT-23")
    return men


def _stands_still(field: Field, train: Train) -> None:
    """E-EXT-22: a train does not move while men get in or out.  [LW-EXT-21]"""
    if train.id in field.spent:
        raise Illegal("E-EXT-22", say("The train moves in a later move."), "LW-EXT-21")


def _massed(field: Field, order: Entrain, train: Train, men: list[Man]) -> None:
    """E-EXT-21: every man must be within six inches of his truck.  [LW-EXT-21]"""
    far = order.measured.distance
    at = order.at or train.at
    for man in men:
        beside = (
            far <= SIX_INCHES
            if far is not None
            else man.at is None or at is None or within(man.at, field.radius(man), at, 0, _length(train))
        )
        if not beside:
            raise Illegal(
                "E-EXT-21", say("{body} is not alongside the train.", body=field.called(man.body)), "LW-EXT-21"
            )
    if not men and far is not None and far > SIX_INCHES:
        raise Illegal(
            "E-EXT-21", say("{subject} is not alongside the train.", subject=field.called(order.subject)), "LW-EXT-21"
        )


def _length(train: Train) -> int:
    """The distance from the engine within which men can be within six inches of a truck: by the length of the trucks."""
    return SIX_INCHES + TRUCK * train.trucks


def entrain(field: Field, order: Entrain) -> None:
    """Put men or a gun into the train, for their whole move.  [LW-EXT-21]"""
    men = check_entrain(field, order)
    train = field.trains[order.train]
    leave_behind(field, men)
    for man in men:
        man.status, man.moved = ABOARD, True
    guns = [name for name in order.bodies if name in field.guns]
    for name in counts(men):
        field.change(name, aboard=train.id)
    for name in guns:
        field.change_gun(name, aboard=train.id)
    aboard = {**train.aboard, **counts(men), **dict.fromkeys(guns, 1)}
    field.trains[train.id] = train.but(aboard=aboard)
    field.notes.setdefault("boarding", set()).add(train.id)
    for name in order.bodies:
        count = counts(men).get(name, 1)
        field.emit(MenEntrained(clause="LW-EXT-21", side=field.side, body=name, train=train.id, men=count))


def check_detrain(field: Field, order: Detrain) -> Train:
    """Check that men or a gun may get out.  E-EXT-22, E-EXT-21.  [LW-EXT-21]"""
    train = own_train(field, order.train)
    _stands_still(field, train)
    for name in order.bodies:
        if name not in train.aboard:
            raise Illegal("E-EXT-21", say("{name} is not in the train.", name=field.called(name)), "LW-EXT-21")
        if any(man.status == ABOARD and man.moved for man in field.men.get(name, ())):
            raise Illegal("E-MOVE-03", say("{name} has already moved.", name=field.called(name)), "LW-MOVE-03")
        _finds_room(field, order, train, name)
    return train


def _finds_room(field: Field, order: Detrain, train: Train, name: str) -> None:
    """E-EXT-21, E-MOVE-07, E-MOVE-08: those who get out must find room beside their train.  [LW-EXT-21, LW-MOVE-07]"""
    at = order.at or train.at
    if at is None:
        return
    if train.at is not None and not within(at, 0, train.at, 0, _length(train)):
        raise Illegal("E-EXT-21", say("{body} is not alongside the train.", body=field.called(name)), "LW-EXT-21")
    if name in field.guns:
        check_carriage(field, field.called(name), (at, at), 0)
    _places(field, name, at)


def _places(field: Field, name: str, at: Point) -> tuple[Point, ...]:
    """Where the men of a body stand who get out at a place: in ranks on the first side of the train that has room."""
    men = _aboard(field, name)
    radius = max((field.radius(man) for man in men), default=0)
    refusals: list[Refused] = []
    for east, north in BESIDE:
        places = laid_out((at[0] + east, at[1] + north), 0, len(men), radius)
        try:
            check_places(field, men, places)
        except Refused as refused:
            refusals.append(refused)
        else:
            return places
    raise refusals[0]


def _aboard(field: Field, name: str) -> list[Man]:
    return [man for man in field.men.get(name, ()) if man.status == ABOARD]


def detrain(field: Field, order: Detrain) -> None:
    """Put men or a gun within six inches of the train, for their whole move.  [LW-EXT-21]"""
    train = check_detrain(field, order)
    at = order.at or train.at
    for name in order.bodies:
        men = _aboard(field, name)
        places: list[Point | None] = [None] * len(men)
        if at is not None:
            places = [*_places(field, name, at)]
        for man, place in zip(men, places, strict=True):
            man.status, man.moved = FREE, True
            put(man, place)
        put_thing(field, name, at or (field.bodies.get(name) or field.guns[name]).at, aboard="")
        field.emit(MenDetrained(clause="LW-EXT-21", side=field.side, body=name, train=train.id, men=len(men)))
    rest = {name: men for name, men in train.aboard.items() if name not in order.bodies}
    field.trains[train.id] = train.but(aboard=rest)
    field.notes.setdefault("boarding", set()).add(train.id)


# -- on the line ----------------------------------------------------------------------------------------


def train_reach(field: Field, train: Train) -> int:
    """Sixteenths that a train goes in a move, by its load.  E-EXT-24.  [LW-EXT-22, LW-EXT-24]"""
    full = field.options.train_rate * CAVALRY_RATE
    if train.trucks <= field.options.engine_limit:
        return full
    if field.options.overload == "forbidden" or train.trucks > TRUCKS_AT_MOST:
        raise Illegal(
            "E-EXT-24",
            say_many(
                "With {n} truck this engine may go 0 ft.", "With {n} trucks this engine may go 0 ft.", train.trucks
            ),
            "LW-EXT-24",
        )
    return full // 2


def check_train(field: Field, order: MoveTrain) -> tuple[int, str]:
    """The distance of a train, and the missing rail that stops it.  E-EXT-22, E-EXT-24, E-EXT-27.  [LW-EXT-22, LW-EXT-27]"""
    train = own_train(field, order.train)
    if train.id in field.notes.get("boarding", ()) or train.id in field.spent:
        raise Illegal("E-EXT-22", say("The train moves in a later move."), "LW-EXT-21")
    wanted = order.measured.distance if order.inches is None else order.inches
    if wanted is None:
        raise Invalid(say("{id}: the inches that it goes are wanted", id=field.called(train.id)))
    reach = train_reach(field, train)
    if wanted > reach:
        words = say_many(
            "With {n} truck this engine may go {reach}.",
            "With {n} trucks this engine may go {reach}.",
            train.trucks,
            reach=feet(reach),
        )
        raise Illegal("E-EXT-24", words, "LW-EXT-24" if train.trucks > field.options.engine_limit else "LW-EXT-22")
    way = 1 if order.direction == "forward" else -1
    wanted = _as_far_as_the_rails(field, train, way, wanted)
    gap, rail = _to_the_break(field, train, way)
    if gap is not None and gap < wanted:
        if not gap:
            raise Illegal("E-EXT-27", say("The line is broken at {rail}.", rail=field.called(rail)), "LW-EXT-27")
        return gap, rail
    return wanted, ""


def _as_far_as_the_rails(field: Field, train: Train, way: int, wanted: int) -> int:
    """The distance that is wanted of a train, or to the end of its rails, where it stops.  E-EXT-27.  [LW-EXT-22]"""
    line = rails_of(field, train)
    if line is None:
        return wanted
    left = in_sixteenths(travelled(line.line)) - train.along if way > 0 else train.along
    if wanted and left <= 0:
        raise Illegal("E-EXT-27", say("The rails of {train} end here.", train=field.called(train.id)), "LW-EXT-22")
    return min(wanted, left)


def rails_of(field: Field, train: Train) -> Road | None:
    """The rails of a train; the first of the Country if it names none."""
    rails = field.country.rails
    return rails.get(train.line) or (next(iter(rails.values())) if rails else None)


def _to_the_break(field: Field, train: Train, way: int) -> tuple[int | None, str]:
    """The distance at which a train stops, six inches short of a missing rail, and the rail."""
    best: tuple[int | None, str] = (None, "")
    for rail in field.bridges.values():
        if rail.kind != "rail" or rail.standing or (rail.line and train.line and rail.line != train.line):
            continue
        ahead = (rail.along - train.along) * way
        room = max(ahead - SHORT_OF_A_BREAK, 0)
        if ahead >= 0 and (best[0] is None or room < best[0]):
            best = room, rail.id
    return best


def run_train(field: Field, order: MoveTrain) -> None:
    """A train goes along its line, in the men phase.  [LW-EXT-22, LW-EXT-27, LW-EXT-28]"""
    distance, rail = check_train(field, order)
    train = field.trains[order.train]
    along = max(train.along + (distance if order.direction == "forward" else -distance), 0)
    run(field, train.id, along)
    put_thing(field, train.id, _place(field, field.trains[train.id]))
    field.spent[train.id] = distance
    field.emit(CarriageMoved(clause="LW-EXT-22", side=field.side, body=train.id, distance=distance))
    if rail:
        words = to_say(
            "{short_of_a_break} short of {rail}", short_of_a_break=inches(SHORT_OF_A_BREAK), rail=field.called(rail)
        )
        field.emit(TrainStopped(clause="LW-EXT-27", side=field.side, body=train.id, at=rail, sum=words))


def _place(field: Field, train: Train) -> Point | None:
    """The place of a train, from its distance along a line of the Country."""
    line = rails_of(field, train)
    if line is None:
        return train.at
    left = train.along * FINE
    for a, b in legs(line.line):
        length = travelled((a, b))
        if left <= length and square(a, b):
            x, y = (p + (q - p) * left // length for p, q in zip(a, b, strict=True))
            return (x, y)
        left -= length
    return line.line[-1]


# -- rails torn up and laid -------------------------------------------------------------------------------


def check_rail(field: Field, order: TearRail) -> list[Man]:
    """Check that men may begin work on a rail.  E-EXT-25, E-EXT-26.  [LW-EXT-25, LW-EXT-26]"""
    if not field.options.railway:
        raise Illegal("E-EXT-20", say("There is no railway in this battle."), "LW-EXT-20")
    wanted = AT_A_RAIL[order.name].men
    replacing = isinstance(order, ReplaceRail)
    clause = "LW-EXT-26" if replacing else "LW-EXT-25"
    men = [man for name in order.bodies if field.own_body(name) for man in field.fit(name)][: order.men]
    if len(men) < wanted or (order.measured.distance or 0) > 0:
        words = (
            say("Replacing needs eight men for three moves.")
            if replacing
            else say("Tearing up needs the same four men for two moves.")
        )
        raise Illegal("E-EXT-26" if replacing else "E-EXT-25", words, clause)
    rail = field.bridges.get(order.rail)
    if (rail is None or rail.standing) == replacing or (rail is None and _stands(field, order.rail)):
        raise nothing("rail", order.rail)
    identity = work_id(field, order)
    begun = field.works.get(identity)
    if identity == order.rail or (begun.side != field.side if begun is not None else _stands(field, identity)):
        raise nothing(say("new work"), identity)
    if any(man.frozen for man in men):
        raise Illegal(
            "E-MELEE-02", say("{body} is in contact and must stay.", body=field.called(men[0].body)), "LW-MELEE-02"
        )
    return men[:wanted]


def work_id(field: Field, order: TearRail) -> str:
    """The id of the work on a rail: as ordered, else made from the order and the rail, in its side's own space."""
    return order.work or names.own_name(field.side, f"{order.name}-{order.rail}")


def _stands(field: Field, identity: str) -> bool:
    """Whether an id is already in use, or belongs to the other side's space."""
    return names.is_taken(identity, names.standing(field, GROUPS), others=(field.enemy,))


def begin_rail(field: Field, order: TearRail) -> None:
    """Men begin work on a rail; if there from the start of the move, it counts as their first at its close.  [LW-EXT-25, LW-EXT-26]"""
    men = check_rail(field, order)
    identity = work_id(field, order)
    if field.works.get(identity, None) is None or field.works[identity].state != "begun":
        field.works[identity] = Work(identity, order.name, field.side, counts(men), order.rail)
        clause = "LW-EXT-26" if isinstance(order, ReplaceRail) else "LW-EXT-25"
        field.emit(RailWorkBegun(clause=clause, side=field.side, body=men[0].body, rail=order.rail, kind=order.name))
    arrived = any(man.moved for man in men)
    for man in men:
        man.moved = True
    field.notes.setdefault("at the rail", {})[identity] = arrived


def advance_rails(field: Field) -> None:
    """The men at a rail have worked another move, or must start again.  [LW-EXT-25, LW-EXT-26]"""
    begun = field.notes.get("at the rail", {})
    for identity, work in list(field.works.items()):
        if work.state != "begun" or work.side != field.side:
            if work.state == "begun" and _short(field, work):
                _lost(field, work)
            continue
        if _short(field, work) or (identity not in begun and _went_away(field, work)):
            _lost(field, work)
            continue
        if begun.get(identity, False):
            continue
        done = work.moves_done + 1
        clause = "LW-EXT-26" if work.kind == "replace-rail" else "LW-EXT-25"
        first = next(iter(work.crew))
        field.emit(RailWorkAdvanced(clause=clause, side=work.side, body=first, rail=work.target, moves_done=done))
        finished = done >= AT_A_RAIL[work.kind].moves
        field.works[identity] = work.but(moves_done=done, state="done" if finished else "begun")
        if finished:
            _finish(field, work, first)


def _short(field: Field, work: Work) -> bool:
    """Whether any of the men is dead, taken or in a melee; by option others may replace them.  [LW-EXT-26]"""
    wanted = AT_A_RAIL[work.kind].men
    able = {name: [man for man in field.fit(name) if not man.fought] for name in work.crew}
    if field.options.rail_same_men:
        return any(len(able[name]) < men for name, men in work.crew.items())
    return sum(len(men) for men in able.values()) < wanted


def _went_away(field: Field, work: Work) -> bool:
    return any(sum(not man.moved for man in field.fit(name)) < men for name, men in work.crew.items())


def _lost(field: Field, work: Work) -> None:
    field.works[work.id] = work.but(moves_done=0, state="lost")
    clause = "LW-EXT-26" if work.kind == "replace-rail" else "LW-EXT-25"
    field.emit(RailWorkLost(clause=clause, side=work.side, body=next(iter(work.crew)), rail=work.target))


def _finish(field: Field, work: Work, first: str) -> None:
    """Remove the rail, or lay it again."""
    rail = field.bridges.get(work.target) or Bridge(work.target, "rail")
    standing = work.kind == "replace-rail"
    field.bridges[work.target] = rail.but(standing=standing)
    if standing:
        field.emit(RailReplaced(clause="LW-EXT-26", side=work.side, body=first, rail=work.target))
    else:
        field.emit(RailTornUp(clause="LW-EXT-25", side=work.side, body=first, rail=work.target))
