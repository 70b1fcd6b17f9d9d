"""The things on the floor: men in groups, guns, waggons, boxes, trains, and their position.  [LW-GEN-02, rulebook part 23]

A body is men of one side and one arm, moved by one order; each of them is a single figure.  Lengths are
sixteenths of an inch, angles whole degrees.  The plain names of the fields are those of the public test kit (CASES.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

from rules.contract import data as contract
from rules.errors import Invalid
from rules.floor.force import Holdable, OnAFloor
from rules.floor.start import groups_written, only_known, read_groups, sides_of
from rules.ground.country import Country
from rules.ground.country_file import read_country, write_country
from rules.little_wars.force.setup import NOT_BEGUN, Setup, read_setup
from rules.little_wars.options import Options
from rules.values import codec
from rules.values.codec import (
    ANGLE,
    COUNT,
    COUNTS,
    FLAG,
    IDENTITY,
    IDS,
    LENGTH,
    PATH,
    POINT,
    SOME_OF,
    TEXT,
    TITLE,
    FieldType,
    choice,
    key,
    map_of,
)
from rules.values.measure import Point
from rules.values.sentence import of_field, say
from rules.values.value import Value

ARMS = ("infantry", "cavalry")
NOBODY: Mapping[str, int] = MappingProxyType({})
NOWHERE: Mapping[str, Mapping[str, Point]] = MappingProxyType({})
DRAWN = map_of(map_of(POINT))

OF_OTHER_BOOKS = frozenset({"horses", "formation", "team_horses", "limbered", "packets"})
"""Keys of the kit that have no meaning here: men and horses count one each, and nothing is limbered or loaded.  [LW-GEN-03, LW-GEN-06]"""


def _read_all_or_some(value: Any, where: str) -> int:
    """Men of a body: a number, or true for all of them."""
    if isinstance(value, bool):
        return codec.GREATEST_COUNT if value else 0
    return codec.read_integer(value, where)


SOME = FieldType(_read_all_or_some, lambda value: value, {"type": ["integer", "boolean"]})


def _read_crew(value: Any, where: str) -> Mapping[str, int]:
    """Bodies that serve a gun: one, several, or the number of men of each; 0 is all of them."""
    crew: Mapping[str, int] = SOME_OF.read(value or [], where)
    return crew


def _write_crew(value: Mapping[str, int]) -> Any:
    if any(value.values()):
        return dict(value)
    return next(iter(value)) if len(value) == 1 else list(value)


CREW = FieldType(_read_crew, _write_crew, SOME_OF.schema)


@dataclass(frozen=True)
class Body(Value):
    """Men of one side and one arm under one order.

    men: free and living; figures: the place of each, if the floor knows it; disarmed: those of the men who
    wait to be armed again, rearming: those of these who have touched their own line.
    prisoners: men in enemy hands, captives: their places; captors: enemy bodies that guard them, and how many;
    untended: prisoners who surrendered and never had an escort; secure: those beyond the captor's line.
    """

    GROUP: ClassVar[str] = "bodies"

    id: str
    side: str = key(IDENTITY)
    arm: str = key(choice(*ARMS, "artillery", "engineers", "transport"))
    men: int = key(COUNT)
    name: str = key(TEXT, "")
    at: Point | None = key(POINT, None)
    facing: int = key(ANGLE, 0)
    figures: tuple[Point, ...] = key(PATH, ())
    commander: str = key(TITLE, "")
    disarmed: int = key(SOME, 0)
    rearming: int = key(SOME, 0)
    prisoners: int = key(COUNT, 0)
    captives: tuple[Point, ...] = key(PATH, ())
    captors: Mapping[str, int] = key(COUNTS, factory=lambda: NOBODY)
    untended: int = key(COUNT, 0)
    secure: int = key(COUNT, 0)
    held_by: str = key(IDENTITY, "")
    surrendered: bool = key(FLAG, False)
    retired: int = key(COUNT, 0, note="men over their own back line, alive and off the field")
    arrived: int = key(COUNT, 0, note="attackers of a Defensive Game who have reached the defender's line")
    line: str = key(choice("", "own", "enemy"), "", note="the back line that its men touch, where places are not known")
    aboard: str = key(IDENTITY, "", note="the box or train that carries it")
    entraining: str = key(choice("", "in", "out"), "", note="what it does with its train")


@dataclass(frozen=True)
class Gun(Holdable, Value):
    """A gun.  at: the middle of its axle; facing: the bearing of its muzzle; crew: bodies within six inches of it.

    over, under: places of enemies near it who came up from before its axle line, and from behind; crossed: of those who crossed it.
    trail: men at the end of its trail since it fired, by body.
    """

    GROUP: ClassVar[str] = "guns"

    id: str
    side: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
    facing: int = key(ANGLE, 0)
    elevation: int = key(ANGLE, 0)
    crew: Mapping[str, int] = key(CREW, factory=lambda: NOBODY)
    held_by: str = key(IDENTITY, "")
    name: str = key(TEXT, "")
    in_dispute: bool = key(FLAG, False)
    trail: Mapping[str, int] = key(COUNTS, factory=lambda: NOBODY)
    retired: bool = key(FLAG, False)
    commander: str = key(TITLE, "")
    over: tuple[Point, ...] = key(PATH, ())
    under: tuple[Point, ...] = key(PATH, ())
    crossed: tuple[Point, ...] = key(PATH, ())
    aboard: str = key(IDENTITY, "")
    destroyed: bool = key(FLAG, False)
    disabled_for: int = key(COUNT, 0)


@dataclass(frozen=True)
class Waggon(Holdable, Value):
    """A waggon for fifty men, or a cart of ammunition; by default it serves as both.

    serves: the bodies that it feeds; all of its side if none is named.
    """

    GROUP: ClassVar[str] = "waggons"

    id: str
    side: str = key(IDENTITY)
    kind: str = key(choice("", "waggon", "cart"), "")
    at: Point | None = key(POINT, None)
    serves: tuple[str, ...] = key(IDS, ())
    held_by: str = key(IDENTITY, "")
    name: str = key(TEXT, "")
    commander: str = key(TITLE, "")
    destroyed: bool = key(FLAG, False)


@dataclass(frozen=True)
class Box(Value):
    """A closed box of men and guns.  aboard: men by body, and 1 for each gun."""

    id: str
    side: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
    aboard: Mapping[str, int] = key(SOME_OF, factory=lambda: NOBODY)
    opened: bool = key(FLAG, False)
    name: str = key(TEXT, "")
    commander: str = key(TITLE, "")


@dataclass(frozen=True)
class Train(Holdable, Value):
    """A train.  along: sixteenths from the start of its line; aboard: men by body, and 1 for each gun."""

    id: str
    side: str = key(IDENTITY)
    along: int = key(LENGTH, 0)
    at: Point | None = key(POINT, None)
    line: str = key(IDENTITY, "")
    trucks: int = key(COUNT, 0)
    aboard: Mapping[str, int] = key(SOME_OF, factory=lambda: NOBODY)
    held_by: str = key(IDENTITY, "")
    name: str = key(TEXT, "")
    commander: str = key(TITLE, "")
    destroyed: bool = key(FLAG, False)


@dataclass(frozen=True)
class Bridge(Value):
    """A bridge of the country, or a rail, if rails are torn up; along: its place on its line."""

    id: str
    kind: str = key(choice("rail", "railway-bridge", "culvert", "road-bridge"), "rail")
    at: Point | None = key(POINT, None)
    span: tuple[Point, ...] = key(PATH, ())
    line: str = key(IDENTITY, "")
    along: int = key(LENGTH, 0)
    standing: bool = key(FLAG, True)
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class Work(Value):
    """Men at a rail: their body, tearing up or laying, and the number of own moves so far.  [LW-EXT-25, LW-EXT-26]"""

    id: str
    kind: str = key(choice("tear-rail", "replace-rail"))
    side: str = key(IDENTITY)
    crew: Mapping[str, int] = key(SOME_OF, factory=lambda: NOBODY)
    target: str = key(IDENTITY, "")
    moves_done: int = key(COUNT, 0)
    state: str = key(choice("begun", "done", "lost"), "begun")


@dataclass(frozen=True)
class General(Value):
    """A side's General, who assigns commands.  [LW-EXT-15]"""

    id: str
    side: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
    name: str = key(TEXT, "")


