"""All files of a survey read and brought together: features and grids in longitude and latitude, or all in plain metres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rules.errors import Invalid
from rules.ground.geojson.account import Page, passed_over
from rules.ground.geojson.exporter import OURS
from rules.ground.geojson.heights import notes_of, read_property, with_property
from rules.ground.geojson.parse import MOST_FEATURES, MOST_POSITIONS, Feature, Shape, read_features
from rules.ground.geojson.told import Told, untold
from rules.ground.surveys.files import TAKEN, File, Files, NoSurvey
from rules.ground.surveys.geotiff import read_tiff
from rules.ground.surveys.grids import MOST_CELLS_TOGETHER, Box, Grid, read_ascii, read_hgt, refused
from rules.ground.surveys.osm import read_osm, read_overpass
from rules.ground.surveys.projections import DEGREES, System, read_system, system_of_json, system_of_prj
from rules.values.sentence import of_field, say
from rules.values.strict_json import loads

MOST_TOKENS = {b"[": 500_000, b"{": 200_000, b",": 2_000_000, b'"': 1_000_000}
"""The most of these signs in a file of JSON: what it may grow to in memory."""


@dataclass(frozen=True)
class Sources:
    """What the files of a survey hold.  plain: in plain metres; ours: the data of a country of Kriegspiel's own, else None.

    pages: the account of each file.  bounds: what the files say that they cover.
    """

    features: Sequence[Feature]
    grids: Sequence[Grid]
    plain: bool
    ours: Mapping[str, Any] | None = None
    pages: Sequence[Page] = ()
    bounds: Sequence[Box] = ()

    @property
    def box(self) -> Box:
        """West, south, east and north of everything; Invalid if nothing has a place."""
        boxes = [
            np.array([(*_low(shape), *_high(shape))]) for one in self.features for shape in one.shapes if shape.rings
        ]
        for grid in self.grids:
            west, south, east, north = grid.box
            xs, ys = np.array([west, east, west, east]), np.array([south, south, north, north])
            if grid.system:
                xs, ys = System(grid.system).to_degrees(xs, ys, grid.name)
            boxes.append(np.array([(xs.min(), ys.min(), xs.max(), ys.max())]))
        if not boxes:
            raise Invalid(of_field("features", say("there is nothing in the file that has a place")))
        rows = np.concatenate(boxes)
        return (float(rows[:, 0].min()), float(rows[:, 1].min()), float(rows[:, 2].max()), float(rows[:, 3].max()))


def _low(shape: Shape) -> tuple[float, float]:
    return min(x for ring in shape.rings for x, _ in ring), min(y for ring in shape.rings for _, y in ring)


def _high(shape: Shape) -> tuple[float, float]:
    return max(x for ring in shape.rings for x, _ in ring), max(y for ring in shape.rings for _, y in ring)


def read_sources(
    files: Files, plain: bool, crs: Any = None, told: Told = untold, height_property: Any = None
) -> Sources:
    """All files, read and brought into one system.

    plain: a file that names no system is in plain metres.  crs: the system of a file that names none; else degrees.
    height_property: which of the properties is the height; else the known ones.
    """
    typed, chosen = read_system(crs), read_property(height_property)
    unpacked = list(files.unpacked())
    described = {one.stem: system_of_prj(one.data) for one in unpacked if one.sort == "prj"}
    rows = [one for one in unpacked if one.sort != "prj" and not one.why]
    if not rows:
        raise Invalid(of_field("survey", say("a .prj alone is no survey")))
    pages = [passed_over(one.name, one.why) for one in unpacked if one.why]
    features: list[Feature] = []
    grids: list[Grid] = []
    bounds: list[Box] = []
    systems: set[str] = set()
    faults: list[Invalid] = []
    for number, file in enumerate(rows):
        told("reading", 2 + 26 * number // len(rows))
        own = described.get(file.stem) or typed
        try:
            read = _one(file, own, plain, alone=len(rows) == 1)
        except Invalid as fault:
            faults.append(fault)
            if not (isinstance(fault, NoSurvey) or file.packed) or fault.sentence.startswith("crs:"):
                raise
            pages.append(passed_over(file.name, _why(fault), lost=not isinstance(fault, NoSurvey)))
            continue
        if read.ours is not None:
            return _only_ours(read.ours, rows)
        read.page.first = len(features) + 1
        features += [replace(one, number=number) for number, one in enumerate(read.features, len(features) + 1)]
        grids += read.grids
        bounds += read.bounds
        pages.append(read.page)
        systems.add(read.system)
        _refuse_much(file, features, grids)
    if not systems:
        if rows[0].packed and all(isinstance(one, NoSurvey) for one in faults):
            raise Invalid(of_field("survey", say("{name} holds none of {taken}", name=files.sent[0][0], taken=TAKEN)))
        raise next((one for one in faults if not isinstance(one, NoSurvey)), faults[0])
    if "" in systems and len(systems) > 1:
        raise Invalid(
            of_field("crs", say("one file is in plain metres and another in a system; name the system of the first"))
        )
    return Sources(_with_heights(features, pages, chosen), grids, "" in systems, pages=pages, bounds=bounds)


def _with_heights(features: list[Feature], pages: Sequence[Page], chosen: str | None) -> list[Feature]:
    """The features read by the property that is their height; the account of each file says which that is."""
    found = with_property(features, chosen)
    for page in pages:
        page.notes += notes_of(found[page.first - 1 : page.first - 1 + page.number] if page.number else (), chosen)
    return found


@dataclass(frozen=True)
class _One:
    """One file, read.  system: empty for plain metres; ours: a country of Kriegspiel's own."""

    page: Page
    system: str = ""
    features: Sequence[Feature] = ()
    grids: Sequence[Grid] = ()
    bounds: Sequence[Box] = ()
    ours: Mapping[str, Any] | None = None


