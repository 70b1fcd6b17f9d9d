"""What a feature of a survey is in the game: by the word ``kind`` in its properties, else by the tags of OpenStreetMap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.ground.geojson.parse import Feature
from rules.ground.geojson.tally import OTHER
from rules.values.figures import Doubtful, read_number
from rules.values.measure import INCH
from rules.values.sentence import say

KINDS = {
    "contour": "contours", "height": "heights", "water": "water", "stream": "streams", "ford": "fords", "road": "roads", "rail": "rails",
    "bridge": "bridges", "culvert": "culverts", "house": "houses", "wall": "walls", "wood": "woods", "tree": "trees", "steep": "steep",
    "name": "names",
}  # fmt: skip
"""The words of ``kind``, and what each becomes."""

ROADS = frozenset(
    "motorway trunk primary secondary tertiary unclassified residential living_street service track road pedestrian "
    "motorway_link trunk_link primary_link secondary_link tertiary_link".split()
)
PATHS = frozenset("footway path steps cycleway bridleway corridor".split())
RAILS = frozenset("rail light_rail narrow_gauge preserved tram".split())
STREAMS = {"stream": True, "ditch": True, "drain": True, "brook": True, "river": False, "canal": False}
"""Lines of water, and whether they are fordable by default."""

WALLS = frozenset(("wall", "hedge", "city_wall", "retaining_wall"))
WITH_NAMES = ("landuse", "leisure", "natural", "historic", "amenity", "military")
"""Tags of areas whose names are written on the map."""

ELEVATIONS = (
    "ele", "elevation", "contour", "elev", "height_m", "contour_ele", "propertyvalue", "property_value", "altitude", "altitud", "alti",
    "cota", "cote", "quota", "hoehe", "höhe", "hoogte", "hoyde", "høyde", "korkeus", "z", "elev_m", "elevation_m", "ele_m", "contourele",
    "contour_elevation", "hypso",
)  # fmt: skip
"""Properties that say how high a contour or a spot is, as programs and national surveys call it."""

OWN_HEIGHTS = ("height", "heights")
"""Properties that say the same of a line that is nothing else; of a mast or a house, how tall it is."""

MAIN_TAGS = frozenset(
    "aeroway amenity barrier boundary building highway historic landuse leisure man_made military natural office place power "
    "public_transport railway route shop tourism waterway".split()
)
"""Properties of which one says what a thing of OpenStreetMap is."""

METRES_OF = {"river": 30.0, "canal": 15.0, "stream": 5.0, "ditch": 3.0, "drain": 3.0, "brook": 5.0}
"""The default width of a line of water."""

LEAST_WIDTH = {True: 2 * INCH, False: 6 * INCH}
"""The least width in sixteenths of a fordable and an unfordable line of water; it is a thing of the floor."""

Found = tuple[str, str]
"""What a feature is and, if it cannot be used, why."""


def number_of(feature: Feature, *keys: str) -> Fraction | None:
    """The first of some properties that is a number, exactly as written."""
    for key in keys:
        text = feature.said(key).removesuffix("m").strip()
        try:
            found = read_number(text, point=True) if len(text) <= 20 else None
        except Doubtful:
            continue
        if found is not None:
            return found
    return None


def has_main_tag(feature: Feature) -> bool:
    """Whether its properties say, as OpenStreetMap does, what it is, and it is no line of a height."""
    return not MAIN_TAGS.isdisjoint(feature.properties) and feature.said("natural") != "contour"


def height_keys(feature: Feature) -> Sequence[str]:
    """The properties that may say how high its ground is: the one that was chosen, else those that are known."""
    if feature.height_property:
        return (feature.height_property,)
    return ELEVATIONS if has_main_tag(feature) else (*ELEVATIONS, *OWN_HEIGHTS)


def in_doubt(feature: Feature) -> str:
    """Why a thing has no height although one is written: it can be read in two ways; empty if it cannot."""
    for key in height_keys(feature):
        try:
            read_number(feature.said(key).removesuffix("m").strip(), point=True)
        except Doubtful as doubt:
            return doubt.sentence
    return ""


def elevation(feature: Feature) -> Fraction | None:
    """The height of a contour or spot, in the file's own unit."""
    return number_of(feature, *height_keys(feature))


