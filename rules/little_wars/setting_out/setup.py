"""Before the first move, and between moves: country, sides, forces, tosses, objections.

[LW-CTRY-01 to LW-CTRY-11, LW-SETUP-01 to LW-SETUP-09, LW-FORCE-01 to LW-FORCE-08, LW-DEF-01 to LW-DEF-07]
"""

from __future__ import annotations

from fractions import Fraction

from rules.contract.sentences import counted
from rules.errors import Illegal, Invalid
from rules.ground.country_file import read_country, write_country
from rules.ground.geometry import area, between_polygons
from rules.little_wars.events import (
    AccidentMended,
    CountryLaid,
    CountryWarned,
    ForceBought,
    HandicapThrown,
    Objected,
    SetupSettled,
    SideReady,
)
from rules.little_wars.floor.clock import MINUTE, seconds_allowed
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.men import expanded
from rules.little_wars.force.position import Body, Gun
from rules.little_wars.orders import (
    AgreeAllowance,
    BuyForce,
    ChooseSide,
    LayCountry,
    Object,
    Ready,
    Restore,
    RollHandicap,
    SetForces,
    Toss,
)
from rules.little_wars.reports.warnings import of_the_battle
from rules.little_wars.tables.forces import COST, DEFENDER, FOR_A_GUN, LEAST_FORCE, LEFT_OUT
from rules.values.chance import draw
from rules.values.sentence import say, to_say, word

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def price(inf: int, cav: int, guns: int) -> Fraction:
    """The price of a force.  [LW-FORCE-08]

    >>> str(price(60, 40, 3)), str(price(80, 0, 4)), str(price(110, 0, 4))
    ('150', '120', '150')
    """
    return inf * COST["inf"] + cav * COST["cav"] + guns * COST["guns"]


# -- tosses and sides ----------------------------------------------------------------------------------


def check_toss(field: Field, order: Toss) -> int:
    """Check that it is time for a toss.  E-SETUP-01.  [LW-CTRY-01, LW-CTRY-02, LW-SETUP-01, LW-DEF-04]"""
    setup, purpose = field.setup, _purpose(order)
    if purpose == "pass":
        return _check_pass(field)
    late = any(field.own_moves.values())
    defensive = field.options.variety == "defensive"
    early = purpose == "move" and (not setup.ends or defensive)
    done = purpose in setup.tossed or (
        purpose == "country" and (setup.author or field.options.country_author != "toss")
    )
    unwanted = purpose == "side" and bool(setup.author) and not defensive
    if late or early or done or unwanted:
        raise Illegal("E-SETUP-01", say("The toss for first move comes after side choice."), "LW-SETUP-01")
    return 0


def _check_pass(field: Field) -> int:
    """E-SETUP-01: by option the winner of the toss for first move may pass it, once.  [LW-SETUP-01]"""
    allowed = field.options.first_move_choice == "winner_may_pass"
    if not allowed or field.setup.tossed.get("move") != next(iter(field.own_moves)) or any(field.own_moves.values()):
        raise Illegal("E-SETUP-01", say("The winner of the toss is the First Player."), "LW-SETUP-01")
    return 0


def _purpose(order: Toss) -> str:
    return {"sides": "side", "first-move": "move", "first move": "move"}.get(order.purpose, order.purpose)


def toss(field: Field, order: Toss) -> None:
    """Toss a coin; heads wins for the side that gives the order.  [LW-CTRY-01, LW-CTRY-02, LW-SETUP-01, LW-DEF-04]"""
    check_toss(field, order)
    purpose = _purpose(order)
    if purpose == "pass":
        winner = field.setup.tossed["move"]
        _first(field, field.other(winner))
        field.emit(SetupSettled(clause="LW-SETUP-01", side=winner, what="pass", of=say("first move")))
        return
    winner = field.side if field.chance.heads(f"toss/{purpose}") else field.enemy
    loser = field.other(winner)
    setup = field.setup.but(tossed={**field.setup.tossed, purpose: winner})
    clause = {"country": "LW-CTRY-01", "side": "LW-CTRY-02", "move": "LW-SETUP-01"}[purpose]
    if purpose == "country":
        setup = setup.but(author=winner, chooser=loser)
    elif purpose == "side":
        setup = setup.but(chooser=winner)
        if field.options.variety == "defensive":
            setup, clause = setup.but(defender=winner), "LW-DEF-04"
            _first(field, loser)
    else:
        _first(field, winner)
    field.setup = setup
    field.emit(SetupSettled(clause=clause, side=winner, what="toss", of=purpose))


