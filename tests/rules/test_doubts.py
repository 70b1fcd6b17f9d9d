"""What of a country looks like a slip: a house on a road, on rails, in water, on another house."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ground.country_file import read_country
from rules.ground.doubts import MOST_HOUSES, doubts


def box(east: float, north: float, wide: float = 8, deep: float = 8) -> dict[str, Any]:
    return {"outline": [[east, north], [east + wide, north], [east + wide, north + deep], [east, north + deep]]}


FIELD = {
    "size": [288, 192],
    "roads": {"lane": {"line": [[0, 100], [288, 100]], "name": "Mill Lane"}},
    "rails": {"line": {"line": [[0, 20], [288, 20]]}},
    "water": {"pond": box(200, 130, 40, 40)},
}


def told(**houses: Any) -> list[str]:
    return doubts(read_country({**FIELD, "houses": houses}, "country"))


@pytest.mark.parametrize(
    ("houses", "said"),
    [
        ({"mill": {**box(50, 96), "name": "The Mill"}}, ["the house The Mill stands on the road Mill Lane"]),
        ({"a": box(50, 16)}, ["the house a stands on the rails line"]),
        ({"a": box(195, 135)}, ["the house a stands in the water pond"]),
        ({"a": box(210, 140)}, ["the house a stands in the water pond"]),
        ({"a": box(20, 60), "b": box(24, 64)}, ["the house a stands on the house b"]),
        ({"a": box(20, 60), "b": box(20, 60)}, ["the house a stands on the house b"]),
        ({"a": box(20, 60, 30, 30), "b": box(28, 68)}, ["the house a stands on the house b"]),
    ],
)
def test_a_house_that_stands_on_something_is_told(houses: dict[str, Any], said: list[str]) -> None:
    assert told(**houses) == said


def test_houses_beside_one_another_the_road_and_the_water_are_as_they_should_be() -> None:
    assert told(a=box(20, 60), b=box(28, 60), c=box(50, 100), d=box(192, 140), e=box(100, 92)) == []


def test_of_a_country_with_very_many_houses_nothing_is_told() -> None:
    crowd = {f"h{number}": box(1 + number % 30 * 9, 101 + number // 30 * 8, 4, 4) for number in range(MOST_HOUSES + 1)}
    assert told(**crowd) == []