GROUPS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "bodies": Body,
        "guns": Gun,
        "waggons": Waggon,
        "boxes": Box,
        "trains": Train,
        "bridges": Bridge,
        "works": Work,
        "generals": General,
    }
)


@dataclass(frozen=True)
class Position(OnAFloor, Value):
    """Everything that stands on the floor between two moves.

    own_moves: own moves made, by side, the First Player's first.  original: free men with which each side began.
    quiet: consecutive own moves, by side, in which nobody died, was taken or arrived.
    lost: in the Blow at the Rear, the defeated side and its remaining own moves, else empty.
    reached: men who have touched the enemy's back line, counted one after another, by side.
    drawn: of a battle that was measured and is looked back on, where its record puts things, by the number of own moves that
    both sides had made; only for drawing: the engine measures nothing by it.
    """

    options: Options
    country: Country
    own_moves: Mapping[str, int]
    bodies: Mapping[str, Body]
    guns: Mapping[str, Gun]
    waggons: Mapping[str, Waggon]
    boxes: Mapping[str, Box]
    trains: Mapping[str, Train]
    bridges: Mapping[str, Bridge]
    works: Mapping[str, Work]
    generals: Mapping[str, General]
    setup: Setup
    original: Mapping[str, int]
    quiet: Mapping[str, int]
    lost: Mapping[str, int]
    reached: Mapping[str, int]
    result: Mapping[str, Any]
    drawn: Mapping[str, Mapping[str, Point]] = field(default_factory=lambda: NOWHERE)

    @property
    def first(self) -> str:
        """The First Player.  [LW-SETUP-01, LW-DEF-06]"""
        return self.sides[0]


