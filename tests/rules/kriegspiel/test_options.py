"""Options are read as the rulebook prints them, and nothing else."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.errors import Invalid
from rules.kriegspiel.options import read_options


@pytest.mark.parametrize(
    ("key", "printed", "read"),
    [
        ("road_bonus_arms", {"infantry": None, "cavalry": None}, ("infantry", "cavalry")),
        ("road_bonus_arms", "cavalry", ("cavalry",)),
        ("slope_applies_to", ["cav", "RA"], ("cavalry", "artillery")),
        ("steep_rule", "map-tagged areas", "map-tagged"),
        ("charge_participants", "six-inch", "six_inch"),
        ("auto_eat_horses", "true when surrounded", "when-surrounded"),
        ("auto_eat_horses", False, "never"),
        ("free_surrender", "any body", True),
        ("map_size_ft", [20, 30], (20, 30)),
        ("map_size_ft", 20, (20, 20)),
        ("map_size_ft", "scenario", None),
        ("shell_types", [{"name": "shell", "range": 18}, ["heavy", 12]], {"shell": 18, "heavy": 12}),
        ("boats_carry", "all", ("infantry", "cavalry", "artillery", "engineers", "transport")),
        ("boats_carry", ["infantry"], ("infantry",)),
        ("truck_capacity", {"inf": 10, "gun": "½"}, {"infantry": 10, "cavalry": 5, "gun": Fraction(1, 2)}),
        ("supply_range_ft", {"inf": 5, "re": 9}, {"infantry": 5, "cavalry": 18, "artillery": 12, "engineers": 9}),
    ],
)
def test_a_value_is_read_as_the_rulebook_prints_it(key, printed, read):
    assert getattr(read_options({key: printed}), key) == read


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("road_bonus_arms", ["elephants"]),
        ("road_bonus_arms", {"infantry": 3}),
        ("steep_rule", "steep"),
        ("charge_participants", True),
        ("free_surrender", "some body"),
        ("map_size_ft", [20, "thirty"]),
        ("map_size_ft", [20, 0]),
        ("map_size_ft", True),
        ("map_size_ft", [1, 2, 3]),
        ("shell_types", [{"name": "shell"}]),
        ("shell_types", [[["shell"], 18]]),
        ("loss_fraction_rule", "down"),
        ("boats_carry", "some"),
        ("truck_capacity", {"infantry": 0}),
        ("truck_capacity", {"elephants": 1}),
    ],
)
def test_a_value_that_means_nothing_is_refused_with_its_place(key, value):
    with pytest.raises(Invalid) as refused:
        read_options({key: value})
    assert f"options.{key}" in refused.value.sentence
