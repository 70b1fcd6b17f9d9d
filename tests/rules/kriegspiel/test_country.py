"""A country read strictly, refused with where and why, and written back.  [KS-GAME-02, KS-GAME-06 to KS-GAME-10]"""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Invalid
from rules.ground.country import OPEN_FLOOR
from rules.ground.country_file import read_country, write_country
from rules.values.measure import INCH

HILL = [[10, 10], [30, 10], [30, 30], [10, 30], [10, 10]]
RIVER = [[0, 50], [100, 50], [100, 55], [0, 55]]

WHOLE = {
    "name": "Hartley",
    "size": [100, 80],
    "contours": {
        "hill": {"line": HILL, "height": 6},
        "scarp": {"line": [[0, 60], [50, 62.0625], [100, 60]], "height": 6, "higher": "left"},
    },
    "water": {"brook": {"outline": RIVER, "name": "the Brook"}, "pond": {"outline": [[80, 70], [90, 70], [85, 75]], "fordable": True}},
    "fords": {"mill-ford": {"line": [[20, 49], [20, 56]]}},
    "roads": {"high-road": {"line": [[50, 0], [50, 80]], "width": 3}},
    "rails": {"branch": {"line": [[70, 0], [70, 80]]}},
    "bridges": {"stone-bridge": {"kind": "road-bridge", "at": [50, 52.5], "span": [[48, 49], [52, 49], [52, 56], [48, 56]]}},
    "houses": {"mill": {"outline": [[22, 58], [26, 58], [26, 59.5], [22, 59.5]], "height": 8}},
    "walls": {"orchard": {"line": [[60, 20], [66, 20]]}},
    "woods": {"copse": {"outline": [[80, 10], [90, 10], [90, 20]], "trunks": [[88, 12]]}},
    "steep": {"quarry": {"outline": [[1, 1], [5, 1], [5, 5]]}},
    "depots": {"crossways": {"side": "red", "at": [50, 4]}},
    "back_lines": {"red": "south", "blue": [[0, 80], [100, 80]]},
    "friendly_edges": {"red": ["south", "west"]},
}  # fmt: skip


def changed(group, name, **keys):
    """The whole country with one feature changed or added."""
    return {**WHOLE, group: {**WHOLE[group], name: {**WHOLE[group].get(name, {}), **keys}}}


def test_a_country_is_written_back_byte_for_byte():
    country = read_country(WHOLE)
    assert json.dumps(write_country(country), sort_keys=True) == json.dumps(WHOLE, sort_keys=True)
    assert read_country(write_country(country)) == country


def test_without_a_country_the_floor_is_open():
    """CASES.md: left out, it is open level floor without limits."""
    assert read_country({}) is read_country(None) is OPEN_FLOOR
    assert not OPEN_FLOOR.has_map and write_country(OPEN_FLOOR) == {}
    assert read_country({"size": [10, 10]}).has_map


def test_the_same_data_give_the_same_value_and_other_data_another():
    assert read_country(WHOLE) is read_country(json.loads(json.dumps(WHOLE)))
    assert read_country({**WHOLE, "name": "Elsewhere"}) != read_country(WHOLE)


def test_a_hill_is_higher_inside_whichever_way_its_ring_was_drawn():
    drawn, turned = (read_country(changed("contours", "hill", line=line)) for line in (HILL, HILL[::-1]))
    assert (drawn.contours["hill"].upper, turned.contours["hill"].upper) == (1, -1)
    hollow = read_country(changed("contours", "hill", higher="outside"))
    assert hollow.contours["hill"].upper == -1


def test_an_edge_is_a_line_of_the_country():
    country = read_country(WHOLE)
    assert country.edge("north") == ((100 * INCH, 80 * INCH), (0, 80 * INCH))
    assert country.edge(country.back_lines["blue"]) == ((0, 80 * INCH), (100 * INCH, 80 * INCH))
    assert OPEN_FLOOR.edge("north") is None


def test_the_corner_of_an_outline_may_be_repeated_at_its_end():
    closed = read_country(changed("water", "brook", outline=[*RIVER, RIVER[0]]))
    assert closed == read_country(WHOLE)


