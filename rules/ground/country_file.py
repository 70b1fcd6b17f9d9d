"""A country parsed from plain data, refused with the place and the reason, and written back.  [KS-GAME-02, KS-GAME-10]"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from rules.contract import data as contract
from rules.errors import Invalid
from rules.ground.batch_geometry import Legs
from rules.ground.country import MOST_POINTS, OPEN_FLOOR, Contour, Country
from rules.ground.geometry import Line, area, crossings, legs, stretches_inside, where
from rules.values import codec
from rules.values.measure import Point, inches
from rules.values.sentence import of_field, say, word_of

REMEMBERED = 16
"""The most countries cached, so that each is parsed and prepared once."""

MOST_TOUCHING = 4_000
"""The most times that contours may touch one another."""


def read_country(data: Any, at: str = "country") -> Country:
    """A country from plain data; Invalid, with the place and the reason, if it is not one.

    Equal data give the same object, so that what is computed from a country is computed once.
    """
    given = codec.read_map({} if data is None else data, at)
    if not given:
        return OPEN_FLOOR
    try:
        text = json.dumps(given)
    except (TypeError, ValueError, RecursionError):  # not JSON data: the parser reports where
        return _checked(given, at)
    return _kept(text, at)


@lru_cache(maxsize=REMEMBERED)
def _kept(text: str, at: str) -> Country:
    return _checked(json.loads(text), at)


def write_country(country: Country) -> contract.Country:
    """A country as plain data, without default values; each is written out once."""
    kept = country.__dict__.get("_plain")
    if kept is None:
        kept = country.__dict__["_plain"] = codec.write(country)
    return contract.Country(dict(kept))


def map_hash(country: Country) -> str:
    """SHA-256 of a country, independent of the order in which its features are listed.  [KS-GAME-10]"""
    text = json.dumps(write_country(country), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def _checked(given: Mapping[str, Any], at: str) -> Country:
    """A country from a map of its own, checked for consistency."""
    country = codec.read(Country, given, at)
    lines = country.lines()
    if sum(len(line) for _, line, _ in lines) > MOST_POINTS:
        raise Invalid(of_field(at, say("more than {most_points} points", most_points=MOST_POINTS)))
    _ids_stand_once(country, at)
    _inside_the_country(country, at)
    _lines_are_simple(country, at)
    for name, contour in country.contours.items():
        _has_an_upper_side(contour, f"{at}.contours.{name}")
    _fords_and_bridges(country, at)
    return country


def _ids_stand_once(country: Country, at: str) -> None:
    """Features that are named in orders or refusals must have different ids."""
    groups = ("water", "fords", "roads", "rails", "bridges", "houses", "walls", "woods", "depots")
    known: dict[str, str] = {}
    for group in groups:
        for name in getattr(country, group):
            if name in known:
                raise Invalid(
                    of_field(
                        f"{at}.{group}.{name}", say("the id stands among the {others} too", others=word_of(known[name]))
                    )
                )
            known[name] = group


def _inside_the_country(country: Country, at: str) -> None:
    """Nothing may lie beyond the edges."""
    if country.size is None:
        return
    width, depth = country.size
    singles = [(f"bridges.{name}.at", one.at) for name, one in country.bridges.items() if one.at is not None]
    singles += [(f"depots.{name}.at", one.at) for name, one in country.depots.items()]
    singles += [(f"names.{name}.at", one.at) for name, one in country.names.items()]
    singles += [
        (f"woods.{name}.trunks.{i}", point) for name, one in country.woods.items() for i, point in enumerate(one.trunks)
    ]
    singles += [(f"{place}.{i}", point) for place, line, _ in country.lines() for i, point in enumerate(line)]
    for place, (x, y) in singles:
        if not (0 <= x <= width and 0 <= y <= depth):
            raise Invalid(
                of_field(
                    f"{at}.{place}",
                    say(
                        "({x}, {y}) lies outside the country of {width} by {depth}",
                        x=inches(x),
                        y=inches(y),
                        width=inches(width),
                        depth=inches(depth),
                    ),
                )
            )


def _lines_are_simple(country: Country, at: str) -> None:
    """No contour and no outline may cross or touch itself, and no contour may cross another; roads and walls may."""
    for place, line, closed in country.lines():
        if closed or place.startswith("contours."):
            _meets_itself_nowhere(line, closed, f"{at}.{place}")
    contours = list(country.contours.items())
    if contours:
        _cross_nowhere(contours, at)


def _meets_itself_nowhere(line: Line, closed: bool, at: str) -> None:
    """A line may share points with itself only where one leg follows another."""
    rows = Legs([(line, closed)])
    last = len(rows) - 1 if closed or line[0] == line[-1] else None
    for pairs in rows.meetings_by_blocks():
        for i, j in pairs.tolist():
            if not _follow(rows, i, j, last):
                raise Invalid(
                    of_field(at, say("the line meets itself, in its legs {one} and {other}", one=i + 1, other=j + 1))
                )


def _cross_nowhere(contours: list[tuple[str, Contour]], at: str) -> None:
    """No contour may cross another; they may touch, but not so often that they coincide."""
    rows = Legs([(contour.line, False) for _, contour in contours])
    meeting: dict[tuple[int, int], tuple[set[int], set[int]]] = {}
    met = 0
    for pairs in rows.meetings_by_blocks():
        owners, numbers = rows.owner[pairs], rows.number[pairs]
        apart = owners[:, 0] != owners[:, 1]
        met += int(apart.sum())
        if met > MOST_TOUCHING:
            raise Invalid(
                of_field(
                    f"{at}.contours",
                    say("they touch more than {n} times; contours do not lie upon one another", n=MOST_TOUCHING),
                )
            )
        for (mine, yours), (i, j) in zip(owners[apart].tolist(), numbers[apart].tolist(), strict=True):
            ones, others = meeting.setdefault((mine, yours), (set(), set()))
            ones.add(i)
            others.add(j)
    for (mine, yours), (ones, others) in meeting.items():
        (name, one), (other_name, other) = contours[mine], contours[yours]
        if cross(one.line, other.line, sorted(ones), sorted(others)):
            raise Invalid(
                of_field(
                    f"{at}.contours.{name}.line",
                    say("it crosses contours.{other}; contours never cross", other=other_name),
                )
            )


def cross(one: Line, other: Line, among: Sequence[int] | None = None, among_other: Sequence[int] | None = None) -> bool:
    """Whether one line crosses another; touching it or ending at it is not crossing.

    among and among_other: the legs of the two that meet, if they are known.
    """
    return bool(
        crossings(one, other, on_the_line=0, among=among_other) or crossings(other, one, on_the_line=0, among=among)
    )


def _follow(rows: Legs, i: int, j: int, last: int | None) -> bool:
    """Whether two legs of one line are neighbours and meet only in the point between.  last: the last leg of a ring."""
    one, other = int(rows.number[i]), int(rows.number[j])
    (a, b), (c, d) = rows.leg(i), rows.leg(j)
    if other == one + 1 and b == c:
        return not _doubles_back(a, b, d)
    if one == 0 and other == last and d == a:
        return not _doubles_back(c, a, b)
    return False


def _doubles_back(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from a to b turns back on itself to c."""
    before, after = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return before[0] * after[1] == before[1] * after[0] and before[0] * after[0] + before[1] * after[1] < 0