def _first(field: Field, side: str) -> None:
    """Make a side First Player: its moves come first.  [LW-SETUP-01, LW-DEF-06, LW-DEF-07]"""
    field.own_moves = {one: field.own_moves[one] for one in (side, field.other(side))}


def check_choose_side(field: Field, order: ChooseSide) -> int:
    """Check that a player may choose an end: not the one who laid out the Country, and not twice.  E-CTRY-03.  [LW-CTRY-02]"""
    setup = field.setup
    if setup.author == field.side or (setup.chooser and setup.chooser != field.side) or setup.ends:
        words = say("The player who laid out the Country does not choose the side.")
        raise Illegal("E-CTRY-03", words, "LW-CTRY-02")
    return 0


def choose_side(field: Field, order: ChooseSide) -> None:
    """Give each side its end, with its back line there.  [LW-CTRY-02, LW-CTRY-11]"""
    check_choose_side(field, order)
    ends = {field.side: order.side, field.enemy: OPPOSITE[order.side]}
    field.setup = field.setup.but(ends=ends)
    if field.country.size is not None:
        data = write_country(field.country)
        field.country = read_country({**data, "back_lines": {**ends, **data.get("back_lines", {})}})
    field.emit(SetupSettled(clause="LW-CTRY-02", side=field.side, what="side", of=order.side))


# -- the Country ------------------------------------------------------------------------------------------


def check_lay_country(field: Field, order: LayCountry) -> None:
    """Check that a player may lay out the Country, and this way.  E-CTRY-01, E-CTRY-02.  [LW-CTRY-01, LW-DEF-03]"""
    setup = field.setup
    if setup.defender or (setup.author and setup.author != field.side) or field.options.country_author == "library":
        clause = "LW-DEF-03" if setup.defender else "LW-CTRY-01"
        raise Illegal("E-CTRY-01", say("The other player lays out this Country."), clause)
    if any(field.own_moves.values()):
        raise Illegal("E-CTRY-01", say("The Country is not changed during a battle."), "LW-CTRY-03")
    _fits(field, order)


def _fits(field: Field, order: LayCountry) -> None:
    """E-CTRY-02: nothing may overlap, and nothing may leave the field."""
    try:
        country = read_country({**write_country(field.country), **order.features}, "features")
    except Invalid as invalid:
        raise Illegal("E-CTRY-02", invalid.sentence, "LW-CTRY-01") from invalid
    houses = list(country.houses.items())
    for i, (name, one) in enumerate(houses):
        for other_name, other in houses[i + 1 :]:
            if not between_polygons(one.outline, other.outline):
                raise Illegal(
                    "E-CTRY-02",
                    say("{name} overlaps {other_name} or leaves the field.", name=name, other_name=other_name),
                    "LW-CTRY-01",
                )


def lay_country(field: Field, order: LayCountry) -> None:
    """Lay out the Country, with warnings.  [LW-CTRY-01, LW-CTRY-07, LW-CTRY-10]"""
    check_lay_country(field, order)
    field.country = read_country({**write_country(field.country), **order.features}, "features")
    field.setup = field.setup.but(laid=True)
    field.emit(CountryLaid(clause="LW-CTRY-01", side=field.side, features=tuple(sorted(order.features))))
    _advise(field)


def _advise(field: Field) -> None:
    """Warnings about a Country too full, too open, or cut by a river.  W-CTRY-1, W-CTRY-2, W-CTRY-3.  [LW-CTRY-10]"""
    country, size = field.country, field.country.size
    said: list[tuple[str, str]] = []
    if size is not None:
        outlines = [one.outline for one in country.houses.values()] + [one.outline for one in country.woods.values()]
        covered = sum(abs(area(one)) for one in outlines)
        middle = any(size[1] <= 3 * y <= 2 * size[1] for one in outlines for _, y in one)
        if 3 * covered > 2 * size[0] * size[1]:
            said.append(("W-CTRY-1", say("This Country is crowded; guns will have little to shoot at.")))
        if not middle:
            said.append(("W-CTRY-2", say("There is a wide open belt along the middle; attacks will be costly.")))
    if country.water and len(country.fords) + len(country.bridges) < 2 * len(country.water):
        said.append(("W-CTRY-3", say("This river has few fords or bridges.")))
    for code, words in said:
        field.emit(CountryWarned(clause="LW-CTRY-10", side=field.side, code=code, sum=words))


