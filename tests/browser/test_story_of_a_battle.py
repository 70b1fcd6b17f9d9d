"""The story of a battle that is over, on a phone and in German: the replay comes first and nothing is cut off."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.clock import server_time
from campaigns.models import Person
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.moves.findings import submit_move
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import close

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def ended(cast: Any) -> Any:
    """A battle of one move: the Rifles trod on a mine and the Lancers charged."""
    battle = desk_scene.a_battle(cast, {**desk_scene.NEAR, "mines": {"blue-mine": {"side": "blue", "at": [60, 44]}}})
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, who="red_foot")
    desk_scene.orders(cast, move, "red-horse", desk_scene.CHARGE, "red_horse")
    close(cast, move)
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="It is late", now=server_time())
    return battle


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_story_begins_with_the_replay_and_fits_a_phone(officers: Any, language: str) -> None:
    cast = builders.a_cast()
    battle = ended(cast)
    Person.objects.update_or_create(user=cast.umpire, defaults={"language": language})
    umpire = officers(cast.umpire, width=360)
    umpire.opens(f"/b/{battle.public_id}/after/")
    page = umpire.page
    told = page.locator(".battlestory").inner_text()
    assert ("exploded" in told, "explodiert" in told) == (language == "en", language == "de")
    assert ("(move 1)" if language == "en" else "(Zug 1)") in told
    rows = page.locator(".lostsides td[data-label]").evaluate_all(
        "cells => cells.map((one) => [...one.childNodes].filter((part) => part.textContent.trim()).length)"
    )
    assert rows and set(rows) == {1}, "a folded cell is its label and one value beside it"
    replay = page.locator(".battlestory a.chief").bounding_box()
    assert replay["y"] + replay["height"] < 740, "the replay is on the first screen"
    umpire.fits("story")
