"""The oracle of sight against cases worked by hand.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]

Places are given in inches, and contours are an inch high unless it is said otherwise.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from rules.floor.sight.look import Looker, Target
from rules.ground.country import Contour, Country, House, Wall, Wood
from rules.values import codec
from rules.values.measure import INCH, Point
from tests.rules.sight_oracle import (
    DAY,
    DUSK,
    GRADES,
    NIGHT,
    crossed,
    ground_stops,
    house_stops,
    level,
    seen,
    situation,
    stopped,
    wall_stops,
    wood_stops,
)

H = INCH
OPEN = Country()


def p(x: float, y: float) -> Point:
    """A point given in inches."""
    return (int(x * INCH), int(y * INCH))


def line(*points: tuple[float, float]) -> tuple[Point, ...]:
    """A line given in inches."""
    return tuple(p(*one) for one in points)


def box(x: float, y: float, across: float, up: float) -> tuple[Point, ...]:
    """A box given in inches by its south-western corner."""
    return line((x, y), (x + across, y), (x + across, y + up), (x, y + up))


def ring(x: float, y: float, across: float, up: float, contours: int = 1) -> Contour:
    """A contour round a box, higher inside."""
    corners = box(x, y, across, up)
    return Contour(line=(*corners, corners[0]), height=contours * H)


def grade(looker: Looker, target: Target, light: Fraction = DAY, country: Country = OPEN) -> str | None:
    """How a looker sees a target."""
    found = seen(country, H, light, [looker], [target])
    return found[looker.id, target.id][0] if found else None


def off(sixteenths: int, row: str = "line", **more: bool) -> Target:
    """A target to the east of (0, 0)."""
    return Target("t", ((sixteenths, 0),), row, **more)


def in_line(*points: tuple[float, float]) -> Target:
    """A target in line, in the open, at points given in inches."""
    return Target("t", line(*points), "line")


AT_NOUGHT = Looker("l", (p(0, 0),))
SCOUT = Looker("l", (p(0, 0),), scout=True)


def test_a_range_reaches_a_thing_that_stands_exactly_at_it():
    assert [grade(AT_NOUGHT, off(24 * INCH + more)) for more in (0, 1)] == ["known", "seen"]
    assert [grade(AT_NOUGHT, off(60 * INCH + more)) for more in (0, 1)] == ["seen", "glimpse"]
    assert [grade(AT_NOUGHT, off(108 * INCH + more)) for more in (0, 1)] == ["glimpse", None]
    slanting = [Target("t", ((576, 768 + more),), "line") for more in (0, 1)]  # 36, 48 and so 60 inches
    assert [grade(AT_NOUGHT, one) for one in slanting] == ["seen", "glimpse"]


def test_scouts_see_half_as_far_again_and_the_dark_takes_from_all_but_what_burns():
    assert [grade(SCOUT, off(90 * INCH + more)) for more in (0, 1)] == ["seen", "glimpse"]
    assert [grade(AT_NOUGHT, off(30 * INCH + more), DUSK) for more in (0, 1)] == ["seen", "glimpse"]
    assert [grade(SCOUT, off(15 * INCH + more), NIGHT) for more in (0, 1)] == ["seen", "glimpse"]  # 60 * 3/2 / 6
    assert grade(AT_NOUGHT, off(72 * INCH, row="raised", burning=True), NIGHT) == "seen"


def test_what_fired_is_seen_twice_as_far():
    assert [grade(AT_NOUGHT, off(120 * INCH + more, fired=True)) for more in (0, 1)] == ["seen", "glimpse"]


def test_from_one_contour_higher_one_sees_half_as_far_again_and_from_two_or_more_twice_as_far():
    for contours, by in ((1, Fraction(3, 2)), (2, Fraction(2)), (3, Fraction(2))):
        hill = {f"c{i}": ring(-9, -9, 9.0625 + i / 16, 18, contours - i) for i in range(contours)}
        country = Country(contours=hill)
        assert level(p(0, 0), country, H) == contours * H
        far = int(60 * INCH * by)
        assert [grade(AT_NOUGHT, off(far + more), country=country) for more in (0, 1)] == ["seen", "glimpse"]
        # but not the other way, up the hill
        down = Looker("l", (p(61, 0),))
        assert grade(down, in_line((0, 0)), country=country) == "glimpse"


def test_a_difference_of_less_than_a_whole_contour_is_none():
    country = Country(contours={"c": Contour(line=ring(-9, -9, 9.0625, 18).line, height=H // 2)})
    higher = Country(contours={"c": country.contours["c"].but(height=0), "away": ring(900, 0, 9, 9)})
    assert level(p(0, 0), country, H) == 8 and level(p(61, 0), country, H) == -8
    assert grade(AT_NOUGHT, off(61 * INCH), country=country) == "seen"  # 1/2 and -1/2: a whole one
    assert level(p(0, 0), higher, H) == 0 and level(p(61, 0), higher, H) == -H
    uneven = Country(contours={"c": ring(-9, -9, 9.0625, 18), "d": Contour(line=ring(60, -9, 9, 18).line, height=8)})
    assert level(p(61, 0), uneven, H) == 8
    assert grade(AT_NOUGHT, off(61 * INCH), country=uneven) == "glimpse"  # 1 and 1/2


def test_a_ray_just_clears_a_brow_an_eighth_of_its_way_off():
    # From 1 1/8 contours to 1/8: it has come down to the brow's height at 1/8 of its way.
    country = Country(contours={"c": ring(0, 0, 20, 20)})
    assert crossed(p(18, 10), p(34, 10), country.contours["c"]) == [Fraction(1, 8)]
    assert not ground_stops(p(18, 10), p(34, 10), country, H)
    assert not ground_stops(p(34, 10), p(18, 10), country, H)
    assert ground_stops(p(18, 10), (34 * INCH - 1, 160), country, H)
    assert ground_stops((18 * INCH - 1, 160), p(34, 10), country, H)


def test_a_hill_between_two_on_low_ground_hides_them_and_a_hollow_does_not():
    hill = ring(10, 0, 20, 20)
    assert crossed(p(0, 10), p(40, 10), hill) == [Fraction(1, 4), Fraction(3, 4)]
    assert ground_stops(p(0, 10), p(40, 10), Country(contours={"c": hill}), H)
    hollow = hill.but(higher="outside", height=0)
    assert level(p(20, 10), Country(contours={"c": hollow}), H) == -H
    assert not ground_stops(p(0, 10), p(40, 10), Country(contours={"c": hollow}), H)


def test_who_stands_on_a_contour_line_is_at_its_foot_and_sees_nothing_above():
    contour = ring(0, 0, 20, 20)
    country = Country(contours={"c": contour})
    foot, top, low = p(0, 10), p(5, 10), p(-5, 10)
    assert [level(one, country, H) for one in (foot, top, low)] == [0, H, 0]
    assert crossed(foot, top, contour) == [0] and crossed(top, foot, contour) == [1]
    assert crossed(foot, low, contour) == crossed(low, foot, contour) == []
    assert ground_stops(foot, top, country, H) and ground_stops(top, foot, country, H)
    assert not ground_stops(foot, low, country, H)


def test_to_touch_a_contour_or_to_run_along_it_is_not_to_cross_it():
    contour = ring(0, 0, 20, 20)
    assert crossed(p(-10, 10), p(10, -10), contour) == []  # by the corner
    assert crossed(p(-10, 0), p(30, 0), contour) == []  # along the face
    notched = line((0, 0), (20, 0), (20, 20), (10, 10), (0, 20), (0, 0))
    assert crossed(p(5, 10), p(15, 10), Contour(line=notched, height=H)) == []  # from above, by the notch
    stepped = line((0, 0), (20, 0), (20, 20), (10, 20), (10, 10), (0, 10), (0, 0))
    # From below, along its northern face from 0 to 10 and up into it there.
    assert crossed(p(-10, 10), p(15, 10), Contour(line=stepped, height=H)) == [Fraction(20, 25)]
    assert crossed(p(15, 10), p(-10, 10), Contour(line=stepped, height=H)) == [Fraction(5, 25)]


def test_near_a_corner_the_level_goes_by_both_its_legs_and_of_equal_contours_by_the_first():
    bent = line((0, 20), (20, 20), (0, 24))  # a spit with its point to the east, lower between its legs
    country = Country(contours={"c": Contour(line=bent, height=H, higher="right")})
    assert [level(p(*one), country, H) for one in ((30, 20), (30, 30), (10, 19), (10, 21), (20, 20))] == [H, H, H, 0, 0]
    two = {"a": ring(0, 0, 10, 10, 1), "b": ring(20, 0, 10, 10, 5)}
    assert level(p(15, 5), Country(contours=two), H) == 0
    assert level(p(15, 5), Country(contours=dict(reversed(two.items()))), H) == 4 * H
    assert level(p(15, 5), OPEN, H) == 0


def test_a_house_stops_what_runs_through_it_and_not_along_its_face_or_by_its_corner():
    country = Country(houses={"h": House(outline=box(10, 10, 10, 10))})
    assert house_stops(p(0, 15), p(40, 15), country) and house_stops(p(10, 10), p(20, 20), country)
    assert house_stops(p(0, 10), (40 * INCH, 10 * INCH + 1), country)
    assert not house_stops(p(0, 10), p(40, 10), country)
    assert not house_stops(p(0, 20), p(20, 0), country)
    assert not house_stops(p(0, 15), p(10, 15), country)


def test_a_wall_hides_only_what_is_low_and_not_from_who_stands_at_it():
    country = Country(walls={"w": Wall(line=line((10, -5), (10, 5)))})
    standing, lying = off(20 * INCH), off(20 * INCH, row="low", low=True)
    assert grade(AT_NOUGHT, standing, country=country) == "known"
    assert grade(AT_NOUGHT, lying, country=country) is None
    assert grade(Looker("l", (p(0, 0),), low=True), standing, country=country) is None
    assert grade(Looker("l", (p(10, 0),)), lying, country=country) == "known"
    assert grade(AT_NOUGHT, off(20 * INCH, row="line", low=True, fired=True), country=country) == "known"
    assert not wall_stops(p(0, 0), p(10, 0), country)
    assert wall_stops(p(0, 5), p(20, 5), country) and not wall_stops(p(0, 5), p(10, 5), country)
    assert wall_stops(p(10, 0), p(10, 30), country) and not wall_stops(p(10, 5), p(10, 30), country)


def test_three_inches_of_wood_are_looked_through_and_no_more_however_they_come_together():
    def through(*woods: tuple[Point, ...]) -> bool:
        country = Country(woods={f"w{i}": Wood(outline=one) for i, one in enumerate(woods)})
        return not wood_stops(p(0, 0), p(40, 0), country, False)

    assert through(box(10, -5, 3, 10)) and not through(box(10, -5, 3.0625, 10))
    assert through(box(10, -5, 2, 10), box(11, -5, 2, 10)) and not through(box(10, -5, 2, 10), box(20, -5, 2, 10))
    assert through(box(10, 0, 20, 10)), "along its edge"
    horseshoe = line((10, -5), (20, -5), (20, 5), (18, 5), (18, -3), (12, -3), (12, 5), (10, 5))
    assert not through(horseshoe), "2 inches of either arm"
    slanting = Country(woods={"w": Wood(outline=line((4, 0), (7, 4), (3, 7), (0, 3)))})
    assert wood_stops(p(0, 0), p(7, 7), slanting, False)


def test_in_one_and_the_same_wood_one_sees_nine_inches():
    one = Country(woods={"w": Wood(outline=box(0, 0, 40, 40))})
    assert not wood_stops(p(5, 5), p(14, 5), one, False) and wood_stops(p(5, 5), p(14.0625, 5), one, False)
    two = Country(woods={"w": Wood(outline=box(0, 0, 10, 40)), "v": Wood(outline=box(10, 0, 10, 40))})
    assert wood_stops(p(8, 5), p(12, 5), two, False)
    assert wood_stops(p(0, 5), p(5, 5), one, False), "on its edge is not in it"


def test_the_wood_from_which_a_thing_fired_does_not_hide_it():
    woods = {"w": Wood(outline=box(10, -5, 20, 10)), "v": Wood(outline=box(2, -5, 2, 10))}
    country = Country(woods=woods)
    lurking = off(20 * INCH)
    assert grade(AT_NOUGHT, lurking, country=country) is None
    assert grade(AT_NOUGHT, off(20 * INCH, fired=True), country=country) == "known"
    assert wood_stops(p(0, 0), p(20, 0), Country(woods=woods | {"u": Wood(outline=box(5, -5, 2, 10))}), True)
    assert wood_stops(p(0, 0), p(35, 0), country, True), "it stands behind the wood and not in it"


def test_the_best_ray_that_is_not_stopped_counts_then_the_shortest_then_the_first():
    looker = Looker("l", line((0, 0), (0, 10)))
    assert seen(OPEN, H, DAY, [looker], [in_line((30, 5), (40, 0), (30, 5))]) == {("l", "t"): ("seen", 0, 0)}
    assert seen(OPEN, H, DAY, [looker], [in_line((40, 0), (30, 9))]) == {("l", "t"): ("seen", 1, 1)}
    house = Country(houses={"h": House(outline=box(10, 2, 2, 20))})
    assert seen(house, H, DAY, [looker], [in_line((40, 0), (30, 9))]) == {("l", "t"): ("seen", 0, 0)}
    assert stopped(p(0, 0), p(30, 9), house, H, False, False)
    # A longer ray with a better grade before a shorter one with a lesser: from a hill one sees further.
    hill = Country(contours={"c": ring(-9, -9, 9.0625, 18)})
    low_first = Looker("l", line((1, 9.5), (0, 0)))
    assert level(p(1, 9.5), hill, H) == 0
    assert seen(hill, H, DAY, [low_first], [in_line((30, 9.5))]) == {("l", "t"): ("known", 1, 0)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(0, 120, 40))
def test_random_situations_are_lawful_and_the_same_again_and_hold_something_of_everything(seed):
    grades: Counter[str] = Counter()
    stops: Counter[str] = Counter()
    for one in range(seed, seed + 40):
        country, contour, light, lookers, targets = situation(Random(one))
        assert (country, contour, light, lookers, targets) == situation(Random(one))
        assert codec.read(Country, codec.write(country), "country") == country
        assert lookers and targets and all(1 <= len(thing.points) <= 3 for thing in (*lookers, *targets))
        grades.update(how for how, _, _ in seen(country, contour, light, lookers, targets).values())
        for looker in lookers:
            for target in targets:
                a, b = looker.points[0], target.points[0]
                stops["ground"] += ground_stops(a, b, country, contour)
                stops["house"] += house_stops(a, b, country)
                stops["wall"] += wall_stops(a, b, country)
                stops["wood"] += wood_stops(a, b, country, target.fired)
                stops["nothing"] += not stopped(a, b, country, contour, True, target.fired)
    assert all(grades[how] >= 5 for how in GRADES), grades
    assert len(stops) == 5 and min(stops.values()) >= 10, stops
