"""Shots: when a gun may fire, what each shot does, and how the gun points after it.

[LW-GUN-01, LW-GUN-02, LW-GUN-07 to LW-GUN-13, LW-SHOT-01 to LW-SHOT-08]
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.errors import Illegal, Invalid
from rules.floor.field import nothing
from rules.ground.compass import ahead, bearing
from rules.ground.geometry import square_to_leg
from rules.little_wars.captures.prisoners import liberate
from rules.little_wars.events import AccidentMended, GunLaid, GunUnharmed, MenKilled, MenLayDown, ShotFired, ShotSettled
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.ground import footprint
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import is_near_gun, near_gun, parts, posts, within_of_gun
from rules.little_wars.force.position import Gun
from rules.little_wars.gunnery.guns import check_named_crew, crew_of, in_action, own_gun, serve
from rules.little_wars.gunnery.simulated import drawn_shot, swing_to
from rules.little_wars.orders import ConfirmShot, DisputeShot, FireGun, LieDown
from rules.little_wars.orders.facts import OVER, Effect, Shot
from rules.little_wars.tables.chapter_five import CART
from rules.little_wars.tables.gunnery import FIRST_FIRE, SHOTS_OF_THE_FIRST_GAME
from rules.little_wars.tables.nearness import SIX_INCHES
from rules.values.measure import INCH, Point
from rules.values.sentence import of_field, say, word

FIRE_OVER = 200 * INCH
"""The distance before a gun in which men in its line of fire are searched."""


def check_fire(field: Field, order: FireGun) -> int:
    """The number of shots that a gun may fire.

    Refused: E-GUN-01, E-GUN-04, E-GUN-06, E-GUN-07, E-GUN-08, E-GUN-12, E-GUN-18, E-CAP-04, E-CTRY-04, E-EXT-12, E-MOVE-02.
    """
    gun = own_gun(field, order)
    called = field.called(gun.id)
    if order.clearing:
        raise Illegal("E-CTRY-04", say("The Country may not be moved to help a gun."), "LW-CTRY-04")
    _date(field)
    _its_turn(field, gun)
    in_action(field, gun, order.measured.near)
    check_named_crew(field, gun, order.crew)
    shots = _number(field, gun, order)
    _cart(field, gun, order)
    if order.measured.blocked:
        raise Illegal(
            "E-GUN-08", say("Gun {called} cannot swing that far: something is in the way.", called=called), "LW-GUN-08"
        )
    facing = _bearing(field, gun, order)
    if facing is not None and gun.at is not None and order.measured.shots is None:  # a gun really fired was swung
        lying_for(field, gun, gun.at, facing)
        _posts_free(field, gun, gun.at, facing)
    return shots


def _date(field: Field) -> None:
    """E-GUN-01: no gun may fire before the First Player's second move, except the defender's in the Defensive Game.

    [LW-GUN-01, LW-GUN-02, LW-DEF-08, LW-SETUP-06]
    """
    defensive = field.options.variety == "defensive"
    if defensive and field.side != field.position.first:
        return
    if field.number >= FIRST_FIRE:
        return
    whose = say("your") if defensive else say("the First Player's")
    words = say("No gun may fire before {whose} second move.", whose=whose)
    raise Illegal("E-GUN-01", words, "LW-DEF-08" if defensive else "LW-GUN-01")


def _its_turn(field: Field, gun: Gun) -> None:
    """E-GUN-06: a gun that has moved may not fire, and one gun finishes before the next begins.  [LW-GUN-06, LW-GUN-07]"""
    done = field.guns_done.get(gun.id)
    if done == "moved" or (done and field.firing != gun.id):
        clause = "LW-GUN-06" if done == "moved" else "LW-GUN-07"
        raise Illegal(
            "E-GUN-06", say("Gun {id} has already {done} this move.", id=field.called(gun.id), done=word(done)), clause
        )


def _number(field: Field, gun: Gun, order: FireGun) -> int:
    """The number of shots that an order fires, misses included.  E-GUN-07.  [LW-GUN-07]"""
    reported = order.measured.shots
    shots = len(reported) if reported is not None and order.shots is None else order.shots
    shots = 1 if shots is None else shots
    if reported is not None and len(reported) > shots:
        shots = len(reported)
    most = SHOTS_OF_THE_FIRST_GAME if field.options.legacy_1 else field.options.shots_per_move
    if not shots:
        raise Illegal("E-GUN-08", say("A gun is swung only to fire at least one shot."), "LW-GUN-08")
    if field.shots.get(gun.id, 0) + shots > most:
        words = {4: say("four"), 6: say("six")}[most]
        raise Illegal(
            "E-GUN-07", say("Gun {id} has fired its {words} shots.", id=field.called(gun.id), words=words), "LW-GUN-07"
        )
    return shots


def _cart(field: Field, gun: Gun, order: FireGun) -> None:
    """E-EXT-12: with ammunition carts, one must be within two moves.  [LW-EXT-12]"""
    if not field.options.ammo_carts:
        return
    far = order.measured.supply
    if far is not None:
        near = far <= CART
    else:
        carts = [
            one
            for one in field.waggons.values()
            if one.kind != "waggon" and one.owner == field.side and not one.destroyed
        ]
        near = any(
            one.at is not None
            and gun.at is not None
            and within_of_gun(gun.at, gun.facing, field.options, one.at, 0, CART)
            for one in carts
        )
    if not near:
        words = say("No ammunition cart within two moves of gun {id}.", id=field.called(gun.id))
        raise Illegal("E-EXT-12", words, "LW-EXT-12")


# -- the swing ------------------------------------------------------------------------------------------


def _bearing(field: Field, gun: Gun, order: FireGun) -> int | None:
    """The bearing of the gun in degrees; None if it does not change."""
    if order.target and field.options.shot_source == "simulated":
        return swing_to(field, gun, order.target)
    aim = order.aim
    if aim is None:
        return None
    if aim.bearing is not None:
        return aim.bearing
    return bearing(gun.at, aim.at) if aim.at is not None and gun.at is not None else None


def lying_for(field: Field, gun: Gun, at: Point, facing: int) -> list[Man]:
    """Own men near a gun who lie down so that it can be swung, in the direction in which the fewest must.

    E-GUN-08 if in neither direction it is clear of the Country and of other men.  [LW-GUN-08, LW-GUN-09]
    """
    ways = [_swept(field, gun, at, facing, turn) for turn in (1, -1)]
    free = [men for thing, men in ways if not thing]
    hindrances = [thing for thing, _ in ways]
    if not free:
        words = say(
            "Gun {id} cannot swing that far: {hindrances} is in the way.",
            id=field.called(gun.id),
            hindrances=hindrances[0],
        )
        raise Illegal("E-GUN-08", words, "LW-GUN-08")
    return min(free, key=len)


def _swept(field: Field, gun: Gun, at: Point, facing: int, turn: int) -> tuple[str, list[Man]]:
    """What bars a gun that is swung in one direction, degree by degree, and who of its side lies down for it."""
    now, lying = gun.facing % 360, list[Man]()
    near = [
        man
        for man in field.all_men()
        if man.at is not None and not man.lying and (man.free or man.held) and is_near_gun(field, man, gun)
    ]
    while now != facing % 360:
        now = (now + turn) % 360
        met = [man for man in near if within_of_gun(at, now, field.options, man.at or at, field.radius(man), 0)]
        lying += [man for man in met if _lies_down(field, man)]
        near = [man for man in near if man not in lying]
        standing = next((man for man in met if man not in lying), None)
        thing = (
            say("a man of {body}", body=field.called(standing.body))
            if standing is not None
            else _in_the_country(field, at, now)
        )
        if thing:
            return thing, lying
    return "", lying


def _lies_down(field: Field, man: Man) -> bool:
    """Whether a man lies down for a gun of his side: by option nobody does.  [LW-GUN-09]"""
    return man.free and man.side == field.side and field.options.lying != "off"


def _in_the_country(field: Field, at: Point, facing: int) -> str:
    """The footprint that a part of a gun would enter; the edge of the field bars nothing."""
    if not field.position.has_map:
        return ""
    found = (footprint(field.country, place, 0, field.options) for place in parts(at, facing, field.options))
    return next((thing for thing in found if thing), "")


def _posts_free(field: Field, gun: Gun, at: Point, facing: int) -> None:
    """E-GUN-12: the posts at the trail may not be in a footprint; beyond the edge of the field they may be.  [LW-GUN-13]"""
    if not field.position.has_map:
        return
    for post in posts(at, facing, field.options):
        if footprint(field.country, post, 0, field.options):
            words = say(
                "Two men must stand at the trail of gun {id}, one each side, behind the wheels.",
                id=field.called(gun.id),
            )
            raise Illegal("E-GUN-12", words, "LW-GUN-13")


# -- the shots --------------------------------------------------------------------------------------------


def fire(field: Field, order: FireGun) -> None:
    """A gun fires; each shot is settled before the next, and its dead are removed at once.  [LW-GUN-07, LW-GUN-11, LW-SHOT-07]"""
    shots = check_fire(field, order)
    gun = field.guns[order.gun]
    serve(field, gun, crew_of(field, gun, None)[0], order.crew)
    field.guns_done[gun.id], field.firing = "fired", gun.id
    facing = _bearing(field, gun, order)
    _make_room(field, gun, order, facing)
    elevation = order.aim.elevation if order.aim is not None else None
    gun = field.change_gun(
        gun.id,
        facing=gun.facing if facing is None else facing,
        elevation=gun.elevation if elevation is None else elevation,
        trail={},
    )
    reported = order.measured.shots or ()
    for i in range(shots):
        field.shots[gun.id] = field.shots.get(gun.id, 0) + 1
        shot = reported[i] if i < len(reported) else Shot()
        if field.options.shot_source == "simulated" and order.target and not reported:
            shot = drawn_shot(field, gun, order.target, field.shots[gun.id])
        _settle(field, gun, order, shot)
    field.emit(
        GunLaid(
            clause="LW-GUN-11", side=field.side, body=gun.id, shots=field.shots[gun.id], facing=gun.facing,
            elevation=gun.elevation,
        )
    )  # fmt: skip


def _make_room(field: Field, gun: Gun, order: FireGun, facing: int | None) -> None:
    """Men in the way of the swing lie down without an order, until the gun phase ends.  [LW-GUN-09]"""
    if facing is None or gun.at is None or order.measured.shots is not None:
        return
    lying = lying_for(field, gun, gun.at, facing)
    for man in lying:
        man.lying = True
    if lying:
        field.emit(MenLayDown(clause="LW-GUN-09", side=field.side, body=gun.id, men=counts(lying)))


def _settle(field: Field, gun: Gun, order: FireGun, shot: Shot) -> None:
    """Settle one shot: the dead, those struck but unhurt, accidents; then prisoners left without an escort."""
    dead, unhurt, touched = _victims(field, shot.effects)
    number = field.shots[gun.id]
    field.emit(
        ShotFired(
            clause="LW-SHOT-03" if touched or unhurt else "LW-SHOT-01" if dead else "LW-GUN-07", side=field.side,
            body=gun.id, shot=number, target=order.target, dead=counts(dead), unhurt=counts(unhurt),
        )
    )  # fmt: skip
    for man in dead:
        field.kill(man)
    for identity, men in counts([man for man in dead if man is not touched]).items():
        field.emit(MenKilled(clause="LW-SHOT-01", side=field.bodies[identity].side, body=identity, men=men, gun=gun.id))
    if touched is not None:
        side = field.bodies[touched.body].side
        field.emit(MenKilled(clause="LW-SHOT-02", side=side, body=touched.body, men=1, gun=gun.id))
    for identity, men in shot.accident.items():
        if identity not in field.bodies:
            raise nothing("body", identity)
        field.emit(AccidentMended(clause="LW-SHOT-06", side=field.bodies[identity].side, body=identity, men=men))
    for identity, clause in ((shot.gun, "LW-GUN-20"), (shot.box, "LW-EXT-09")):
        if identity:
            field.emit(GunUnharmed(clause=clause, side=field.side_of(identity) or field.side, body=identity))
    liberate(field)


def _victims(field: Field, effects: Iterable[Effect]) -> tuple[list[Man], list[Man], Man | None]:
    """The dead of a shot in time order, those struck but unhurt, and the one who died of a touch.

    A man overset dies; a man touched dies only if the shot has killed nobody yet.  A lying man cannot be
    overset and counts as touched.  [LW-SHOT-01 to LW-SHOT-05, LW-SHOT-04]
    """
    dead: list[Man] = []
    unhurt: list[Man] = []
    touched: Man | None = None
    for effect in effects:
        struck = _struck(field, effect, [*dead, *unhurt])
        if effect.kind == OVER:
            # A man touched and unhurt who is overset after all is dead.
            again = [man for man in unhurt if man.body == effect.body and not man.lying]
            struck += again[: effect.men - len(struck)]
        for man in struck:
            if effect.kind == OVER and not man.lying:
                unhurt = [one for one in unhurt if one is not man]
                dead.append(man)
            elif not dead:
                dead.append(man)
                touched = man
            else:
                unhurt.append(man)
    return dead, unhurt, touched


def _struck(field: Field, effect: Effect, named: list[Man]) -> list[Man]:
    """The men that an effect means: of the body, not named before; free ones before prisoners.  [LW-SHOT-05]"""
    body, _, number = effect.body.partition("#")
    if body not in field.bodies:
        raise Invalid(of_field("effects", say("there is no body {body}", body=effect.body)))
    if field.bodies[body].side == field.side and not field.options.friendly_fire:
        return []
    men = [man for man in field.men[body] if (man.free or man.held or man.status == "aboard") and man not in named]
    men = [man for man in men if man.status != "aboard" or field.bodies[body].aboard in field.trains]
    if number:
        men = [man for man in men if str(man.number) == number]
    standing = sorted(men, key=lambda man: (not man.free, man.number))
    return standing[: effect.men]


# -- lying down, confirming ---------------------------------------------------------------------------------


def check_lie_down(field: Field, order: LieDown) -> list[Man]:
    """The men who may lie down: the firer's own, near the gun or in front of it.  E-GUN-09.  [LW-GUN-09, LW-GUN-10]"""
    refusal = Illegal(
        "E-GUN-09", say("Only your men about the gun, or in front of its fire, may lie down."), "LW-GUN-09"
    )
    if field.options.lying == "off":
        raise refusal
    gun = own_gun(field, order) if order.gun else None
    lying: list[Man] = []
    for identity, number in order.men.items():
        body = field.bodies.get(identity)
        if body is None or body.side != field.side or not field.free(identity):
            raise refusal
        men = field.free(identity)
        about = men if gun is None else _next_to(gun, field, [man for man in men if _about_or_before(field, gun, man)])
        if not about or (number and len(about) < number):
            raise refusal
        lying += about[: number or len(about)]
    return lying


