"""OpenStreetMap's own file (``.osm``, XML) and Overpass's (JSON) as GeoJSON: nodes, ways, and relations that are areas.

An element may come more than once, in parts, or deleted: what is said of it is put together first.  Document types and
entities are refused, and nothing is kept of the tree that is not a node, a way or a relation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from typing import Any

from rules.errors import Invalid
from rules.ground.geojson.parse import LONGEST_TEXT, MOST_FEATURES
from rules.ground.surveys.files import File, NoSurvey
from rules.values.foreign import in_words
from rules.values.sentence import of_field, say, say_many

MOST_NODES = 250_000
MOST_MEMBERS = 1_000_000
"""The most references of ways and relations to what they are made of."""

DEEPEST = 6

AREAS = frozenset("building landuse leisure amenity place water wetland boundary tourism historic shop office".split())
"""Tags by which a closed way is an area; and ``natural``, but for these."""

LINES = frozenset("coastline cliff ridge arete tree_row valley".split())
AREAS_OF_WATER = frozenset("riverbank dock basin".split())
OUTER = ("outer", "")

ELSEWHERE = say("none of its points is in the file")
A_PART = say("a part of its outline is not in the file")
ITS_MIDDLE = say("the file has only its middle, not its course; ask for the whole geometry")

OTHERS = {"kml": "KML", "gpx": "GPX", "osmChange": "osmChange", "gml": "GML", "FeatureCollection": "GML"}
"""Other files in XML that have places in them, by how they begin."""

Pair = list[float]


@dataclass
class Held:
    """What was read so far: places and tags of nodes, ways by id with the ids of their nodes, relations with their members.

    middles: ways of which only the middle is said.  bounds: west, south, east, north of what the file covers.
    """

    nodes: dict[str, Pair] = field(default_factory=dict)
    tagged: dict[str, dict[str, str]] = field(default_factory=dict)
    ways: dict[str, tuple[list[str], dict[str, str]]] = field(default_factory=dict)
    relations: dict[str, tuple[list[tuple[str, str]], dict[str, str]]] = field(default_factory=dict)
    middles: set[str] = field(default_factory=set)
    bounds: list[tuple[float, float, float, float]] = field(default_factory=list)
    members: int = 0
    twice: int = 0
    stopped: bool = False
    unread: Counter[str] = field(default_factory=Counter)
    cut: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Read:
    """A file as a FeatureCollection in degrees; whys: for each feature why it has no place, or empty."""

    data: dict[str, Any]
    whys: list[str]
    held: Held

    @property
    def notes(self) -> Iterator[str]:
        """What the file's sender should know of it."""
        held = self.held
        if held.stopped:
            yield say(
                "The server stopped before the end, so the map may be incomplete: ask it again, or for less ground."
            )
        if held.twice:
            yield say_many("{n} element comes twice and is one.", "{n} elements come twice and are one.", held.twice)
        if number := held.cut["line"]:
            yield say_many(
                "{n} way is cut where points of it are not in the file.",
                "{n} ways are cut where points of them are not in the file.",
                number,
            )
        if number := held.cut["area"]:
            yield say_many(
                "Of {n} area a part of the outline is not in the file.",
                "Of {n} areas a part of the outline is not in the file.",
                number,
            )


