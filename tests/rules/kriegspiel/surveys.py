"""A survey of invented ground in GeoJSON: what the tests of import are tried with.  Metres from a corner, or degrees."""

from __future__ import annotations

from typing import Any

CORNER = (-1.25, 51.5)
METRE = (1 / 69_465.0, 1 / 111_258.0)
"""Degrees in a metre at the corner, near enough."""


def feature(kind: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    """A feature as a file has it."""
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": properties}


def ring(x: float, y: float, radius: float, **properties: Any) -> dict[str, Any]:
    """A contour round a place, of eight corners."""
    d = radius * 0.7
    points = [(radius, 0), (d, d), (0, radius), (-d, d), (-radius, 0), (-d, -d), (0, -radius), (d, -d), (radius, 0)]
    return feature("LineString", [[x + a, y + b] for a, b in points], **properties)


def collection(*features: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A file."""
    return {"type": "FeatureCollection", "features": list(features), **more}


def square(x: float, y: float, side: float) -> list[list[list[float]]]:
    """The outline of a square area."""
    return [[[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]]


def village() -> dict[str, Any]:
    """1,440 m by 960: at 5 m to the inch a country of 24 by 16 feet with one of everything."""
    return collection(
        ring(300, 700, 200, ele=60, contour="elevation"),
        ring(300, 700, 120, ele=70),
        ring(300, 700, 60, ele=80),
        feature("LineString", [[-100, 900], [700, 930], [1600, 880]], ele="50 m"),
        feature("Point", [300, 700], natural="peak", ele=86, name="Beacon Hill"),
        feature(
            "LineString", [[-50, 300], [500, 340], [900, 300], [1500, 320]], waterway="river", name="Loddon", width=40
        ),
        feature("LineString", [[900, 300], [950, 900]], waterway="stream"),
        feature("Polygon", square(1200, 100, 60), natural="water", name="Mill Pond"),
        feature("LineString", [[500, -20], [510, 320], [480, 1000]], highway="secondary", name="High Street"),
        feature("LineString", [[508, 290], [509, 390]], highway="secondary", bridge="yes", name="Loddon Bridge"),
        feature("LineString", [[700, 200], [700, 420]], highway="track", ford="yes"),
        feature("LineString", [[0, 100], [1440, 110]], railway="rail"),
        feature("Polygon", square(550, 400, 20), building="yes", **{"building:levels": "2"}),
        feature("Polygon", square(580, 430, 3), building="shed"),
        feature("LineString", [[560, 440], [640, 440]], barrier="hedge"),
        feature("LineString", [[560, 460], [640, 460]], barrier="fence"),
        feature("Polygon", square(1000, 500, 200), natural="wood", name="Long Copse"),
        feature("Point", [1100, 600], natural="tree"),
        feature("Point", [100, 100], natural="tree"),
        feature("Point", [640, 500], amenity="bench"),
        feature("LineString", [[0, 0], [100, 100]], highway="footway"),
        feature("LineString", [[3000, 0], [3100, 100]], highway="primary"),
    )


def great() -> dict[str, Any]:
    """The same with a winding road of more points than are processed while somebody waits."""
    road = feature("LineString", [[3 * i, 200 + i % 7] for i in range(450)], highway="track", name="Winding Lane")
    return collection(*village()["features"], road)


def in_degrees(data: dict[str, Any]) -> dict[str, Any]:
    """The same file in longitude and latitude."""

    def moved(value: Any) -> Any:
        if isinstance(value[0], list | tuple):
            return [moved(one) for one in value]
        return [CORNER[0] + value[0] * METRE[0], CORNER[1] + value[1] * METRE[1]]

    features = [
        {**one, "geometry": {**one["geometry"], "coordinates": moved(one["geometry"]["coordinates"])}}
        for one in data["features"]
    ]
    return {**data, "features": features}
