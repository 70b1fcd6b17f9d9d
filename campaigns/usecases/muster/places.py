"""Where the things of a muster stand: moved, turned about the middle of the country, put beside another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.contract.pieces import ANGLE, LINE, PLACE, Pieces, State
from rules.errors import Invalid
from rules.ground import edges
from rules.ground.compass import ahead
from rules.values.codec import POINT, read_point
from rules.values.measure import INCH, Point

APART = INCH
"""Between a thing and what is put beside it."""

DEEP = 6 * INCH
"""Before and behind a thing, the ground that is not another's place."""

FARTHEST = 12
"""Breadths to a side within which a place is sought."""

FIRST_ROW, ROW = 8 * INCH, 8 * INCH
"""Before a back line, the first rank of the first row, and from row to row."""

UNIT = 1 << 12

WHERE = (PLACE, LINE, ANGLE)
"""Kinds of fields that say where a thing stands."""


def at_of(state: State) -> Point | None:
    """The place of a thing in sixteenths; none where it has none, or none that is understood."""
    try:
        return read_point(state["at"], "at") if state.get("at") is not None else None
    except Invalid:
        return None


def size_of(country: Mapping[str, Any]) -> Point | None:
    """Width and depth of a country in sixteenths; none where it has none."""
    try:
        return read_point(country["size"], "size") if country.get("size") else None
    except Invalid:
        return None


def of_country(country: Mapping[str, Any], group: str, thing: str) -> bool:
    """Whether a thing comes with the country, so that nobody can take it away."""
    return thing in (country.get(group) or {})


def about_the_middle(country: Mapping[str, Any]) -> Callable[[Point], Point] | None:
    """A half turn about the middle of a country; none where it has no size."""
    size = size_of(country)
    return None if size is None else lambda point: (size[0] - point[0], size[1] - point[1])


def shifted(pieces: Pieces, group: str, state: State, to: Callable[[Point], Point]) -> dict[str, Any]:
    """A thing at another place.  to: where a point of it lies then."""
    bound = pieces.bound_to(group, "at")
    kinds, moved = dict(pieces.kind(group).fields), dict[str, Any]()
    for key, value in state.items():
        if key in bound:
            continue
        kind = PLACE if key == "at" else kinds.get(key)
        try:
            if kind == PLACE and value is not None:
                value = POINT.write(to(read_point(value, key)))
            elif kind == LINE and value:
                value = [POINT.write(to(read_point(one, key))) for one in value]
        except (Invalid, TypeError):
            pass  # what is no place stays as it is, and is told with the faults
        moved[key] = value
    return moved


def turned(pieces: Pieces, group: str, state: State, degrees: int) -> dict[str, Any]:
    """A thing whose front is turned."""
    fronts = {
        key: (state.get(key, 0) + degrees) % 360
        for key, kind in pieces.kind(group).fields
        if kind == ANGLE and isinstance(state.get(key, 0), int)
    }
    return {**state, **fronts}


def beside(
    pieces: Pieces, start: Mapping[str, Any], thing: tuple[str, str], country: Mapping[str, Any]
) -> Point | None:
    """A place beside a thing, in its line, where nothing stands; none where the thing has no place."""
    group, identity = thing
    state = start[group][identity]
    at = at_of(state)
    if at is None:
        return None
    facing = state.get("facing", 0) if isinstance(state.get("facing", 0), int) else 0
    own, others = pieces.breadth(group, state), list(_others(pieces, start, identity))
    size = size_of(country)
    places = list(_in_line(at, facing, own + APART))
    free = (
        one
        for one in places
        if (size is None or (0 <= one[0] <= size[0] and 0 <= one[1] <= size[1]))
        and not any(_meet(one, facing, own, *other) for other in others)
    )
    return next(free, places[0])


def _in_line(at: Point, facing: int, step: int) -> Iterator[Point]:
    """Places to the right, then to the left, then behind, nearest first."""
    for bearing, far in ((90, step), (270, step), (180, 2 * DEEP)):
        for number in range(1, FARTHEST + 1):
            yield ahead(at, (facing + bearing) % 360, number * far)


