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

UNIT = 1 << 12

WHERE = (PLACE, LINE, ANGLE)
"""Kinds of fields that say where a thing stands."""


def at_of(state: State) -> Point | None:
    """The place of a thing in sixteenths; none where it has none, or none that is understood."""
    try:
        return read_point(state["at"], "at") if state.get("at") is not None else None
    except Invalid:
        return None


def unplaced(pieces: Pieces, start: Mapping[str, Any]) -> Iterator[tuple[str, str, State]]:
    """The things of a start that have a block on the map, and no place on it; not who is aboard of another, or is no longer there."""
    inside = {
        one
        for _, _, state in pieces.every(start)
        if isinstance(state.get("aboard"), Mapping)
        for one in state["aboard"]
    }
    for group, thing, state in pieces.every(start):
        if at_of(state) is not None or thing in inside or state.get("aboard"):
            continue
        kind = pieces.kind(group)
        if kind.plotted and ("at", PLACE) in kind.fields and not pieces.look(group, state).gone:
            yield group, thing, state


def waiting(pieces: Pieces, start: Mapping[str, Any], country: Mapping[str, Any]) -> set[str]:
    """What must still be put on the map: without a place, and serving nothing that is put there too.  Nothing on an open floor."""
    if size_of(country) is None:
        return set()
    nowhere = {thing: group for group, thing, _ in unplaced(pieces, start)}
    return nowhere.keys() - {one for thing, group in nowhere.items() for one in pieces.goes_with(start, group, thing)}


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
    own, others = pieces.breadth(group, state), list(others_of(pieces, start, identity))
    size = size_of(country)
    places = list(_in_line(at, facing, own + APART))
    free = (
        one
        for one in places
        if (size is None or (0 <= one[0] <= size[0] and 0 <= one[1] <= size[1]))
        and not any(meet(one, facing, own, *other) for other in others)
    )
    return next(free, places[0])


def _in_line(at: Point, facing: int, step: int) -> Iterator[Point]:
    """Places to the right, then to the left, then behind, nearest first."""
    for bearing, far in ((90, step), (270, step), (180, 2 * DEEP)):
        for number in range(1, FARTHEST + 1):
            yield ahead(at, (facing + bearing) % 360, number * far)


def others_of(pieces: Pieces, start: Mapping[str, Any], identity: str) -> Iterator[tuple[Point, int]]:
    """Where other things stand that have a place, each with its breadth."""
    for group, other, state in pieces.every(start):
        there = at_of(state)
        if there is not None and other != identity and pieces.kind(group).plotted:
            yield there, pieces.breadth(group, state)


def front_of(side: str, sides: Sequence[str], country: Mapping[str, Any]) -> int:
    """The front of those who have their back line behind them, in degrees."""
    return edges.FACING[edge_of(side, sides, country)]


def own_half(side: str, sides: Sequence[str], country: Mapping[str, Any], size: Point) -> tuple[Point, Point]:
    """The half of a country before a side's back line: its corners in the south-west and in the north-east."""
    (wide, deep), edge = size, edge_of(side, sides, country)
    halves = {
        "south": ((0, 0), (wide, deep // 2)),
        "north": ((0, deep - deep // 2), (wide, deep)),
        "west": ((0, 0), (wide // 2, deep)),
        "east": ((wide - wide // 2, 0), (wide, deep)),
    }
    return halves[edge]


def edge_of(side: str, sides: Sequence[str], country: Mapping[str, Any]) -> str:
    """The edge on which a side's back line lies: as the country says, else the south for the first side."""
    edge = (country.get("back_lines") or {}).get(side)
    if isinstance(edge, str) and edge in edges.FACING:
        return edge
    return "south" if side == sides[0] else "north"


def meet(at: Point, facing: int, breadth: int, other: Point, others: int) -> bool:
    """Whether a thing and another would come too near, in the line of the first."""
    sine, cosine = ahead((0, 0), facing % 360, UNIT)
    east, north = other[0] - at[0], other[1] - at[1]
    along, before = (east * cosine - north * sine) // UNIT, (east * sine + north * cosine) // UNIT
    return abs(along) < (breadth + others) // 2 + APART // 2 and abs(before) < DEEP
