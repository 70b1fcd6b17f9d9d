"""The men at a gun: who serves it, who goes with it, and who must stay.  [KS-GUN-01, KS-GUN-02, KS-GUN-08, KS-GUN-09]

A crew is assumed to be within six inches of its gun; other men of the side are found
by their places.  A man serves one gun in a move, so men at one gun are not counted
at another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.floor.remake import added
from rules.kriegspiel.events import MenPosted
from rules.kriegspiel.floor.conditions import GOING_OUT, not_in_a_lot
from rules.kriegspiel.floor.distances import men_of, within
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import rectangle
from rules.kriegspiel.floor.survey import friends_around, near
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.tables.figures import GUN
from rules.kriegspiel.tables.fire import AT_THE_GUN, AT_THE_TRAIL, CREW
from rules.values.sentence import joined, say, say_many, to_say

Men = Mapping[str, int]
"""Men by body."""


def servers(field: Field, gun: Gun) -> Body | None:
    """The body that serves a gun, if it is fit, on the gun's side and within six inches of it."""
    crew = field.bodies.get(gun.crew)
    by_it = crew is not None and crew.side == gun.owner and crew.fit and is_at_gun(field, gun, crew)
    return crew if by_it else None


def is_at_gun(field: Field, gun: Gun, body: Body) -> bool:
    """Whether a serving body is within six inches of its gun: by their places, else by how far it has gone.  [KS-GUN-01]"""
    if gun.at is not None and body.at is not None:
        return men_beside(field, gun, body) > 0 if field.has_map else near(gun.at, body.at, AT_THE_GUN)
    return gun.strayed.get(body.id, 0) <= AT_THE_GUN


def stray(field: Field, name: str, distance: int) -> None:
    """Record that a body goes away from the guns that it serves or has taken, except those to which its men are bound.  [KS-GUN-01]

    If both places are known nothing is recorded: the places show it.
    """
    body = field.bodies[name]
    for gun in [one for one in field.guns.values() if name in (one.crew, *one.helpers, one.taken_by)]:
        bound = name in field.notes.get(f"hands {gun.id}", ())
        if distance and not bound and (gun.at is None or body.at is None):
            field.change_gun(gun.id, strayed={**gun.strayed, name: gun.strayed.get(name, 0) + distance})


def bind_men_of_moving_gun(field: Field, gun: str, going: Iterable[str], distance: int) -> None:
    """Record that a gun moves with men bound to it: they are at it from now on, and servers who stay behind are not.  [KS-GUN-01]

    If four more men of a body are left, they stay at its other guns.
    """
    going = tuple(going)
    for name in going:
        if field.bodies[name].ashore - field.notes.get(f"at guns {name}", 0) < CREW:
            stray(field, name, distance)
    held = field.guns[gun]
    left = [name for name in (held.crew, *held.helpers) if name and name not in going]
    gone = {name: held.strayed.get(name, 0) + distance for name in left}
    new = tuple(name for name in going if name not in (held.crew, *held.helpers))
    field.change_gun(gun, strayed=gone, helpers=(*held.helpers, *new))


def bind_measured_men(field: Field) -> None:
    """Men measured near a gun at the start of the move are at it, however far they have gone.  [KS-GUN-01]"""
    for name, men in (field.facts.near or {}).items():
        gun = field.guns.get(name)
        if gun is not None and gun.owner == field.side:
            away = {one: AT_THE_GUN + 1 for one in (gun.crew, *gun.helpers) if one and not men}
            field.change_gun(name, strayed=away)


def unknown(field: Field, gun: Gun) -> bool:
    """Whether only measuring can show four men at a gun: too few are known to be there, and some of its men have moved away."""
    if gun.id in (field.facts.near or {}) or gun.destroyed or not any(far > AT_THE_GUN for far in gun.strayed.values()):
        return False
    own = [body for body in field.bodies_of(gun.owner) if body.fit and (body.at is None or gun.at is None)]
    return sum(free_gunners(field, gun).values()) < CREW <= sum(body.ashore for body in own)


