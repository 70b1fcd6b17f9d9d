"""What no honest client sends: values, orders, bodies and queries.  [RELIABILITY G1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MARKUP = "<script>alert(1)</script>"

VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**31,
    999_999_999_999_999,
    -999_999_999_999_999,
    1.5,
    1e300,
    "",
    "5",
    "nan",
    "x" * 5_000,
    "\u202eabc",
    "a\u200bb",
    "\t\r\n",
    "\x01\x1f\x7f",
    "\U0001f600" * 200,
    MARKUP,
    "' OR 1=1 --",
    "=cmd|' /C calc'!A0",
    "../../../etc/passwd",
    "blue-foot",
    "AAAAAAAAAAAA",
    [],
    [None],
    [[]],
    ["a"] * 1_000,
    {},
    {"a": None},
    {"": ""},
    {MARKUP: MARKUP},
    {"__class__": "x", "$ne": 1},
    {str(number): number for number in range(1_000)},
)
"""Values tried in each field of each body."""


ANYWHERE: tuple[Any, ...] = ([], {}, [[]], [None], {"a": None}, -1, 1.5, True, None, "", "x" * 300, 10**30)
"""Values tried at each place of plain data, at any depth."""

Place = tuple[str | int, ...]


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Every key and entry of plain data, at any depth."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*at, key)
        yield from places(one, (*at, key))


def put(value: Any, at: Place, other: Any) -> Any:
    """The same data with another value at a place."""
    if not at:
        return other
    changed = value.copy()
    changed[at[0]] = put(value[at[0]], at[1:], other)
    return changed


def deep(levels: int) -> Any:
    """An object within objects."""
    inner: Any = {}
    for _ in range(levels):
        inner = {"a": inner}
    return inner


def order(called: str, **keys: Any) -> dict[str, Any]:
    """An order to Red's infantry, unless given otherwise."""
    return {"order": called, "body": "red-foot", **keys}


