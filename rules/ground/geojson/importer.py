"""A survey in GeoJSON made into a country: cut, scaled, rounded, thinned, with a report of what was taken.

[KS-GAME-08, KS-GAME-10]  Nothing is guessed silently: what cannot be used is left out, and the report says why.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from shapely.errors import ShapelyError

from rules.contract import data as contract
from rules.errors import Invalid
from rules.ground.country_file import read_country, write_country
from rules.ground.geojson.account import Page, rows_of
from rules.ground.geojson.contours import interval_of
from rules.ground.geojson.exporter import OURS, read_ours
from rules.ground.geojson.frame import Frame, read_origin, read_scale, read_size
from rules.ground.geojson.heights import notes_of, read_property, with_property
from rules.ground.geojson.kinds import elevation, kinds_of, number_of
from rules.ground.geojson.maker import Maker, Part, points_in
from rules.ground.geojson.parse import Feature, Shape, read_features, read_rows
from rules.ground.geojson.shapes import (
    MOST_OF_A_LINE,
    TOO_MUCH,
    outline_near,
    polygon,
    shortened,
    together,
    too_complex,
    without_repeats,
)
from rules.ground.geojson.tally import Tally
from rules.ground.geojson.told import Told, untold
from rules.values.foreign import in_words
from rules.values.measure import INCH
from rules.values.sentence import of_field, say, word

Plain = dict[str, Any]
Accounted = Callable[[Tally], tuple[list[Plain], list[str]]]
"""Gives the account of the files, and a sentence for each that could not be read."""

GREATEST_COUNTRY = 240_000
"""The most bytes of a country as JSON, so that an opening position has room for the troops."""

TOLERANCES = (INCH // 4, INCH // 2, INCH)
"""Tolerances for thinning a line, in sixteenths; the first that makes the country small enough is used."""


@dataclass(frozen=True)
class Survey:
    """A country in plain data, and the report of how it was made.

    files: the account of each file, which balances.  losses: what nobody would want without having been asked, in words.
    """

    country: contract.Country
    report: Plain
    files: Sequence[Plain] = ()
    losses: Sequence[str] = ()


def survey(
    data: Any,
    *,
    scale: Any,
    size: Any = (24, 16),
    origin: Any = None,
    plain: bool = False,
    interval: Any = None,
    height_property: Any = None,
    name: str = "",
    told: Told = untold,
) -> Survey:
    """A country from GeoJSON; Invalid if the file or a figure is wrong.

    scale: metres to the inch; size: width and depth in feet; origin: the south-west corner in the file's coordinates, else the
    window is centred on the content of the file; plain: the coordinates are metres, not degrees; interval: height from one
    contour to the next in the file's unit, else the least in the file; height_property: which of the properties is the height,
    else the known ones.  told: is told how far the work is.
    A file of our own is taken completely, as it says itself.
    """
    if isinstance(data, Mapping) and OURS in data:
        return taken_whole(data, name)
    frame, laid, step = read_figures(scale, size, origin, plain, interval)
    chosen = read_property(height_property)
    features = with_property(read_features(data, plain), chosen)
    if not any(ring for one in features for shape in one.shapes for ring in shape.rings):
        raise Invalid(of_field("features", say("there is nothing in the file that has a place")))
    if not laid:
        frame = _window(features, frame)
    page = Page("", 1, len(features), notes=notes_of(features, chosen))
    accounted: Accounted = lambda tally: (rows_of([page], *tally.by_feature(), {}), [])  # noqa: E731
    return made_of(features, frame, step, name, told, [box_of(features)], accounted)


def taken_whole(data: Mapping[str, Any], name: str) -> Survey:
    """A country of our own, as its file says."""
    country = write_country(read_country(read_ours(data)))
    if name:
        country["name"] = name
    return Survey(country, _report_of_ours(country))


def made_of(
    features: Sequence[Feature],
    frame: Frame,
    step: Fraction | None,
    name: str,
    told: Told,
    known: Sequence[Shape],
    accounted: Accounted,
) -> Survey:
    """A country of features in a window, with the first tolerance that makes it small enough.

    known: the ground of which the survey tells, in the file's coordinates.  accounted: gives the account of the files.
    """
    groups, tally = _shapes_by_kind(features, frame)
    heights = [height for part in groups.get("contours", ()) if (height := elevation(part.feature)) is not None]
    real = interval_of(heights, step)
    named = {"name": name} if name else {}
    ground = together([polygon([frame.to_country(ring) for ring in one.rings]) for one in known])
    for tolerance in TOLERANCES:
        made = Maker(groups, frame, tolerance, tally.again(), told, ground)
        try:
            country = contract.Country({**named, **made.country(real)})
        except ShapelyError as fault:
            raise in_words(fault, say("the outlines of the survey cannot be put in order")) from fault
        if len(json.dumps(country)) <= GREATEST_COUNTRY:
            told("checking", 94)
            written = write_country(read_country(country))
            files, losses = accounted(made.tally)
            report = made.report(written, real)
            return Survey(written, report, files, [*losses, *_losses(report, made.tally)])
    raise Invalid(
        say(
            "The country would have more than {greatest_country} bytes: take a smaller window, or leave things out.",
            greatest_country=f"{GREATEST_COUNTRY:,}",
        )
    )


def _losses(report: Plain, tally: Tally) -> list[str]:
    """What nobody would want without having been asked: an empty country, and kinds of which all was lost."""
    if not report["taken"]:
        return [say("Nothing of the survey is in the window: the country would be empty.")]
    return [say("All {kind} are lost; the report says why.", kind=word(kind)) for kind in tally.lost_kinds()]


def box_of(features: Sequence[Feature]) -> Shape:
    """The box round all features, as an area in the file's coordinates."""
    pairs = [pair for one in features for shape in one.shapes for ring in shape.rings for pair in ring]
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    return rectangle(min(xs), min(ys), max(xs), max(ys))


