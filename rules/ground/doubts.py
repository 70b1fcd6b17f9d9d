"""What of a country is allowed and yet looks like a slip: houses on a road, on rails, in water, or on another house.  [KS-GAME-09]"""

from __future__ import annotations

from collections.abc import Iterator

from rules.ground.country import Country
from rules.ground.features import listed
from rules.ground.geometry import Line, legs, stretches_inside, where
from rules.values.sentence import say

MOST_HOUSES = 300
"""Of a country with more houses nothing is told: surveys have thousands, and leave such things to their report."""

Box = tuple[int, int, int, int]


def doubts(country: Country) -> list[str]:
    """A sentence for each house that stands on something; empty where there are too many houses to look at each.

    A house that only touches another, or the middle of a road, is as it should be.
    """
    if len(country.houses) > MOST_HOUSES:
        return []
    return [one for house in country.houses for one in _of_house(country, house)]


def _of_house(country: Country, house: str) -> Iterator[str]:
    outline = country.houses[house].outline
    name = listed(house, country.houses[house].name)
    for other, road in country.roads.items():
        if _runs_over(road.line, outline):
            yield say("the house {house} stands on the road {other}", house=name, other=listed(other, road.name))
    for other, rails in country.rails.items():
        if _runs_over(rails.line, outline):
            yield say("the house {house} stands on the rails {other}", house=name, other=listed(other, rails.name))
    for other, water in country.water.items():
        if _overlap(outline, water.outline):
            yield say("the house {house} stands in the water {other}", house=name, other=listed(other, water.name))
    ids = list(country.houses)
    for other in ids[ids.index(house) + 1 :]:
        if _overlap(outline, country.houses[other].outline):
            beside = listed(other, country.houses[other].name)
            yield say("the house {house} stands on the house {other}", house=name, other=beside)


def _runs_over(line: Line, outline: Line, closed: bool = False) -> bool:
    """Whether a part of a line lies inside an outline."""
    if not _near(_box(line), _box(outline)):
        return False
    return any(_near(_box(leg), _box(outline)) and stretches_inside(*leg, outline) for leg in legs(line, closed))


def _overlap(one: Line, other: Line) -> bool:
    """Whether two areas have ground in common, not only an edge."""
    if not _near(_box(one), _box(other)):
        return False
    if _runs_over(one, other, closed=True) or _runs_over(other, one, closed=True):
        return True
    corners = set(one)
    return corners == set(other) or any(where(other, corner) > 0 for corner in corners)


def _box(points: Line) -> Box:
    east, north = [one[0] for one in points], [one[1] for one in points]
    return min(east), min(north), max(east), max(north)


def _near(one: Box, other: Box) -> bool:
    """Whether two boxes have ground in common."""
    return one[0] < other[2] + 1 and other[0] < one[2] + 1 and one[1] < other[3] + 1 and other[1] < one[3] + 1
