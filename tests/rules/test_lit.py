"""What of a country is seen: by the same lines as any other sight, exact by cells of 3 inches.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.contract.data import Lit
from rules.contract.table import Table
from rules.errors import Invalid
from rules.floor.sight.lit import lit
from rules.floor.sight.look import Looker, Target, looks
from rules.floor.sight.screen import Screen
from rules.floor.sight.tables import GRADES, HEIGHTS, LIGHTS, ROWS
from rules.ground.country import Contour, Country, House, Wall, Wood
from rules.ground.relief import Relief
from rules.values.measure import INCH, Point

CONTOUR, SIZE = 6 * INCH, (60 * INCH, 48 * INCH)

Cells = set[tuple[int, int]]


def cells(found: Lit) -> Cells:
    """The lit cells, by column and row."""
    rows = [(row[0], first, many) for row in found["rows"] for first, many in zip(row[1::2], row[2::2], strict=True)]
    lit_cells = {(first + n, row) for row, first, many in rows for n in range(many)}
    assert len(lit_cells) == found["seen"]
    return lit_cells


def square(x: int, y: int, side: int) -> tuple[Point, ...]:
    west, south, east, north = (one * INCH for one in (x, y, x + side, y + side))
    return ((west, south), (east, south), (east, north), (west, north))


def at_a_place(x: float, y: float, **of: Any) -> Looker:
    """A looker at a place in inches."""
    return Looker(f"{x}-{y}", ((round(x * INCH), round(y * INCH)),), **of)


def seen(country: Country, *lookers: Looker, light: str = "day", contour: int = CONTOUR) -> Cells:
    return cells(lit(Screen(Relief(country), contour), light, lookers))


def middle(cell: tuple[int, int]) -> Point:
    return cell[0] * 3 * INCH + 24, cell[1] * 3 * INCH + 24


# -- by its rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("of", "far"), [({}, 60), ({"scout": True}, 90), ({"light": "night"}, 10)])
def test_in_the_open_a_cell_is_lit_as_far_as_a_body_in_line_is_seen_and_no_farther(
    of: dict[str, Any], far: int
) -> None:
    light = of.pop("light", "day")
    found = seen(Country(size=(240 * INCH, 3 * INCH)), at_a_place(1.5, 1.5, **of), light=light)
    assert found == {(n, 0) for n in range(80) if 3 * n <= far}


def test_from_two_contours_higher_it_is_lit_twice_as_far() -> None:
    lines = {n: (3 - n) * INCH // 4 for n in (1, 2)}
    steps = {f"c{n}": Contour(((x, -99 * INCH), (x, 99 * INCH)), n * CONTOUR, "left") for n, x in lines.items()}
    found = seen(Country(size=(240 * INCH, 3 * INCH), contours=steps), at_a_place(0, 1.5))
    assert max(found) == (39, 0)  # its middle is 118.5 in. away, that of the next one 121.5 in.


def test_a_house_casts_its_shadow_and_is_dark_itself() -> None:
    land = Country(size=SIZE, houses={"house": House(square(18, 9, 6))})
    found = seen(land, at_a_place(1.5, 13))
    assert (5, 4) in found and not {(6, 4), (7, 4), (8, 4), (19, 4)} & found and (19, 10) in found


def test_a_cell_whose_middle_lies_beyond_the_edge_is_none() -> None:
    land = Country(size=(10 * INCH, 4 * INCH))
    found = lit(Screen(Relief(land), 0), "day", [at_a_place(1, 1)])
    assert found == {"cell": 3, "seen": 3, "of": 3, "rows": [[0, 0, 3]]}


def test_a_country_without_limits_is_lit_on_every_side() -> None:
    found = lit(Screen(Relief(Country()), 0), "night", [at_a_place(0, 0)])
    assert found["of"] == 0 and cells(found) == {(-1 - x, -1 - y) for x, y in cells(found)}
    assert cells(found) >= {(-3, 0), (2, 0), (0, -3), (0, 2)}


def test_two_that_stand_a_world_apart_cost_no_more_than_a_floor() -> None:
    found = lit(Screen(Relief(Country()), 0), "day", [at_a_place(0, 0), at_a_place(900_000, 900_000)])
    assert found["seen"] == lit(Screen(Relief(Country()), 0), "day", [at_a_place(0, 0)])["seen"]


def test_who_looks_from_a_house_sees_nothing() -> None:
    assert seen(Country(size=SIZE, houses={"house": House(square(18, 9, 6))}), at_a_place(20, 12)) == set()


def test_who_lies_low_does_not_see_over_a_wall() -> None:
    land = Country(size=SIZE, walls={"wall": Wall(((20 * INCH, -9 * INCH), (20 * INCH, 99 * INCH)))})
    assert max(seen(land, at_a_place(1, 1, low=True))) < (7, 0) <= max(seen(land, at_a_place(1, 1)))


def test_nobody_lights_nothing() -> None:
    assert lit(Screen(Relief(Country(size=SIZE)), 0), "day", [])["rows"] == []


# -- against lines one by one ---------------------------------------------------------------------------

places = st.tuples(st.integers(0, SIZE[0]), st.integers(0, SIZE[1]))
whole = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda at: (at[0] * 24, at[1] * 24))
someone = st.builds(
    lambda at, scout, low: Looker("one", at, scout, low),
    st.lists(places | whole, min_size=1, max_size=3).map(tuple),
    st.booleans(),
    st.booleans(),
)


def countries() -> st.SearchStrategy[Country]:
    """Small countries with a little of everything that hides, some of it with corners in the middles of cells."""
    spots = st.tuples(st.integers(0, 50), st.integers(0, 40), st.integers(3, 20))
    half = st.sampled_from([0, INCH // 2])

    def land(shift: int, houses: Any, woods: Any, hills: Any, walls: Any) -> Country:
        def moved(line: tuple[Point, ...]) -> tuple[Point, ...]:
            return tuple((x + shift, y + shift) for x, y in line)

        rings = [moved((*square(*one), square(*one)[0])) for one in hills]
        return Country(
            size=SIZE,
            houses={f"h{n}": House(moved(square(*one))) for n, one in enumerate(houses)},
            woods={f"w{n}": Wood(moved(square(*one))) for n, one in enumerate(woods)},
            contours={f"c{n}": Contour(ring, CONTOUR) for n, ring in enumerate(rings)},
            walls={f"v{n}": Wall(moved(square(*one)[:2])) for n, one in enumerate(walls)},
        )

    few = st.lists(spots, max_size=2)
    return st.builds(land, half, few, few, st.lists(spots, max_size=1), few)


def by_one_line_each(country: Country, light: str, lookers: list[Looker]) -> Cells:
    """The same from the page of the rule alone: every point of every looker, every cell, each line by its fractions."""
    screen, found = Screen(Relief(country), CONTOUR), set()
    for cell in ((x, y) for x in range(20) for y in range(16)):
        for looker in lookers:
            for eye in looker.points:
                here, there = screen.about(eye), screen.about(middle(cell))
                over, under = HEIGHTS[min(max((here.level - there.level) // CONTOUR, 0), 2)]
                reach = ROWS["line"].seen * over * (3 if looker.scout else 2) / (2 * under * LIGHTS[light])
                near = (eye[0] - middle(cell)[0]) ** 2 + (eye[1] - middle(cell)[1]) ** 2 <= reach**2
                out = not here.housed or eye == middle(cell)
                if near and out and screen.stop_on(eye, middle(cell), low=looker.low) is None:
                    found.add(cell)
    return found


@given(countries(), st.sampled_from(sorted(LIGHTS)), st.lists(someone, min_size=1, max_size=3))
@settings(max_examples=25)
def test_every_cell_is_decided_as_by_lines_one_by_one(country: Country, light: str, lookers: list[Looker]) -> None:
    assert seen(country, *lookers, light=light) == by_one_line_each(country, light, lookers)


@given(countries(), someone, st.tuples(st.integers(0, 19), st.integers(0, 15)))
@settings(max_examples=50)
def test_a_cell_is_lit_where_a_body_in_line_at_its_middle_would_be_seen(
    country: Country, looker: Looker, cell: tuple[int, int]
) -> None:
    found = looks(Screen(Relief(country), CONTOUR), "day", [looker], [Target("body", (middle(cell),), "line")])
    assert (cell in seen(country, looker)) == bool(found and found[0].grade >= GRADES.index("seen"))


@given(countries(), st.lists(someone, min_size=2, max_size=4))
@settings(max_examples=25)
def test_one_looker_more_and_more_light_never_show_less(country: Country, lookers: list[Looker]) -> None:
    assert seen(country, *lookers) == set().union(*(seen(country, one) for one in lookers))
    assert seen(country, *lookers, light="dusk") <= seen(country, *lookers)


@given(countries(), st.lists(someone, min_size=1, max_size=4))
@settings(max_examples=25)
def test_the_same_lookers_in_any_sequence_give_the_same_bytes(country: Country, lookers: list[Looker]) -> None:
    screen = Screen(Relief(country), CONTOUR)
    there, back = (json.dumps(lit(screen, "day", those)) for those in (lookers, lookers[::-1]))
    assert there == back == json.dumps(lit(Screen(Relief(country), CONTOUR), "day", lookers))


@given(countries(), st.lists(places | whole, min_size=1, max_size=30))
def test_many_points_are_as_high_and_lie_in_the_same_as_one_by_one(country: Country, those: list[Point]) -> None:
    at_once, one_by_one = (Screen(Relief(country), CONTOUR) for _ in range(2))
    assert at_once.about_all(those) == [one_by_one.about(at) for at in those]


@given(countries(), st.lists(places, min_size=1, max_size=5))
def test_what_is_kept_of_points_is_bounded_and_changes_nothing(country: Country, those: list[Point]) -> None:
    lookers = [Looker(f"a{number}", (at,)) for number, at in enumerate(those)]
    wanted = lit(Screen(Relief(country), CONTOUR), "day", lookers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.floor.sight.screen.MOST_KNOWN", 3)
        screen = Screen(Relief(country), CONTOUR)
        assert lit(screen, "day", lookers) == wanted
        for at in those * 3:
            screen.about((at[0] + 1, at[1]))
        assert len(screen.known) <= 3 + max(wanted["of"], len(those), 1) + 1


# -- what a side is told ----------------------------------------------------------------------------------


def table(of: str, **more: Any) -> Table:
    """Red foot and Blue foot on a country with a mill between them."""
    bodies = {
        side: {"side": side, "arm": "infantry", "men": 20, "at": [x, 20], "facing": facing, **more.pop(side, {})}
        for side, x, facing in (("red", 10, 90), ("blue", 60, 270))
    }
    bodies = {name: body for name, body in bodies.items() if body["men"]}
    played = book(of)
    mill = {"outline": [[30, 0], [36, 0], [36, 40], [30, 40]], "name": "The Mill"}
    country = {"size": [120, 60], "houses": {"mill": mill}}
    start = {"own_moves": {"red": 3, "blue": 3}, "bodies": bodies, "country": country}
    return played.table(played.opening(start, played.options({})), played.options({}))  # type: ignore[arg-type]


@pytest.mark.parametrize("of", ["kriegspiel", "little-wars"])
@pytest.mark.parametrize("blue", [{"at": [90, 50], "facing": 0}, {"men": 3}, {"at": [20, 20]}, {"men": 0}])
def test_of_two_worlds_that_differ_in_the_enemy_alone_a_side_sees_the_same(of: str, blue: dict[str, Any]) -> None:
    one, other = (table(of, blue=given).seen_by("red") for given in ({}, blue))
    for asked in ({}, {"thing": "red"}, {"thing": "blue"}, {"at": [60, 20]}, {"light": "dusk"}):
        assert json.dumps(one.lit(**asked)) == json.dumps(other.lit(**asked))


@pytest.mark.parametrize("of", ["kriegspiel", "little-wars"])
def test_a_side_sees_what_its_own_see_and_the_umpire_what_each_sees(of: str) -> None:
    played = table(of)
    red, blue = (cells(played.seen_by(side).lit()) for side in ("red", "blue"))
    assert (3, 6) in red and (20, 6) not in red and (20, 6) in blue and (3, 6) not in blue
    assert red == cells(played.seen_by("red").lit(thing="red"))
    assert cells(played.seen_by("red").lit(thing="blue")) == cells(played.seen_by("observer").lit()) == set()


def test_somebody_who_stood_elsewhere_would_see_what_lies_there() -> None:
    view = table("kriegspiel").seen_by("red")
    assert (38, 6) in cells(view.lit(at=[70, 20])) and (3, 6) not in cells(view.lit(at=[70, 20]))


@pytest.mark.parametrize("at", [[-1, 5], [121, 5], [5, 61], [5], "here", [0.01, 5]])
def test_a_place_that_is_none_is_refused(at: Any) -> None:
    with pytest.raises(Invalid):
        table("kriegspiel").seen_by("red").lit(at=at)


def test_a_floor_that_people_measure_and_a_board_have_nothing_to_light() -> None:
    played, chess = book("kriegspiel"), book("chess-laws")
    start = {"own_moves": {"red": 0, "blue": 0}, "bodies": {"red": {"side": "red", "arm": "infantry", "men": 9}}}
    assert (
        played.table(played.opening(start, played.options({})), played.options({})).seen_by("red").lit()["rows"] == []
    )  # type: ignore[arg-type]
    assert chess.table(chess.opening({}, chess.options({})), chess.options({})).seen_by("red").lit()["rows"] == []  # type: ignore[arg-type]