def may_lie(field: Field, gun: Gun) -> dict[str, int]:
    """How many men of each body may lie down for a gun.  [LW-GUN-09, LW-GUN-10]"""
    if field.options.lying == "off":
        return {}
    return counts(man for man in field.free_men(field.side) if _about_or_before(field, gun, man))


def _next_to(gun: Gun, field: Field, men: list[Man]) -> list[Man]:
    """Men sorted by distance from any part of a gun or from the line of its fire."""
    if gun.at is None:
        return men
    muzzle, trail, left, right = parts(gun.at, gun.facing, field.options)
    far = ahead(gun.at, gun.facing, FIRE_OVER)

    def off(man: Man) -> Fraction:
        at = man.at or muzzle
        return min(square_to_leg(trail, far, at), square_to_leg(left, right, at))

    return sorted(men, key=off)


def _about_or_before(field: Field, gun: Gun, man: Man) -> bool:
    """Whether a man is within six inches of a gun, or in front of its muzzle."""
    if man.at is None or gun.at is None:
        return True
    if is_near_gun(field, man, gun, SIX_INCHES) or man in near_gun(field, gun, field.side):
        return True
    muzzle = parts(gun.at, gun.facing, field.options)[0]
    before = (muzzle[0] - gun.at[0]) * (man.at[0] - gun.at[0]) + (muzzle[1] - gun.at[1]) * (man.at[1] - gun.at[1])
    return before > 0


