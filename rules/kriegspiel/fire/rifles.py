"""Rifle fire of infantry and of cavalry on foot.  [KS-RIFLE-01 to KS-RIFLE-06, KS-FIRE-03, KS-LW-19]

One shot for each five men.  Who is knocked down is measured; where the shots pass
(KS-RIFLE-03, KS-RIFLE-05) is seen on the floor.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract.costs import added_up
from rules.contract.sentences import counted
from rules.errors import Illegal, Invalid
from rules.floor.called import known_as
from rules.kriegspiel.command import generals
from rules.kriegspiel.events import MenShot, VolleyFired
from rules.kriegspiel.fire import volley
from rules.kriegspiel.fire.aims import passes_middle_man
from rules.kriegspiel.fire.fire_stage import kill, known_bodies, not_moved, not_too_early, present
from rules.kriegspiel.floor.conditions import may_act, not_used
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.survey import apart
from rules.kriegspiel.force import Body
from rules.kriegspiel.orders import FireRifles
from rules.kriegspiel.orders.facts import ShotMeasured
from rules.kriegspiel.tables.fire import A_SHOT
from rules.values.measure import INCH, MOVE, inches
from rules.values.sentence import Unread, joined, say, say_many, to_join, to_say, to_say_many, word


def shots_earned(men: int) -> int:
    """Rifle shots of a number of men in line.  [KS-RIFLE-01, KS-DEF-10]

    >>> shots_earned(23), shots_earned(4)
    (4, 0)
    """
    return men // A_SHOT


def check_fire_rifles(field: Field, order: FireRifles) -> int:
    """The cost of firing a body's rifles: the whole move.

    E-EARLY, E-UNFIT, E-NORIFLES, E-COLUMN, E-NOAMMO, E-USED, E-FIVES, E-SERVING, E-MIDDLE, E-RIFLERANGE.
    """
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    not_too_early(field)
    if body.disarmed:
        raise Illegal(
            "E-UNFIT",
            say("{body} cannot fire: its men were freed without their arms.", body=known_as(body)),
            "KS-LW-11",
        )
    not_moved(field, body.id, known_as(body))
    not_used(field, body.id, known_as(body), "fired", "worked")
    _has_rifles(field, body)
    _fives(field, body, order)
    passes_middle_man(field, body, order)
    _in_reach(field, body, order)
    for place, shot in enumerate(order.measured.shots or ()):
        if not shot.knocked_down.keys() <= field.bodies.keys():
            known_bodies(field, shot.knocked_down, f"measured.shots.{place}")
    return MOVE


def shots_ordered(order: FireRifles) -> int:
    """The shots that an order asks for: the fives it names or the shots measured, the greater number; at least one."""
    return max(1, len(order.fives), len(order.measured.shots or ()))


def _has_rifles(field: Field, body: Body) -> None:
    """E-NORIFLES, E-COLUMN, E-NOAMMO unless on foot, in line, with ammunition.  [KS-FIRE-03, KS-RIFLE-01, KS-FAIL-01]"""
    afoot = body.formation == "dismounted" and field.options.dismounted_cavalry_fire
    if body.arm != "infantry" and not afoot:
        mounted = say(" mounted") if body.mounted else ""
        raise Illegal(
            "E-NORIFLES",
            say(
                "{body}: {arm}{mounted} has no rifles (KS-FIRE-03).",
                body=known_as(body),
                arm=word(body.arm),
                mounted=mounted,
            ),
            "KS-FIRE-03",
        )
    if body.formation == "fours" and not field.options.fours_may_fire:
        raise Illegal(
            "E-COLUMN", say("{body} is in fours and cannot fire; FORM first.", body=known_as(body)), "KS-RIFLE-01"
        )
    if body.lacks("ammunition") and field.options.use_supply:
        since = (
            ""
            if body.unsupplied_since is None
            else say(" since own move {unsupplied_since}", unsupplied_since=body.unsupplied_since)
        )
        raise Illegal(
            "E-NOAMMO",
            say("{body} has had no ammunition{since} (KS-FAIL-01).", body=known_as(body), since=since),
            "KS-FAIL-01",
        )


def _fives(field: Field, body: Body, order: FireRifles) -> None:
    """E-FIVES, E-SERVING: not more shots than whole fives, no man in two of them or at a gun.  [KS-RIFLE-01, KS-RIFLE-03]"""
    wanted = shots_ordered(order)
    earned = shots_earned(body.ashore)
    if order.fives:
        named = [man for five in order.fives for man in five.men]
        if len(named) != len(set(named)) or any(five.men and len(five.men) != A_SHOT for five in order.fives):
            said = say(
                "Each shot of {body} takes five men, and each man can be in only one group of five.",
                body=known_as(body),
            )
            raise Illegal("E-FIVES", said, "KS-RIFLE-03")
    if wanted > earned:
        raise Illegal(
            "E-FIVES",
            say_many(
                "{n} man gives {earned}; {wanted} asked.",
                "{n} men give {earned}; {wanted} asked.",
                body.ashore,
                earned=counted(earned, "shot"),
                wanted=wanted,
            ),
            "KS-RIFLE-01",
        )
    serving = field.serving.get(body.id, 0)
    if serving and wanted > shots_earned(body.ashore - serving):
        guns = joined(", ", map(field.called, field.notes.get(f"served {body.id}", ())))
        said = say_many(
            "{n} man of {body} is serving {guns}; the others give {shots_earned}.",
            "{n} men of {body} are serving {guns}; the others give {shots_earned}.",
            serving,
            body=known_as(body),
            guns=guns,
            shots_earned=counted(shots_earned(body.ashore - serving), "shot"),
        )
        raise Illegal("E-SERVING", said, "KS-FIRE-02")


def _in_reach(field: Field, body: Body, order: FireRifles) -> None:
    """E-RIFLERANGE, if the campaign limits the range.  [KS-RIFLE-03]"""
    limit = field.options.rifle_range_in
    if limit is None:
        return
    far = [order.measured.distance or 0]
    if body.at is not None:
        far += [apart(body.at, five.aim.at) for five in order.fives if five.aim.at is not None]
    if max(far) > limit * INCH:
        said = say(
            "Rifles carry {limit} in. in this campaign; the aim is {inches}.", limit=limit, inches=inches(max(far))
        )
        raise Illegal("E-RIFLERANGE", said, "KS-RIFLE-03")


def fire_rifles(field: Field, order: FireRifles) -> None:
    """A body fires its rifles; every man knocked over is dead.  [KS-RIFLE-02, KS-RIFLE-04, KS-RIFLE-06, KS-LW-19]

    Invalid if nobody has reported who was knocked down.  Guns, waggons and works are not harmed.
    """
    check_fire_rifles(field, order)
    shots = order.measured.shots
    thrown: Sequence[volley.Thrown] = ()
    if shots is None and volley.may_be_thrown(field, order):
        thrown = volley.throw(field, order)
        shots = tuple(one.shot for one in thrown)
    if shots is None:
        raise Invalid(
            say(
                "It is not reported yet who was knocked down by each shot of {body} (measured.shots).",
                body=field.called(order.body),
            )
        )
    body = field.bodies[order.body]
    earned = shots_earned(body.ashore - field.serving.get(body.id, 0))
    field.spend(body.id, 0, "fired")
    hits = _told(field, shots)
    total = added_up(dead for _, dead in hits)
    for name, men in total.items():
        kill(field, name, men)
    said = to_say_many(
        "{n} shot (one for each five of {men}); {hits} hit",
        "{n} shots (one for each five of {men}); {hits} hit",
        earned,
        men=counted(body.ashore, "man", "men"),
        hits=len(hits),
    )
    misses = _misses(thrown)
    field.emit(
        VolleyFired(
            clause="KS-RIFLE-01",
            side=body.side,
            body=body.id,
            shots=earned,
            dead=total,
            why=to_join("; ", misses) if misses and not total else "",
            sum=to_join("; ", [said, *misses]),
        )
    )
    for shot in shots:
        if shot.general:
            generals.shot(field, shot.general)
    _tell_hits(field, body, hits, thrown)


def _tell_hits(
    field: Field, body: Body, hits: Sequence[tuple[int, dict[str, int]]], thrown: Sequence[volley.Thrown]
) -> None:
    """Each shot that hit, with its dead."""
    for place, dead in hits:
        said: Unread = to_say(
            "{names} hit by one shot: killed",
            names=to_join(to_say(" and "), [to_say("{n} of {one}", n=men, one=name) for name, men in dead.items()]),
        )
        if thrown:
            said = to_join("; ", [said, thrown[place].why])
        field.emit(MenShot(clause="KS-LW-19", side=body.side, body=body.id, dead=dead, sum=said))


def _misses(thrown: Sequence[volley.Thrown]) -> list[Unread]:
    """Why the shots that hit nobody did so: how many for each reason."""
    missed = [one.why for one in thrown if not one.shot.knocked_down]
    each = [why for place, why in enumerate(missed) if why not in missed[:place]]
    return [to_say_many("{n} shot: {why}", "{n} shots: {why}", missed.count(why), why=why) for why in each]


def _told(field: Field, shots: Sequence[ShotMeasured]) -> list[tuple[int, dict[str, int]]]:
    """The dead of each shot that hit, by body, with its index: a body loses no more men than were there.  [KS-LW-19]"""
    hits = []
    left: dict[str, int] = {}
    for place, shot in enumerate(shots):
        dead = {}
        for name, men in shot.knocked_down.items():
            if name not in left:
                left[name] = present(field.bodies[name]) if name in field.bodies else 0
            fallen = min(men, left[name])
            if fallen:
                dead[name] = fallen
                left[name] -= fallen
        if dead:
            hits.append((place, dead))
    return hits