def beside(field: Field, gun: Gun, named: Sequence[str] = ()) -> Iterator[Body]:
    """Bodies of the gun's side with fit men within six inches of it: its crew first, its helpers, those named, then by id.

    named: bodies said to be there; like helpers they count unless their place is known to be elsewhere.
    If men were measured near it, they may be of any body without a known place; those come last.
    """
    named = tuple(dict.fromkeys((*gun.helpers, *named)))
    if gun.id in (field.facts.near or {}):
        unplaced = (body.id for body in field.bodies_of(gun.owner) if body.at is None and body.arm != "transport")
        named = tuple(dict.fromkeys((*named, *unplaced)))
    crew = servers(field, gun)
    if crew is not None:
        yield crew
    at = gun.at if gun.at is not None else crew.at if crew is not None else None
    for name in named:
        body = field.bodies.get(name)
        if body is not None and name != gun.crew and body.side == gun.owner and body.fit:
            placed = at is not None and body.at is not None
            if near(at, body.at, AT_THE_GUN) if placed and at and body.at else gun.strayed.get(name, 0) <= AT_THE_GUN:
                yield body
    if at is not None:
        for body in friends_around(field, gun.owner, at, AT_THE_GUN):
            if body.id != gun.crew and body.id not in named:
                yield body


def free_gunners(field: Field, gun: Gun, wanted: int = CREW, named: Sequence[str] = ()) -> Men:
    """Men who may serve a gun now, by body: as many as wanted, or all there are.  [KS-GUN-01]

    They are not at another gun, have not fired rifles, and have not marched off.
    """
    own: Men = field.notes.get(f"hands {gun.id}", {})
    free: dict[str, int] = {}
    wanted = min(wanted, (field.facts.near or {}).get(gun.id, wanted))
    for body in beside(field, gun, named):
        if wanted <= 0:
            break
        if field.options.ra_only_serve_guns and body.arm != "artillery":
            continue
        if field.did(body.id, "fired") or (field.did(body.id, "marched", "retired") and not field.did(body.id, "drew")):
            continue
        elsewhere = field.notes.get(f"at guns {body.id}", 0) - own.get(body.id, 0)
        there = men_beside(field, gun, body)
        if there > elsewhere:
            free[body.id] = min(wanted, there - elsewhere)
            wanted -= free[body.id]
    return free


def men_beside(field: Field, gun: Gun, body: Body) -> int:
    """Men of a body at a gun: on a country those within six inches of it, else all of them.  [KS-GUN-01]"""
    stand = men_of(field, body) if field.has_map and gun.at is not None else None
    if stand is None or gun.at is None:
        return body.ashore
    return int(within(stand, rectangle(gun.at, gun.facing, GUN), AT_THE_GUN).sum())


def four_gunners(field: Field, gun: Gun, named: Sequence[str] = ()) -> Men:
    """The four men who serve a gun, by body.  E-CREW if there are fewer.  [KS-GUN-01, KS-GUN-02]"""
    hands = free_gunners(field, gun, CREW, named)
    found = sum(hands.values())
    if found < CREW:
        there = sum(men_beside(field, gun, body) for body in beside(field, gun, named))
        clause = "KS-GUN-01" if there >= CREW else "KS-GUN-02"
        why = say(" free to serve it") if there >= CREW else ""
        raise Illegal(
            "E-CREW",
            say_many(
                "{gun} has {n} man within 6 in.{why}; it needs four.",
                "{gun} has {n} men within 6 in.{why}; it needs four.",
                found,
                gun=known_as(gun),
                why=why,
            ),
            clause,
        )
    return hands


def bind(field: Field, gun: Gun, hands: Men) -> None:
    """Bind men to a gun for the rest of the move.  [KS-GUN-01]"""
    before: Men = field.notes.get(f"hands {gun.id}", {})
    for name in {*before, *hands}:
        key = f"at guns {name}"
        field.notes[key] = field.notes.get(key, 0) - before.get(name, 0) + hands.get(name, 0)
    field.notes[f"hands {gun.id}"] = hands


def transfer_gunners(field: Field, gone: Mapping[str, str]) -> None:
    """Transfer the binding of men to guns to the body that their own body has gone into.  [KS-GUN-01, KS-DEF-07]"""
    for gun in field.guns.values():
        hands: Men = field.notes.get(f"hands {gun.id}", {})
        if not gone.keys().isdisjoint(hands):
            field.notes[f"hands {gun.id}"] = added(hands, gone)
    for name, into in gone.items():
        bound = field.notes.pop(f"at guns {name}", 0)
        name = into
        if bound:
            field.notes[f"at guns {name}"] = field.notes.get(f"at guns {name}", 0) + bound


