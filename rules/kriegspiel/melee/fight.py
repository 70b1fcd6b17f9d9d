"""Hand to hand: assaults, the melees that they start, and prisoners.  [KS-LW-01 to KS-LW-09, KS-LW-15]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.errors import Illegal, Invalid
from rules.floor.called import known_as
from rules.floor.field import nothing
from rules.floor.melee import isolated, toll
from rules.kriegspiel.events import ContactMade, MeleeFought, PrisonersTaken
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.conditions import armed, may_act, may_leave_its_place, not_used
from rules.kriegspiel.floor.crews import servers, stray
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.go import close_with, goer, may_close_with
from rules.kriegspiel.floor.remake import capture
from rules.kriegspiel.melee.fallen import Due, check_choose, lots
from rules.kriegspiel.melee.parties import Party, count_support, parties_on_the_map, party
from rules.kriegspiel.orders import Assault, Choose
from rules.kriegspiel.orders.facts import Measured
from rules.kriegspiel.reports.read_back import name_of
from rules.kriegspiel.tables.charges import LEAST_CHARGE
from rules.kriegspiel.tables.paces import climb
from rules.values.measure import cost, inches
from rules.values.sentence import say, to_say


def check_assault(field: Field, order: Assault) -> int:
    """The cost of an assault: the parts of a move for the way.

    Refused: E-MUSTCHARGE, E-TOOFEW, E-REACH and those of all orders.  [KS-LW-15, KS-CHARGE-01]
    """
    body = field.own_body(order.body)
    called = known_as(body)
    may_act(field, body, "assault")
    armed(body)
    not_used(field, body.id, called, "fired", "worked", "marched", "retired", "forded")
    if body.mounted and field.options.use_cavalry_charge:
        if body.sabres >= LEAST_CHARGE:
            raise Illegal("E-MUSTCHARGE", say("Mounted cavalry of eight or more fights by CHARGE."), "KS-LW-15")
        raise Illegal("E-TOOFEW", say("Fewer than eight horsemen may not seek contact mounted."), "KS-CHARGE-01")
    may_leave_its_place(field, body)
    defending_body(field, order.target)
    distance = order.measured.distance
    if distance is None:
        distance = survey.distance(field, order.body, order.target)
    if distance is None:
        raise Invalid(
            say(
                "assault of {body}: the distance to {target} is wanted",
                body=field.called(order.body),
                target=field.called(order.target),
            )
        )
    if field.options.use_contours:
        distance += climb(order.measured.contours_up or 0, order.measured.contours_down or 0)
    parts = cost(distance, survey.cross_country(body))
    target = field.guns.get(order.target) or field.bodies[order.target]
    if parts > field.left(body.id):
        reach = field.left(body.id) // (864 // survey.cross_country(body))
        met = name_of(field.position, order.target)
        raise Illegal(
            "E-REACH",
            say(
                "{met} is {distance} away; {called} reaches {reach}.",
                met=met,
                distance=inches(distance),
                called=called,
                reach=inches(reach),
            ),
            "KS-LW-15",
        )
    may_close_with(field, goer(body), target)
    return parts


def defending_body(field: Field, target: str) -> str:
    """The body that an assault meets: the named one, or the servers of the named gun; empty at a gun without servers."""
    gun = field.guns.get(target)
    if gun is None or gun.owner == field.side or gun.destroyed:
        body = field.enemy_body(target)
        if not survey.on_the_floor(body):
            raise nothing("enemy", target)
        return target
    crew = servers(field, gun)
    return crew.id if crew is not None else ""


def assault(field: Field, order: Assault) -> None:
    """Bring a body into contact; the melee follows when all its attackers are there.  [KS-LW-02, KS-SEQ-07]"""
    parts = check_assault(field, order)
    defenders = defending_body(field, order.target)
    target = field.guns.get(order.target) or field.bodies[order.target]
    body = field.own_body(order.body)
    close_with(field, body, body.formation, target)
    stray(field, body.id, order.measured.distance or survey.distance(field, order.body, order.target) or 0)
    field.spend(body.id, parts, "assaulted")
    field.frozen.add(body.id)
    field.engaged |= {order.target, defenders} - {""}
    field.emit(ContactMade(clause="KS-LW-02", side=field.side, body=body.id, target=order.target))
    if order.target in field.guns:
        field.notes.setdefault("at_gun", {})[order.target] = body.id
    if defenders and field.bodies[defenders].out_of_action:
        seize(field, defenders, body.id)
    elif defenders:
        field.notes.setdefault("laid", []).append((order, defenders))


def seize(field: Field, identity: str, captor: str) -> None:
    """A fit enemy in contact takes all men of a body out of action prisoner, without a fight.  [KS-FAIL-04, KS-DEF-13]"""
    take_prisoners(field, identity, field.bodies[identity].ashore, captor, "KS-FAIL-04")


def fight_melees(field: Field) -> None:
    """Fight the melees of the assaults, in sequence, each with the survivors of the one before.  [KS-SEQ-07]"""
    for attackers, defender, measured in _gathered(field.notes.pop("laid", [])):
        standing = [one for one in attackers if field.bodies[one].men]
        if standing and field.bodies[defender].men:
            fight(field, standing, defender, measured)


def foresee_melees(field: Field) -> None:
    """Work out the losses due in the melees of the assaults, without fighting them.  [KS-LW-07]"""
    for attackers, defender, measured in _gathered(field.notes.pop("laid", [])):
        field.notes.setdefault("melees", []).append(reckon(field, attackers, defender, measured).dues)


def _gathered(laid: Sequence[tuple[Assault, str]]) -> Iterator[tuple[list[str], str, Measured]]:
    """The bodies in one melee with each assaulted body, and its measured facts.  [KS-LW-03]

    Bodies that assault the same enemy are in one melee, unless the participants were measured for each of them.
    """
    waiting = list(laid)
    while waiting:
        order, defender = waiting.pop(0)
        together = [one for one, other in waiting if other == defender and not _counted(one) and not _counted(order)]
        waiting = [one for one in waiting if one[0] not in together]
        yield [one.body for one in (order, *together)], defender, order.measured


def _counted(order: Assault) -> bool:
    """Whether the men in an assault were measured."""
    return order.measured.attackers is not None or order.measured.defenders is not None


class Reckoned(NamedTuple):
    """A melee, computed: the men of both sides in it, the losses of each, and whether the smaller side was isolated."""

    parties: tuple[Party, Party]
    dues: tuple[Due, Due]
    isolated: bool


def reckon(field: Field, attackers: Sequence[str], defender: str, measured: Measured) -> Reckoned:
    """The losses of a melee: by the numbers measured as taking part, else by all within reach.  [KS-LW-03 to KS-LW-06]"""
    at = field.bodies[defender].at
    a_measured = measured.chargers if measured.attackers is None else measured.attackers
    b_measured = measured.charged if measured.defenders is None else measured.defenders
    found = parties_on_the_map(field, attackers, defender) if field.has_map else None
    ours = found[0] if found and a_measured is None else party(field, attackers, at, a_measured)
    theirs = found[1] if found and b_measured is None else party(field, (defender,), at, b_measured)
    a, b = sum(ours.values()), sum(theirs.values())
    alone = False
    if a != b:
        smaller, engaged = (attackers[0], ours) if a < b else (defender, theirs)
        support = measured.attackers_support if a < b else measured.defenders_support
        friends = count_support(field, smaller, engaged, measured.supporters if support is None else support)
        alone = isolated(min(a, b), friends)
    dead, prisoners = toll(a, b, alone)
    sides = (field.bodies[attackers[0]].side, field.bodies[defender].side)
    first = (tuple(attackers), (defender,))
    dues = [
        Due(side, bodies, men, dead, taken, at)
        for side, bodies, men, taken in zip(sides, first, (ours, theirs), prisoners, strict=True)
    ]
    return Reckoned((ours, theirs), (dues[0], dues[1]), alone)


def fight(field: Field, attackers: Sequence[str], defender: str, measured: Measured) -> None:
    """Fight a melee of one or more bodies against one, with all others in it on either side."""
    reckoned = reckon(field, attackers, defender, measured)
    ours, theirs = reckoned.dues
    a, b = (sum(one.values()) for one in reckoned.parties)
    fallen = lots(field, reckoned.dues)
    words = to_say(
        "{a} against {b}: {dead} and {dead2} killed, {taken} taken",
        a=a,
        b=b,
        dead=ours.dead,
        dead2=theirs.dead,
        taken=ours.taken + theirs.taken,
    )
    clause = "KS-LW-04" if a == b else "KS-LW-05" if reckoned.isolated else "KS-LW-06"
    field.emit(
        MeleeFought(
            clause=clause, side=field.side, sum=words, body=attackers[0], target=defender, attackers=a, defenders=b,
            isolated=reckoned.isolated,
            dead={attackers[0]: 0, defender: 0, **fallen[0].dead, **fallen[1].dead},
            prisoners={**fallen[0].taken, **fallen[1].taken},
        )
    )  # fmt: skip
    for engaged, lot in zip(reckoned.parties, fallen, strict=True):
        for one in {**engaged, **lot.dead, **lot.taken}:
            field.spend(one, 0, "fought")
            field.lose(one, lot.dead.get(one, 0))
    for engaged, lot in zip(reversed(reckoned.parties), fallen, strict=True):
        for one, men in lot.taken.items():
            take_prisoners(field, one, men, _guard(field, engaged), clause)


def choose(field: Field, order: Choose) -> None:
    """Fight the melees with the given choices; a choice that fits none is refused.  [KS-LW-07]"""
    fight_melees(field)
    check_choose(field, order)


def _guard(field: Field, winners: Party) -> str:
    """The winning body that guards the prisoners: the first that has a man left.  [KS-LW-05]"""
    return next((one for one in winners if field.bodies[one].men), next(iter(winners)))


def take_prisoners(field: Field, identity: str, men: int, captor: str, clause: str) -> None:
    """An enemy body takes men of a body prisoner, a mounted man with his horse.  [KS-LW-05, KS-DEF-06]"""
    if not men:
        return
    capture(field, identity, men, captor)
    side = field.bodies[identity].side
    field.emit(PrisonersTaken(clause=clause, side=side, body=identity, men=men, captor=captor))
