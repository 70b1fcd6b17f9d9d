"""What the books that are played on a floor have in common behind the interface of all books.

Two forces on a country, or on a floor that people measure; what is common to the books of board games is ``boardgame.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rules.contract.answers import Finding
from rules.contract.bare import Bare
from rules.contract.data import Board, Country, Order, Position, Reckoned, RefusedOrder
from rules.contract.events import Event as Happened
from rules.floor import names
from rules.ground.country_file import read_country, write_country
from rules.ground.geojson.exporting import export_country
from rules.ground.geojson.importing import glance, survey


def found(
    position: Position, events: Iterable[Happened], refused: Iterable[RefusedOrder], reckoning: tuple[Reckoned, ...]
) -> Finding:
    """What the rules have worked out of a move, as plain data; what was refused in the sequence in which it was ordered."""
    return Finding(
        position=position,
        events=tuple(event.data() for event in events),
        refused=tuple(sorted(refused, key=lambda one: int(one["order"]))),
        reckoning=reckoning,
    )


class FloorGame(Bare):
    """The part of a book that every game on a floor has alike."""

    on_board = False
    sides: tuple[str, ...] = ("red", "blue")
    fires: frozenset[str] = frozenset()
    in_both: frozenset[str] = frozenset()
    groups: Collection[str] = ()
    """The groups of a position."""

    def country(self, data: Any) -> Country:
        """A country in its normal form."""
        return write_country(read_country(data))

    def survey(self, data: Any, **figures: Any) -> tuple[Country, Mapping[str, Any]]:
        """A country from GeoJSON, and the report of what was taken."""
        taken = survey(data, **figures)
        return taken.country, taken.report

    def glance(self, data: Any, **figures: Any) -> None:
        """Refuse what is no survey, as far as can be told without reading it through."""
        glance(data, **figures)

    def geojson(self, country: Country, scale: Any = 1.0, origin: Any = None) -> Mapping[str, Any]:
        """A country as GeoJSON."""
        return export_country(read_country(country), scale=scale, origin=origin)

    def named(self, floor: Any, side: str, order: Order) -> Order:
        """An order whose new names are in its side's own space.  floor: what the side sees of a position, read."""
        return names.in_own_space(order, side, names.standing(floor, self.groups))

    def next_side(self, position: Position) -> str:
        """The side whose move comes next: the one that has made fewer own moves, the one that moved first before the other."""
        made: dict[str, int] = position["own_moves"]
        first: str = position.get("first") or next(iter(made))
        return min((first, *(side for side in made if side != first)), key=made.__getitem__)

    def goes_on(self, before: Position, after: Position) -> bool:
        """Never: a move on the floor is over when it has been found."""
        return False

    def board(self, floor: Any, side: str) -> Board:
        """There is none: it is played on a country, or on the floor."""
        return {}

    def overtime(self, floor: Any) -> tuple[Order, ...]:
        """None: whoever has given no orders stands."""
        return ()
