"""Weather, by house rule: an exact factor on marches and on the shots of guns, for some moves."""

from fractions import Fraction

import pytest

from rules.books import book
from rules.contract.data import Chance, Facts, Start
from rules.errors import Invalid, Refused

BOOK = book("kriegspiel")
OPTIONS = BOOK.options({"two_stage_move": False})
PLAIN = {"size": [240, 240]}


def a_table(weather=None):
    start = {
        "country": PLAIN,
        "own_moves": {"red": 3, "blue": 3},
        "bodies": {
            "foot": {"side": "red", "arm": "infantry", "men": 20, "at": [20, 20]},
            "crew": {"side": "red", "arm": "artillery", "men": 8, "at": [60, 19]},
            "enemy": {"side": "blue", "arm": "infantry", "men": 20, "at": [20, 220]},
        },
        "guns": {"gun": {"side": "red", "at": [60, 20], "crew": "crew"}},
    } | ({"weather": weather} if weather else {})
    return BOOK.table(BOOK.opening(Start(start), OPTIONS), OPTIONS)


def march(inches):
    return {"order": "march", "body": "foot", "path": [[20, 20 + inches]]}


@pytest.mark.parametrize(
    ("weather", "far"),
    [
        (None, 12),
        ({"rain": {"march": "2/3"}}, 8),
        ({"a": {"march": "2/3"}, "b": {"march": "1/2"}}, 4),
        ({"fine": {"march": 2}}, 24),
    ],
)
def test_it_changes_how_far_a_body_comes_exactly(weather, far):
    view = a_table(weather).seen_by("red")
    assert view.check(march(far)).cost == "the whole move" or view.check(march(far)).cost
    with pytest.raises(Refused, match="E-BUDGET"):
        view.check(march(far + 0.0625))
    assert view.check(march(far)).whole == far
    (ring, *_) = [one for one in view.reaches("foot") if one["kind"] == "march"]
    assert ring["inches"] == far


@pytest.mark.parametrize(("factor", "shots"), [("1/2", 2), ("1/100", 1), ("3/4", 3)])
def test_it_changes_the_shots_of_a_gun_but_never_to_none(factor, shots):
    fire = {"order": "fire-gun", "gun": "gun", "shots": shots, "aim": {"bearing": 0, "elevation": 10}}
    view = a_table({"fog": {"shots": factor}}).seen_by("red")
    view.check(fire)
    with pytest.raises(Refused, match="E-SHOTS"):
        view.check({**fire, "shots": shots + 1})


def test_it_passes_after_its_moves_and_both_sides_see_it():
    table = a_table({"rain": {"march": "2/3", "moves": 2, "name": "Rain"}, "mud": {"march": "1/2"}})
    assert table.sees("blue")["weather"]["rain"] == {"march": "2/3", "moves": 2, "name": "Rain"}
    after = table.adjudicate("red", [], Facts({}), Chance({"seed": "x"})).position
    assert after["weather"] == {"rain": {"march": "2/3", "moves": 1, "name": "Rain"}, "mud": {"march": "1/2"}}
    later = BOOK.table(after, OPTIONS).adjudicate("blue", [], Facts({}), Chance({"seed": "x"})).position
    assert later["weather"] == {"mud": {"march": "1/2"}}


def test_a_march_in_the_rain_is_carried_out_for_its_price():
    table = a_table({"rain": {"march": "2/3"}})
    found = table.adjudicate("red", [march(8)], Facts({}), Chance({"seed": "x"}))
    assert not found.refused and found.position["bodies"]["foot"]["at"] == [20, 28]
    far = table.adjudicate("red", [march(12)], Facts({}), Chance({"seed": "x"}))
    assert [one["code"] for one in far.refused] == ["E-BUDGET"]


@pytest.mark.parametrize("factor", ["0", "5", "-1", "1/0", "0.5", 0.5, True, "two thirds"])
def test_a_factor_is_a_small_fraction(factor):
    with pytest.raises(Invalid):
        a_table({"rain": {"march": factor}})


def test_an_exact_factor_is_kept_as_it_is_written():
    assert a_table({"rain": {"march": "2/3"}}).sees("red")["weather"]["rain"]["march"] == str(Fraction(2, 3))