def rectangle(west: float, south: float, east: float, north: float) -> Shape:
    """An area in the file's coordinates by its edges."""
    return Shape("area", ([(west, south), (east, south), (east, north), (west, north), (west, south)],))


def glance(data: Any, *, plain: bool = False, name: str = "", height_property: Any = None, **figures: Any) -> None:
    """Raise Invalid for a wrong figure, or a file that is clearly not a survey, without parsing all of it."""
    read_property(height_property)
    if not isinstance(data, Mapping) or OURS not in data:
        read_figures(plain=plain, **figures)
        read_rows(data, plain)


def read_figures(
    scale: Any, size: Any = (24, 16), origin: Any = None, plain: bool = False, interval: Any = None
) -> tuple[Frame, bool, Fraction | None]:
    """The window, whether its place is already given, and the real interval if one is asked for."""
    frame = Frame(read_scale(scale), read_size(size), (0.0, 0.0), plain)
    step = None if interval is None else number_of(Feature(0, {"interval": interval}, ()), "interval")
    if interval is not None and step is None:
        raise Invalid(of_field("interval", say("a height in the file's own unit is wanted")))
    if origin is None:
        return frame, False, step
    return replace(frame, origin=read_origin(origin, plain)), True, step


def _window(features: Sequence[Feature], frame: Frame) -> Frame:
    """The window centred on the content of the file."""
    pairs = [pair for one in features for shape in one.shapes for ring in shape.rings for pair in ring]
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    return frame.centred(min(xs), min(ys), max(xs), max(ys))


def _shapes_by_kind(features: Sequence[Feature], frame: Frame) -> tuple[dict[str, list[Part]], Tally]:
    """The shapes of all features by kind, in sixteenths."""
    groups: dict[str, list[Part]] = {}
    tally = Tally()
    for feature in features:
        for kind, why in kinds_of(feature):
            if why:
                tally.leave(kind, [feature], why, loss=kind == "contours")
            elif not feature.shapes:
                tally.leave(kind, [feature], feature.why or say("it has no place"))
            else:
                parts = [part for shape in feature.shapes for part in _parts(feature, shape, frame)]
                drawable = [part for part in parts if not any(map(too_complex, part.rings))]
                if len(drawable) < len(parts):
                    tally.leave(kind, [feature], TOO_MUCH)
                groups.setdefault(kind, []).extend(drawable)
    return groups, tally


def _parts(feature: Feature, shape: Shape, frame: Frame) -> list[Part]:
    """A shape in sixteenths; one with too many points is cut to the window first, and its points no closer than they need be."""
    assert frame.size is not None
    rings = tuple(without_repeats(frame.to_country(ring)) for ring in shape.rings)
    if all(len(ring) <= MOST_OF_A_LINE for ring in rings):
        return [Part(feature, shape.kind, rings)]
    if shape.kind == "line":
        return [Part(feature, "line", (piece,)) for ring in rings for piece in shortened(ring, frame.size)]
    cut = [outline_near(ring, frame.size) for ring in rings]
    return [Part(feature, shape.kind, tuple(ring for ring in cut if len(ring) > 3))] if len(cut[0]) > 3 else []


def _report_of_ours(country: contract.Country) -> Plain:
    """The report of a file of our own, which is taken completely."""
    groups = [
        (group, found)
        for group, found in country.items()
        if group not in ("name", "size", "back_lines", "friendly_edges")
    ]
    rows = [{"kind": group, "found": len(found), "taken": len(found), "left_out": []} for group, found in groups]
    return {
        "taken": sum(len(found) for _, found in groups),
        "left_out": 0,
        "rows": rows,
        "notes": [say("It is a country of Kriegspiel's own and was taken as it is.")],
        "scale": None,
        "size": [one / 12 for one in country["size"]] if "size" in country else None,
        "origin": None,
        "metres": None,
        "interval": None,
        "points": points_in(country),
        "thinned": 0,
    }
