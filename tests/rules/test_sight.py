"""Who sees whom: how far, what hides, by which light; each clause with its negative twin.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.books import book
from rules.contract.table import Table
from rules.floor.sight.look import Looker, Target, looks
from rules.floor.sight.screen import Screen
from rules.floor.sight.tables import GRADES, LIGHTS, ROWS
from rules.ground.country import Contour, Country, House, Wall, Wood
from rules.ground.relief import Relief
from rules.values.measure import INCH, Point

CONTOUR = 6 * INCH
OPEN = Country(name="open")


def square(x: int, y: int, side: int) -> tuple[Point, ...]:
    """A square by its south-west corner, in inches."""
    west, south, east, north = (one * INCH for one in (x, y, x + side, y + side))
    return ((west, south), (east, south), (east, north), (west, north))


def ring(x: int, y: int, side: int) -> tuple[Point, ...]:
    """The same as a line that closes."""
    corners = square(x, y, side)
    return (*corners, corners[0])


def grade(far: float, row: str = "line", country: Country = OPEN, light: str = "day", **of: Any) -> str:
    """The grade in which a looker at the south-west corner sees a target so many inches to the east."""
    marks = {name: of.pop(name) for name in ("fired", "burning") if name in of}
    low = {"low": row == "low"}
    looker = Looker("looker", ((0, of.pop("north", 0) * INCH),), **of)
    target = Target("target", ((round(far * INCH), looker.points[0][1]),), row, **low, **marks)
    found = looks(Screen(Relief(country), CONTOUR), light, [looker], [target])
    return GRADES[found[0].grade] if found else ""


@pytest.mark.parametrize("row", ROWS)
def test_a_thing_is_known_seen_or_glimpsed_as_far_as_its_row_says_and_no_farther(row: str) -> None:
    for name, reach in zip(("glimpse", "seen", "known"), ROWS[row][1:], strict=True):
        inches = reach / INCH
        assert GRADES.index(grade(inches, row)) >= GRADES.index(name)
        assert GRADES.index(grade(inches + 1 / INCH, row)) < GRADES.index(name)


def test_what_fired_is_seen_twice_as_far_and_from_out_of_its_wood() -> None:
    assert (grade(216, fired=True), grade(217, fired=True), grade(109)) == ("glimpse", "", "")
    wood = Country(woods={"wood": Wood(square(40, -10, 20))})
    assert (grade(50, country=wood, fired=True), grade(50, country=wood)) == ("seen", "")


def test_a_wood_in_which_nobody_fired_still_stops_the_line_to_who_did() -> None:
    wood = Country(woods={"wood": Wood(square(20, -5, 10))})
    assert grade(50, country=wood, fired=True) == ""


def test_scouts_see_half_as_far_again() -> None:
    assert (grade(162, scout=True), grade(163, scout=True)) == ("glimpse", "")


def test_from_a_contour_higher_one_sees_half_as_far_again_and_from_two_or_more_twice_as_far() -> None:
    def on_top_of(heights: int) -> Country:
        """A looker at the western brink of so many contours that fall away close to one another."""
        lines = {n: (heights - n + 1) * INCH // 4 for n in range(1, heights + 1)}
        rings = {f"c{n}": Contour(((x, -99 * INCH), (x, 99 * INCH)), n * CONTOUR, "left") for n, x in lines.items()}
        return Country(contours=rings)

    assert [grade(162, country=on_top_of(1)), grade(163, country=on_top_of(1))] == ["glimpse", ""]
    for heights in (2, 3):
        assert [grade(216, country=on_top_of(heights)), grade(217, country=on_top_of(heights))] == ["glimpse", ""]


def test_a_hill_between_two_stops_the_line_and_a_hollow_does_not() -> None:
    hill = Country(contours={"hill": Contour(ring(20, -10, 20), CONTOUR)})
    hollow = Country(contours={"hollow": Contour(ring(20, -10, 20), CONTOUR, "outside")})
    assert (grade(50, country=hill), grade(50, country=hollow), grade(50)) == ("", "seen", "seen")


def test_the_brink_hides_who_stands_close_below_it_and_not_who_stands_eight_times_as_far_as_the_looker_from_it() -> (
    None
):
    brink = Country(contours={"brink": Contour(((5 * INCH, -99 * INCH), (5 * INCH, 99 * INCH)), CONTOUR, "left")})
    assert (grade(39, country=brink), grade(40, country=brink)) == ("", "seen")


def test_a_house_stops_the_line_through_it_and_not_the_one_along_its_face() -> None:
    house = Country(houses={"house": House(square(20, 0, 10))})
    assert (grade(50, country=house, north=5), grade(50, country=house, north=0), grade(50, country=house, north=10)) == (
        "", "seen", "seen",
    )  # fmt: skip


def test_a_wall_hides_only_what_lies_low() -> None:
    wall = Country(walls={"wall": Wall(((10 * INCH, -9 * INCH), (10 * INCH, 9 * INCH)))})
    assert (grade(20, "low", wall), grade(20, "line", wall), grade(20, "low")) == ("", "known", "seen")
    assert grade(20, "line", wall, low=True) == ""


def test_one_sees_through_three_inches_of_wood_and_no_more() -> None:
    three, more = Country(woods={"wood": Wood(square(20, -1, 3))}), Country(woods={"wood": Wood(square(20, -2, 4))})
    assert (grade(50, country=three), grade(50, country=more)) == ("seen", "")


def test_two_woods_that_overlap_count_once() -> None:
    both = {"one": Wood(square(20, -1, 2)), "other": Wood(square(21, -1, 2))}
    apart = {"one": Wood(square(20, -1, 2)), "other": Wood(square(30, -1, 2))}
    assert (grade(50, country=Country(woods=both)), grade(50, country=Country(woods=apart))) == ("seen", "")


def test_two_in_one_wood_see_each_other_through_nine_inches_of_it() -> None:
    wood = Country(woods={"wood": Wood(square(-50, -50, 100))})
    assert (grade(9, "covered", wood), grade(9, "line", wood), grade(9 + 1 / 16, "line", wood)) == (
        "glimpse",
        "known",
        "",
    )


@pytest.mark.parametrize(("light", "far"), [("day", 108), ("dusk", 54), ("night", 18)])
def test_the_light_shortens_every_range_and_what_burns_is_seen_by_night_as_by_day(light: str, far: int) -> None:
    assert (grade(far, light=light), grade(far + 1, light=light)) == ("glimpse", "")
    assert (grade(144, "raised", light=light, burning=True), grade(145, "raised", light=light, burning=True)) == (
        "glimpse",
        "",
    )


# -- what holds of every pair -------------------------------------------------------------------------

places = st.tuples(*[st.integers(0, 100 * INCH)] * 2)


def countries() -> st.SearchStrategy[Country]:
    """Small countries with a little of everything that hides."""
    spots = st.tuples(st.integers(0, 80), st.integers(0, 80), st.integers(3, 30))
    few = st.lists(spots, max_size=2)
    return st.builds(
        lambda houses, woods, hills: Country(
            houses={f"h{n}": House(square(*one)) for n, one in enumerate(houses)},
            woods={f"w{n}": Wood(square(*one)) for n, one in enumerate(woods)},
            contours={f"c{n}": Contour(ring(*one), CONTOUR) for n, one in enumerate(hills)},
        ),
        few, few, st.lists(spots, max_size=1),
    )  # fmt: skip


def best(screen: Screen, lookers: list[Looker], target: Target, light: str = "day") -> int:
    """The best grade in which any of some lookers sees a target."""
    return max((one.grade for one in looks(screen, light, lookers, [target])), default=0)


@given(countries(), places, places)
def test_of_two_alike_on_one_level_each_sees_the_other_as_well_as_it_is_seen(
    country: Country, here: Point, there: Point
) -> None:
    screen = Screen(Relief(country), CONTOUR)
    if screen.about(here).level == screen.about(there).level:
        there_seen = best(screen, [Looker("a", (here,))], Target("b", (there,), "line"))
        here_seen = best(screen, [Looker("b", (there,))], Target("a", (here,), "line"))
        assert there_seen == here_seen


@given(countries(), places, places, places)
def test_more_light_and_one_looker_more_never_show_less(
    country: Country, here: Point, there: Point, third: Point
) -> None:
    screen, target = Screen(Relief(country), CONTOUR), Target("b", (there,), "column")
    one, two = Looker("a", (here,)), Looker("c", (third,))
    by_light = [best(screen, [one], target, light) for light in LIGHTS]
    assert by_light == sorted(by_light, reverse=True)
    assert best(screen, [one, two], target) == max(best(screen, [one], target), best(screen, [two], target))


@given(places, st.integers(1, 180 * INCH), st.integers(0, 400), st.sampled_from(sorted(ROWS)))
def test_in_the_open_a_nearer_place_never_shows_less(here: Point, far: int, nearer: int, row: str) -> None:
    screen, looker = Screen(Relief(OPEN), CONTOUR), Looker("a", (here,))
    grades = [
        best(screen, [looker], Target("b", ((here[0] + max(far - off, 0), here[1]),), row)) for off in (0, nearer)
    ]
    assert grades == sorted(grades)


@given(countries(), places, places)
def test_many_lines_at_once_are_decided_as_one_by_one(country: Country, here: Point, there: Point) -> None:
    screen = Screen(Relief(country), CONTOUR)
    looker, target = Looker("a", (here,)), Target("b", (there,), "column")
    seen = bool(looks(screen, "day", [looker], [target]))
    assert (
        seen == (screen.stop_on(here, there, low=False) is None) or best(Screen(Relief(OPEN), 0), [looker], target) == 0
    )


@given(countries(), st.lists(places, min_size=1, max_size=3), st.lists(places, min_size=1, max_size=3))
def test_of_all_lines_between_two_the_best_counts_as_if_each_were_asked_alone(
    country: Country, eyes: list[Point], marks: list[Point]
) -> None:
    screen = Screen(Relief(country), CONTOUR)
    alone = [best(screen, [Looker("a", (eye,))], Target("b", (mark,), "column")) for eye in eyes for mark in marks]
    assert best(screen, [Looker("a", tuple(eyes))], Target("b", tuple(marks), "column")) == max(alone)


@given(st.lists(places, min_size=1, max_size=9), st.integers(0, 80), st.integers(0, 80), st.integers(3, 30))
def test_the_ground_is_higher_inside_a_hill_and_not_on_its_line(
    among: list[Point], west: int, south: int, side: int
) -> None:
    line = ring(west, south, side)
    low, _, high, *_ = line
    asked = [*among, *line]
    inside = [low[0] < x < high[0] and low[1] < y < high[1] for x, y in asked]
    relief = Relief(Country(contours={"hill": Contour(line, CONTOUR)}))
    assert relief.levels(asked, CONTOUR) == [CONTOUR * one for one in inside]


# -- the umpire's question ----------------------------------------------------------------------------


def table(of: str, **more: Any) -> Table:
    """Red foot in the south-west and Blue foot fifty inches to the east of it, on a country of its own."""
    bodies = {
        side: {"side": side, "arm": "infantry", "men": 20, "at": [x, 20], "facing": facing, **more.pop(side, {})}
        for side, x, facing in (("red", 10, 90), ("blue", 60, 270))
    }
    played = book(of)
    country = {
        "size": [120, 60],
        "houses": {"mill": {"outline": [[30, 0], [36, 0], [36, 40], [30, 40]], "name": "The Mill"}},
    }
    start = {"own_moves": {"red": 3, "blue": 3}, "bodies": bodies, "country": more.pop("country", country)}
    return played.table(played.opening(start, played.options({})), played.options({}))  # type: ignore[arg-type]


@pytest.mark.parametrize("of", ["kriegspiel", "little-wars"])
def test_the_umpire_is_told_what_stops_the_line_and_where(of: str) -> None:
    lines = {(one.looker, one.target): one for one in table(of).sightlines("blue")}
    assert set(lines) == {("red", "blue"), ("blue", "red")}
    line = lines["red", "blue"]
    assert (line.grade, line.clause, line.why) == ("", "HOUSE-SIGHT-04", "The Mill is between them")
    assert line.stopped is not None and 29 <= line.stopped[0] <= 36


@pytest.mark.parametrize("of", ["kriegspiel", "little-wars"])
def test_the_umpire_is_told_how_well_a_thing_is_seen_and_from_where(of: str) -> None:
    line = table(of, country={"size": [120, 60]}).sightlines("blue")[0]
    assert (line.grade, line.clause, line.stopped) == ("seen", "HOUSE-SIGHT-01", None)
    assert 48 * INCH <= line.length <= 52 * INCH and line.reach == 108 * INCH


def test_of_what_is_out_of_reach_it_is_said_that_it_is_too_far_whatever_stands_between() -> None:
    by_day = {line.target: line for line in table("kriegspiel").sightlines("blue")}["blue"]
    by_night = {line.target: line for line in table("kriegspiel").sightlines("blue", "night")}["blue"]
    assert (by_day.clause, str(by_day.why)) == ("HOUSE-SIGHT-04", "The Mill is between them")
    assert (by_night.clause, by_night.stopped) == ("HOUSE-SIGHT-01", None)
    assert str(by_night.why) == (
        "too far: in line, in the open: known to 4 in., seen to 10 in., a glimpse to 1 ft 6 in. (by night or in fog)"
    )


def test_what_makes_a_reach_longer_is_said_with_it() -> None:
    hill = {"hill": {"line": [[14, 0], [14, 60]], "height": 6, "higher": "left"}}
    scouts = {"arm": "cavalry", "formation": "line", "men": 4}
    lines = table("kriegspiel", country={"size": [120, 60], "contours": hill}, red=scouts).sightlines("blue")
    line = next(one for one in lines if one.target == "blue")
    assert str(line.why).endswith("(by scouts, from higher ground)")
    plain = table("kriegspiel", country={"size": [120, 60]}).sightlines("blue")[0]
    assert "(" not in str(plain.why)


def test_without_a_thing_the_best_line_on_each_that_is_seen_is_told() -> None:
    assert [(one.looker, one.target) for one in table("kriegspiel", country={"size": [120, 60]}).sightlines()] == [
        ("blue", "red"), ("red", "blue"),
    ]  # fmt: skip
    assert table("kriegspiel").sightlines() == ()


@pytest.mark.parametrize("unfit", [{"surrendered": True}, {"out_of_action": True}])
def test_who_is_not_fit_looks_nowhere_and_is_still_looked_at(unfit: dict[str, Any]) -> None:
    lines = table("kriegspiel", country={"size": [120, 60]}, red=unfit).sightlines("blue")
    assert [(one.looker, one.target) for one in lines] == [("blue", "red")]


def test_a_floor_that_people_measure_has_no_lines() -> None:
    played = book("kriegspiel")
    start = {"own_moves": {"red": 0, "blue": 0}, "bodies": {"red": {"side": "red", "arm": "infantry", "men": 9}}}
    assert played.table(played.opening(start, played.options({})), played.options({})).sightlines() == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("where", "row"),
    [
        ({"woods": {"wood": {"outline": [[40, 0], [90, 0], [90, 50], [40, 50]]}}}, "in a wood or village"),
        ({"woods": {"wood": {"outline": [[58, 0], [90, 0], [90, 50], [58, 50]]}}}, "in line, in the open"),
        ({"roads": {"road": {"line": [[0, 20], [120, 20]]}}}, "in column, on a road, or on wheels"),
        ({"roads": {"road": {"line": [[0, 24], [120, 24]]}}}, "in line, in the open"),
        (
            {
                "houses": {
                    n: {"outline": [[57, y], [63, y], [63, y + 4], [57, y + 4]]} for n, y in (("a", 12), ("b", 24))
                }
            },
            "in a wood or village",
        ),
        ({"houses": {"a": {"outline": [[57, 24], [63, 24], [63, 28], [57, 28]]}}}, "in line, in the open"),
    ],
)
def test_the_row_of_a_body_is_that_of_the_ground_on_which_it_stands(where: dict[str, Any], row: str) -> None:
    # Close by, so that only the table of ranges is told and no line is stopped.
    near = {"at": [54, 20]}
    line = next(
        one
        for one in table("kriegspiel", country={"size": [120, 60], **where}, red=near).sightlines("blue")
        if one.target == "blue"
    )
    assert str(line.why).startswith(row)
