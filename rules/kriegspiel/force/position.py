"""Everything that stands on the floor between two moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rules.floor.force import OnAFloor
from rules.floor.sight.memory import NOTHING, Sightings
from rules.floor.sight.options import OPEN
from rules.ground.country import Country
from rules.kriegspiel.force.body import Body
from rules.kriegspiel.force.ground import Bridge, Mine, Note, Pocket, Work
from rules.kriegspiel.force.pieces import Boat, Depot, General, Gun, Train, Waggon
from rules.kriegspiel.force.weather import Weather
from rules.kriegspiel.options import Options
from rules.values.value import Value

GROUPS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "bodies": Body,
        "guns": Gun,
        "waggons": Waggon,
        "depots": Depot,
        "works": Work,
        "bridges": Bridge,
        "mines": Mine,
        "generals": General,
        "boats": Boat,
        "trains": Train,
        "weather": Weather,
    }
)


@dataclass(frozen=True)
class Position(OnAFloor, Value):
    """Everything that stands on the floor between two moves.

    own_moves: own moves made, by side; pockets: surrounded forces, by the lowest id in them.
    result: the end of the battle, ``{"winner": side}`` or ``{"draw": True}``, or empty.
    settled: the options that the opening position itself decided; they are in ``options`` (KS-GAME-13).
    sightings: what each side has seen of the other, if what cannot be seen is hidden.  [HOUSE-SIGHT-10]
    viewer: the side by whose sight it is, empty if it is the truth.
    """

    options: Options
    country: Country
    own_moves: Mapping[str, int]
    bodies: Mapping[str, Body]
    guns: Mapping[str, Gun]
    waggons: Mapping[str, Waggon]
    depots: Mapping[str, Depot]
    works: Mapping[str, Work]
    bridges: Mapping[str, Bridge]
    mines: Mapping[str, Mine]
    generals: Mapping[str, General]
    boats: Mapping[str, Boat]
    trains: Mapping[str, Train]
    weather: Mapping[str, Weather]
    pockets: Mapping[str, Pocket]
    sealed: Mapping[str, Note]
    result: Mapping[str, Any]
    settled: Mapping[str, Any]
    sightings: Mapping[str, Sightings] = field(default_factory=lambda: NOTHING)
    viewer: str = ""

    @property
    def by_sight(self) -> bool:
        """Whether what cannot be seen is hidden; on a floor that people measure nobody knows what can be seen."""
        return self.options.sight != OPEN and self.has_map