# -- forces ------------------------------------------------------------------------------------------------


def check_forces(field: Field, order: SetForces) -> int:
    """Check that a side may have a force.  E-FORCE-08, E-FORCE-02, E-FORCE-01.  [LW-FORCE-01, LW-FORCE-02, LW-FORCE-08, LW-DEF-01]"""
    total, wanted = price(order.inf, order.cav, order.guns), field.options.purchase_total
    bought = isinstance(order, BuyForce)
    if bought and (total > wanted or (total < wanted and field.options.purchase_exact == "exact")):
        words = say(
            "This force costs {total}; it must cost exactly {wanted}."
            if field.options.purchase_exact == "exact"
            else "This force costs {total}; it must cost at most {wanted}.",
            total=_points(total),
            wanted=wanted,
        )
        raise Illegal("E-FORCE-08", words, "LW-FORCE-08")
    if order.inf + order.cav < LEAST_FORCE:
        raise Illegal(
            "E-FORCE-02", say("A side needs at least {least_force} men.", least_force=LEAST_FORCE), "LW-FORCE-02"
        )
    other = field.setup.forces.get(field.enemy)
    if bought or other is None or field.enemy in field.setup.bought:
        return 0
    if field.options.variety == "defensive":
        _two_thirds(field, order, other)
    elif other != (order.inf, order.cav, order.guns) and not (order.agreed and field.enemy in field.setup.agreed):
        raise Illegal("E-FORCE-01", say("The forces are not equal; both players must agree."), "LW-FORCE-01")
    return 0


def _points(total: Fraction) -> str:
    return str(total) if total.denominator == 1 else f"{total.numerator / total.denominator}"


def _two_thirds(field: Field, order: SetForces, other: tuple[int, ...]) -> None:
    """E-FORCE-01: the defender must be two-thirds as strong as the attacker: by points, in each arm, or in men.  [LW-DEF-01]"""
    mine = (order.inf, order.cav, order.guns)
    defender = field.setup.defender or field.other(field.position.first)
    weak, strong = (mine, other) if field.side == defender else (other, mine)
    by = field.options.def_ratio_by
    if by == "points":
        least, most = price(*strong) * DEFENDER - COST["cav"], price(*strong) * DEFENDER
        fits = least < price(*weak) <= most
    elif by == "men":
        fits = 2 * sum(strong[:2]) - 3 < 3 * sum(weak[:2]) <= 2 * sum(strong[:2])
    else:
        fits = all(2 * many - 3 < 3 * few <= 2 * many for few, many in zip(weak, strong, strict=True))
    if not fits:
        raise Illegal("E-FORCE-01", say("The defender is two-thirds as strong as the attacker."), "LW-DEF-01")


def set_forces(field: Field, order: SetForces) -> None:
    """Set a side's force; if it has none yet, as a body of each arm and its guns.  [LW-FORCE-01, LW-FORCE-08, LW-SETUP-09]"""
    check_forces(field, order)
    setup, side = field.setup, field.side
    agreed = tuple(dict.fromkeys((*setup.agreed, side))) if order.agreed else setup.agreed
    bought = tuple(dict.fromkeys((*setup.bought, side))) if isinstance(order, BuyForce) else setup.bought
    field.setup = setup.but(
        forces={**setup.forces, side: (order.inf, order.cav, order.guns)}, agreed=agreed, bought=bought
    )
    _raise(field, order)
    field.original[side] = order.inf + order.cav
    clause = "LW-FORCE-08" if isinstance(order, BuyForce) else "LW-FORCE-01"
    total = to_say("it costs {points}", points=_points(price(order.inf, order.cav, order.guns)))
    field.emit(ForceBought(clause=clause, side=side, inf=order.inf, cav=order.cav, guns=order.guns, sum=total))
    if order.guns and any(
        not low * order.guns <= men <= high * order.guns
        for (low, high), men in zip(FOR_A_GUN.values(), (order.inf, order.cav), strict=True)
    ):
        words = to_say("This force is outside the usual 20–25 infantry and 12–15 cavalry a gun.")
        field.emit(CountryWarned(clause="LW-FORCE-07", side=side, code="W-FORCE-2", sum=words))