NEARLY_OVER = 20
"""A battle that starts in the middle with fewer men is assumed to have begun with more."""


def _known_here(data: Any, where: str) -> dict[str, Any]:
    """A thing's plain data without the keys of other books, and without a place at which it is only drawn."""
    given = codec.read_map(data, where)
    left_out = OF_OTHER_BOOKS | {"at", "drawn"} if given.get("drawn") is True else OF_OTHER_BOOKS
    return {name: value for name, value in given.items() if name not in left_out}


def _body(identity: str, data: Any, where: str) -> Body:
    """A body; if it is all prisoners, its men are its prisoners."""
    given = _known_here(data, where)
    body = codec.read(Body, given, where, id=identity)
    for name, places, men in (("figures", body.figures, body.men), ("captives", body.captives, body.prisoners)):
        if places and len(places) != men:
            raise Invalid(
                of_field(
                    f"{where}.{name}",
                    say("a place is wanted for each of {men} men, got {places}", men=men, places=len(places)),
                )
            )
    disarmed = min(body.disarmed, body.men)
    body = body.but(disarmed=disarmed, rearming=min(body.rearming, disarmed))
    if (body.held_by or body.surrendered) and body.men:
        body = body.but(
            prisoners=body.prisoners + body.men, men=0, captives=(*body.captives, *body.figures), figures=(),
            disarmed=0, rearming=0,
        )  # fmt: skip
    return body.but(untended=min(body.untended, body.prisoners), secure=min(body.secure, body.prisoners))


def _thing(kind: type[Any], identity: str, data: Any, where: str) -> Any:
    """A thing of a kind from plain data."""
    if kind is Body:
        return _body(identity, data, where)
    return codec.read(kind, _known_here(data, where), where, id=identity)


