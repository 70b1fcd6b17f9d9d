"""Horses eaten instead of packets of food.  [KS-SIEGE-04, KS-SIEGE-05]"""

from __future__ import annotations

from collections.abc import Iterable

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.kriegspiel.events import HorsesEaten
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import NONE, Body
from rules.kriegspiel.orders import EatHorses
from rules.kriegspiel.supply.claims import claims_of, due_now, needed, next_tick
from rules.kriegspiel.supply.groups import SupplyGroup, group_of
from rules.kriegspiel.supply.sources import effective, store
from rules.values.sentence import say, say_many, to_say


def check_eat_horses(field: Field, order: EatHorses) -> int:
    """Check that horses of a body may be eaten: E-UNFIT, E-NOPHASE, E-FED, E-NOHORSE.  [KS-SIEGE-04]"""
    body = field.own_body(order.body)
    called = known_as(body)
    if not body.men or body.held_by or body.surrendered:
        raise Illegal("E-UNFIT", say("{called} cannot act: it has no free men left.", called=called), "KS-DEF-13")
    group = group_of(field, body.id)
    due = needed(field, "food", due_now(field, group, "food")) + owed_food(field, group)
    if not due or not field.options.use_supply:
        raise Illegal(
            "E-NOPHASE", say("No food is due before own move {field}.", field=next_tick(field)), "KS-SIEGE-04"
        )
    within_reach = food_within_reach(field, group)
    if within_reach >= due:
        sentence = say_many(
            "{n} packet is within reach; horses are eaten only when food fails.",
            "{n} packets are within reach; horses are eaten only when food fails.",
            within_reach,
        )
        raise Illegal("E-FED", sentence, "KS-SIEGE-04")
    horses = sum(horses_of(field, one) for one in _whose(field, body, group)) - _ordered(field).get(body.id, 0)
    if order.horses > horses:
        raise Illegal(
            "E-NOHORSE",
            say_many(
                "{called} has {n} horse; {horses2} asked.",
                "{called} has {n} horses; {horses2} asked.",
                horses,
                called=called,
                horses2=order.horses,
            ),
            "KS-SIEGE-04",
        )
    return 0


def eat_horses(field: Field, order: EatHorses) -> None:
    """Let horses of a body be eaten at the close of this move, as far as food is missing.  [KS-SIEGE-04]"""
    check_eat_horses(field, order)
    ordered = _ordered(field)
    ordered[order.body] = ordered.get(order.body, 0) + order.horses


def _ordered(field: Field) -> dict[str, int]:
    """Horses ordered to be eaten but not eaten yet, by body."""
    ordered: dict[str, int] = field.notes.setdefault("horses to eat", {})
    return ordered


def owed_food(field: Field, group: SupplyGroup) -> int:
    """Packets of food that the bodies of a group still owe.  [KS-FAIL-03]"""
    return sum(field.bodies[one].arrears.food for one in group.bodies if not field.bodies[one].out_of_action)


def food_within_reach(field: Field, group: SupplyGroup) -> int:
    """Packets of food in the effective sources of a group."""
    sources = {way.source for claim in claims_of(field, group, "food") for way in effective(field, claim, "food")}
    return sum(store(field, source).packets.food for source in sources)


# -- eating -------------------------------------------------------------------------------------


def eat_horses_for(field: Field, group: SupplyGroup, packets: int, *, ordered_only: bool = False) -> int:
    """Eat a horse for each missing packet of food: ordered horses first, then those eaten without an order.

    Returns the horses eaten, each instead of one packet.  [KS-SIEGE-04]
    """
    eaten = 0
    for identity in group.bodies:
        wanted = min(_ordered(field).get(identity, 0), packets - eaten)
        if wanted > 0:
            done = _slaughter(field, group, _whose(field, field.bodies[identity], group), wanted)
            _ordered(field)[identity] -= done
            eaten += done
    if not ordered_only and eats_without_order(field, group):
        eaten += _slaughter(field, group, larder(field, group), packets - eaten)
    return eaten


def eats_without_order(field: Field, group: SupplyGroup) -> bool:
    """Whether a group eats its horses without an order.  [KS-SIEGE-04]"""
    rule = field.options.auto_eat_horses
    return rule == "always" or (rule == "when-surrounded" and bool(group.pocket))


def larder(field: Field, group: SupplyGroup) -> list[str]:
    """All in a group that have horses, by id: cavalry first, then gun teams.  [KS-SIEGE-04]"""
    riders = [one for one in group.bodies if field.bodies[one].arm == "cavalry" and field.bodies[one].horses]
    return riders + [one for one in group.guns if field.guns[one].team_horses]


def _whose(field: Field, body: Body, group: SupplyGroup) -> list[str]:
    """The owners of the horses that an order to a body means: the body, the guns it serves, else any of its group."""
    if body.arm == "cavalry" and body.horses:
        return [body.id]
    served = [one for one in group.guns if field.guns[one].crew == body.id]
    return served or ([] if body.arm == "cavalry" else larder(field, group))


def horses_of(field: Field, identity: str) -> int:
    """Horses of a body, or of the team of a gun."""
    return field.bodies[identity].horses if identity in field.bodies else field.guns[identity].team_horses


def _slaughter(field: Field, group: SupplyGroup, whose: Iterable[str], horses: int) -> int:
    """Eat so many horses, or all that there are; returns how many were eaten."""
    eaten = 0
    for identity in whose:
        take = min(horses_of(field, identity), horses - eaten)
        if take > 0:
            _eat(field, identity, take)
            eaten += take
    if eaten:
        field.notes.setdefault("larder", set()).update((*group.bodies, *group.guns))
        if group.pocket and not larder(field, group):
            field.notes.setdefault("last horse", set()).add(group.pocket)
    return eaten


def _eat(field: Field, identity: str, horses: int) -> None:
    """Remove eaten horses: a rider is on foot for good and needs no forage; a team gets smaller.  [KS-SIEGE-04]"""
    left = horses_of(field, identity) - horses
    if identity in field.bodies:
        body = field.bodies[identity]
        field.change(identity, horses=left, on_foot=body.on_foot + horses)
        if not left:
            field.change(identity, arrears=body.arrears.but(forage=0), held_up=body.held_up.but(forage=0))
    else:
        field.change_gun(identity, team_horses=left)
        if not left:
            field.change_gun(identity, arrears=NONE, unsupplied_since=None)
    words = to_say("{horses} in place of {horses2} of food; {left} left", horses=horses, horses2=horses, left=left)
    field.emit(HorsesEaten(clause="KS-SIEGE-04", side=field.side, body=identity, horses=horses, sum=words))