def kinds_of(feature: Feature) -> Iterator[Found]:
    """What a feature is; a track through a ford is two things."""
    kind = feature.said("kind")
    if kind in KINDS:
        yield KINDS[kind], ""
        return
    found = [*_ways(feature), *_water(feature), *_areas(feature)]
    if feature.name and (feature.said("place") or (not found and _is_named_area(feature))):
        found.append(("names", ""))
    if not found:
        found = list(_heights(feature))
    yield from found or [(OTHER, say("the game knows nothing of it ({feature})", feature=_tag(feature)))]


def _is_named_area(feature: Feature) -> bool:
    """Whether it is an area of which the game knows nothing but the name."""
    areas = [shape.kind == "area" for shape in feature.shapes]
    return bool(areas) and all(areas) and any(feature.said(key) for key in WITH_NAMES)


def _ways(feature: Feature) -> Iterator[Found]:
    """Roads and rails, and the bridges and fords on them."""
    highway, railway = feature.said("highway"), feature.said("railway")
    under = feature.said("tunnel") not in ("", "no", "culvert")
    way = "rails" if railway in RAILS else "roads" if highway in ROADS else ""
    if way and under:
        yield way, say("it runs under the ground")
    elif way:
        yield way, ""
        if feature.said("bridge") not in ("", "no"):
            yield "bridges", ""
    elif highway in PATHS:
        yield "roads", say("a path is no road for troops")
    elif railway in ("abandoned", "disused", "razed", "dismantled", "proposed", "construction"):
        yield "rails", say("no trains run on it")
    if feature.said("ford") in ("yes", "stepping_stones") or highway == "ford":
        yield "fords", ""


def _water(feature: Feature) -> Iterator[Found]:
    """Rivers, ponds, and culverts."""
    waterway = feature.said("waterway")
    if (
        waterway == "riverbank"
        or feature.said("natural") == "water"
        or feature.said("landuse") in ("reservoir", "basin")
    ):
        yield "water", ""
    elif waterway in STREAMS:
        yield "streams", ""
        if feature.said("tunnel") == "culvert":
            yield "culverts", ""
    elif waterway:
        yield "water", say("no water to be crossed ({waterway})", waterway=waterway)


def _areas(feature: Feature) -> Iterator[Found]:
    """Houses, walls, woods, trees, and bridges drawn as areas."""
    barrier, natural = feature.said("barrier"), feature.said("natural")
    if feature.said("building") not in ("", "no"):
        yield "houses", ""
    if barrier in WALLS:
        yield "walls", ""
    elif barrier:
        yield "walls", say("it stops nobody ({barrier})", barrier=barrier)
    if natural == "wood" or feature.said("landuse") == "forest":
        yield "woods", ""
    elif natural == "tree":
        yield "trees", ""
    if feature.said("man_made") == "bridge":
        yield "bridges", ""


def _heights(feature: Feature) -> Iterator[Found]:
    """Contours, and spots of known height."""
    if elevation(feature) is None:
        if doubt := in_doubt(feature):
            yield "contours", doubt
        elif feature.said("contour") or feature.said("natural") == "contour":
            yield "contours", say("it has no height")
        return
    points = [shape.kind == "point" for shape in feature.shapes]
    yield ("heights" if points and all(points) else "contours"), ""


def _tag(feature: Feature) -> str:
    """The property that best describes an unknown thing: the key and value of a main tag."""
    for key in (
        "amenity",
        "landuse",
        "natural",
        "leisure",
        "man_made",
        "power",
        "boundary",
        "place",
        "shop",
        "tourism",
        "aeroway",
    ):
        if feature.said(key):
            return key.replace("_", " ")
    others = ", ".join(list(feature.properties)[:4])
    return say("no tag that is known, but {others}", others=others[:80]) if others else say("no tag that is known")