def _raise(field: Field, order: SetForces) -> None:
    """Put the force on the floor, if the side has none yet."""
    side = field.side
    if any(body.side == side for body in field.bodies.values()):
        return
    of = word(side.capitalize())
    foot, horse = say("{side} foot", side=of), say("{side} horse", side=of)
    for arm, key, name, men in (("infantry", "foot", foot, order.inf), ("cavalry", "horse", horse, order.cav)):
        if men:
            body = field.bodies[f"{side}-{key}"] = Body(f"{side}-{key}", side, arm, men, name=name)
            field.men[body.id] = expanded(body, field.options.radius(arm))
    for number in range(1, order.guns + 1):
        gun = f"{side}-gun-{number}"
        field.guns[gun] = Gun(gun, side, name=say("{side} gun {number}", side=of, number=number))


def check_roll(field: Field, order: RollHandicap) -> int:
    """Check that the dice are in use and not thrown yet.  E-FORCE-04.  [LW-FORCE-04]"""
    if not field.options.dice_handicap or field.side in field.setup.thrown:
        words = say("The dice handicap is not in use, or you have already thrown.")
        raise Illegal("E-FORCE-04", words, "LW-FORCE-04")
    return 0


def roll(field: Field, order: RollHandicap) -> None:
    """Leave out twelve men; two dice restore that many of them.  [LW-FORCE-04]"""
    check_roll(field, order)
    dice = [draw(field.chance.seed, f"{field.side}/handicap/{die}", 6) + 1 for die in (1, 2)]
    throw = order.throw if order.throw is not None else sum(dice)
    arm = order.arm if field.options.dice_arm == "named" else "infantry"
    gone = LEFT_OUT - throw
    bodies = [body.id for body in field.bodies.values() if body.side == field.side and body.arm == arm]
    for identity in sorted(bodies, key=lambda one: -len(field.free(one))):
        men = min(gone, len(field.free(identity)))
        field.men[identity] = field.men[identity][: len(field.men[identity]) - men]
        gone -= men
    field.setup = field.setup.but(thrown={**field.setup.thrown, field.side: throw})
    field.original[field.side] = len(field.free_men(field.side))
    left = len([man for man in field.free_men(field.side) if man.arm == arm])
    field.emit(
        HandicapThrown(
            clause="LW-FORCE-04",
            side=field.side,
            throw=throw,
            men=left,
            sum=to_say("12 out, {throw} back", throw=throw),
        )
    )


# -- ready, agreed, objected, restored ---------------------------------------------------------------------------


def check_ready(field: Field, order: Ready) -> int:
    """Check that everything is put down, with no more scouts than agreed.  E-SETUP-06, E-EXT-06.  [LW-SETUP-04, LW-EXT-06]"""
    if field.setup.phase == "interval" or any(field.own_moves.values()):
        return 0
    men = sum(len(field.free(one.id)) for one in field.bodies.values() if one.side == field.side and _in_hand(one))
    guns = sum(one.owner == field.side and _in_hand(one) for one in field.guns.values())
    if field.position.has_map and (men or guns):
        left = (
            counted(men, "man", "men")
            if not guns
            else counted(guns, "gun")
            if not men
            else say("{men} men and {guns} guns", men=men, guns=guns)
        )
        raise Illegal("E-SETUP-06", say("Still to be placed: {left}.", left=left), "LW-SETUP-04")
    scouts = [man for man in field.free_men(field.side) if man.arm == "cavalry"]
    most = field.options.scout_count
    if field.options.boxes and most is not None and len(scouts) > most:
        raise Illegal(
            "E-EXT-06", say("{scouts} scouts are out; {most} were agreed.", scouts=len(scouts), most=most), "LW-EXT-06"
        )
    return 0


def _in_hand(thing: Body | Gun) -> bool:
    """Whether a thing is still to be put down: it has no place, and is not aboard anything."""
    return thing.at is None and not thing.aboard


