"""What the things and the positions of all books of the floor share."""

from __future__ import annotations

from collections.abc import Mapping

from rules.ground.country import OPEN_FLOOR, Country


class Holdable:
    """A thing that the enemy may take; it stays a thing of its side but is held by the other."""

    side: str
    held_by: str

    @property
    def owner(self) -> str:
        """The side that holds it."""
        return self.held_by or self.side


class OnAFloor:
    """A position of two sides on a country, or on a floor that people measure.  own_moves: own moves made, by side."""

    country: Country
    own_moves: Mapping[str, int]

    @property
    def has_map(self) -> bool:
        """Whether there is a country, so that the engine measures for itself."""
        return self.country is not OPEN_FLOOR

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which they move."""
        return tuple(self.own_moves)

    def enemy_of(self, side: str) -> str:
        """The other side."""
        return next(one for one in self.own_moves if one != side)
