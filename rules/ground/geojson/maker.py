"""A country drawn from the parts of a survey, group by group, with one tolerance for thinning lines.  [KS-GAME-08]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import shapely
from shapely import MultiPoint, Polygon, STRtree
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.errors import Invalid
from rules.ground.geojson import blocks
from rules.ground.geojson.contours import draw_contours
from rules.ground.geojson.frame import Frame
from rules.ground.geojson.ids import Ids
from rules.ground.geojson.kinds import elevation, number_of
from rules.ground.geojson.parse import Feature
from rules.ground.geojson.shapes import (
    OUTSIDE,
    clip_line,
    inner_point,
    long,
    middle,
    outlines,
    polygon,
    strip,
    thinned,
    together,
    window,
)
from rules.ground.geojson.tally import Tally
from rules.ground.geojson.told import Told
from rules.ground.geojson.waters import BANK, NearLegs, Waters
from rules.ground.geojson.ways import (
    ROAD,
    carried_over,
    ford_at,
    fordable,
    span,
    stream,
    stream_width,
    through_water,
    width_of,
)
from rules.ground.geometry import where
from rules.values.codec import write_length
from rules.values.measure import INCH, Point
from rules.values.sentence import say, say_many

Plain = dict[str, Any]

LEAST = {"water": 16, "houses": 4, "woods": 36, "steep": 36}
"""The least area in square inches that is not too small for the floor."""

MOST_THINGS = 2_500
"""The most things drawn in a country."""

MOST_NAMES = 200
"""The most names written on a map."""

LEAST_LINE = 2 * INCH

NARROW, LEAST_UNKNOWN = 3 * INCH, 36
"""Half the width of a strip of unknown ground that is not told, in sixteenths, and its least area in square inches."""


@dataclass(frozen=True)
class Part:
    """A shape of a feature in sixteenths of the country.  kind: ``point``, ``line`` or ``area``."""

    feature: Feature
    kind: str
    rings: tuple[list[Point], ...]


class Maker:
    """One attempt to draw a country from the parts of a survey, with one tolerance."""

    def __init__(
        self,
        groups: Mapping[str, list[Part]],
        frame: Frame,
        tolerance: int,
        tally: Tally,
        told: Told,
        known: BaseGeometry,
    ) -> None:
        assert frame.size is not None
        self.known = shapely.intersection(known, window(frame.size), grid_size=1)
        self.groups, self.frame, self.tolerance, self.tally, self.told = groups, frame, tolerance, tally, told
        self.size: Point = frame.size
        self.ids = Ids()
        self.drawn: dict[str, dict[str, Plain]] = {}
        self.exact: dict[tuple[str, str], Plain] = {}
        self.waters: list[tuple[Point, ...]] = []
        self.roads: list[list[Point]] = []
        self.merged = self.blocks = 0
        self.unknown = 0.0

    def country(self, interval: Any) -> Plain:
        """The country as plain data."""
        self.told("contours", 36)
        self._contours(interval)
        self.told("waters", 52)
        self._waters()
        self._outlines("woods", lambda part: {})
        self._trees()
        self.told("houses", 66)
        self._houses()
        self.told("ways", 78)
        self._outlines("steep", lambda part: {}, with_holes=False, named=False)
        self._lines("walls", lambda part: {})
        for group in ("roads", "rails"):
            self._lines(group, lambda part: {"width": width_of(part.feature, ROAD, 6.0, self.frame.scale)})
        self._bridges()
        self._culverts()
        self._fords()
        self._names()
        self._unknown()
        self.told("writing", 88)
        for group, parts in self.groups.items():
            self.tally.leave(group, [part.feature for part in parts], say("nothing of it is left at this scale"))
        out: Plain = {"size": [write_length(one) for one in self.size]}
        return out | {group: found for group, found in self.drawn.items() if found}

    def report(self, country: Plain, interval: Any) -> Plain:
        """What was taken and left out, and how the window lies on the ground."""
        width, depth = (write_length(one) for one in self.size)
        rows = self.tally.rows()
        return {
            "taken": sum(row["taken"] for row in rows),
            "left_out": sum(row["found"] - row["taken"] for row in rows),
            "rows": rows,
            "notes": list(self._notes(country)),
            "scale": self.frame.scale,
            "size": [width / 12, depth / 12],
            "origin": [round(one, 6) for one in self.frame.origin],
            "metres": [round(width * self.frame.scale), round(depth * self.frame.scale)],
            "interval": float(interval) if country.get("contours") else None,
            "points": points_in(country),
            "thinned": write_length(self.tolerance),
        }

    def _notes(self, country: Plain) -> Iterator[str]:
        """What was merged, and what the umpire should check before anybody plays on it."""
        if self.merged:
            yield say_many(
                "{houses} house that is small for the floor became {blocks}.",
                "{houses} houses that are small for the floor, or stand close together, became {blocks}.",
                self.merged,
                houses=f"{self.merged:,}",
                blocks=say_many("{n} block", "{n} blocks", self.blocks),
            )
        wet = together([polygon([one["outline"]]) for one in self._exact("water") if not one.get("fordable")])
        carried = together(
            [polygon([one["span"]]) for one in self._exact("bridges")]
            + [span(one["line"], 12 * INCH) for one in self._exact("fords")]
        )
        for group in ("roads", "rails"):
            named = [
                one.get("name") or name
                for name, one in zip(self.drawn.get(group, {}), self._exact(group), strict=True)
                if through_water(one["line"], wet, carried)
            ]
            if named:
                shown = ", ".join(named[:6]) + (" …" if len(named) > 6 else "")
                yield say(
                    "{named} of the {group} go into water where there is neither bridge nor ford: {shown}.",
                    named=len(named),
                    group=group,
                    shown=shown,
                )
        if "unknown" in country:
            yield say(
                "The survey does not tell how {percent} per cent of the ground is: it is hatched on the map, and the rules "
                "take it as level.",
                percent=max(round(self.unknown * 100), 1),
            )
        if "contours" not in country:
            yield (
                say("There is no contour: the country is level.")
                if self.groups.get("heights")
                else say("The files do not tell how high the ground is: the rules take it as level.")
            )
        for group, words in (("roads", "road"), ("water", "water")):
            if group not in country:
                yield say("There is no {words}.", words=words)

    def _exact(self, group: str) -> list[Plain]:
        """The drawn things of a group, in sixteenths."""
        return [self.exact[group, name] for name in self.drawn.get(group, {})]

    # -- drawing -----------------------------------------------------------------------------------

    def _put(self, group: str, feature: Feature, row: Plain, *, called: str = "", named: bool = True) -> None:
        """Draw a thing under a new id, and tally it."""
        name = self.ids.make(feature.name, called or group)
        if named and feature.name:
            row = {**row, "name": feature.name}
        if len(self.exact) >= MOST_THINGS:
            raise Invalid(
                say(
                    "There are more than {most_things} things in the window: take a smaller one, or leave things out.",
                    most_things=f"{MOST_THINGS:,}",
                )
            )
        self.exact[group, name] = row
        self.drawn.setdefault(group, {})[name] = {key: _in_inches(value) for key, value in row.items()}

    def _leave_line(self, group: str, part: Part) -> None:
        """A line of which nothing was drawn: it lies outside the window, or too little of it within."""
        if window(self.size).intersects(MultiPoint([point for ring in part.rings for point in ring])):
            self.tally.leave(group, [part.feature], say("it is shorter than two inches"))
        else:
            self.tally.leave(group, [part.feature], OUTSIDE, loss=False)

    def _leave_area(self, group: str, part: Part, area: BaseGeometry, least: int) -> None:
        """An area of which nothing was drawn: it lies outside the window, or too little of it within."""
        if area.intersects(window(self.size)):
            self.tally.leave(group, [part.feature], say("it is smaller than {least} square inches", least=least))
        else:
            self.tally.leave(group, [part.feature], OUTSIDE, loss=False)

    def _unknown(self) -> None:
        """Ground of which the survey tells nothing; all of it where there are contours and none could be drawn."""
        lost = "contours" in self.tally.lost_kinds()
        rest = shapely.difference(window(self.size), shapely.Polygon() if lost else self.known, grid_size=1)
        broad = rest.buffer(-NARROW, join_style="mitre").buffer(NARROW, join_style="mitre").intersection(rest)
        found = outlines(broad, self.size, self.tolerance, LEAST_UNKNOWN)
        for outline in found:
            self.drawn.setdefault("unknown", {})[self.ids.make("", "unknown")] = {"outline": _in_inches(outline)}
        self.unknown = sum(polygon([one]).area for one in found) / (self.size[0] * self.size[1])

    def _parts(self, group: str, kind: str, wanted: str) -> Iterator[Part]:
        """The parts of a group of one kind; the others are left out."""
        for part in self.groups.get(group, ()):
            if part.kind == kind:
                yield part
            else:
                self.tally.leave(group, [part.feature], wanted)

    def _contours(self, interval: Any) -> None:
        """The contour lines; of an area, its outline and holes."""
        rows = []
        for part in self.groups.get("contours", ()):
            if part.kind == "point":
                self.tally.leave("contours", [part.feature], say("a point is no line"))
            else:
                rows += [(part.feature, ring) for ring in part.rings if len(ring) > 1]
        spots = []
        for part in self.groups.get("heights", ()):
            height = elevation(part.feature)
            if height is None or part.kind != "point":
                self.tally.leave("heights", [part.feature], say("it has no height"))
            elif not window(self.size).covers(Spot(part.rings[0][0])):
                self.tally.leave("heights", [part.feature], OUTSIDE, loss=False)
            else:
                spots.append((part.rings[0][0], height))
                self.tally.take("heights", [part.feature])
        for row in draw_contours(rows, spots, self.size, interval, self.tolerance, self.tally, self.known):
            name = self.ids.make("", "contour")
            self.drawn.setdefault("contours", {})[name] = {key: _in_inches(value) for key, value in row.items()}

    def _waters(self) -> None:
        """Ponds and broad rivers by their outlines, then the strips of streams that no outline covers."""
        areas: dict[tuple[bool, str], list[tuple[Part, BaseGeometry]]] = {}
        for part in self._parts("water", "area", say("it has no outline")):
            key = (fordable(part.feature), part.feature.name)
            areas.setdefault(key, []).append((part, polygon(part.rings)))
        self._wet("water", areas)
        broad = together([polygon([one]) for one in self.waters])
        strips: dict[tuple[bool, str], list[tuple[Part, BaseGeometry]]] = {}
        for part in self._parts("streams", "line", say("it is no line")):
            width = stream_width(part.feature, self.frame.scale)
            for piece in clip_line(part.rings[0], self.size, width):
                line = thinned(piece, self.tolerance)
                if long(line) >= LEAST_LINE:
                    wet = stream(part.feature, line, self.frame.scale).difference(broad)
                    strips.setdefault((fordable(part.feature), part.feature.name), []).append((part, wet))
                else:
                    self._leave_line("streams", part)
        for part in self.groups.get("streams", ()):
            self._leave_line("streams", part)
        self._wet("streams", strips)

    def _wet(self, kind: str, groups: Mapping[tuple[bool, str], list[tuple[Part, BaseGeometry]]]) -> None:
        """Waters of one name joined and drawn."""
        for (shallow, _), rows in groups.items():
            features = [part.feature for part, _ in rows]
            found = outlines(together([one for _, one in rows]), self.size, self.tolerance, LEAST["water"])
            within = together([polygon([one]) for one in found])
            for part, one in rows:
                if one.is_empty or one.intersects(within):
                    self.tally.take(kind, [part.feature])
                else:
                    self._leave_area(kind, part, one, LEAST["water"])
            for outline in found:
                self.waters.append(outline)
                self._put(
                    "water", features[0], {"outline": outline, "fordable": shallow} if shallow else {"outline": outline}
                )

    def _outlines(
        self, group: str, more: Callable[[Part], Plain], *, with_holes: bool = True, named: bool = True
    ) -> None:
        """Areas: woods, houses, ground too steep for wheels."""
        for part in self._parts(group, "area", say("it has no outline")):
            found = outlines(polygon(part.rings), self.size, self.tolerance, LEAST[group], with_holes=with_holes)
            if not found:
                self._leave_area(group, part, polygon(part.rings), LEAST[group])
            for outline in found:
                self._put(group, part.feature, {"outline": outline, **more(part)}, named=named)
                self.tally.take(group, [part.feature])

    def _kept_free(self) -> list[BaseGeometry]:
        """Ground that no gap between houses is closed over: roads, rails and waters."""
        ways = [
            strip(piece, width_of(part.feature, ROAD, 6.0, self.frame.scale))
            for group in ("roads", "rails")
            for part in self.groups.get(group, ())
            if part.kind == "line"
            for piece in clip_line(part.rings[0], self.size)
        ]
        return [*ways, *(polygon([one]) for one in self.waters)]

    def _houses(self) -> None:
        """Houses as they are; small ones, and those that stand close together, merged into blocks."""
        built = [
            (part, shape)
            for part in self._parts("houses", "area", say("it has no outline"))
            for shape in (polygon(part.rings),)
        ]
        within = [(part, shape) for part, shape in built if shape.intersection(window(self.size)).area > 0]
        self.tally.leave("houses", [part.feature for part, _ in built], OUTSIDE, loss=False)
        free = self._kept_free() if within else []
        plan = blocks.planned([shape for _, shape in within], self.size, free, LEAST["houses"], self.tolerance)
        for number in plan.alone:
            self._house(
                [within[number][0]],
                outlines(within[number][1], self.size, self.tolerance, LEAST["houses"], with_holes=False),
            )
        for block in plan.blocks:
            self._house([within[number][0] for number in block.members], block.outlines)
            self.blocks += len(block.outlines)
        self.merged = len({within[number][0].feature.number for block in plan.blocks for number in block.members})

    def _house(self, parts: list[Part], found: Sequence[tuple[Point, ...]]) -> None:
        """A house or a block: its name if just one of its houses has one, its height that of the middle one."""
        features = [part.feature for part in parts]
        named = [one for one in features if one.name]
        heights = sorted((_storeys(part) for part in parts), key=lambda one: one.get("height", 0))
        for outline in found:
            self._put(
                "houses",
                named[0]
                if len(named) == 1
                else replace(features[0], properties={})
                if len(features) > 1
                else features[0],
                {"outline": outline, **heights[(len(heights) - 1) // 2]},
                called="houses" if len(features) == 1 else "block",
            )
        self.tally.take("houses", features)

    def _names(self) -> None:
        """Names of places and areas, written on the map; each stands once."""
        known: set[str] = set()
        width, depth = self.size
        parts = sorted(self.groups.get("names", ()), key=lambda part: ("point", "area", "line").index(part.kind))
        for part in parts:
            if part.kind == "point":
                at = part.rings[0][0]
            elif part.kind == "area":
                at = inner_point(polygon(part.rings).intersection(window(self.size)))
            else:
                at = middle(part.rings[0])
            inside = 0 <= at[0] <= width and 0 <= at[1] <= depth
            if not inside or (part.kind == "area" and at == (0, 0)):
                self.tally.leave("names", [part.feature], OUTSIDE, loss=False)
            elif part.feature.name in known:
                self.tally.leave("names", [part.feature], say("the name is on the map already"))
            elif len(known) >= MOST_NAMES:
                self.tally.leave(
                    "names", [part.feature], say("there are {most} names on the map already", most=MOST_NAMES)
                )
            else:
                known.add(part.feature.name)
                self._put("names", part.feature, {"at": at}, called="name")
                self.tally.take("names", [part.feature])

    def _trees(self) -> None:
        """The trunks of trees in woods."""
        woods = self.drawn.get("woods", {})
        names = list(woods)
        outlines_of = [self.exact["woods", name]["outline"] for name in names]
        by_place = STRtree([Polygon(one) for one in outlines_of])
        trunks: dict[str, list[Point]] = {}
        for part in self._parts("trees", "point", say("it is no point")):
            spot = part.rings[0][0]
            about = sorted(by_place.query(Spot(spot), predicate="intersects").tolist())
            within = next((names[one] for one in about if where(outlines_of[one], spot) > 0), None)
            if within is None:
                self.tally.leave("trees", [part.feature], say("it is in no wood"))
            else:
                trunks.setdefault(within, []).append(spot)
                self.tally.take("trees", [part.feature])
        for name, spots in trunks.items():
            self.exact["woods", name]["trunks"] = tuple(spots)
            woods[name]["trunks"] = _in_inches(spots)

    def _lines(self, group: str, more: Callable[[Part], Plain]) -> None:
        """Roads, rails, walls; of an area, its outline."""
        for part in self.groups.get(group, ()):
            if part.kind == "point":
                self.tally.leave(group, [part.feature], say("a point is no line"))
                continue
            for ring in part.rings:
                pieces = [thinned(piece, self.tolerance) for piece in clip_line(ring, self.size)]
                for line in pieces:
                    if long(line) >= LEAST_LINE:
                        self._put(group, part.feature, {"line": line, **more(part)})
                        self.tally.take(group, [part.feature])
                        if group == "roads":
                            self.roads.append(line)
                    else:
                        self._leave_line(group, part)
                if not pieces:
                    self._leave_line(group, part)

    # -- over the water ----------------------------------------------------------------------------

    def _bridges(self) -> None:
        """Bridges, extended to dry land if the water of the game is broader than the real one."""
        waters = Waters(self.waters, self.size)
        for part in self.groups.get("bridges", ()):
            feature, area, outside = part.feature, None, part.kind == "line"
            if part.kind == "line":
                for piece in clip_line(part.rings[0], self.size):
                    outside = False
                    line = self._to_the_banks(thinned(piece, self.tolerance), waters)
                    if line is not None:
                        area = span(line, width_of(feature, ROAD, 6.0, self.frame.scale))
                        self._bridge(_sort_of_bridge(feature), feature, area, middle(line))
            elif part.kind == "area":
                area = polygon(part.rings)
                self._bridge(_sort_of_bridge(feature), feature, area, inner_point(area))
            if area is None:
                why = say("a point has no span") if part.kind == "point" else say("its water has no bank in reach")
                self.tally.leave("bridges", [feature], OUTSIDE if outside else why, loss=not outside)

    def _to_the_banks(self, line: list[Point], waters: Waters) -> list[Point] | None:
        """The line of a bridge with its ends on dry land."""
        first = carried_over(line[0], line[1], waters)
        last = carried_over(line[-2], line[-1], waters)
        if len(line) == 2:
            return list(first) if first else None
        begun = carried_over(line[0], line[-1], waters) if not (first and last) else (first[0], last[1])
        return [begun[0], *line[1:-1], begun[1]] if begun else None

    def _bridge(self, kind: str, feature: Feature, area: BaseGeometry, at: Point) -> None:
        """A bridge with its span, if that lies within the window in one piece."""
        found = outlines(area, self.size, 0, 1, with_holes=False)
        if not found:
            self.tally.leave("bridges" if kind != "culvert" else "culverts", [feature], OUTSIDE, loss=False)
            return
        outline = max(found, key=lambda one: polygon([one]).area)
        if where(outline, at) < 0:
            at = inner_point(polygon([outline]))
        self._put(
            "bridges",
            feature,
            {"kind": kind, "at": at, "span": outline},
            called="bridge" if kind != "culvert" else kind,
        )
        self.tally.take("bridges" if kind != "culvert" else "culverts", [feature])

    def _culverts(self) -> None:
        """Culverts: a stream in a culvert is all span."""
        for part in self._parts("culverts", "line", say("it is no line")):
            pieces = clip_line(part.rings[0], self.size)
            if not pieces:
                self.tally.leave("culverts", [part.feature], OUTSIDE, loss=False)
            for piece in pieces:
                width = stream_width(part.feature, self.frame.scale) + 2 * BANK
                line = thinned(piece, self.tolerance)
                if long(line) < 2 * INCH:  # no longer than a road is wide: its middle, as long as that
                    line = _lengthened(line)
                self._bridge("culvert", part.feature, span(line, width), middle(line))

    def _fords(self) -> None:
        """Marked fords: a point on the water, or the piece of road through it."""
        waters, roads = Waters(self.waters, self.size), NearLegs(self.roads)
        for part in self.groups.get("fords", ()):
            spot = part.rings[0][len(part.rings[0]) // 2]
            if not (0 <= spot[0] <= self.size[0] and 0 <= spot[1] <= self.size[1]):
                self.tally.leave("fords", [part.feature], OUTSIDE, loss=False)
                continue
            line = ford_at(spot, NearLegs([part.rings[0]]) if part.kind == "line" else roads, waters)
            if line is None:
                self.tally.leave("fords", [part.feature], say("there is no water there, or no bank in reach"))
            else:
                self._put("fords", part.feature, {"line": line}, called="ford")
                self.tally.take("fords", [part.feature])


def _storeys(part: Part) -> Plain:
    """The height of a house by its storeys: three inches for each and three for the roof."""
    storeys = number_of(part.feature, "building:levels", "levels")
    return {"height": (3 + 3 * int(storeys)) * INCH} if storeys is not None and 2 <= storeys <= 20 else {}


def _sort_of_bridge(feature: Feature) -> str:
    return "railway-bridge" if feature.said("railway") or feature.said("bridge") == "railway" else "road-bridge"


def _lengthened(line: list[Point]) -> list[Point]:
    """A short line extended about its middle to two inches."""
    (ax, ay), (bx, by) = line[0], line[-1]
    reach = max(abs(bx - ax), abs(by - ay), 1)
    x, y = (ax + bx) // 2, (ay + by) // 2
    across = ((bx - ax) * INCH // reach, (by - ay) * INCH // reach)
    return [(x - across[0], y - across[1]), (x + across[0], y + across[1])]


def _in_inches(value: Any) -> Any:
    """Sixteenths as plain data, points and lines included."""
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return write_length(value)
    return [_in_inches(one) for one in value]


def points_in(country: Plain) -> int:
    """The number of points of all lines and outlines of a country in plain data."""
    groups = [group.values() for group in country.values() if isinstance(group, dict)]
    things = [one for group in groups for one in group if isinstance(one, dict)]
    return sum(len(one[key]) for one in things for key in ("line", "outline", "span") if key in one)
