"""Who arrives and departs on the floor of Little Wars: at an edge whole, on others with a question, a gun with its men."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.bridge import rules_of
from campaigns.errors import Odd
from campaigns.models import Inject, Notice
from campaigns.sight.aims.told import counts
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.moves.ledgers import recount
from tests.campaigns.builders import NOON, a_campaign, the_move
from tests.campaigns.usecases.test_arrivals import begin, plan, play

START: dict[str, Any] = {
    "country": {"size": [240, 240], "back_lines": {"red": "south", "blue": "north"}},
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 20, "at": [50, 20], "name": "Red Rifles"},
        "red-gun-gunners": {"side": "red", "arm": "infantry", "men": 5, "at": [80, 17]},
        "blue-horse": {"side": "blue", "arm": "cavalry", "men": 15, "at": [50, 220], "facing": 180},
    },
    "guns": {"red-gun": {"side": "red", "at": [80, 20]}},
    "generals": {"red-chief": {"side": "red", "at": [100, 20]}},
}


def comes(template: str, at: Any, **more: Any) -> dict[str, Any]:
    return {"template": template, "side": "red", "name": f"New {template}", "at": at, "commander": "Reserve", **more}


@pytest.fixture
def battle(cast: Any) -> Any:
    campaign = a_campaign(cast, book="little-wars", options={}, drain_seconds=0)
    return open_battle(by=cast.umpire, campaign=campaign.public_id, name="The lawn", start=START, now=NOON)


def floor(battle: Any) -> dict[str, Any]:
    battle.refresh_from_db()
    assert (
        recount(battle=battle) == () and count(battle=battle).agrees and all(one.same for one in replay(battle=battle))
    )
    return dict(the_move(battle).position)


@pytest.mark.parametrize("facing", [0, 90, 135])
@pytest.mark.parametrize("at", [[120, 0], [0, 60], [240, 60], [120, 240], [0, 0]])
@pytest.mark.parametrize("template", ["infantry", "cavalry", "gun", "general"])
def test_who_comes_in_at_an_edge_comes_in_whole_without_a_question(
    cast: Any, battle: Any, template: str, at: Any, facing: int
) -> None:
    plan(cast, battle, comes(template, at, facing=facing), move_number=1)
    begin(cast, battle)
    play(cast, battle, 1)
    left, rules = floor(battle), rules_of(battle.terms)
    new = [
        thing for group in ("bodies", "guns", "generals") for thing in left.get(group, {}) if thing not in START[group]
    ]
    assert new and rules.table(the_move(battle).position).misplaced(new) == ()
    assert not Notice.objects.filter(kind="inject-odd").exists()


@pytest.mark.parametrize(
    ("at", "said"), [([50, 20], "stands on Red Rifles"), ([400, 20], "edge of the field"), (None, "no place")]
)
def test_an_occupied_place_one_off_the_field_and_none_are_asked_about(
    cast: Any, battle: Any, at: Any, said: str
) -> None:
    with pytest.raises(Odd, match=said):
        plan(cast, battle, comes("infantry", at), move_number=1)


def test_of_two_who_arrive_at_one_place_the_second_arrives_too_and_the_umpire_is_told(cast: Any, battle: Any) -> None:
    for key in ("one", "two"):
        plan(cast, battle, comes("infantry", [120, 60], name=key), key=key, move_number=1)
    begin(cast, battle)
    play(cast, battle, 1)
    assert len(floor(battle)["bodies"]) == 5
    assert "two stands on one" in Notice.objects.get(kind="inject-odd").text


def test_a_gun_and_a_leader_depart_and_nobody_is_lost(cast: Any, battle: Any) -> None:
    near = {"near": {"at": [80, 20], "inches": 1, "thing": "red-gun"}}
    plan(cast, battle, {"group": "guns", "thing": "red-gun", "remove": True}, key="one", **near)
    plan(cast, battle, {"group": "generals", "thing": "red-chief", "remove": True}, key="two", move_number=1)
    begin(cast, battle)
    play(cast, battle, 1)
    left = floor(battle)
    assert not left.get("guns") and not left.get("generals") and sorted(left["bodies"]) == ["blue-horse", "red-foot"]
    assert {one.state for one in Inject.objects.all()} == {"given"}
    assert counts(battle.pk, None, ("red", "blue")).lost == {"red": 0, "blue": 0}
