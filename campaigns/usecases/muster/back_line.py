"""Things stand evenly before the back line of their side, in rows, with the stores behind them so that they reach all of the rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from campaigns.usecases.muster import places
from rules.contract.pieces import Pieces, State
from rules.contract.rules import Rules
from rules.ground import edges
from rules.values.measure import INCH, Point

STORES, FIRST_ROW, ROW = 2 * INCH, 8 * INCH, 8 * INCH
"""Before a back line: the stores, the first rank of the first row, and from row to row."""

Spot = tuple[Point, int]
"""A place and a front."""


class _Stretch(NamedTuple):
    """A part of an edge of a country of some size, from its end."""

    size: Point
    edge: str
    begins: int
    long: int

    def spots(self, row: Sequence[int], depth: int) -> list[Point]:
        """A place for each of a row, with equal gaps."""
        along = (self.begins + one for one in _spread(row, self.long))
        return [edges.before(self.size, self.edge, one, depth) for one in along]


def along_the_back_line(
    rules: Rules, things: Sequence[tuple[str, State]], side: str, country: Mapping[str, Any], there: Mapping[str, Any]
) -> list[Spot]:
    """A place and a front for each of some things, in their sequence, evenly before the back line of their side.

    In as many rows as they need, the first nearest to the line; a row that would stand on something stands before it.
    The rows are no longer than the stores reach that are put there too, behind them, or else those that stand there.
    things: each with its group; there: the start in which they will stand.  Empty where the country has no size.
    """
    size, pieces = places.size_of(country), rules.pieces
    if size is None or not things:
        return []
    edge = places.edge_of(side, rules.sides, country)
    reach = pieces.serves_within(rules.options)
    stores = [number for number, one in enumerate(things) if reach and _serves(pieces, *one)]
    rest = [number for number in range(len(things)) if number not in stores]
    breadths = [pieces.breadth(*one) + places.APART for one in things]
    standing = [] if stores or not reach else _standing(pieces, there, side, size, edge, reach)
    stretch = _stretch(size, edge, reach, sum(breadths[one] for one in rest), len(stores), standing)
    others = list(places.others_of(pieces, there, ""))
    behind = _in_rows(stretch, [breadths[one] for one in stores], STORES, others)
    others += [(at, breadths[one] - places.APART) for one, (at, _) in zip(stores, behind, strict=True)]
    found = dict(zip(stores, behind, strict=True))
    found |= dict(zip(rest, _in_rows(stretch, [breadths[one] for one in rest], FIRST_ROW, others), strict=True))
    return [found[number] for number in range(len(things))]


def _in_rows(stretch: _Stretch, breadths: Sequence[int], depth: int, others: Sequence[tuple[Point, int]]) -> list[Spot]:
    """Places for things of these breadths in rows.  depth: of the first; others: what stands there, each with its breadth."""
    facing, found = edges.FACING[stretch.edge], list[Spot]()
    deepest = (stretch.size[1] if stretch.edge in ("south", "north") else stretch.size[0]) // 2
    for row in rows(breadths, stretch.long):
        while True:
            spots = stretch.spots(row, depth)
            depth += ROW
            pairs = zip(spots, row, strict=True)
            free = not any(
                places.meet(at, facing, broad - places.APART, *other) for at, broad in pairs for other in others
            )
            if free or depth > deepest:
                break
        found += [(at, facing) for at in spots]
    return found


def _serves(pieces: Pieces, group: str, state: State) -> bool:
    """Whether a thing is a store that has something to give."""
    return pieces.holds_packets(group) and any((state.get("packets") or {}).values())


def _standing(pieces: Pieces, there: Mapping[str, Any], side: str, size: Point, edge: str, reach: int) -> list[int]:
    """How far along an edge the stores of a side stand that reach it."""
    ours = (
        (places.at_of(one), one, group) for group, _, one in pieces.every(there) if pieces.owner(group, one) == side
    )
    found = [edges.off(size, edge, at) for at, one, group in ours if at is not None and _serves(pieces, group, one)]
    return [along for along, depth in found if depth <= reach // 2]


def _stretch(size: Point, edge: str, reach: int, total: int, stores: int, standing: Sequence[int]) -> _Stretch:
    """The part of an edge before which things stand.  total: of their breadths; stores: how many are put there with them."""
    line = edges.length(size, edge)
    if not stores and not standing:
        return _Stretch(size, edge, 0, line)
    long = _served(max(stores, 1), reach, total, line)
    if stores:
        return _Stretch(size, edge, (line - long) // 2, long)
    begins, ends = max(0, min(standing) - long // 2), min(line, max(standing) + long // 2)
    return _Stretch(size, edge, begins, ends - begins)


def _served(stores: int, reach: int, total: int, line: int) -> int:
    """The longest part of a line on which stores at equal distances reach all of the rows; all of it where none is so short."""
    for long in range(min(line, 2 * stores * reach), INCH, -INCH):
        deepest = FIRST_ROW + max(-(-total // long) - 1, 0) * ROW
        if (long // (2 * stores)) ** 2 + deepest**2 <= reach**2:
            return long
    return line


def rows(breadths: Sequence[int], line: int) -> Iterator[list[int]]:
    """Breadths in rows that are no longer than a line, filled evenly."""
    wanted = -(-sum(breadths) // line)
    share = -(-len(breadths) // max(wanted, 1))
    row: list[int] = []
    for broad in breadths:
        if row and (sum(row) + broad > line or len(row) == share):
            yield row
            row = []
        row.append(broad)
    if row:
        yield row


def _spread(row: Sequence[int], line: int) -> Iterator[int]:
    """The middle of each of a row, with equal gaps along a line, on a whole inch."""
    gap = max(line - sum(row), 0) // len(row)
    begins = 0
    for broad in row:
        middle = begins + (gap + broad) // 2
        yield middle // INCH * INCH
        begins += gap + broad