def read_position(data: Any, options: Options, where: str = "start", sides: tuple[str, ...] = ()) -> Position:
    """A position from plain data (the form of ``start`` in CASES.md).

    sides: in the order in which they move, if the data do not say it.
    """
    given = codec.read_map(data or {}, where)
    known = {
        *GROUPS,
        "own_moves",
        "first",
        "setup",
        "original",
        "quiet",
        "lost",
        "reached",
        "result",
        "country",
        "phase",
        "drawn",
    }
    only_known(given, known, where)
    country = read_country(given.get("country"), f"{where}.country")
    groups = _groups(given, country, where)
    moves = codec.COUNTS.read(given.get("own_moves") or {}, f"{where}.own_moves")
    order = sides_of(given, sides, moves, groups, where)
    men = {side: sum(one.men for one in groups["bodies"].values() if one.side == side) for side in order}
    begun = men if not any(moves.values()) or min(men.values()) >= NEARLY_OVER else {}
    return Position(
        options=options,
        country=country,
        own_moves={side: moves.get(side, 0) for side in order},
        setup=read_setup(given.get("setup"), given.get("phase"), f"{where}.setup"),
        original=codec.COUNTS.read(given.get("original") or begun, f"{where}.original"),
        quiet=codec.COUNTS.read(given.get("quiet") or {}, f"{where}.quiet"),
        lost=codec.COUNTS.read(given.get("lost") or {}, f"{where}.lost"),
        reached=codec.COUNTS.read(given.get("reached") or {}, f"{where}.reached"),
        result=codec.read_map(given.get("result") or {}, f"{where}.result"),
        drawn=DRAWN.read(given.get("drawn") or {}, f"{where}.drawn"),
        **groups,
    )


def _groups(given: Mapping[str, Any], country: Country, where: str) -> dict[str, dict[str, Any]]:
    """The groups of things by id, each id unique, with the bridges of the country."""
    groups = read_groups(given, GROUPS, _thing, where)
    taken = set().union(*groups.values())
    for name, site in country.bridges.items():
        if name not in taken:
            groups["bridges"][name] = Bridge(name, kind=site.kind, at=site.at, span=site.span, name=site.name)
    _put_aboard(groups)
    return groups


def _put_aboard(groups: Mapping[str, dict[str, Any]]) -> None:
    """Put bodies and guns into boxes and trains, whichever of the two says so; 0 means all of a body."""
    carriers = {**groups["boxes"], **groups["trains"]}
    for name, carrier in carriers.items():
        aboard = dict(carrier.aboard)
        for thing in (*groups["bodies"].values(), *groups["guns"].values()):
            if thing.aboard == name:
                aboard.setdefault(thing.id, 0)
        for identity in list(aboard):
            if identity in groups["bodies"]:
                body = groups["bodies"][identity] = groups["bodies"][identity].but(aboard=name)
                aboard[identity] = aboard[identity] or body.men
            elif identity in groups["guns"]:
                groups["guns"][identity] = groups["guns"][identity].but(aboard=name)
                aboard[identity] = 1
        group = groups["boxes"] if name in groups["boxes"] else groups["trains"]
        group[name] = carrier.but(aboard=aboard)


def write_position(position: Position) -> contract.Position:
    """A position as plain data, without default values and empty groups."""
    out = contract.Position({"own_moves": dict(position.own_moves), "first": position.first})
    out |= groups_written(position, GROUPS)
    for name, body in position.bodies.items():
        if body.held_by:
            out["bodies"][name] |= {"men": body.prisoners, "prisoners": 0}
            if body.captives:
                out["bodies"][name]["figures"] = out["bodies"][name].pop("captives")
    if position.setup != NOT_BEGUN:
        out["setup"] = codec.write(position.setup)
    for name in ("original", "quiet", "lost", "reached", "result"):
        if getattr(position, name):
            out[name] = dict(getattr(position, name))
    if position.has_map:
        out["country"] = write_country(position.country)
    if position.drawn:
        out["drawn"] = DRAWN.write(position.drawn)
        put_where_drawn(out, position)
    return out


def put_where_drawn(out: dict[str, Any], position: Position) -> None:
    """Give things of which nobody knows the place the one at which the record draws them now, marked as no more than that."""
    places: dict[str, Point] = {}
    for moves in range(sum(position.own_moves.values()) + 1):
        places |= position.drawn.get(str(moves), {})
    for group in ("bodies", "guns"):
        for name, thing in out.get(group, {}).items():
            if "at" not in thing and name in places:
                thing |= {"at": POINT.write(places[name]), "drawn": True}
