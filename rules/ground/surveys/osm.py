"""OpenStreetMap's own file (``.osm``, XML) as GeoJSON: nodes, ways, and relations that are areas.

Document types and entities are refused, and nothing is kept of the tree that is not a node, a way or a relation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from rules.errors import Invalid
from rules.ground.geojson.parse import LONGEST_TEXT, MOST_FEATURES
from rules.ground.surveys.files import File
from rules.values.sentence import of_field, say

MOST_NODES = 250_000
MOST_MEMBERS = 1_000_000
"""The most references of ways and relations to what they are made of."""

DEEPEST = 6

AREAS = frozenset("building landuse leisure amenity place water wetland boundary tourism historic shop office".split())
"""Tags by which a closed way is an area; and ``natural``, but for these."""

LINES = frozenset("coastline cliff ridge arete tree_row valley".split())
AREAS_OF_WATER = frozenset("riverbank dock basin".split())
OUTER = ("outer", "")

Pair = list[float]


@dataclass
class Held:
    """What was read so far: nodes by id, ways by id with the ids of their nodes, relations with their members."""

    nodes: dict[str, Pair] = field(default_factory=dict)
    tagged: list[tuple[Pair, dict[str, str]]] = field(default_factory=list)
    ways: dict[str, tuple[list[str], dict[str, str]]] = field(default_factory=dict)
    relations: list[tuple[list[tuple[str, str]], dict[str, str]]] = field(default_factory=list)
    members: int = 0


def read_osm(file: File) -> dict[str, Any]:
    """The file as a FeatureCollection in degrees; Invalid where it is no file of OpenStreetMap."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
    from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]

    held = Held()
    try:
        _read(held, file, iterparse(BytesIO(file.data), events=("start", "end"), forbid_dtd=True))
    except DefusedXmlException as fault:
        raise _refused(file, say("a document type or an entity stands in it, which are not taken")) from fault
    except ParseError as fault:
        raise _refused(file, say("it is not well-formed XML ({why})", why=str(fault)[:80])) from fault
    except (LookupError, ValueError) as fault:
        # An encoding that nobody knows, or that is not read byte by byte, as UTF-7.
        raise _refused(file, say("it is not in UTF-8")) from fault
    return {"type": "FeatureCollection", "features": list(_features(held))}


def _refused(file: File, why: str) -> Invalid:
    return Invalid(of_field("survey", say("{name} is refused: {why}", name=file.name, why=why)))


def _read(held: Held, file: File, events: Any) -> None:
    """Read elements as they come, and forget each when it is read."""
    depth = 0
    root: Any = None
    for event, element in events:
        if event == "start":
            depth += 1
            if root is None:
                root = element
                if element.tag != "osm":
                    raise _refused(
                        file, say("OpenStreetMap begins with osm, this with {tag}", tag=str(element.tag)[:40])
                    )
            if depth > DEEPEST:
                raise _refused(file, say("it is nested more than {deepest} deep", deepest=DEEPEST))
            continue
        depth -= 1
        if depth == 1:
            _take(held, file, element)
            root.clear()


def _take(held: Held, file: File, element: Any) -> None:
    """Keep a node, a way or a relation."""
    tags = {str(one.get("k"))[:100]: str(one.get("v"))[:LONGEST_TEXT] for one in element if one.tag == "tag"}
    if element.tag == "node":
        place = _place(file, element)
        held.nodes[str(element.get("id"))] = place
        if tags:
            held.tagged.append((place, tags))
        if len(held.nodes) > MOST_NODES or len(held.tagged) > MOST_FEATURES:
            raise _refused(
                file, say("it has more than {most} nodes: cut it to the ground of the game", most=f"{MOST_NODES:,}")
            )
    elif element.tag == "way":
        refs = [str(one.get("ref")) for one in element if one.tag == "nd"]
        held.members += len(refs)
        held.ways[str(element.get("id"))] = (refs, tags)
    elif element.tag == "relation" and tags.get("type") in ("multipolygon", "boundary"):
        rows = [
            (str(one.get("ref")), str(one.get("role")))
            for one in element
            if one.tag == "member" and one.get("type") == "way"
        ]
        held.members += len(rows)
        held.relations.append((rows, tags))
    if held.members > MOST_MEMBERS:
        raise _refused(file, say("its ways have more than {most} points", most=f"{MOST_MEMBERS:,}"))