MARCH = {"distance": 5, "contours_up": 0, "contours_down": 0}
ORDERS: tuple[dict[str, Any], ...] = (
    {},
    {"order": None},
    {"order": "march"},
    {"order": ["march"], "body": "red-foot"},
    {"order": {"a": 1}, "body": "red-foot"},
    {"order": MARKUP, "body": "red-foot"},
    {"order": "__init__", "body": "red-foot"},
    order("march", body=None),
    order("march", body=["red-foot"]),
    order("march", body={"a": 1}),
    order("march", body=7),
    order("march", body=MARKUP),
    order("march", body="blue-foot", measured=MARCH),
    order("march", body="red-gun", measured=MARCH),
    order("march", body="red-depot", measured=MARCH),
    order("march"),
    order("march", path="north"),
    order("march", path=[]),
    order("march", path=[[0]]),
    order("march", path=[[0, 0, 0]]),
    order("march", path=[[0.03, 0]]),
    order("march", path=[[1e300, 0]]),
    order("march", path=[["0", "0"]]),
    order("march", path=[[None, None]]),
    order("march", path=[[0, 0]] * 3_000),
    order("march", measured=None),
    order("march", measured=[]),
    order("march", measured={"distance": -5}),
    order("march", measured={"distance": 0.01}),
    order("march", measured={"distance": 999_999_999_999}),
    order("march", measured={"distance": "5"}),
    order("march", measured={**MARCH, "contours_up": -3}),
    order("march", measured={**MARCH, "contours_up": 10**9}),
    order("march", measured={**MARCH, "road": 500}),
    order("march", measured={**MARCH, "chargers": 99}),
    order("march", measured={**MARCH, "ford": "yes"}),
    order("march", measured=MARCH, by_road="yes"),
    order("march", measured=MARCH, name=MARKUP),
    order("form", formation="phalanx"),
    order("form", formation=None),
    order("form", formation="line"),
    order("split", men=-5, into="x"),
    order("split", men=0, into="x"),
    order("split", men=10**9, into="x"),
    order("split", men=5, into=MARKUP),
    order("split", men=5, into="blue-foot"),
    order("split", men=5, into="red-foot"),
    order("split", men=5, into="x" * 500),
    order("split", men=1.5, into="x"),
    {"order": "merge", "bodies": []},
    {"order": "merge", "bodies": ["red-foot"]},
    {"order": "merge", "bodies": ["red-foot", "red-foot"]},
    {"order": "merge", "bodies": ["red-foot", "blue-foot"], "into": "x"},
    {"order": "merge", "bodies": ["red-foot", "red-gun"]},
    {"order": "merge", "bodies": "red-foot"},
    {"order": "go-short", "bodies": []},
    {"order": "go-short", "bodies": ["red-foot", "blue-foot", "nothing"]},
    {"order": "go-short", "bodies": ["red-foot"] * 1_000},
    {"order": "choose", "dead": {"red-foot": -1}},
    {"order": "choose", "dead": {"blue-foot": 10}, "prisoners": {"red-foot": 10**9}},
    {"order": "choose"},
    order("charge", target="red-foot"),
    order("charge", target="blue-foot"),
    order("charge", target=None),
    order("assault", target="red-horse"),
    order("assault", target="blue-depot"),
    order("retire", **{"from": "red-foot"}),
    order("retire", path=[[0, 0]], **{"from": MARKUP}),
    order("fire-rifles", fives=[{"men": ["nobody"], "aim": {}}]),
    order("fire-rifles", fives=[{}] * 500),
    order("fire-rifles", fives=None),
    order("fire-rifles", measured={"shots": [{"knocked_down": {"blue-foot": 10**9}}]}),
    {"order": "fire-gun", "gun": "red-gun", "shots": -1},
    {"order": "fire-gun", "gun": "red-gun", "shots": 10**9},
    {"order": "fire-gun", "gun": "red-gun", "aim": {"bearing": 10**9, "elevation": -400}},
    {"order": "fire-gun", "gun": "red-gun", "aim": {"at": [10**12, 0]}},
    {"order": "fire-gun", "gun": "blue-gun", "shots": 1},
    {"order": "fire-gun", "gun": "red-foot", "shots": 1},
    {"order": "limber", "gun": "red-waggon"},
    {"order": "unlimber", "gun": "nothing"},
    {"order": "move-gun", "gun": "red-gun", "men": -4, "measured": MARCH},
    {"order": "move-gun", "gun": "red-gun", "men": ["blue-crew"], "measured": MARCH},
    {"order": "move-waggon", "waggon": "red-depot", "measured": MARCH},
    {"order": "load", "waggon": "red-waggon", "source": "red-waggon", "packets": {"food": 1}},
    {"order": "load", "waggon": "red-waggon", "source": "blue-depot", "packets": {"food": 1}},
    {"order": "load", "waggon": "red-waggon", "source": "red-depot", "packets": {"food": -1}},
    {"order": "load", "waggon": "red-waggon", "source": "red-depot", "packets": {"rum": 1}},
    {"order": "load", "waggon": "red-waggon", "source": "red-depot", "packets": [1]},
    {"order": "load", "waggon": "red-waggon", "source": "red-depot"},
    {"order": "unload", "waggon": "red-waggon", "to": "red-waggon", "packets": {"food": 1}},
    {"order": "unload", "waggon": "red-waggon", "to": "nothing", "packets": {"food": 10**6}},
    {"order": "issue", "source": "red-depot", "body": "blue-foot", "packets": {"food": 1}},
    {"order": "issue", "source": "red-foot", "body": "red-depot", "packets": {"food": 1}},
    {"order": "eat-horses", "body": "red-horse", "horses": -1},
    {"order": "eat-horses", "body": "red-horse", "horses": 10**6},
    order("eat-horses", horses=1),
    order("escort", prisoners="red-foot", measured=MARCH),
    order("escort", prisoners={"blue-foot": -1}),
    order("escort", prisoners=7),
    order("escort"),
    order("surrender"),
    order("ford"),
    order("ford", ford="nothing", measured={"ford": 7}),
    order("mount"),
    order("dismount"),
    order("stop-work"),
    order("stand", extra=deep(20)),
    deep(20),
)
"""Values tried instead of an order."""

BIG = 10**9
ORDER_FACTS: tuple[Any, ...] = (
    None,
    [],
    "5",
    {"weather": "fine"},
    {"": 1},
    {MARKUP: 1},
    *({"distance": value} for value in (-1, 0.01, 1e300, "5", None, True, [5], 10**15 - 1)),
    *({"contours_up": value} for value in (-1, 0.5, BIG, "1", None)),
    *({"chargers": value} for value in (-1, BIG, [1], {"red-foot": 1})),
    *({"guns": value} for value in ("blue-gun", ["no-such-gun"], [None], [["blue-gun"]], {"blue-gun": 1}, [MARKUP])),
    *({"shells": value} for value in ({}, "x", [None], [[]], [{"men": {"blue-foot": -1}}], [{"men": ["blue-foot"]}])),
    *({"shells": value} for value in ([{"men": {"": 1}}], [{"men": {MARKUP: 1}}], [{}] * 5_000, [{"rum": 1}])),
    *({"shots": value} for value in ([{"knocked_down": {"blue-foot": BIG}}], [{"general": 5}], [{"general": MARKUP}])),
    {"enemy_between": "yes"},
    deep(20),
)
"""Values tried instead of the facts of an order."""

