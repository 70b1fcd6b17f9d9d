"""The files of a survey made into a country: features and heights brought into one system, the heights made into contours.

[KS-GAME-08, KS-GAME-10]
"""

from __future__ import annotations

from typing import Any

from rules.ground.geojson import importer as geojson
from rules.ground.geojson.importer import Survey, made_of, read_figures, taken_whole
from rules.ground.geojson.told import Told, untold
from rules.ground.surveys.files import Files
from rules.ground.surveys.projections import read_system


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
    name: str = "",
    told: Told = untold,
) -> Survey:
    """A country from several files."""
    from rules.ground.surveys.isolines import heights_within
    from rules.ground.surveys.sources import read_sources

    sources = read_sources(files, plain, crs, told)
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
    return made_of(features, frame, step, name, told)
