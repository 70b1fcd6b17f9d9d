"""A position from plain data, in the form of ``start`` in CASES.md, and back to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rules.contract import data as contract
from rules.errors import Invalid
from rules.floor.kinds import usual_formation
from rules.floor.sight.memory import SIGHTINGS
from rules.floor.start import groups_written, only_known, read_groups, sides_of
from rules.ground.country import Country
from rules.ground.country_file import map_hash, read_country, write_country
from rules.kriegspiel.force.body import FORMATIONS_OF, Body
from rules.kriegspiel.force.ground import Bridge, Note, Pocket
from rules.kriegspiel.force.pieces import Depot, Gun
from rules.kriegspiel.force.position import GROUPS, Position
from rules.kriegspiel.options import Options, read_options
from rules.values import codec
from rules.values.codec import IDS
from rules.values.measure import FOOT
from rules.values.sentence import of_field, say, word


def _body(identity: str, data: Any, where: str, options: Options) -> Body:
    """A body from plain data, with its default formation and horses."""
    given = codec.read_map(data, where)
    given.setdefault("formation", usual_formation(str(given.get("arm"))))
    body = codec.read(Body, given, where, id=identity)
    if body.formation not in FORMATIONS_OF[body.arm]:
        raise Invalid(
            of_field(
                f"{where}.formation",
                say("{arm} has no formation {formation}", arm=word(body.arm), formation=word(body.formation)),
            )
        )
    if body.arm == "cavalry" and "horses" not in given:
        body = body.but(horses=body.men)
    if body.horses and body.arm != "cavalry":
        raise Invalid(
            of_field(f"{where}.horses", say("only cavalry has horses of its own; a gun's are its team_horses"))
        )
    body = body.but(want=options.forage_failure if options.use_supply else "none")
    if body.boxed and not options.boxed_troops:
        body = body.but(boxed=False)
    return body.but(immobile=body.immobile or body.stopped).as_it_stands


def _gun(identity: str, data: Any, where: str, options: Options) -> Gun:
    """A gun from plain data, with its default team; the first body in a list of its crew serves it.  [KS-SUP-03]"""
    given = {"team_horses": options.gun_team_horses, **codec.read_map(data, where)}
    if isinstance(given.get("crew"), list):
        crew = IDS.read(given["crew"], f"{where}.crew")
        given |= {"crew": crew[0] if crew else "", "helpers": [*crew[1:], *given.get("helpers", ())]}
    return codec.read(Gun, given, where, id=identity)


MADE: Mapping[type[Any], Callable[[str, Any, str, Options], Any]] = {Body: _body, Gun: _gun}
"""The kinds of things whose parsing needs more than their own keys."""


def _thing(options: Options, kind: type[Any], identity: str, data: Any, where: str) -> Any:
    """A thing of a kind from plain data."""
    made = MADE.get(kind)
    return made(identity, data, where, options) if made else codec.read(kind, data, where, id=identity)


def read_position(data: Any, options: Options, where: str = "start", sides: tuple[str, ...] = ()) -> Position:
    """A position from plain data (the form of ``start`` in CASES.md).

    sides: in the order in which they move, if the data do not say it.
    """
    given = codec.read_map(data or {}, where)
    known = {
        *GROUPS,
        "own_moves",
        "first",
        "pockets",
        "sealed",
        "result",
        "country",
        "settled",
        "map_hash",
        "sightings",
    }
    only_known(given, known, where)
    settled = codec.read_map(given.get("settled") or {}, f"{where}.settled")
    if settled:
        read = read_options(settled, f"{where}.settled")
        options = options.but(**{name: getattr(read, name) for name in settled})
    country = _country(given.get("country"), options, f"{where}.country")
    _is_the_country(given, country, where)
    # A mine keeps the id of the work that laid it.
    groups: dict[str, Any] = read_groups(given, GROUPS, partial(_thing, options), where, beside={"mines": "works"})
    _set_up(groups, country, where)
    _board(groups)
    _owe_for_teams(groups)
    moves = codec.COUNTS.read(given.get("own_moves") or {}, f"{where}.own_moves")
    order = sides_of(given, sides, moves, groups, where)
    named = codec.read_map(given.get("pockets") or {}, f"{where}.pockets")
    pockets = {name: codec.read(Pocket, one, f"{where}.pockets.{name}") for name, one in named.items()}
    notes = codec.read_map(given.get("sealed") or {}, f"{where}.sealed")
    return Position(
        options=options,
        country=country,
        own_moves={side: moves.get(side, 0) for side in order},
        pockets=pockets,
        sealed={name: codec.read(Note, one, f"{where}.sealed.{name}", id=name) for name, one in notes.items()},
        result=codec.read_map(given.get("result") or {}, f"{where}.result"),
        settled=settled,
        sightings=SIGHTINGS.read(given.get("sightings") or {}, f"{where}.sightings"),
        **groups,
    )


def _country(data: Any, options: Options, where: str) -> Country:
    """The country; if it does not state its size, the options may.  [KS-GAME-02]"""
    given = codec.read_map(data or {}, where)
    land = read_country(given, where)
    size = options.map_size_ft
    if not given or not isinstance(size, list | tuple) or len(size) != 2:
        return land
    in_inches = [codec.write_length(codec.read_integer(one, "options.map_size_ft") * FOOT) for one in size]
    if land.size is None:
        return read_country({**given, "size": in_inches}, where)
    if codec.POINT.write(land.size) != in_inches:
        raise Invalid(of_field(f"{where}.size", say("it is another size than the option map_size_ft says")))
    return land


def _is_the_country(given: Mapping[str, Any], country: Country, where: str) -> None:
    """Invalid if the country is not the one that was hashed before sides were picked.  [KS-GAME-10]"""
    frozen = given.get("map_hash")
    if frozen is not None and frozen != map_hash(country):
        raise Invalid(
            of_field(f"{where}.map_hash", say("the country was changed since it was hashed; the battle does not start"))
        )


def _set_up(groups: Mapping[str, dict[str, Any]], land: Country, where: str) -> None:
    """Put the bridges and depots of the country in their state before the first move, unless the start has them."""
    taken = set().union(*groups.values())
    for group, cls, sites in (("bridges", Bridge, land.bridges), ("depots", Depot, land.depots)):
        for name, site in sites.items():
            if name in groups[group]:
                continue
            if name in taken:
                raise Invalid(of_field(f"{where}.country.{group}.{name}", say("the id stands twice")))
            groups[group][name] = codec.read(cls, codec.write(site), f"{where}.country.{group}.{name}", id=name)


def _board(groups: Mapping[str, dict[str, Any]]) -> None:
    """Put bodies and guns aboard their carriers, whichever of the two says so; 0 means all of a body."""
    bodies, guns = groups["bodies"], groups["guns"]
    carriers = {**groups["boats"], **groups["trains"]}
    if not carriers:
        return
    said: dict[str, dict[str, int]] = {name: dict(carrier.aboard) for name, carrier in carriers.items()}
    for name, thing in (*bodies.items(), *guns.items()):
        if thing.aboard in said and all(name not in aboard for aboard in said.values()):
            said[thing.aboard][name] = 0
    for carrier, aboard in said.items():
        group = groups["boats"] if carrier in groups["boats"] else groups["trains"]
        for name, men in aboard.items():
            if name in guns:
                guns[name], aboard[name] = guns[name].but(aboard=carrier), 1
            elif name in bodies:
                body = bodies[name]
                aboard[name] = number = min(men or body.ashore, body.ashore)
                body = body.but(embarked=body.embarked + number)
                bodies[name] = body if body.ashore or not number else body.but(aboard=body.aboard or carrier)
        if aboard:
            group[carrier] = carriers[carrier].but(aboard={name: men for name, men in aboard.items() if men})


def _owe_for_teams(groups: Mapping[str, dict[str, Any]]) -> None:
    """Move forage that gunners owe to the teams of the guns that they serve.  [KS-SUP-03, KS-FAIL-03]"""
    teams: dict[str, list[Gun]] = {}
    for gun in groups["guns"].values():
        teams.setdefault(gun.crew, []).append(gun)
    for body in list(groups["bodies"].values()):
        guns, owed = teams.get(body.id, ()), body.arrears.forage
        if body.arm != "artillery" or not owed or not guns:
            continue
        groups["bodies"][body.id] = body.but(arrears=body.arrears.but(forage=0))
        for place, gun in enumerate(guns):
            share = owed // len(guns) + (place < owed % len(guns))
            groups["guns"][gun.id] = gun.but(arrears=gun.arrears.but(forage=gun.arrears.forage + share))


def write_position(position: Position) -> contract.Position:
    """A position as plain data, without default values and empty groups."""
    out = contract.Position({"own_moves": dict(position.own_moves), "first": position.sides[0]})
    out |= groups_written(position, GROUPS)
    for name, body in out.get("bodies", {}).items():
        if position.bodies[name].arm == "cavalry":
            body["horses"] = position.bodies[name].horses
    for name, gun in out.get("guns", {}).items():
        gun["team_horses"] = position.guns[name].team_horses
    if position.pockets:
        out["pockets"] = {name: codec.write(one) for name, one in position.pockets.items()}
    if position.sealed:
        out["sealed"] = {name: codec.write(one) for name, one in position.sealed.items()}
    if position.has_map:
        out["country"] = write_country(position.country)
    if position.result:
        out["result"] = dict(position.result)
    if position.settled:
        out["settled"] = dict(position.settled)
    if position.sightings:
        out["sightings"] = SIGHTINGS.write(position.sightings)
    return out
