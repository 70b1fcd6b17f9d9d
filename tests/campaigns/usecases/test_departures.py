"""Who departs when it reaches a place, with what goes with it; and who departs no more."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.models import Inject, Notice
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.messages.triggers import came
from campaigns.usecases.moves.ledgers import recount
from rules.books import book
from tests.campaigns.builders import NOON, a_campaign, the_move
from tests.campaigns.usecases.test_arrivals import begin, plan, play

KRIEGSPIEL = book("kriegspiel").pieces
FIELD: dict[str, Any] = {
    "country": {"size": [120, 120], "rails": {"line": {"line": [[0, 60], [60, 60], [60, 120]]}}},
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 30, "at": [20, 20]},
        "red-crew": {"side": "red", "arm": "artillery", "men": 6, "at": [40, 17]},
        "red-riders": {"side": "red", "arm": "infantry", "men": 20, "aboard": "red-train"},
        "red-part": {"side": "red", "arm": "infantry", "men": 20, "at": [100, 60]},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 30, "at": [20, 100], "facing": 180},
    },
    "guns": {"red-gun": {"side": "red", "at": [40, 20], "crew": "red-crew"}},
    "waggons": {"red-waggon": {"side": "red", "at": [60, 20], "packets": {"food": 2}}},
    "trains": {"red-train": {"side": "red", "along": 90, "trucks": 6}},
    "boats": {"red-boat": {"side": "red", "at": [100, 62], "aboard": {"red-part": 8}}},
    "generals": {"red-chief": {"side": "red", "at": [80, 20]}},
}  # fmt: skip


def gone(group: str, thing: str) -> dict[str, Any]:
    return {"group": group, "thing": thing, "remove": True}


@pytest.fixture
def battle(cast: Any) -> Any:
    campaign = a_campaign(cast, options={"two_stage_move": False}, drain_seconds=0)
    return open_battle(by=cast.umpire, campaign=campaign.public_id, name="The line", start=FIELD, now=NOON)


def after(cast: Any, battle: Any) -> dict[str, Any]:
    """The position after the move under way; the books agree."""
    begin(cast, battle)
    play(cast, battle, 1)
    battle.refresh_from_db()
    assert (
        recount(battle=battle) == () and count(battle=battle).agrees and all(one.same for one in replay(battle=battle))
    )
    return dict(the_move(battle).position)


@pytest.mark.parametrize(
    ("group", "thing", "at"),
    [
        ("guns", "red-gun", [40, 20]), ("waggons", "red-waggon", [60, 20]), ("trains", "red-train", [60, 90]),
        ("bodies", "red-riders", [60, 90]), ("generals", "red-chief", [80, 20]), ("bodies", "red-foot", [20, 20]),
    ],
)  # fmt: skip
def test_whatever_may_depart_departs_when_it_reaches_a_place(
    cast: Any, battle: Any, group: str, thing: str, at: Any
) -> None:
    plan(cast, battle, gone(group, thing), near={"at": at, "inches": 0, "thing": thing})
    assert thing not in (after(cast, battle).get(group) or {})
    assert Inject.objects.get().state == "given"


def test_a_train_departs_with_those_aboard_and_a_gun_with_its_men(cast: Any, battle: Any) -> None:
    plan(cast, battle, gone("trains", "red-train"), move_number=1)
    plan(cast, battle, gone("guns", "red-gun"), key="two", move_number=1)
    left = after(cast, battle)
    assert not left.get("trains") and not left.get("guns")
    assert sorted(left["bodies"]) == ["blue-foot", "red-foot", "red-part"]


def test_men_who_serve_another_gun_too_stay_with_it(cast: Any) -> None:
    start = {**FIELD, "guns": {**FIELD["guns"], "red-gun-2": {"side": "red", "at": [43, 20], "crew": "red-crew"}}}
    campaign = a_campaign(cast, options={"two_stage_move": False}, drain_seconds=0)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The line", start=start, now=NOON)
    plan(cast, battle, gone("guns", "red-gun"), move_number=1)
    left = after(cast, battle)
    assert list(left["guns"]) == ["red-gun-2"] and "red-crew" in left["bodies"]


def test_a_boat_of_which_some_men_are_ashore_stays_and_the_umpire_is_told_why(cast: Any, battle: Any) -> None:
    plan(cast, battle, gone("boats", "red-boat"), move_number=1)
    left = after(cast, battle)
    assert "red-boat" in left["boats"] and left["bodies"]["red-part"]["men"] == 20
    assert Inject.objects.get().state == "failed" and "aboard" in Inject.objects.get().why
    assert Notice.objects.get(kind="inject-failed").post.kind == "umpire"


NEAR = {"at": [20, 20], "inches": 2, "side": ""}
AT = {"at": [20, 20]}


@pytest.mark.parametrize(
    ("group", "state", "thing", "near"),
    [
        ("bodies", {"men": 30}, "one", True), ("bodies", {"men": 0}, "one", False),
        ("bodies", {"men": 30, "held_by": "blue"}, "one", False), ("bodies", {"men": 30, "surrendered": True}, "one", False),
        ("waggons", {}, "one", True), ("waggons", {"held_by": "blue"}, "one", False), ("waggons", {"destroyed": True}, "one", False),
        ("guns", {"held_by": "blue"}, "one", False), ("generals", {}, "one", True), ("generals", {"gone": True}, "one", False),
        ("bodies", {"men": 30}, "", True), ("bodies", {"men": 0}, "", False), ("bodies", {"men": 30, "held_by": "blue"}, "", False),
        ("generals", {}, "", True), ("generals", {"gone": True}, "", False), ("waggons", {}, "", False),
    ],
)  # fmt: skip
def test_nobody_who_is_dead_taken_or_gone_comes_near(group: str, state: Any, thing: str, near: bool) -> None:
    position = {"country": {"size": [120, 120]}, group: {"one": {"side": "red", **AT, **state}}}
    assert came(KRIEGSPIEL, position, {**NEAR, **({"thing": thing} if thing else {})}) is near


@pytest.mark.parametrize("edge", ["north", "east", "south", "west"])
def test_without_a_country_nobody_reaches_its_edge(edge: str) -> None:
    position = {"bodies": {"one": {"side": "red", "men": 3, "at": [0, 0]}}}
    assert not came(KRIEGSPIEL, position, {"edge": edge, "inches": 9, "side": ""})


def test_a_body_that_is_gone_meanwhile_departs_no_more_and_the_umpire_is_told(cast: Any, battle: Any) -> None:
    for key, when in (("one", 1), ("two", 2)):
        plan(cast, battle, gone("bodies", "red-foot"), key=key, move_number=when)
    after(cast, battle)
    play(cast, battle, 3)
    assert [one.state for one in Inject.objects.order_by("number")] == ["given", "failed"]
    assert Notice.objects.filter(kind="inject-failed").count() == 1
    assert len(the_move(battle).position["bodies"]) == 4


def taken(**more: Any) -> dict[str, Any]:
    """The field, on which something of Red's is no longer what it was."""
    changed = deepcopy(FIELD)
    for thing, state in more.items():
        name = thing.replace("_", "-")
        group = next(group for group in ("bodies", "guns", "waggons") if name in changed[group])
        changed[group][name] |= state
    return changed