REFUSED = [
    ({"hills": {}}, "there is no key 'hills' here"),
    ({"size": [100, 0]}, "country.size: width and depth over nought"),
    ({"size": [100, -1]}, "country.size"),
    ({"size": 100}, "country.size: a point"),
    ({"size": [100.01, 80]}, "steps of 0.0625"),
    (changed("contours", "hill", line=HILL[:1]), "country.contours.hill.line: a line has 2 points or more, got 1"),
    (changed("contours", "hill", line=[*HILL, HILL[0]]), "country.contours.hill.line.5: the same point stands twice running"),
    (changed("contours", "hill", line=[[0, 0], [9, 0], [4, 4], [4, -4]]), "outside the country"),
    (changed("contours", "hill", line=[[1, 1], [9, 1], [4, 4], [4, 0]], higher="left"), "the line meets itself, in its legs 1 and 3"),
    (changed("contours", "hill", line=[[1, 1], [9, 1], [4, 1]], higher="left"), "the line meets itself, in its legs 1 and 2"),
    (changed("contours", "hill", higher="left"), "country.contours.hill.higher: of a ring inside or outside is wanted"),
    (changed("contours", "scarp", higher="inside"), "country.contours.scarp.higher: of an open line left or right"),
    (changed("contours", "other", line=[[20, 20], [40, 40]], higher="left"), "it crosses contours.other"),
    (changed("contours", "hill", line=[[1, 1], [5, 5], [1, 1]]), "country.contours.hill.line"),
    (changed("contours", "hill", height=-6), "country.contours.hill.height"),
    (changed("water", "brook", outline=[[0, 0], [5, 5], [9, 9]]), "country.water.brook.outline: an outline with an area"),
    (changed("water", "brook", outline=[[0, 0], [8, 9], [9, 0], [0, 8]]), "country.water.brook.outline: the line meets itself"),
    (changed("water", "brook", fordable="yes"), "country.water.brook.fordable: true or false"),
    (changed("fords", "mill-ford", line=[[20, 52], [20, 56]]), "mill-ford.line.0: the end of a ford is on dry land, not in brook"),
    (changed("fords", "mill-ford", line=[[20, 40], [20, 45]]), "the ford leads over no water"),
    (changed("bridges", "new", kind="drawbridge", at=[1, 1]), "country.bridges.new.kind: one of railway-bridge, culvert, road-bridge"),
    (changed("bridges", "new", kind="culvert"), "country.bridges.new: at or span is missing"),
    (changed("houses", "mill", outline=[[95, 0], [101, 0], [101, 5]]), "mill.outline.1: (101 in., 0 in.) lies outside the country"),
    (changed("houses", "brook", outline=[[1, 1], [2, 1], [2, 2]]), "country.houses.brook: the id stands among the water too"),
    (changed("woods", "copse", trunks=[[200, 12]]), "country.woods.copse.trunks.0"),
    (changed("depots", "crossways", at=[50, -1]), "country.depots.crossways.at"),
    ({**WHOLE, "depots": {"lost": {"at": [1, 1]}}}, "country.depots.lost: side is missing"),
    ({**WHOLE, "back_lines": {"red": "south-west"}}, "country.back_lines.red: one of north, east, south, west"),
    ({**WHOLE, "friendly_edges": {"red": "south"}}, "country.friendly_edges.red: a list is wanted"),
    ({**WHOLE, "roads": {"high<road": {"line": [[0, 0], [1, 1]]}}}, "the id of a thing"),
    ({"size": [float("nan"), 1]}, "country.size"),
    ({"size": [10**400, 1]}, "country.size"),
    ({"walls": {"w": {"line": [[0, 0], ["a", 1]]}}}, "country.walls.w.line.1: a length in inches"),
    ({"walls": object()}, "country.walls: a map is wanted"),
    ([], "country: a map is wanted"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "why"), REFUSED)
def test_a_bad_country_is_refused_with_the_place_and_the_reason(data, why):
    with pytest.raises(Invalid) as refused:
        read_country(data)
    assert why in refused.value.sentence


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(st.sampled_from([key for key in WHOLE if key != "name"]), PLAIN)
def test_whatever_stands_in_a_country_it_is_read_or_refused(group, data):
    """Bad files are refused with the reason, and nothing else is raised."""
    try:
        country = read_country({**WHOLE, group: data})
    except Invalid as invalid:
        assert invalid.sentence.startswith("country")
    else:
        assert read_country(write_country(country)) == country


@pytest.mark.slow
def test_a_line_that_meets_itself_everywhere_is_refused_without_looking_for_all_of_it():
    """Twelve thousand legs that all cross one another are refused by the first of them, not by seventy million pairs."""
    chance = Random(1)
    comb = [[chance.randrange(0, 288, 2) + i % 2, chance.randrange(192)] for i in range(12_000)]
    with pytest.raises(Invalid, match="the line meets itself"):
        read_country({"size": [288, 192], "woods": {"w": {"outline": comb}}})


def test_outlines_may_lie_over_one_another_and_contours_may_touch_but_not_by_the_thousand():
    square = [[10, 10], [280, 10], [280, 180], [10, 180]]
    assert read_country({"size": [288, 192], "woods": {f"w{i}": {"outline": square} for i in range(500)}})
    ring = [*square, square[0]]
    two = {f"c{i}": {"line": ring, "height": 6} for i in range(2)}
    assert read_country({"size": [288, 192], "contours": two})
    many = {f"c{i}": {"line": ring, "height": 6} for i in range(100)}
    with pytest.raises(Invalid, match="contours do not lie upon one another"):
        read_country({"size": [288, 192], "contours": many})