def _has_an_upper_side(contour: Contour, at: str) -> None:
    """A ring must be higher inside or outside, an open line to its left or right."""
    if contour.ring and (len(contour.line) < 4 or not area(contour.line[:-1])):
        raise Invalid(of_field(f"{at}.line", say("a ring with an area is wanted")))
    if contour.ring != (contour.higher in ("inside", "outside")):
        wanted = say("inside or outside") if contour.ring else say("left or right, seen along the line")
        raise Invalid(
            of_field(
                f"{at}.higher",
                say(
                    "of {kind} {wanted} is wanted",
                    kind=say("a ring" if contour.ring else "an open line"),
                    wanted=wanted,
                ),
            )
        )


def _fords_and_bridges(country: Country, at: str) -> None:
    """A ford must lead over water from dry land to dry land; a bridge must lie somewhere."""
    for name, ford in country.fords.items():
        place = f"{at}.fords.{name}.line"
        for end, number in ((ford.line[0], 0), (ford.line[-1], len(ford.line) - 1)):
            wet = [one for one, water in country.water.items() if where(water.outline, end) > 0]
            if wet:
                raise Invalid(
                    of_field(f"{place}.{number}", say("the end of a ford is on dry land, not in {water}", water=wet[0]))
                )
        if not any(
            stretches_inside(*leg, water.outline) for water in country.water.values() for leg in legs(ford.line)
        ):
            raise Invalid(of_field(place, say("the ford leads over no water")))
    for name, bridge in country.bridges.items():
        if bridge.at is None and not bridge.span:
            raise Invalid(of_field(f"{at}.bridges.{name}", say("at or span is missing")))
