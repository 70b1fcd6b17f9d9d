"""The window of a country on the sketch of its survey: as it is typed, and as it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns import sight
from campaigns.web.page.measures import read_count, read_decimal
from rules.errors import Invalid, Refused
from rules.ground.geojson.frame import read_origin, read_scale, read_size
from rules.ground.surveys.window import about_the_same_middle, origin_on, units_per, window_on
from rules.values.sentence import of_field, say

BEGIN = {
    "name": "",
    "scale": "10",
    "wide": "24",
    "deep": "16",
    "coordinates": "degrees",
    "crs": "",
    "east": "",
    "north": "",
    "interval": "",
    "height_property": "",
}

WINDOW = ("scale", "wide", "deep", "east", "north")
"""The fields of which the others are derived."""

STAGES = {
    "reading": say("Reading the files"),
    "sketching": say("Drawing the sketch"),
    "heights": say("Making contours of the heights"),
    "contours": say("Drawing contours"),
    "waters": say("Drawing water and woods"),
    "houses": say("Drawing houses and blocks"),
    "ways": say("Drawing roads and bridges"),
    "writing": say("Writing the country"),
    "checking": say("Checking the country"),
}
"""What a worker does, by its key."""

AREAS = ("water", "wood", "house")
LAYERS = ("wood", "water", "contour", "stream", "road", "rail", "house")
"""The layers of a sketch, the lowest first."""


@dataclass(frozen=True)
class Laid:
    """A sketch with a window on it, in units of the drawing: left, top, width, depth.

    corner: of the drawing, in the coordinates; per: units in a unit of them.

    ground: metres of the window, of the whole survey; heights: lowest and highest, if there is a grid of them.
    """

    size: tuple[int, int]
    layers: tuple[tuple[str, str], ...]
    window: tuple[float, float, float, float]
    corner: tuple[float, float]
    per: tuple[float, float]
    unit: float
    digits: int
    ground: tuple[int, int]
    whole: tuple[int, int]
    heights: tuple[float, float] | None


def laid(found: sight.SurveyFact, typed: Mapping[str, str]) -> Laid | Refused:
    """The sketch of a survey with the window that was typed, or why that is none."""
    sketch = found.sketch
    assert sketch is not None
    try:
        figures = read_window(typed)
        scale, size, plain = read_scale(figures["scale"]), read_size(figures["size"]), bool(sketch["plain"])
        origin = origin_on(sketch, scale, size) if figures["origin"] is None else read_origin(figures["origin"], plain)
    except Refused as fault:
        return fault
    wide, deep = figures["size"]
    return Laid(
        size=(sketch["size"][0], sketch["size"][1]),
        layers=tuple((layer, _path(sketch["lines"].get(layer, ()), layer in AREAS)) for layer in LAYERS),
        window=window_on(sketch, scale, size, origin),
        corner=(sketch["bounds"][0], sketch["bounds"][3]),
        per=units_per(sketch),
        unit=sketch["unit"],
        digits=1 if plain else 6,
        ground=(round(wide * 12 * scale), round(deep * 12 * scale)),
        whole=(round(sketch["metres"][0]), round(sketch["metres"][1])),
        heights=tuple(sketch["heights"]) if sketch["heights"] else None,
    )


def _path(lines: Any, closed: bool) -> str:
    end = "Z" if closed else ""
    return "".join(f"M{'L'.join(f'{x} {y}' for x, y in line)}{end}" for line in lines)


def with_the_same_middle(typed: Mapping[str, str], plain: bool) -> dict[str, str]:
    """What was typed, with the corner derived anew where the scale or the size was changed and the corner left as it stood.

    ``laid``: the window as it stood, its fields with slashes between them.
    """
    stood = dict(zip(WINDOW, typed.get("laid", "").split("/"), strict=False))
    if len(stood) != len(WINDOW) or any(typed[key].strip() != stood[key] for key in ("east", "north")):
        return dict(typed)
    try:
        before, after = read_window({**typed, **stood}), read_window(typed)
        was, now = ((one["scale"], read_size(one["size"])) for one in (before, after))
        if was == now or before["origin"] is None or not min(was[0], now[0]) > 0:
            return dict(typed)
        east, north = about_the_same_middle(plain, before["origin"], was, now)
    except Refused:
        return dict(typed)
    return {**typed, **_corner(east, north, plain)}


def _corner(east: float, north: float, plain: bool) -> dict[str, str]:
    digits = 1 if plain else 6
    return {"east": f"{east:.{digits}f}", "north": f"{north:.{digits}f}"}


def read_figures(typed: Mapping[str, str]) -> dict[str, Any]:
    """All that was typed of a survey that is sent."""
    return {**read_window(typed), "plain": typed["coordinates"] == "metres", "crs": typed["crs"].strip() or None}


def read_window(typed: Mapping[str, str]) -> dict[str, Any]:
    """Scale, window and step as they were typed."""
    figures: dict[str, Any] = {"interval": None, "origin": None}
    figures["height_property"] = typed["height_property"].strip() or None
    figures["scale"] = _number(typed, "scale")
    figures["size"] = [_count(typed, "wide"), _count(typed, "deep")]
    if typed["interval"].strip():
        figures["interval"] = _number(typed, "interval")
    if typed["east"].strip() or typed["north"].strip():
        figures["origin"] = [_number(typed, "east"), _number(typed, "north")]
    return figures


def typed_of(found: sight.SurveyFact) -> dict[str, str]:
    """What was typed for a survey: its figures as the form has them; on a preview with the corner of the window."""
    figures = found.figures
    wide, deep = figures.get("size") or (BEGIN["wide"], BEGIN["deep"])
    east, north = figures.get("origin") or ("", "")
    shown = {
        "scale": figures["scale"],
        "wide": wide,
        "deep": deep,
        "east": east,
        "north": north,
        "interval": figures.get("interval"),
        "crs": figures.get("crs"),
        "height_property": figures.get("height_property"),
    }
    words = {key: _shown(value) for key, value in shown.items()}
    if found.state == "preview" and found.sketch is not None and not words["east"]:
        x, y = origin_on(found.sketch, figures["scale"], read_size([int(wide), int(deep)]))
        words |= _corner(x, y, bool(found.sketch["plain"]))
    return {**words, "name": found.name, "coordinates": "metres" if figures.get("plain") else "degrees"}


def _shown(value: Any) -> str:
    """A figure as people would have typed it."""
    if isinstance(value, float):
        return f"{value:.9f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)


def _number(typed: Mapping[str, str], key: str) -> float:
    try:
        return read_decimal(typed[key])
    except ValueError as fault:
        raise Invalid(of_field(key, fault.args[0])) from fault


def _count(typed: Mapping[str, str], key: str) -> int:
    try:
        return read_count(typed[key], 1000)
    except ValueError as fault:
        raise Invalid(of_field(key, fault.args[0])) from fault
