"""Charges against guns: how many one charge takes, and the losses.  [KS-CHARGE-28]"""

from __future__ import annotations

from rules.kriegspiel.charges import cavalry, infantry
from rules.kriegspiel.events import ChargeDelivered, GunCaptured, GunDisputed, ServersKilled, TargetReckoned
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.crews import servers
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import NOBODY, Body, Gun
from rules.kriegspiel.melee.fight import take_prisoners
from rules.kriegspiel.orders import Charge
from rules.kriegspiel.tables.blow import Blow, downhill
from rules.kriegspiel.tables.charges import DEFENDED_WITHIN, EXTENDED, GUN_COSTS, GUN_HOLDERS, one_for_every
from rules.values.sentence import say, say_many, to_say, word


def settle(field: Field, blow: Blow, order: Charge) -> None:
    """Settle a charge against guns in contact, after the men near them."""
    guns = guns_in_contact(field, blow, order)
    field.engaged.update(one for gun in guns for one in (gun.id, gun.crew))
    sabres = _meet_defenders(field, blow, guns, order)
    price = GUN_COSTS[blow.band]
    most = 1 if field.options.guns_per_charge == "one" else len(guns)
    force = sabres * blow.multiple
    taken = min(len(guns), most, force // (price + GUN_HOLDERS))
    effective = taken * price if taken else min(price, force)
    lost = sabres if effective == force else effective // blow.multiple
    field.lose(blow.body, lost)
    words = to_say(
        "{band}: {price} men a gun, {gun_holders} to hold it: {force} ÷ {price2} = {force2}, of {guns} "
        "in contact: {taken} taken; lost {lost}",
        band=word(blow.band),
        price=price,
        gun_holders=GUN_HOLDERS,
        force=force,
        price2=price + GUN_HOLDERS,
        force2=force // (price + GUN_HOLDERS),
        guns=len(guns),
        taken=taken,
        lost=lost,
    )
    field.emit(
        ChargeDelivered(
            clause="KS-CHARGE-28", side=field.side, sum=words, body=blow.body, target=blow.target, distance=blow.distance,
            band=blow.band, chargers=blow.chargers, charged=0, multiple=blow.multiple, chargers_lost=lost,
        )
    )  # fmt: skip
    for gun in guns[:taken]:
        if field.options.dealt_with_window == "next_move":
            field.change_gun(gun.id, taken_by=blow.body, in_dispute=True)
            field.emit(GunDisputed(clause="KS-CHARGE-28", side=gun.owner, body=gun.id))
        else:
            take_gun(field, gun, blow.body)


def guns_in_contact(field: Field, blow: Blow, order: Charge) -> list[Gun]:
    """The enemy guns that the chargers touch: as measured, else the charged one, which comes first."""
    named = order.measured.guns or (blow.target,)
    first = sorted(set(named), key=lambda one: (one != blow.target, one))
    found = [field.guns[one] for one in first if one in field.guns]
    return [gun for gun in found if gun.owner != field.side and not gun.destroyed]


def _meet_defenders(field: Field, blow: Blow, guns: list[Gun], order: Charge) -> int:
    """Meet the men near the guns other than their servers, each body by its own clause; returns the sabres that are left."""
    sabres = blow.chargers
    for body, men in _defenders(field, guns):
        if not sabres:
            break
        before = field.bodies[blow.body].men
        if body is None:
            _meet_unknown_body(field, blow, guns[0], men)
        else:
            field.engaged.add(body.id)
            arm = "cavalry" if body.mounted else "infantry"
            multiple = downhill(field.options, blow.fall, arm)
            met = blow._replace(target=body.id, chargers=sabres, charged=min(men, body.ashore), multiple=multiple)
            words = say("{charged} of {id} stand by the guns and are met first", charged=met.charged, id=body.id)
            field.emit(TargetReckoned(clause="KS-CHARGE-28", side=body.side, body=body.id, reckoned_as=words))
            if body.mounted:
                cavalry.settle(field, met, order)
            else:
                infantry.settle(field, met)
        sabres -= before - field.bodies[blow.body].men
    return sabres


def _defenders(field: Field, guns: list[Gun]) -> list[tuple[Body | None, int]]:
    """The men within six inches of the guns other than their servers, by body: as measured, else by their places.

    A measured number belongs to the bodies that stand there, or to the only possible body; else their body is unknown.
    """
    near = _bodies_near(field, guns)
    measured = field.facts.dealt_with or {}
    numbers = [measured[gun.id] for gun in guns if gun.id in measured]
    if not numbers:
        return list(near)
    found: list[tuple[Body | None, int]] = []
    left = sum(numbers)
    for body in [body for body, _ in near] or _meant(field):
        found.append((body, min(left, body.ashore)))
        left -= min(left, body.ashore)
    return [one for one in (*found, (None, left)) if one[1]]


def _bodies_near(field: Field, guns: list[Gun]) -> list[tuple[Body, int]]:
    """The fit bodies of the guns' side within six inches that serve no gun, by id, each with its men there."""
    crews = {gun.crew for gun in field.guns.values()}
    found: dict[str, tuple[Body, int]] = {}
    for gun in guns:
        for body, men in (
            survey.men_around(field, gun.owner, gun.at, DEFENDED_WITHIN, gun.id) if gun.at is not None else ()
        ):
            if body.id not in crews:
                found[body.id] = (body, max(men, found.get(body.id, (body, 0))[1]))
    return [found[one] for one in sorted(found)]


def _meant(field: Field) -> list[Body]:
    """The one enemy body that a number of men near a gun can mean, if there is only one."""
    crews = {gun.crew for gun in field.guns.values()}
    free = [
        one for one in field.bodies_of(field.enemy) if one.fit and one.id not in crews and one.id not in field.frozen
    ]
    return free if len(free) == 1 else []


def _meet_unknown_body(field: Field, blow: Blow, gun: Gun, men: int) -> None:
    """Men near a gun whose body is unknown count as infantry in extended order.  [KS-CHARGE-31]"""
    row = EXTENDED[blow.band]
    lost = min(one_for_every(men, row.one_for_every, field.options.loss_fraction_rule), blow.chargers)
    field.lose(blow.body, lost)
    fallen = min(row.kills * blow.chargers, men)
    words = say_many(
        "{n} man stands by the guns: cavalry {men2} ÷ {one_for_every} = {lost}; of them {kills} × {chargers}, of {men3}: {fallen}",
        "{n} men stand by the guns: cavalry {men2} ÷ {one_for_every} = {lost}; of them {kills} × {chargers}, of {men3}: {fallen}",
        men,
        men2=men,
        one_for_every=row.one_for_every,
        lost=lost,
        kills=row.kills,
        chargers=blow.chargers,
        men3=men,
        fallen=fallen,
    )
    field.emit(TargetReckoned(clause="KS-CHARGE-28", side=gun.owner, body=gun.id, reckoned_as=words))


def servers_of(field: Field, gun: Gun) -> int:
    """The men who serve a gun; if their crew serves several, an equal part, with the remainder at the first."""
    crew = servers(field, gun)
    if crew is None:
        return 0
    served = sorted(
        one.id for one in field.guns.values() if one.crew == crew.id and one.owner == gun.owner and not one.destroyed
    )
    share, odd = divmod(crew.men, len(served))
    return share + (1 if served.index(gun.id) < odd else 0)


def take_gun(field: Field, gun: Gun, captor: str, clause: str = "KS-CHARGE-28") -> None:
    """A body takes a gun; its servers become prisoners, or are killed by option.  [KS-CHARGE-28, KS-LW-14]"""
    side = field.bodies[captor].side
    servers = servers_of(field, gun)
    if servers and field.options.gunners_fate == "killed":
        field.lose(gun.crew, servers)
        field.emit(ServersKilled(clause=clause, side=gun.owner, body=gun.crew, men=servers))
    else:
        take_prisoners(field, gun.crew, servers, captor, clause)
    field.emit(GunCaptured(clause=clause, side=gun.owner, body=gun.id, by=side))
    field.change_gun(
        gun.id,
        held_by=side,
        crew=captor,
        strayed=NOBODY,
        in_dispute=False,
        taken_by="",
        helpers=(),
        trail=NOBODY,
        must_retire=0,
        **dict.fromkeys(("flight", "retire_from", "threatened", "gave_way"), ()),
        retire_clause="",
    )
