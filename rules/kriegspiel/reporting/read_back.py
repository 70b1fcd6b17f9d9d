"""Orders in plain words, shown before they are sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract.sentences import list_of_words
from rules.kriegspiel import orders as given
from rules.kriegspiel.floor import survey
from rules.kriegspiel.force import KINDS_OF_PACKET, Packets, Position
from rules.kriegspiel.orders import Order
from rules.kriegspiel.tables.fire import A_SHOT
from rules.values.measure import Point, feet, inches, length_of

NAMED = ("bodies", "guns", "waggons", "depots", "generals", "bridges", "boats", "trains")
"""The groups whose things have names of their own."""


def name_of(position: Position, identity: str) -> str:
    """The name of a thing, or its id."""
    for group in NAMED:
        thing = getattr(position, group).get(identity)
        if thing is not None:
            return getattr(thing, "name", "") or identity
    return identity


def read_back(position: Position, order: Order) -> str:
    """An order in one plain sentence, with names for ids and its figures."""
    sentence = SENTENCES[order.name](Reader(position), order)
    if not _begins_with_an_id(position, sentence):
        sentence = sentence[:1].upper() + sentence[1:]
    return sentence if sentence.endswith(".") else f"{sentence}."


def _begins_with_an_id(position: Position, sentence: str) -> bool:
    """Whether a sentence begins with an id, which is not capitalised."""
    first = sentence.split(" ", 1)[0].removesuffix(",")
    return any(first in getattr(position, group) for group in NAMED)


class Reader:
    """The words of a position's things."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def name(self, identity: str) -> str:
        """The name of a thing."""
        return name_of(self.position, identity)

    def names(self, ids: Any) -> str:
        """The names of several things."""
        return list_of_words([self.name(one) for one in ids])

    def away(self, one: str, other: str, measured: int | None) -> str:
        """The distance of a thing, if known: ``, 20 in. away``."""
        far = measured if measured is not None else survey.distance(self.position, one, other)
        return "" if far is None else f", {inches(far)} away"

    def way(self, subject: str, order: Any) -> str:
        """A way in words: its length and its end, or that it is measured on the floor."""
        path: tuple[Point, ...] = order.path
        start = survey.place(self.position, subject)
        far = order.measured.distance
        if far is None and path and start is not None:
            far = length_of(start, path)
        by_road = " by road" if getattr(order, "by_road", False) else ""
        end = f", to {place(path[-1])}" if path else ""
        if far is None:
            return f"{by_road}{end}, as measured on the floor"
        return f" {inches(far)}{by_road}{end}"


def place(at: Point) -> str:
    """A point as people find it on the floor, from the south-west corner.

    >>> place((8 * 192, 3 * 192 + 16)), place((0, -32))
    ('8 ft east, 3 ft 1 in. north', '0 in. east, 2 in. south')
    """
    across, along = at
    return f"{feet(abs(across))} {'east' if across >= 0 else 'west'}, {feet(abs(along))} {'north' if along >= 0 else 'south'}"


def packets(asked: Packets) -> str:
    """Packets in words: ``2 of food and 1 of forage``."""
    return (
        list_of_words([f"{getattr(asked, kind)} of {kind}" for kind in KINDS_OF_PACKET if getattr(asked, kind)])
        or "nothing"
    )


def _spot(at: Point | None) -> str:
    """A place in words, or the words for a place marked on the floor."""
    return ", at the place marked on the floor" if at is None else f" at {place(at)}"


def _point(at: Point | None) -> str:
    """A point in words, if it is given."""
    return "" if at is None else _spot(at)


def _run_train(read: Reader, order: given.RunTrain) -> str:
    far = order.measured.distance if order.measured.distance is not None else order.inches
    way = ", as far as is measured" if far is None else f" {inches(far)}"
    return f"{read.name(order.train)} goes {order.direction}{way}"


def _line(line: tuple[Point, ...]) -> str:
    """A line in words: its length and its ends."""
    if not line:
        return ", along the line marked on the floor"
    return f" {inches(length_of(line[0], line[1:]))} from {place(line[0])} to {place(line[-1])}"


def _retire(read: Reader, order: given.Retire) -> str:
    before = f" before {read.name(order.enemy)}" if order.enemy else ""
    return f"{read.name(order.body)} retires{before}{read.way(order.body, order)}"


def _fire_gun(read: Reader, order: given.FireGun) -> str:
    shots = order.shots if order.shots is not None else len(order.measured.shells or ())
    fired = f"{shots} shot{'' if shots == 1 else 's'}" if shots else "its shots"
    aim = order.aim
    if aim is None:
        return f"{read.name(order.gun)} fires {fired}, aimed on the floor"
    if aim.at is not None:
        start = survey.place(read.position, order.gun)
        far = "" if start is None else f", {feet(survey.apart(start, aim.at))} away"
        return f"{read.name(order.gun)} fires {fired} at {place(aim.at)}{far}"
    return f"{read.name(order.gun)} fires {fired} on a bearing of {aim.bearing or 0}° at an elevation of {aim.elevation or 0}°"