def _place(file: File, element: Any) -> Pair:
    try:
        return [float(element.get("lon")), float(element.get("lat"))]
    except (TypeError, ValueError) as fault:
        raise _refused(
            file, say("node {node} has no longitude and latitude", node=str(element.get("id"))[:20])
        ) from fault


def _features(held: Held) -> Iterator[dict[str, Any]]:
    """Everything that has tags, as features: first the points, then the ways, then the areas of several ways."""
    for place, tags in held.tagged:
        yield _feature("Point", place, tags)
    in_areas = set()
    areas = []
    for rows, tags in held.relations:
        outer = [held.ways[ref] for ref, role in rows if role in OUTER and ref in held.ways]
        if tags.keys() <= {"type", "source"} and len(outer) == 1:  # as areas were tagged long ago: on their outline
            tags = {**outer[0][1], **tags}
            in_areas.add(next(ref for ref, role in rows if role in OUTER and ref in held.ways))
        rings = [
            [
                _line(held, refs)
                for refs in _rings(
                    [held.ways[ref][0] for ref, role in rows if (role in OUTER) == sort and ref in held.ways]
                )
            ]
            for sort in (True, False)
        ]
        areas.append(_area(rings[0], rings[1], tags))
    for ref, (refs, tags) in held.ways.items():
        if tags and ref not in in_areas:
            line = _line(held, refs)
            if len(line) > 3 and line[0] == line[-1] and _is_area(tags):
                yield _feature("Polygon", [line], tags)
            else:
                yield _feature("LineString", line, tags) if len(line) > 1 else _nowhere(tags)
    yield from areas


def _is_area(tags: Mapping[str, str]) -> bool:
    """Whether a closed way with these tags is an area and not a line that ends where it began."""
    if tags.get("area") in ("yes", "no"):
        return tags["area"] == "yes"
    return (
        bool(AREAS & tags.keys())
        or tags.get("natural", "coastline") not in LINES
        or tags.get("waterway") in AREAS_OF_WATER
        or tags.get("man_made") == "bridge"
    )


def _line(held: Held, refs: Sequence[str]) -> list[Pair]:
    """The places of nodes; those that are not in the file are passed over."""
    return [held.nodes[ref] for ref in refs if ref in held.nodes]


def _rings(ways: list[list[str]]) -> Iterator[list[str]]:
    """Ways joined end to end into closed rings, in their sequence; what does not close is passed over."""
    ends: dict[str, list[int]] = {}
    for number, refs in enumerate(ways):
        if refs:
            for end in {refs[0], refs[-1]}:
                ends.setdefault(end, []).append(number)
    used = [not refs for refs in ways]
    for number, refs in enumerate(ways):
        if used[number]:
            continue
        used[number], ring = True, list(refs)
        while ring[0] != ring[-1]:
            other = next((one for one in ends[ring[-1]] if not used[one]), None)
            if other is None:
                break
            used[other] = True
            more = ways[other]
            ring += (more if more[0] == ring[-1] else more[::-1])[1:]
        if len(ring) > 3 and ring[0] == ring[-1]:
            yield ring


def _area(outer: list[list[Pair]], inner: list[list[Pair]], tags: Mapping[str, str]) -> dict[str, Any]:
    """An area of several outlines; a hole goes with the first outline round whose box it lies."""
    areas = [[ring] for ring in outer if _closed(ring)]
    boxes = [_box(area[0]) for area in areas]
    for hole in filter(_closed, inner):
        x, y = hole[0]
        for area, (west, south, east, north) in zip(areas, boxes, strict=True):
            if west <= x <= east and south <= y <= north:
                area.append(hole)
                break
    return _feature("MultiPolygon", areas, tags) if areas else _nowhere(tags)


def _closed(ring: list[Pair]) -> bool:
    return len(ring) > 3 and ring[0] == ring[-1]


def _box(ring: list[Pair]) -> tuple[float, float, float, float]:
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _feature(kind: str, coordinates: Any, tags: Mapping[str, str]) -> dict[str, Any]:
    return {"type": "Feature", "properties": tags, "geometry": {"type": kind, "coordinates": coordinates}}


def _nowhere(tags: Mapping[str, str]) -> dict[str, Any]:
    """A thing none of whose points are in the file."""
    return {"type": "Feature", "properties": tags, "geometry": None}
