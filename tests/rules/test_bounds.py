"""The size of an order is limited, and the cost of measuring a path grows with its points and no faster.  [KS-DEF-04, KS-MOVE-03]"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from itertools import cycle, islice
from typing import Any

import pytest

from bench import country
from rules.books import book
from rules.errors import Illegal, Invalid
from rules.kriegspiel.country import routes
from rules.kriegspiel.country.ground import ground_of
from rules.kriegspiel.country.steepness import steep_on
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import read_options
from rules.values.codec import MOST_NAMED, MOST_POINTS
from rules.values.measure import INCH, MOVE

KRIEGSPIEL, LITTLE_WARS = book("kriegspiel"), book("little-wars")


def march(points: int, **more: Any) -> dict[str, Any]:
    return {"order": "march", "body": "r", "path": [[one % 2, one % 3] for one in range(points)], **more}


@pytest.mark.parametrize(("rules", "clause"), [(KRIEGSPIEL, "KS-DEF-04"), (LITTLE_WARS, "LW-MOVE-04")])
def test_a_way_has_no_more_points_than_the_limit_which_the_refusal_names(rules: Any, clause: str) -> None:
    """[KS-DEF-04, LW-MOVE-04]"""
    assert len(rules.order(march(MOST_POINTS))["path"]) == MOST_POINTS
    with pytest.raises(
        Invalid, match=f"order.path: at most {MOST_POINTS} points of a way are taken, got 1,900"
    ) as refused:
        rules.order(march(1_900))
    assert (refused.value.code, refused.value.clause) == ("E-INVALID", clause)


@pytest.mark.parametrize("path", [[[1_000_000, 1_000_000]], [[0, 2_401]], [[-2_401, 0]], [[0, 0], [0, 2_000], [0, 0]]])
def test_a_way_leads_no_farther_than_anything_goes(path: list[Any]) -> None:
    """[KS-DEF-04]"""
    with pytest.raises(Invalid, match="a way of at most 200 ft") as refused:
        KRIEGSPIEL.order({"order": "march", "body": "r", "path": path})
    assert refused.value.clause == "KS-DEF-04"
    assert KRIEGSPIEL.order({"order": "march", "body": "r", "path": [[0, 0], [0, 2_400]]})


MANY: Mapping[str, Callable[[int], tuple[Any, dict[str, Any]]]] = {
    "ids": lambda n: (KRIEGSPIEL, {"order": "merge", "bodies": [f"b{one}" for one in range(n)]}),
    "counts": lambda n: (KRIEGSPIEL, {"order": "choose", "dead": {f"b{one}": 1 for one in range(n)}}),
    "some of": lambda n: (KRIEGSPIEL, {"order": "escort", "body": "r", "prisoners": [f"b{one}" for one in range(n)]}),
    "fives": lambda n: (KRIEGSPIEL, {"order": "fire-rifles", "body": "r", "fives": [{}] * n}),
    "shots": lambda n: (KRIEGSPIEL, {"order": "fire-rifles", "body": "r", "measured": {"shots": [{}] * n}}),
    "line": lambda n: (
        KRIEGSPIEL,
        {"order": "entrench", "body": "r", "line": [[0, 0]] * (n - MOST_NAMED + MOST_POINTS)},
    ),
    "figures": lambda n: (LITTLE_WARS, {"order": "march", "body": "r", "figures": [[0, 0]] * n}),
    "one or more": lambda n: (LITTLE_WARS, {"order": "march", "body": "r", "to": [f"b{one}" for one in range(n)]}),
    "prisoners": lambda n: (LITTLE_WARS, {"order": "lie-down", "gun": "g", "men": [f"b{one}" for one in range(n)]}),
}


@pytest.mark.parametrize("kind", MANY)
def test_no_list_of_an_order_holds_more_than_its_limit(kind: str) -> None:
    rules, order = MANY[kind](MOST_NAMED)
    assert rules.order(order)
    rules, order = MANY[kind](MOST_NAMED + 1)
    with pytest.raises(Invalid, match=r"at most \d+ .*are taken, got \d+"):
        rules.order(order)


def calls(deed: Callable[[], Any]) -> int:
    """The function calls of a deed, ours and Python's: its cost, however busy the machine is."""
    made = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        deed()
    finally:
        sys.setprofile(None)
    return made


FEATURES = {"contours": 20, "houses": 10, "walls": 8, "roads": 6, "woods": 4, "water": 2}
START, _ = country.battle(48, 1913, features=FEATURES)
FIELD = read_position(START, read_options({}), "start")
GROUND = ground_of(FIELD.country)


def criss_cross(legs: int) -> list[tuple[int, int]]:
    """A way over the whole country and back, again and again: it meets every road and contour on each of its legs."""
    width, depth = (one - INCH for one in GROUND.country.size or (0, 0))
    corners = [(INCH, INCH), (width, depth), (width, INCH), (INCH, depth)]
    return list(islice(cycle(corners), legs + 1))


MEASURES: Mapping[str, Callable[[int], Any]] = {
    "route": lambda legs: routes.route(GROUND, criss_cross(legs)),
    "farthest": lambda legs: routes.farthest(GROUND, criss_cross(legs), (2, 1), 10**4 * MOVE, contours=True),
    "barred": lambda legs: routes.barred(GROUND, criss_cross(legs), {}),
    "steep": lambda legs: steep_on(GROUND, criss_cross(legs)),
}


@pytest.mark.slow
@pytest.mark.parametrize("measure", MEASURES)
def test_what_a_way_costs_to_measure_grows_with_its_legs_and_no_faster(measure: str) -> None:
    """[KS-DEF-04, KS-MOVE-03, KS-CONT-03]"""
    deed = MEASURES[measure]
    deed(1)
    few, many = (calls(lambda legs=legs: deed(legs)) for legs in (8, 32))
    assert few > 1_000, "nothing was met"
    assert many < 5 * few


def test_a_point_far_off_the_floor_costs_no_more_than_one_upon_it() -> None:
    """A commander may say how far to go; the path drawn beside it is checked all the same.  [KS-MOVE-08]"""
    body = {"side": "red", "arm": "infantry", "men": 9, "at": [0, 0]}
    enemy = {"side": "blue", "arm": "infantry", "men": 9, "at": [0, 90]}
    start = KRIEGSPIEL.opening({"bodies": {"r": body, "b": enemy}}, {})
    view = KRIEGSPIEL.table(start, KRIEGSPIEL.options({})).seen_by("red")

    def checked(at: int) -> None:
        order = KRIEGSPIEL.order({"order": "march", "body": "r", "path": [[at, at]], "measured": {"distance": 1}})
        try:
            view.check(order)
        except Illegal:
            pass

    checked(1)
    near, far = (calls(lambda at=at: checked(at)) for at in (10, 1_600))
    assert far < 2 * near
