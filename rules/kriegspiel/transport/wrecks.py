"""Shells on boats, engines and trucks: the men aboard count as hit, and the survivors are put out.  [KS-BOAT-03, KS-RAIL-03]

A report names a boat or a train among the ``waggons``.  For a train this means the engine, unless men or guns aboard were
reported in the circle: then it means the trucks that hold that many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.kriegspiel.events import BoatDestroyed, EngineDestroyed, GunDestroyed, TrucksDestroyed
from rules.kriegspiel.floor.carriers import Carrier, bank, carrier, carriers, lots_of, weight
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.tracks import place_of_train
from rules.kriegspiel.force import NONE, Boat, Train
from rules.kriegspiel.orders.facts import ShotMeasured
from rules.kriegspiel.transport.embarkation import drop_lot, put_ashore, split_off_landed
from rules.values.measure import Point
from rules.values.sentence import say, to_say


def upset(field: Field, shell: ShotMeasured) -> ShotMeasured:
    """What a shell reaches, after the boats and trucks that it touches are removed and their men stand outside.

    All men of a boat count, those of a train as reported.  [KS-BOAT-03, KS-RAIL-03]
    """
    if not (field.boats or field.trains):
        return shell
    men = dict(shell.men)
    for identity in _touched(field, shell):
        by = carrier(field, identity)
        if isinstance(by, Boat) and not by.destroyed:
            inside = {name: max(men.get(name, 0), n) for name, n in by.aboard.items() if name in field.bodies}
            men |= _put_out(field, by, by.aboard, bank(field, by.at), inside)
            field.change_carrier(identity, destroyed=True)
            _no_more_lots(field, identity)
            said = to_say("touched by the circle of the shell")
            field.emit(BoatDestroyed(clause="KS-BOAT-03", side=by.owner, body=identity, sum=said))
            field.notes["fire"] = True
        elif isinstance(by, Train):
            men |= _shell_on_train(field, by, shell)
    return shell.but(men=men)


def _touched(field: Field, shell: ShotMeasured) -> list[str]:
    """The boats and trains reported, and those whose men must be meant, as too few are ashore."""
    named = [one for one in shell.waggons if one in field.boats or one in field.trains]
    implied = [by for one, men in shell.men.items() if one in field.bodies for by in _implied(field, one, men)]
    return list(dict.fromkeys([*named, *implied]))


def _implied(field: Field, identity: str, men: int) -> Iterator[str]:
    """The boats and trains that hold the men of a body reported in a circle beyond those ashore."""
    body = field.bodies[identity]
    beyond = men if body.aboard else men - body.ashore - body.prisoners
    for by in carriers(field):
        if beyond > 0 and by.aboard.get(identity):
            beyond -= by.aboard[identity]
            yield by.id


def _shell_on_train(field: Field, train: Train, shell: ShotMeasured) -> dict[str, int]:
    """The trucks that hold the reported men, or the engine; gives the men who count as hit.  [KS-RAIL-03]"""
    men = {name: min(n, shell.men[name]) for name, n in train.aboard.items() if shell.men.get(name)}
    guns = {name: 1 for name in train.aboard if name in (*shell.guns_wholly, *shell.guns_partly)}
    hit = {**men, **guns}
    if not hit:
        _lose_engine(field, train)
        return {}
    trucks = _trucks_of(field, train, hit)
    reckoned = _put_out(field, train, hit, place_of_train(field, train), {name: shell.men[name] for name in men})
    lost = {} if train.trucks > trucks else {"packets": NONE}
    field.change_carrier(train.id, trucks=train.trucks - trucks, **lost)
    if train.trucks == trucks:
        _no_more_lots(field, train.id)
    said = to_say(
        "{sum} aboard within the circle: {trucks} of {trucks2} trucks",
        sum=sum(hit.values()),
        trucks=trucks,
        trucks2=train.trucks,
    )
    field.emit(TrucksDestroyed(clause="KS-RAIL-03", side=train.owner, body=train.id, trucks=trucks, sum=said))
    field.notes["fire"] = True
    return reckoned


def _lose_engine(field: Field, train: Train) -> None:
    """A train whose engine is destroyed stays where it is.  [KS-RAIL-03]"""
    if not train.destroyed:
        field.change_carrier(train.id, destroyed=True)
        said = to_say("touched by the circle of the shell: no engine, no motion")
        field.emit(EngineDestroyed(clause="KS-RAIL-03", side=train.owner, body=train.id, sum=said))
        field.notes["fire"] = True


def _trucks_of(field: Field, train: Train, hit: Mapping[str, int]) -> int:
    """The number of trucks that hold so many men and guns."""
    stands_for = Fraction(0)
    for name, number in hit.items():
        thing = field.bodies.get(name) or field.guns[name]
        stands_for += number * weight(field.options, thing, train)
    return min(int(-(-stands_for // field.options.truck_capacity["infantry"])), train.trucks)


def _put_out(
    field: Field, by: Carrier, who: Mapping[str, int], at: Point | None, inside: Mapping[str, int]
) -> dict[str, int]:
    """Put the men in destroyed carriers outside; a gun is lost with them.

    inside: men in the circle by body.  Gives the same, changed for men who became a separate body by landing apart.
    """
    reckoned = dict(inside)
    left = {name: n - who.get(name, 0) for name, n in by.aboard.items()}
    for name, number in who.items():
        gun, body = field.guns.get(name), field.bodies.get(name)
        if gun is not None:
            field.change_gun(name, aboard="", destroyed=True)
            said = to_say("lost with {id}", id=field.called(by.id))
            field.emit(GunDestroyed(clause="KS-SHELL-04", side=gun.owner, body=name, sum=said))
        elif body is not None:
            thing = split_off_landed(field, body, by, at)
            before = field.bodies[thing.id]
            field.change(thing.id, embarked=before.embarked - number)
            put_ashore(field, before, at)
            if thing.id != name:
                reckoned |= {thing.id: number, name: reckoned.get(name, 0) - number}
                left[thing.id] = left.pop(name)
    field.change_carrier(by.id, aboard={name: n for name, n in left.items() if n > 0})
    return reckoned


def _no_more_lots(field: Field, identity: str) -> None:
    """Stop the lots of a destroyed carrier."""
    for thing in lots_of(field, identity):
        drop_lot(field, thing, say("{identity} is destroyed", identity=identity))
