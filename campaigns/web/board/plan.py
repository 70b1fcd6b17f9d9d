"""The plan of positions: what a side knows of where things stand, as figures for an SVG and as a text version.

Input is what ``sight`` gives: things with ``side``, ``arm``, ``at`` in inches (x to the east, y to the
north) and ``facing`` in degrees clockwise from north.  Nothing is looked up here, so nothing can leak here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.web.board import signs
from campaigns.web.board.ground import Ground, Sheet, lay_out, place
from campaigns.web.board.labels import Box, Room, beside_a_block
from campaigns.web.board.reach_layer import Kinds, ReachLayer, layers
from rules.values.sentence import joined, say, word

WIDE = 1000
LEAST_SPAN = 72
CROWD = 200
"""From so many things on, only the text version gives the place of each."""

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


@dataclass(frozen=True)
class Sign:
    """A block on the plan: x, y of the middle of its front edge, and how far from it its label is, if there is room,
    in units of the SVG.

    mark: the id of its block with its front and formation.  strength: how many men, where that is known.
    here: whether it is the one that is being ordered, which gets a ring.  faint: whether it is only remembered.
    """

    thing: str
    name: str
    side: str
    mark: str
    strength: str
    x: float
    y: float
    turn: int
    label: tuple[float, float] | None
    said: str
    href: str = ""
    here: bool = False
    faint: bool = False

    @property
    def place(self) -> str:
        """Its place on the drawing, as an SVG transform."""
        return f"{short(self.x)} {short(self.y)}"

    @property
    def turned(self) -> str:
        """The turn of its block, as an SVG transform after the place; empty where it faces north."""
        return f"rotate({self.turn})" if self.turn else ""


@dataclass(frozen=True)
class Line:
    """A line of the grid, with its figure in feet."""

    at: float
    feet: int


@dataclass(frozen=True)
class Plan:
    """A plan ready to be drawn.  unit: units in an inch; west and north: the edges in inches; start: where a path would begin."""

    west: float
    north: float
    unit: float
    start: str
    wide: float
    high: float
    signs: tuple[Sign, ...]
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    ticks: tuple[Line, ...]
    ground: Ground | None = None
    layers: tuple[ReachLayer, ...] = ()

    @property
    def high_with_bar(self) -> float:
        """Height of the drawing with its scale bar."""
        return self.high + 64

    @property
    def signs_of_arms(self) -> tuple[tuple[str, str], ...]:
        """The blocks of the legend."""
        return signs.legend()

    @property
    def signs_of_ground(self) -> list[tuple[str, str]]:
        """The legend of the ground: what this drawing has of it."""
        drawn = {shape.kind.split()[0] for shape in self.ground.shapes} if self.ground else set()
        return [(kind, name) for kind, name in signs.GROUND if kind in drawn]

    @property
    def here(self) -> Sign | None:
        """The thing that is being ordered."""
        return next((sign for sign in self.signs if sign.here), None)

    @property
    def has_links(self) -> bool:
        """Whether any sign links to a page."""
        return any(sign.href for sign in self.signs)


def short(number: float) -> str:
    """A number of units of the drawing, to a tenth, without needless digits.

    >>> short(12.04), short(12.06), short(-0.01)
    ('12', '12.1', '0')
    """
    return (
        f"{number:.1f}".removesuffix(".0").replace("-0", "0", 1)
        if abs(number) < 1
        else f"{number:.1f}".removesuffix(".0")
    )


def compass(facing: int) -> str:
    """A bearing as a word.

    >>> compass(0), compass(180), compass(50), compass(350)
    ('north', 'south', 'north-east', 'north')
    """
    return word(COMPASS[round(facing / 45) % 8])


def place_in_words(at: Any, facing: int | None = None) -> str:
    """Where a thing stands, in words: ``8 ft east, 3 ft north, facing south``."""
    if not at:
        return say("not on the map")
    where = place(at)
    return say("{where}, facing {facing}", where=where, facing=compass(facing)) if facing is not None else where


def _frame(points: list[tuple[float, float]], size: Any) -> tuple[float, float, float, float]:
    """West, south, east and north edge in inches: the country where its size is known, else around the points, in whole feet."""
    if size:
        return 0, 0, size[0] * 12, size[1] * 12
    xs, ys = [x for x, _ in points], [y for _, y in points]
    west, south = (min(xs) - 12) // 12 * 12, (min(ys) - 12) // 12 * 12
    east, north = -(-(max(xs) + 12) // 12) * 12, -(-(max(ys) + 12) // 12) * 12
    return west, south, max(east, west + LEAST_SPAN), max(north, south + LEAST_SPAN)


def _step(span_feet: float) -> int:
    """Feet between two lines of the grid."""
    return next((step for step in (1, 2, 4, 6, 12, 24) if span_feet / step <= 13), 48)


def _block(x: float, y: float, turn: int) -> Box:
    """The area of a block on the plan: it lies behind the middle of its front, and turns with its facing."""
    across, along = abs(math.sin(math.radians(turn))), abs(math.cos(math.radians(turn)))
    middle_x, middle_y = x - 9 * math.sin(math.radians(turn)), y + 9 * math.cos(math.radians(turn))
    half_wide, half_high = 20 * along + 14 * across, 14 * along + 20 * across
    return middle_x - half_wide, middle_y - half_high, middle_x + half_wide, middle_y + half_high


def draw_plan(
    things: Iterable[Mapping[str, Any]],
    size: Any = None,
    of: str = "",
    country: Mapping[str, Any] | None = None,
    reaches: Iterable[Mapping[str, Any]] = (),
    kinds: Kinds = (),
) -> Plan | None:
    """The plan of those things that have a place, on the country; none where there is neither.

    size: in feet, where the country does not give its own.  of: the thing that is being ordered; reaches, kinds: how
    far it reaches.
    """
    placed = [thing for thing in things if thing.get("at")]
    # What is drawn last lies on top: stores and guns were tried on top of bodies; the thing that is being ordered lies over all.
    placed.sort(key=lambda thing: (thing.get("thing") == of and bool(of), signs.sign_of(str(thing["arm"])).on_top))
    land = country or {}
    if land.get("size"):
        size = [land["size"][0] / 12, land["size"][1] / 12]
    if not placed and not (land and size):
        return None
    west, south, east, north = _frame([tuple(thing["at"]) for thing in placed], size)
    unit = WIDE / (east - west)
    room, spots = Room(WIDE), []
    for thing in placed:
        spots.append(((thing["at"][0] - west) * unit, (north - thing["at"][1]) * unit))
        room.occupy(_block(*spots[-1], int(thing.get("facing") or 0)))
    drawn = [_sign(thing, x, y, room, of, len(placed) > CROWD) for thing, (x, y) in zip(placed, spots, strict=True)]
    step = _step((east - west) / 12)
    chosen = next((thing["at"] for thing in placed if thing.get("thing") == of), None)
    return Plan(
        west=west,
        north=north,
        unit=unit,
        start=f"{chosen[0]},{chosen[1]}" if chosen else "",
        wide=WIDE,
        high=(north - south) * unit,
        signs=tuple(drawn),
        columns=tuple(Line((foot * 12 - west) * unit, foot) for foot in _feet(west, east, step)),
        rows=tuple(Line((north - foot * 12) * unit, foot) for foot in _feet(south, north, step)),
        ticks=tuple(Line(foot * 12 * unit, foot) for foot in range(0, 2 * step + 1, step)),
        ground=lay_out(land, Sheet(west, north, unit), room) if land else None,
        layers=layers(reaches, Sheet(west, north, unit), kinds),
    )


def _feet(first: float, last: float, step: int) -> list[int]:
    """The feet from one edge to the other at which the grid has lines."""
    return [foot for foot in range(int(first // 12), int(last // 12) + 1) if foot % step == 0]


def _sign(thing: Mapping[str, Any], x: float, y: float, room: Room, of: str, crowded: bool) -> Sign:
    """The sign of one thing at its place, with its label where there is room for it."""
    facing, strength = thing.get("facing"), str(thing.get("strength", ""))
    here = bool(of) and thing.get("thing") == of
    named = here or signs.sign_of(str(thing["arm"])).labelled
    label = beside_a_block(room, x, y, f"{thing['name']} {strength}") if named else None
    if label is None and here:
        label = (0, 42)
    called = joined(", ", (str(thing[key]) for key in ("name", "said") if thing.get(key)))
    return Sign(
        thing=str(thing.get("thing", "")),
        name=str(thing["name"]),
        side=str(thing["side"]),
        mark=signs.mark(str(thing["arm"]), str(thing["side"]), str(thing.get("form", ""))),
        strength=strength,
        x=x,
        y=y,
        turn=int(facing or 0),
        label=label,
        said=called if crowded else say("{called}: {place}", called=called, place=place_in_words(thing["at"], facing)),
        href=str(thing.get("href", "")),
        here=here,
        faint=bool(thing.get("faint")),
    )