def _fire_rifles(read: Reader, order: given.FireRifles) -> str:
    body = read.position.bodies.get(order.body)
    shots = len(order.fives) or (body.ashore // A_SHOT if body is not None else 0)
    return f"{read.name(order.body)} fires its rifles, {shots} shot{'' if shots == 1 else 's'}"


def _contact(verb: str) -> Callable[[Reader, Any], str]:
    def sentence(read: Reader, order: Any) -> str:
        far = read.away(order.body, order.target, order.measured.distance)
        return f"{read.name(order.body)} {verb} {read.name(order.target)}{far}"

    return sentence


def _form(read: Reader, order: given.Form) -> str:
    into = order.formation.replace("-", " ")
    return f"{read.name(order.body)} forms {'extended order' if into == 'extended' else into}"


def _move_gun(read: Reader, order: given.MoveGun) -> str:
    going = order.men
    if isinstance(going, int):
        men = f" with {going} men"
    else:
        named = [f"{n} men of {read.name(one)}" if n else read.name(one) for one, n in (going or {}).items()]
        men = f" with {list_of_words(named)}" if named else ""
    return f"{read.name(order.gun)} is moved{read.way(order.gun, order)}{men}"


def _escort(read: Reader, order: given.Escort) -> str:
    taken = (
        list_of_words([f"{n or 'the'} prisoners of {read.name(one)}" for one, n in order.prisoners.items()])
        or "its prisoners"
    )
    return f"{read.name(order.body)} marches with {taken}{read.way(order.body, order)}"


def _choose(read: Reader, order: given.Choose) -> str:
    dead = list_of_words([f"{n} of {read.name(one)}" for one, n in order.dead.items()]) or "nobody named"
    taken = list_of_words([f"{n} of {read.name(one)}" for one, n in order.prisoners.items()]) or "nobody named"
    return f"in the melee these die: {dead}; these are taken: {taken}"


def _merge(read: Reader, order: given.Merge) -> str:
    into = order.into or (order.bodies[0] if order.bodies else "")
    return f"{read.names(order.bodies)} become one body, {read.name(into)}"


def _message(read: Reader, order: given.Message) -> str:
    to = f" to {read.names(order.to)}" if order.to else ""
    return f"a {order.channel}{to}: “{order.text}”"


def _entry(verb: str) -> Callable[[Reader, Any], str]:
    """The sentence of an official's entry about a thing, or a coin."""

    def said(read: Reader, order: Any) -> str:
        who = f"the official of {order.by}" if order.by else "the official"
        return f"{who} {verb} " + (f"what was measured of {read.name(order.of)}" if order.of else "a coin")

    return said


def _does(verb: str, key: str = "body") -> Callable[[Reader, Any], str]:
    """The sentence of a thing and a verb."""
    return lambda read, order: f"{read.name(getattr(order, key))} {verb}"


SENTENCES: Mapping[str, Callable[[Reader, Any], str]] = {
    "march": lambda read, order: f"{read.name(order.body)} marches{read.way(order.body, order)}",
    "retire": _retire,
    "form": _form,
    "ford": _does("fords the river"),
    "mount": _does("mounts"),
    "dismount": _does("dismounts"),
    "stand": _does("stands"),
    "limber": _does("limbers up", "gun"),
    "unlimber": _does("unlimbers", "gun"),
    "move-gun": _move_gun,
    "fire-gun": _fire_gun,
    "fire-rifles": _fire_rifles,
    "charge": _contact("charges"),
    "assault": _contact("assaults"),
    "stop-work": _does("leaves its work"),
    "destroy": lambda read, order: f"{read.name(order.body)} destroys {read.name(order.target)}",
    "repair": lambda read, order: f"{read.name(order.body)} repairs {read.name(order.target)}",
    "burn-depot": lambda read, order: f"{read.name(order.body)} burns {read.name(order.target)}",
    "wreck-waggons": lambda read, order: (
        f"{read.name(order.body)} destroys what {read.names(order.targets_named)} hold"
    ),
    "lay-mine": lambda read, order: f"{read.name(order.body)} lays a mine{_spot(order.at)}",
    "entrench": lambda read, order: f"{read.name(order.body)} entrenches{_line(order.line)}",
    "epaulement": lambda read, order: f"{read.name(order.body)} raises an epaulement for {read.name(order.gun)}",
    "move-waggon": lambda read, order: f"{read.name(order.waggon)} goes{read.way(order.waggon, order)}",
    "sail": lambda read, order: f"{read.name(order.boat)} sails{read.way(order.boat, order)}",
    "embark": lambda read, order: f"{read.name(order.body)} embarks in {read.name(order.boat)}{_point(order.at)}",
    "disembark": lambda read, order: (
        f"{read.name(order.body)} disembarks from {read.name(order.boat)}{_point(order.at)}"
    ),
    "entrain": lambda read, order: f"{read.name(order.body)} gets into {read.name(order.train)}{_point(order.at)}",
    "detrain": lambda read, order: f"{read.name(order.body)} gets out of {read.name(order.train)}{_point(order.at)}",
    "train": _run_train,
    "move-general": lambda read, order: f"{read.name(order.general)} goes{read.way(order.general, order)}",
    "load": lambda read, order: (
        f"{read.name(order.waggon)} loads {packets(order.packets)} from {read.name(order.source)}"
    ),
    "unload": lambda read, order: (
        f"{read.name(order.waggon)} unloads {packets(order.packets)} into {read.name(order.to)}"
    ),
    "issue": lambda read, order: (
        f"{read.name(order.source)} gives up {packets(order.packets)} for {read.name(order.body)}"
    ),
    "go-short": lambda read, order: f"if packets are few, these are fed: {read.names(order.bodies) or 'nobody'}",
    "eat-horses": lambda read, order: (
        f"{read.name(order.body)} eats {order.horses} horse{'' if order.horses == 1 else 's'}"
    ),
    "surrender": _does("gives itself up"),
    "escort": _escort,
    "split": lambda read, order: f"{order.men} men of {read.name(order.body)} become a body of their own, {order.into}",
    "merge": _merge,
    "choose": _choose,
    "message": _message,
    "report": _entry("reports"),
    "confirm": _entry("confirms"),
    "box": _does("goes into its box"),
    "set-out": _does("comes out of its box"),
}
"""The sentence of each order.  A length ends with its own full stop (``in.``)."""