def read_osm(file: File) -> Read:
    """The file in XML; Invalid where it is broken, NoSurvey where it is no file of OpenStreetMap."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
    from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]

    held = Held()

    def refuse(why: str) -> Invalid:
        return _refused(file, why)

    try:
        _read(held, file, iterparse(BytesIO(file.data), events=("start", "end"), forbid_dtd=True))
    except Invalid:
        raise
    except DefusedXmlException as fault:
        raise _refused(file, say("a document type or an entity stands in it, which are not taken")) from fault
    except ParseError as fault:
        line = getattr(fault, "position", (0, 0))[0]
        why = say("it is not well-formed XML, in line {line}: it may have been cut off", line=line)
        raise in_words(fault, why, refuse) from fault
    except (LookupError, ValueError) as fault:
        # An encoding that nobody knows, or that is not read byte by byte, as UTF-7.
        raise in_words(fault, say("it is not in UTF-8"), refuse) from fault
    return _as_features(held)


def read_overpass(file: File, data: Mapping[str, Any]) -> Read:
    """A file of Overpass in JSON, read already; the same as in XML."""
    held = Held(stopped=bool(data.get("remark")))
    rows = data["elements"]
    for one in rows if isinstance(rows, list) else ():
        if not isinstance(one, Mapping) or not isinstance(one.get("type"), str):
            raise _refused(file, say("one of its elements is none of OpenStreetMap"))
        tags = one.get("tags") if isinstance(one.get("tags"), Mapping) else {}
        members = [each for each in one.get("members") or () if isinstance(each, Mapping)]
        for each in members:
            if each.get("type") == "way" and isinstance(each.get("geometry"), list):
                _take(held, file, "way", str(each.get("ref")), {}, each, _refs(held, file, (), each["geometry"]), ())
        nodes, places = (_list(one.get(key)) for key in ("nodes", "geometry"))
        _take(
            held, file, one["type"], str(one.get("id")),
            {str(key)[:100]: str(value)[:LONGEST_TEXT] for key, value in (tags or {}).items()}, one,
            _refs(held, file, [str(each) for each in nodes], places),
            [(str(each.get("ref")), str(each.get("role"))) for each in members if each.get("type") == "way"],
        )  # fmt: skip
    return _as_features(held)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _as_features(held: Held) -> Read:
    rows = list(_features(held))
    return Read({"type": "FeatureCollection", "features": [row for row, _ in rows]}, [why for _, why in rows], held)


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
                _refuse_others(file, str(element.tag).rsplit("}", 1)[-1])
            if depth > DEEPEST:
                raise _refused(file, say("it is nested more than {deepest} deep", deepest=DEEPEST))
            continue
        depth -= 1
        if depth == 1:
            _take_xml(held, file, element)
            root.clear()


def _refuse_others(file: File, tag: str) -> None:
    if tag in OTHERS:
        why = say("it is {format}, which is not read here: save it as GeoJSON or as .osm", format=OTHERS[tag])
        raise _refused(file, why)
    if tag != "osm":
        why = say("OpenStreetMap begins with osm, this with {tag}", tag=tag[:40])
        raise NoSurvey(of_field("survey", say("{name} is refused: {why}", name=file.name, why=why)))


def _take_xml(held: Held, file: File, element: Any) -> None:
    """Keep what an element of the first level says."""
    if element.tag == "remark":
        held.stopped = True
    elif element.tag == "bounds":
        _cover(held, element)
    elif element.tag in ("node", "way", "relation"):
        tags = {str(one.get("k"))[:100]: str(one.get("v"))[:LONGEST_TEXT] for one in element if one.tag == "tag"}
        members = [one for one in element if one.tag == "member" and one.get("type") == "way"]
        for one in members:
            if len(one):
                _take(held, file, "way", str(one.get("ref")), {}, one, _refs_of(held, file, one), ())
        said = {**element.attrib, "center": next((one.attrib for one in element if one.tag == "center"), None)}
        rows = [(str(one.get("ref")), str(one.get("role"))) for one in members]
        _take(held, file, element.tag, str(element.get("id")), tags, said, _refs_of(held, file, element), rows)


def _refs_of(held: Held, file: File, element: Any) -> list[str]:
    rows = [one for one in element if one.tag == "nd"]
    return _refs(held, file, [str(one.get("ref", "")) for one in rows], [one.attrib for one in rows])


def _refs(held: Held, file: File, refs: Sequence[str], places: Sequence[Any]) -> list[str]:
    """The ids of the nodes of a way; where their places stand beside them, those are kept too."""
    found = []
    for i in range(max(len(refs), len(places))):
        place = places[i] if i < len(places) else None
        ref = refs[i] if i < len(refs) else ""
        if place is not None and "lon" in place and "lat" in place:
            ref = ref or f"{place['lon']},{place['lat']}"
            held.nodes.setdefault(ref, _place(file, ref, place))
        found.append(ref or f"-{i}")
    return found


def _cover(held: Held, element: Any) -> None:
    try:
        west, south, east, north = (float(element.get(key)) for key in ("minlon", "minlat", "maxlon", "maxlat"))
    except (TypeError, ValueError):
        return
    if -180 <= west < east <= 180 and -85 <= south < north <= 85:
        held.bounds.append((west, south, east, north))


def _take(
    held: Held, file: File, sort: str, number: str, tags: dict[str, str], said: Mapping[str, Any], refs: list[str],
    members: Sequence[tuple[str, str]],
) -> None:  # fmt: skip
    """Keep what is said of a node, a way or a relation, beside what was said of it before."""
    if said.get("visible") == "false" or said.get("action") == "delete":
        held.unread[say("it is deleted")] += 1
        return
    if sort == "node":
        held.twice += number in held.nodes
        held.nodes[number] = _place(file, number, said)
        if tags:
            held.tagged.setdefault(number, {}).update(tags)
    elif sort == "way":
        before, known = held.ways.get(number, ([], {}))
        held.twice += number in held.ways
        held.members += len(refs)
        held.ways[number] = (max(before, refs, key=len), {**known, **tags})
        if said.get("center"):
            held.middles.add(number)
    elif sort == "relation":
        rows, known = held.relations.get(number, ([], {}))
        held.twice += number in held.relations
        held.members += len(members)
        held.relations[number] = (max(rows, list(members), key=len), {**known, **tags})
    if len(held.nodes) > MOST_NODES or len(held.tagged) > MOST_FEATURES:
        raise _refused(
            file, say("it has more than {most} nodes: cut it to the ground of the game", most=f"{MOST_NODES:,}")
        )
    if held.members > MOST_MEMBERS:
        raise _refused(file, say("its ways have more than {most} points", most=f"{MOST_MEMBERS:,}"))


def _place(file: File, node: str, said: Mapping[str, Any]) -> Pair:
    try:
        return [float(said["lon"]), float(said["lat"])]
    except (KeyError, TypeError, ValueError) as fault:
        raise _refused(file, say("node {node} has no longitude and latitude", node=node[:20])) from fault


# -- features --------------------------------------------------------------------------------------------

Found = tuple[dict[str, Any], str]
"""A feature, and why it has no place; empty where it has one."""


def _features(held: Held) -> Iterator[Found]:
    """Everything that has tags, as features: first the points, then the ways, then the areas of several ways."""
    for number, tags in held.tagged.items():
        yield _feature("Point", held.nodes[number], tags)
    in_areas = set()
    areas = []
    for rows, tags in held.relations.values():
        if tags.get("type") not in ("multipolygon", "boundary"):
            held.unread[say("a relation that is no area: its ways are read by themselves")] += 1
            continue
        outer = [held.ways[ref] for ref, role in rows if role in OUTER and ref in held.ways]
        if tags.keys() <= {"type", "source"} and len(outer) == 1:  # as areas were tagged long ago: on their outline
            tags = {**outer[0][1], **tags}
            in_areas.add(next(ref for ref, role in rows if role in OUTER and ref in held.ways))
        areas.append(_area(held, rows, tags))
    for ref, (refs, tags) in held.ways.items():
        if tags and ref not in in_areas:
            yield _way(held, ref, refs, tags)
    yield from areas


def _way(held: Held, number: str, refs: Sequence[str], tags: Mapping[str, str]) -> Found:
    """A way as a line, or an area; a line is cut where points of it are not in the file."""
    pieces = list(_pieces(held, refs))
    whole = len(pieces) == 1 and len(pieces[0]) == len(refs)
    if len(refs) > 3 and refs[0] == refs[-1] and _is_area(tags):
        return _feature("Polygon", [pieces[0]], tags) if whole else _nowhere(tags, A_PART if pieces else ELSEWHERE)
    pieces = [piece for piece in pieces if len(piece) > 1]
    if not pieces:
        return _nowhere(tags, ITS_MIDDLE if number in held.middles else ELSEWHERE)
    held.cut["line"] += not whole
    return _feature("LineString", pieces[0], tags) if len(pieces) == 1 else _feature("MultiLineString", pieces, tags)


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


def _pieces(held: Held, refs: Sequence[str]) -> Iterator[list[Pair]]:
    """The places of nodes that follow one another, in as many pieces as those that are not in the file leave."""
    piece: list[Pair] = []
    for ref in (*refs, ""):
        if ref in held.nodes:
            piece.append(held.nodes[ref])
        elif piece:
            yield piece
            piece = []


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


def _area(held: Held, rows: Sequence[tuple[str, str]], tags: Mapping[str, str]) -> Found:
    """An area of several outlines; a hole goes with the first outline round whose box it lies."""
    outer, inner = ([ref for ref, role in rows if (role in OUTER) == sort] for sort in (True, False))
    areas = [[ring] for ring in _closed(held, outer)]
    boxes = [_box(area[0]) for area in areas]
    for hole in _closed(held, inner):
        x, y = hole[0]
        for area, (west, south, east, north) in zip(areas, boxes, strict=True):
            if west <= x <= east and south <= y <= north:
                area.append(hole)
                break
    there = [ref for ref in (*outer, *inner) if ref in held.ways and list(_pieces(held, held.ways[ref][0]))]
    if not areas:
        return _nowhere(tags, A_PART if there else ELSEWHERE)
    legs = sum(len(ring) - 1 for area in areas for ring in area)
    held.cut["area"] += len(there) < len(rows) or legs < sum(len(list(pairwise(held.ways[ref][0]))) for ref in there)
    return _feature("MultiPolygon", areas, tags)


def _closed(held: Held, members: Sequence[str]) -> Iterator[list[Pair]]:
    """The closed rings of some ways all of whose points are in the file."""
    for refs in _rings([held.ways[ref][0] for ref in members if ref in held.ways]):
        if all(ref in held.nodes for ref in refs):
            yield [held.nodes[ref] for ref in refs]


def _box(ring: list[Pair]) -> tuple[float, float, float, float]:
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _feature(kind: str, coordinates: Any, tags: Mapping[str, str]) -> Found:
    return {"type": "Feature", "properties": tags, "geometry": {"type": kind, "coordinates": coordinates}}, ""


def _nowhere(tags: Mapping[str, str], why: str) -> Found:
    """A thing that has no place."""
    return {"type": "Feature", "properties": tags, "geometry": None}, why
