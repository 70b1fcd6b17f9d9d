"""Places of things in a grid of cells, so that a search around a place costs the same on a floor of any size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kriegspiel.force import Body
from rules.values.measure import FOOT, Point

CELL = 3 * FOOT
"""Side of a cell of the grid: the widest of the common reaches."""


class Cells:
    """Points by name in a grid, to find those near a place without checking all.

    size: side of a cell in sixteenths.
    """

    def __init__(self, size: int = CELL) -> None:
        self.size = max(size, 1)
        self.cells: dict[Point, dict[str, Point]] = {}
        self.where: dict[str, Point] = {}

    def put(self, name: str, at: Point | None) -> None:
        """Set the place of a name; None removes it."""
        size = self.size
        before = self.where.pop(name, None)
        if before is not None:
            del self.cells[before[0] // size, before[1] // size][name]
        if at is not None:
            self.cells.setdefault((at[0] // size, at[1] // size), {})[name] = at
            self.where[name] = at

    def box(self, west: int, south: int, east: int, north: int) -> list[tuple[str, Point]]:
        """Names and points in the cells that a box touches; some lie outside the box."""
        size, cells = self.size, self.cells
        west, south, east, north = west // size, south // size, east // size, north // size
        if west == east and south == north:
            cell = cells.get((west, south))
            return list(cell.items()) if cell else []
        if (east - west + 1) * (north - south + 1) > len(cells):  # a box greater than the used cells costs no more
            touched = sorted([(x, y) for x, y in cells if west <= x <= east and south <= y <= north])
        else:
            touched = [(x, y) for x in range(west, east + 1) for y in range(south, north + 1) if (x, y) in cells]
        return [row for where in touched for row in cells[where].items()]

    def along(self, start: Point, end: Point, reach: int) -> list[tuple[str, Point]]:
        """Names and points in the cells that the box of a line touches, ``reach`` wider than the line."""
        (west, south), (east, north) = start, end
        if west > east:
            west, east = east, west
        if south > north:
            south, north = north, south
        return self.box(west - reach, south - reach, east + reach, north + reach)

    def around(self, at: Point, reach: int) -> list[str]:
        """The names within ``reach`` of a point, sorted."""
        x, y = at
        found = self.box(x - reach, y - reach, x + reach, y + reach)
        if not found:
            return []
        square = reach * reach
        return sorted([name for name, (east, north) in found if (east - x) ** 2 + (north - y) ** 2 <= square])


class Places(Cells):
    """The places of the bodies of one side, updated from the displacements of the field."""

    def __init__(self, bodies: Mapping[str, Body], side: str, displaced: Sequence[str]) -> None:
        """displaced: the names of bodies that moved, to which the field adds."""
        super().__init__()
        self.displaced = displaced
        self.read = len(displaced)
        for body in bodies.values():
            if body.side == side:
                self.put(body.id, body.at)

    def follow(self, bodies: Mapping[str, Body]) -> None:
        """Update the places of bodies that moved since the last call."""
        for name in self.displaced[self.read :]:
            self.put(name, bodies[name].at)
        self.read = len(self.displaced)
