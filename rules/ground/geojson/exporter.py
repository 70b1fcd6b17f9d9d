"""A country written as GeoJSON, and such a file of our own parsed back to the same country."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.errors import Invalid
from rules.ground.country import WITH_LINES, WITH_OUTLINES, Country
from rules.ground.country_file import write_country
from rules.ground.geojson.frame import Frame, read_origin, read_scale
from rules.ground.geojson.parse import MOST_FEATURES, read_features
from rules.values import codec
from rules.values.codec import write_length
from rules.values.measure import INCH
from rules.values.sentence import say

OURS = "kriegspiel"
"""The member of our own files with what the features do not say: name, size, scale, edges."""

HEAD = ("name", "size", "back_lines", "friendly_edges")
POINTS = ("depots", "names")

Plain = dict[str, Any]


def export_country(country: Country, *, scale: Any = 1.0, origin: Any = None) -> Plain:
    """A country as a FeatureCollection.  scale: metres to the inch.

    origin: longitude and latitude of its south-west corner; without one, coordinates are metres from that corner.
    """
    metres = read_scale(scale)
    frame = Frame(metres, country.size, (0.0, 0.0) if origin is None else read_origin(origin, False), origin is None)
    data = write_country(country)
    head: Plain = {
        "country": 1,
        "scale": metres,
        "coordinates": "metres" if frame.plain else "wgs84",
        "origin": list(frame.origin),
        **{key: data[key] for key in HEAD if key in data},
    }
    features = [
        _feature(group, name, one, frame) for group in data if group not in HEAD for name, one in data[group].items()
    ]
    return {"type": "FeatureCollection", OURS: head, "features": features}


def _feature(group: str, name: str, one: Plain, frame: Frame) -> Plain:
    """One thing of the country with its geometry; everything else is in its properties, in inches."""
    said = {key: value for key, value in one.items() if key not in ("line", "outline", "span")}
    if "line" in one:
        geometry: Plain = {"type": "LineString", "coordinates": _coordinates(one["line"], frame)}
    elif "outline" in one or "span" in one:
        ring = _coordinates(one.get("outline") or one["span"], frame)
        geometry = {"type": say("Polygon"), "coordinates": [[*ring, ring[0]]]}
    else:
        geometry = {"type": say("Point"), "coordinates": _coordinates([one["at"]], frame)[0]}
    return {
        "type": "Feature",
        "id": f"{group}/{name}",
        "properties": {OURS: group, "id": name, **said},
        "geometry": geometry,
    }


def _coordinates(points: list[list[float]], frame: Frame) -> list[list[float]]:
    return frame.to_file([(int(x * INCH), int(y * INCH)) for x, y in points])


def read_ours(data: Mapping[str, Any]) -> Plain:
    """The plain data of a country from a file of our own; the country parser checks it."""
    head = codec.read_map(data[OURS], OURS)
    plain = head.get("coordinates") == "metres"
    frame = Frame(
        read_scale(head.get("scale"), f"{OURS}.scale"),
        None,
        read_origin(head.get("origin"), plain, f"{OURS}.origin"),
        plain,
    )
    read_features(data, plain)  # refuses what is not GeoJSON, with the place
    if data.get("type") != "FeatureCollection" or len(data["features"]) > MOST_FEATURES:
        raise Invalid(say("A FeatureCollection is wanted."))
    country: Plain = {key: head[key] for key in HEAD if key in head}
    for number, row in enumerate(data["features"]):
        _take(country, row, frame, f"features.{number}")
    return country


def _take(country: Plain, row: Mapping[str, Any], frame: Frame, where: str) -> None:
    """Add one feature of our own file to its group."""
    said = dict(row.get("properties") or {})
    group, name = said.pop(OURS, None), said.pop("id", None)
    known = (*WITH_LINES, *WITH_OUTLINES, "bridges", *POINTS)
    if group not in known or not isinstance(name, str | int) or name in country.get(group, {}):
        raise Invalid(
            f"{where}.properties: what it is ({', '.join(known)}) under {OURS!r}, and an id of its own, are wanted"
        )
    geometry = codec.read_map(row.get("geometry"), f"{where}.geometry")
    kind, given = geometry.get("type"), geometry.get("coordinates")
    if kind == "LineString" and group in WITH_LINES:
        said["line"] = _points(given, frame)
    elif kind == "Polygon" and group in (*WITH_OUTLINES, "bridges") and given:
        said["span" if group == "bridges" else "outline"] = _points(given[0], frame)[:-1]
    elif kind == "Point" and group in ("bridges", *POINTS):
        said["at"] = _points([given], frame)[0]
    else:
        raise Invalid(f"{where}.geometry: {str(kind)[:30]} is not how {group} are drawn")
    country.setdefault(group, {})[name] = said


def _points(given: Any, frame: Frame) -> list[list[int | float]]:
    """Coordinates as points in inches."""
    return [[write_length(x), write_length(y)] for x, y in frame.to_country([(one[0], one[1]) for one in given])]
