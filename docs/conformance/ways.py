"""Every way of going against everything that may stand on it, from runs of both books of the floor: ``ways.md``.

Each cell is one move, adjudicated: the thing goes north, or lands, with one obstacle on its way.  [KS-MOVE-08, LW-MOVE-06]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.books import book

Data = dict[str, Any]

OBSTACLES = ("house", "wall", "deep water", "wadable water", "trench", "enemy", "mine", "edge", "contour")
"""What stands on the way.  The edge of the country is where the obstacle would be."""

X, SOUTH, WIDTH = 150, 100, 30
"""Inches: where everything goes north from, and to how far on either side an obstacle reaches."""


class Scene(NamedTuple):
    """What is on the floor before a move: the country, the start, and the options."""

    country: Data
    start: Data
    options: Data


class Way(NamedTuple):
    """A way of going: its book, its words, what goes, the order, and where on its way the obstacle stands.

    far: inches that it goes north; at: inches on its way to the obstacle; scene: what else is there; x: the middle of the
    obstacle; man: where an enemy stands on it, or a mine lies; foe: the side of that enemy.
    """

    book: str
    title: str
    who: str
    orders: list[Data]
    far: float
    at: float
    scene: Scene
    x: float = X
    man: float = X
    foe: str = "blue"


def obstacle(kind: str, x: float, y: float, man: float, foe: str, key: str) -> Scene:
    """An obstacle across the way, half an inch deep about a line.  man: where on that line an enemy stands, or a mine lies."""
    west, east = x - WIDTH, x + WIDTH
    area = [[west, y - 0.25], [east, y - 0.25], [east, y + 0.25], [west, y + 0.25]]
    line = [[west, y], [east, y]]
    country: Data = {"size": [400, 400]}
    start: Data = {}
    if kind == "house":
        country["houses"] = {"o": {"outline": area, "height": 6}}
    elif kind == "wall":
        country["walls"] = {"o": {"line": line, "height": 3}}
    elif kind in ("deep water", "wadable water"):
        country["water"] = {"o": {"outline": area, "fordable": kind == "wadable water"}}
    elif kind == "edge":
        country["size"] = [400, y - 0.25]
    elif kind == "contour":
        country["contours"] = {"o": {"line": [*line, [east, y + 200], [west, y + 200], line[0]], "height": 6}}
    elif kind == "trench":
        start["works"] = {"o": {"kind": "entrenchment", "side": "blue", "line": line, "state": "done", "inches": 20}}
    elif kind == "mine":
        start["mines"] = {"o": {"side": "blue", "at": [man, y], "armed": True}}
    elif kind == "enemy":
        start["bodies"] = {"o": {"side": foe, "arm": "infantry", "men": 5, "at": [man, y], "facing": 180}}
    if key == "little-wars" and kind == "enemy":
        start["bodies"]["o"]["men"] = 1
    return Scene(country, start, {})


def together(*scenes: Scene) -> Scene:
    """Several scenes in one; of two sizes the smaller."""
    country: Data = {}
    start: Data = {}
    options: Data = {}
    for one in scenes:
        for into, new in ((country, one.country), (start, one.start)):
            for key, value in new.items():
                into[key] = {**into[key], **value} if isinstance(into.get(key), dict) else value
        country["size"] = [400, min(scene.country.get("size", [400, 400])[1] for scene in scenes)]
        options |= one.options
    north = country["size"][1]
    for group in ("water", "rails", "contours"):
        for name, feature in country.get(group, {}).items():
            cut = {key: [[x, min(y, north)] for x, y in feature[key]] for key in ("outline", "line") if key in feature}
            country[group] = {**country[group], name: {**feature, **cut}}
    return Scene(country, start, options)


def run(way: Way, kind: str) -> str:
    """What comes of a way with an obstacle on it, in a word or a code."""
    scene = together(way.scene, obstacle(kind, way.x, SOUTH + way.at, way.man, way.foe, way.book))
    rules = book(way.book)
    start = {"own_moves": {"red": 4, "blue": 4}, **scene.start, "country": scene.country}
    start["bodies"] = {
        **start.get("bodies", {}), "z": {"side": "blue", "arm": "infantry", "men": 20, "at": [396, 60], "facing": 0},
    }  # fmt: skip
    options = {**({"use_supply": False} if way.book == "kriegspiel" else {}), **scene.options}
    position = rules.opening(start, options)
    finding = rules.table(position, options).adjudicate("red", way.orders, {}, {})
    return outcome(way, position, finding)


def outcome(way: Way, position: Data, finding: Any) -> str:
    """The refusal, or what happened: a mine went off, it was lost, it stopped short, it went."""
    if finding.refused:
        return str(finding.refused[0]["code"])
    events = {one["event"] for one in finding.events}
    if "mine-exploded" in events:
        return "mine"
    if {"body-destroyed", "gun-destroyed"} & events:
        return "lost"
    if any(one["event"] in ("contact-made", "charge-delivered") and one["body"] == way.who for one in finding.events):
        return "goes"
    before, after = place(position, way.who), place(finding.position, way.who)
    if after is not None and before is not None and abs(after[1] - before[1]) < way.far - 0.5:
        return "stops" if abs(after[1] - before[1]) > 0.5 else "stays"
    return "paid" if "contours-crossed" in events else "goes"


def place(position: Mapping[str, Any], who: str) -> Any:
    """Where a thing stands, or the first of its men, or of its men in enemy hands."""
    for group in ("bodies", "guns", "waggons", "generals", "boats", "boxes", "trains"):
        thing = position.get(group, {}).get(who)
        if thing is not None:
            men = thing.get("figures") or thing.get("captives")
            return men[0] if men else thing.get("at")
    return None


# -- the ways ---------------------------------------------------------------------------------------------


def foot(**more: Any) -> Data:
    """Red infantry that faces north at the start."""
    return {"side": "red", "arm": "infantry", "men": 6, "at": [X, SOUTH], "facing": 0, **more}


def horse(**more: Any) -> Data:
    """Red cavalry in line."""
    return foot(arm="cavalry", men=9, formation="line", **more)


def on(bodies: Data, **start: Any) -> Scene:
    """Bodies and other things on open ground."""
    options = start.pop("options", {})
    country = start.pop("country", {})
    return Scene({"size": [400, 400], **country}, {"bodies": bodies, **start}, options)


def going(order: str, who: str, far: float, **more: Any) -> list[Data]:
    """An order to go north along a path."""
    return [{"order": order, **more, "path": [[X, SOUTH + far]]}]


def kriegspiel() -> Iterator[Way]:
    """The ways of the Kriegspiel."""
    k = "kriegspiel"
    yield Way(k, "MOVE, foot", "a", going("march", "a", 10, body="a"), 10, 5, on({"a": foot()}))
    yield Way(k, "MOVE, horse", "a", going("march", "a", 30, body="a"), 30, 15, on({"a": horse()}))
    waggon = {"w": {"side": "red", "at": [X, SOUTH]}}
    yield Way(k, "MOVE WAGGON", "w", going("move-waggon", "w", 5, waggon="w"), 5, 2.5, on({}, waggons=waggon))
    gun = {"g": {"side": "red", "at": [X, SOUTH], "facing": 180, "crew": "a", "limbered": True}}
    crew = foot(arm="artillery", men=4)
    drawn = on({"a": crew}, guns=gun)
    yield Way(k, "MOVE GUN", "g", going("move-gun", "g", 20, gun="g"), 20, 10, drawn)
    beside = on({"a": foot(men=20, formation="extended", at=[X + 20, SOUTH - 1])}, guns=gun)
    along = going("move-gun", "g", 10, gun="g", men={"a": 4})
    yield Way(k, "MOVE GUN, its men beside it", "a", along, 10, 5, beside, x=X + 45, man=X + 19.5)
    general = {"n": {"side": "red", "at": [X, SOUTH]}}
    yield Way(k, "GENERAL MOVE", "n", going("move-general", "n", 30, general="n"), 30, 15, on({}, generals=general))
    behind = {
        "e": {"side": "blue", "arm": "cavalry", "men": 9, "formation": "line", "at": [X, SOUTH - 40], "facing": 0}
    }
    away = going("retire", "a", 10, body="a", **{"from": "e"})
    yield Way(k, "RETIRE, foot", "a", away, 10, 5, on({"a": foot(), **behind}))
    owed = {"must_retire": 12, "retire_from": ["e"], "retire_clause": "KS-CHARGE-13"}
    near = {"e": {**behind["e"], "at": [X, SOUTH - 1]}}
    yield Way(k, "moved by the engine, foot", "a", [], 12, 5, on({"a": foot(facing=180, **owed), **near}))
    fled = on({"a": crew, **near}, guns={"g": {**gun["g"], "must_retire": 24, "retire_from": ["e"]}})
    yield Way(k, "RETIRE, gun", "g", going("retire", "g", 24, body="g"), 24, 12, fled)
    struck = {"a": {**horse(facing=180, stood=True), "men": 60}, "e": {**near["e"], "side": "red"}}
    struck["a"]["side"], charge = "blue", [{"order": "charge", "body": "e", "target": "a"}]
    yield Way(k, "thrown back by a charge", "a", charge, 36, 15, on(struck), foe="red")
    burn = {"water": {"burn": {"outline": [[20, 101], [380, 101], [380, 103], [20, 103]], "fordable": True}}}
    wade = on({"a": foot(at=[X, 100.5])}, country=burn)
    yield Way(k, "FORD, foot", "a", [{"order": "ford", "body": "a"}], 3, 3.5, wade)
    wade = on({"a": horse(at=[X, 100.5])}, country=burn)
    yield Way(k, "FORD, horse", "a", [{"order": "ford", "body": "a"}], 4, 4, wade)
    lake = {"water": {"lake": {"outline": [[20, 90], [380, 90], [380, 140], [20, 140]]}}}
    boat = on({}, boats={"b": {"side": "red", "at": [X, SOUTH]}}, country=lake)
    yield Way(k, "SAIL", "b", going("sail", "b", 10, boat="b"), 10, 5, boat)
    rails = {"rails": {"l": {"line": [[X, 20], [X, 300]]}}}
    train = on({}, trains={"t": {"side": "red", "along": 80, "trucks": 1}}, country=rails)
    ahead = [{"order": "train", "train": "t", "inches": 50, "direction": "forward"}]
    yield Way(k, "TRAIN", "t", ahead, 50, 30, train)
    bank = {"water": {"lake": {"outline": [[20, 50], [380, 50], [380, 100], [20, 100]]}}}
    afloat = {"b": {"side": "red", "at": [X, 99.25], "aboard": {"a": 6}}}
    ashore = on({"a": {"side": "red", "arm": "infantry", "men": 6, "aboard": "b"}}, boats=afloat, country=bank)
    landing = [{"order": "disembark", "body": "a", "boat": "b", "at": [X, 100.0625]}]
    yield Way(k, "DISEMBARK", "a", landing, 0, 0.0625, ashore)
    line = {"rails": {"l": {"line": [[20, 99.25], [380, 99.25]]}}}
    aboard = {"t": {"side": "red", "along": 130, "trucks": 2, "aboard": {"a": 6}}}
    out = on({"a": {"side": "red", "arm": "infantry", "men": 6, "aboard": "t"}}, trains=aboard, country=line)
    yield Way(k, "DETRAIN", "a", [{"order": "detrain", "body": "a", "train": "t", "at": [X, 100.0625]}], 0, 0.0625, out)
    yield from kriegspiel_men(k)


def kriegspiel_men(k: str) -> Iterator[Way]:
    """Into contact, with prisoners, and man by man."""
    target = {"t": {"side": "blue", "arm": "infantry", "men": 3, "at": [X, SOUTH + 32], "facing": 180}}
    charge = [{"order": "charge", "body": "a", "target": "t"}]
    yield Way(k, "CHARGE", "a", charge, 30, 15, on({"a": horse(), **target}))
    target = {"t": {**target["t"], "at": [X, SOUTH + 10]}}
    yield Way(
        k, "ASSAULT", "a", [{"order": "assault", "body": "a", "target": "t"}], 9, 5, on({"a": foot(men=9), **target})
    )
    held = {"side": "blue", "arm": "infantry", "men": 1, "held_by": "red", "captors": {"a": 1}, "facing": 0}
    lead = going("escort", "a", 10, body="a", prisoners="p")
    yield Way(k, "ESCORT, the guards", "a", lead, 10, 5, on({"a": foot(), "p": {**held, "at": [X, SOUTH - 1]}}))
    aside = on({"a": foot(), "p": {**held, "at": [X + 5, SOUTH + 2]}})
    yield Way(k, "ESCORT, the prisoners", "p", lead, 8, 5, aside, x=X + WIDTH + 2.5, man=X + 5)
    widen = [{"order": "form", "body": "a", "formation": "extended"}]
    yield Way(k, "FORM", "a", widen, 0, 6, on({"a": {**foot(men=12), "facing": 90}}))
    down = [{"order": "dismount", "body": "a"}]
    yield Way(k, "DISMOUNT", "a", down, 0, 5, on({"a": {**horse(), "facing": 90}}))
    up = [{"order": "mount", "body": "a"}]
    afoot = {**foot(arm="cavalry", men=9, horses=9, formation="dismounted"), "facing": 90}
    yield Way(k, "MOUNT", "a", up, 0, 5, on({"a": afoot}))
    pair = on({"a": foot(), "b": foot(at=[X, SOUTH + 5])})
    yield Way(k, "MERGE", "a", [{"order": "merge", "bodies": ["a", "b"]}], 0, 2, pair)
    inside = {**foot(men=12, formation="extended", boxed=True), "facing": 90}
    boxed = on({"a": inside}, options={"boxed_troops": True})
    spread = on({"a": {**inside, "boxed": False}}, options={"boxed_troops": True})
    yield Way(k, "BOX, into it", "a", [{"order": "box", "body": "a"}], 0, 6, spread)
    yield Way(k, "SET OUT of a box", "a", [{"order": "set-out", "body": "a"}], 0, 6, boxed)


def little_wars() -> Iterator[Way]:
    """The ways of Little Wars."""
    w = "little-wars"
    one = foot(men=1)
    yield Way(w, "MOVE MEN", "a", going("march", "a", 10, bodies=["a"]), 10, 5, on({"a": one}))
    target = {"t": {"side": "blue", "arm": "infantry", "men": 1, "at": [X, SOUTH + 11], "facing": 180}}
    yield Way(w, "ASSAULT", "a", [{"order": "assault", "body": "a", "target": "t"}], 9, 5, on({"a": one, **target}))
    home = {"back_lines": {"red": "north", "blue": "south"}, "size": [400, SOUTH + 10]}
    yield Way(w, "RETIRE", "a", [{"order": "retire", "bodies": ["a"]}], 0, 5, on({"a": one}, country=home))
    taken = {"side": "blue", "arm": "infantry", "men": 0, "prisoners": 1, "captors": {"a": 1}}
    lead = going("move-prisoners", "a", 10, escorts={"a": 1}, prisoners={"p": 1})
    party = on({"a": one, "p": {**taken, "captives": [[X - 4, SOUTH - 2]]}})
    yield Way(w, "MOVE PRISONERS, the escort", "a", lead, 10, 5, party)
    after = on({"a": one, "p": {**taken, "captives": [[X + 4, SOUTH - 4]]}})
    yield Way(w, "MOVE PRISONERS, the prisoners", "p", lead, 10, -2, after, man=X + 4)
    up = [{**lead[0], "via": [[X, SOUTH + 4]], "path": [[X - 4, SOUTH + 4]]}]
    far_off = on({"a": one, "p": {**taken, "captives": [[X, SOUTH + 7]]}})
    yield Way(w, "MOVE PRISONERS, coming up", "a", up, 0, 2, far_off, x=X + 28)
    gun = {"g": {"side": "red", "at": [X, SOUTH], "crew": {"a": 4}}}
    four = on({"a": foot(men=4, at=[X, SOUTH - 5])}, guns=gun)
    yield Way(w, "MOVE GUN", "g", going("move-gun", "g", 10, gun="g"), 10, 5, four)
    fired = {"g": {"side": "red", "at": [X, SOUTH - 10], "facing": 180, "crew": {"c": 4}}}
    posted = on({"a": foot(men=2, at=[X, SOUTH]), "c": foot(men=4, at=[X, SOUTH - 12])}, guns=fired)
    posting = [
        {"order": "fire-gun", "gun": "g", "measured": {"shots": [{"effects": []}]}},
        {"order": "place-trail", "gun": "g", "men": {"a": 2}},
    ]
    yield Way(w, "PLACE TRAIL", "a", posting, 0, -3, posted)
    box = on({"a": {"side": "red", "arm": "infantry", "men": 1, "aboard": "b"}}, options={"boxes": True})
    inside = {"b": {"side": "red", "at": [X, SOUTH], "aboard": {"a": 1}}}
    closed = together(box, Scene({}, {"boxes": inside}, {}))
    yield Way(w, "MOVE BOX", "b", going("move-box", "b", 10, box="b"), 10, 5, closed)
    yield Way(w, "UNBOX, where the box stands", "a", [{"order": "unbox", "box": "b"}], 0, 0, closed)
    waggon = on({}, waggons={"w": {"side": "red", "at": [X, SOUTH]}}, options={"waggons": True})
    yield Way(w, "MOVE WAGGON", "w", going("move-waggon", "w", 10, waggon="w"), 10, 5, waggon)
    train = {"t": {"side": "red", "trucks": 1, "at": [X, SOUTH], "aboard": {"a": 1}}}
    rail = on(
        {"a": {"side": "red", "arm": "infantry", "men": 1, "aboard": "t"}}, trains=train, options={"railway": True}
    )
    rails = {"rails": {"l": {"line": [[X, 20], [X, 300]]}}}
    engine = {"t": {"side": "red", "trucks": 1, "along": 80, "line": "l", "at": [X, SOUTH]}}
    runs = on({}, trains=engine, country=rails, options={"railway": True})
    ahead = [{"order": "train", "train": "t", "inches": 50, "direction": "forward"}]
    yield Way(w, "TRAIN", "t", ahead, 50, 30, runs)
    yield Way(
        w, "DETRAIN, where they would stand", "a", [{"order": "detrain", "bodies": ["a"], "train": "t"}], 0, 6, rail
    )


WAYS: tuple[Callable[[], Iterator[Way]], ...] = (kriegspiel, little_wars)

NOTHING_OF_THE_KIND = {"little-wars": ("trench", "mine")}
"""What a book has not."""


def cells(way: Way) -> list[str]:
    """What comes of a way with each obstacle."""
    none = NOTHING_OF_THE_KIND.get(way.book, ())
    return ["–" if kind in none else run(way, kind) for kind in OBSTACLES]


def written() -> str:
    """The page."""
    lines = [
        "# Ways of going and what stands on them", "",
        "Written by `make conformance` from runs; never by hand. Each cell is one move: the thing goes over open ground but",
        "for one obstacle on its way (of FORM and its like: where its outermost men go; of a landing: where it lands).", "",
        "A code is the refusal; *goes*: nothing bars it; *paid*: it goes and pays for the contour; *mine*: the mine goes off",
        "under it; *stops*: it halts before the obstacle; *stays*: it does not leave its place; *lost*: driven over, it is lost;",
        "–: the book has nothing of the kind. Nobody but a charge or an assault may come into contact with an enemy.", "",
    ]  # fmt: skip
    for ways in WAYS:
        rows = [(way.title, cells(way)) for way in ways()]
        lines += [f"## {book(next(ways()).book).title}", "", "| way | " + " | ".join(OBSTACLES) + " |"]
        lines += ["| --- |" + " --- |" * len(OBSTACLES)]
        lines += [f"| {title} | " + " | ".join(found) + " |" for title, found in rows]
        lines.append("")
    return "\n".join(lines)
