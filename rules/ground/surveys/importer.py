"""The files of a survey made into a country: features and heights brought into one system, the heights made into contours.

[KS-GAME-08, KS-GAME-10]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rules.ground.geojson import importer as geojson
from rules.ground.geojson.account import lost_files, rows_of
from rules.ground.geojson.importer import Survey, box_of, made_of, read_figures, rectangle, taken_whole
from rules.ground.geojson.kinds import kinds_of
from rules.ground.geojson.parse import Shape
from rules.ground.geojson.shapes import polygons
from rules.ground.geojson.tally import Tally
from rules.ground.geojson.told import Told, untold
from rules.ground.surveys.files import Files
from rules.ground.surveys.projections import read_system
from rules.values.sentence import say

if TYPE_CHECKING:
    from rules.ground.surveys.isolines import Heights
    from rules.ground.surveys.sources import Sources


def survey(data: Any, *, crs: Any = None, **figures: Any) -> Survey:
    """A country from GeoJSON or from files; Invalid if a file or a figure is wrong.

    figures: as of ``geojson.importer.survey``; crs: the system of files that name none.
    """
    return _of_files(data, crs, **figures) if isinstance(data, Files) else geojson.survey(data, **figures)


def glance(data: Any, *, crs: Any = None, **figures: Any) -> None:
    """Raise Invalid for a wrong figure, or what is clearly not a survey, without parsing all of it."""
    read_system(crs)
    if isinstance(data, Files):
        data.checked()
    geojson.glance({"type": "FeatureCollection", "features": []} if isinstance(data, Files) else data, **figures)


def _of_files(
    files: Files,
    crs: Any,
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
    """A country from several files."""
    from rules.ground.surveys.isolines import heights_within, within
    from rules.ground.surveys.sources import read_sources

    sources = read_sources(files, plain, crs, told, height_property)
    if sources.ours is not None:
        return taken_whole(sources.ours, name)
    frame, laid, step = read_figures(scale, size, origin, sources.plain, interval)
    if not laid:
        frame = frame.centred(*sources.box)
    assert frame.size is not None
    told("heights", 30)
    (west, south), (east, north) = frame.to_file([(0, 0), frame.size])
    heights = heights_within(sources.grids, (west, south, east, north), step, frame.scale / 2)
    features = list(sources.features)
    if heights is not None:
        features += heights.features(len(features) + 1)
        step = heights.step
    used = within(sources.grids, (west, south, east, north))

    def accounted(tally: Tally) -> tuple[list[Any], list[str]]:
        losses = lost_files(sources.pages)
        if sources.grids and heights is None:
            losses.append(say("None of the heights is in the window."))
        return rows_of(sources.pages, *tally.by_feature(), used), losses

    return made_of(features, frame, step, name, told, list(_known(sources, heights)), accounted)


def _known(sources: Sources, heights: Heights | None) -> Iterator[Shape]:
    """The ground of which a survey tells: between its heights if it has any, else what it covers."""
    from rules.ground.surveys.mosaic import known_ground

    if heights is not None:
        for area in polygons(known_ground(heights.grid)):
            yield Shape("area", tuple(list(ring.coords) for ring in (area.exterior, *area.interiors)))
        drawn = [one for one in sources.features if ("contours", "") in kinds_of(one) and one.shapes]
        if drawn:
            yield box_of(drawn)
    elif sources.bounds:
        yield from (rectangle(*one) for one in sources.bounds)
    elif any(one.shapes for one in sources.features):
        yield box_of(sources.features)
