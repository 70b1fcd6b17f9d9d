"""All files of a survey read and brought together: features and grids in longitude and latitude, or all in plain metres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rules.errors import Invalid
from rules.ground.geojson.exporter import OURS
from rules.ground.geojson.parse import MOST_FEATURES, MOST_POSITIONS, Feature, Shape, read_features
from rules.ground.geojson.told import Told, untold
from rules.ground.surveys.files import File, Files
from rules.ground.surveys.geotiff import read_tiff
from rules.ground.surveys.grids import MOST_CELLS_TOGETHER, Box, Grid, read_ascii, read_hgt, refused
from rules.ground.surveys.osm import read_osm
from rules.ground.surveys.projections import DEGREES, System, read_system, system_of_json, system_of_prj
from rules.values.sentence import of_field, say
from rules.values.strict_json import loads

MOST_TOKENS = {b"[": 500_000, b"{": 200_000, b",": 2_000_000, b'"': 1_000_000}
"""The most of these signs in a file of JSON: what it may grow to in memory."""


@dataclass(frozen=True)
class Sources:
    """What the files of a survey hold.  plain: in plain metres; ours: the data of a country of Kriegspiel's own, else None."""

    features: Sequence[Feature]
    grids: Sequence[Grid]
    plain: bool
    ours: Mapping[str, Any] | None = None

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


def read_sources(files: Files, plain: bool, crs: Any = None, told: Told = untold) -> Sources:
    """All files, read and brought into one system.

    plain: a file that names no system is in plain metres.  crs: the system of a file that names none; else degrees.
    """
    typed = read_system(crs)
    unpacked = list(files.unpacked())
    described = {one.stem: system_of_prj(one.data) for one in unpacked if one.sort == "prj"}
    rows = [one for one in unpacked if one.sort != "prj"]
    if not rows:
        raise Invalid(of_field("survey", say("a .prj alone is no survey")))
    features: list[Feature] = []
    grids: list[Grid] = []
    systems: set[str] = set()
    positions = 0
    for number, file in enumerate(rows):
        told("reading", 2 + 26 * number // len(rows))
        if file.sort in ("json", "osm"):
            found = loads_within(file) if file.sort == "json" else read_osm(file)
            if OURS in found:
                return _only_ours(found, rows)
            own = (system_of_json(found) if file.sort == "json" else DEGREES) or described.get(file.stem) or typed
            system = own or ("" if plain else DEGREES)
            read = _read(file, found, system, alone=len(rows) == 1)
            positions += sum(len(ring) for one in read for shape in one.shapes for ring in shape.rings)
            if positions > MOST_POSITIONS:
                raise refused(file, say("the files have more than {most} points together", most=f"{MOST_POSITIONS:,}"))
            features += [replace(one, number=one.number + len(features)) for one in read]
            if len(features) > 2 * MOST_FEATURES:
                raise refused(
                    file, say("the files have more than {most} things together", most=f"{2 * MOST_FEATURES:,}")
                )
        else:
            grid = _grid(file, described.get(file.stem) or typed)
            system = grid.system or ("" if plain else DEGREES)
            grids.append(replace(grid, system=system))
            if sum(one.heights.size for one in grids) > MOST_CELLS_TOGETHER:
                raise refused(
                    file, say("the files have more than {most} heights together", most=f"{MOST_CELLS_TOGETHER:,}")
                )
            _refuse_misplaced(grids[-1])
        systems.add(system)
    if "" in systems and len(systems) > 1:
        raise Invalid(
            of_field("crs", say("one file is in plain metres and another in a system; name the system of the first"))
        )
    return Sources(features, grids, "" in systems)


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
        return loads(file.data.removeprefix(b"\xef\xbb\xbf"))
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
