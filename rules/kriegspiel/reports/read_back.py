"""Orders in plain words, shown before they are sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract.sentences import list_of_words
from rules.floor import called
from rules.kriegspiel import orders as given
from rules.kriegspiel.floor import survey
from rules.kriegspiel.force import GROUPS, KINDS_OF_PACKET, Packets, Position
from rules.kriegspiel.orders import Order
from rules.kriegspiel.tables.fire import A_SHOT
from rules.values.measure import Point, feet, inches, length_of
from rules.values.sentence import capitalised, fill, message, say, say_many, word, word_of


def name_of(position: Position, identity: str) -> str:
    """What a thing is called."""
    return called.on_floor(position, GROUPS, position.country, identity)


def read_back(position: Position, order: Order) -> str:
    """An order in one plain sentence, with names for ids and its figures."""
    sentence = SENTENCES[order.name](Reader(position), order)
    if not _begins_with_an_id(position, sentence):
        sentence = capitalised(sentence)
    return sentence if sentence.endswith(".") else sentence + "."


def _begins_with_an_id(position: Position, sentence: str) -> bool:
    """Whether a sentence begins with an id, which is not capitalised."""
    first = sentence.split(" ", 1)[0].removesuffix(",")
    return any(first in getattr(position, group) for group in GROUPS)


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
        return "" if far is None else say(", {far} away", far=inches(far))

    def way(self, subject: str, order: Any) -> str:
        """A way in words: its length and its end.

        Without either it is measured on the floor, or, for a thing with a place, still to be chosen: then nothing is said.
        """
        path: tuple[Point, ...] = order.path
        start = survey.place(self.position, subject)
        far = order.measured.distance
        if far is None and path and start is not None:
            far = length_of(start, path)
        by_road = say(" by road") if getattr(order, "by_road", False) else ""
        end = say(", to {path}", path=place(path[-1])) if path else ""
        if far is None and start is not None:
            return say("{by_road}{end}", by_road=by_road, end=end)
        if far is None:
            return say("{by_road}{end}, as measured on the floor", by_road=by_road, end=end)
        return say(" {far}{by_road}{end}", far=inches(far), by_road=by_road, end=end)


def place(at: Point) -> str:
    """A point as people find it on the floor, from the south-west corner.

    >>> place((8 * 192, 3 * 192 + 16)), place((0, -32))
    ('8 ft east, 3 ft 1 in. north', '0 in. east, 2 in. south')
    """
    across, along = at
    return say(
        ("{feet} east, {feet2} north" if along >= 0 else "{feet} east, {feet2} south")
        if across >= 0
        else ("{feet} west, {feet2} north" if along >= 0 else "{feet} west, {feet2} south"),
        feet=feet(abs(across)),
        feet2=feet(abs(along)),
    )


def packets(asked: Packets) -> str:
    """Packets in words: ``2 of food and 1 of forage``."""
    return list_of_words(
        [
            say("{kind} of {kind2}", kind=getattr(asked, kind), kind2=word(kind))
            for kind in KINDS_OF_PACKET
            if getattr(asked, kind)
        ]
    ) or say("nothing")


def _spot(at: Point | None) -> str:
    """A place in words, or the words for a place marked on the floor."""
    return say(", at the place marked on the floor") if at is None else say(" at {at}", at=place(at))


def _point(at: Point | None) -> str:
    """A point in words, if it is given."""
    return "" if at is None else _spot(at)


def _run_train(read: Reader, order: given.RunTrain) -> str:
    far = order.measured.distance if order.measured.distance is not None else order.inches
    way = say(", as far as is measured") if far is None else say(" {far}", far=inches(far))
    return say("{train} goes {direction}{way}", train=read.name(order.train), direction=word(order.direction), way=way)


def _line(line: tuple[Point, ...]) -> str:
    """A line in words: its length and its ends."""
    if not line:
        return say(", along the line marked on the floor")
    return say(
        " {inches} from {line} to {line2}",
        inches=inches(length_of(line[0], line[1:])),
        line=place(line[0]),
        line2=place(line[-1]),
    )


def _retire(read: Reader, order: given.Retire) -> str:
    before = say(" before {enemy}", enemy=read.name(order.enemy)) if order.enemy else ""
    return say(
        "{body} retires{before}{order}", body=read.name(order.body), before=before, order=read.way(order.body, order)
    )


def _fire_gun(read: Reader, order: given.FireGun) -> str:
    shots = order.shots if order.shots is not None else len(order.measured.shells or ())
    fired = say("{shots} shot" if shots == 1 else "{shots} shots", shots=shots) if shots else say("its shots")
    aim = order.aim
    if aim is None:
        return say("{gun} fires {fired}, aimed on the floor", gun=read.name(order.gun), fired=fired)
    if aim.at is not None:
        start = survey.place(read.position, order.gun)
        far = "" if start is None else say(", {feet} away", feet=feet(survey.apart(start, aim.at)))
        return say("{gun} fires {fired} at {at}{far}", gun=read.name(order.gun), fired=fired, at=place(aim.at), far=far)
    return say(
        "{gun} fires {fired} on a bearing of {bearing}° at an elevation of {elevation}°",
        gun=read.name(order.gun),
        fired=fired,
        bearing=aim.bearing or 0,
        elevation=aim.elevation or 0,
    )


def _fire_rifles(read: Reader, order: given.FireRifles) -> str:
    body = read.position.bodies.get(order.body)
    shots = len(order.fives) or (body.ashore // A_SHOT if body is not None else 0)
    return say(
        "{body} fires its rifles, {shots} shot" if shots == 1 else "{body} fires its rifles, {shots} shots",
        body=read.name(order.body),
        shots=shots,
    )


def _contact(verb: str) -> Callable[[Reader, Any], str]:
    def sentence(read: Reader, order: Any) -> str:
        far = read.away(order.body, order.target, order.measured.distance)
        return say(
            "{body} {verb} {target}{far}",
            body=read.name(order.body),
            verb=verb,
            target=read.name(order.target),
            far=far,
        )

    return sentence


def _form(read: Reader, order: given.Form) -> str:
    into = word_of(order.formation)
    return say(
        "{body} forms {into}", body=read.name(order.body), into=say("extended order") if into == "extended" else into
    )


def _move_gun(read: Reader, order: given.MoveGun) -> str:
    going = order.men
    if isinstance(going, int):
        men: str = say_many(" with {n} man", " with {n} men", going)
    else:
        named = [
            say_many("{n} man of {one}", "{n} men of {one}", n, one=read.name(one)) if n else read.name(one)
            for one, n in (going or {}).items()
        ]
        men = say(" with {named}", named=list_of_words(named)) if named else ""
    return say("{gun} is moved{order}{men}", gun=read.name(order.gun), order=read.way(order.gun, order), men=men)


def _escort(read: Reader, order: given.Escort) -> str:
    taken = list_of_words(
        [
            say_many("{n} prisoner of {one}", "{n} prisoners of {one}", n, one=read.name(one))
            if n
            else say("the prisoners of {one}", one=read.name(one))
            for one, n in order.prisoners.items()
        ]
    ) or say("its prisoners")
    return say(
        "{body} marches with {taken}{order}", body=read.name(order.body), taken=taken, order=read.way(order.body, order)
    )


def _choose(read: Reader, order: given.Choose) -> str:
    dead = list_of_words([say("{n} of {one}", n=n, one=read.name(one)) for one, n in order.dead.items()]) or say(
        "nobody named"
    )
    taken = list_of_words([say("{n} of {one}", n=n, one=read.name(one)) for one, n in order.prisoners.items()]) or say(
        "nobody named"
    )
    return say("in the melee {dead} die; {taken} are taken", dead=dead, taken=taken)


def _merge(read: Reader, order: given.Merge) -> str:
    into = order.into or (order.bodies[0] if order.bodies else "")
    return say("{bodies} become one body, {into}", bodies=read.names(order.bodies), into=read.name(into))


def _message(read: Reader, order: given.Message) -> str:
    if not order.to:
        return say("a {channel}: “{text}”", channel=word(order.channel), text=order.text)
    return say("a {channel} to {to}: “{text}”", channel=word(order.channel), to=read.names(order.to), text=order.text)


def _entry(of_a_thing: str, of_a_coin: str) -> Callable[[Reader, Any], str]:
    """The sentence of an official's entry about a thing, or a coin."""

    def said(read: Reader, order: Any) -> str:
        who = say("the official of {by}", by=word(order.by.title())) if order.by else say("the official")
        return fill(of_a_thing if order.of else of_a_coin, lambda gap, _: who if gap == "who" else read.name(order.of))

    return said


