"""What a commander is warned of: the edge and the water into which a body would be driven, a retreat that is too short.

KS-CHARGE-16, KS-CHARGE-23
"""

from __future__ import annotations

import pytest

from rules.kriegspiel.book import KRIEGSPIEL

OPTIONS = KRIEGSPIEL.options({})
RIVER = {"river": {"outline": [[0, 70], [120, 70], [120, 74], [0, 74]]}}


def warned(at, *, flight=("blue-horse",), country=None, **options):
    chosen = KRIEGSPIEL.options(options)
    foot = {"side": "red", "arm": "infantry", "men": 20, "at": at, "flight": list(flight)}
    horse = {"side": "blue", "arm": "cavalry", "men": 10, "at": [60, 40]}
    start = {"bodies": {"red-foot": foot, "blue-horse": horse}}
    if country is not None:
        start["country"] = {"size": [120, 96], "back_lines": {"red": "south", "blue": "north"}, **country}
    position = KRIEGSPIEL.opening(start, chosen)
    order = {"order": "retire", "body": "red-foot", "from": "blue-horse", "measured": {"distance": 12}}
    found = KRIEGSPIEL.table(position, chosen).seen_by("red").check(order).warnings
    return [one["sentence"] for one in found if one["code"] == "W-EDGE"]


def test_a_body_in_flight_within_a_move_of_the_edge_is_warned():
    assert warned([60, 12], country={}) == [
        "Red's infantry is 12 in. from the south edge; driven over, it is destroyed (KS-CHARGE-23)."
    ]


@pytest.mark.parametrize("at", [[60, 12.0625], [60, 40]])
def test_a_body_in_flight_farther_off_is_not_warned(at):
    assert warned(at, country={}) == []


def test_a_body_not_in_flight_is_not_warned():
    assert warned([60, 12], flight=(), country={}) == []


def test_water_that_cannot_be_forded_is_as_bad_as_the_edge():
    assert warned([60, 60], country={"water": RIVER}) == [
        "Red's infantry is 10 in. from water; driven over, it is destroyed (KS-CHARGE-23)."
    ]
    fordable = {"river": {**RIVER["river"], "fordable": True}}
    assert warned([60, 60], country={"water": fordable}) == []


def test_the_own_back_line_is_no_danger_where_the_campaign_says_so():
    assert warned([60, 6], country={}, own_back_line_is_safe=True) == []


def test_the_edges_follow_from_the_size_where_there_is_no_country():
    assert warned([60, 6], map_size_ft=[10, 10]) != []
    assert warned([60, 6]) == []


def warned_of_the_choices(order, country=None, **horse):
    start = {
        "bodies": {
            "red-horse": {
                "side": "red",
                "arm": "cavalry",
                "men": 12,
                "at": [60, 60],
                "owes_choice": ["blue-horse"],
                **horse,
            },
            "blue-horse": {"side": "blue", "arm": "cavalry", "men": 10, "at": [60, 84]},
        }
    }
    if country is not None:
        start["country"] = country
    position = KRIEGSPIEL.opening(start, OPTIONS)
    found = (
        KRIEGSPIEL.table(position, OPTIONS)
        .seen_by("red")
        .check({"order": "retire", "body": "red-horse", **order})
        .warnings
    )
    return [(one["code"], one["clause"]) for one in found if one["code"] == "W-CHOICES"]


@pytest.mark.parametrize("country", [None, {"size": [120, 120]}])
@pytest.mark.parametrize(
    ("order", "short"),
    [
        ({"measured": {"distance": 12}}, True),
        ({"measured": {"distance": 35.9375}}, True),
        ({"measured": {"distance": 36}}, False),
        ({"path": [[60, 48]]}, True),
        ({"path": [[60, 24]]}, False),
        ({}, False),
    ],
)
def test_a_retreat_by_less_than_the_whole_allowance_is_warned_of(order, short, country):
    """KS-DEF-12: to discharge KS-CHARGE-15 it is the full allowance, else the price of KS-CHARGE-16."""
    assert warned_of_the_choices(order, country) == ([("W-CHOICES", "KS-CHARGE-16")] if short else [])


def test_who_owes_no_choice_may_retire_as_little_as_he_likes():
    assert warned_of_the_choices({"measured": {"distance": 12}}, owes_choice=[]) == []
