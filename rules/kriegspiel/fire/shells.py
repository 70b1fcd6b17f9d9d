"""Fire of guns, and the effect of their shells.  [KS-GUN-01 to KS-GUN-13, KS-SHELL-01 to KS-SHELL-08]

What lies in a shell's circle is measured, shot by shot; a measured shot counts in
either mode of fire.  In measured fire, aim and elevation only set where the gun points.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Illegal, Invalid
from rules.floor.called import known_as
from rules.ground.compass import bearing
from rules.kriegspiel.command import generals
from rules.kriegspiel.events import (
    GunCovered,
    GunDestroyed,
    GunDisabled,
    MenCovered,
    PacketsLost,
    ShellFired,
    WaggonDestroyed,
)
from rules.kriegspiel.fire.aims import may_swing
from rules.kriegspiel.fire.circle import reached_by_shell
from rules.kriegspiel.fire.fire_stage import kill, known_bodies, not_moved, not_too_early, present
from rules.kriegspiel.fire.flight import may_be_thrown, throw
from rules.kriegspiel.floor.conditions import may_act
from rules.kriegspiel.floor.crews import bind, four_gunners, gun_may_act, servers
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.survey import apart
from rules.kriegspiel.force import NONE, Gun
from rules.kriegspiel.orders import Choose, FireGun
from rules.kriegspiel.orders.facts import ShotMeasured
from rules.kriegspiel.tables.annex import CART
from rules.kriegspiel.tables.fire import CREW, DISABLED
from rules.kriegspiel.transport.wrecks import upset
from rules.values.measure import FOOT, MOVE, feet
from rules.values.sentence import of_field, say, to_say, to_say_many, word

# -- whether a gun may fire -------------------------------------------------------------------------


def check_fire_gun(field: Field, order: FireGun) -> int:
    """The cost of firing a gun: the whole move.

    E-EARLY, E-DISABLED, E-DISPUTE, E-LIMBERED, E-SAMEMOVE, E-USED, E-CREW, E-SHOTS, E-SHELLTYPE, E-RANGE, E-SWING.
    """
    gun = field.own_gun(order.gun)
    not_too_early(field)
    gun_may_act(field, gun, order.name)
    _unlimbered(field, gun)
    not_moved(field, gun.id, known_as(gun), "unlimbered")
    crew = servers(field, gun)
    if crew is not None:
        may_act(field, crew, order.name)
    four_gunners(field, gun)
    _cart_near(field, gun)
    _shots_left(field, gun, order)
    _carries(field, gun, order)
    may_swing(field, gun, order)
    for place, shell in enumerate(order.measured.shells or ()):
        _understood(field, shell, f"measured.shells.{place}")
    return MOVE


def _unlimbered(field: Field, gun: Gun) -> None:
    """E-LIMBERED, or E-SAMEMOVE if it is unlimbered in this same move.  [KS-ART-02, KS-FIRE-02]"""
    now = field.did(gun.id, "unlimbered")
    if now and field.options.unlimber_then_fire:
        return
    if now:
        said = say("{gun} was unlimbered this move; it may fire in the next.", gun=known_as(gun))
        raise Illegal("E-SAMEMOVE", said, "KS-FIRE-02")
    if gun.limbered:
        raise Illegal(
            "E-LIMBERED", say("{gun} is limbered; UNLIMBER, and fire next move.", gun=known_as(gun)), "KS-ART-02"
        )


def _cart_near(field: Field, gun: Gun) -> None:
    """E-NOAMMO if the campaign requires a cart with ammunition within two moves of a gun that fires, and there is none.  [KS-ANX-04]"""
    if not field.options.gun_cart:
        return
    for cart in field.waggons.values():
        if cart.owner == gun.owner and cart.packets.ammunition and not cart.destroyed:
            if gun.at is None or cart.at is None or apart(gun.at, cart.at) <= CART:
                return
    said = say("{gun} has no ammunition cart within two moves (KS-ANX-04).", gun=known_as(gun))
    raise Illegal("E-NOAMMO", said, "KS-ANX-04")


def shots_ordered(order: FireGun) -> int:
    """The shots that an order asks for: those it says or those measured, the greater number; at least one."""
    return max(1, order.shots or 0, len(order.measured.shells or ()))


def _shots_left(field: Field, gun: Gun, order: FireGun) -> None:
    """E-SHOTS: at most four shots in a move.  [KS-GUN-04]"""
    limit = field.shots_in_a_move
    left = limit - field.shots.get(gun.id, 0)
    if shots_ordered(order) > left:
        raise Illegal(
            "E-SHOTS",
            say(
                "{gun} has {left} of {limit} shots left; {order} asked.",
                gun=known_as(gun),
                left=left,
                limit=limit,
                order=shots_ordered(order),
            ),
            "KS-GUN-04",
        )


def _carries(field: Field, gun: Gun, order: FireGun) -> None:
    """E-SHELLTYPE and E-RANGE: the gun must have the shell, and the shell must carry so far.  [KS-SHELL-01]

    An order without a shell uses the one that carries farthest.
    """
    types = field.options.shell_types
    if order.shell and order.shell not in types:
        raise Illegal(
            "E-SHELLTYPE", say("{gun} has no shell {shell}.", gun=known_as(gun), shell=word(order.shell)), "KS-SHELL-01"
        )
    shell = order.shell or max(sorted(types), key=lambda name: types[name], default="")
    far = order.measured.distance
    if far is None and order.aim is not None and order.aim.at is not None and gun.at is not None:
        far = apart(gun.at, order.aim.at)
    if far is not None and shell and far > types[shell] * FOOT:
        said = say(
            "{shell} carries {types} ft; the aim is {far}.", shell=word(shell), types=types[shell], far=feet(far)
        )
        raise Illegal("E-RANGE", said, "KS-SHELL-01")


def _understood(field: Field, shell: ShotMeasured, where: str) -> None:
    """Invalid if a fact of a shell names something not on the floor, or more men covered than inside."""
    known_bodies(field, shell.men, f"{where}.men")
    for name, covered in shell.covered.items():
        if name in field.bodies and covered > shell.men.get(name, 0):
            raise Invalid(
                of_field(
                    f"{where}.covered",
                    say(
                        "{covered} of {name} are covered, {name2} inside.",
                        covered=covered,
                        name=name,
                        name2=shell.men.get(name, 0),
                    ),
                )
            )
    for name in (*shell.guns_wholly, *shell.guns_partly):
        if name not in field.guns:
            raise Invalid(of_field(where, say("there is no gun {name} on the floor.", name=name)))
    for name in shell.waggons:
        if not any(name in group for group in (field.waggons, field.depots, field.boats, field.trains)):
            raise Invalid(of_field(f"{where}.waggons", say("there is no waggon {name} on the floor.", name=name)))


# -- firing -----------------------------------------------------------------------------------------


def fire_gun(field: Field, order: FireGun) -> None:
    """Fire a gun shot by shot, each settled before the next.  [KS-GUN-02, KS-GUN-07, KS-GUN-13, KS-SHELL-03]

    Invalid if nobody has reported where the shells lie.  A gun that is put out of action ceases fire.
    """
    check_fire_gun(field, order)
    told = order.measured.shells or ()
    shots = len(told) or (shots_ordered(order) if may_be_thrown(field, order) else 0)
    if not shots:
        raise Invalid(
            say(
                "What lay in the circle of each shell of {gun} is not reported yet (measured.shells).",
                gun=field.called(order.gun),
            )
        )
    gun = field.guns[order.gun]
    bind(field, gun, four_gunners(field, gun))
    _serve(field, gun)
    field.spend(gun.id, 0, "fired")
    for place in range(shots):
        if not _in_action(field, gun.id):
            break
        number = field.shots.get(gun.id, 0)
        field.shots[gun.id] = number + 1
        shell = told[place] if told else ShotMeasured(at=throw(field, order, number))
        _fall(field, gun, reached_by_shell(field, shell.at) if shell.at is not None and shell.only_lies else shell)
    _leave_laid(field, order)


def _serve(field: Field, gun: Gun) -> None:
    """Record who serves a gun that fired: those men may neither march nor fire rifles.  [KS-FIRE-02]"""
    for name, men in field.notes[f"hands {gun.id}"].items():
        served = field.notes.get(f"served {name}", ())
        if gun.id not in served:
            field.notes[f"served {name}"] = (*served, gun.id)
            field.serving[name] = field.serving.get(name, 0) + men


def _in_action(field: Field, name: str) -> bool:
    """Whether a gun still has four men and is intact, between two of its own shots.  [KS-GUN-02]"""
    gun = field.guns[name]
    alive = sum(min(men, field.bodies[body].men) for body, men in field.notes[f"hands {name}"].items())
    return alive >= CREW and not gun.destroyed and not gun.disabled_for


def _leave_laid(field: Field, order: FireGun) -> None:
    """Leave the gun pointing as at its last shot.  [KS-GUN-05, KS-GUN-07]"""
    gun, aim = field.guns[order.gun], order.aim
    if aim is None:
        return
    facing = aim.bearing
    if facing is None and aim.at is not None and gun.at is not None:
        facing = bearing(gun.at, aim.at)
    field.guns[gun.id] = gun.but(
        facing=gun.facing if facing is None else facing,
        elevation=gun.elevation if aim.elevation is None else aim.elevation,
    )


# -- where a shell falls ------------------------------------------------------------------------------


def number_killed(reckoned: int) -> int:
    """Men killed by a shell among those counted: half, rounded up.  [KS-SHELL-03]

    >>> [number_killed(n) for n in range(10)]
    [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    """
    return (reckoned + 1) // 2


def _fall(field: Field, gun: Gun, shell: ShotMeasured) -> None:
    """Settle one shell: men of all sides in one pool, guns, waggons, a General; depots and works are unharmed.  [KS-SHELL-08]"""
    shell = upset(field, shell)
    _men(field, gun, shell)
    for name in dict.fromkeys((*shell.guns_wholly, *shell.guns_partly)):
        _gun(field, name, shell, wholly=name in shell.guns_wholly)
    for name in dict.fromkeys(shell.waggons):
        _waggon(field, name)
    if shell.general:
        generals.shelled(field, shell.general)


def _men(field: Field, gun: Gun, shell: ShotMeasured) -> None:
    """Kill half of the men inside and uncovered.  [KS-SHELL-02, KS-SHELL-03, KS-SHELL-07]"""
    inside = {name: min(men, present(field.bodies[name])) for name, men in shell.men.items() if name in field.bodies}
    inside = {name: men for name, men in inside.items() if men}
    covered = {name: min(shell.covered[name], men) for name, men in inside.items() if shell.covered.get(name)}
    pool = {name: men - covered.get(name, 0) for name, men in inside.items()}
    reckoned, screened = sum(pool.values()), sum(covered.values())
    dead = victims(field, pool, number_killed(reckoned), shell.nearest)
    for name, men in dead.items():
        kill(field, name, men)
    if screened:
        said = to_say(
            "{screened} of {reckoned} under cover from the shell: {reckoned2} counted",
            screened=screened,
            reckoned=reckoned + screened,
            reckoned2=reckoned,
        )
        field.emit(MenCovered(clause="KS-SHELL-07", side=gun.owner, body=gun.id, men=covered, sum=said))
    said = to_say(
        "{reckoned} in the circle − {screened} under cover = {reckoned2} counted; half, rounded up: {reckoned3} killed",
        reckoned=reckoned + screened,
        screened=screened,
        reckoned2=reckoned,
        reckoned3=number_killed(reckoned),
    )
    clause = "KS-SHELL-03" if reckoned else "KS-SHELL-02"
    field.emit(
        ShellFired(
            clause=clause, side=gun.owner, body=gun.id, at=shell.at, inside=inside, covered=covered, dead=dead, sum=said
        )
    )


def victims(field: Field, pool: dict[str, int], dead: int, nearest: Sequence[str] = ()) -> dict[str, int]:
    """The dead of a pool, by body.  nearest: the body of each of its men, the nearest first, if known.  [KS-SHELL-03]

    Bodies count in the sequence in which they were measured, the nearest to the shell first: the
    officials see who is nearest and list them so.  With ``shell_victims`` = owner_chooses, those named by a
    CHOOSE of this move come before them.
    """
    fallen: dict[str, int] = {}
    wished = _wished(field)
    for name, men in wished.items():
        falling = min(dead, men, pool.get(name, 0))
        if falling:
            fallen[name] = falling
            dead -= falling
            field.notes["named at shells"] = field.notes.get("named at shells", frozenset()) | {name}
    if wished:
        field.notes["wished"] = {name: men - fallen.get(name, 0) for name, men in wished.items()}
    if not wished:
        for name in nearest[:dead]:
            fallen[name] = fallen.get(name, 0) + 1
        dead -= len(nearest[:dead])
    for name, men in pool.items():
        falling = min(dead, men - fallen.get(name, 0))
        if falling:
            fallen[name] = fallen.get(name, 0) + falling
            dead -= falling
    return fallen


def _wished(field: Field) -> dict[str, int]:
    """The dead that a CHOOSE named and that have not fallen yet, by body; kept in the notes of the field."""
    if field.options.shell_victims != "owner_chooses":
        return {}
    if "wished" not in field.notes:
        named: dict[str, int] = {}
        for index, choice in field.given.of(Choose):
            field.given.lean((index,))
            for name, men in choice.dead.items():
                named[name] = named.get(name, 0) + men
        field.notes["wished"] = named
    wished: dict[str, int] = field.notes["wished"]
    return wished


def _gun(field: Field, name: str, shell: ShotMeasured, *, wholly: bool) -> None:
    """A gun in the circle: destroyed if wholly, disabled for two moves if partly, unhurt if sheltered.  [KS-SHELL-04, KS-SHELL-05]"""
    gun = field.guns[name]
    if gun.destroyed:
        return
    if _sheltered(field, gun, shell):
        field.emit(
            GunCovered(clause="KS-SHELL-07", side=gun.owner, body=name, sum=to_say("sheltered from the shell: unhurt"))
        )
        return
    field.notes["fire"] = True
    if wholly:
        field.change_gun(name, destroyed=True)
        field.emit(
            GunDestroyed(
                clause="KS-SHELL-04", side=gun.owner, body=name, sum=to_say("wholly within 3 in. of the shell")
            )
        )
        return
    field.change_gun(name, disabled_for=DISABLED)
    field.done.setdefault(name, set()).add("disabled")
    said = to_say("partly within 3 in. of the shell: out for its owner's next two moves, counted anew")
    field.emit(GunDisabled(clause="KS-SHELL-05", side=gun.owner, body=name, moves=DISABLED, sum=said))


def _sheltered(field: Field, gun: Gun, shell: ShotMeasured) -> bool:
    """Whether a gun is sheltered: by its epaulement; under any_cover also if it was measured as covered.  [KS-SHELL-07]"""
    cover = field.options.cover_for_guns
    if cover == "none":
        return False
    if cover == "any_cover" and shell.covered.get(gun.id):
        return True
    if "epaulements" not in field.notes:
        done = (work.target for work in field.works.values() if work.kind == "epaulement" and work.state == "done")
        field.notes["epaulements"] = frozenset(done)
    return gun.id in field.notes["epaulements"]


def _waggon(field: Field, name: str) -> None:
    """Destroy a waggon touched by the circle, with its load; a depot is unharmed.  [KS-SHELL-06, KS-SHELL-08]"""
    waggon = field.waggons.get(name)
    if waggon is None or waggon.destroyed:
        return
    field.notes["fire"] = True
    field.waggons[name] = waggon.but(destroyed=True, packets=NONE)
    said = to_say("touched by the circle")
    field.emit(WaggonDestroyed(clause="KS-SHELL-06", side=waggon.owner, body=name, sum=said))
    if waggon.packets.total:
        said = to_say_many(
            "touched by the circle; {n} packet aboard",
            "touched by the circle; {n} packets aboard",
            waggon.packets.total,
        )
        field.emit(PacketsLost(clause="KS-SHELL-06", side=waggon.owner, body=name, packets=waggon.packets, sum=said))
