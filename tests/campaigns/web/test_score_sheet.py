"""The score sheet of both sides, where the book publishes it."""

from __future__ import annotations

import pytest

from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of, url

pytestmark = pytest.mark.slow

START = {
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 20},
        "blue-horse": {"side": "blue", "arm": "cavalry", "men": 15},
    },
    "guns": {"red-gun": {"side": "red", "crew": "red-foot"}},
}


def test_the_six_lines_of_both_sides_stand_on_the_points_of_little_wars(cast):
    """LW-POINTS-08: live, as if the battle ended now."""
    battle = builders.a_battle(cast, start=START, book="little-wars", options={})
    page = client_of(cast.blue_general).get(url("points", battle)).content.decode()
    assert "if the battle ended now" in page and page.count("LW-POINTS-0") >= 7
    assert '<td class="num big">30</td><td class="num big">22½</td>' in page


def test_a_book_that_publishes_none_shows_none(cast):
    battle = builders.a_battle(cast, options={"two_stage_move": False, "score_points": True})
    assert "The score sheet" not in client_of(cast.blue_general).get(url("points", battle)).content.decode()


@pytest.mark.slow
def test_a_general_of_little_wars_plays_his_whole_side_unless_it_is_divided(cast):
    """LW-EXT-15."""
    whole = builders.a_battle(cast, start=START, book="little-wars", options={})
    assert "Move, up to" in client_of(cast.red_general).get(url("order", whole, "red-foot")).content.decode()
    assert whole.terms.general_orders_all
    divided = builders.a_battle(cast, start=START, book="little-wars", options={"team_roles": True}, name="Divided")
    assert not divided.terms.general_orders_all
