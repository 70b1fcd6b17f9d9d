"""A side has one name on every page: what the campaign calls it."""

from __future__ import annotations

import pytest

from campaigns.models import Side
from tests.campaigns.web.conftest import submitted, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def renamed(battle):
    """The battle, whose sides have names of their own."""
    for key, name in (("red", "Northland"), ("blue", "Downland")):
        Side.objects.filter(campaign=battle.campaign, key=key).update(name=name)
    return battle


def test_the_card_of_a_battle_says_the_side_as_its_move_does(renamed, red):
    page = red.get("/").content.decode()
    assert "</svg>Northland</span>" in page and "Move 1, Northland" in page and "</svg>Red</span>" not in page


@pytest.mark.parametrize("paper", ["reports", "report", "points", "replay", "after", "forces"])
def test_a_paper_says_a_move_by_the_sides_own_name(paper, renamed, move, cast, red):
    submitted(cast, move)
    rest = (1,) if paper == "report" else ()
    page = red.get(url(paper, renamed, *rest), follow=True).content.decode()
    assert "Northland" in page and "Move 1, Red" not in page and ">Red 1<" not in page and "</svg>Red<" not in page