def _does(verb: str, key: str = "body") -> Callable[[Reader, Any], str]:
    """The sentence of a thing and a verb."""
    return lambda read, order: say("{name} {verb}", name=read.name(getattr(order, key)), verb=verb)


SENTENCES: Mapping[str, Callable[[Reader, Any], str]] = {
    "march": lambda read, order: say(
        "{body} marches{order}", body=read.name(order.body), order=read.way(order.body, order)
    ),
    "retire": _retire,
    "form": _form,
    "ford": _does(say("fords the river")),
    "mount": _does(say("mounts")),
    "dismount": _does(say("dismounts")),
    "stand": _does(say("stays where it is")),
    "limber": _does(say("limbers up"), "gun"),
    "unlimber": _does(say("unlimbers"), "gun"),
    "move-gun": _move_gun,
    "fire-gun": _fire_gun,
    "fire-rifles": _fire_rifles,
    "charge": _contact(say("charges")),
    "assault": _contact(say("assaults")),
    "stop-work": _does(say("leaves its work")),
    "destroy": lambda read, order: say(
        "{body} destroys {target}", body=read.name(order.body), target=read.name(order.target)
    ),
    "repair": lambda read, order: say(
        "{body} repairs {target}", body=read.name(order.body), target=read.name(order.target)
    ),
    "burn-depot": lambda read, order: say(
        "{body} burns {target}", body=read.name(order.body), target=read.name(order.target)
    ),
    "wreck-waggons": lambda read, order: say(
        "{body} destroys what {targets_named} hold",
        body=read.name(order.body),
        targets_named=read.names(order.targets_named),
    ),
    "lay-mine": lambda read, order: say("{body} lays a mine{at}", body=read.name(order.body), at=_spot(order.at)),
    "entrench": lambda read, order: say("{body} entrenches{line}", body=read.name(order.body), line=_line(order.line)),
    "epaulement": lambda read, order: say(
        "{body} raises an epaulement for {gun}", body=read.name(order.body), gun=read.name(order.gun)
    ),
    "move-waggon": lambda read, order: say(
        "{waggon} goes{order}", waggon=read.name(order.waggon), order=read.way(order.waggon, order)
    ),
    "sail": lambda read, order: say(
        "{boat} sails{order}", boat=read.name(order.boat), order=read.way(order.boat, order)
    ),
    "embark": lambda read, order: say(
        "{body} embarks in {boat}{at}", body=read.name(order.body), boat=read.name(order.boat), at=_point(order.at)
    ),
    "disembark": lambda read, order: say(
        "{body} disembarks from {boat}{at}", body=read.name(order.body), boat=read.name(order.boat), at=_point(order.at)
    ),
    "entrain": lambda read, order: say(
        "{body} gets into {train}{at}", body=read.name(order.body), train=read.name(order.train), at=_point(order.at)
    ),
    "detrain": lambda read, order: say(
        "{body} gets out of {train}{at}", body=read.name(order.body), train=read.name(order.train), at=_point(order.at)
    ),
    "train": _run_train,
    "move-general": lambda read, order: say(
        "{general} goes{order}", general=read.name(order.general), order=read.way(order.general, order)
    ),
    "load": lambda read, order: say(
        "{waggon} loads {packets} from {source}",
        waggon=read.name(order.waggon),
        packets=packets(order.packets),
        source=read.name(order.source),
    ),
    "unload": lambda read, order: say(
        "{waggon} unloads {packets} into {to}",
        waggon=read.name(order.waggon),
        packets=packets(order.packets),
        to=read.name(order.to),
    ),
    "issue": lambda read, order: say(
        "{source} issues {packets} to {body}",
        source=read.name(order.source),
        packets=packets(order.packets),
        body=read.name(order.body),
    ),
    "go-short": lambda read, order: say(
        "if packets are few, these are fed: {names}", names=read.names(order.bodies) or say("nobody")
    ),
    "eat-horses": lambda read, order: say(
        "{body} eats {horses} horse" if order.horses == 1 else "{body} eats {horses} horses",
        body=read.name(order.body),
        horses=order.horses,
    ),
    "surrender": _does(say("surrenders")),
    "escort": _escort,
    "split": lambda read, order: say_many(
        "{n} man of {body} becomes a body of its own, {into}",
        "{n} men of {body} become a body of their own, {into}",
        order.men,
        body=read.name(order.body),
        into=order.into,
    ),
    "merge": _merge,
    "choose": _choose,
    "message": _message,
    "report": _entry(message("{who} reports what was measured of {of}"), message("{who} reports a coin")),
    "confirm": _entry(message("{who} confirms what was measured of {of}"), message("{who} confirms a coin")),
    "box": _does(say("goes into its box")),
    "set-out": _does(say("comes out of its box")),
}
"""The sentence of each order.  A length ends with its own full stop (``in.``)."""
