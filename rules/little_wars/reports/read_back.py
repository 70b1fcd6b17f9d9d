"""An order in plain words, shown before and after it is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract.sentences import counted, list_of_words
from rules.floor import called
from rules.little_wars.force.position import GROUPS, Position
from rules.little_wars.orders import Order
from rules.values.measure import inches
from rules.values.sentence import capitalised, say, say_many, word_of


def name_of(position: Position, identity: str) -> str:
    """What a thing is called."""
    return called.on_floor(position, GROUPS, position.country, identity)


def read_back(position: Position, order: Order) -> str:
    """An order as one sentence."""
    said = SENTENCES.get(order.name)
    words = (
        said(position, order)
        if said
        else say("{name} {subject}", name=word_of(order.name), subject=name_of(position, order.subject)).strip()
    )
    words = capitalised(words)
    return words if words.endswith(".") else words + "."


def _names(position: Position, identities: Any) -> str:
    return list_of_words([name_of(position, one) for one in identities]) or say("nobody")


def _some(position: Position, men: Mapping[str, int] | int | None) -> str:
    """Men in words: a number, or a number for each body."""
    if men is None:
        return say("the men with it")
    if isinstance(men, int):
        return counted(men, "man", "men")
    parts = [
        say("{number} of {one}", number=number, one=name_of(position, one)) if number else name_of(position, one)
        for one, number in men.items()
    ]
    return list_of_words(parts) or say("nobody")


def _way(order: Any) -> str:
    """The length of a way and its end, in words."""
    road = say(" by road") if getattr(order, "by_road", False) else ""
    if order.measured.distance is not None:
        return say(" {distance}{road}", distance=inches(order.measured.distance), road=road)
    path = getattr(order, "path", ())
    return (
        say(" to ({path}, {path2}){road}", path=inches(path[-1][0]), path2=inches(path[-1][1]), road=road)
        if path
        else road
    )


def _fire(position: Position, order: Any) -> str:
    shots = order.shots if order.shots is not None else len(order.measured.shots or ())
    at = say(" at {at}", at=name_of(position, order.target.partition("#")[0])) if order.target else ""
    return (
        say_many(
            "{gun} fires {n} shot{at}", "{gun} fires {n} shots{at}", shots, gun=name_of(position, order.gun), at=at
        )
        if shots
        else say("{gun} fires{at}", gun=name_of(position, order.gun), at=at)
    )


def _march(position: Position, order: Any) -> str:
    who = (
        say_many("{n} man of {bodies}", "{n} men of {bodies}", order.men, bodies=_names(position, order.bodies))
        if order.men is not None
        else _names(position, order.bodies)
    )
    return say("{who} move{order}", who=who, order=_way(order))


SENTENCES: Mapping[str, Callable[[Position, Any], str]] = {
    "march": _march,
    "assault": lambda p, o: say(
        "{bodies} charge {target}{o}", bodies=_names(p, o.bodies), target=name_of(p, o.target), o=_way(o)
    ),
    "retire": lambda p, o: say("{bodies} go over their own back line", bodies=_names(p, o.bodies)),
    "fire-gun": _fire,
    "move-gun": lambda p, o: (
        say("{gun} is moved{o} with the men with it", gun=name_of(p, o.gun), o=_way(o))
        if o.men is None
        else say("{gun} is moved{o} with {men}", gun=name_of(p, o.gun), o=_way(o), men=_some(p, o.men))
    ),
    "lie-down": lambda p, o: say("{men} lie down", men=_some(p, o.men)),
    "place-trail": lambda p, o: say("{men} stand at the trail of {gun}", men=_some(p, o.men), gun=name_of(p, o.gun)),
    "move-prisoners": lambda p, o: say(
        "{escorts} lead {prisoners}{o}", escorts=_some(p, o.escorts), prisoners=_some(p, o.prisoners), o=_way(o)
    ),
    "surrender": lambda p, o: say("{bodies} surrender", bodies=_names(p, o.bodies)),
    "choose": lambda p, o: (
        say("{dead} die; {prisoners} are taken", dead=_some(p, o.dead), prisoners=_some(p, o.prisoners))
        if o.prisoners
        else say("{dead} die", dead=_some(p, o.dead))
    ),
    "split": lambda p, o: say_many(
        "{n} man of {body} becomes a body of its own, {into}",
        "{n} men of {body} become a body of their own, {into}",
        o.men,
        body=name_of(p, o.body),
        into=o.into,
    ),
    "merge": lambda p, o: say("{bodies} become one body", bodies=_names(p, o.bodies)),
    "capture": lambda p, o: say("{gun} is claimed", gun=name_of(p, o.gun)),
    "box": lambda p, o: say("{bodies} go into box {box}", bodies=_names(p, o.bodies), box=name_of(p, o.box)),
    "unbox": lambda p, o: say("the men of box {box} come out", box=name_of(p, o.box)),
    "move-box": lambda p, o: say("box {box} goes{o}", box=name_of(p, o.box), o=_way(o)),
    "move-waggon": lambda p, o: say("{waggon} goes{o}", waggon=name_of(p, o.waggon), o=_way(o)),
    "entrain": lambda p, o: say("{bodies} get into {train}", bodies=_names(p, o.bodies), train=name_of(p, o.train)),
    "detrain": lambda p, o: say("{bodies} get out of {train}", bodies=_names(p, o.bodies), train=name_of(p, o.train)),
    "train": lambda p, o: say(
        "{train} goes {inches} {direction}",
        train=name_of(p, o.train),
        inches=inches(o.inches or 0),
        direction=o.direction,
    ),
    "tear-rail": lambda p, o: say("{bodies} tear up {rail}", bodies=_names(p, o.bodies), rail=o.rail),
    "replace-rail": lambda p, o: say("{bodies} lay {rail} again", bodies=_names(p, o.bodies), rail=o.rail),
    "assign": lambda p, o: say("{bodies} go to {commander}", bodies=_names(p, o.bodies), commander=o.commander),
    "buy-force": lambda p, o: say_many(
        "a force of {inf} infantry, {cav} cavalry and {n} gun",
        "a force of {inf} infantry, {cav} cavalry and {n} guns",
        o.guns,
        inf=o.inf,
        cav=o.cav,
    ),
    "set-forces": lambda p, o: say_many(
        "a force of {inf} infantry, {cav} cavalry and {n} gun",
        "a force of {inf} infantry, {cav} cavalry and {n} guns",
        o.guns,
        inf=o.inf,
        cav=o.cav,
    ),
    "put-down": lambda p, o: say("{thing} is put down", thing=name_of(p, o.thing)),
    "resign": lambda p, o: say("the battle is given up"),
    "end-move": lambda p, o: say("the move is ended"),
}
"""The sentence of each order; a length ends with its own full stop (``in.``)."""