def _one(file: File, own: str, plain: bool, *, alone: bool) -> _One:
    """A file, read and accounted for.  own: the system that it is in if it names none; alone: it is the only one."""
    if file.sort not in ("json", "osm"):
        grid = _grid(file, own)
        grid = replace(grid, system=grid.system or ("" if plain else DEGREES))
        _refuse_misplaced(grid)
        known = int(np.isfinite(grid.heights).sum())
        notes = [] if grid.unsaid is None else [_told_mark(grid)]
        return _One(Page(file.name, cells=(known, grid.heights.size), notes=notes), grid.system, grids=[grid])
    found = loads_within(file) if file.sort == "json" else None
    if found is not None and OURS in found:
        return _One(Page(file.name), ours=found)
    drawn = read_osm(file) if found is None else read_overpass(file, found) if "elements" in found else None
    if drawn is not None:
        found, own = drawn.data, DEGREES
    assert found is not None
    if found.get("type") not in ("FeatureCollection", "Feature"):
        why = say("it is JSON, but not GeoJSON and not of Overpass")
        raise NoSurvey(refused(file, why).sentence)
    system = (system_of_json(found) if drawn is None else "") or own or ("" if plain else DEGREES)
    read = _read(file, found, system, alone)
    page = Page(file.name, number=len(read))
    if drawn is not None:
        read = [replace(one, why=why) for one, why in zip(read, drawn.whys, strict=True)]
        page.unread, page.notes = drawn.held.unread, list(drawn.notes)
    return _One(page, system, read, bounds=drawn.held.bounds if drawn is not None else ())


def _told_mark(grid: Grid) -> str:
    return say(
        "Where {mark} stands no height is taken, although the file does not say that it marks such places.",
        mark=f"{grid.unsaid:g}",
    )


def _why(fault: Invalid) -> str:
    """Why a file is not read, without its name."""
    said: str = fault.sentence
    return said.partition(": ")[2] or said


def _refuse_much(file: File, features: Sequence[Feature], grids: Sequence[Grid]) -> None:
    """Refuse more than is taken of all files together."""
    if sum(len(ring) for one in features for shape in one.shapes for ring in shape.rings) > MOST_POSITIONS:
        raise refused(file, say("the files have more than {most} points together", most=f"{MOST_POSITIONS:,}"))
    if len(features) > 2 * MOST_FEATURES:
        raise refused(file, say("the files have more than {most} things together", most=f"{2 * MOST_FEATURES:,}"))
    if sum(one.heights.size for one in grids) > MOST_CELLS_TOGETHER:
        raise refused(file, say("the files have more than {most} heights together", most=f"{MOST_CELLS_TOGETHER:,}"))


def loads_within(file: File) -> dict[str, Any]:
    """The object in a file of JSON, refused before it is parsed if it would grow too large."""
    for sign, most in MOST_TOKENS.items():
        if file.data.count(sign) > most:
            raise refused(
                file,
                say(
                    "it has more than {most} of the sign {sign}: cut it to the ground of the game",
                    most=f"{most:,}",
                    sign=sign.decode(),
                ),
            )
    try:
        return loads(file.data)
    except Invalid as invalid:
        raise refused(file, invalid.sentence) from invalid


def _only_ours(found: Mapping[str, Any], rows: Sequence[File]) -> Sources:
    """A country of Kriegspiel's own, which is taken whole and alone."""
    if len(rows) > 1:
        raise Invalid(of_field("survey", say("a country of Kriegspiel's own comes alone")))
    return Sources((), (), False, found)


def _read(file: File, data: Mapping[str, Any], system: str, alone: bool) -> list[Feature]:
    """The features of a file in degrees, or in plain metres if it has no system.  alone: a refusal need not name the file."""
    try:
        read = read_features(data, system != DEGREES)
    except Invalid as invalid:
        if alone:
            raise
        raise refused(file, invalid.sentence) from invalid
    if system in ("", DEGREES):
        return read
    pairs = [pair for one in read for shape in one.shapes for ring in shape.rings for pair in ring]
    if not pairs:
        return read
    given = np.array(pairs)
    lons, lats = System(system).to_degrees(given[:, 0], given[:, 1], file.name)
    moved = iter(zip(lons.tolist(), lats.tolist(), strict=True))
    return [
        replace(
            one,
            shapes=tuple(
                replace(shape, rings=tuple([next(moved) for _ in ring] for ring in shape.rings)) for shape in one.shapes
            ),
        )
        for one in read
    ]


def _grid(file: File, system: str) -> Grid:
    """The heights of a file.  system: if it names none."""
    if file.sort == "hgt":
        return read_hgt(file)
    if file.sort == "ascii":
        return read_ascii(file, system)
    grid = read_tiff(file)
    return grid if grid.system else replace(grid, system=system)


def _refuse_misplaced(grid: Grid) -> None:
    """Refuse a grid whose corners lie outside of the area of its system."""
    if not grid.system:
        return
    west, south, east, north = grid.box
    if grid.system == DEGREES and not (-180.1 <= west <= east <= 180.1 and -85.1 <= south <= north <= 85.1):
        raise Invalid(
            of_field(
                "crs",
                say(
                    "{file}: {east} east and {north} north are no degrees; name the system that the file is in",
                    file=grid.name,
                    east=f"{west:,.10g}",
                    north=f"{south:,.10g}",
                ),
            )
        )
    System(grid.system).to_degrees(
        np.array([west, east, west, east]), np.array([south, south, north, north]), grid.name
    )
