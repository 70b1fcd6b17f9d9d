"""A GeoJSON file (RFC 7946) parsed strictly: anything else is refused with the place and the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import Invalid
from rules.ground.geojson.frame import Pair, read_pair
from rules.values.seen import as_seen
from rules.values.sentence import of_field, say

MOST_FEATURES = 20_000
MOST_POSITIONS = 400_000
MOST_PROPERTIES = 400
LONGEST_TEXT = 5_000
LONGEST_NAME = 80
DEEPEST = 3
"""The deepest nesting of collections of geometries."""

LEVELS = {say("Point"): 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, say("Polygon"): 2, "MultiPolygon": 3}
"""The nesting of lists around each position of a geometry."""


@dataclass(frozen=True)
class Shape:
    """One simple geometry.  kind: ``point``, ``line`` or ``area``; rings: its points; of an area, the outline and then the holes."""

    kind: str
    rings: tuple[list[Pair], ...]


@dataclass(frozen=True)
class Feature:
    """A feature: its number in the file from 1, its properties by lower-case key, its shapes, and why it has none.

    height_property: the one that was chosen to say how high it is; empty where none was.
    """

    number: int
    properties: Mapping[str, Any]
    shapes: tuple[Shape, ...]
    why: str = ""
    height_property: str = ""

    def said(self, key: str) -> str:
        """A property as a lower-case word; empty if it is missing."""
        value = self.properties.get(key)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value).strip().lower()[:60] if isinstance(value, str | int | float) else ""

    @property
    def name(self) -> str:
        """Its name, as one line of which everything can be seen."""
        value = self.properties.get("name")
        return as_seen(value, LONGEST_NAME) if isinstance(value, str) else ""

    @property
    def called(self) -> str:
        """Its name, or its number in the file."""
        return self.name or say("no. {number}", number=self.number)


class _Count:
    """The number of positions parsed so far, with its limit."""

    def __init__(self) -> None:
        self.read = 0

    def one_more(self) -> None:
        self.read += 1
        if self.read > MOST_POSITIONS:
            raise Invalid(
                say(
                    "The file has more than {most_positions} points; cut it to the ground of the game.",
                    most_positions=f"{MOST_POSITIONS:,}",
                )
            )


def read_features(data: Any, plain: bool) -> list[Feature]:
    """The features of a file.  plain: whether its coordinates are plain metres."""
    count = _Count()
    return [_feature(one, i, plain, count) for i, one in enumerate(read_rows(data, plain))]


def read_rows(data: Any, plain: bool) -> list[Any]:
    """The features of a file as they are in it, not yet parsed."""
    if not isinstance(data, Mapping) or data.get("type") not in ("FeatureCollection", say("Feature")):
        raise Invalid(say("This is not GeoJSON: an object of type FeatureCollection is wanted."))
    rows = data.get("features") if data["type"] == "FeatureCollection" else [data]
    if not isinstance(rows, list):
        raise Invalid(of_field("features", say("a list is wanted")))
    if len(rows) > MOST_FEATURES:
        raise Invalid(
            of_field(
                "features",
                say(
                    "at most {most_features} are taken, got {rows}",
                    most_features=f"{MOST_FEATURES:,}",
                    rows=f"{len(rows):,}",
                ),
            )
        )
    if not plain:
        _refuse_other_systems(data.get("crs"))
    return rows


def _refuse_other_systems(crs: Any) -> None:
    """An old file may name its coordinate system; any but WGS84 is refused."""
    if crs is None:
        return
    properties = crs.get("properties") if isinstance(crs, Mapping) else None
    name = str(properties.get("name", "") if isinstance(properties, Mapping) else "")
    if not re.search(r"CRS84|EPSG:{1,2}4326", name):
        raise Invalid(
            of_field(
                "crs",
                say(
                    "longitude and latitude in WGS84, or plain metres said to be metres, are wanted, got {name}",
                    name=f"{name[:60]!r}",
                ),
            )
        )


def _feature(data: Any, number: int, plain: bool, count: _Count) -> Feature:
    where = f"features.{number}"
    if not isinstance(data, Mapping) or data.get("type") != "Feature":
        raise Invalid(of_field(where, say("an object of type Feature is wanted")))
    given = data.get("properties")
    if given is not None and not isinstance(given, Mapping):
        raise Invalid(f"{where}.properties: an object is wanted")
    geometry = data.get("geometry")
    shapes = () if geometry is None else tuple(_shapes(geometry, f"{where}.geometry", plain, count, 0))
    return Feature(number + 1, _properties(given or {}, f"{where}.properties"), shapes)


def _properties(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The properties that are words or numbers, by lower-case key."""
    if len(given) > MOST_PROPERTIES:
        raise Invalid(of_field(where, say("at most {most_properties} are taken", most_properties=MOST_PROPERTIES)))
    found = {}
    for key, value in given.items():
        text = max(len(str(key)), len(value) if isinstance(value, str) else 0)
        if text > LONGEST_TEXT:
            raise Invalid(
                f"{where}.{str(key)[:40]}: text of at most {LONGEST_TEXT:,} characters is wanted, got {text:,}"
            )
        found[str(key).lower()] = value
    return {**found, **_tags_within(found)}