def ready(field: Field, order: Ready) -> None:
    """Record that a side is ready; when both are, the curtain is drawn, or Go is given.  [LW-SETUP-04, LW-SETUP-05, LW-TIME-08]"""
    check_ready(field, order)
    sides = tuple(dict.fromkeys((*field.setup.ready, field.side)))
    between = field.setup.phase == "interval"
    enough = len(sides) == 2 or (between and field.options.interval_ready == "next_mover")
    phase = "" if enough else field.setup.phase
    field.setup = field.setup.but(ready=() if enough else sides, phase=phase)
    clause = "LW-TIME-08" if between else "LW-SETUP-04"
    curtain = enough and field.options.curtain and not between
    field.emit(SideReady(clause=clause, side=field.side, curtain=curtain))
    if enough and not between:
        for side, one in of_the_battle(field.closed(counted=False)):
            told = CountryWarned(clause=one["clause"], side=side or field.side, code=one["code"], sum=one["sentence"])
            field.emit(told)


def check_allowance(field: Field, order: AgreeAllowance) -> int:
    """Check that an allowance is not longer than the table's.  E-TIME-03.  [LW-TIME-03]"""
    table = -(-seconds_allowed(field.position.but(setup=field.setup.but(allowance=None)), field.side) // MINUTE)
    if order.minutes > table or field.options.allowance_update == "fixed":
        raise Illegal("E-TIME-03", say("The allowance may only be reduced, from {table}.", table=table), "LW-TIME-03")
    return 0


def agree_allowance(field: Field, order: AgreeAllowance) -> None:
    """Fewer minutes apply after both sides have named the same.  [LW-TIME-03]"""
    check_allowance(field, order)
    proposed = {**field.setup.proposed, field.side: order.minutes}
    same = len(proposed) == 2 and len(set(proposed.values())) == 1
    field.setup = field.setup.but(
        proposed={} if same else proposed, allowance=order.minutes if same else field.setup.allowance
    )
    field.emit(SetupSettled(clause="LW-TIME-03", side=field.side, what="allowance", of=str(order.minutes)))


def check_object(field: Field, order: Object) -> int:
    """Check that an objection is in time and new.  E-OBJ-01, E-OBJ-02.  [LW-CTRY-05, LW-MELEE-06]"""
    if field.setup.phase in ("interval", "over"):
        raise Illegal("E-OBJ-01", say("Objections to a move close with its adjudication."), "LW-MELEE-06")
    if _objection(field, order) in field.setup.objected:
        raise Illegal("E-OBJ-02", say("This is already decided."), "LW-MELEE-06")
    return 0


def _objection(field: Field, order: Object) -> str:
    return f"{field.side}/{field.number}/{order.kind.replace(' ', '-')}/{order.about}"


def object_to(field: Field, order: Object) -> None:
    """Record an objection; displaced things are marked to be put back.  [LW-CTRY-05, LW-CTRY-06, LW-MELEE-06]"""
    check_object(field, order)
    objected = (*field.setup.objected, _objection(field, order))
    disturbed = field.setup.disturbed
    if order.kind == "disturbance" and order.about:
        disturbed = tuple(dict.fromkeys((*disturbed, order.about)))
    field.setup = field.setup.but(objected=objected, disturbed=disturbed)
    clause = {"disturbance": "LW-CTRY-06", "lying": "LW-CTRY-05", say("lying across"): "LW-CTRY-05"}.get(
        order.kind, "LW-MELEE-06"
    )
    field.emit(Objected(clause=clause, side=field.side, body=order.about or field.side, what=order.kind))


def check_restore(field: Field, order: Restore) -> int:
    """Check that a thing was recorded as disturbed.  E-CTRY-06.  [LW-CTRY-06]"""
    if order.about not in field.setup.disturbed:
        raise Illegal("E-CTRY-06", say("Nothing is recorded as disturbed there."), "LW-CTRY-06")
    return 0


def restore(field: Field, order: Restore) -> None:
    """Put a thing displaced by accident back; nobody gains or loses by it.  [LW-CTRY-06, LW-CTRY-07, LW-SHOT-06]"""
    check_restore(field, order)
    field.setup = field.setup.but(disturbed=tuple(one for one in field.setup.disturbed if one != order.about))
    field.emit(AccidentMended(clause="LW-CTRY-06", side=field.side, body=order.about))
