"""An order in plain words, shown before and after it is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract.sentences import list_of_words
from rules.errors import one_stop
from rules.little_wars.force.position import Position
from rules.little_wars.orders import Order
from rules.values.measure import inches


def name_of(position: Position, identity: str) -> str:
    """The name of a thing, or its id."""
    for group in (position.bodies, position.guns, position.waggons, position.boxes, position.trains):
        thing: Any = group.get(identity)
        if thing is not None:
            return str(thing.name or identity)
    return identity


def read_back(position: Position, order: Order) -> str:
    """An order as one sentence."""
    said = SENTENCES.get(order.name)
    words = (
        said(position, order) if said else f"{order.name.replace('-', ' ')} {name_of(position, order.subject)}".strip()
    )
    words = words[:1].upper() + words[1:]
    return one_stop(words if words.endswith(".") else f"{words}.")


def _names(position: Position, identities: Any) -> str:
    return list_of_words([name_of(position, one) for one in identities]) or "nobody"


def _some(position: Position, men: Mapping[str, int] | int | None) -> str:
    """Men in words: a number, or a number for each body."""
    if men is None:
        return "the men with it"
    if isinstance(men, int):
        return f"{men} men"
    parts = [
        f"{number} of {name_of(position, one)}" if number else name_of(position, one) for one, number in men.items()
    ]
    return list_of_words(parts) or "nobody"


def _way(order: Any) -> str:
    """The length of a way and its end, in words."""
    road = " by road" if getattr(order, "by_road", False) else ""
    if order.measured.distance is not None:
        return f" {inches(order.measured.distance)}{road}"
    path = getattr(order, "path", ())
    return f" to ({inches(path[-1][0])}, {inches(path[-1][1])}){road}" if path else road


def _fire(position: Position, order: Any) -> str:
    shots = order.shots if order.shots is not None else len(order.measured.shots or ())
    at = f" at {name_of(position, order.target.partition('#')[0])}" if order.target else ""
    return f"{name_of(position, order.gun)} fires{f' {shots} shots' if shots else ''}{at}"


def _march(position: Position, order: Any) -> str:
    who = (
        f"{order.men} men of {_names(position, order.bodies)}"
        if order.men is not None
        else _names(position, order.bodies)
    )
    return f"{who} move{_way(order)}"


SENTENCES: Mapping[str, Callable[[Position, Any], str]] = {
    "march": _march,
    "assault": lambda p, o: f"{_names(p, o.bodies)} charge {name_of(p, o.target)}{_way(o)}",
    "retire": lambda p, o: f"{_names(p, o.bodies)} go over their own back line",
    "fire-gun": _fire,
    "move-gun": lambda p, o: f"{name_of(p, o.gun)} is moved{_way(o)} with {_some(p, o.men)}",
    "lie-down": lambda p, o: f"{_some(p, o.men)} lie down",
    "place-trail": lambda p, o: f"{_some(p, o.men)} stand at the trail of {name_of(p, o.gun)}",
    "move-prisoners": lambda p, o: f"{_some(p, o.escorts)} lead {_some(p, o.prisoners)}{_way(o)}",
    "surrender": lambda p, o: f"{_names(p, o.bodies)} give themselves up",
    "choose": lambda p, o: (
        f"there die {_some(p, o.dead)}" + (f"; taken are {_some(p, o.prisoners)}" if o.prisoners else "")
    ),
    "split": lambda p, o: f"{o.men} men of {name_of(p, o.body)} become a body of their own, {o.into}",
    "merge": lambda p, o: f"{_names(p, o.bodies)} become one body",
    "capture": lambda p, o: f"{name_of(p, o.gun)} is claimed",
    "box": lambda p, o: f"{_names(p, o.bodies)} go into box {name_of(p, o.box)}",
    "unbox": lambda p, o: f"the men of box {name_of(p, o.box)} stand out",
    "move-box": lambda p, o: f"box {name_of(p, o.box)} goes{_way(o)}",
    "move-waggon": lambda p, o: f"{name_of(p, o.waggon)} goes{_way(o)}",
    "entrain": lambda p, o: f"{_names(p, o.bodies)} get into {name_of(p, o.train)}",
    "detrain": lambda p, o: f"{_names(p, o.bodies)} get out of {name_of(p, o.train)}",
    "train": lambda p, o: f"{name_of(p, o.train)} goes {inches(o.inches or 0)} {o.direction}",
    "tear-rail": lambda p, o: f"{_names(p, o.bodies)} tear up {o.rail}",
    "replace-rail": lambda p, o: f"{_names(p, o.bodies)} lay {o.rail} again",
    "assign": lambda p, o: f"{_names(p, o.bodies)} go to {o.commander}",
    "buy-force": lambda p, o: f"a force of {o.inf} infantry, {o.cav} cavalry and {o.guns} guns",
    "set-forces": lambda p, o: f"a force of {o.inf} infantry, {o.cav} cavalry and {o.guns} guns",
    "put-down": lambda p, o: f"{name_of(p, o.thing)} is put down",
    "resign": lambda p, o: "the battle is given up",
    "end-move": lambda p, o: "the move is ended",
}
"""The sentence of each order; a length ends with its own full stop (``in.``)."""