def inherit_service(field: Field, bodies: Sequence[str], into: str) -> None:
    """Men of a new body have served the guns that the bodies it was made of have served.  [KS-FIRE-02, KS-DEF-07]"""
    guns = tuple(dict.fromkeys(gun for name in bodies for gun in field.notes.get(f"served {name}", ())))
    name = into
    if guns:
        field.notes[f"served {name}"] = guns


def post_at_the_trail(field: Field) -> None:
    """Post two men at the end of the trail of each gun that fired, and report it.  [KS-GUN-08]

    They are of its servers; if these were free to go and went, others who stay near it take their place.
    """
    for gun in [gun for name, gun in field.guns.items() if field.did(name, "fired") and not gun.destroyed]:
        served: Men = field.notes.get(f"hands {gun.id}", {})
        men: dict[str, int] = {}
        for body in beside(field, gun, tuple(served)):
            if not field.did(body.id, "marched") and sum(men.values()) < AT_THE_TRAIL:
                men[body.id] = min(AT_THE_TRAIL - sum(men.values()), body.ashore)
        if men and men != field.notes.get(f"posted {gun.id}"):
            field.notes[f"posted {gun.id}"] = men
            field.change_gun(gun.id, trail=men)
            said = to_say("{sum} of those who served it, one each side", sum=sum(men.values()))
            field.emit(MenPosted(clause="KS-GUN-08", side=gun.owner, body=gun.id, men=men, sum=said))


def gun_may_act(field: Field, gun: Gun, order: str) -> None:
    """Check that a gun can be fired, moved or limbered at all: E-ABOARD, E-LOT, E-DISABLED, E-DISPUTE, E-FLIGHT, E-DUTY."""
    if gun.aboard and order not in GOING_OUT:
        raise Illegal(
            "E-ABOARD",
            say("{gun} is aboard {aboard}; disembark it first.", gun=known_as(gun), aboard=field.called(gun.aboard)),
            "KS-DEF-13",
        )
    if gun.lot is not None:
        not_in_a_lot(field, gun, order)
    if gun.disabled_for:
        until = field.number + gun.disabled_for - 1
        raise Illegal(
            "E-DISABLED",
            say("{gun} is disabled through own move {until}.", gun=known_as(gun), until=until),
            "KS-SHELL-05",
        )
    if gun.in_dispute and order in ("move-gun", "fire-gun"):
        raise Illegal(
            "E-DISPUTE", say("{gun} is in dispute; nobody fires or moves it (KS-LW-13).", gun=known_as(gun)), "KS-LW-13"
        )
    if order == "limber":
        return
    clause = gun.retire_clause or "KS-CHARGE-29"
    if gun.flight:
        said = say(
            "{gun} is retiring before {flight}; it must go on until the pursuit stops ({clause}).",
            gun=known_as(gun),
            flight=joined(", ", map(field.called, gun.flight)),
            clause=clause,
        )
        raise Illegal("E-FLIGHT", said, clause)
    if gun.must_retire:
        enemy = joined(", ", gun.retire_from) or say("the enemy")
        raise Illegal(
            "E-DUTY",
            say(
                "{gun} must retire from {enemy}; it may do nothing else ({clause}).",
                gun=known_as(gun),
                enemy=enemy,
                clause=clause,
            ),
            clause,
        )


def may_leave_the_gun(field: Field, body: Body) -> None:
    """E-USED if a body serves a gun that fired and must stay with it.  [KS-FIRE-02]

    Gunners stay; men of other arms may go while two men of the side stay at the trail.
    """
    if not field.serving.get(body.id):
        return
    for name in field.notes.get(f"served {body.id}", ()):
        gun = field.guns[name]
        stay = sum(one.ashore for one in beside(field, gun) if one.id != body.id and not field.did(one.id, "marched"))
        if body.arm == "artillery" or stay < AT_THE_TRAIL:
            why = say("gunners stay with it") if body.arm == "artillery" else say("two men must stay at its trail")
            raise Illegal(
                "E-USED",
                say(
                    "{body} has served {gun}, which fired; {why} (KS-FIRE-02).",
                    body=known_as(body),
                    gun=known_as(gun),
                    why=why,
                ),
                "KS-FIRE-02",
            )