def _others(pieces: Pieces, start: Mapping[str, Any], identity: str) -> Iterator[tuple[Point, int]]:
    """Where other things stand that have a place, each with its breadth."""
    for group, other, state in pieces.every(start):
        there = at_of(state)
        if there is not None and other != identity and pieces.kind(group).plotted:
            yield there, pieces.breadth(group, state)


def along_the_back_line(
    pieces: Pieces,
    things: Sequence[tuple[str, State]],
    side: str,
    sides: Sequence[str],
    country: Mapping[str, Any],
    there: Mapping[str, Any],
) -> list[tuple[Point, int]]:
    """A place and a front for each of some things, in their sequence, evenly before the back line of their side.

    In as many rows as they need, the first nearest to the line; a row that would stand on something stands before it.
    things: each with its group; there: the start in which they will stand.  Empty where the country has no size.
    """
    size = size_of(country)
    if size is None or not things:
        return []
    edge = _edge_of(side, sides, country)
    facing, line = edges.FACING[edge], edges.length(size, edge)
    deepest = (size[1] if edge in ("south", "north") else size[0]) // 2
    others = list(_others(pieces, there, ""))
    found: list[tuple[Point, int]] = []
    depth = FIRST_ROW
    for row in _rows([pieces.breadth(*one) + APART for one in things], line):
        while True:
            spots = [edges.before(size, edge, along, depth) for along in _spread(row, line)]
            depth += ROW
            pairs = zip(spots, row, strict=True)
            free = not any(_meet(at, facing, broad - APART, *other) for at, broad in pairs for other in others)
            if free or depth > deepest:
                break
        found += [(at, facing) for at in spots]
    return found


def front_of(side: str, sides: Sequence[str], country: Mapping[str, Any]) -> int:
    """The front of those who have their back line behind them, in degrees."""
    return edges.FACING[_edge_of(side, sides, country)]


def own_half(side: str, sides: Sequence[str], country: Mapping[str, Any], size: Point) -> tuple[Point, Point]:
    """The half of a country before a side's back line: its corners in the south-west and in the north-east."""
    (wide, deep), edge = size, _edge_of(side, sides, country)
    halves = {
        "south": ((0, 0), (wide, deep // 2)),
        "north": ((0, deep - deep // 2), (wide, deep)),
        "west": ((0, 0), (wide // 2, deep)),
        "east": ((wide - wide // 2, 0), (wide, deep)),
    }
    return halves[edge]


def _edge_of(side: str, sides: Sequence[str], country: Mapping[str, Any]) -> str:
    """The edge on which a side's back line lies: as the country says, else the south for the first side."""
    edge = (country.get("back_lines") or {}).get(side)
    if isinstance(edge, str) and edge in edges.FACING:
        return edge
    return "south" if side == sides[0] else "north"


def _rows(breadths: Sequence[int], line: int) -> Iterator[list[int]]:
    """Breadths in rows that are no longer than a line, filled evenly."""
    wanted = -(-sum(breadths) // line)
    share = -(-len(breadths) // wanted)
    row: list[int] = []
    for broad in breadths:
        if row and (sum(row) + broad > line or len(row) == share):
            yield row
            row = []
        row.append(broad)
    yield row


def _spread(row: Sequence[int], line: int) -> Iterator[int]:
    """The middle of each of a row, with equal gaps along a line, on a whole inch."""
    gap = max(line - sum(row), 0) // len(row)
    begins = 0
    for broad in row:
        middle = begins + (gap + broad) // 2
        yield middle // INCH * INCH
        begins += gap + broad


def _meet(at: Point, facing: int, breadth: int, other: Point, others: int) -> bool:
    """Whether a thing and another would come too near, in the line of the first."""
    sine, cosine = ahead((0, 0), facing % 360, UNIT)
    east, north = other[0] - at[0], other[1] - at[1]
    along, before = (east * cosine - north * sine) // UNIT, (east * sine + north * cosine) // UNIT
    return abs(along) < (breadth + others) // 2 + APART // 2 and abs(before) < DEEP
