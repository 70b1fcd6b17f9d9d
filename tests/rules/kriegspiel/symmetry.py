"""Positions, orders and findings turned by quarters and mirrored, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

LINES = frozenset({"path", "line", "outline", "span"})
WORDS = frozenset({"sum", "text", "digest", "map_hash"})
ANGLES = frozenset({"facing", "bearing"})
EDGES = ("north", "east", "south", "west")


@dataclass(frozen=True)
class Symmetry:
    """A square country of so many inches turned clockwise by quarters, mirrored first from east to west or not."""

    size: int
    quarters: int
    mirrored: bool

    def __str__(self) -> str:
        return f"{self.quarters} quarters{' and mirrored' if self.mirrored else ''}"

    def point(self, at: list[Any]) -> list[Any]:
        """The new place of a point."""
        x, y = at
        if self.mirrored:
            x = self.size - x
        for _ in range(self.quarters):
            x, y = y, self.size - x
        return [x, y]

    def angle(self, degrees: int) -> int:
        """The new direction of an angle, clockwise from north."""
        return (90 * self.quarters + (-degrees if self.mirrored else degrees)) % 360

    def edge(self, edge: str) -> str:
        """The new edge for an edge."""
        place = EDGES.index(edge)
        return EDGES[((-place if self.mirrored else place) + self.quarters) % 4]

    def plain(self, data: Any) -> Any:
        """Plain data with every place and direction turned; the words of its sums are left out."""
        if isinstance(data, dict):
            return {key: self._value(key, value) for key, value in data.items() if key not in WORDS}
        return [self.plain(one) for one in data] if isinstance(data, list | tuple) else data

    def _value(self, key: str, value: Any) -> Any:
        turned = TURNS.get(key)
        if turned is None or value is None:
            return self.plain(value)
        return turned(self, value)


def _each(one: Callable[[Symmetry, Any], Any]) -> Callable[[Symmetry, Any], Any]:
    return lambda symmetry, values: [one(symmetry, value) for value in values]


def _sides(symmetry: Symmetry, higher: str) -> str:
    return {"left": "right", "right": "left"}.get(higher, higher) if symmetry.mirrored else higher


TURNS: dict[str, Callable[[Symmetry, Any], Any]] = {
    "at": lambda symmetry, at: symmetry.point(at) if isinstance(at, list | tuple) else at,
    **dict.fromkeys(LINES, _each(Symmetry.point)),
    **dict.fromkeys(ANGLES, Symmetry.angle),
    "higher": _sides,
    "back_lines": lambda symmetry, lines: {side: symmetry.edge(edge) for side, edge in lines.items()},
}
