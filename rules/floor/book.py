"""The interface of all books, as the books of games on a floor share it.

Two forces on a country, or on a floor that people measure.  ``rules/board/book.py`` does the same for board games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from rules.contract.answers import Finding, Sightline
from rules.contract.bare import Bare
from rules.contract.data import Board, Country, Event, Lit, Order, Position, Reckoned, RefusedOrder
from rules.contract.pieces import Pieces
from rules.errors import Invalid, Refused
from rules.floor import names
from rules.floor.same_order import same_order
from rules.floor.sight.lines import sightlines
from rules.floor.sight.lit import lit
from rules.floor.sight.look import Looker
from rules.floor.sight.screen import Screen
from rules.floor.sight.standing import Found, standing
from rules.ground.country import Country as Ground
from rules.ground.country_file import read_country, write_country
from rules.ground.geojson.exporter import export_country
from rules.ground.surveys.importer import glance, survey
from rules.values.codec import POINT
from rules.values.measure import Point
from rules.values.sentence import of_field, say


def found(
    position: Position,
    events: Iterable[Event],
    refused: Iterable[RefusedOrder],
    reckoning: tuple[Reckoned, ...],
    ruled: tuple[Reckoned, ...] = (),
) -> Finding:
    """The result of a move as plain data; refusals in the sequence of the orders."""
    return Finding(
        position=position,
        events=tuple(events),
        refused=tuple(sorted(refused, key=lambda one: int(one["order"]))),
        reckoning=reckoning,
        ruled=ruled,
    )


def _in_the_country(country: Ground, at: Any) -> Point:
    """A place in inches, in sixteenths; Invalid if it is none, or lies outside the country."""
    x, y = place = cast(Point, POINT.read(at, "at"))
    width, depth = country.size or place
    if country.size and not (0 <= x <= width and 0 <= y <= depth):
        raise Invalid(of_field("at", say("the point lies outside the country")))
    return place


class FloorGame(Bare):
    """The part of a book that all games on a floor share."""

    on_board = False
    sides: tuple[str, ...] = ("red", "blue")
    fires: frozenset[str] = frozenset()
    in_both: frozenset[str] = frozenset()
    groups: Collection[str] = ()
    """The groups of a position."""
    forms: Mapping[str, type[Any]] = {}
    """The classes of its orders by name."""
    ways: Mapping[str, str] = {}
    """By group, the name of the order to go along a way."""
    either: frozenset[str] = frozenset()
    """Orders that name things of more than one kind under the same key."""
    pieces: Pieces

    if TYPE_CHECKING:

        def order(self, data: Mapping[str, Any]) -> Order: ...
        def standing(self, floor: Any) -> tuple[Screen, Iterable[Found]]: ...

    def country(self, data: Any) -> Country:
        """A country in its normal form."""
        return write_country(read_country(data))

    def survey(self, data: Any, **figures: Any) -> tuple[Country, Mapping[str, Any]]:
        """A country from GeoJSON or files, and the report of what was taken."""
        taken = survey(data, **figures)
        return taken.country, {**taken.report, "files": list(taken.files), "losses": list(taken.losses)}

    def glance(self, data: Any, **figures: Any) -> None:
        """Refuse what is not a survey, as far as that shows without parsing all of it."""
        glance(data, **figures)

    def geojson(self, country: Country, scale: Any = 1.0, origin: Any = None) -> Mapping[str, Any]:
        """A country as GeoJSON."""
        return export_country(read_country(country), scale=scale, origin=origin)

    def named(self, floor: Any, side: str, order: Order) -> Order:
        """An order with its new names in its side's own space.  floor: what the side sees of a parsed position."""
        return names.in_own_space(order, side, names.standing(floor, self.groups))

    def repeated(self, floor: Any, side: str, order: Order, thing: str, origin: Any) -> Order:
        """The order for a thing, its way shifted from ``origin`` to where the thing stands."""
        given = self.order(order)
        if given["order"] not in self.forms:
            return super().repeated(floor, side, order, thing, origin)
        there = (group for group in self.groups if thing in getattr(floor, group))
        group = next(there, "")
        if not group:
            raise Refused("E-NONE", say("{thing} is not on your map.", thing=thing), "")
        begins, at = POINT.read(origin, "origin") if origin else None, getattr(getattr(floor, group)[thing], "at", None)
        vector = (at[0] - begins[0], at[1] - begins[1]) if at is not None and begins is not None else None
        same = same_order(
            given, group, thing, vector, forms=self.forms, ways=self.ways, either=self.either, pieces=self.pieces
        )
        return self.order(same)

    def sightlines(self, floor: Any, thing: str, light: str) -> tuple[Sightline, ...]:
        """By whom a thing could be seen and what it could see; without one, the best line on each thing.  [HOUSE-SIGHT]"""
        if not floor.has_map:
            return ()
        screen, things = self.standing(floor)
        return sightlines(standing(floor.sides, things), screen, light, thing)

    def lit(self, floor: Any, side: str, light: str, thing: str, at: Any) -> Lit:
        """What of the country a side sees, or one thing of it, or a single man at a place.  [HOUSE-SIGHT-03]"""
        if not floor.has_map:
            return super().lit(floor, side, light, thing, at)
        screen, things = self.standing(floor)
        if at is not None:
            return lit(screen, light, [Looker("", (_in_the_country(screen.relief.country, at),))])
        lookers = standing(floor.sides, things).lookers.get(side, ())
        return lit(screen, light, [one for one in lookers if not thing or one.id == thing])

    def next_side(self, position: Position) -> str:
        """The side that moves next: the one with fewer own moves, else the one that moved first."""
        made: dict[str, int] = position["own_moves"]
        first: str = position.get("first") or next(iter(made))
        return min((first, *(side for side in made if side != first)), key=made.__getitem__)

    def goes_on(self, before: Position, after: Position) -> bool:
        """False: a move on the floor is over when it has been adjudicated."""
        return False

    def board(self, floor: Any, side: str) -> Board:
        """Empty: there is no board."""
        return {}

    def overtime(self, floor: Any) -> tuple[Order, ...]:
        """Empty: a side without orders stands."""
        return ()
