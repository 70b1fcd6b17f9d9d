"""Bodies laid out man by man, and how far they stand from each other.  [KS-DEF-04, KS-DEF-05, KS-DEF-15, KS-CHARGE-04]"""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.ground.batch_geometry import points
from rules.kriegspiel.floor.contact import charging_distance, laid_to_contact, strings
from rules.kriegspiel.floor.distances import apart, cutting, distance, distances, extent, men_of, shape, within
from rules.kriegspiel.floor.footprints import Figures, breadth, depth, figures, laid_out, rectangle
from rules.kriegspiel.floor.surroundings import groups
from rules.kriegspiel.force import FORMATIONS, Body, read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.tables.figures import GUN
from rules.values.measure import INCH

FORMATION = st.sampled_from(FORMATIONS)
MEN = st.integers(1, 70)
FACING = st.integers(0, 359)
PLACE = st.tuples(st.integers(-800, 800), st.integers(-800, 800))


def a_body(formation="two-ranks", men=20, at=(0, 0), facing=0):
    arm = "cavalry" if formation in ("line", "column", "dismounted") else "infantry"
    return Body(
        "one", "red", arm, men, formation=formation, at=(round(at[0] * INCH), round(at[1] * INCH)), facing=facing
    )


def a_floor(**groups):
    return read_position(groups, read_options({}), sides=("red", "blue"))


def in_inches(men):
    return [tuple(point) for point in (men / INCH).tolist()]


# -- layouts --------------------------------------------------------------------------------------


def test_twenty_four_in_fours_stand_in_six_ranks():
    """KS-DEF-15, the printed example: two and a half inches from first to last rank."""
    men = laid_out("fours", 24, 0)
    assert sorted({y for _, y in in_inches(men)}, reverse=True) == [-0.25, -0.75, -1.25, -1.75, -2.25, -2.75]
    assert int(men[:, 1].max() - men[:, 1].min()) == 5 * INCH // 2