@pytest.mark.parametrize(
    ("state", "group", "thing", "becomes", "said"),
    [
        ({"red_foot": {"held_by": "blue"}}, "bodies", "red-foot", "failed", "Red's infantry is in enemy hands"),
        ({"red_foot": {"men": 0, "at": None}}, "bodies", "red-foot", "failed", "Red's infantry is no longer there"),
        ({"red_waggon": {"destroyed": True}}, "waggons", "red-waggon", "failed", "Red's waggon is no longer there"),
        ({"red_waggon": {"held_by": "blue"}}, "waggons", "red-waggon", "given", "Red's waggon is in enemy hands"),
        ({"red_foot": {"prisoners": 4}}, "bodies", "red-foot", "given", "4 men of Red's infantry are in enemy hands, and go too"),
    ],
)  # fmt: skip
def test_of_what_the_enemy_has_taken_the_umpire_is_told(
    cast: Any, state: Any, group: str, thing: str, becomes: str, said: str
) -> None:
    campaign = a_campaign(cast, options={"two_stage_move": False}, drain_seconds=0)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The line", start=taken(**state), now=NOON)
    plan(cast, battle, gone(group, thing), move_number=1, sure=True)
    left = after(cast, battle)
    row = Inject.objects.get()
    assert row.state == becomes and (thing in left.get(group, {})) is (becomes == "failed")
    told = row.why if becomes == "failed" else Notice.objects.get(kind="inject-odd").text
    assert said in told


@pytest.mark.parametrize("works_itself", [True, False])
def test_in_a_move_that_publishes_itself_they_arrive_and_depart_once(cast: Any, works_itself: bool) -> None:
    how = {"umpire": "none"} if works_itself else {"publish_minutes": 1}
    campaign = a_campaign(cast, options={"two_stage_move": False}, drain_seconds=0, **how)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The line", start=FIELD, now=NOON)
    comes = {"template": "battalion", "side": "blue", "at": [60, 110], "facing": 180, "name": "Fourth Foot"}
    plan(cast, battle, comes, key="one", move_number=1)
    plan(cast, battle, gone("bodies", "red-foot"), key="two", near={"at": [20, 20], "inches": 1, "thing": "red-foot"})
    plan(cast, battle, gone("waggons", "red-waggon"), key="three", at=NOON + timedelta(minutes=3))
    begin(cast, battle)
    for second in range(0, 1500, 5):
        sweep(NOON + timedelta(seconds=second))
    position = the_move(battle).position
    assert the_move(battle).number == 3
    assert [one.get("name") for one in position["bodies"].values()].count("Fourth Foot") == 1
    assert "red-foot" not in position["bodies"] and not position.get("waggons")
    assert {one.state for one in Inject.objects.all()} == {"given"}