def lie_down(field: Field, order: LieDown) -> None:
    """Men lie down at their places until the gun phase ends; it is not a move.  [LW-GUN-09, LW-GUN-10]"""
    men = check_lie_down(field, order)
    for man in men:
        man.lying = True
    if men:
        body = order.gun or men[0].body
        field.emit(MenLayDown(clause="LW-GUN-09", side=field.side, body=body, men=counts(men)))


def rise(field: Field) -> None:
    """End the gun phase: lying men stand up.  [LW-GUN-09]"""
    for man in field.all_men():
        man.lying = False


def check_confirm(field: Field, order: ConfirmShot) -> int:
    """Check that the opponent confirms a shot.  E-SHOT-01.  [LW-SHOT-08]"""
    if order.by != field.enemy:
        raise Illegal("E-SHOT-01", say("The opponent confirms a shot."), "LW-SHOT-08")
    if field.shots.get(order.gun, 0) < order.shot:
        raise Illegal(
            "E-NONE", say("Gun {gun} has not fired shot {shot}.", gun=order.gun, shot=order.shot), "LW-SHOT-08"
        )
    return 0


def confirm(field: Field, order: ConfirmShot) -> None:
    """Confirm a shot, or pass its dispute to the umpire.  [LW-SHOT-08]"""
    check_confirm(field, order)
    disputed = isinstance(order, DisputeShot)
    field.emit(
        ShotSettled(
            clause="LW-SHOT-08",
            side=field.enemy,
            body=order.gun,
            shot=order.shot,
            disputed=disputed,
            sum=getattr(order, "text", ""),
        )
    )