_HSTORE = re.compile(r'"((?:[^"\\]|\\.){1,100})"\s*=>\s*"((?:[^"\\]|\\.)*)"')


def _tags_within(found: Mapping[str, Any]) -> dict[str, Any]:
    """Tags that programs put into one property: ``tags`` as an object, or ``other_tags`` as text of a database."""
    tags, others = found.get("tags"), found.get("other_tags")
    inner = {str(key).lower(): value for key, value in tags.items()} if isinstance(tags, Mapping) else {}
    for text in (tags, others):
        if isinstance(text, str):
            inner |= {key.lower(): value for key, value in _HSTORE.findall(text)}
    few = list(inner.items())[:MOST_PROPERTIES]
    return {key: value for key, value in few if not isinstance(value, str) or len(value) <= LONGEST_TEXT}


def _shapes(data: Any, where: str, plain: bool, count: _Count, depth: int) -> Iterator[Shape]:
    """The simple geometries that a geometry is made of."""
    kind = data.get("type") if isinstance(data, Mapping) else None
    if kind == "GeometryCollection":
        inner = data.get("geometries")
        if not isinstance(inner, list) or depth >= DEEPEST:
            raise Invalid(
                of_field(where, say("a list of geometries, at most {deepest} deep, is wanted", deepest=DEEPEST))
            )
        for i, one in enumerate(inner):
            yield from _shapes(one, f"{where}.geometries.{i}", plain, count, depth + 1)
        return
    if not isinstance(kind, str) or kind not in LEVELS:
        raise Invalid(
            f"{where}.type: one of {', '.join((*LEVELS, 'GeometryCollection'))} is wanted, got {str(kind)[:40]!r}"
        )
    read = _read(data.get("coordinates"), LEVELS[kind], f"{where}.coordinates", plain, count)
    if kind in ("Point", "MultiPoint"):
        yield from (Shape("point", ([one],)) for one in ([read] if kind == "Point" else read))
    elif kind in ("LineString", "MultiLineString"):
        yield from (Shape("line", (one,)) for one in _long_enough([read] if kind == "LineString" else read, 2, where))
    else:
        areas = [_long_enough(one, 4, where) for one in ([read] if kind == "Polygon" else read)]
        yield from (Shape("area", tuple(one)) for one in areas if one)


def _long_enough(lines: list[list[Pair]], least: int, where: str) -> list[list[Pair]]:
    """The lines that are not empty; each must have at least so many positions."""
    for line in lines:
        if 0 < len(line) < least:
            raise Invalid(f"{where}.coordinates: {least} positions or more are wanted, got {len(line)}")
    return [line for line in lines if line]


def _read(value: Any, levels: int, where: str, plain: bool, count: _Count) -> Any:
    """Positions within so many levels of lists."""
    if not isinstance(value, list):
        raise Invalid(of_field(where, say("a list is wanted")))
    if levels:
        return [_read(one, levels - 1, f"{where}.{i}", plain, count) for i, one in enumerate(value)]
    if not 2 <= len(value) <= 4:
        raise Invalid(of_field(where, say("two coordinates are wanted, got {given}", given=str(value)[:40])))
    count.one_more()
    return read_pair(value, plain, where)