def test_thirty_extended_take_fifty_eight_inches_from_first_man_to_last():
    """KS-DEF-15, the printed example."""
    men = laid_out("extended", 30, 0)
    assert int(men[:, 0].max() - men[:, 0].min()) == 58 * INCH
    assert set(men[:, 1].tolist()) == {-INCH // 4}


def test_twelve_in_line_have_six_files_an_inch_apart_and_two_ranks():
    assert in_inches(laid_out("line", 12, 0))[:6] == [(x, -0.5) for x in (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)]
    assert {y for _, y in in_inches(laid_out("line", 12, 0))} == {-0.5, -2}


def test_a_body_faces_in_the_direction_given():
    assert in_inches(laid_out("extended", 2, 90)) == [(-0.25, 1), (-0.25, -1)]
    assert in_inches(laid_out("extended", 2, 180)) == [(1, 0.25), (-1, 0.25)]


def test_a_body_without_a_place_or_without_men_stands_nowhere():
    assert figures(a_body().but(at=None)) is None and figures(a_body(men=0)) is None


@given(FORMATION, MEN, FACING)
def test_no_two_men_of_a_body_stand_in_each_other(formation, men, facing):
    stand = figures(a_body(formation, men, facing=facing))
    assert len(stand.men) == men
    gaps = ((stand.men[:, None, :] - stand.men[None, :, :]) ** 2).sum(axis=2) + np.eye(men, dtype=int) * 10**9
    # Brought to whole sixteenths, two men who stand shoulder to shoulder may be a sixteenth nearer each way.
    assert men == 1 or gaps.min() >= (2 * stand.radius - 2) ** 2


@given(FORMATION, MEN, FACING)
def test_turned_by_a_quarter_or_mirrored_a_body_stands_turned_or_mirrored(formation, men, facing):
    """Mirror and rotate the country, and its bodies mirror and rotate."""
    here = set(map(tuple, laid_out(formation, men, facing).tolist()))
    turned = set(map(tuple, laid_out(formation, men, (facing + 90) % 360).tolist()))
    mirrored = set(map(tuple, laid_out(formation, men, -facing % 360).tolist()))
    assert turned == {(y, -x) for x, y in here}
    assert mirrored == {(-x, y) for x, y in here}


@given(FORMATION, MEN)
def test_a_body_is_as_broad_and_as_deep_as_its_men_stand(formation, men):
    west, south, east, north = extent(figures(a_body(formation, men)))
    assert (east - west, north - south) == (breadth(formation, men), depth(formation, men))
    assert north == 0


def test_a_gun_is_three_inches_by_one_and_a_half_about_its_axle():
    """KS-DEF-15; KS-SHELL-05: half its length is one and a half inches."""
    assert rectangle((0, 0), 90, GUN) == ((24, -12), (-24, -12), (-24, 12), (24, 12))
    assert max(abs(x) for x, _ in rectangle((0, 0), 45, GUN)) == round((24 + 12) / 2**0.5)


def test_gunners_stand_about_the_gun_that_they_serve_two_at_the_end_of_the_trail():
    """KS-GUN-08: one each side, straight behind the wheels."""
    floor = a_floor(
        bodies={"crew": {"side": "red", "arm": "artillery", "men": 5}},
        guns={"gun-1": {"side": "red", "at": [10, 10], "facing": 0, "crew": "crew"}},
    )
    men = men_of(floor, floor.bodies["crew"])
    assert in_inches(men.men)[:2] == [(9.25, 8.25), (10.75, 8.25)]
    assert within(men, rectangle((160, 160), 0, GUN), 6 * INCH).all()
    assert distance(floor, "crew", "gun-1") == 0


def test_gunners_of_two_guns_stand_about_both_and_gunners_without_a_gun_in_two_ranks():
    guns = {f"gun-{n}": {"side": "red", "at": [40 * n, 0], "crew": "crew"} for n in (1, 2)}
    floor = a_floor(bodies={"crew": {"side": "red", "arm": "artillery", "men": 9}}, guns=guns)
    men = men_of(floor, floor.bodies["crew"]).men
    assert [int((abs(men[:, 0] - x * INCH) < 200).sum()) for x in (40, 80)] == [5, 4]
    away = a_floor(bodies={"crew": {"side": "red", "arm": "artillery", "men": 9, "at": [200, 0]}}, guns=guns)
    assert extent(men_of(away, away.bodies["crew"]))[3] == 0
    assert len(men_of(away, away.bodies["crew"]).men) == 9


@pytest.mark.parametrize(("east", "beside"), [(6, True), (6.0625, False)])
def test_gunners_stand_about_a_gun_from_which_they_are_six_inches_wherever_it_is(east, beside):
    """KS-GUN-01: within six inches, and not a sixteenth farther; where the gun is on the floor makes no odds."""
    floor = a_floor(
        bodies={"crew": {"side": "red", "arm": "artillery", "men": 4, "at": [40 + east, 70]}},
        guns={"gun": {"side": "red", "at": [40, 70], "facing": 0, "crew": "crew"}},
    )
    men = in_inches(men_of(floor, floor.bodies["crew"]).men)
    assert ((39.25, 68.25) in men) == beside


# -- distances ----------------------------------------------------------------------------------------


def discs(*places, radius=4):
    return Figures(points(places), radius)


def test_two_men_six_and_a_half_inches_apart_are_six_inches_apart():
    """KS-DEF-05, the printed example."""
    assert apart(discs((0, 0)), discs((104, 0))) == 6 * INCH
    assert within(discs((0, 0)), discs((104, 0)), 6 * INCH).all()
    assert not within(discs((0, 0)), discs((105, 0)), 6 * INCH).any()


def test_aslant_the_squares_decide():
    """KS-DEF-04: single distances compare squared integers."""
    assert apart(discs((0, 0)), discs((62, 83))) == 96
    assert apart(discs((0, 0)), discs((62, 84))) == 97


def test_between_two_bodies_front_to_front_lie_the_inches_between_their_fronts():
    floor = a_floor(
        bodies={
            "horse": {"side": "red", "arm": "cavalry", "men": 12, "formation": "line", "at": [0, 0], "facing": 0},
            "foot": {
                "side": "blue",
                "arm": "infantry",
                "men": 20,
                "formation": "extended",
                "at": [0.5, 20],
                "facing": 180,
            },
        }
    )
    assert distance(floor, "horse", "foot") == 20 * INCH
    assert distance(floor, "foot", "horse") == 20 * INCH
    assert distance(floor, "foot", "nobody") is None


def test_an_eighth_of_an_inch_is_contact():
    """KS-DEF-05: contact counts as distance 0."""
    for gap, far in ((2, 0), (3, 3)):
        floor = a_floor(
            bodies={
                "one": {"side": "red", "arm": "infantry", "men": 1, "at": [0, 0]},
                "two": {"side": "blue", "arm": "infantry", "men": 1, "at": [0, gap / 16], "facing": 180},
            }
        )
        assert distance(floor, "one", "two") == far


def test_a_man_is_as_far_from_a_gun_as_from_the_nearest_edge_of_it():
    gun = rectangle((0, 0), 0, GUN)
    assert apart(discs((12 + 4 + 96, 0)), gun) == apart(gun, discs((12 + 4 + 96, 0))) == 96
    assert apart(discs((12 + 34, 24 + 30)), gun) == 42
    assert apart(discs((0, 0)), gun) == 0
    assert apart(gun, rectangle((0, 100), 0, GUN)) == 52


@given(FORMATION, MEN, PLACE, FACING, FORMATION, MEN, PLACE, FACING)
def test_a_distance_is_the_same_from_either_end_and_under_turns_and_mirrors(one, n, p, a, other, m, q, b):
    def stand(turn):
        (p2, a2), (q2, b2) = turn(p, a), turn(q, b)
        mine, yours = a_body(one, n).but(at=p2, facing=a2 % 360), a_body(other, m).but(at=q2, facing=b2 % 360)
        return figures(mine), figures(yours)

    here, there = stand(lambda at, facing: (at, facing))
    far = apart(here, there)
    assert far == apart(there, here)
    assert far == apart(*stand(lambda at, facing: ((at[1], -at[0]), facing + 90)))
    assert far == apart(*stand(lambda at, facing: ((-at[0], at[1]), -facing)))
    assert within(here, there, far).any() and (far == 0 or not within(here, there, far - 1).any())


@given(st.lists(PLACE, min_size=1, max_size=8), PLACE, FACING)
def test_distances_of_many_men_to_an_outline_are_those_of_each(men, at, facing):
    gun = rectangle(at, facing, GUN)
    assert apart(discs(*men), gun) == min(apart(discs(one), gun) for one in men)


def test_an_enemy_cuts_a_string_within_six_inches_and_between_its_ends_alone():
    """KS-SUP-11, the printed example: enemy edge at (30, 6), at (30, 6 1/8), and at (66, 0) beyond the end."""
    string = ((0, 0), (60 * INCH, 0))
    for edge, cut in (((30, 6), True), ((30, 6.125), False)):
        assert cutting(*string, discs((edge[0] * INCH, int(edge[1] * INCH) + 4)), 6 * INCH).any() == cut
    assert not cutting(*string, discs((66 * INCH + 4, 0)), 6 * INCH).any()


def test_everything_that_has_a_place_takes_up_ground():
    floor = a_floor(
        waggons={"w": {"side": "red", "at": [0, 0], "facing": 90}},
        depots={"d": {"side": "red", "at": [0, 40]}},
        generals={"g": {"side": "red", "at": [0, 80]}},
        boats={"b": {"side": "red", "at": [0, 120]}},
        guns={"far": {"side": "red"}},
    )
    assert extent(shape(floor, "w")) == (-20, -8, 20, 8)
    assert distance(floor, "w", "d") == 40 * INCH - 8
    assert distance(floor, "d", "g") == 40 * INCH - 8
    assert distance(floor, "g", "b") == 40 * INCH - 8 - 32
    assert shape(floor, "far") is None


# -- contact ------------------------------------------------------------------------------------------


def skirmishers(at=(1, 20), men=60):
    """Sixty in a row with men at x = 0, 2, 4 ... to either side when ``at`` is one inch to the east."""
    return figures(a_body("extended", men, at=at, facing=180))


def test_a_line_of_twelve_meets_nine_of_sixty_skirmishers_with_all_its_sabres():
    """KS-CHARGE-04, the printed example: S 12, I 9, not 60."""
    horse = a_body("line", 12, at=(2.5, 0))
    found = laid_to_contact(horse, "line", skirmishers())
    assert charging_distance(figures(horse), skirmishers()) == 20 * INCH
    assert (found.attackers, found.defenders, found.shift) == (12, 9, (0, 20 * INCH))


def test_two_lines_meet_front_to_front_wherever_they_stand_on_the_compass():
    for facing in range(0, 360, 15):
        target = figures(a_body("two-ranks", 20, at=(0, 0), facing=facing))
        horse = a_body("line", 8, at=(0, 0), facing=(facing + 180) % 360)
        front = laid_out("extended", 1, facing)[0]
        away = (int(-front[0]) * 80, int(-front[1]) * 80)
        found = laid_to_contact(horse.but(at=away), "line", target)
        assert found.attackers == 8 and found.defenders >= 18
        assert 0 <= apart(found.men, target) <= 2


def test_a_charger_wheels_towards_the_nearest_of_its_target():
    horse = a_body("line", 8, at=(30, 0), facing=0)
    found = laid_to_contact(horse, "line", figures(a_body("extended", 1, at=(0, 0))))
    assert 265 <= found.facing <= 275
    assert found.attackers == 8 and found.defenders == 1


@given(st.integers(1, 40), PLACE, FACING, FORMATION, MEN, PLACE, FACING)
@example(19, (567, -172), 0, "extended", 24, (37, 42), 237)
def test_whoever_is_laid_to_contact_touches_and_stands_in_nobody(sabres, p, a, formation, men, q, b):
    horse = a_body("line", sabres).but(at=p, facing=a)
    target = figures(a_body(formation, men).but(at=q, facing=b))
    if apart(figures(horse), target) <= 40:
        return
    found = laid_to_contact(horse, "line", target)
    gap = ((found.men.men[:, None, :] - target.men[None, :, :]) ** 2).sum(axis=2).min()
    assert gap >= (found.men.radius + target.radius - 1) ** 2
    assert apart(found.men, target) <= 2
    assert 1 <= found.attackers <= sabres and 1 <= found.defenders <= men


def test_a_rider_between_two_men_whom_he_would_pass_goes_up_to_one_of_them():
    """KS-CHARGE-04: an inch to either side of his way they stand too far apart to be touched by it."""
    found = laid_to_contact(a_body("line", 1), "line", Figures(points([(-16, 320), (16, 320)]), 4))
    assert (found.attackers, found.defenders) == (1, 2)


@given(st.integers(8, 30), PLACE, FACING, MEN, PLACE, FACING)
def test_a_charge_turned_by_a_quarter_meets_as_many(sabres, p, a, men, q, b):
    def charge(p, a, q, b):
        target = figures(a_body("extended", men).but(at=q, facing=b % 360))
        return laid_to_contact(a_body("line", sabres).but(at=p, facing=a % 360), "line", target)

    here = charge(p, a, q, b)
    turned = charge((p[1], -p[0]), a + 90, (q[1], -q[0]), b + 90)
    mirrored = charge((-p[0], p[1]), -a, (-q[0], q[1]), -b)
    assert (turned.shift, mirrored.shift) == ((here.shift[1], -here.shift[0]), (-here.shift[0], here.shift[1]))
    assert here[4:] == turned[4:] == mirrored[4:]


def test_a_gun_is_touched_by_the_line_that_reaches_it():
    gun = rectangle((0, 40 * INCH), 180, GUN)
    found = laid_to_contact(a_body("line", 8), "line", gun)
    assert found.attackers == 8 and found.strings.distance == 40 * INCH - 24
    assert apart(found.men, gun) <= 2


@given(st.integers(1, 40), PLACE, FACING, PLACE, FACING)
def test_whoever_is_laid_to_a_gun_touches_it(sabres, p, a, q, b):
    horse, gun = a_body("line", sabres).but(at=p, facing=a), rectangle(q, b, GUN)
    if apart(figures(horse), gun) <= 40:
        return
    found = laid_to_contact(horse, "line", gun)
    assert apart(found.men, gun) <= 2 and 1 <= found.attackers <= sabres


# -- groups, and the nearest of an outline ----------------------------------------------------------


@pytest.mark.parametrize(("east", "north"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_bodies_are_a_group_to_the_last_sixteenth_whichever_way_they_lie(east, north):
    """KS-SUP-09: a gap of exactly so much links them, a sixteenth more does not."""
    for_both = {"side": "red", "arm": "infantry", "men": 9}
    for farther in (0, 1):
        far = [(600 + farther) * east / INCH, (600 + farther) * north / INCH]
        ground = a_floor(bodies={"a": {**for_both, "at": [0, 0]}, "b": {**for_both, "at": far}})
        one, other = (men_of(ground, body) for body in ground.bodies.values())
        reach = apart(one, other) - farther
        assert groups(ground, ground.bodies.values(), reach) == ((("a",), ("b",)) if farther else (("a", "b"),))


@given(PLACE, PLACE, PLACE, PLACE)
@example((5, 5), (0, 0), (1, -1), (0, -1))
def test_the_nearest_place_of_an_outline_is_rounded_half_upwards(man, a, b, c):
    """KS-DEF-04, KS-DEF-05: on each side the foot of the perpendicular, or its end, in whole sixteenths."""
    outline = (a, b, c)
    feet = []
    for (x, y), (u, v) in zip(outline, (*outline[1:], outline[0]), strict=True):
        dx, dy = u - x, v - y
        square = dx * dx + dy * dy
        part = (
            min(max(Fraction((man[0] - x) * dx + (man[1] - y) * dy, square), Fraction(0)), Fraction(1)) if square else 0
        )
        feet.append((floor(x + dx * part + Fraction(1, 2)), floor(y + dy * part + Fraction(1, 2))))
    nearest = min((man[0] - x) ** 2 + (man[1] - y) ** 2 for x, y in feet)
    found = strings(Figures(points([man]), 0), outline)
    assert {(man[0] - x) ** 2 + (man[1] - y) ** 2 for x, y in found.ends.tolist()} == {nearest}


def test_the_men_of_a_body_are_laid_out_once_and_nobody_can_move_them():
    foot = {"side": "red", "arm": "infantry", "men": 30, "formation": "extended", "at": [200, 0]}
    floor = a_floor(bodies={"red-1": foot, "red-2": foot, "red-3": {**foot, "at": [201, 0]}})
    one, two, three = (men_of(floor, floor.bodies[f"red-{n}"]) for n in (1, 2, 3))
    assert one is two and one is not three
    with pytest.raises(ValueError, match="read-only"):
        one.men[0] = 0


def test_distances_from_many_places_are_those_from_each():
    foot = {"side": "red", "arm": "infantry", "men": 7, "formation": "extended", "at": [200, 0]}
    floor = a_floor(bodies={"red": foot}, depots={f"d{n}": {"side": "red", "at": [200 + 3 * n, n]} for n in range(9)})
    places = [floor.depots[f"d{n}"].at for n in range(9)]
    assert distances(places, shape(floor, "red")) == [distance(floor, f"d{n}", "red") for n in range(9)]
    assert 0 in distances(places, shape(floor, "red"))
