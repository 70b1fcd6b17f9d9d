"""White flags, and the end of a battle by a player's decision.  [LW-SURR-01 to LW-SURR-04, LW-FIN-07]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Illegal
from rules.floor.field import nothing
from rules.floor.melee import isolated
from rules.little_wars.events import BodySurrendered, MenRetired
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.men import RETIRED, Man
from rules.little_wars.floor.nearness import apart, near_gun
from rules.little_wars.melee.isolation import body_about, friends_within_a_move
from rules.little_wars.orders import Resign, Surrender
from rules.little_wars.tables.nearness import CREW
from rules.values.sentence import say


def check_surrender(field: Field, order: Surrender) -> list[Man]:
    """The men who surrender: the whole body around those named, if it is isolated.  E-SURR-01, E-SURR-02.  [LW-SURR-01, LW-SURR-03]

    A body of the side that does not move surrenders ``by`` its own side.
    """
    side = order.by if order.by in (field.side, field.enemy) else field.side
    named: list[Man] = []
    for identity in order.bodies:
        body = field.bodies.get(identity)
        if body is None or body.side != side:
            raise nothing("body", identity)
        named += field.fit(identity)
    if not named:
        raise Illegal(
            "E-MOVE-01",
            say("{subject} has no man who is free and armed.", subject=field.called(order.subject)),
            "LW-SURR-01",
        )
    if order.measured.shots is not None:
        raise Illegal("E-SURR-02", say("A shot is still to be decided. Wait."), "LW-SURR-01")
    body_of_men = body_about(field, named)
    friends = _friends(field, order, body_of_men)
    if not isolated(len(body_of_men), friends):
        most = -(-len(body_of_men) // 2)
        words = say(
            "These men are not isolated: {friends} others are within a move, {most} would be too many.",
            friends=friends,
            most=most,
        )
        raise Illegal("E-SURR-01", words, "LW-SURR-03")
    return body_of_men


def _friends(field: Field, order: Surrender, body: Sequence[Man]) -> int:
    for measured in (order.measured.supporters, order.measured.defenders_support, order.measured.attackers_support):
        if measured is not None:
            return measured
    return friends_within_a_move(field, body)


def surrender(field: Field, order: Surrender) -> None:
    """Make all of the body prisoners, disarmed, at their places; nobody dies.  [LW-SURR-01, LW-SURR-02]"""
    men = check_surrender(field, order)
    _give_up(field, men)


def _give_up(field: Field, men: Sequence[Man]) -> None:
    for man in men:
        field.take(man, "", untended=True)
    for identity, number in counts(men).items():
        if not field.free(identity):
            field.change(identity, surrendered=True)
        side = field.bodies[identity].side
        field.emit(BodySurrendered(clause="LW-SURR-01", side=side, body=identity, men=number))


def check_resign(field: Field, order: Resign) -> int:
    """Check that a player may resign: with the opponent's consent, if the campaign requires it.  E-END-01.  [LW-FIN-07]"""
    if field.options.resign == "off" or not order.consent:
        raise Illegal("E-END-01", say("Your opponent has not agreed."), "LW-FIN-07")
    return 0


def resign(field: Field, order: Resign) -> None:
    """Men whom an enemy could reach are prisoners, the rest retire; a gun goes with four men who get away.  [LW-FIN-07]"""
    check_resign(field, order)
    loser = order.by if order.by in (field.side, field.enemy) else field.side
    taken = _reached(field, loser, order)
    ids = {id(man) for man in taken}
    away = [man for man in field.free_men(loser) if id(man) not in ids]
    for gun in [one for one in field.guns.values() if one.owner == loser and not one.retired]:
        saved = [man for man in near_gun(field, gun, loser) if man.armed and id(man) not in ids]
        if len(saved) >= CREW:
            field.change_gun(gun.id, retired=True)
        else:
            field.change_gun(gun.id, held_by=field.other(loser), crew={})
    _give_up(field, taken)
    for man in away:
        man.status = RETIRED
    for identity, number in counts(away).items():
        field.emit(MenRetired(clause="LW-FIN-07", side=loser, body=identity, men=number))
    field.notes["resigned"] = loser


def _reached(field: Field, loser: str, order: Resign) -> list[Man]:
    """Free men whom an armed enemy could bring into contact within its own move: as named, else by places."""
    enemies = field.fit_men(field.other(loser))
    taken: list[Man] = []
    for identity, number in order.reached.items():
        if identity in field.bodies and field.bodies[identity].side == loser:
            taken += field.free(identity)[: number or None]
    seen = [
        man
        for man in field.free_men(loser)
        if man.body not in order.reached
        and any(not apart(field, man, enemy, field.options.rate(enemy.arm) + 2) for enemy in enemies)
    ]
    return taken + seen