MOVE_FACTS: tuple[Any, ...] = (
    {"weather": "fine"},
    {"": {}},
    *({"supply": value} for value in (None, [], {"red-foot": None}, {"red-foot": "red-depot"}, {"": {}}, {MARKUP: {}})),
    {"supply": {"red-foot": {"source": "no-such-depot", "distance": -1}}},
    {"supply": {"red-foot": {"source": ["red-depot"], "distance": 1e300, "enemy_between": 1}}},
    *({"pockets": value} for value in ({}, "x", ["x"], [[["x"]]], [[None]], [["x"] * 5_000])),
    *({"supply_groups": value} for value in ({"a": 1}, [{}], [["red-foot"], ["red-foot"]])),
    *({"threatened_by": value} for value in ([], {"red-foot": "blue-horse"}, {"red-foot": [MARKUP]}, {"": []})),
    *({"pursued_by": value} for value in ({"nobody": []}, {"red-foot": {"a": 1}})),
    *({"dealt_with": value} for value in ({"blue-gun": -1}, {"blue-gun": BIG}, {"blue-gun": 1.5}, ["blue-gun"])),
    {"past_axle": {"no-such-gun": 1}},
    deep(20),
)
"""Values tried instead of the facts of a move."""

RAW = (
    '"a\\u0000b"',
    '"\\ud800"',
    "NaN",
    "-Infinity",
    "1e400",
    "9" * 400,
    "[" * 40 + "]" * 40,
    '{"a":1,"a":2}',
)
"""Values as JSON text that no proper writer of JSON makes."""

BODIES: tuple[tuple[str, bytes, str], ...] = (
    ("nothing", b"", "application/json"),
    ("not JSON", b"{", "application/json"),
    ("a list", b"[]", "application/json"),
    ("text", b'"x"', "application/json"),
    ("null", b"null", "application/json"),
    ("NaN", b'{"a": NaN}', "application/json"),
    ("1e400", b'{"a": 1e400}', "application/json"),
    ("a key twice", b'{"a": 1, "a": 2}', "application/json"),
    ("NUL", b'{"a": "\\u0000"}', "application/json"),
    ("a lone surrogate", b'{"a": "\\ud800"}', "application/json"),
    ("bad UTF-8", b'{"a": "\xff\xfe"}', "application/json"),
    ("UTF-16", '{"a": 1}'.encode("utf-16"), "application/json"),
    ("thirty digits", b'{"a": ' + b"9" * 30 + b"}", "application/json"),
    ("five thousand digits", b'{"a": ' + b"9" * 5_000 + b"}", "application/json"),
    ("lists 100,000 deep", b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "application/json"),
    ("objects 20,000 deep", b'{"a":' * 20_000 + b"1" + b"}" * 20_000, "application/json"),
    ("objects 900 deep", b'{"a":' * 900 + b"1" + b"}" * 900, "application/json"),
    ("1 MB of text", b'{"a": "' + b"x" * 1_048_576 + b'"}', "application/json"),
    ("an unknown charset", b'{"a": 1}', "application/json; charset=bogus"),
    ("a packed charset", b'{"a": 1}', "application/json; charset=bz2_codec"),
    ("an unknown field", b'{"is_umpire": true}', "application/json"),
    ("a form", b"a=1", "application/x-www-form-urlencoded"),
    ("a form without boundary", b"a=1", "multipart/form-data"),
    ("a form with boundary", b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x"),
    ("plain text", b'{"a": 1}', "text/plain"),
    ("XML", b"<!DOCTYPE a><a/>", "application/xml"),
    ("no type that is one", b"{}", "nonsense"),
    ("an empty type", b'{"a": 1}', ""),
)
"""Whole bodies: what they are, the bytes, the type declared."""

QUERIES = (
    "of=%00",
    "of=" + "x" * 5_000,
    "of=%ff",
    "of=%ED%A0%80",
    "of=blue&of=red",
    "of[]=1",
    "id=abc",
    "before=" + "9" * 5_000,
    "before=-1",
    "before=%00",
    "limit=0",
    "limit=1e9",
    "move=%00",
    "move=" + "9" * 5_000,
    "format=xml",
    "a=1&" * 1_200,
)
"""Tried after an address."""

ADDRESSES = (
    "/api/v1/battles/%00%00%00%00%00%00%00%00%00%00%00%00/",
    "/api/v1/battles/..%2f..%2f..%2fetc/",
    "/api/v1/battles/AAAAAAAAAAAA/reports/99999999999999999999/",
    "/api/v1/battles/AAAAAAAAAAAA/reports/-1/",
    "/api/v1/battles/AAAAAAAAAAAA/things/%00/",
    "/api/v1/battles/AAAAAAAAAAAA/things/%ff/",
    "/api/v1/battles/AAAAAAAAAAAA/things/%F0%9F%98%80/",
    "/api/v1/battles/AAAAAAAAAAAA/things/" + "x" * 5_000 + "/",
    "/api/v1/battles/AAAAAAAAAAAA/sheet",
    "/api/v1/books/%00/options/",
    "/api/v1/books/__init__/options/",
    "/api/v1/books/chess/options/",
    "/api/v1/%F0%9F%98%80/",
    "/api/v1/",
    "/api/v1/users/",
    "/api/v2/",
)
"""Nowhere."""
