"""The rules common to all fire: when, by whom, who falls, and how the stage closes.

[KS-TURN-02, KS-TURN-04, KS-FIRE-01, KS-FIRE-02, KS-GUN-11, KS-SEQ-03]
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import Illegal, Invalid
from rules.kriegspiel.floor.crews import post_at_the_trail
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import NOBODY, Body
from rules.values.measure import MOVE
from rules.values.sentence import of_field, say, word


def not_too_early(field: Field) -> None:
    """E-EARLY before the own move from which the campaign allows fire.  [KS-TURN-04, KS-GUN-11]"""
    first = field.options.first_fire_move
    if field.number < first:
        raise Illegal(
            "E-EARLY",
            say("Nobody may fire before own move {first}; this is {number}.", first=first, number=field.number),
            "KS-TURN-04",
        )


def not_moved(field: Field, identity: str, name: str, *free: str) -> None:
    """E-USED: a thing that spent budget in this move may not fire in it.  [KS-FIRE-01, KS-FIRE-02]

    free: deeds that do not prevent it.
    """
    if not field.spent.get(identity):
        return
    done = field.done.get(identity, set()) - {"fired", *free}
    if done:
        clause = "KS-FIRE-01" if "marched" in done else "KS-FIRE-02"
        deed = min(done)
        raise Illegal(
            "E-USED",
            say(
                "{name} has already {deed}; only one of the two is possible in a move ({clause}).",
                name=name,
                deed=word(deed),
                clause=clause,
            ),
            clause,
        )


def known_bodies(field: Field, men: Mapping[str, int], where: str) -> None:
    """Invalid if a fact about men names something unknown or without men.  Guns and stores may be named: they are unhurt."""
    for name in men:
        if name not in field.bodies and not field.side_of(name):
            raise Invalid(of_field(where, say("there is no body {name} on the floor.", name=name)))


def present(body: Body) -> int:
    """Men of a body who can be hit: the free and those in enemy hands.  [KS-SHELL-08]"""
    return body.men + body.prisoners


def kill(field: Field, name: str, dead: int) -> None:
    """Kill men of a body by fire, the free before those in enemy hands.  [KS-DEF-06, KS-SHELL-03, KS-LW-19]"""
    body = field.bodies[name]
    free = min(dead, body.men)
    field.lose(name, free)
    if dead > free:
        _kill_prisoners(field, name, dead - free)
    field.shot_at[name] = field.shot_at.get(name, 0) + dead
    field.notes["fire"] = True


def _kill_prisoners(field: Field, name: str, dead: int) -> None:
    """Kill men of a body who are prisoners; their guards guard fewer."""
    body = field.bodies[name]
    captors = dict(sorted(body.captors.items()))
    left = dead
    for captor in captors:
        fewer = min(left, captors[captor])
        captors[captor] -= fewer
        left -= fewer
    held = {captor: men for captor, men in captors.items() if men}
    field.put(body.but(prisoners=body.prisoners - dead, captors=held))


def close_fire(field: Field) -> None:
    """Close the stage of fire: what fired has no budget left, and two men stand at the trail.

    [KS-FIRE-01, KS-GUN-03, KS-GUN-08, KS-SEQ-03]
    """
    for name, deeds in field.done.items():
        if "fired" in deeds:
            field.spent[name] = MOVE
    post_at_the_trail(field)


def close_guns(field: Field) -> None:
    """At the close two men stand at the trail of a gun that fired, and no posted men at any other gun.  [KS-FIRE-02, KS-GUN-08]"""
    post_at_the_trail(field)
    for name, gun in field.guns.items():
        if gun.trail and gun.owner == field.side and not field.did(name, "fired"):
            field.guns[name] = gun.but(trail=NOBODY)


def serve_time(field: Field) -> None:
    """Count an own move towards the time that guns are disabled and a General is absent.  [KS-DEF-02, KS-SHELL-05, KS-GENL-07]

    A gun of the moving side that its own shells hit in this move is disabled for the next two, and its General away for
    the next three.
    """
    for name, gun in field.guns.items():
        if gun.disabled_for and gun.owner == field.side and not field.did(name, "disabled"):
            field.guns[name] = gun.but(disabled_for=gun.disabled_for - 1)
    for name, general in field.generals.items():
        if general.absent_for and general.side == field.side and not field.did(name, "hit"):
            field.generals[name] = general.but(absent_for=general.absent_for - 1)
