"""A body made into two, and two made into one, with all that they owe.  [KS-DEF-07]

Neither costs anything.  Each daughter inherits every duty, counter and stop of the
parent, and a merged body takes the worse of each, so that no penalty is washed off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from rules.errors import Illegal, Invalid
from rules.floor import names
from rules.kriegspiel import standing
from rules.kriegspiel.conditions import may_act
from rules.kriegspiel.events import BodiesMerged, BodySplit
from rules.kriegspiel.field import Field
from rules.kriegspiel.force import GROUPS, NOBODY, Body, Packets
from rules.kriegspiel.orders import Merge, Split
from rules.kriegspiel.survey import CONTACT, enemies_around
from rules.measure import INCH, inches

# -- SPLIT --------------------------------------------------------------------------------------


def check_split(field: Field, order: Split) -> int:
    """Whether some men of a body may become a body of their own: E-MEN, E-ENGAGED, E-NONE.  [KS-DEF-07]"""
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    if not 0 < order.men < body.men:
        raise Illegal(
            "E-MEN", f"Name some men of {called(body)}, not all: it has {body.men}, {order.men} named.", "KS-DEF-07"
        )
    not_engaged(field, body)
    if taken(field, order.into):
        raise Illegal("E-NONE", f"There is no new body {order.into} to be made: the name is taken.", "KS-DEF-07")
    return 0


def split(field: Field, order: Split) -> None:
    """Some men of a body become a body of their own; prisoners and guns stay with the parent.  [KS-DEF-07]"""
    check_split(field, order)
    parent = field.bodies[order.body]
    horses = parent.horses * order.men // parent.men
    left = parent.men - order.men
    afoot = min(parent.on_foot, order.men - horses)
    daughter = parent.but(
        id=order.into,
        name="",
        men=order.men,
        horses=horses,
        on_foot=afoot,
        prisoners=0,
        captors=NOBODY,
        arrears=share(parent.arrears, order.men, parent.men),
    )
    field.put(daughter)
    field.change(
        order.body,
        men=left,
        horses=parent.horses - horses,
        on_foot=parent.on_foot - afoot,
        arrears=share(parent.arrears, left, parent.men),
    )
    field.spent[order.into] = field.spent.get(order.body, 0)
    field.done[order.into] = set(field.done.get(order.body, ()))
    _name_beside(field, order.body, order.into)
    field.tell(
        BodySplit(
            clause="KS-DEF-07",
            side=field.side,
            body=order.body,
            into=order.into,
            men=order.men,
            sum=f"{parent.men} - {order.men} = {left} men stay",
        )
    )


def share(arrears: Packets, men: int, of: int) -> Packets:
    """What a part of a body owes of the whole's arrears: its share, a part of a packet counting as one.

    men: of the part; of: of the whole.

    >>> share(Packets(food=2), 30, 60), share(Packets(food=1), 15, 30)
    (Packets(food=1, forage=0, ammunition=0), Packets(food=1, forage=0, ammunition=0))
    """
    return Packets(*(-(-one * men // of) for one in (arrears.food, arrears.forage, arrears.ammunition)))


# -- MERGE --------------------------------------------------------------------------------------


def check_merge(field: Field, order: Merge) -> int:
    """Whether two bodies may become one: E-UNLIKE, E-ENGAGED, E-GAP, E-NONE.  [KS-DEF-07]"""
    if len(order.bodies) != 2 or order.bodies[0] == order.bodies[1]:
        raise Invalid("merge.bodies: the ids of two bodies are wanted")
    first, second = (field.own_body(identity) for identity in order.bodies)
    for body in (first, second):
        may_act(field, body, order.name)
    for what in ("arm", "formation"):
        if getattr(first, what) != getattr(second, what):
            raise Illegal("E-UNLIKE", f"{called(first)} and {called(second)} differ in {what}.", "KS-DEF-07")
    for body in (first, second):
        not_engaged(field, body)
    _not_apart(field, order, first, second)
    if order.into and order.into not in order.bodies and taken(field, order.into):
        raise Illegal("E-NONE", f"There is no new body {order.into} to be made: the name is taken.", "KS-DEF-07")
    return 0


def _not_apart(field: Field, order: Merge, first: Body, second: Body) -> None:
    """E-GAP: the widest gap inside one body is ``body_link_in``.  [KS-DEF-05, KS-DEF-07]

    A gap that is neither measured nor to be computed is none.
    """
    gap = order.measured.distance
    if gap is None:
        gap = standing.distance(field, first.id, second.id)
    widest = field.options.body_link_in
    if gap is not None and gap > widest * INCH:
        raise Illegal(
            "E-GAP", f"{called(first)} and {called(second)} are {inches(gap)} apart; {widest} at most.", "KS-DEF-07"
        )


def merge(field: Field, order: Merge) -> None:
    """Two bodies become one, which takes the worse of each duty and counter.  [KS-DEF-07]"""
    check_merge(field, order)
    into = order.into or order.bodies[0]
    first, second = (field.bodies[identity] for identity in order.bodies)
    whole = worse_of(first, second).but(id=into, name=field.bodies[into].name if into in order.bodies else "")
    for identity in order.bodies:
        field.put(_emptied(field.bodies[identity]))
    field.put(whole)
    field.spent[into] = max(field.spent.get(identity, 0) for identity in order.bodies)
    field.done[into] = set().union(*(field.done.get(identity, ()) for identity in order.bodies))
    for counts in (field.shot_at, field.serving):
        total = sum(counts.pop(identity, 0) for identity in order.bodies)
        if total:
            counts[into] = total
    _name_instead(field, {identity: into for identity in order.bodies if identity != into})
    field.tell(
        BodiesMerged(
            clause="KS-DEF-07",
            side=field.side,
            body=into,
            bodies=order.bodies,
            men=whole.men,
            sum=f"{first.men} + {second.men} = {whole.men} men",
        )
    )


def worse_of(first: Body, second: Body) -> Body:
    """Two bodies as one: strengths added, of every duty, counter and stop the worse."""
    heavier = first if first.must_retire >= second.must_retire else second
    since = [one.unsupplied_since for one in (first, second) if one.unsupplied_since is not None]
    return first.but(
        men=first.men + second.men,
        horses=first.horses + second.horses,
        on_foot=first.on_foot + second.on_foot,
        prisoners=first.prisoners + second.prisoners,
        captors={**first.captors, **{name: first.captors.get(name, 0) + men for name, men in second.captors.items()}},
        immobile=first.immobile or second.immobile,
        disarmed=first.disarmed or second.disarmed,
        flight=_joined(first.flight, second.flight),
        must_retire=heavier.must_retire,
        retire_from=_joined(first.retire_from, second.retire_from),
        retire_clause=heavier.retire_clause or first.retire_clause or second.retire_clause,
        threatened=_joined(first.threatened, second.threatened),
        gave_way=_joined(first.gave_way, second.gave_way),
        owes_choice=_joined(first.owes_choice, second.owes_choice),
        stood=first.stood or second.stood,
        ran=first.ran or second.ran,
        arrested=first.arrested or second.arrested,
        fire_streak=max(first.fire_streak, second.fire_streak),
        arrears=first.arrears + second.arrears,
        unsupplied_since=min(since, default=None),
        climbed=min(first.climbed, second.climbed),
    )


def _emptied(body: Body) -> Body:
    """What is left of a body that has gone into another: its name, and nobody."""
    return Body(
        id=body.id,
        side=body.side,
        arm=body.arm,
        men=0,
        formation=body.formation,
        name=body.name,
        commander=body.commander,
        at=body.at,
        facing=body.facing,
    )


# -- what both need -----------------------------------------------------------------------------


def called(body: Body) -> str:
    """What a body is called."""
    return body.name or body.id


def taken(field: Field, identity: str) -> bool:
    """Whether a new body of the side that moves may not have a name."""
    return names.is_taken(identity, names.standing(field, GROUPS), others=(field.enemy,))


def not_engaged(field: Field, body: Body) -> None:
    """E-ENGAGED: a body in contact with the enemy.  [KS-DEF-07, KS-LW-02]"""
    touching = body.id in field.frozen
    if not touching and body.at is not None:
        touching = any(enemy.fit for enemy in enemies_around(field, body.side, body.at, CONTACT))
    if touching:
        raise Illegal("E-ENGAGED", f"{called(body)} is engaged.", "KS-DEF-07")


def _joined(first: tuple[str, ...], second: Iterable[str]) -> tuple[str, ...]:
    """Ids of both, each once, in the order in which they stood."""
    return tuple(dict.fromkeys((*first, *second)))


NAMING = ("flight", "retire_from", "threatened", "gave_way", "owes_choice", "fugitives")
"""The fields of a body that name enemy bodies."""

NAMED = attrgetter(*NAMING)


def _name_beside(field: Field, parent: str, daughter: str) -> None:
    """Whoever flees or owes on account of the parent does so on account of the daughter too; so do pockets."""
    for body in [one for one in field.bodies.values() if any(NAMED(one))]:
        named = {name: _joined(held, (daughter,)) for name in NAMING if parent in (held := getattr(body, name))}
        if named:
            field.put(body.but(**named))
    for least, pocket in field.pockets.items():
        if parent in pocket.bodies:
            field.pockets[least] = pocket.but(bodies=_joined(pocket.bodies, (daughter,)))


def _name_instead(field: Field, gone: Mapping[str, str]) -> None:
    """Put the merged body where the bodies that went into it are named."""

    def renamed(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(gone.get(name, name) for name in names))

    for body in [one for one in field.bodies.values() if one.captors or any(NAMED(one))]:
        changes: dict[str, Any] = {
            name: renamed(held) for name in NAMING if not gone.keys().isdisjoint(held := getattr(body, name))
        }
        if not gone.keys().isdisjoint(body.captors):
            captors: dict[str, int] = {}
            for name, men in body.captors.items():
                captors[gone.get(name, name)] = captors.get(gone.get(name, name), 0) + men
            changes["captors"] = captors
        if changes:
            field.put(body.but(**changes))
    for identity, gun in field.guns.items():
        if not gone.keys().isdisjoint((*gun.helpers, *gun.strayed)):
            strayed: dict[str, int] = {}
            for name, far in gun.strayed.items():
                strayed[gone.get(name, name)] = max(strayed.get(gone.get(name, name), 0), far)
            field.guns[identity] = gun.but(helpers=renamed(gun.helpers), strayed=strayed)
    things: tuple[dict[str, Any], ...] = (field.guns, field.works)
    for group in things:
        for identity, thing in group.items():
            if thing.crew in gone:
                group[identity] = thing.but(crew=gone[thing.crew])
    for least, pocket in list(field.pockets.items()):
        if not gone.keys().isdisjoint(pocket.bodies):
            del field.pockets[least]
            bodies = renamed(pocket.bodies)
            field.pockets[min(bodies)] = pocket.but(bodies=bodies)
